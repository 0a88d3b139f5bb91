//! Messages that a rank exchanges with one other, or with several at a time.

use super::messages::{Messages, Pending};
use super::stepwise::{wait, Mode};
use samebits_base::fault::Outcome;

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
    if bytes > 0 {
        // SAFETY: upheld by the caller.
        let sent = unsafe { messages.send(to, from, bytes)? };
        wait::<M>(messages, sent).await?;
    }
    Ok(())
}

/// Receives at most `max_bytes` bytes from a rank; 0 bytes are no message.
pub(super) async unsafe fn receive<M: Mode>(
    messages: &dyn Messages,
    from: usize,
    into: *mut u8,
    max_bytes: usize,
) -> Outcome {
    if max_bytes > 0 {
        // SAFETY: upheld by the caller.
        let received = unsafe { messages.receive(from, into, max_bytes)? };
        wait::<M>(messages, received).await?;
    }
    Ok(())
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
