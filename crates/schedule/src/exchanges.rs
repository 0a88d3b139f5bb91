//! Messages that a rank exchanges with one other, or with several at a time.

use super::messages::{Messages, Pending};
use super::stepwise::{wait, Mode};
use samebits_base::fault::Outcome;
use std::ptr::{null, null_mut};

/// Sends `bytes` bytes to a rank and receives at most `max_bytes` from it; 0 bytes are no message.
pub(super) async unsafe fn exchange<M: Mode>(
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
            wait::<M>(messages, sent).await?;
        }
        if let Some(received) = received {
            wait::<M>(messages, received).await?;
        }
        Ok(())
    }
}

/// Sends `bytes` bytes to a rank; 0 bytes are no message.
pub(super) async unsafe fn send<M: Mode>(
    messages: &dyn Messages,
    to: usize,
    from: *const u8,
    bytes: usize,
) -> Outcome {
    // SAFETY: upheld by the caller.
    unsafe { exchange::<M>(messages, to, (from, bytes), (null_mut(), 0)).await }
}

/// Receives at most `max_bytes` bytes from a rank; 0 bytes are no message.
pub(super) async unsafe fn receive<M: Mode>(
    messages: &dyn Messages,
    from: usize,
    into: *mut u8,
    max_bytes: usize,
) -> Outcome {
    // SAFETY: upheld by the caller.
    unsafe { exchange::<M>(messages, from, (null(), 0), (into, max_bytes)).await }
}

/// Waits for all of these messages.
pub(super) async fn wait_for_all<M: Mode>(
    messages: &dyn Messages,
    pending: Vec<Pending>,
) -> Outcome {
    for message in pending {
        wait::<M>(messages, message).await?;
    }
    Ok(())
}
