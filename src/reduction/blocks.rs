//! Reductions that deliver a block of the result to each rank, built on schedules that deliver a
//! whole vector to all ranks or to a root.
//!
//! Cost, n bytes in all, p ranks: for a short n, a reduction to all ranks and a copy of n / p, in n
//! bytes of memory, or 2n on ranks whose buffers are not contiguous. Otherwise p reductions of n /
//! p bytes, each to one rank, in the schedule's scratch alone.

use super::scratch::Pool;
use crate::arithmetic::{Fault, WithBuffers};
use crate::schedule::{Case, Chosen, Destination, Reduction, Transport, SCRATCH};

/// The reductions by which the blocks get to their ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// One to all ranks, each of which keeps its block.
    Together,
    /// One for each block, to the rank that gets it, in rank order.
    InTurn,
}

/// Bytes of a block up to which the time of a reduction to one rank is mostly latency.
const MAX_LATENCY_BOUND: usize = 8 << 10;

/// Rows of scratch are aligned to cache lines.
const LINE: usize = 64;

impl Blocks {
    /// For a vector of so many bytes. Depends on nothing local, because all ranks must agree.
    pub fn of(ranks: usize, bytes: usize) -> Blocks {
        match bytes <= SCRATCH.max(ranks.saturating_mul(MAX_LATENCY_BOUND)) {
            true => Blocks::Together,
            false => Blocks::InTurn,
        }
    }

    /// The reduction that a schedule is chosen for; `case` is that of the whole vector to all
    /// ranks.
    pub fn case(self, case: Case<'_>) -> Case<'_> {
        match self {
            Blocks::Together => case,
            Blocks::InTurn => {
                Case { count: case.count / case.ranks, to: Destination::Root(0), ..case }
            }
        }
    }

    /// Runs the chosen schedule; `reduction` and `case` are those of the whole vector to all ranks.
    ///
    /// # Safety
    /// The contribution is as [`Reduction`] says. The receive buffer holds a block, or it is the
    /// contribution, of which only the first block is overwritten.
    pub unsafe fn run(
        self,
        chosen: &Chosen,
        transport: &dyn Transport,
        case: &Case<'_>,
        reduction: &Reduction<'_>,
        pool: &Pool,
    ) -> Result<(), Fault> {
        let Reduction { fold, count, .. } = *reduction;
        let (rank, block) = (transport.rank(), count / case.ranks);
        let scratch = |case: &Case<'_>| (chosen.schedule.scratch)(case, &chosen.settings, rank);
        match self {
            Blocks::Together => {
                let rows = WithBuffers { fold, buffers: None };
                let row = (count * fold.size()).next_multiple_of(LINE);
                let stage = fold.buffers().map_or(0, |_| row);
                let bytes = row + stage + scratch(&Case { fold: &rows, ..*case });
                // SAFETY: the memory holds the result, the contribution if that is not contiguous,
                // and the schedule's scratch. This rank's block is within the result, and all
                // contributions have been read by then.
                pool.with(bytes, |recv| unsafe {
                    let send = reduction.contribution(0, count, recv.add(row))?;
                    let all = Reduction { send, recv, fold: &rows, ..*reduction };
                    (chosen.run)(transport, &all, recv.add(row + stage))?;
                    reduction.deliver(recv.add(rank * block * fold.size()), 0, block)
                })
            }
            Blocks::InTurn => (0..case.ranks).try_for_each(|root| {
                let to = Destination::Root(root);
                let part = reduction.part(root * block, block, to);
                let bytes = scratch(&Case { count: block, to, ..*case });
                // SAFETY: the block is within the vector. If the buffers are the same, the root's
                // result overwrites the first block, which is being reduced or was before.
                pool.with(bytes, |scratch| unsafe { (chosen.run)(transport, &part, scratch) })
            }),
        }
    }
}
