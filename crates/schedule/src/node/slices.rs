//! Longer vectors of more than two ranks: of each block every rank writes each slice to the slot
//! of the rank that folds it, folds its own slice there, and copies the results of all.
//!
//! Cost, n bytes, q ranks, blocks of b bytes: 2 n/b σ + 2 n β' + n (q - 1)/q γ.

use super::segment::SLOT_BYTES;
use super::stores::Writer;
use super::view::Node;
use crate::prelude::*;
use samebits_base::threads::Team;

pub(super) unsafe fn run(node: &dyn Node, reduction: &Reduction<'_>, scratch: *mut u8) -> Outcome {
    let (segment, fold) = (node.segment(), reduction.fold);
    let (rank, ranks, size) = (segment.rank(), segment.ranks(), fold.size());
    let block = SLOT_BYTES / (ranks * size) * ranks;
    let blocks = reduction.count.div_ceil(block) as u64;
    let operations = segment.begin(blocks);
    let first = operations.first;
    let part = |k: u64| {
        let (from, n) = reduction.block(k as usize, block);
        (from, Cut::new(n, ranks))
    };
    let writer = Writer::begin(node, reduction, blocks, part(0).1.start(ranks) * size, true);
    let mut outcome = Ok(());
    let write = |k: u64, outcome: &mut Outcome| {
        let ((from, cut), sequence) = (part(k), first + k);
        segment.wait_for_free_slots(node, sequence)?;
        let mut write = None;
        // SAFETY: the block lies within the vector, and a slice of it has its place in the slot
        // of the rank that folds it; only this rank writes there.
        unsafe {
            match reduction.contribution(from, cut.start(ranks), scratch) {
                Ok(own) => {
                    let write = write.insert(writer.write(k));
                    for to in 0..ranks {
                        let (n, start) = (cut.length(to), cut.start(to));
                        let place = segment.slot(to, sequence).add(rank * n * size);
                        write.copy(own.add(start * size), place, n * size);
                    }
                }
                Err(fault) => *outcome = Err(fault),
            }
        }
        write.unwrap_or_else(|| writer.write(k)).publish(segment, sequence);
        Ok(())
    };
    write(0, &mut outcome)?;
    for k in 0..blocks {
        if k + 1 < blocks {
            write(k + 1, &mut outcome)?;
        }
        let ((from, cut), sequence) = (part(k), first + k);
        segment.wait_for_all(node, sequence)?;
        let folded = outcome.and_then(|()| match cut.length(rank) {
            0 => Ok(0),
            // SAFETY: all rows of this rank's slice are in its slot, which is its own until it
            // reports the result.
            n => writer.read(k, cut.start(ranks) * size, || unsafe {
                fold.fold(Team::ALONE, segment.slot(rank, sequence), ranks, n)
            }),
        });
        segment.publish_result(sequence, folded);
        if !reduction.to.reaches(rank) {
            outcome = outcome.and(folded.map(drop));
            continue;
        }
        let result = reduction.result_row(from, scratch);
        for owner in 0..ranks {
            let row = match segment.wait_for_result(node, owner, sequence)? {
                Ok(row) => row,
                Err(fault) => {
                    outcome = outcome.and(Err(fault));
                    continue;
                }
            };
            let (n, start) = (cut.length(owner), cut.start(owner));
            // SAFETY: a row of n results, which stays until this rank has begun the operation
            // after the next; they lie within the block.
            unsafe {
                let row = segment.slot(owner, sequence).add(row * n * size);
                std::ptr::copy_nonoverlapping(row, result.add(start * size), n * size);
            }
        }
        if outcome.is_ok() {
            // SAFETY: the block lies within the vector.
            outcome = unsafe { reduction.deliver(result, from, cut.start(ranks)) };
        }
    }
    operations.finish();
    outcome
}
