//! How the elements of a direct call are reduced.
//!
//! Cost: a comparison of handles where a thread repeats its last datatype and operator.

use super::context::Context;
use samebits_array::failure::{Class, Failure};
use samebits_array::{failure::Error, operation::Operation, rows::LocalElements};
use samebits_base::cache::Last;
use samebits_base::lock::lock;
use samebits_fold::share::{
    record::{Lift, Merge},
    shape::PartialShape,
};
use samebits_fold::{bundle::Code, tree::Tree, Buffers, Builtin, Combine, Fold};
use samebits_mpi::{abi::family::Handle, operators::reduce_local::ReduceLocal};
use samebits_reduction::call::classify::{self, Declined, PassOn};
use samebits_reduction::call::evaluation::Reducer;
use samebits_sum::names::Arithmetic;
use std::cell::Cell;
use std::ffi::c_void;
use std::sync::Mutex;

/// An evaluation by own kernels, and the code of that.
#[derive(Debug)]
pub struct ByKernels {
    builtin: Builtin,
    shape: PartialShape,
    code: Option<Code>,
}

/// How elements are reduced.
#[derive(Debug)]
pub enum Evaluated {
    /// For as long as the process lives.
    Kept(&'static ByKernels),
    Own(Box<ByKernels>),
    /// By an operator of the user's. (Boxed because it is several times as long, and these are moved.)
    UserOp(Box<Tree<ReduceLocal<'static>>>),
}

impl Evaluated {
    #[inline]
    fn by(&self) -> Result<&ByKernels, &Tree<ReduceLocal<'static>>> {
        match self {
            Evaluated::Kept(kernels) => Ok(kernels),
            Evaluated::Own(kernels) => Ok(kernels),
            Evaluated::UserOp(tree) => Err(tree),
        }
    }

    /// In the form in which arrays are reduced by it.
    #[inline]
    pub fn operation(&self) -> Operation<'_> {
        match self.by() {
            Ok(ByKernels { builtin, shape, code }) => Operation {
                merge: builtin.merge(),
                shape: *shape,
                arithmetic: builtin.arithmetic(),
                buffers: builtin.fold().buffers(),
                code: *code,
                environment: builtin.environment(),
            },
            Err(tree) => Operation {
                merge: tree,
                shape: tree.shape(),
                arithmetic: Arithmetic::Tree,
                buffers: Fold::buffers(tree),
                code: None,
                environment: tree.0.environment(),
            },
        }
    }

    /// Elements that are reduced so; `operation` is that of [`Evaluated::operation`].
    #[inline]
    pub fn elements<'a>(
        &'a self,
        operation: &Operation<'a>,
        locals: &'a [*const c_void],
        staged: &'a [Option<&'a dyn Buffers>],
        threads: usize,
    ) -> LocalElements<'a> {
        let Operation { shape, buffers, .. } = *operation;
        let by: &dyn Lift = match self.by() {
            Ok(kernels) => kernels.builtin.merge(),
            Err(tree) => tree,
        };
        LocalElements { by, size: shape.element, locals, buffers, staged, threads }
    }

    pub fn fold(&self) -> &dyn Fold {
        match self.by() {
            Ok(kernels) => kernels.builtin.fold(),
            Err(tree) => tree,
        }
    }
}

/// A predefined datatype and a predefined operator; what the handle of any other stands for may be
/// freed, and the handle be another's.
type Key = (Handle, Handle, Arithmetic);

/// How elements are reduced. Evaluations of predefined datatypes by predefined operators are kept.
#[inline(always)]
pub fn evaluated(context: &Context, datatype: Handle, op: Handle) -> Result<Evaluated, Error> {
    thread_local! {
        static LAST: Cell<Last<Key, &'static ByKernels>> = const { Cell::new(Last::empty()) };
    }
    let key = (datatype, op, context.choices().arithmetic());
    if let Some(kept) = LAST.get().get(&key) {
        return Ok(Evaluated::Kept(kept));
    }
    let evaluated = look_up(context, key)?;
    if let Evaluated::Kept(kept) = evaluated {
        LAST.set(Last::new(key, kept));
    }
    Ok(evaluated)
}

#[cold]
fn look_up(context: &Context, key: Key) -> Result<Evaluated, Error> {
    static KEPT: Mutex<Vec<(Key, &'static ByKernels)>> = Mutex::new(Vec::new());
    let library = &context.process.library;
    let (datatype, op, arithmetic) = key;
    // What is in their upper halves would make one of each.
    let (datatype, op) = (library.family.handle(datatype), library.family.handle(op));
    let key = (datatype, op, arithmetic);
    if let Some((_, kept)) = lock(&KEPT).iter().find(|(of, _)| *of == key) {
        return Ok(Evaluated::Kept(kept));
    }
    let builtin = match reducer(context, datatype, op)? {
        Reducer::Builtin(builtin) => builtin,
        Reducer::Bundles(_) => unreachable!("no datatype is classified so"),
        Reducer::UserOp(user_op) => {
            let tree = Tree(ReduceLocal::new(library, context.comm, user_op));
            return Ok(Evaluated::UserOp(Box::new(tree)));
        }
    };
    let code = classify::code(library, datatype, op, builtin.arithmetic());
    let kernels = Box::new(ByKernels { builtin, shape: builtin.merge().shape(), code });
    if !library.predefined().has(datatype) {
        return Ok(Evaluated::Own(kernels));
    }
    let kept = &*Box::leak(kernels);
    lock(&KEPT).push((key, kept));
    Ok(Evaluated::Kept(kept))
}

fn reducer(context: &Context, datatype: Handle, op: Handle) -> Result<Reducer, Error> {
    let library = &context.process.library;
    let operation = samebits_reduction::call::Operation { count: 1, datatype, op };
    let constants = &library.constants;
    let null = |handle, null| library.family.handle(handle) == null;
    classify::array(library, context.choices(), &operation).map_err(|declined| {
        let reason = match declined {
            Declined::PassOn(reason) => reason,
            Declined::Fault(fault) => return fault.into(),
        };
        let (class, what) = match reason {
            _ if null(datatype, constants.datatype_null) => {
                (Class::Type, "the datatype is MPI_DATATYPE_NULL")
            }
            _ if null(op, constants.op_null) => (Class::Op, "the operator is MPI_OP_NULL"),
            PassOn::NativeRequested(_) => (
                Class::Unsupported,
                "arithmetic=native is not accepted for arrays, which take any other; native is a \
                 loop and MPI_Allreduce in the program itself",
            ),
            PassOn::Unsupported(what) => (Class::Unsupported, what),
            PassOn::Harmless(what) if what == classify::NO_DATA => (Class::Type, what),
            PassOn::Harmless(what) | PassOn::Uncovered(what) => (Class::Op, what),
            PassOn::Rejected | PassOn::InvalidBuffers if library.predefined().has(datatype) => {
                (Class::Op, "the MPI library rejects the operator on the datatype")
            }
            PassOn::Rejected | PassOn::InvalidBuffers => (
                Class::Type,
                "the MPI library rejects the datatype with the operator (is the datatype \
                 committed?)",
            ),
        };
        Error::Failure { failure: Failure::new(class, what), speaks: true }
    })
}
