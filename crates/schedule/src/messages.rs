//! Point-to-point messages, for the schedules that need them.

use samebits_base::fault::{Fault, Outcome};
use std::ptr::{null, null_mut};

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
}

/// Sends `bytes` bytes to a rank and receives at most `max_bytes` from it; 0 bytes are no message.
pub(super) unsafe fn exchange(
    messages: &dyn Messages,
    with: usize,
    (send, bytes): (*const u8, usize),
    (into, max_bytes): (*mut u8, usize),
) -> Outcome {
    // SAFETY: upheld by the caller.
    unsafe {
        let received = match max_bytes {
            0 => None,
            _ => Some(messages.receive(with, into, max_bytes)?),
        };
        if bytes > 0 {
            let sent = messages.send(with, send, bytes)?;
            messages.wait(sent)?;
        }
        received.map_or(Ok(()), |received| messages.wait(received).map(|_| ()))
    }
}

/// Sends `bytes` bytes to a rank; 0 bytes are no message.
pub(super) unsafe fn send(
    messages: &dyn Messages,
    to: usize,
    from: *const u8,
    bytes: usize,
) -> Outcome {
    // SAFETY: upheld by the caller.
    unsafe { exchange(messages, to, (from, bytes), (null_mut(), 0)) }
}

/// Receives at most `max_bytes` bytes from a rank; 0 bytes are no message.
pub(super) unsafe fn receive(
    messages: &dyn Messages,
    from: usize,
    into: *mut u8,
    max_bytes: usize,
) -> Outcome {
    // SAFETY: upheld by the caller.
    unsafe { exchange(messages, from, (null(), 0), (into, max_bytes)) }
}

/// Waits for all of these messages.
pub(super) fn wait_for_all(messages: &dyn Messages, pending: Vec<Pending>) -> Outcome {
    pending.into_iter().try_for_each(|message| messages.wait(message).map(drop))
}
