//! `gather`: the contributions of all ranks go to every rank (or to the root), which folds them:
//! one collective of the MPI library, one latency. In a prefix reduction a rank folds those that
//! come before it.
//!
//! Cost, n bytes, p ranks: ceil(log2 p) α + (p - 1) n β + (p - 1) n γ; all ranks (or the root) fold
//! everything. For small vectors; longer ones go in blocks, so that the scratch is bounded.

use crate::collectives::gather_rows;
use crate::cost::collectives::allgathers;
use crate::prelude::*;
use crate::reduction::{block, rows, SCRATCH};
use crate::row::Merging;

/// The maximum alignment of any type.
const ALIGNED: usize = 16;

pub const ROW: Schedule = Schedule {
    name: "gather",
    description: "all contributions to all ranks (or to the root) at once: one latency",
    arrays: Some(Merging::ByReceivers),
    prefixes: true,
    scratch: rows,
    cost: Cost::Fixed(seconds),
    run: Some(stepwise::run::<Gather>),
    later: Some(stepwise::later::<Gather>()),
    ..Schedule::USUAL
};

/// The contribution is copied to the rows, the result from them. However short a row is, folding it
/// takes 2 ns (exact sums; 7 ns in the tree).
pub fn seconds(machine: &Machine, job: &Workload) -> f64 {
    let (n, others) = (job.bytes as f64, (job.ranks - 1) as f64);
    let blocks = job.blocks(SCRATCH / job.ranks);
    let folded = others * (2.0e-9 + n * machine.folding(job.family, job.ranks));
    allgathers(machine, job, blocks, n) + folded + 2.0 * n * machine.shared_byte
}

struct Gather;

impl Body for Gather {
    async unsafe fn work<M: Mode>(
        transport: &dyn Transport,
        reduction: &Reduction<'_>,
        rows: *mut u8,
    ) -> Outcome {
        let (ranks, fold, team) = (transport.size(), reduction.fold, reduction.settings.team());
        // Where several ranks get a result, all get all rows.
        let to = reduction.to.root().map_or(Destination::All, Destination::Root);
        let block = block(ranks, fold);
        let contributors = reduction.to.contributors(transport.rank(), ranks);
        for (from, n) in reduction.blocks(block) {
            let stage = rows.wrapping_add(ranks * n * fold.size());
            // The row of a single rank may lie where the result goes.
            let result = reduction.result_row(from, rows);
            let in_result =
                ranks == 1 && contributors == 1 && result.addr().is_multiple_of(ALIGNED);
            let rows = if in_result { result } else { rows };
            // SAFETY: from + n ≤ count; the scratch holds `ranks` rows of n elements and the stage;
            // in place, the block is sent before it is overwritten.
            unsafe {
                let own = reduction.contribution(from, n, stage)?;
                match M::SUSPENDS {
                    false => transport.gather_rows(to, own, rows, n)?,
                    true => gather_rows(transport, to, own, rows, n * fold.size()).await?,
                }
                if contributors > 0 {
                    let row = fold.fold(team, rows, contributors, n)?;
                    reduction.deliver(rows.add(row * n * fold.size()), from, n)?;
                }
            }
        }
        Ok(())
    }
}
