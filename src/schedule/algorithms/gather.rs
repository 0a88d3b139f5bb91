//! `gather`: the raw contributions of all ranks go to every rank (or to the
//! root), which folds them: one collective of the MPI library, one latency.
//!
//! Cost, n bytes, p ranks: ceil(log2 p) α + (p - 1) n β + (p - 1) n γ, all
//! ranks folding everything (with a root, the root only). The way for small
//! vectors. Longer ones go in blocks, so that scratch stays bounded.

use crate::arithmetic::Fault;
use crate::schedule::cost::collectives::allgathers;
use crate::schedule::cost::{Cost, Machine, Workload};
use crate::schedule::reduction::{block, receives, rows, Reduction, SCRATCH};
use crate::schedule::row::{Merging, Schedule};
use crate::schedule::transport::Transport;

/// Rows are aligned for their type: no type has to be more than that.
const ALIGNED: usize = 16;

pub const ROW: Schedule = Schedule {
    name: "gather",
    description: "all contributions to all ranks (or to the root) at once: one latency",
    arrays: Some(Merging::ByReceivers),
    scratch: rows,
    cost: Cost::Fixed(seconds),
    run: Some(run),
    ..Schedule::USUAL
};

/// To and from the rows, the contribution and the result are copied.
pub fn seconds(machine: &Machine, job: &Workload) -> f64 {
    let (n, others) = (job.bytes as f64, (job.ranks - 1) as f64);
    let blocks = job.bytes.div_ceil((SCRATCH / job.ranks).max(1)).max(1);
    let folded = others * n * machine.folding(job.family, job.ranks);
    allgathers(machine, job, blocks, n) + folded + 2.0 * n * machine.shared_byte
}

unsafe fn run(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    rows: *mut u8,
) -> Result<(), Fault> {
    let (ranks, fold, team) = (transport.size(), reduction.fold, reduction.settings.team());
    let block = block(ranks, fold);
    let mut from = 0;
    while from < reduction.count {
        let n = block.min(reduction.count - from);
        let stage = rows.wrapping_add(ranks * n * fold.size());
        // Of a single rank the row may lie where the result goes.
        let result = reduction.result_row(from, rows);
        let there = ranks == 1 && result.addr().is_multiple_of(ALIGNED);
        let rows = if there { result } else { rows };
        // SAFETY: from + n ≤ count; the scratch holds `ranks` rows of n elements
        // and the stage; in place, the block is sent before it is overwritten.
        unsafe {
            let own = reduction.contribution(from, n, stage)?;
            transport.gather_rows(reduction.to, own, rows, n)?;
            if receives(transport, reduction.to) {
                let row = fold.fold(team, rows, ranks, n)?;
                reduction.deliver(rows.add(row * n * fold.size()), from, n)?;
            }
        }
        from += n;
    }
    Ok(())
}
