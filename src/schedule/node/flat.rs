//! The way of short vectors: each rank writes its contribution where all others see it, and
//! whoever gets the result folds all of them.
//!
//! Cost, n bytes, q ranks, blocks of b bytes: σ + n/b σ + (q + 1) n β' + (q - 1) n γ; two ranks
//! fold where the rows lie, of which one comes from the other core: 3/2 n β' + n γ. With a
//! root the others only write, and wait for it where they are two blocks ahead.

use super::segment::SLOT_BYTES;
use super::view::Node;
use crate::arithmetic::Fault;
use crate::schedule::case::Destination;
use crate::schedule::reduction::Reduction;
use crate::threads::Team;

/// Bytes of a vector of more than two ranks up to which each rank reads all of them, and the
/// number of ranks times those bytes: reading more of them takes longer than waiting for the
/// one that has folded a slice.
pub(super) const FLAT: usize = 16 << 10;

/// Bytes of a vector of two ranks up to which both read all of it.
pub(super) const WHOLE: usize = 64 << 10;

/// Reduces a vector.
///
/// # Safety
/// The buffers of the reduction are as it says; the scratch is as long as `scratch` says.
pub(super) unsafe fn run(
    node: &dyn Node,
    reduction: &Reduction<'_>,
    scratch: *mut u8,
) -> Result<(), Fault> {
    let (segment, fold) = (node.segment(), reduction.fold);
    let (rank, ranks, size) = (segment.rank(), segment.ranks(), fold.size());
    let block = SLOT_BYTES / size;
    let blocks = reduction.count.div_ceil(block) as u64;
    let work = segment.take(blocks);
    let first = work.first;
    let part = |k: u64| {
        let from = k as usize * block;
        (from, block.min(reduction.count - from))
    };
    let nobody_reads = reduction.to == Destination::Root(rank);
    let write = |k: u64| {
        let ((from, n), number) = (part(k), first + k);
        segment.wait_for_room(node, number, n * size);
        let place = segment.data(rank, number, n * size);
        // SAFETY: the block lies within the vector, and there is room for it; nobody else
        // uses that until it is published.
        let own = unsafe {
            let own = reduction.contribution(from, n, place)?;
            if !nobody_reads && !std::ptr::eq(own, place) {
                std::ptr::copy_nonoverlapping(own, place, n * size);
            }
            own
        };
        segment.publish(number);
        Ok(own)
    };
    let mut next = write(0)?;
    for k in 0..blocks {
        let own = next;
        if k + 1 < blocks {
            next = write(k + 1)?;
        }
        if !reduction.to.reaches(rank) {
            continue;
        }
        let ((from, n), number) = (part(k), first + k);
        for other in (0..ranks).filter(|other| *other != rank) {
            segment.wait_for(node, other, number);
            segment.check(other, number);
        }
        segment.all_begun(number);
        // (What this rank has written has gone to the others.)
        let row = |of| match of == rank {
            true => own,
            false => segment.data(of, number, n * size).cast_const(),
        };
        let stage = scratch.wrapping_add(ranks * (n * size).next_multiple_of(64));
        // SAFETY: each rank's block is there and stays until this rank has begun the work
        // after the next; the scratch holds a block of each rank and one more.
        unsafe {
            let result = reduction.result_row(from, stage);
            match fold.two() {
                Some(two) if ranks == 2 => {
                    two.fold_two(Team::ALONE, row(0), row(1), result, n)?;
                    reduction.deliver(result, from, n)?;
                }
                _ => {
                    for rank in 0..ranks {
                        let place = scratch.add(rank * n * size);
                        std::ptr::copy_nonoverlapping(row(rank), place, n * size);
                    }
                    let which = fold.fold(Team::ALONE, scratch, ranks, n)?;
                    reduction.deliver(scratch.add(which * n * size), from, n)?;
                }
            }
        }
    }
    work.done();
    Ok(())
}
