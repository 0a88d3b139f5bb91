//! The way of vectors that lie in a line beside their number, or in a place beside that: as
//! [`super::flat`], without blocks, and nothing computed that is not needed, because all of it
//! takes no longer than two lines on their way between two cores.
//!
//! Cost, q ranks: σ + (q - 1) γ.

use super::segment::IN_LINE;
use super::view::Node;
use crate::arithmetic::Fault;
use crate::schedule::case::Destination;
use crate::schedule::reduction::Reduction;
use crate::threads::Team;

/// Reduces a vector of `bytes` bytes, at most [`super::segment::SHORT`].
///
/// # Safety
/// The buffers of the reduction are as it says; the scratch is as long as `scratch` says.
pub(super) unsafe fn run(
    node: &dyn Node,
    reduction: &Reduction<'_>,
    bytes: usize,
    scratch: *mut u8,
) -> Result<(), Fault> {
    let (segment, fold, n) = (node.segment(), reduction.fold, reduction.count);
    let (rank, ranks) = (segment.rank(), segment.ranks());
    let work = segment.take(1);
    let number = work.first;
    let nobody_reads = reduction.to == Destination::Root(rank);
    segment.wait_for_room(node, number, bytes);
    let place = segment.data(rank, number, bytes);
    // SAFETY: the whole vector, and room for it in this rank's line.
    let own = unsafe {
        let own = reduction.contribution(0, n, place)?;
        if !nobody_reads {
            copy(own, place, bytes);
        }
        own
    };
    segment.publish(number);
    if reduction.to.reaches(rank) {
        for other in (0..ranks).filter(|other| *other != rank) {
            segment.wait_for(node, other, number);
            segment.check(other, number);
            if nobody_reads && bytes > IN_LINE && !node.is_oversubscribed() {
                segment.fetch_next(other, number, bytes);
            }
        }
        segment.all_begun(number);
        // (The line that this rank has written has gone to the others.)
        let row = |of| match of == rank {
            true => own,
            false => segment.data(of, number, bytes).cast_const(),
        };
        // SAFETY: each rank's vector is there and stays until this rank has begun the work
        // after the next; the scratch holds one of each rank, and one more.
        unsafe {
            let result = reduction.result_row(0, scratch.add(ranks * bytes.next_multiple_of(64)));
            match fold.two() {
                Some(two) if ranks == 2 => {
                    two.fold_two(Team::ALONE, row(0), row(1), result, n)?;
                    reduction.deliver(result, 0, n)?;
                }
                _ => {
                    for rank in 0..ranks {
                        copy(row(rank), scratch.add(rank * bytes), bytes);
                    }
                    let which = fold.fold(Team::ALONE, scratch, ranks, n)?;
                    reduction.deliver(scratch.add(which * bytes), 0, n)?;
                }
            }
        }
    }
    work.done();
    Ok(())
}

/// Copies some bytes, which may be where they are to be already.
///
/// # Safety
/// They are there, and there is room for them.
#[inline]
unsafe fn copy(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: upheld by the caller.
    unsafe {
        if bytes == 8 {
            to.cast::<u64>().write_unaligned(from.cast::<u64>().read_unaligned());
        } else {
            std::ptr::copy(from, to, bytes);
        }
    }
}
