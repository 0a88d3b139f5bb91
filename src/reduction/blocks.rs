//! Reductions that deliver a block of the result to each rank, built on schedules that deliver a
//! whole vector to all ranks or to a root.
//!
//! Cost, n bytes in all, p ranks: where n is short, a reduction to all ranks and a copy of n / p,
//! in n bytes of memory, twice as many on ranks whose buffers are not contiguous. Else p reductions of
//! n / p bytes, each to one rank, in the schedule's scratch alone.

use super::scratch::Pool;
use crate::arithmetic::{Fault, WithBuffers};
use crate::schedule::{Case, Chosen, Destination, Reduction, Transport, SCRATCH};

/// By which reductions the blocks come to their ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// By one to all ranks, of which each keeps its block.
    Together,
    /// By one for each block, to the rank that gets it, in the order of the ranks.
    InTurn,
}

/// Bytes of a block up to which a reduction to its rank takes hardly more than its latency.
const LATENCY: usize = 8 << 10;

/// The lines of scratch begin at multiples of it.
const LINE: usize = 64;

impl Blocks {
    /// For a vector of so many bytes. All ranks must agree, so this depends on nothing local, such
    /// as datatype layout or buffer placement.
    pub fn of(ranks: usize, bytes: usize) -> Blocks {
        match bytes <= SCRATCH.max(ranks.saturating_mul(LATENCY)) {
            true => Blocks::Together,
            false => Blocks::InTurn,
        }
    }

    /// The reduction that a schedule is chosen for, where `case` is that of the whole vector to
    /// all ranks.
    pub fn case(self, case: Case<'_>) -> Case<'_> {
        match self {
            Blocks::Together => case,
            Blocks::InTurn => {
                Case { count: case.count / case.ranks, to: Destination::Root(0), ..case }
            }
        }
    }

    /// Does the reductions by the schedule that was chosen: `reduction` is that of the whole
    /// vector to all ranks, and `case` likewise.
    ///
    /// # Safety
    /// The contribution is as [`Reduction`] says. The receive buffer has room for a block, or it
    /// is the contribution, of which the first block is overwritten, and no other.
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
                // SAFETY: the memory has room for the result, for the contribution where that is
                // no row, and for what the schedule works in. The block of this rank is within
                // the result, and all contributions are read by then.
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
                // SAFETY: the block is within the vector. Where the buffers are one, the root's
                // result goes to the first block, which is either the one that is reduced, or
                // was reduced before all others.
                pool.with(bytes, |scratch| unsafe { (chosen.run)(transport, &part, scratch) })
            }),
        }
    }
}
