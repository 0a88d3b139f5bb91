//! What the arguments of a direct call mean: who gets the results, how elements are reduced,
//! whether the buffers can be used, and what of it other ranks compare.

use super::context::{Context, Process};
use super::failure::{Class, Failure};
use super::function::Function;
use crate::arithmetic::bundle::Code;
use crate::arithmetic::Arithmetic;
use crate::array::failure::Error;
use crate::array::operation::Operation;
use crate::array::shares::Shares;
use crate::array::signature::{hash, Signature};
use crate::mpi::family::Handle;
use crate::policy;
use crate::reduction;
use crate::reduction::classify::{self, Declined, PassOn};
use crate::reduction::evaluation::Evaluation;
use crate::schedule::Destination;
use libc::{c_char, c_int, c_void};
use std::borrow::Cow;
use std::cell::Cell;
use std::ffi::CStr;

/// What a rank asks for, and what it holds.
#[derive(Clone, Copy)]
pub struct DirectCall<'a> {
    /// The function that was called.
    pub function: Function,
    /// The datatype of the elements.
    pub datatype: Handle,
    /// The operator.
    pub op: Handle,
    /// The communicator.
    pub comm: Handle,
    /// The root; none where all ranks get the results.
    pub root: Option<c_int>,
    /// This rank's share of each array.
    pub shares: Shares<'a>,
}

impl DirectCall<'_> {
    /// What other ranks compare of it. `code` is that of the evaluation.
    pub fn signature(
        &self,
        process: &Process,
        evaluation: &Evaluation<'_>,
        code: Option<Code>,
    ) -> Signature {
        let arrays = self.shares.lengths.len() as u32;
        let signature =
            Signature { arrays, root: root_word(self.root), ..self.function.signature() };
        if let Some(code) = code {
            let [format, shape, operator, arithmetic] = code.bytes();
            let datatype = u32::from_le_bytes([format, shape, 0, 0]);
            let (operator, rest) = (operator.into(), arithmetic.into());
            return Signature { datatype, operator, rest, ..signature };
        }
        // What the MPI library or the program evaluates. A user's operator may take any
        // datatypes of one size.
        const USERS: u32 = 0xff;
        const ELSEWHERE: u64 = 1 << 32;
        let predefined = process.library.predefined();
        let operator = predefined.operator(self.op).map_or(USERS, |(_, operator)| operator as u32);
        let named = predefined.datatype(self.datatype).filter(|_| operator != USERS);
        let size = evaluation.merge().size() as u64;
        let datatype = named.map_or(size, |datatype| hash(datatype.name.bytes().map(u64::from)));
        Signature { datatype: datatype as u32, operator, rest: ELSEWHERE, ..signature }
    }

    /// It as messages name it.
    pub fn in_words(&self, process: &Process) -> String {
        let mut given = Vec::new();
        if self.function.has_lists() {
            given.push(("arrays", self.shares.lengths.len().to_string()));
        }
        given.extend(names(process, self.datatype, self.op));
        given.extend(self.root.map(|root| ("root", root.to_string())));
        self.function.in_words(&given)
    }
}

/// A root as it is compared.
pub fn root_word(root: Option<c_int>) -> u32 {
    root.map_or(0, |root| root.wrapping_add(1) as u32)
}

