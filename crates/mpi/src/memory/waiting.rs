//! Waiting in shared memory, outside the MPI library. MPI must make progress meanwhile, or what
//! another rank needs of this one (a large message, one-sided access) stalls, perhaps forever.
//!
//! Testing a generalised request that never completes makes MPI libraries progress everything. A
//! probe does not suffice: where Open MPI matches in the network library, it progresses only that.
//! Cost: 15 to 40 ns when nothing is under way.

use super::presence::{look, Lost};
use super::shared::SharedMemory;
use crate::abi::family::{Handle, HandleSlot};
use crate::Library;
use libc::{c_int, c_void};
use samebits_base::fault::{FatalError, Fault, Outcome};
use samebits_base::{futex, lock::lock};
use samebits_kernel::fpenv::Caller;
use samebits_schedule::node::wait::{left_early, Looks, Waiting};
use samebits_schedule::node::{nodes::Nodes, segment::Segment, Node, Waiter};
use std::{cell::Cell, sync::atomic::AtomicU64, time::Duration};

/// The memory of a communicator's ranks, in a call on it.
#[derive(Debug)]
pub struct NodeView<'a> {
    pub memory: &'a SharedMemory,
    pub library: &'a Library,
    comm: Handle,
    /// The environment in which the library makes progress: it may call functions of the user's.
    caller: &'a Caller,
    /// Why this rank waits in vain.
    lost: Cell<Option<Lost>>,
}

/// Between calls for progress where ranks outnumber cores: a call gives the core away, too.
const PROGRESS_INTERVAL: Duration = Duration::from_micros(10);

/// After so long this CPU is given away: what is waited for is late anyway.
const YIELD_AFTER: Duration = Duration::from_micros(100);

/// One turn of a wait for other ranks: lets MPI make progress, and others have this CPU. Returns the
/// time that it has taken so far.
pub fn pause(waiting: &mut Waiting, oversubscribed: bool, progress: impl FnOnce()) -> Duration {
    if !oversubscribed || waiting.is_due(PROGRESS_INTERVAL) {
        progress();
    }
    let now = if oversubscribed { waiting.last_asked() } else { waiting.time() };
    if oversubscribed || now >= YIELD_AFTER {
        std::thread::yield_now();
    }
    now
}

/// A clock that is read in a few nanoseconds and advances every few milliseconds.
pub fn coarse_clock() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: an out-parameter, and a clock that every system has.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC_COARSE, &mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

impl<'a> NodeView<'a> {
    #[inline]
    pub fn of(
        library: &'a Library,
        caller: &'a Caller,
        comm: Handle,
        memory: &'a SharedMemory,
    ) -> Self {
        NodeView { memory, library, comm, caller, lost: Cell::new(None) }
    }

    /// Why the reduction has ended with an error, if that is because processes have failed.
    pub fn lost(&self) -> Option<Lost> {
        self.lost.get().filter(|_| self.memory.left().is_some())
    }

    /// Looks whether the rank is there still that has been waited for so long.
    #[inline]
    fn look(&self, rank: usize, waiting: &mut Waiting, now: Duration) -> Outcome {
        match waiting.looks.are_due(now) {
            true => self.look_closely(rank, &mut waiting.looks, now),
            false => Ok(()),
        }
    }

    #[cold]
    fn look_closely(&self, rank: usize, looks: &mut Looks, now: Duration) -> Outcome {
        let &NodeView { memory, library, comm, .. } = self;
        let (other, all) = (memory.presence(rank), memory.presences());
        let on = (Some(comm), memory.rank_of(rank));
        match self.caller.run(|| look(library, on, other, all, (looks, now))) {
            None => Ok(()),
            Some(lost) => Err(self.fails(lost)),
        }
    }

    fn fails(&self, lost: Lost) -> Fault {
        self.lost.set(Some(lost));
        Fault(self.library.failure_code(lost.failure))
    }
}

impl Node for NodeView<'_> {
    fn segment(&self) -> &Segment {
        &self.memory.segment
    }

    fn nodes(&self) -> &Nodes {
        &self.memory.nodes
    }
}

impl Waiter for NodeView<'_> {
    fn is_oversubscribed(&self) -> bool {
        self.memory.oversubscribed
    }

    fn pause(&self, rank: usize, waiting: &mut Waiting) -> Outcome {
        let now = pause(waiting, self.memory.oversubscribed, || self.make_progress());
        self.look(rank, waiting, now)
    }

    fn sleep(&self, number: &AtomicU64, seen: u64, sleepers: &AtomicU64, at_most: Duration) {
        futex::sleep(number, seen, sleepers, at_most);
    }

    fn progress(&self, rank: usize, waiting: &mut Waiting) -> Outcome {
        self.make_progress();
        let now = waiting.time();
        self.look(rank, waiting, now)
    }

    fn leave(&self) {
        let Some(lost) = self.lost.get() else { return };
        self.memory.leave(lost.failure);
    }

    #[cold]
    fn left_by(&self, rank: usize) -> Fault {
        match self.memory.presence(rank).left() {
            Some(failure) => {
                let fault = self.fails(Lost { failure, gone: None });
                self.leave();
                fault
            }
            None => FatalError::panic(left_early(rank)),
        }
    }
}

impl NodeView<'_> {
    fn make_progress(&self) {
        self.caller.run(|| self.library.progress(self.memory.pending));
    }
}

// The callbacks of the request: nothing is ever queried, and there is nothing to free.
unsafe extern "C" fn query(_extra: *mut c_void, _status: *mut c_void) -> c_int {
    0
}
unsafe extern "C" fn free(_extra: *mut c_void) -> c_int {
    0
}
unsafe extern "C" fn cancel(_extra: *mut c_void, _complete: c_int) -> c_int {
    0
}

impl Library {
    /// The request that [`Library::progress`] tests.
    pub fn pending(&self) -> Result<Handle, Fault> {
        let mut pending = lock(&self.cache.pending);
        if pending.is_none() {
            let start = self.functions.grequest_start;
            let nothing = std::ptr::null_mut();
            // SAFETY: three callbacks with the standard's signatures, and a place for a handle.
            *pending = Some(HandleSlot::filled(|request| unsafe {
                start(query, free, cancel, nothing, request)
            })?);
        }
        Ok(pending.as_ref().expect("it was made").handle(self.family))
    }

    /// Lets the MPI library make progress. Several threads may test one request: none completes it.
    #[inline]
    pub fn progress(&self, pending: Handle) {
        let mut flag = 0;
        let status = self.constants.status_ignore as *mut c_void;
        // SAFETY: a request of ours, which is freed before MPI ends.
        unsafe { (self.functions.request_get_status)(pending, &mut flag, status) };
    }

    /// The same by whoever has no request.
    pub fn make_progress(&self) {
        if let Ok(pending) = self.pending() {
            self.progress(pending);
        }
    }

    /// Completes and frees the request, before MPI ends.
    pub(crate) fn forget_pending(&self) {
        if let Some(mut request) = lock(&self.cache.pending).take() {
            // SAFETY: a request of ours, which nobody uses any more.
            unsafe {
                (self.functions.grequest_complete)(request.handle(self.family));
                (self.functions.request_free)(request.place());
            }
        }
    }
}
