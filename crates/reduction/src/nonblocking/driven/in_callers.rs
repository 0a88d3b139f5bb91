//! The messages of a schedule that is driven, in the floating-point environment of whoever polls.

use samebits_base::fault::Fault;
use samebits_kernel::fpenv::Caller;
use samebits_mpi::progress::DrivenMessages;
use samebits_schedule::{Messages, Pending};
use std::cell::Cell;
use std::task::Poll;

pub struct InCallers {
    pub messages: DrivenMessages,
    /// The environment of whoever polls, in which the MPI library communicates: it may call functions of
    /// the program's.
    pub caller: Cell<Option<Caller>>,
}

impl InCallers {
    fn in_callers<R>(&self, work: impl FnOnce() -> R) -> R {
        match self.caller.get() {
            Some(caller) => caller.run(work),
            None => work(),
        }
    }
}

impl Messages for InCallers {
    unsafe fn send(&self, to: usize, from: *const u8, bytes: usize) -> Result<Pending, Fault> {
        // SAFETY: upheld by the caller.
        self.in_callers(|| unsafe { self.messages.send(to, from, bytes) })
    }

    unsafe fn receive(&self, from: usize, into: *mut u8, limit: usize) -> Result<Pending, Fault> {
        // SAFETY: upheld by the caller.
        self.in_callers(|| unsafe { self.messages.receive(from, into, limit) })
    }

    fn wait(&self, message: Pending) -> Result<usize, Fault> {
        self.messages.wait(message)
    }

    fn poll(&self, message: &Pending) -> Poll<Result<usize, Fault>> {
        self.messages.poll(message)
    }
}
