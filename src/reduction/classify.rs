//! From the arguments of a call to what is asked, or why it is passed on.
//!
//! A call is passed on only for a reason that all ranks know alike, or because
//! this MPI would itself return an error for it: then the caller's error handler
//! sees exactly what it would have seen without us.

use super::call::{Call, Delivery, Form, Operation};
use super::evaluation::{Evaluation, Reducer};
use crate::arithmetic::bundle::Code;
use crate::arithmetic::{Arithmetic, Builtin, Fault};
use crate::kernel::{self, Format, Operator};
use crate::mpi::communicator::Communicator;
use crate::mpi::datatypes::Class;
use crate::mpi::family::{Family, Handle};
use crate::mpi::reduce_local::UserOp;
use crate::mpi::Library;
use crate::policy::Policy;
use crate::report::Outcome;
use crate::schedule::{Choices, Destination};

/// Why a call is passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassOn {
    /// The result is the same on every run anyway, or there is none.
    Harmless(&'static str),
    /// The user wants the MPI library's own arithmetic.
    NativeRequested,
    /// It cannot be made reproducible, if the MPI library takes it at all.
    Unsupported(&'static str),
    /// A kind of call that is not made reproducible whatever its arguments.
    Uncovered(&'static str),
    /// This MPI rejects it.
    Rejected,
    /// This MPI should reject its buffers.
    Doubtful,
}

impl PassOn {
    /// How the report counts it.
    pub fn outcome(self) -> Outcome {
        match self {
            PassOn::Harmless(reason) => Outcome::Harmless(reason),
            PassOn::NativeRequested => Outcome::NotReproduced("SAMEBITS_ARITHMETIC=native"),
            PassOn::Unsupported(reason) | PassOn::Uncovered(reason) => {
                Outcome::NotReproduced(reason)
            }
            PassOn::Rejected | PassOn::Doubtful => {
                Outcome::Harmless("arguments that the MPI library rejects")
            }
        }
    }
}

/// Why a call is not evaluated by us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declined {
    /// It is the MPI library's to do.
    PassOn(PassOn),
    /// What MPI said when asked about its arguments.
    Fault(Fault),
}

impl From<PassOn> for Declined {
    fn from(reason: PassOn) -> Self {
        Declined::PassOn(reason)
    }
}

impl From<Fault> for Declined {
    fn from(fault: Fault) -> Self {
        Declined::Fault(fault)
    }
}

/// A reduction that we evaluate ourselves.
#[derive(Debug)]
pub struct Accepted {
    /// The communicator, as far as we know it.
    pub communicator: &'static Communicator,
    /// Where this rank's contribution lies.
    pub send: *const u8,
    /// Who gets the result.
    pub to: Destination,
    /// How it is evaluated.
    pub reducer: Reducer,
}

/// What is to be done with a call.
pub fn classify(library: &Library, policy: &Policy, call: &Call) -> Result<Accepted, Declined> {
    if library.is_null_communicator(call.comm) {
        return Err(PassOn::Rejected.into());
    }
    let operands = operands(library, &call.operation)?;
    let communicator = Communicator::of(library, call.comm)?;
    let choices = communicator.choices().unwrap_or(&policy.choices);
    if communicator.inter {
        return Err(match choices.arithmetic() {
            Arithmetic::Native => PassOn::NativeRequested.into(),
            _ => PassOn::Unsupported("an intercommunicator").into(),
        });
    }
    let to = destination(call, communicator).ok_or(PassOn::Rejected)?;
    let reducer = reducer(library, choices, &call.operation, operands)?;
    let receives = to.reaches(communicator.rank);
    let send = contribution(library, call, receives, reducer.absolute()).ok_or(PassOn::Doubtful)?;
    Ok(Accepted { communicator, send, to, reducer })
}

/// What is known of a datatype and an operator without asking MPI.
type Operands = (Option<Class>, Option<Operator>);

/// What is known of the datatype and the operator without asking MPI, or why
/// the call is passed on whatever else it asks.
fn operands(library: &Library, operation: &Operation) -> Result<Operands, PassOn> {
    let (family, constants) = (library.family, &library.constants);
    if family.handle(operation.datatype) == constants.datatype_null
        || family.handle(operation.op) == constants.op_null
        || operation.count < 0
    {
        return Err(PassOn::Rejected);
    }
    let predefined = library.predefined();
    let datatype = predefined.datatype(operation.datatype).map(|datatype| datatype.class);
    let operator = predefined.operator(operation.op).map(|(_, operator)| operator);
    if operator.is_some() && datatype == Some(Class::Associative) {
        return Err(PassOn::Harmless(ASSOCIATIVE));
    }
    if operation.count == 0 {
        return Err(PassOn::Harmless("no elements"));
    }
    if operator.is_none() && library.merges_accumulators(operation.op) {
        return Err(PassOn::Harmless(ASSOCIATIVE));
    }
    Ok((datatype, operator))
}

/// Why a reduction of a kind that is not made reproducible is passed on: because
/// of its form, or because its result is the same on every run anyway.
pub fn uncovered(library: &Library, policy: &Policy, operation: &Operation, form: Form) -> PassOn {
    let (datatype, operator) = match operands(library, operation) {
        Ok(operands) => operands,
        Err(reason) => return reason,
    };
    match (datatype, operator) {
        (_, Some(Operator::Replace | Operator::NoOp)) => PassOn::Harmless("no arithmetic"),
        (Some(Class::NoReduction), Some(_)) => PassOn::Harmless(NO_REDUCTION),
        (Some(Class::Floating(kind)), Some(operator))
            if kernel::lookup(kind, operator).is_none() =>
        {
            PassOn::Harmless(NOT_DEFINED)
        }
        _ if policy.choices.arithmetic() == Arithmetic::Native => PassOn::NativeRequested,
        _ => PassOn::Uncovered(form.name()),
    }
}

/// Why an operation that needs no order is passed on.
const ASSOCIATIVE: &str = "associative as it is";

/// Why a reduction of nothing at all is passed on.
pub const NO_DATA: &str = "a datatype without data";

/// Why an operator that does not fit the datatype is passed on.
const NOT_DEFINED: &str = "an operator that MPI does not define on the datatype";

/// Why a reduction on characters and the like is passed on.
const NO_REDUCTION: &str = "no reduction is defined on the datatype";

/// Who gets the result; none where the root is no rank.
fn destination(call: &Call, communicator: &Communicator) -> Option<Destination> {
    match call.form.delivery {
        Delivery::Root => {
            let root = usize::try_from(call.root).ok()?;
            (root < communicator.size).then_some(Destination::Root(root))
        }
        _ => Some(Destination::All),
    }
}

/// How the operation is evaluated, or why not by us.
fn reducer(
    library: &Library,
    choices: &Choices,
    asked: &Operation,
    (datatype, operator): Operands,
) -> Result<Reducer, Declined> {
    if datatype == Some(Class::NoReduction) && operator.is_some() {
        // Some MPI libraries take characters for integers all the same.
        return Err(PassOn::Harmless(NO_REDUCTION).into());
    }
    // Every MPI has these, with every operator that we have.
    let usual = match datatype {
        Some(Class::Floating(kind)) if operator.is_some() => {
            matches!(kind.format(), Format::Float | Format::Double)
        }
        _ => false,
    };
    if !usual && !library.accepts(asked.datatype, asked.op) {
        return Err(PassOn::Rejected.into());
    }
    let Some(operator) = operator else { return reduce_local(library, choices, asked) };
    let kind = match datatype {
        Some(Class::Floating(kind)) => Some(kind),
        _ => library.f90_kind(asked.datatype),
    };
    let kind = kind.ok_or(PassOn::Unsupported("a datatype that it does not know"))?;
    let own = Builtin::of(kind, operator, choices.arithmetic());
    let own = own.ok_or(PassOn::Harmless(NOT_DEFINED))?;
    if choices.arithmetic() == Arithmetic::Native {
        return Err(PassOn::NativeRequested.into());
    }
    Ok(Reducer::Builtin(own))
}

/// How the elements of a distributed array are reduced, or why they are not: also by
/// operators that are associative as they are, because nobody else does it.
pub fn array<'a>(
    library: &'a Library,
    choices: &Choices,
    asked: &Operation,
    comm: Handle,
) -> Result<Evaluation<'a>, Declined> {
    let reducer = match operands(library, asked) {
        Ok((_, Some(Operator::Replace | Operator::NoOp))) => {
            return Err(PassOn::Harmless(NOT_DEFINED).into());
        }
        Ok(operands) => reducer(library, choices, asked, operands)?,
        Err(PassOn::Harmless(ASSOCIATIVE)) if library.accepts(asked.datatype, asked.op) => {
            let any = Choices { arithmetic: Some(Arithmetic::Tree), ..*choices };
            reduce_local(library, &any, asked)?
        }
        Err(PassOn::Harmless(ASSOCIATIVE)) => return Err(PassOn::Harmless(NOT_DEFINED).into()),
        Err(reason) => return Err(reason.into()),
    };
    Ok(Evaluation::of(reducer, library, comm))
}

