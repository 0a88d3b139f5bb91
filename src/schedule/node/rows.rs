//! Rows of all ranks in one place, for whoever makes something else of them than a fold does:
//! partials of distributed arrays.
//!
//! Cost, n bytes, q ranks: σ + (q + 1) n β'.

use super::segment::IN_LINE;
use super::Node;
use crate::schedule::opening::words::{all_alike, bring, Rows, WORD};
use crate::schedule::Destination;

/// As [`crate::schedule::Transport::gather_rows`], of so many bytes a row, no more than
/// [`super::segment::ROOM`].
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
    segment.wait_for_room(node, number);
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

/// Likewise of rows each of which follows a word, the first of a call
/// ([`crate::schedule::opening`]): they are brought where all words are the same but for the
/// flag. Returns whether all have that, and nothing where words differ; how long the rows of
/// other ranks are does not matter then. A word lies where the waiting looks, and with it a row
/// that is short.
///
/// # Safety
/// As of [`crate::schedule::opening::Opening::rows`], with a row and its word no longer than
/// [`super::segment::ROOM`].
pub unsafe fn gather_led(node: &dyn Node, to: Destination, word: u64, rows: Rows) -> Option<bool> {
    let segment = node.segment();
    let (rank, ranks) = (segment.rank(), segment.ranks());
    let work = segment.take(1);
    let number = work.first;
    let word_of = |rank| segment.data(rank, number, WORD);
    let row_of = |rank| match rows.bytes + WORD <= IN_LINE {
        true => word_of(rank).wrapping_add(WORD),
        false => segment.slot(rank, number),
    };
    segment.wait_for_room(node, number);
    // (Whoever waits looks at the line of the word again and again: it is written at the end.)
    // SAFETY: the caller gives the row; the room is this rank's.
    unsafe {
        bring(rows.send, row_of(rank), rows.bytes);
        word_of(rank).cast::<u64>().write(word);
    }
    segment.publish(number);
    let words = (0..ranks).map(|other| {
        segment.wait_for(node, other, number);
        // SAFETY: that rank has written it.
        unsafe { word_of(other).cast::<u64>().read() }
    });
    let alike = all_alike(word, words);
    segment.all_begun(number);
    if alike.is_some() && to.reaches(rank) {
        for other in 0..ranks {
            let into = rows.recv.wrapping_add(other * rows.pitch);
            if other != rank || !std::ptr::eq(rows.send, into) {
                // SAFETY: the caller gives room for all rows, which are as long as this rank's.
                unsafe { bring(row_of(other), into, rows.bytes) };
            }
        }
    }
    work.done();
    alike
}
