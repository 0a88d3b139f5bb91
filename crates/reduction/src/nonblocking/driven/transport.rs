//! What a schedule that is driven sees of the ranks: messages alone.

use samebits_base::fault::{Fault, Outcome};
use samebits_fold::offload::Addends;
use samebits_kernel::fpenv::Caller;
use samebits_mpi::progress::DrivenMessages;
use samebits_schedule::{Cut, Destination, Messages, Pending, Transport};
use std::cell::Cell;
use std::task::Poll;

pub struct ByMessages {
    pub rank: usize,
    pub ranks: usize,
    pub messages: DrivenMessages,
    /// The environment of whoever polls, in which the MPI library communicates: it may call functions of
    /// the program's.
    pub caller: Cell<Option<Caller>>,
}

impl ByMessages {
    fn in_callers<R>(&self, work: impl FnOnce() -> R) -> R {
        match self.caller.get() {
            Some(caller) => caller.run(work),
            None => work(),
        }
    }
}

impl Messages for ByMessages {
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

const NONE: &str = "step by step there are messages alone";

impl Transport for ByMessages {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.ranks
    }

    fn messages(&self) -> Option<&dyn Messages> {
        Some(self)
    }

    unsafe fn gather_rows(&self, _: Destination, _: *const u8, _: *mut u8, _: usize) -> Outcome {
        unreachable!("{NONE}")
    }

    unsafe fn exchange_slices(&self, _: Cut, _: *const u8, _: *mut u8) -> Outcome {
        unreachable!("{NONE}")
    }

    unsafe fn gather_slices(&self, _: Destination, _: Cut, _: *const u8, _: *mut u8) -> Outcome {
        unreachable!("{NONE}")
    }

    unsafe fn merge_bundles(&self, _: Destination, _: &[u8], _: &mut [u8]) -> Outcome {
        unreachable!("{NONE}")
    }

    unsafe fn merge_accumulators(&self, _: Destination, _: &[u8], _: &mut [u8]) -> Outcome {
        unreachable!("{NONE}")
    }

    unsafe fn largest(&self, _: &mut [i32]) -> Outcome {
        unreachable!("{NONE}")
    }

    unsafe fn sums(&self, _: Destination, _: Addends, _: &[u64], _: &mut [u64]) -> Outcome {
        unreachable!("{NONE}")
    }

    unsafe fn exchange(&self, _: (*const u8, usize), _: (*mut u8, usize)) -> Outcome {
        unreachable!("{NONE}")
    }
}
