//! Vectors that fit in a line beside its sequence number, or in the buffer beside that: as
//! [`super::flat`], but without blocks. All of it takes no longer than two cache lines on their
//! way between two cores, so nothing is computed that is not needed.
//!
//! Cost, q ranks: σ + (q - 1) γ.

use super::flat::fold;
use super::view::Node;
use crate::prelude::*;
use samebits_kernel::stores::copy_row;

/// Reduces a vector of `bytes` bytes, at most [`super::segment::SHORT`].
pub(super) unsafe fn run(
    node: &dyn Node,
    reduction: &Reduction<'_>,
    bytes: usize,
    scratch: *mut u8,
) -> Outcome {
    let (segment, n) = (node.segment(), reduction.count);
    let (rank, ranks) = (segment.rank(), segment.ranks());
    let operation = segment.begin(1);
    let sequence = operation.first;
    let nobody_reads = !reduction.to.others_need(rank, ranks);
    let contributors = reduction.to.contributors(rank, ranks);
    segment.wait_for_free_data(node, sequence, bytes)?;
    let data = segment.data(rank, sequence, bytes);
    // SAFETY: the whole vector fits in this rank's data.
    let own = unsafe {
        let own = reduction.contribution(0, n, data)?;
        if !nobody_reads {
            copy_row(own, data, bytes);
        }
        own
    };
    segment.publish(sequence);
    if !nobody_reads {
        segment.prefetch_own(sequence + 1, bytes);
    }
    if reduction.to.reaches(rank) {
        let mut follows = nobody_reads;
        for other in (0..contributors).filter(|other| *other != rank) {
            // Who is ahead writes no line that this rank prefetches.
            let is_ahead = nobody_reads && segment.has_published(other, sequence);
            match std::mem::take(&mut follows) {
                true => segment.wait_at_distance(node, other, sequence)?,
                false => segment.wait_for(node, other, sequence)?,
            }
            segment.fail_if_aborted(node, other, sequence)?;
            if is_ahead && !node.is_oversubscribed() {
                segment.prefetch_next(other, sequence, bytes);
            }
        }
        if contributors == ranks {
            segment.all_begun(sequence);
        }
        // This rank's own cache line has gone to the others, so its buffer is read instead.
        let row = |of| match of == rank {
            true => own,
            false => segment.data(of, sequence, bytes).cast_const(),
        };
        // SAFETY: each rank's vector is there and stays until this rank has begun the operation
        // after the next; the scratch is as `fold` wants it.
        unsafe { fold(reduction, 0, n, bytes, contributors, row, scratch)? };
    }
    operation.finish();
    Ok(())
}
