//! Waiting in shared memory, outside the MPI library. MPI must make progress meanwhile, or what
//! another rank needs of this one (a large message, one-sided access) stalls, maybe for ever.
//!
//! Testing a generalised request that never completes makes MPI libraries progress everything. A
//! probe does not suffice: where Open MPI matches in the network library, it progresses only that.
//! Cost: 15 to 40 ns when nothing is under way.

use super::shared::SharedMemory;
use crate::mpi::abi::family::{Handle, HandleSlot};
use crate::mpi::{checked, Library};
use crate::schedule::node::{nodes::Nodes, segment::Segment, wait::Waiting, Node, Waiter};
use crate::{arithmetic::Fault, futex, kernel::fpenv::Caller, lock::lock};
use libc::{c_int, c_void};
use std::{sync::atomic::AtomicU64, time::Duration};

/// The memory of a communicator's ranks, in a call on it.
#[derive(Debug)]
pub struct NodeView<'a> {
    pub memory: &'a SharedMemory,
    pub library: &'a Library,
    /// The environment in which the library makes progress: it may call functions of the user's.
    pub caller: &'a Caller,
}

/// Between calls for progress where ranks outnumber cores: a call gives the core away, too.
const PROGRESS_INTERVAL: Duration = Duration::from_micros(10);

/// After so long this CPU is given away: what is waited for is late anyway.
const YIELD_AFTER: Duration = Duration::from_micros(100);

/// One turn of a wait for other ranks: lets MPI make progress, and others have this CPU.
pub fn pause(waiting: &mut Waiting, oversubscribed: bool, progress: impl FnOnce()) {
    if !oversubscribed || waiting.is_due(PROGRESS_INTERVAL) {
        progress();
    }
    if oversubscribed || waiting.time() >= YIELD_AFTER {
        std::thread::yield_now();
    }
}

impl<'a> NodeView<'a> {
    pub fn new(
        library: &'a Library,
        caller: &'a Caller,
        memory: Option<&'a SharedMemory>,
    ) -> Option<Self> {
        memory.map(|memory| NodeView { memory, library, caller })
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

    fn pause(&self, waiting: &mut Waiting) {
        pause(waiting, self.memory.oversubscribed, || self.progress());
    }

    fn sleep(&self, number: &AtomicU64, seen: u64, sleepers: &AtomicU64, at_most: Duration) {
        futex::sleep(number, seen, sleepers, at_most);
    }

    fn progress(&self) {
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
            let (mut request, nothing) = (HandleSlot::default(), std::ptr::null_mut());
            // SAFETY: three callbacks with the standard's signatures, and a place for a handle.
            checked(unsafe {
                (self.functions.grequest_start)(query, free, cancel, nothing, request.place())
            })?;
            *pending = Some(request);
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

    /// Completes and frees the request, before MPI ends.
    pub fn forget_pending(&self) {
        if let Some(mut request) = lock(&self.cache.pending).take() {
            // SAFETY: a request of ours, which nobody uses any more.
            unsafe {
                (self.functions.grequest_complete)(request.handle(self.family));
                (self.functions.request_free)(request.place());
            }
        }
    }
}
