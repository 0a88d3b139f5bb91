//! The messages of one driven reduction.

use super::table::Owner;
use super::tag::Tag;
use crate::abi::family::{Handle, HandleSlot};
use crate::calls::error_handlers::returning_errors;
use crate::calls::failures::Failure;
use crate::{int, Library};
use libc::{c_int, c_void};
use samebits_base::fault::Fault;
use samebits_schedule::{Messages, Pending};
use std::cell::{Cell, RefCell};
use std::task::Poll;

/// Messages between the ranks of a communicator under one tag, which the engine completes.
#[derive(Debug)]
pub struct DrivenMessages {
    library: &'static Library,
    tag: Tag,
    messages: RefCell<Vec<Message>>,
    /// The places of those that were asked for.
    free: RefCell<Vec<usize>>,
    /// What the engine does not know of yet.
    started: RefCell<Vec<Started>>,
    always: Cell<bool>,
}

#[derive(Debug)]
enum Message {
    UnderWay,
    Complete(Result<usize, Fault>),
    Gone,
}

/// A message whose request the engine is to look at.
#[derive(Debug)]
struct Started {
    request: Handle,
    message: usize,
    received: bool,
}

impl DrivenMessages {
    pub fn new(library: &'static Library, tag: Tag) -> DrivenMessages {
        let (messages, free, started) = Default::default();
        DrivenMessages { library, tag, messages, free, started, always: Cell::new(false) }
    }

    /// Its tag.
    pub fn tag(&self) -> &Tag {
        &self.tag
    }

    /// Whether the reduction is polled whenever the MPI library makes progress, not only when a message of
    /// its has completed: while it waits for something else, which it looks at in its `poll` (see
    /// [`crate::calls::nonblocking::Pending::test`]).
    pub fn poll_always(&self, on: bool) {
        self.always.set(on);
    }

    pub(super) fn is_always_polled(&self) -> bool {
        self.always.get()
    }

    /// Hands over what was started since the last time, as a reduction of that number.
    pub(super) fn take_started(&self, reduction: usize, mut take: impl FnMut(Handle, Owner)) {
        for Started { request, message, received } in self.started.borrow_mut().drain(..) {
            take(request, Owner { reduction, message, received });
        }
    }

    /// Notes that a message is complete: with the number of bytes that were received, or an error.
    pub(super) fn complete(&self, message: usize, result: Result<usize, Fault>) {
        let result = result.map_err(|fault| self.explained(fault));
        self.messages.borrow_mut()[message] = Message::Complete(result);
    }

    fn start(
        &self,
        received: bool,
        start: impl FnOnce(*mut c_void) -> c_int,
    ) -> Result<Pending, Fault> {
        let mut slot = HandleSlot::default();
        returning_errors(|| start(slot.place())).map_err(|fault| self.explained(fault))?;
        let mut messages = self.messages.borrow_mut();
        let message = self.free.borrow_mut().pop().unwrap_or(messages.len());
        if message == messages.len() {
            messages.push(Message::Gone);
        }
        messages[message] = Message::UnderWay;
        let request = slot.handle(self.library.family);
        self.started.borrow_mut().push(Started { request, message, received });
        Ok(Pending(message))
    }

    /// The error that the program is to get. If a process has failed, all that others have under way on
    /// the communicator ends with an error, too: some wait for ranks that go no further.
    #[cold]
    fn explained(&self, fault: Fault) -> Fault {
        let library = self.library;
        if library.failure_of(fault.0).is_none() {
            return fault;
        }
        library.revoke(self.tag.comm());
        let is_revoked = self.tag.parent().is_some_and(|comm| library.is_revoked(comm));
        Fault(library.failure_code(if is_revoked { Failure::Revoked } else { Failure::Process }))
    }

    /// Has its messages end with an error if a process has failed, or the program has revoked its
    /// communicator: the MPI library does not tell those who wait for another rank.
    pub(super) fn look_for_failures(&self) {
        let library = self.library;
        if self.tag.is_ready() == Ok(true) {
            let ours = self.tag.comm();
            let revoked = self.tag.parent().is_some_and(|comm| library.is_revoked(comm));
            if revoked || library.failure_on(ours) == Some(Failure::Process) {
                library.revoke(ours);
            }
        }
    }
}

impl Messages for DrivenMessages {
    unsafe fn send(&self, to: usize, from: *const u8, bytes: usize) -> Result<Pending, Fault> {
        let (byte, comm, tag) = (self.library.constants.byte, self.tag.comm(), self.tag.number());
        // SAFETY: the caller gives the bytes until the message is complete.
        self.start(false, |request| unsafe {
            let (from, n, to) = (from.cast(), int(bytes), int(to));
            (self.library.functions.isend)(from, n, byte, to, tag, comm, request)
        })
    }

    unsafe fn receive(&self, from: usize, into: *mut u8, limit: usize) -> Result<Pending, Fault> {
        let (byte, comm, tag) = (self.library.constants.byte, self.tag.comm(), self.tag.number());
        // SAFETY: the caller gives the buffer until the message is complete.
        self.start(true, |request| unsafe {
            let (into, n, from) = (into.cast(), int(limit), int(from));
            (self.library.functions.irecv)(into, n, byte, from, tag, comm, request)
        })
    }

    fn wait(&self, _: Pending) -> Result<usize, Fault> {
        panic!("messages of a driven reduction are polled")
    }

    fn poll(&self, &Pending(number): &Pending) -> Poll<Result<usize, Fault>> {
        let message = &mut self.messages.borrow_mut()[number];
        if let Message::UnderWay = message {
            return Poll::Pending;
        }
        match std::mem::replace(message, Message::Gone) {
            Message::Complete(result) => {
                self.free.borrow_mut().push(number);
                Poll::Ready(result)
            }
            _ => unreachable!("a message is asked for until it is ready"),
        }
    }
}
