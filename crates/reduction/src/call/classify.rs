//! What a call requests, or why it is passed on: only for a reason that all ranks know alike, or
//! because this MPI would itself return an error for it. The caller's error handler then sees
//! exactly what it would have seen without samebits.

use super::evaluation::Reducer;
use super::{Call, Operation};
use crate::communicator::Communicator;
use crate::report::Outcome;
use samebits_base::fault::Fault;
use samebits_fold::{bundle::Code, Builtin};
use samebits_kernel::{lookup, Format, Operator};
use samebits_mpi::abi::family::{Family, Handle};
use samebits_mpi::{abi::datatypes::Class, operators::reduce_local::UserOp, Library};
use samebits_policy::Policy;
use samebits_schedule::{Choices, Destination};
use samebits_sum::names::Arithmetic;
use std::ptr;

/// Why a call is passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassOn {
    /// The result is the same on every run anyway, or there is none.
    Harmless(&'static str),
    /// The user wants it done by the MPI library itself, by this setting.
    NativeRequested(&'static str),
    /// It cannot be made reproducible, if the MPI library takes it at all.
    Unsupported(&'static str),
    /// A kind of call that is not made reproducible whatever its arguments.
    Uncovered(&'static str),
    /// This MPI rejects it.
    Rejected,
    /// This MPI should reject its buffers.
    InvalidBuffers,
}

impl PassOn {
    pub fn outcome(self) -> Outcome {
        match self {
            PassOn::Harmless(reason) => Outcome::Harmless(reason),
            PassOn::NativeRequested(reason)
            | PassOn::Unsupported(reason)
            | PassOn::Uncovered(reason) => Outcome::NotReproduced(reason),
            PassOn::Rejected | PassOn::InvalidBuffers => {
                Outcome::Harmless("arguments that the MPI library rejects")
            }
        }
    }
}

/// Why samebits does not evaluate a call: it is passed on, or an MPI function has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declined {
    PassOn(PassOn),
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

/// A reduction that samebits evaluates.
pub struct Accepted {
    pub communicator: &'static Communicator,
    /// This rank's contribution.
    pub send: *const u8,
    pub to: Destination,
    pub reducer: Reducer,
}

/// What a call requests, buffers and blocks apart.
#[derive(Clone, Copy)]
pub struct Classified {
    pub communicator: &'static Communicator,
    pub reducer: Reducer,
    pub to: Destination,
    /// Bytes of an element.
    pub size: usize,
    /// Whether its operator and datatype are predefined, so that nobody frees them.
    pub predefined: bool,
}

pub fn classify(library: &Library, policy: &Policy, call: &Call<'_>) -> Result<Accepted, Declined> {
    if library.is_null_communicator(call.comm) {
        return Err(PassOn::Rejected.into());
    }
    let operands = operands(library, &call.operation)?;
    let communicator = Communicator::of(library, call.comm)?;
    let choices = communicator.choices(policy);
    if communicator.remote().is_some() {
        return Err(match (call.to, choices.arithmetic()) {
            // MPI defines none there.
            (Destination::InclusivePrefix | Destination::ExclusivePrefix, _) => {
                PassOn::Rejected.into()
            }
            (_, Arithmetic::Native) => NATIVE.into(),
            _ => INTERCOMMUNICATOR.into(),
        });
    }
    let to = destination(call, communicator.size).ok_or(PassOn::Rejected)?;
    let reducer = reducer(library, choices, &call.operation, operands)?;
    let (rank, absolute) = (communicator.rank, reducer.absolute());
    let send = contribution(library, call, rank, to, absolute).ok_or(PassOn::InvalidBuffers)?;
    Ok(Accepted { communicator, send, to, reducer })
}

/// Who gets the result of a call on an intracommunicator of that size; none if the root is not a rank
/// of it.
pub fn destination(call: &Call<'_>, size: usize) -> Option<Destination> {
    Some(match call.to {
        Destination::Root(root) => {
            Destination::Root(usize::try_from(root).ok().filter(|root| *root < size)?)
        }
        Destination::InclusivePrefix => Destination::InclusivePrefix,
        Destination::ExclusivePrefix => Destination::ExclusivePrefix,
        Destination::All | Destination::Blocks(_) => Destination::All,
    })
}

/// The user wants the MPI library's own arithmetic.
pub const NATIVE: PassOn = PassOn::NativeRequested("SAMEBITS_ARITHMETIC=native");

/// What [`classify`] says of a reduction between two groups: see [`crate::intercomm`].
pub const INTERCOMMUNICATOR: PassOn = PassOn::Unsupported("an intercommunicator");

/// How the contributions of the other group of an intercommunicator are reduced.
pub fn intercomm_reducer(
    library: &Library,
    choices: &Choices,
    operation: &Operation,
) -> Result<Reducer, Declined> {
    reducer(library, choices, operation, operands(library, operation)?)
}

/// How the two contributions of MPI_Reduce_local are reduced, or why it is passed on.
pub fn local(library: &Library, policy: &Policy, call: &Call<'_>) -> Result<Reducer, Declined> {
    let operands = operands(library, &call.operation)?;
    if operands.1.is_none() {
        return Err(PassOn::Harmless("one application of the operator").into());
    }
    let arithmetic = match policy.choices.arithmetic() {
        Arithmetic::Native => Arithmetic::Native,
        _ => Arithmetic::Tree,
    };
    let choices = Choices { arithmetic: Some(arithmetic), ..policy.choices };
    let reducer = reducer(library, &choices, &call.operation, operands)?;
    // Open MPI takes aliased buffers.
    let distinct = library.family == Family::OpenMpi || !std::ptr::eq(call.send, call.recv);
    match is_buffer(library, call.send, false) && is_buffer(library, call.recv, false) && distinct {
        true => Ok(reducer),
        false => Err(PassOn::InvalidBuffers.into()),
    }
}

/// What is known without asking MPI, or why the call is passed on whatever its other arguments.
fn operands(
    library: &Library,
    operation: &Operation,
) -> Result<(Option<Class>, Option<Operator>), PassOn> {
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

/// Why an uncovered reduction is passed on: because it is one-sided, or because it is harmless.
pub fn uncovered(library: &Library, policy: &Policy, operation: &Operation) -> PassOn {
    let operands = match operands(library, operation) {
        Ok(operands) => operands,
        Err(reason) => return reason,
    };
    match operands {
        (_, Some(Operator::Replace | Operator::NoOp)) => PassOn::Harmless("no arithmetic"),
        (Some(Class::NoReduction), Some(_)) => PassOn::Harmless(NO_REDUCTION),
        (Some(Class::Floating(kind)), Some(operator)) if lookup(kind, operator).is_none() => {
            PassOn::Harmless(NOT_DEFINED)
        }
        _ if policy.choices.arithmetic() == Arithmetic::Native => NATIVE,
        _ => PassOn::Uncovered("one-sided"),
    }
}

const ASSOCIATIVE: &str = "associative as it is";
pub const NO_DATA: &str = "a datatype without data";
const NOT_DEFINED: &str = "an operator that MPI does not define on the datatype";
const NO_REDUCTION: &str = "no reduction is defined on the datatype";

fn reducer(
    library: &Library,
    choices: &Choices,
    operation: &Operation,
    (datatype, operator): (Option<Class>, Option<Operator>),
) -> Result<Reducer, Declined> {
    if datatype == Some(Class::NoReduction) && operator.is_some() {
        // Some MPI libraries take characters for integers all the same.
        return Err(PassOn::Harmless(NO_REDUCTION).into());
    }
    // Every MPI has these, with every operator that samebits has.
    let usual = match datatype {
        Some(Class::Floating(kind)) if operator.is_some() => {
            matches!(kind.format(), Format::Float | Format::Double)
        }
        _ => false,
    };
    if !usual && !library.accepts(operation.datatype, operation.op) {
        return Err(PassOn::Rejected.into());
    }
    let Some(operator) = operator else { return reduce_local(library, choices, operation) };
    let kind = match datatype {
        Some(Class::Floating(kind)) => Some(kind),
        _ => library.f90_kind(operation.datatype),
    };
    let kind = kind.ok_or(PassOn::Unsupported("a datatype that samebits does not know"))?;
    let builtin = Builtin::of(kind, operator, choices.arithmetic());
    let builtin = builtin.ok_or(PassOn::Harmless(NOT_DEFINED))?;
    if choices.arithmetic() == Arithmetic::Native {
        return Err(NATIVE.into());
    }
    Ok(Reducer::Builtin(builtin))
}

/// How the elements of an array are reduced, also by operators that are associative as they are.
pub fn array(
    library: &Library,
    choices: &Choices,
    operation: &Operation,
) -> Result<Reducer, Declined> {
    match operands(library, operation) {
        Ok((_, Some(Operator::Replace | Operator::NoOp))) => {
            Err(PassOn::Harmless(NOT_DEFINED).into())
        }
        Ok(operands) => reducer(library, choices, operation, operands),
        Err(PassOn::Harmless(ASSOCIATIVE)) if library.accepts(operation.datatype, operation.op) => {
            let any = Choices { arithmetic: Some(Arithmetic::Tree), ..*choices };
            reduce_local(library, &any, operation)
        }
        Err(PassOn::Harmless(ASSOCIATIVE)) => Err(PassOn::Harmless(NOT_DEFINED).into()),
        Err(reason) => Err(reason.into()),
    }
}

/// The code of an array's arithmetic, unless the operator is user-defined; none for one of MPI's.
pub fn code(
    library: &Library,
    datatype: Handle,
    op: Handle,
    arithmetic: Arithmetic,
) -> Option<Code> {
    let predefined = library.predefined();
    let (_, operator) = predefined.operator(op)?;
    let kind = match predefined.datatype(datatype).map(|datatype| datatype.class) {
        Some(Class::Floating(kind)) => kind,
        _ => library.f90_kind(datatype)?,
    };
    Code::of(kind, operator, arithmetic)
}

/// The tree with MPI_Reduce_local, for a user-defined operator.
fn reduce_local(
    library: &Library,
    choices: &Choices,
    operation: &Operation,
) -> Result<Reducer, Declined> {
    let size = match library.size_of_type(operation.datatype) {
        None => return Err(PassOn::Unsupported("a datatype of 2 GiB or more").into()),
        Some(0) => return Err(PassOn::Harmless(NO_DATA).into()),
        Some(size) => size as usize,
    };
    // After the calls that are passed on whatever the policy, for which it is not compared.
    if choices.arithmetic() == Arithmetic::Native {
        return Err(NATIVE.into());
    }
    let user_op = UserOp::new(library, operation.op, (operation.datatype, size))?;
    let user_op = user_op.ok_or(PassOn::Unsupported(
        "a datatype with a resized part (the MPI library does not tell its true extent)",
    ))?;
    Ok(Reducer::UserOp(user_op))
}

/// Whether an address may be a buffer's, where nothing is in place. `absolute` is whether MPI_BOTTOM, as
/// null, is one.
pub fn is_buffer(library: &Library, at: *const u8, absolute: bool) -> bool {
    at.addr() != library.constants.in_place && (absolute || !at.is_null())
}

/// The call with MPI_BOTTOM as the null address, which it is in most MPI libraries; in `replaced` if it
/// is another one. (Copying the call takes a fiftieth of a short reduction's time.)
#[inline]
pub fn with_null_bottom<'a, 'b>(
    library: &Library,
    call: &'b Call<'a>,
    replaced: &'b mut Option<Call<'a>>,
) -> &'b Call<'a> {
    let bottom = library.constants.bottom;
    if call.send.addr() != bottom && call.recv.addr() != bottom {
        return call;
    }
    let at = |address: *mut u8| if address.addr() == bottom { ptr::null_mut() } else { address };
    replaced.insert(Call { send: at(call.send.cast_mut()), recv: at(call.recv), ..*call })
}

/// This rank's contribution; none if the MPI library itself returns an error for the buffers, which
/// only this rank knows.
#[inline]
pub fn contribution(
    library: &Library,
    call: &Call<'_>,
    rank: usize,
    to: Destination,
    absolute: bool,
) -> Option<*const u8> {
    // Whether the receive buffer means anything.
    let significant = !call.has_root() || to.reaches(rank);
    let in_place = library.constants.in_place;
    let no_address = !absolute && call.recv.is_null();
    let no_result = call.recv as usize == in_place || no_address;
    if call.send as usize == in_place {
        return (significant && !no_result).then_some(call.recv.cast_const());
    }
    // A rank that gets nothing may have no buffer for it.
    let gets_none = !to.reaches(rank) || !call.has_elements_for(rank);
    let accepted = !no_result || (gets_none && no_address);
    if (!absolute && call.send.is_null()) || (significant && !accepted) {
        return None;
    }
    if significant && call.send == call.recv.cast_const() && !call.send.is_null() {
        return takes_aliases(library, call).then_some(call.send);
    }
    Some(call.send)
}

/// Whether the MPI library takes a receive buffer that is the send buffer.
pub fn takes_aliases(library: &Library, call: &Call<'_>) -> bool {
    // Open MPI takes one aliased element in MPI_Allreduce, and any number in blocks and prefixes.
    let taken = match call.to {
        Destination::All => call.operation.count == 1,
        Destination::Root(_) => false,
        _ => true,
    } && library.family == Family::OpenMpi;
    taken || library.accepts_aliases(call.has_root())
}
