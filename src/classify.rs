//! From the arguments of a call to what is asked, or why it is passed on.
//!
//! A call is passed on only for a reason that all ranks know alike, or because
//! this MPI would itself return an error for it: then the caller's error handler
//! sees exactly what it would have seen without us.

use crate::arithmetic::bundle::Code;
use crate::arithmetic::exact::ExactSum;
use crate::arithmetic::levels::LevelledSum;
use crate::arithmetic::tree::Tree;
use crate::arithmetic::{Arithmetic, Fault};
use crate::evaluation::{Evaluation, Own};
use crate::kernel::{self, Format, Operator};
use crate::mpi::communicator::Communicator;
use crate::mpi::datatypes::Class;
use crate::mpi::family::{Family, Handle};
use crate::mpi::reduce_local::{Local, ReduceLocal};
use crate::mpi::Library;
use crate::policy::Policy;
use crate::report::Outcome;
use crate::schedule::{Choices, Destination};

/// A reduction as the caller asked for it.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The MPI function's name.
    pub name: &'static str,
    /// The send buffer, or MPI_IN_PLACE.
    pub send: *const u8,
    /// The receive buffer.
    pub recv: *mut u8,
    /// The number of elements.
    pub count: i64,
    /// The datatype.
    pub datatype: Handle,
    /// The operator.
    pub op: Handle,
    /// The root, in MPI_Reduce.
    pub root: Option<i32>,
    /// The communicator.
    pub comm: Handle,
}

/// What is asked, without by whom and where.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The number of elements.
    pub count: i64,
    /// The datatype.
    pub datatype: Handle,
    /// The operator.
    pub op: Handle,
}

impl Call {
    /// What is asked.
    pub fn operation(&self) -> Operation {
        Operation { count: self.count, datatype: self.datatype, op: self.op }
    }
}

/// Why a call is passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassOn {
    /// The result is the same on every run anyway, or there is none.
    Harmless(&'static str),
    /// The user wants the MPI library's own arithmetic.
    Wanted,
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
            PassOn::Wanted => Outcome::NotReproduced("SAMEBITS_ARITHMETIC=native"),
            PassOn::Unsupported(reason) | PassOn::Uncovered(reason) => {
                Outcome::NotReproduced(reason)
            }
            PassOn::Rejected | PassOn::Doubtful => {
                Outcome::Harmless("arguments that the MPI library rejects")
            }
        }
    }
}

/// A reduction that we evaluate ourselves.
#[derive(Debug)]
pub struct Plan<'a> {
    /// The communicator, as far as we know it.
    pub communicator: &'static Communicator,
    /// Where this rank's contribution lies.
    pub send: *const u8,
    /// Who gets the result.
    pub to: Destination,
    /// How it is evaluated.
    pub evaluation: Evaluation<'a>,
}

/// What is to be done with a call; a fault is what MPI said when asked about
/// the call's arguments.
#[inline]
pub fn classify<'a>(
    library: &'a Library,
    policy: &Policy,
    call: &Call,
) -> Result<Result<Plan<'a>, PassOn>, Fault> {
    if library.is_null_communicator(call.comm) {
        return Ok(Err(PassOn::Rejected));
    }
    let (datatype, operator) = match operands(library, &call.operation()) {
        Ok(operands) => operands,
        Err(reason) => return Ok(Err(reason)),
    };
    let communicator = Communicator::of(library, call.comm)?;
    if communicator.inter {
        return Ok(Err(PassOn::Unsupported("an intercommunicator")));
    }
    let Some(to) = destination(call, communicator) else { return Ok(Err(PassOn::Rejected)) };
    let choices = communicator.choices().unwrap_or(&policy.choices);
    let asked = call.operation();
    let evaluation = match operation(library, choices, &asked, call.comm, datatype, operator)? {
        Ok(evaluation) => evaluation,
        Err(reason) => return Ok(Err(reason)),
    };
    let receives = to.reaches(communicator.rank);
    let Some(send) = contribution(library, call, receives, evaluation.absolute()) else {
        return Ok(Err(PassOn::Doubtful));
    };
    Ok(Ok(Plan { communicator, send, to, evaluation }))
}

/// What is known of the datatype and the operator without asking MPI, or why
/// the call is passed on whatever else it asks.
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

/// Why a reduction of a kind that is not made reproducible is passed on: because
/// of its `form`, or because its result is the same on every run anyway.
pub fn uncovered(
    library: &Library,
    policy: &Policy,
    operation: &Operation,
    form: &'static str,
) -> PassOn {
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
        _ if policy.choices.arithmetic() == Arithmetic::Native => PassOn::Wanted,
        _ => PassOn::Uncovered(form),
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
    match call.root {
        None => Some(Destination::All),
        Some(root) => {
            let root = usize::try_from(root).ok()?;
            (root < communicator.size).then_some(Destination::Root(root))
        }
    }
}

