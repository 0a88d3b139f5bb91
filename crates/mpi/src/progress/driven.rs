//! What the MPI library drives.

use super::messages::DrivenMessages;
use samebits_base::fault::Outcome;
use std::task::Poll;

/// A reduction, from its start on.
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
