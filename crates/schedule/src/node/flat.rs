//! Short vectors: each rank writes its contribution where all others see it, and each rank that
//! receives the result folds all of them.
//!
//! Cost, n bytes, q ranks, blocks of b bytes: σ + n/b σ + (q + 1) n β' + (q - 1) n γ. Two ranks
//! fold the rows where they lie, one of which comes from the other core: 3/2 n β' + n γ. With a
//! root the other ranks only write, and wait for it when they are two blocks ahead; in a prefix
//! reduction no rank waits for later ones before that.

use super::segment::SLOT_BYTES;
use super::stores::Writer;
use super::view::Node;
use crate::prelude::*;
use samebits_base::cache_line::CACHE_LINE;
use samebits_base::threads::Team;
use samebits_kernel::stores::copy_row;

/// The number of ranks, if more than two, times the bytes of a vector up to which each rank reads
/// all contributions: beyond it, waiting for whoever folds a slice is faster.
const FLAT: usize = 16 << 10;

/// Whether each rank that gets a result should fold all that it is made of.
pub(super) fn is_flat(to: Destination, ranks: usize, bytes: usize) -> bool {
    to.is_prefix() || ranks == 2 || ranks.saturating_mul(bytes) <= FLAT
}

/// Whether each of two ranks should fold a half of what both get.
pub(super) fn is_halved(to: Destination, ranks: usize, two: bool, bytes: usize) -> bool {
    !to.is_prefix() && ranks == 2 && two && bytes > WHOLE
}

/// Bytes of a vector of two ranks up to which both read all of it.
const WHOLE: usize = 32 << 10;

pub(super) unsafe fn run(node: &dyn Node, reduction: &Reduction<'_>, scratch: *mut u8) -> Outcome {
    let (segment, size) = (node.segment(), reduction.fold.size());
    let (rank, ranks) = (segment.rank(), segment.ranks());
    let block = SLOT_BYTES / size;
    let blocks = reduction.count.div_ceil(block) as u64;
    let operations = segment.begin(blocks);
    let first = operations.first;
    let part = |k: u64| reduction.block(k as usize, block);
    let alike = reduction.to == Destination::All;
    let writer = Writer::begin(node, reduction, blocks, part(0).1 * size, alike);
    let nobody_reads = !reduction.to.others_need(rank, ranks);
    let contributors = reduction.to.contributors(rank, ranks);
    let write = |k: u64| {
        let ((from, n), sequence) = (part(k), first + k);
        segment.wait_for_free_data(node, sequence, n * size)?;
        let data = segment.data(rank, sequence, n * size);
        // SAFETY: the block lies within the vector and fits in this rank's data, which nobody
        // else uses until they are published.
        let own = unsafe { reduction.contribution(from, n, data)? };
        let write = writer.write(k);
        if !nobody_reads {
            // SAFETY: as above; a contribution lies in the caller's buffer, or is there already.
            unsafe { write.copy(own, data, n * size) };
        }
        write.publish(segment, sequence);
        if !nobody_reads {
            segment.prefetch_own(sequence + 1, n * size);
        }
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
        let ((from, n), sequence) = (part(k), first + k);
        segment.wait_for_valid(node, contributors, sequence)?;
        // This rank's own cache lines have gone to the others, so its buffer is read instead.
        let row = |of| match of == rank {
            true => own,
            false => segment.data(of, sequence, n * size).cast_const(),
        };
        // SAFETY: each rank's block is there and stays until this rank has begun the operation
        // after the next; the scratch is as `fold` wants it.
        let fold = || unsafe { fold(reduction, from, n, n * size, contributors, row, scratch) };
        writer.read(k, n * size, fold)?;
    }
    operations.finish();
    Ok(())
}

/// Folds one row of n elements from each of the first `contributors` ranks, and delivers the results:
/// two rows in place, more in the scratch, which has to hold one row of each rank and one more.
#[inline]
pub(super) unsafe fn fold(
    reduction: &Reduction<'_>,
    from: usize,
    n: usize,
    bytes: usize,
    contributors: usize,
    row: impl Fn(usize) -> *const u8,
    scratch: *mut u8,
) -> Outcome {
    let fold = reduction.fold;
    // SAFETY: upheld by the caller.
    unsafe {
        match fold.two() {
            Some(two) if contributors == 2 => {
                let stage = scratch.add(2 * bytes.next_multiple_of(CACHE_LINE));
                let result = reduction.result_row(from, stage);
                two.fold_two(Team::ALONE, row(0), row(1), result, n)?;
                reduction.deliver(result, from, n)
            }
            _ => {
                for rank in 0..contributors {
                    copy_row(row(rank), scratch.add(rank * bytes), bytes);
                }
                let which = fold.fold(Team::ALONE, scratch, contributors, n)?;
                reduction.deliver(scratch.add(which * bytes), from, n)
            }
        }
    }
}
