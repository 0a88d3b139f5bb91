//! Reductions that the MPI library drives: its progress engine calls a function of ours ([`Hook`]), in
//! whatever call of MPI this rank is, and that goes on with the reductions under way.
//!
//! A [`Driven`] one is started by [`start`], which gives a generalised request of the MPI library: who
//! completes that needs nothing of samebits. It sends its messages by [`DrivenMessages`], on a
//! communicator of ours ([`DrivenComm`]) that is there once a [`Tag`] of it is ready. Where ranks are
//! simulated it is started by [`simulated::start`].

pub mod channel;
mod duplicate;
mod end;
mod engine;
pub mod messages;
mod reductions;
mod request;
pub mod simulated;
mod table;
mod testing;

pub use crate::abi::hook::Hook;
pub use channel::{DrivenComm, Tag};
pub use engine::{any, end, enter_by, start, test};
pub use messages::DrivenMessages;
pub use request::{any_requests, is_request};

use samebits_base::fault::Outcome;
use std::task::Poll;

/// What is driven.
///
/// It is dropped as soon as it is ready, before its request is completed; if messages of its are under
/// way then, as after an error, once they are complete.
pub trait Driven: Send {
    /// Goes on, as far as it can without waiting: called once when it is started, and whenever a message of
    /// its has completed, by one thread at a time. That may be any thread that is in a call of MPI, in
    /// the floating-point environment of the program or of whoever called MPI, which stays as it is.
    /// There is room on the stack. No error handler and no operator of the program's may be called.
    fn poll(&mut self) -> Poll<Outcome>;

    /// Its messages, always the same.
    fn messages(&self) -> &DrivenMessages;
}
