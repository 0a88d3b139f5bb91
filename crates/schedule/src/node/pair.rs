//! Vectors of two ranks that both get the result, and that fit in a line beside its sequence number or
//! in the buffer beside that: as [`super::tiny`], without whatever only other reductions need.
//!
//! Cost: σ + γ.

use super::segment::SHORT;
use super::view::Node;
use crate::prelude::*;
use samebits_base::threads::Team;
use samebits_fold::{Fold, FoldTwo};
use samebits_kernel::stores::copy_row;

/// Whether a reduction by the schedule `node` is one.
pub fn takes(case: &Case<'_>) -> bool {
    let one_node = case.node.is_some_and(|nodes| !nodes.several());
    one_node && takes_two(case.fold, case.to, case.ranks, case.bytes()).is_some()
}

/// How two rows are folded, if a reduction is one.
pub(super) fn of<'a>(
    reduction: &Reduction<'a>,
    ranks: usize,
    bytes: usize,
) -> Option<&'a dyn FoldTwo> {
    takes_two(reduction.fold, reduction.to, ranks, bytes)
}

fn takes_two(fold: &dyn Fold, to: Destination, ranks: usize, bytes: usize) -> Option<&dyn FoldTwo> {
    let short = ranks == 2 && to == Destination::All && bytes <= SHORT;
    fold.two().filter(|_| short && fold.buffers().is_none())
}

/// Reduces n elements, `bytes` long, of `send` and of the other rank's into `recv`.
///
/// # Safety
/// The buffers are the caller's, as the MPI standard demands: the same, or apart.
pub unsafe fn run(
    node: &dyn Node,
    two: &dyn FoldTwo,
    (send, recv): (*const u8, *mut u8),
    (n, bytes): (usize, usize),
) -> Outcome {
    let segment = node.segment();
    let rank = segment.rank();
    let other = 1 - rank;
    let operation = segment.begin(1);
    let sequence = operation.first;
    segment.wait_for_free_line(node, sequence)?;
    // SAFETY: the vector fits in this rank's data, which nobody else uses until they are published.
    unsafe { copy_row(send, segment.data(rank, sequence, bytes), bytes) };
    segment.publish(sequence);
    segment.prefetch_own(sequence + 1, bytes);
    segment.wait_for(node, other, sequence)?;
    segment.fail_if_aborted(node, other, sequence)?;
    segment.all_begun(sequence);
    // This rank's own cache line has gone to the other, so its buffer is read instead.
    let others = segment.data(other, sequence, bytes).cast_const();
    let (left, right) = if rank == 0 { (send, others) } else { (others, send) };
    // SAFETY: the other rank's vector is there and stays until this rank has begun the operation after
    // the next.
    unsafe { two.fold_two(Team::ALONE, left, right, recv, n)? };
    operation.finish();
    Ok(())
}
