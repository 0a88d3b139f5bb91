//! The way of longer vectors over two ranks: of each block a rank writes what the other one
//! folds, folds its own half where the other one has written, and takes the other half from
//! where it has written itself.
//!
//! Cost, n bytes, blocks of b bytes: 2 n/b σ + 3/2 n β' + n/2 γ.

use super::answer;
use super::segment::SLOT_BYTES;
use super::view::Node;
use crate::arithmetic::Fault;
use crate::schedule::reduction::Reduction;
use crate::schedule::transport::Cut;
use crate::threads::Team;

/// Reduces a vector by a fold of two rows.
///
/// # Safety
/// The buffers of the reduction are as it says; the scratch is as long as `scratch` says.
pub(super) unsafe fn run(
    node: &dyn Node,
    reduction: &Reduction<'_>,
    scratch: *mut u8,
) -> Result<(), Fault> {
    let (segment, fold) = (node.segment(), reduction.fold);
    let two = fold.two().expect("asked before");
    let (rank, size) = (segment.rank(), fold.size());
    let other = 1 - rank;
    let block = 2 * (SLOT_BYTES / size);
    let blocks = reduction.count.div_ceil(block) as u64;
    let work = segment.take(blocks);
    let first = work.first;
    let part = |k: u64| {
        let from = k as usize * block;
        (from, Cut::new(block.min(reduction.count - from), 2))
    };
    let stage = |k: u64| scratch.wrapping_add(k as usize % 2 * block * size);
    // This rank's contribution to a block, and the other's half of it where the other one
    // folds it.
    let write = |k: u64| {
        let ((from, cut), number) = (part(k), first + k);
        segment.wait_for_slots(node, number);
        // SAFETY: the block lies within the vector, and half of it has its room in the slot;
        // the scratch holds two blocks.
        let own = unsafe {
            let own = reduction.contribution(from, cut.start(2), stage(k))?;
            let (start, n) = (cut.start(other), cut.length(other));
            let place = segment.slot(rank, number);
            std::ptr::copy_nonoverlapping(own.add(start * size), place, n * size);
            own.add(cut.start(rank) * size)
        };
        segment.publish(number);
        Ok(own)
    };
    let mut failed = Ok(());
    let mut next = write(0)?;
    for k in 0..blocks {
        let own = next;
        if k + 1 < blocks {
            next = write(k + 1)?;
        }
        let ((from, cut), number) = (part(k), first + k);
        segment.wait_for(node, other, number);
        segment.check(other, number);
        segment.all_begun(number);
        let (n, theirs) = (cut.length(rank), segment.slot(other, number));
        let (left, right) =
            if rank == 0 { (own, theirs.cast_const()) } else { (theirs.cast_const(), own) };
        // SAFETY: half a block of both ranks; the other one's place is this one's until it
        // answers.
        let folded =
            failed.and_then(|()| unsafe { two.fold_two(Team::ALONE, left, right, theirs, n) });
        segment.publish_result_row(number, answer::word(folded.map(|()| 0)));
        failed = folded;
        if !reduction.to.reaches(rank) {
            continue;
        }
        let result = reduction.result_row(from, stage(k));
        // SAFETY: half a block of results from each rank; what the other one has folded stays
        // until this one has begun the work after the next.
        unsafe {
            let into = result.add(cut.start(rank) * size);
            std::ptr::copy_nonoverlapping(theirs, into, n * size);
            let word = segment.wait_for_result_row(node, other, number);
            failed = failed.and(answer::row(word).map(drop));
            let (into, n) = (result.add(cut.start(other) * size), cut.length(other));
            std::ptr::copy_nonoverlapping(segment.slot(rank, number), into, n * size);
            if failed.is_ok() {
                failed = reduction.deliver(result, from, cut.start(2));
            }
        }
    }
    work.done();
    failed
}
