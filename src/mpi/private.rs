//! A communicator of our own with the ranks of the caller's, for messages between two ranks:
//! on the caller's they could be taken for messages of the program.
//!
//! It is made without a callback of the program's attributes running (no duplicate), and with
//! a quiet error handler: its errors are raised on the caller's communicator. It is freed with
//! the caller's, in the function that deletes our attribute.

use super::family::{Handle, HandleSlot};
use super::quiet::quietly;
use super::{checked, Library};
use crate::arithmetic::Fault;
use crate::kernel::fpenv::Caller;
use crate::schedule::{Messages, Pending};
use libc::{c_int, c_void};
use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Private communicators of a process at one time: MPI libraries have a bounded number, and a
/// program may need most of it.
pub const MOST: usize = 64;

static IN_USE: AtomicUsize = AtomicUsize::new(0);

/// Any tag will do where all messages are ours.
const TAG: c_int = 1;

/// Bytes of an MPI_Status, at most.
const STATUS: usize = 64;

/// A communicator of our own.
#[derive(Debug)]
pub struct PrivateComm {
    comm: Handle,
    stored: HandleSlot,
    free: unsafe extern "C-unwind" fn(*mut c_void) -> c_int,
}

impl PrivateComm {
    /// Makes one with all ranks of a communicator; collective. None, on all ranks, where one
    /// of them cannot have it.
    pub fn new(library: &Library, comm: Handle) -> Result<Option<PrivateComm>, Fault> {
        let full = IN_USE.load(Ordering::Relaxed) >= MOST;
        if library.any(comm, full)? {
            return Ok(None);
        }
        let (functions, family) = (&library.functions, library.family);
        let (mut group, mut stored) = (HandleSlot::default(), HandleSlot::default());
        let quiet = library.quiet()?;
        // SAFETY: a communicator of this library, and places for handles. That there are no
        // more communicators is no error of the program's.
        let made = unsafe {
            checked((functions.comm_group)(comm, group.place()))?;
            let make = || (functions.comm_create)(comm, group.handle(family), stored.place());
            let made = quiet.meanwhile(comm, || quietly(make));
            (functions.group_free)(group.place());
            made.is_ok()
        };
        let own = made.then(|| {
            IN_USE.fetch_add(1, Ordering::Relaxed);
            PrivateComm { comm: stored.handle(family), stored, free: functions.comm_free }
        });
        let own = own.filter(|own| quiet.set(own.comm).is_ok());
        // (One that only some ranks have is freed again, by those.)
        Ok(if library.any(comm, own.is_none())? { None } else { own })
    }
}

impl Drop for PrivateComm {
    fn drop(&mut self) {
        // SAFETY: made by `new`, freed once; all messages on it have been waited for.
        unsafe { (self.free)(self.stored.place()) };
        IN_USE.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Messages on a private communicator, in one call on the caller's.
#[derive(Debug)]
pub struct PointToPoint<'a> {
    library: &'a Library,
    private: &'a PrivateComm,
    /// The caller's communicator.
    comm: Handle,
    /// The environment in which the library does its work.
    caller: &'a Caller,
    /// Those of messages, and whether they are received.
    requests: RefCell<Vec<(HandleSlot, bool)>>,
}

impl<'a> PointToPoint<'a> {
    /// In a call on that communicator.
    pub fn new(
        library: &'a Library,
        private: &'a PrivateComm,
        comm: Handle,
        caller: &'a Caller,
    ) -> Self {
        PointToPoint { library, private, comm, caller, requests: RefCell::default() }
    }

    /// Starts a message, which gives a request.
    fn start(
        &self,
        received: bool,
        start: impl FnOnce(*mut c_void) -> c_int,
    ) -> Result<Pending, Fault> {
        let mut request = HandleSlot::default();
        self.raised(self.caller.run(|| quietly(|| start(request.place()))))?;
        let mut requests = self.requests.borrow_mut();
        requests.push((request, received));
        Ok(Pending(requests.len() - 1))
    }

    /// An error is the program's to handle.
    fn raised(&self, done: Result<(), Fault>) -> Result<(), Fault> {
        done.map_err(|Fault(code)| Fault(self.library.raise(self.comm, code)))
    }
}

/// A number of bytes as MPI takes it: blocks are shorter than that.
fn int(number: usize) -> c_int {
    c_int::try_from(number).expect("a message has fewer than 2^31 bytes")
}

impl Messages for PointToPoint<'_> {
    unsafe fn send(&self, to: usize, from: *const u8, bytes: usize) -> Result<Pending, Fault> {
        let (byte, comm) = (self.library.constants.byte, self.private.comm);
        // SAFETY: the caller gives the bytes, until the message was waited for.
        self.start(false, |request| unsafe {
            let (from, n, to) = (from.cast(), int(bytes), int(to));
            (self.library.functions.isend)(from, n, byte, to, TAG, comm, request)
        })
    }

    unsafe fn receive(&self, from: usize, into: *mut u8, most: usize) -> Result<Pending, Fault> {
        let (byte, comm) = (self.library.constants.byte, self.private.comm);
        // SAFETY: the caller gives the room, until the message was waited for.
        self.start(true, |request| unsafe {
            let (into, n, from) = (into.cast(), int(most), int(from));
            (self.library.functions.irecv)(into, n, byte, from, TAG, comm, request)
        })
    }

    fn wait(&self, Pending(number): Pending) -> Result<usize, Fault> {
        #[repr(C, align(16))]
        struct Status([u8; STATUS]);
        let mut status = Status([0; STATUS]);
        let place = (&raw mut status.0).cast();
        let mut bytes = 0;
        let functions = &self.library.functions;
        let (request, received) = &mut self.requests.borrow_mut()[number];
        // SAFETY: a request of ours, and room for a status.
        unsafe {
            let byte = self.library.constants.byte;
            let waited = self.caller.run(|| quietly(|| (functions.wait)(request.place(), place)));
            self.raised(waited)?;
            if *received {
                self.raised(quietly(|| (functions.get_count)(place, byte, &mut bytes)))?;
            }
        }
        Ok(usize::try_from(bytes).unwrap_or(0))
    }
}