/// The code of a distributed array's arithmetic; none where it is an operator of the
/// user's, or the MPI library's own.
pub fn code(
    library: &Library,
    datatype: Handle,
    op: Handle,
    evaluation: &Evaluation<'_>,
) -> Option<Code> {
    if let Evaluation::UserOp(_) = evaluation {
        return None;
    }
    let predefined = library.predefined();
    let (_, operator) = predefined.operator(op)?;
    let kind = match predefined.datatype(datatype).map(|datatype| datatype.class) {
        Some(Class::Floating(kind)) => kind,
        _ => library.f90_kind(datatype)?,
    };
    Code::of(kind, operator, evaluation.arithmetic())
}

/// The tree with MPI_Reduce_local, for a user-defined operator.
fn reduce_local(
    library: &Library,
    choices: &Choices,
    asked: &Operation,
) -> Result<Reducer, Declined> {
    let size = match library.size_of_type(asked.datatype) {
        None => return Err(PassOn::Unsupported("a datatype of 2 GiB or more").into()),
        Some(0) => return Err(PassOn::Harmless(NO_DATA).into()),
        Some(size) => size as usize,
    };
    // After what is passed on whatever the policy: ranks agree on their policies
    // where it matters only.
    if choices.arithmetic() == Arithmetic::Native {
        return Err(PassOn::NativeRequested.into());
    }
    let local = UserOp::new(library, asked.op, (asked.datatype, size))?;
    local.map(Reducer::UserOp).ok_or_else(|| {
        PassOn::Unsupported(
            "a datatype that was resized within (the MPI library does not tell its true extent)",
        )
        .into()
    })
}

