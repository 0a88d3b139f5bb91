//! What ranks exchange at once, by messages: step by step this is done in place of the
//! [`Transport`]'s own, which are collectives of the MPI library. A schedule names both: an `async
//! fn` that stood for the two would be slower in a blocking call.
//!
//! Cost, n bytes a rank, p ranks: rows or slices to all ceil(log2 p) α + (p - 1) n β, to a root
//! α + (p - 1) n β; an exchange of slices α + (p - 1)/p n β, by p - 1 messages at the same time.

use super::exchanges::wait_for_all;
use super::messages::Messages;
use super::prelude::*;
use super::stepwise::Stepwise;

/// As [`Transport::gather_rows`], of rows of so many bytes.
///
/// # Safety
/// As there.
pub(super) async unsafe fn gather_rows(
    transport: &dyn Transport,
    to: Destination,
    send: *const u8,
    recv: *mut u8,
    bytes: usize,
) -> Outcome {
    let (messages, start) = (transport.needed_messages(), |rank: usize| rank * bytes);
    // SAFETY: upheld by the caller.
    unsafe { gather(transport, messages, to, &start, send, recv).await }
}

/// As [`Transport::gather_slices`], of elements of `size` bytes.
///
/// # Safety
/// As there.
pub(super) async unsafe fn gather_slices(
    transport: &dyn Transport,
    to: Destination,
    (cut, size): (Cut, usize),
    send: *const u8,
    recv: *mut u8,
) -> Outcome {
    let (messages, start) = (transport.needed_results(), |rank: usize| cut.start(rank) * size);
    // SAFETY: upheld by the caller.
    unsafe { gather(transport, messages, to, &start, send, recv).await }
}

/// Gathers each rank's part, which begins at `start` bytes and ends where the next one begins.
async unsafe fn gather(
    transport: &dyn Transport,
    messages: &dyn Messages,
    to: Destination,
    start: &dyn Fn(usize) -> usize,
    own: *const u8,
    recv: *mut u8,
) -> Outcome {
    let rank = transport.rank();
    let parts = Parts { start, recv };
    // SAFETY: upheld by the caller; this rank's part may be in its place.
    unsafe {
        if to.reaches(rank) {
            let (into, bytes) = parts.of(rank, rank + 1);
            std::ptr::copy(own, into, bytes);
        }
        match to.root() {
            Some(root) => to_root(transport, messages, root, parts, own).await,
            None => to_all(transport, messages, parts).await,
        }
    }
}

/// The parts of all ranks, one after the other.
struct Parts<'a> {
    start: &'a dyn Fn(usize) -> usize,
    recv: *mut u8,
}

impl Parts<'_> {
    /// Where those of consecutive ranks lie, and their bytes.
    fn of(&self, first: usize, end: usize) -> (*mut u8, usize) {
        let start = (self.start)(first);
        (self.recv.wrapping_add(start), (self.start)(end) - start)
    }
}

async unsafe fn to_root(
    transport: &dyn Transport,
    messages: &dyn Messages,
    root: usize,
    parts: Parts<'_>,
    own: *const u8,
) -> Outcome {
    let (rank, ranks) = (transport.rank(), transport.size());
    let mut pending = Vec::new();
    // SAFETY: upheld by the caller; all messages are waited for.
    unsafe {
        if rank != root {
            let (_, bytes) = parts.of(rank, rank + 1);
            if bytes > 0 {
                pending.push(messages.send(root, own, bytes)?);
            }
        } else {
            for other in (0..ranks).filter(|other| *other != root) {
                let (into, bytes) = parts.of(other, other + 1);
                if bytes > 0 {
                    pending.push(messages.receive(other, into, bytes)?);
                }
            }
        }
    }
    wait_for_all::<Stepwise>(messages, pending).await
}

/// In each round a rank gets as many parts as it has, those that follow its own around the end; so
/// each goes to its place at once, in at most two messages (Bruck et al. 1997, without the
/// rotation).
async unsafe fn to_all(
    transport: &dyn Transport,
    messages: &dyn Messages,
    parts: Parts<'_>,
) -> Outcome {
    let (rank, ranks) = (transport.rank(), transport.size());
    let mut known = 1;
    while known < ranks {
        let more = known.min(ranks - known);
        let (from, to) = ((rank + known) % ranks, (rank + ranks - known) % ranks);
        let mut pending = Vec::with_capacity(4);
        // SAFETY: upheld by the caller; what is received is apart from what is sent, and all
        // messages are waited for.
        unsafe {
            for range in Ranks::cyclic(from, more, ranks).ranges() {
                let (into, bytes) = parts.of(range.start, range.end);
                if bytes > 0 {
                    pending.push(messages.receive(from, into, bytes)?);
                }
            }
            for range in Ranks::cyclic(rank, more, ranks).ranges() {
                let (known, bytes) = parts.of(range.start, range.end);
                if bytes > 0 {
                    pending.push(messages.send(to, known, bytes)?);
                }
            }
        }
        wait_for_all::<Stepwise>(messages, pending).await?;
        known += more;
    }
    Ok(())
}

/// As [`Transport::exchange_slices`], of elements of `size` bytes.
///
/// # Safety
/// As there.
pub(super) async unsafe fn exchange_slices(
    transport: &dyn Transport,
    cut: Cut,
    size: usize,
    send: *const u8,
    recv: *mut u8,
) -> Outcome {
    let (rank, ranks, messages) = (transport.rank(), transport.size(), transport.needed_messages());
    let slice = |of: usize| (send.wrapping_add(cut.start(of) * size), cut.length(of) * size);
    let (own, bytes) = slice(rank);
    let row = |of: usize| recv.wrapping_add(of * bytes);
    let mut pending = Vec::with_capacity(2 * ranks);
    // SAFETY: upheld by the caller; all messages are waited for.
    unsafe {
        // Each rank begins with its neighbour, so that not all send to the same one.
        for other in (1..ranks).map(|next| (rank + ranks - next) % ranks) {
            if bytes > 0 {
                pending.push(messages.receive(other, row(other), bytes)?);
            }
        }
        for other in (1..ranks).map(|next| (rank + next) % ranks) {
            let (from, bytes) = slice(other);
            if bytes > 0 {
                pending.push(messages.send(other, from, bytes)?);
            }
        }
        std::ptr::copy_nonoverlapping(own, row(rank), bytes);
    }
    wait_for_all::<Stepwise>(messages, pending).await
}
