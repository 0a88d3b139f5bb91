//! A block of the result to each rank: a rank writes what the others fold, row by row, and folds its
//! own block.
//!
//! Cost, n bytes, q ranks, the longest block of b bytes, written s at a time: b/s σ + (1 - 1/q) 2 n β'
//! + (1 - 1/q) n γ. With more than two ranks each also copies n bytes.

use super::flat::fold;
use super::segment::SLOT_BYTES;
use super::stores::Writer;
use crate::prelude::*;
use samebits_base::cache_line::CACHE_LINE;

/// As [`Schedule::blocks`].
pub(super) unsafe fn run(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    lengths: &dyn Fn(usize) -> usize,
    scratch: *mut u8,
) -> Outcome {
    let node = transport.node().expect("`takes` has checked that");
    let (segment, size) = (node.segment(), reduction.fold.size());
    let (rank, ranks) = (segment.rank(), segment.ranks());
    let longest = (0..ranks).map(lengths).max().unwrap_or(0);
    // The elements of each block that are folded at a time.
    let step = longest.min(SLOT_BYTES / (ranks * size)).max(1);
    let (row, steps) = (step * size, longest.div_ceil(step) as u64);
    let bytes = (ranks - 1) * row;
    let part = |block: usize, k: u64| {
        let from = k as usize * step;
        (from, lengths(block).saturating_sub(from).min(step))
    };
    let operations = segment.begin(steps);
    let first = operations.first;
    let alike = (0..ranks).all(|block| lengths(block) == longest);
    let writer = Writer::begin(node, reduction, steps, row, alike);
    let own_start: usize = (0..rank).map(lengths).sum();
    // In place, what this rank contributes to its own block may lie partly where results go.
    let copies = std::ptr::eq(reduction.send, reduction.recv) && (1..step).contains(&own_start);
    let stage = |k: u64| {
        let aligned = row.next_multiple_of(CACHE_LINE);
        scratch.wrapping_add((ranks + 1) * aligned + k as usize % 2 * aligned)
    };
    // Where the row lies that one rank contributes to another one's block.
    let place = |from: usize, to: usize, sequence: u64| {
        let index = if to > from { to - 1 } else { to };
        segment.data(from, sequence, bytes).wrapping_add(index * row)
    };
    // Publishes the rows of the others' blocks, and returns that of this rank's.
    let write = |k: u64| {
        let sequence = first + k;
        segment.wait_for_free_data(node, sequence, bytes)?;
        let write = writer.write(k);
        let mut start = 0;
        for to in 0..ranks {
            let (from, n) = part(to, k);
            if to != rank && n > 0 {
                let place = place(rank, to, sequence);
                // SAFETY: the elements lie within the vector, and fit in this rank's data, which
                // nobody else uses until they are published.
                unsafe {
                    let row = reduction.contribution(start + from, n, place)?;
                    write.copy(row, place, n * size);
                }
            }
            start += lengths(to);
        }
        write.publish(segment, sequence);
        segment.prefetch_own(sequence + 1, bytes);
        let ((from, n), stage) = (part(rank, k), stage(k));
        if n == 0 {
            return Ok(stage.cast_const());
        }
        // SAFETY: likewise; the scratch holds two rows more than folding needs.
        unsafe {
            let own = reduction.contribution(own_start + from, n, stage)?;
            if !copies || std::ptr::eq(own, stage) {
                return Ok(own);
            }
            std::ptr::copy_nonoverlapping(own, stage, n * size);
        }
        Ok(stage.cast_const())
    };
    let mut next = if steps > 0 { write(0)? } else { std::ptr::null() };
    for k in 0..steps {
        let own = next;
        if k + 1 < steps {
            next = write(k + 1)?;
        }
        let ((from, n), sequence) = (part(rank, k), first + k);
        if n == 0 {
            continue;
        }
        segment.wait_for_valid(node, ranks, sequence)?;
        let row = |of| if of == rank { own } else { place(of, rank, sequence).cast_const() };
        // SAFETY: each rank's rows are there and stay until this rank has begun the operation after
        // the next; in place, results go where nothing lies that is still to be written: what lies
        // there is of this step or an earlier one.
        let fold = || unsafe { fold(reduction, from, n, n * size, ranks, row, scratch) };
        writer.read(k, n * size, fold)?;
    }
    operations.finish();
    Ok(())
}
