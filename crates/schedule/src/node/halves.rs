//! Longer vectors of two ranks: of each block a rank writes the half that the other one folds,
//! folds its own half in the slot that the other one has written, and takes the other half from
//! the slot that it has written itself.
//!
//! Cost, n bytes, blocks of b bytes: 2 n/b σ + 3/2 n β' + n/2 γ.

use super::segment::SLOT_BYTES;
use super::stores::Writer;
use super::view::Node;
use crate::prelude::*;
use samebits_base::threads::Team;

/// Bytes of which the results are copied to the caller's buffer while they are in the first cache.
const PIECE: usize = 8 << 10;

pub(super) unsafe fn run(node: &dyn Node, reduction: &Reduction<'_>, scratch: *mut u8) -> Outcome {
    let (segment, fold) = (node.segment(), reduction.fold);
    let two = fold.two().expect("asked before");
    let (rank, size) = (segment.rank(), fold.size());
    let other = 1 - rank;
    let block = 2 * (SLOT_BYTES / size);
    let blocks = reduction.count.div_ceil(block) as u64;
    let operations = segment.begin(blocks);
    let first = operations.first;
    let part = |k: u64| {
        let (from, n) = reduction.block(k as usize, block);
        (from, Cut::new(n, 2))
    };
    let writer = Writer::begin(node, reduction, blocks, part(0).1.start(2) * size, true);
    let piece = (PIECE / size).max(1);
    let stage = |k: u64| scratch.wrapping_add(k as usize % 2 * block * size);
    // Publishes the other rank's half of a block, and returns this rank's.
    let write = |k: u64| {
        let ((from, cut), sequence) = (part(k), first + k);
        segment.wait_for_free_slots(node, sequence)?;
        // SAFETY: the block lies within the vector, and half of it fits in the slot; the scratch
        // holds two blocks.
        unsafe {
            let own = reduction.contribution(from, cut.start(2), stage(k))?;
            let write = writer.write(k);
            let (start, n) = (cut.start(other), cut.length(other));
            write.copy(own.add(start * size), segment.slot(rank, sequence), n * size);
            write.publish(segment, sequence);
            Ok(own.add(cut.start(rank) * size))
        }
    };
    let mut outcome = Ok(());
    let mut next = write(0)?;
    for k in 0..blocks {
        let own = next;
        if k + 1 < blocks {
            next = write(k + 1)?;
        }
        let ((from, cut), sequence) = (part(k), first + k);
        segment.wait_for_valid(node, 2, sequence)?;
        let (n, theirs) = (cut.length(rank), segment.slot(other, sequence));
        let (left, right) =
            if rank == 0 { (own, theirs.cast_const()) } else { (theirs.cast_const(), own) };
        let receives = reduction.to.reaches(rank);
        let result = reduction.result_row(from, stage(k));
        let into = result.wrapping_add(cut.start(rank) * size);
        let fold = || {
            for from in (0..n).step_by(piece) {
                let n = piece.min(n - from);
                let at = |row: *const u8| row.wrapping_add(from * size);
                let theirs = at(theirs).cast_mut();
                // SAFETY: half a block of both ranks; the other one's slot is this rank's until it
                // reports the result. In place, what is overwritten has been folded.
                unsafe {
                    two.fold_two(Team::ALONE, at(left), at(right), theirs, n)?;
                    if receives {
                        std::ptr::copy_nonoverlapping(theirs, at(into).cast_mut(), n * size);
                    }
                }
            }
            Ok(())
        };
        outcome = outcome.and_then(|()| writer.read(k, cut.start(2) * size, fold));
        segment.publish_result(sequence, outcome.map(|()| 0));
        if !receives {
            continue;
        }
        // SAFETY: half a block of results from each rank; what the other one has folded stays
        // until this rank has begun the operation after the next.
        unsafe {
            outcome = outcome.and(segment.wait_for_result(node, other, sequence)?.map(drop));
            let (into, n) = (result.add(cut.start(other) * size), cut.length(other));
            std::ptr::copy_nonoverlapping(segment.slot(rank, sequence), into, n * size);
            if outcome.is_ok() {
                outcome = reduction.deliver(result, from, cut.start(2));
            }
        }
    }
    operations.finish();
    outcome
}
