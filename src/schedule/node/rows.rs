//! Rows of all ranks in one place, for whoever makes something else of them than a fold does:
//! partials of distributed arrays.
//!
//! Cost, n bytes, q ranks: σ + (q + 1) n β'.

use super::view::Node;
use crate::schedule::case::Destination;
use crate::schedule::opening::words::{Heard, Rows, WORD};

/// As [`crate::schedule::Transport::gather_rows`], of so many bytes a row, no more than
/// [`super::segment::SLOT_BYTES`].
///
/// # Safety
/// As of that.
pub unsafe fn gather(
    node: &dyn Node,
    to: Destination,
    send: *const u8,
    recv: *mut u8,
    bytes: usize,
) {
    let segment = node.segment();
    let (rank, ranks) = (segment.rank(), segment.ranks());
    let work = segment.take(1);
    let number = work.first;
    segment.wait_for_room(node, number, bytes);
    let place = segment.data(rank, number, bytes);
    // SAFETY: the caller gives the row; the room is this rank's.
    unsafe { std::ptr::copy_nonoverlapping(send, place, bytes) };
    segment.publish(number);
    if to.reaches(rank) {
        for other in 0..ranks {
            segment.wait_for(node, other, number);
            let (from, into) =
                (segment.data(other, number, bytes), recv.wrapping_add(other * bytes));
            if other != rank || !std::ptr::eq(send, into) {
                // SAFETY: the caller gives room for all rows; this one's is there.
                unsafe { std::ptr::copy_nonoverlapping(from, into, bytes) };
            }
        }
        segment.all_begun(number);
    }
    work.done();
}

/// Likewise of rows in each of which a word travels first, that of a call
/// ([`crate::schedule::opening`]). Returns whether all words have the flag, and nothing where they
/// differ otherwise: how long the rows of other ranks are does not matter then, and what came is
/// rubbish. A word lies where the waiting looks, and with it a row that is short.
///
/// # Safety
/// As for [`crate::schedule::opening::Opening::rows`], with rows no longer than
/// [`super::segment::SLOT_BYTES`].
pub unsafe fn gather_tagged(
    node: &dyn Node,
    to: Destination,
    word: u64,
    rows: Rows,
) -> Option<bool> {
    let segment = node.segment();
    let (rank, ranks, bytes) = (segment.rank(), segment.ranks(), rows.bytes);
    let work = segment.take(1);
    let number = work.first;
    let word_of = |rank| segment.data(rank, number, WORD).cast::<u64>();
    let row_of = |rank| segment.data(rank, number, bytes);
    let received = if to.reaches(rank) { bytes } else { 0 };
    segment.wait_for_room(node, number, bytes);
    // SAFETY: this rank's row, and its own room.
    unsafe {
        std::ptr::copy_nonoverlapping(rows.of(rank), row_of(rank), bytes);
        word_of(rank).write(word);
    }
    segment.publish(number);
    let mut heard = Heard::own(word);
    for other in (0..ranks).filter(|other| *other != rank) {
        segment.wait_for(node, other, number);
        // SAFETY: that rank has written its word; the caller gives room for the rows, and what
        // another rank's slot holds can be read whatever it is.
        unsafe {
            std::ptr::copy_nonoverlapping(row_of(other), rows.of(other), received);
            heard.hear(word_of(other).read());
        }
    }
    segment.all_begun(number);
    work.done();
    heard.all_flagged()
}
