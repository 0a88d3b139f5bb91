//! A communicator of our own with the ranks of the caller's, for messages between two ranks: on the
//! caller's they could be mistaken for messages of the program. It is created without running the
//! program's attribute callbacks, and its errors are raised on the caller's communicator. It is
//! freed with the caller's.

use super::error_handlers::returning_errors;
use super::failures::Failure;
use super::released::release_communicator;
use crate::abi::family::{Handle, HandleSlot};
use crate::abi::status::LONGEST;
use crate::{abi::functions::Functions, int, Library};
use libc::{c_int, c_void};
use samebits_base::fault::{Fault, Outcome};
use samebits_base::stack::with_room;
use samebits_kernel::fpenv::Caller;
use samebits_schedule::{node::wait::Waiting, Messages, Pending};
use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Of a process at one time: MPI libraries bound their number, and programs need some.
const MAX_COMMUNICATORS: usize = 64;

static IN_USE: AtomicUsize = AtomicUsize::new(0);

/// Of the messages of blocking reductions: all others are ours, too.
const TAG: c_int = 1;

#[derive(Debug)]
pub struct PrivateComm {
    comm: Handle,
    stored: HandleSlot,
    free: unsafe extern "C-unwind" fn(*mut c_void) -> c_int,
}

impl PrivateComm {
    /// Creates one with all ranks of a communicator; collective. None, on all ranks, if one cannot.
    pub fn new(library: &Library, comm: Handle) -> Result<Option<PrivateComm>, Fault> {
        let full = IN_USE.load(Ordering::Relaxed) >= MAX_COMMUNICATORS;
        if library.any(comm, full)? {
            return Ok(None);
        }
        let (handler, mut stored) = (library.errors_return()?, HandleSlot::default());
        let create = library.functions.comm_create;
        // SAFETY: a communicator of this library and its group, and a place for a handle.
        let mut create = |group| unsafe { create(comm, group, stored.place()) };
        // That there are no more communicators is no error of the program's.
        let created = library.with_group(comm, |group| {
            handler.meanwhile(comm, || with_room(|| create(group))).is_ok()
        })?;
        let own = created.then(|| {
            IN_USE.fetch_add(1, Ordering::Relaxed);
            let free = library.functions.comm_free;
            PrivateComm { comm: stored.handle(library.family), stored, free }
        });
        let own = own.filter(|own| handler.set(own.comm).is_ok());
        // Ranks that have it where others do not free it again.
        Ok(if library.any(comm, own.is_none())? { None } else { own })
    }
}

impl PrivateComm {
    pub fn comm(&self) -> Handle {
        self.comm
    }
}

impl Drop for PrivateComm {
    fn drop(&mut self) {
        // (All messages on it have been waited for.)
        release_communicator(std::mem::take(&mut self.stored), self.free);
        IN_USE.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Messages on a private communicator, in one call on the caller's.
pub struct PointToPoint<'a> {
    library: &'a Library,
    private: &'a PrivateComm,
    /// The caller's communicator.
    comm: Handle,
    /// The environment in which the library communicates.
    caller: &'a Caller,
    /// Called when processes have failed, before that is raised.
    failed: &'a dyn Fn(Failure),
    /// Of all messages, and whether they are received.
    requests: RefCell<Vec<(HandleSlot, bool)>>,
}

impl<'a> PointToPoint<'a> {
    pub fn new(
        library: &'a Library,
        private: &'a PrivateComm,
        comm: Handle,
        caller: &'a Caller,
        failed: &'a dyn Fn(Failure),
    ) -> Self {
        PointToPoint { library, private, comm, caller, failed, requests: RefCell::default() }
    }

    fn start(
        &self,
        received: bool,
        start: impl FnOnce(*mut c_void) -> c_int,
    ) -> Result<Pending, Fault> {
        let mut request = HandleSlot::default();
        self.raised(self.caller.run(|| returning_errors(|| start(request.place()))))?;
        let mut requests = self.requests.borrow_mut();
        requests.push((request, received));
        Ok(Pending(requests.len() - 1))
    }

    /// Waits where processes may fail: the MPI library tells those who wait on the caller's communicator,
    /// but not those who wait on ours for a rank that is told of it.
    ///
    /// # Safety
    /// As for MPI_Wait.
    unsafe fn wait_tolerantly(&self, request: &mut HandleSlot, status: *mut c_void) -> Outcome {
        let (test, mut done) = (self.library.functions.test, 0);
        let mut waiting = Waiting::begin();
        loop {
            // SAFETY: upheld by the caller.
            returning_errors(|| unsafe { test(request.place(), &mut done, status) })?;
            if done != 0 {
                return Ok(());
            }
            let now = waiting.time();
            if waiting.looks.are_due(now) && self.library.failure_on(self.comm).is_some() {
                // So that this wait ends, and those of all others.
                self.library.revoke(self.private.comm);
            }
        }
    }

    /// Raises an error on the caller's communicator.
    fn raised(&self, done: Outcome) -> Outcome {
        let library = self.library;
        done.map_err(|Fault(mut code)| {
            if library.failure_of(code).is_some() {
                // (Ours is revoked by the first rank that meets a failed process.)
                let failure = match library.is_revoked(self.comm) {
                    true => Failure::Revoked,
                    false => Failure::Process,
                };
                code = library.failure_code(failure);
                (self.failed)(failure);
            }
            Fault(library.raise(self.comm, code))
        })
    }
}

impl Messages for PointToPoint<'_> {
    unsafe fn send(&self, to: usize, from: *const u8, bytes: usize) -> Result<Pending, Fault> {
        let (byte, comm) = (self.library.constants.byte, self.private.comm);
        // SAFETY: the caller gives the bytes until the message has been waited for.
        self.start(false, |request| unsafe {
            let (from, n, to) = (from.cast(), int(bytes), int(to));
            (self.library.functions.isend)(from, n, byte, to, TAG, comm, request)
        })
    }

    unsafe fn receive(&self, from: usize, into: *mut u8, limit: usize) -> Result<Pending, Fault> {
        let (byte, comm) = (self.library.constants.byte, self.private.comm);
        // SAFETY: the caller gives the buffer until the message has been waited for.
        self.start(true, |request| unsafe {
            let (into, n, from) = (into.cast(), int(limit), int(from));
            (self.library.functions.irecv)(into, n, byte, from, TAG, comm, request)
        })
    }

    fn wait(&self, Pending(number): Pending) -> Result<usize, Fault> {
        let mut status = [0u64; LONGEST / size_of::<u64>()];
        let (place, mut bytes) = ((&raw mut status).cast(), 0);
        let Functions { wait, get_count, .. } = self.library.functions;
        let (request, received) = &mut self.requests.borrow_mut()[number];
        // SAFETY: a request of ours, and a buffer for a status.
        unsafe {
            let byte = self.library.constants.byte;
            let waited = self.caller.run(|| match self.library.tolerates_failures() {
                false => returning_errors(|| wait(request.place(), place)),
                true => self.wait_tolerantly(request, place),
            });
            self.raised(waited)?;
            if *received {
                self.raised(returning_errors(|| get_count(place, byte, &mut bytes)))?;
            }
        }
        Ok(usize::try_from(bytes).unwrap_or(0))
    }
}
