//! Point-to-point messages, for the schedules that need them.

use samebits_base::fault::Fault;
use std::task::Poll;

/// A message in flight, of the transport that has started it; to be waited for once.
#[derive(Debug)]
#[must_use = "a message that is under way has to be waited for"]
pub struct Pending(pub usize);

/// The ranks of a communicator on which nobody else sends messages. Between two ranks messages
/// are received in the order in which they were started. A rank may not send to itself.
pub trait Messages {
    /// Starts sending `bytes` bytes to a rank.
    ///
    /// # Safety
    /// They are there, and do not change until the message was waited for.
    unsafe fn send(&self, to: usize, from: *const u8, bytes: usize) -> Result<Pending, Fault>;

    /// Starts receiving the next message of a rank, of at most `limit` bytes.
    ///
    /// # Safety
    /// `into` holds as many, and nobody else uses them until the message was waited for.
    unsafe fn receive(&self, from: usize, into: *mut u8, limit: usize) -> Result<Pending, Fault>;

    /// Waits for a message, in any order. Returns the number of bytes that were received; 0 for
    /// one that was sent.
    fn wait(&self, message: Pending) -> Result<usize, Fault>;

    /// Looks whether a message is there or gone, with the result that waiting for it has; after
    /// that it may not be looked at again. Only where schedules run step by step.
    fn poll(&self, _message: &Pending) -> Poll<Result<usize, Fault>> {
        unreachable!("messages of a blocking call are waited for")
    }
}

impl<M: Messages + ?Sized> Messages for &M {
    unsafe fn send(&self, to: usize, from: *const u8, bytes: usize) -> Result<Pending, Fault> {
        // SAFETY: upheld by the caller.
        unsafe { (**self).send(to, from, bytes) }
    }

    unsafe fn receive(&self, from: usize, into: *mut u8, limit: usize) -> Result<Pending, Fault> {
        // SAFETY: upheld by the caller.
        unsafe { (**self).receive(from, into, limit) }
    }

    fn wait(&self, message: Pending) -> Result<usize, Fault> {
        (**self).wait(message)
    }

    fn poll(&self, message: &Pending) -> Poll<Result<usize, Fault>> {
        (**self).poll(message)
    }
}
