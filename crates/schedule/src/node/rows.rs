//! Rows of all ranks in one place, for those who do something else with them than fold them:
//! partials of distributed arrays.
//!
//! Cost, n bytes, q ranks: σ + (q + 1) n β'. The rows of the others are on their way at the same time.

use super::prefetch::prefetch_read;
use super::segment::Segment;
use super::view::Node;
use crate::case::Destination;
use crate::opening::header::{HeaderCheck, MessageRows, HEADER};
use samebits_base::cache_line::CACHE_LINE;
use samebits_base::fault::{Fault, Outcome};

/// The longest rows that are requested before they are read: those of many ranks stay in a core's own
/// cache.
const REQUESTED: usize = 4 << 10;

/// [`crate::Transport::gather_rows`] through shared memory, of `bytes` bytes a row, at
/// most [`super::segment::SLOT_BYTES`].
///
/// # Safety
/// As for that.
pub unsafe fn gather(
    node: &dyn Node,
    to: Destination,
    send: *const u8,
    recv: *mut u8,
    bytes: usize,
) -> Outcome {
    let segment = node.segment();
    let (rank, ranks) = (segment.rank(), segment.ranks());
    let operation = segment.begin(1);
    let sequence = operation.first;
    segment.wait_for_free_data(node, sequence, bytes)?;
    let data = |rank| segment.data(rank, sequence, bytes);
    // SAFETY: the caller gives the row; the data are this rank's.
    unsafe { std::ptr::copy_nonoverlapping(send, data(rank), bytes) };
    segment.publish(sequence);
    segment.prefetch_own(sequence + 1, bytes);
    if to.reaches(rank) {
        for other in in_turn(segment) {
            segment.wait_for(node, other, sequence)?;
            segment.fail_if_aborted(node, other, sequence)?;
            request(segment, data(other), bytes);
        }
        for other in 0..ranks {
            let into = recv.wrapping_add(other * bytes);
            if other != rank || !std::ptr::eq(send, into) {
                // SAFETY: the receive buffer holds all rows; this one has been published.
                unsafe { std::ptr::copy_nonoverlapping(data(other), into, bytes) };
            }
        }
        segment.all_begun(sequence);
    }
    operation.finish();
    Ok(())
}

/// Gathers rows that begin with the header of a call ([`crate::opening`]). Returns
/// the flags that all headers have, and `None` where these differ otherwise: the rows of other
/// ranks may then have any length, and what was received is meaningless. A header lies in the line
/// that is polled, and so does a short row.
///
/// # Safety
/// As for [`crate::opening::Opening::rows`], with rows no longer than
/// [`super::segment::SLOT_BYTES`].
pub(crate) unsafe fn gather_tagged(
    node: &dyn Node,
    to: Destination,
    header: u64,
    rows: MessageRows,
) -> Result<Option<u64>, Fault> {
    let segment = node.segment();
    let (rank, bytes) = (segment.rank(), rows.bytes);
    let operation = segment.begin(1);
    let sequence = operation.first;
    let header_of = |rank| segment.data(rank, sequence, HEADER).cast::<u64>();
    let row_of = |rank| segment.data(rank, sequence, bytes);
    segment.wait_for_free_data(node, sequence, bytes)?;
    // SAFETY: this rank's row, and its own data.
    unsafe {
        std::ptr::copy_nonoverlapping(rows.of(rank), row_of(rank), rows.bytes_of(header));
        header_of(rank).write(header);
    }
    segment.publish(sequence);
    segment.prefetch_own(sequence + 1, bytes);
    let mut check = HeaderCheck::new(header);
    let received = |header| if to.reaches(rank) { rows.bytes_of(header) } else { 0 };
    for other in in_turn(segment) {
        segment.wait_for(node, other, sequence)?;
        segment.fail_if_aborted(node, other, sequence)?;
        // SAFETY: that rank has written its header.
        let header = unsafe { header_of(other).read() };
        request(segment, row_of(other), received(header));
        check.add(header);
    }
    for other in in_turn(segment) {
        // SAFETY: as above; the caller gives space for the rows, and another rank's data can be read
        // whatever they are.
        unsafe {
            let received = received(header_of(other).read());
            std::ptr::copy_nonoverlapping(row_of(other), rows.of(other), received);
        }
    }
    segment.all_begun(sequence);
    operation.finish();
    Ok(check.agreed())
}

/// The other ranks, from the next one on: so not all read the same one at a time.
#[inline]
fn in_turn(segment: &Segment) -> impl Iterator<Item = usize> {
    let (rank, ranks) = (segment.rank(), segment.ranks());
    (rank + 1..ranks).chain(0..rank)
}

/// Requests a row that is there, while this rank waits for others'.
#[inline]
fn request(segment: &Segment, row: *mut u8, bytes: usize) {
    if segment.ranks() > 2 && bytes <= REQUESTED {
        (0..bytes).step_by(CACHE_LINE).for_each(|at| prefetch_read(row.wrapping_add(at)));
    }
}
