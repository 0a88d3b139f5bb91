//! `slices`: the vector goes in blocks that stay in the cache; of each block every rank gets its
//! slice of all p contributions and folds it, and the folded slices are gathered (reduce-scatter
//! and allgather, Shan et al. 2019, with plain contributions on the wire for every arithmetic).
//!
//! Cost, n bytes, p ranks, b blocks: 2 b (p - 1) α + 2 n (p-1)/p β + n (p-1)/p γ: the bandwidth of
//! reduce-scatter for any p, power of two or not. Long slices are folded by the threads of a rank,
//! which divides γ.

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
    ..Schedule::USUAL
};

/// This rank's own slice is copied into its row, and its results from it.
pub fn seconds(machine: &Machine, job: &Workload) -> f64 {
    let (n, ranks) = (job.bytes as f64, job.ranks as f64);
    let blocks = job.blocks(SCRATCH);
    let folded = (ranks - 1.0) / ranks * n * machine.folding(job.family, job.ranks);
    let scattered = alltoalls(machine, job.ranks, blocks, n);
    let copied = 2.0 * n / ranks * machine.shared_byte;
    scattered + folded + copied + allgathers(machine, job, blocks, n / ranks)
}

/// MPI counts the bytes of a block in an int, and a block has at least one element of each rank.
pub fn takes(case: &Case<'_>) -> Result<(), &'static str> {
    match case.ranks.saturating_mul(case.fold.size()) <= i32::MAX as usize / 2 {
        true => Ok(()),
        false => Err("one element of every rank takes more than 1 GiB in all"),
    }
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