/// How the operation is evaluated, or why not by us.
fn operation<'a>(
    library: &'a Library,
    choices: &Choices,
    asked: &Operation,
    comm: Handle,
    datatype: Option<Class>,
    operator: Option<Operator>,
) -> Result<Result<Evaluation<'a>, PassOn>, Fault> {
    if datatype == Some(Class::NoReduction) && operator.is_some() {
        // Some MPI libraries take characters for integers all the same.
        return Ok(Err(PassOn::Harmless(NO_REDUCTION)));
    }
    // Every MPI has these, with every operator that we have.
    let usual = match datatype {
        Some(Class::Floating(kind)) if operator.is_some() => {
            matches!(kind.format(), Format::Float | Format::Double)
        }
        _ => false,
    };
    if !usual && !library.accepts(asked.datatype, asked.op) {
        return Ok(Err(PassOn::Rejected));
    }
    let Some(operator) = operator else { return reduce_local(library, choices, asked, comm) };
    let kind = match datatype {
        Some(Class::Floating(kind)) => Some(kind),
        _ => library.f90_kind(asked.datatype),
    };
    let Some(kind) = kind else {
        return Ok(Err(PassOn::Unsupported("a datatype that it does not know")));
    };
    let Some(kernel) = kernel::lookup(kind, operator) else {
        return Ok(Err(PassOn::Harmless(NOT_DEFINED)));
    };
    if choices.arithmetic() == Arithmetic::Native {
        return Ok(Err(PassOn::Wanted));
    }
    let order_free = match (choices.arithmetic(), operator) {
        (Arithmetic::Exact, Operator::Sum) => ExactSum::of(kind).map(Own::Exact),
        (by_levels, Operator::Sum) => LevelledSum::of(kind, by_levels).map(Own::Levels),
        _ => None,
    };
    Ok(Ok(Evaluation::Own(order_free.unwrap_or(Own::Tree(Tree(kernel))))))
}

/// How the elements of a distributed array are reduced, or why they are not: also by
/// operators that are associative as they are, because nobody else does it.
pub fn array<'a>(
    library: &'a Library,
    choices: &Choices,
    asked: &Operation,
    comm: Handle,
) -> Result<Result<Evaluation<'a>, PassOn>, Fault> {
    match operands(library, asked) {
        Ok((_, Some(Operator::Replace | Operator::NoOp))) => Ok(Err(PassOn::Harmless(NOT_DEFINED))),
        Ok((datatype, operator)) => operation(library, choices, asked, comm, datatype, operator),
        Err(PassOn::Harmless(ASSOCIATIVE)) if library.accepts(asked.datatype, asked.op) => {
            let any = Choices { arithmetic: Some(Arithmetic::Tree), ..*choices };
            reduce_local(library, &any, asked, comm)
        }
        Err(PassOn::Harmless(ASSOCIATIVE)) => Ok(Err(PassOn::Harmless(NOT_DEFINED))),
        Err(reason) => Ok(Err(reason)),
    }
}

/// The code of a distributed array's arithmetic; none where it is an operator of the
/// user's, or the MPI library's own.
pub fn code(
    library: &Library,
    datatype: Handle,
    op: Handle,
    evaluation: &Evaluation<'_>,
) -> Option<Code> {
    if let Evaluation::Local(_) = evaluation {
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

/// The tree with MPI_Reduce_local, for an operator of the user's.
fn reduce_local<'a>(
    library: &'a Library,
    choices: &Choices,
    asked: &Operation,
    comm: Handle,
) -> Result<Result<Evaluation<'a>, PassOn>, Fault> {
    let size = match library.size_of_type(asked.datatype) {
        None => return Ok(Err(PassOn::Unsupported("a datatype of 2 GiB or more"))),
        Some(0) => return Ok(Err(PassOn::Harmless(NO_DATA))),
        Some(size) => size as usize,
    };
    // After what is passed on whatever the policy: ranks agree on their policies
    // where it matters only.
    if choices.arithmetic() == Arithmetic::Native {
        return Ok(Err(PassOn::Wanted));
    }
    let datatype = (asked.datatype, size);
    match Local::new(library, asked.op, datatype)? {
        Some(local) => {
            let combine = ReduceLocal::new(library, comm, local);
            Ok(Ok(Evaluation::Local(Box::new(Tree(combine)))))
        }
        None => Ok(Err(PassOn::Unsupported(
            "a datatype that was resized within (the MPI library does not tell its true extent)",
        ))),
    }
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
    if receives {
        if call.recv as usize == in_place || (!absolute && call.recv.is_null()) {
            return None;
        }
        // Open MPI takes an aliased buffer of one element in MPI_Allreduce.
        let accepted = || {
            (library.family == Family::OpenMpi && call.root.is_none() && call.count == 1)
                || library.accepts_aliases(call.root.is_some())
        };
        if call.send == call.recv.cast_const() && !call.send.is_null() && !accepted() {
            return None;
        }
    }
    Some(call.send)
}
