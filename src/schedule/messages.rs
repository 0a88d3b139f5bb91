//! Messages between two ranks, for the schedules that need them.

use crate::arithmetic::Fault;

/// A message under way, of the transport that has started it; to be waited for once.
#[derive(Debug)]
#[must_use = "a message that is under way has to be waited for"]
pub struct Pending(pub usize);

/// The ranks of a communicator that nobody else sends messages on. Between two ranks messages
/// arrive in the order in which they were started, and are received in that order. A rank may
/// not send to itself.
pub trait Messages {
    /// Starts sending `bytes` bytes to a rank.
    ///
    /// # Safety
    /// They are there, and stay as they are, until the message was waited for.
    unsafe fn send(&self, to: usize, from: *const u8, bytes: usize) -> Result<Pending, Fault>;

    /// Starts receiving the next message of a rank, of at most so many bytes.
    ///
    /// # Safety
    /// There is room for them, which nobody else uses until the message was waited for.
    unsafe fn receive(&self, from: usize, into: *mut u8, most: usize) -> Result<Pending, Fault>;

    /// Waits for a message, which may be of any other. Returns the number of bytes that were
    /// received; 0 of one that was sent.
    fn wait(&self, message: Pending) -> Result<usize, Fault>;
}

/// Sends a rank so many bytes and receives at most so many of it; none at all is no message.
///
/// # Safety
/// As for [`Messages::send`] and [`Messages::receive`].
pub(super) unsafe fn exchange(
    messages: &dyn Messages,
    with: usize,
    (send, bytes): (*const u8, usize),
    (into, most): (*mut u8, usize),
) -> Result<(), Fault> {
    // SAFETY: upheld by the caller.
    unsafe {
        let received = match most {
            0 => None,
            _ => Some(messages.receive(with, into, most)?),
        };
        if bytes > 0 {
            let sent = messages.send(with, send, bytes)?;
            messages.wait(sent)?;
        }
        received.map_or(Ok(()), |received| messages.wait(received).map(|_| ()))
    }
}
