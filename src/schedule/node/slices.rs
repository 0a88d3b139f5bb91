//! The way of longer vectors over more than two ranks: of each block every rank writes each
//! slice to the rank that folds it, folds its own where it lies, and copies the results of
//! all.
//!
//! Cost, n bytes, q ranks, blocks of b bytes: 2 n/b σ + 2 n β' + n (q - 1)/q γ.

use super::answer;
use super::segment::SLOT_BYTES;
use super::view::Node;
use crate::arithmetic::Fault;
use crate::schedule::reduction::Reduction;
use crate::schedule::transport::Cut;
use crate::threads::Team;

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
    let block = SLOT_BYTES / (ranks * size) * ranks;
    let blocks = reduction.count.div_ceil(block) as u64;
    let all = segment.take(blocks);
    let first = all.first;
    let part = |k: u64| {
        let from = k as usize * block;
        (from, Cut::new(block.min(reduction.count - from), ranks))
    };
    let mut failed = Ok(());
    let write = |k: u64, failed: &mut Result<(), Fault>| {
        let ((from, cut), work) = (part(k), first + k);
        segment.wait_for_slots(node, work);
        let total = cut.start(ranks);
        // SAFETY: the block lies within the vector, and a slice of it has its room in the
        // slot of the rank that folds it; only this rank writes there.
        unsafe {
            match reduction.contribution(from, total, scratch) {
                Ok(own) => {
                    for to in 0..ranks {
                        let (n, start) = (cut.length(to), cut.start(to));
                        let place = segment.slot(to, work).add(rank * n * size);
                        std::ptr::copy_nonoverlapping(own.add(start * size), place, n * size);
                    }
                }
                Err(fault) => *failed = Err(fault),
            }
        }
        segment.publish(work);
    };
    write(0, &mut failed);
    for k in 0..blocks {
        if k + 1 < blocks {
            write(k + 1, &mut failed);
        }
        let ((from, cut), work) = (part(k), first + k);
        for other in (0..ranks).filter(|other| *other != rank) {
            segment.wait_for(node, other, work);
        }
        segment.all_begun(work);
        let n = cut.length(rank);
        let folded = match failed {
            // SAFETY: all rows of this rank's slice are in its slot, which is its own until
            // it answers.
            Ok(()) if n > 0 => unsafe {
                fold.fold(Team::ALONE, segment.slot(rank, work), ranks, n)
            },
            Ok(()) => Ok(0),
            Err(fault) => Err(fault),
        };
        segment.publish_result_row(work, answer::word(folded));
        if !reduction.to.reaches(rank) {
            failed = failed.and(folded.map(drop));
            continue;
        }
        let total = cut.start(ranks);
        let result = reduction.result_row(from, scratch);
        for owner in 0..ranks {
            let row = match answer::row(segment.wait_for_result_row(node, owner, work)) {
                Ok(row) => row,
                Err(fault) => {
                    failed = failed.and(Err(fault));
                    continue;
                }
            };
            let (n, start) = (cut.length(owner), cut.start(owner));
            // SAFETY: a row of n results, which stays until this rank has begun the work
            // after the next; they lie within the block.
            unsafe {
                let row = segment.slot(owner, work).add(row * n * size);
                std::ptr::copy_nonoverlapping(row, result.add(start * size), n * size);
            }
        }
        if failed.is_ok() {
            // SAFETY: the block lies within the vector.
            failed = unsafe { reduction.deliver(result, from, total) };
        }
    }
    all.done();
    failed
}
