//! How the elements of a direct call are reduced.
//!
//! Cost: a comparison of handles where a thread repeats its last datatype and operator.

use super::context::Context;
use samebits_array::failure::{Class, Failure};
use samebits_array::{failure::Error, operation::Operation, rows::LocalElements};
use samebits_base::cache::Last;
use samebits_base::lock::lock;
use samebits_fold::share::{record::Lift, shape::PartialShape};
use samebits_fold::{bundle::Code, Buffers, Builtin, Fold};
use samebits_mpi::abi::family::Handle;
use samebits_reduction::call::classify::{self, Declined, PassOn};
use samebits_reduction::call::evaluation::Evaluation;
use samebits_sum::names::Arithmetic;
use std::cell::Cell;
use std::ffi::c_void;
use std::sync::Mutex;

/// An evaluation by own kernels, which is kept for as long as the process lives.
#[derive(Debug)]
pub struct Kept {
    builtin: Builtin,
    shape: PartialShape,
    code: Option<Code>,
}

/// How elements are reduced, with the code of that, which user-defined operators do not have.
#[derive(Debug)]
pub enum Evaluated {
    Kept(&'static Kept),
    Own(Box<Evaluation>, Option<Code>),
}

impl Evaluated {
    /// In the form in which arrays are reduced by it.
    #[inline]
    pub fn operation(&self) -> Operation<'_> {
        match self {
            Evaluated::Kept(Kept { builtin, shape, code }) => Operation {
                merge: builtin.merge(),
                shape: *shape,
                arithmetic: builtin.arithmetic(),
                buffers: builtin.fold().buffers(),
                code: *code,
                environment: builtin.environment(),
            },
            Evaluated::Own(evaluation, code) => Operation {
                merge: evaluation.merge(),
                shape: evaluation.merge().shape(),
                arithmetic: evaluation.arithmetic(),
                buffers: evaluation.fold().buffers(),
                code: *code,
                environment: evaluation.environment(),
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
        let by: &dyn Lift = match self {
            Evaluated::Kept(kept) => kept.builtin.merge(),
            Evaluated::Own(evaluation, _) => evaluation.merge(),
        };
        LocalElements { by, size: shape.element, locals, buffers, staged, threads }
    }

    pub fn fold(&self) -> &dyn Fold {
        match self {
            Evaluated::Kept(kept) => kept.builtin.fold(),
            Evaluated::Own(evaluation, _) => evaluation.fold(),
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
        static LAST: Cell<Last<Key, &'static Kept>> = const { Cell::new(Last::empty()) };
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
    static KEPT: Mutex<Vec<(Key, &'static Kept)>> = Mutex::new(Vec::new());
    let library = &context.process.library;
    let (datatype, op, arithmetic) = key;
    // What is in their upper halves would make one of each.
    let (datatype, op) = (library.family.handle(datatype), library.family.handle(op));
    let key = (datatype, op, arithmetic);
    if let Some((_, kept)) = lock(&KEPT).iter().find(|(of, _)| *of == key) {
        return Ok(Evaluated::Kept(kept));
    }
    let evaluation = evaluate(context, datatype, op)?;
    let Evaluation::Builtin(builtin) = evaluation else {
        return Ok(Evaluated::Own(Box::new(evaluation), None));
    };
    let code = classify::code(library, datatype, op, &evaluation);
    if !library.predefined().has(datatype) {
        return Ok(Evaluated::Own(Box::new(evaluation), code));
    }
    let kept = &*Box::leak(Box::new(Kept { builtin, shape: builtin.merge().shape(), code }));
    lock(&KEPT).push((key, kept));
    Ok(Evaluated::Kept(kept))
}

fn evaluate(context: &Context, datatype: Handle, op: Handle) -> Result<Evaluation, Error> {
    let library = &context.process.library;
    let operation = samebits_reduction::call::Operation { count: 1, datatype, op };
    let constants = &library.constants;
    let null = |handle, null| library.family.handle(handle) == null;
    let evaluation = classify::array(library, context.choices(), &operation, context.comm);
    evaluation.map_err(|declined| {
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
            PassOn::Rejected | PassOn::Doubtful if library.predefined().has(datatype) => {
                (Class::Op, "the MPI library rejects the operator on the datatype")
            }
            PassOn::Rejected | PassOn::Doubtful => (
                Class::Type,
                "the MPI library rejects the datatype with the operator (is the datatype \
                 committed?)",
            ),
        };
        Error::Failure { failure: Failure::new(class, what), speaks: true }
    })
}
