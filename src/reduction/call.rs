//! A reduction as data: what is reduced, who gets what of the result, and how the call completes.

use crate::mpi::family::Handle;
use libc::c_int;

/// What is reduced, buffers apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The number of elements of the vector that each rank contributes.
    pub count: i64,
    /// The datatype.
    pub datatype: Handle,
    /// The operator.
    pub op: Handle,
}

/// Who gets what of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// Every rank gets all of it.
    All,
    /// One rank gets all of it.
    Root,
    /// Each rank gets a block of it.
    Blocks,
    /// Each rank gets the result of the ranks before it.
    Prefix,
    /// It is combined with what lies in another rank's memory.
    Window,
}

/// How a call completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// When it returns.
    Blocking,
    /// With its request.
    Nonblocking,
    /// With its request, once for each start.
    Persistent,
}

/// The kind of a reduction, whatever it reduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Who gets what of the result.
    pub delivery: Delivery,
    /// How it completes.
    pub completion: Completion,
}

impl Form {
    /// As warnings and the report name a form that is not made reproducible.
    pub fn name(self) -> &'static str {
        match (self.completion, self.delivery) {
            (_, Delivery::Window) => "one-sided",
            (Completion::Nonblocking, _) => "nonblocking",
            (Completion::Persistent, _) => "persistent",
            (Completion::Blocking, Delivery::Blocks) => "a reduce-scatter",
            (Completion::Blocking, Delivery::Prefix) => "a prefix reduction",
            (Completion::Blocking, Delivery::All) => "an all-reduction",
            (Completion::Blocking, Delivery::Root) => "a reduction to a root",
        }
    }
}

/// A collective reduction as the caller asked for it.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The MPI function's name: for what is said, and nothing else.
    pub name: &'static str,
    /// Who gets what, and when.
    pub form: Form,
    /// The root, where the form has one; else 0.
    pub root: c_int,
    /// The send buffer, or MPI_IN_PLACE.
    pub send: *const u8,
    /// The receive buffer.
    pub recv: *mut u8,
    /// What is reduced.
    pub operation: Operation,
    /// The communicator.
    pub comm: Handle,
}

/// What a call works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallScope {
    /// A communicator: the call is collective.
    Communicator(Handle),
    /// A window: the call is one rank's own.
    Window(Handle),
}

/// What is said of a call.
#[derive(Clone, Copy, Debug)]
pub struct CallInfo {
    /// The MPI function's name.
    pub name: &'static str,
    /// What is reduced.
    pub operation: Operation,
    /// What it works on.
    pub on: CallScope,
}

impl From<&Call> for CallInfo {
    fn from(call: &Call) -> CallInfo {
        let Call { name, operation, comm, .. } = *call;
        CallInfo { name, operation, on: CallScope::Communicator(comm) }
    }
}
