//! Rows of all ranks in one place, for whoever makes something else of them than a fold does:
//! partials of distributed arrays.
//!
//! Cost, n bytes, q ranks: σ + (q + 1) n β'.

use super::Node;
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
