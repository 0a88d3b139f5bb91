//! `gather`: the raw contributions of all ranks go to every rank (or to the
//! root), which folds them: one collective of the MPI library, one latency.
//!
//! Cost, n bytes, p ranks: ceil(log2 p) α + (p - 1) n β + (p - 1) n γ, all
//! ranks folding everything (with a root, the root only). The way for small
//! vectors. Longer ones go in blocks, so that scratch stays bounded.

use super::{block, receives, Reduction, Transport};
use crate::arithmetic::Fault;

/// Rows are aligned for their type: no type has to be more than that.
const ALIGNED: usize = 16;

pub(super) unsafe fn run(
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
                let row = fold.fold_by(team, rows, ranks, n)?;
                reduction.deliver(rows.add(row * n * fold.size()), from, n)?;
            }
        }
        from += n;
    }
    Ok(())
}