/// Where this rank's contribution lies; none where this MPI rejects the buffers.
/// (What only this rank can know: it is rejected only where the MPI library
/// itself returns an error.)
pub fn contribution(
    library: &Library,
    call: &Call,
    receives: bool,
    absolute: bool,
) -> Option<*const u8> {
    let in_place = library.constants.in_place;
    if call.send as usize == in_place {
        // Where there is no result there is nothing to be in place of.
        let nowhere = call.recv as usize == in_place || (!absolute && call.recv.is_null());
        return (receives && !nowhere).then_some(call.recv.cast_const());
    }
    if !absolute && call.send.is_null() {
        return None;
    }
    let has_root = call.form.delivery == Delivery::Root;
    if receives {
        if call.recv as usize == in_place || (!absolute && call.recv.is_null()) {
            return None;
        }
        // Open MPI takes an aliased buffer of one element in MPI_Allreduce, and any where ranks
        // get blocks.
        let taken = match call.form.delivery {
            Delivery::Blocks => library.family == Family::OpenMpi,
            _ => library.family == Family::OpenMpi && !has_root && call.operation.count == 1,
        };
        let accepted = || taken || library.accepts_aliases(has_root);
        if call.send == call.recv.cast_const() && !call.send.is_null() && !accepted() {
            return None;
        }
    }
    Some(call.send)
}
