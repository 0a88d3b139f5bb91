//! A reduction as data: what is reduced, who gets what of the result, and how the call completes.

use crate::mpi::family::Handle;
use libc::c_int;

/// What is reduced, except the buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The number of elements that each rank contributes.
    pub count: i64,
    pub datatype: Handle,
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
    /// It is combined with the contents of another rank's memory.
    Window,
}

/// How a call completes: when it returns, with its request, or with its request after each start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    Blocking,
    Nonblocking,
    Persistent,
}

/// The kind of a reduction, whatever it reduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    pub delivery: Delivery,
    pub completion: Completion,
}

impl Form {
    /// The name of an uncovered form in warnings and in the report.
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

/// A call of a collective reduction.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The MPI function's name, for messages only.
    pub name: &'static str,
    pub form: Form,
    /// 0 where the form has no root.
    pub root: c_int,
    /// The send buffer, or MPI_IN_PLACE.
    pub send: *const u8,
    pub recv: *mut u8,
    pub operation: Operation,
    pub comm: Handle,
}

/// What a call works on. On a window, each rank calls on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallScope {
    Communicator(Handle),
    Window(Handle),
}

/// What the report and the warnings need of a call.
#[derive(Clone, Copy, Debug)]
pub struct CallInfo {
    pub name: &'static str,
    pub operation: Operation,
    pub on: CallScope,
}

impl From<&Call> for CallInfo {
    fn from(call: &Call) -> CallInfo {
        let Call { name, operation, comm, .. } = *call;
        CallInfo { name, operation, on: CallScope::Communicator(comm) }
    }
}
