//! What all ranks exchange at once: by the MPI library's collectives in a blocking call, by messages
//! step by step.
//!
//! Cost by messages, n bytes a rank, p ranks: rows or slices to all ceil(log2 p) α + (p - 1) n β, to
//! a root α + (p - 1) n β; an exchange of slices α + (p - 1)/p n β, of p - 1 messages at a time.

use super::exchanges::{exchange, wait_for_all};
use super::messages::Messages;
use super::prelude::*;

/// As [`Transport::gather_rows`], of elements of `size` bytes.
///
/// # Safety
/// As there.
#[inline]
pub(super) async unsafe fn gather_rows<M: Mode>(
    transport: &dyn Transport,
    to: Destination,
    send: *const u8,
    recv: *mut u8,
    (count, size): (usize, usize),
) -> Outcome {
    // SAFETY: upheld by the caller.
    unsafe {
        if !M::SUSPENDS {
            return transport.gather_rows(to, send, recv, count);
        }
        let start = |rank: usize| rank * count * size;
        gather::<M>(transport.needed_messages(), transport, to, &start, send, recv).await
    }
}

/// As [`Transport::gather_slices`], of elements of `size` bytes.
///
/// # Safety
/// As there.
#[inline]
pub(super) async unsafe fn gather_slices<M: Mode>(
    transport: &dyn Transport,
    to: Destination,
    (cut, size): (Cut, usize),
    send: *const u8,
    recv: *mut u8,
) -> Outcome {
    // SAFETY: upheld by the caller.
    unsafe {
        if !M::SUSPENDS {
            return transport.gather_slices(to, cut, send, recv);
        }
        let start = |rank: usize| cut.start(rank) * size;
        gather::<M>(transport.needed_results(), transport, to, &start, send, recv).await
    }
}

/// Gathers parts of any lengths, at `start` bytes each; `start` of the number of ranks is the end.
/// In each round towards all ranks, a rank gets as many parts as it has, those that follow its own
/// around the end, and so every part goes to its place at once.
async unsafe fn gather<M: Mode>(
    messages: &dyn Messages,
    transport: &dyn Transport,
    to: Destination,
    start: &dyn Fn(usize) -> usize,
    own: *const u8,
    recv: *mut u8,
) -> Outcome {
    let (rank, ranks) = (transport.rank(), transport.size());
    let place =
        |from: usize, end: usize| (recv.wrapping_add(start(from)), start(end) - start(from));
    // SAFETY: upheld by the caller; all messages are waited for.
    unsafe {
        if to.reaches(rank) {
            let (into, bytes) = place(rank, rank + 1);
            std::ptr::copy(own, into, bytes);
        }
        if let Some(root) = to.root() {
            let mut pending = Vec::new();
            for other in (0..ranks).filter(|other| rank == root && *other != root) {
                let (into, bytes) = place(other, other + 1);
                if bytes > 0 {
                    pending.push(messages.receive(other, into, bytes)?);
                }
            }
            let bytes = start(rank + 1) - start(rank);
            if rank != root && bytes > 0 {
                pending.push(messages.send(root, own, bytes)?);
            }
            return wait_for_all::<M>(messages, pending).await;
        }
        let mut done = 1;
        while done < ranks {
            let more = done.min(ranks - done);
            let (before, after) = ((rank + ranks - done) % ranks, (rank + done) % ranks);
            let mut pending = Vec::with_capacity(4);
            for range in Ranks::cyclic(after, more, ranks).ranges() {
                let (into, bytes) = place(range.start, range.end);
                if bytes > 0 {
                    pending.push(messages.receive(after, into, bytes)?);
                }
            }
            for range in Ranks::cyclic(rank, more, ranks).ranges() {
                let (from, bytes) = place(range.start, range.end);
                if bytes > 0 {
                    pending.push(messages.send(before, from, bytes)?);
                }
            }
            wait_for_all::<M>(messages, pending).await?;
            done += more;
        }
    }
    Ok(())
}

/// As [`Transport::exchange_slices`], of elements of `size` bytes.
///
/// # Safety
/// As there.
#[inline]
pub(super) async unsafe fn exchange_slices<M: Mode>(
    transport: &dyn Transport,
    (cut, size): (Cut, usize),
    send: *const u8,
    recv: *mut u8,
) -> Outcome {
    // SAFETY: upheld by the caller.
    unsafe {
        if !M::SUSPENDS {
            return transport.exchange_slices(cut, send, recv);
        }
        let (rank, ranks) = (transport.rank(), transport.size());
        let (messages, own) = (transport.needed_messages(), cut.length(rank) * size);
        let slice = |of: usize| (send.wrapping_add(cut.start(of) * size), cut.length(of) * size);
        let mut pending = Vec::with_capacity(2 * ranks);
        // Each rank begins with the ones that follow it, so that not all send to the same one.
        for other in (1..ranks).map(|next| (rank + ranks - next) % ranks).filter(|_| own > 0) {
            pending.push(messages.receive(other, recv.wrapping_add(other * own), own)?);
        }
        for other in (1..ranks).map(|next| (rank + next) % ranks) {
            let (from, bytes) = slice(other);
            if bytes > 0 {
                pending.push(messages.send(other, from, bytes)?);
            }
        }
        std::ptr::copy_nonoverlapping(slice(rank).0, recv.wrapping_add(rank * own), own);
        wait_for_all::<M>(messages, pending).await
    }
}

/// As [`Transport::exchange`], or with results as [`Transport::exchange_results`], of elements of
/// `size` bytes.
///
/// # Safety
/// As there.
#[inline]
pub(super) async unsafe fn exchange_two<M: Mode>(
    transport: &dyn Transport,
    results: bool,
    send: (*const u8, usize),
    recv: (*mut u8, usize),
    size: usize,
) -> Outcome {
    // SAFETY: upheld by the caller.
    unsafe {
        match (M::SUSPENDS, results) {
            (false, false) => transport.exchange(send, recv),
            (false, true) => transport.exchange_results(send, recv),
            (true, _) => {
                let messages = match results {
                    true => transport.needed_results(),
                    false => transport.needed_messages(),
                };
                let (send, recv) = ((send.0, send.1 * size), (recv.0, recv.1 * size));
                exchange::<M>(messages, 1 - transport.rank(), send, recv).await
            }
        }
    }
}
