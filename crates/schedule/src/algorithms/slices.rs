//! `slices`: the vector goes in blocks that stay in the cache; of each block every rank gets its
//! slice of all p contributions and folds it, and the folded slices are gathered (reduce-scatter
//! and allgather, Shan et al. 2019, with plain contributions on the wire for every arithmetic).
//!
//! Cost, n bytes, p ranks, b blocks: 2 b (p - 1) α + 2 n (p-1)/p β + n (p-1)/p γ: the bandwidth of
//! reduce-scatter for any p, power of two or not. Long slices are folded by the threads of a rank,
//! which divides γ. Where each rank is to get a block of the result, that is its slice: half of the
//! messages and of the bytes.

use crate::collectives::{exchange_slices, gather_slices};
use crate::cost::collectives::{allgathers, alltoalls};
use crate::prelude::*;
use crate::reduction::{block, rows, SCRATCH};

pub const ROW: Schedule = Schedule {
    name: "slices",
    description: "each rank folds its slice of every block, the slices are gathered: \
                  the bandwidth of reduce-scatter, any number of ranks",
    takes,
    scratch: rows,
    cost: Cost::Fixed(seconds),
    run: Some(stepwise::run::<Slices>),
    later: Some(stepwise::later::<Slices>()),
    blocks: Some(BlockDelivery {
        takes: takes_blocks,
        equal: true,
        seconds: Some(scattered),
        run: scatter,
    }),
    ..Schedule::USUAL
};

pub fn seconds(machine: &Machine, job: &Workload) -> f64 {
    let (n, blocks) = (job.bytes as f64, job.blocks(SCRATCH));
    scattered(machine, job) + allgathers(machine, job, blocks, n / job.ranks as f64)
}

/// Until each rank has its slice of the result. Its own one is copied into its row, and its results from it.
fn scattered(machine: &Machine, job: &Workload) -> f64 {
    let (n, ranks) = (job.bytes as f64, job.ranks as f64);
    let folded = (ranks - 1.0) / ranks * n * machine.folding(job.family, job.ranks);
    let copied = 2.0 * n / ranks * machine.shared_byte;
    alltoalls(machine, job.ranks, job.blocks(SCRATCH), n) + folded + copied
}

/// MPI counts the bytes of a block in an int, and a block has at least one element of each rank.
pub fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    match case.ranks.saturating_mul(case.fold.size()) <= i32::MAX as usize / 2 {
        true => Ok(()),
        false => Err("one element of every rank takes more than 1 GiB in all"),
    }
}

/// On one node `node` does. Where blocks go in parts, the scratch holds at least an element of each rank twice.
fn takes_blocks(case: &Case<'_>) -> bool {
    !case.is_on_one_node() && case.ranks.saturating_mul(2 * case.fold.size()) <= SCRATCH
}

struct Slices;

impl Body for Slices {
    async unsafe fn work<M: Mode>(
        transport: &dyn Transport,
        reduction: &Reduction<'_>,
        rows: *mut u8,
    ) -> Outcome {
        let (ranks, fold, team) = (transport.size(), reduction.fold, reduction.settings.team());
        // The scratch holds a slice of each rank's block, where `gather` has a whole one: so blocks
        // are p times as long, and all but the last have even slices.
        let block = block(ranks, fold) * ranks;
        for (from, total) in reduction.blocks(block) {
            let cut = Cut::new(total, ranks);
            let n = cut.length(transport.rank());
            let stage = rows.wrapping_add(ranks * cut.length(0) * fold.size());
            // SAFETY: the block lies within the vector; the scratch holds `ranks` rows of a slice
            // and the stage; in place, the block is sent before it is overwritten.
            unsafe {
                let own = reduction.contribution(from, total, stage)?;
                match M::SUSPENDS {
                    false => transport.exchange_slices(cut, own, rows)?,
                    true => exchange_slices(transport, cut, fold.size(), own, rows).await?,
                }
                let row = if n > 0 { fold.fold(team, rows, ranks, n)? } else { 0 };
                let folded = rows.add(row * n * fold.size());
                let result = reduction.result_row(from, stage);
                let to = reduction.to;
                match M::SUSPENDS {
                    false => transport.gather_slices(to, cut, folded, result)?,
                    true => {
                        let slices = (cut, fold.size());
                        gather_slices(transport, to, slices, folded, result).await?;
                    }
                }
                if reduction.to.reaches(transport.rank()) {
                    reduction.deliver(result, from, total)?;
                }
            }
        }
        Ok(())
    }
}

/// As [`crate::row::RunBlocks`], of equal blocks. Long ones go in parts, which are copied together.
unsafe fn scatter(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    lengths: &dyn Fn(usize) -> usize,
    rows: *mut u8,
) -> Outcome {
    let (ranks, fold, size) = (transport.size(), reduction.fold, reduction.fold.size());
    let (length, team) = (lengths(0), reduction.settings.team());
    // The rows take half of the scratch where parts are copied into the other half.
    let fits = SCRATCH / (ranks * size);
    let step = if length <= fits { length } else { fits / 2 };
    for from in (0..length).step_by(step.max(1)) {
        let n = step.min(length - from);
        let stage = rows.wrapping_add(ranks * n * size);
        // SAFETY: the parts lie within the vector. The scratch holds `ranks` rows of n elements and as
        // many again where buffers are not contiguous, or parts are copied. In place, a part of the
        // result lies in front of all that is still to be sent.
        unsafe {
            let mut own = stage.cast_const();
            if n == length {
                own = reduction.contribution(0, ranks * n, stage)?;
            } else {
                for rank in 0..ranks {
                    let place = stage.add(rank * n * size);
                    let part = reduction.contribution(rank * length + from, n, place)?;
                    if !std::ptr::eq(part, place) {
                        std::ptr::copy_nonoverlapping(part, place, n * size);
                    }
                }
            }
            transport.exchange_slices(Cut::new(ranks * n, ranks), own, rows)?;
            let row = fold.fold(team, rows, ranks, n)?;
            reduction.deliver(rows.add(row * n * size), from, n)?;
        }
    }
    Ok(())
}