/// The datatype and the operator as messages name them.
pub fn names(process: &Process, datatype: Handle, op: Handle) -> [(&'static str, String); 2] {
    let predefined = process.library.predefined();
    let datatype = match predefined.datatype(datatype) {
        Some(datatype) => datatype.name.to_string(),
        None => match process.library.size_of_type(datatype) {
            Some(size) => format!("a derived datatype of {size} bytes"),
            None => "a derived datatype".to_string(),
        },
    };
    let op = predefined.operator(op).map_or("a user-defined operator", |(name, _)| name);
    [("type", datatype), ("op", op.to_string())]
}

/// A string of the caller's; empty where it is null.
///
/// # Safety
/// It ends in a null character, or is null.
pub unsafe fn text<'a>(text: *const c_char) -> Cow<'a, str> {
    // SAFETY: upheld by the caller.
    if text.is_null() { c"" } else { unsafe { CStr::from_ptr(text) } }.to_string_lossy()
}

/// What is wrong with a value that an environment variable does not take either.
pub fn refused(variable: &str, name: &str, value: &str) -> Failure {
    let row = policy::variable(variable).expect("it is in the table");
    Failure::new(Class::Arg, row.refusal(name, value))
}

/// Who gets the results.
pub fn destination(root: Option<c_int>, ranks: usize) -> Result<Destination, Failure> {
    match root {
        None => Ok(Destination::All),
        Some(root) => match usize::try_from(root) {
            Ok(root) if root < ranks => Ok(Destination::Root(root)),
            _ => Err(Failure::new(
                Class::Root,
                format!("the root is {root}; it has to be a rank, from 0 to {}", ranks - 1),
            )),
        },
    }
}

/// How the elements are reduced, or why they are not.
pub fn evaluation(
    context: &Context<'static>,
    datatype: Handle,
    op: Handle,
) -> Result<Evaluation<'static>, Error> {
    let library = &context.process.library;
    let operation = reduction::call::Operation { count: 1, datatype, op };
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
            PassOn::NativeRequested => (
                Class::Unsupported,
                "the arithmetic is native, which is a loop and MPI_Allreduce of the program's \
                 own; an array takes any other",
            ),
            PassOn::Unsupported(what) => (Class::Unsupported, what),
            PassOn::Harmless(what) if what == classify::NO_DATA => (Class::Type, what),
            PassOn::Harmless(what) | PassOn::Uncovered(what) => (Class::Op, what),
            PassOn::Rejected | PassOn::Doubtful if library.predefined().has(datatype) => {
                (Class::Op, "the MPI library does not take the operator on the datatype")
            }
            PassOn::Rejected | PassOn::Doubtful => (
                Class::Type,
                "the MPI library does not take the datatype with the operator (is it committed?)",
            ),
        };
        Error::Failure { failure: Failure::new(class, what), speaks: true }
    })
}

/// The code of an evaluation: that of the call before, mostly, which is not looked for.
pub fn code(
    process: &Process,
    (datatype, op): (Handle, Handle),
    evaluation: &Evaluation<'_>,
) -> Option<Code> {
    type Known = (Handle, Handle, Arithmetic, Code);
    thread_local! {
        static LAST: Cell<Option<Known>> = const { Cell::new(None) };
    }
    if let Evaluation::UserOp(_) = evaluation {
        return None;
    }
    let arithmetic = evaluation.arithmetic();
    match LAST.get() {
        Some((one, other, by, code)) if (one, other, by) == (datatype, op, arithmetic) => {
            Some(code)
        }
        _ => {
            let code = classify::code(&process.library, datatype, op, evaluation)?;
            // (Handles of datatypes that are the program's own may be used again.)
            if process.library.predefined().has(datatype) {
                LAST.set(Some((datatype, op, arithmetic, code)));
            }
            Some(code)
        }
    }
}

/// An evaluation as arrays are reduced by it.
pub fn operation<'a>(evaluation: &'a Evaluation<'_>, code: Option<Code>) -> Operation<'a> {
    Operation {
        merge: evaluation.merge(),
        arithmetic: evaluation.arithmetic(),
        buffers: evaluation.fold().buffers(),
        code,
        environment: evaluation.environment(),
    }
}

/// The caller's buffers.
#[derive(Clone, Copy)]
pub struct Buffers<'a> {
    /// The first element of this rank's share of each array.
    pub locals: &'a [*const c_void],
    /// Room for an element for each array.
    pub results: *mut c_void,
}

impl Buffers<'_> {
    /// What is wrong with them, on a rank that `receives`.
    pub fn check(
        &self,
        in_place: usize,
        lengths: impl Iterator<Item = u64>,
        receives: bool,
    ) -> Result<(), Failure> {
        let wrong = |what| Err(Failure::new(Class::Buffer, what));
        let unusable = |address: usize| match address {
            0 => Some("null"),
            _ if address == in_place => Some("MPI_IN_PLACE, which has no meaning here"),
            _ => None,
        };
        let many = self.locals.len() > 1;
        for (number, (local, length)) in self.locals.iter().zip(lengths).enumerate() {
            if let Some(what) = unusable(local.addr()).filter(|_| length > 0) {
                let of_array = if many { format!(" of array {number}") } else { String::new() };
                return wrong(format!("the buffer of the {length} elements{of_array} is {what}"));
            }
        }
        match unusable(self.results.addr()) {
            Some(what) if receives && !self.locals.is_empty() => {
                wrong(format!("the buffer of the result is {what}"))
            }
            _ => Ok(()),
        }
    }
}
