//! Reductions that deliver a block of the result to each rank: by a schedule that does so itself
//! ([`samebits_schedule::Schedule::blocks`]), or built on those that deliver a whole vector to all ranks
//! or to a root, as follows.
//!
//! Cost, n bytes in all, p ranks: for a short n, a reduction to all ranks and a copy of the block,
//! in n bytes of memory, or 2n on ranks whose buffers are not contiguous. Otherwise p reductions of
//! one block each (n / p bytes on average), each to one rank, in the schedule's scratch alone.
//!
//! Blocks may be unequal, and empty. In place, the result of a block goes to the beginning of the
//! contribution, and would overwrite the block itself where that begins at less than its own
//! length. Such a block is reduced in several parts, each of which is far enough from where its
//! result goes, or has its result in up to 1 MiB of memory (2 MiB where buffers are not contiguous)
//! before it goes there.

use crate::scratch::Pool;
use samebits_base::cache_line::CACHE_LINE;
use samebits_base::fault::Outcome;
use samebits_fold::WithBuffers;
use samebits_schedule::{choose_for_blocks, Case, Choices, Chosen, Destination, Machine};
use samebits_schedule::{Reduction, Transport, SCRATCH};

/// How the blocks get to their ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// The schedule delivers them; if it does so for equal ones only, unequal ones go as below.
    Directly,
    /// A reduction to all ranks, each of which keeps its block.
    Together,
    /// A reduction for each block, to the rank that gets it, in rank order.
    InTurn,
}

/// Bytes of a block up to which the time of a reduction to one rank is mostly latency.
const MAX_LATENCY_BOUND: usize = 8 << 10;

impl Blocks {
    /// How blocks get to their ranks, and by which schedule; `whole` is the case of the whole vector to all
    /// ranks. Depends on nothing local, because all ranks must agree.
    pub fn choose(
        choices: &Choices,
        measured: Option<&Machine>,
        whole: &Case<'_>,
    ) -> (Blocks, Chosen) {
        let choose = |case: &Case<'_>| samebits_schedule::choose(choices, measured, case);
        let chosen = choose(whole);
        if chosen.schedule.delivers_blocks(whole) {
            return (Blocks::Directly, chosen);
        }
        let blocks = Blocks::by_reductions(whole.ranks, whole.bytes());
        let (chosen, number) = match blocks {
            Blocks::InTurn => (choose(&blocks.case(*whole)), whole.ranks),
            _ => (chosen, 1),
        };
        let others = (&chosen, &blocks.case(*whole), number);
        match choose_for_blocks(choices, measured, whole, others) {
            Some(directly) => (Blocks::Directly, directly),
            None => (blocks, chosen),
        }
    }

    /// For a vector of that length.
    fn by_reductions(ranks: usize, bytes: usize) -> Blocks {
        match bytes <= SCRATCH.max(ranks.saturating_mul(MAX_LATENCY_BOUND)) {
            true => Blocks::Together,
            false => Blocks::InTurn,
        }
    }

    /// The reduction that a schedule is chosen for; `case` is that of the whole vector to all
    /// ranks. Of blocks in turn it is one of average length: decisions are cached by the number of
    /// elements alone, and no schedule takes some lengths only.
    pub fn case(self, case: Case<'_>) -> Case<'_> {
        match self {
            Blocks::Directly | Blocks::Together => case,
            Blocks::InTurn => {
                let count = case.count.div_ceil(case.ranks);
                Case { count, to: Destination::Root(0), ..case }
            }
        }
    }

    /// Runs the chosen schedule; `reduction` and `case` are those of the whole vector to all ranks.
    /// `lengths` tells how many elements each rank's block has, the same on all ranks.
    ///
    /// # Safety
    /// The contribution is as [`Reduction`] says. The receive buffer holds this rank's block, or it
    /// is the contribution, of which only the beginning is overwritten, by that block.
    pub unsafe fn run(
        self,
        chosen: &Chosen,
        transport: &dyn Transport,
        case: &Case<'_>,
        reduction: &Reduction<'_>,
        lengths: &dyn Fn(usize) -> usize,
        pool: &Pool,
    ) -> Outcome {
        let rank = transport.rank();
        let runner = Runner { chosen, transport, case, pool };
        let delivery = chosen.schedule.blocks.as_ref();
        let unequal = || (1..case.ranks).any(|rank| lengths(rank) != lengths(0));
        let way = match self {
            Blocks::Directly if delivery.is_some_and(|delivery| delivery.equal) && unequal() => {
                Blocks::by_reductions(case.ranks, case.bytes())
            }
            way => way,
        };
        match way {
            Blocks::Directly => {
                let run = delivery.expect("it was asked for").run;
                pool.with(runner.scratch(reduction), |scratch| {
                    // SAFETY: upheld by the caller; the scratch is as long as the schedule needs.
                    unsafe { run(transport, reduction, lengths, scratch) }
                })
            }
            Blocks::Together => {
                let start = (0..rank).map(lengths).sum();
                // SAFETY: this rank's block is within the result, and its buffer holds it.
                unsafe { runner.through_memory(reduction, start, lengths(rank)) }
            }
            Blocks::InTurn => {
                let size = reduction.fold.size();
                let mut start = 0;
                for root in 0..case.ranks {
                    let (length, to) = (lengths(root), Destination::Root(root));
                    let step = step(start, length, size);
                    for from in (0..length).step_by(step) {
                        let n = step.min(length - from);
                        let part = reduction.part(start + from, n, from, to);
                        // Where the part would be overwritten while it is being reduced.
                        let overlaps = rank == root
                            && std::ptr::eq(reduction.send, reduction.recv)
                            && (1..n).contains(&start);
                        // SAFETY: the part is within the vector, and its result within this rank's
                        // block. If the buffers are the same, that is the part itself, or it is in
                        // front of it and does not touch it, or it is put there afterwards.
                        unsafe {
                            match overlaps {
                                true => runner.through_memory(&part, 0, n)?,
                                false => runner.directly(&part)?,
                            }
                        }
                    }
                    start += length;
                }
                Ok(())
            }
        }
    }
}

/// How many elements of a block are reduced at a time; `start` elements come before the block. In place, the
/// result goes that far in front of them: it touches nothing that is still to be reduced, and of
/// what is being reduced only where `start` is less than the elements that fit in memory. All ranks
/// must agree, whether their buffers are in place or not, so this depends on nothing local.
fn step(start: usize, length: usize, size: usize) -> usize {
    let step = if start == 0 { length } else { start.max(SCRATCH / size) };
    step.max(1)
}

/// How the reductions are run that blocks take.
struct Runner<'a> {
    chosen: &'a Chosen,
    transport: &'a dyn Transport,
    /// That of the whole vector.
    case: &'a Case<'a>,
    pool: &'a Pool,
}

impl Runner<'_> {
    fn scratch(&self, reduction: &Reduction<'_>) -> usize {
        let Reduction { fold, count, to, .. } = *reduction;
        let case = Case { fold, count, to, ..*self.case };
        (self.chosen.schedule.scratch)(&case, &self.chosen.settings, self.transport.rank())
    }

    /// # Safety
    /// The buffers are as [`Reduction`] says.
    unsafe fn directly(&self, reduction: &Reduction<'_>) -> Outcome {
        self.pool.with(self.scratch(reduction), |scratch| {
            // SAFETY: upheld by the caller; the scratch is as long as the schedule needs.
            unsafe { (self.chosen.run)(self.transport, reduction, scratch) }
        })
    }

    /// Reduces into memory, and delivers n elements of the result from that one on.
    ///
    /// # Safety
    /// The contribution is as [`Reduction`] says, this rank gets the result, and the receive buffer
    /// holds n elements.
    unsafe fn through_memory(&self, reduction: &Reduction<'_>, from: usize, n: usize) -> Outcome {
        let Reduction { fold, count, .. } = *reduction;
        let rows = &WithBuffers { fold, buffers: None };
        let row = (count * fold.size()).next_multiple_of(CACHE_LINE);
        let stage = fold.buffers().map_or(0, |_| row);
        let bytes = row + stage + self.scratch(&Reduction { fold: rows, ..*reduction });
        // SAFETY: the memory holds the result, the contribution if that is not contiguous, and the
        // schedule's scratch. What is delivered is within the result, and all contributions have
        // been read by then.
        self.pool.with(bytes, |recv| unsafe {
            let send = reduction.contribution(0, count, recv.add(row))?;
            let all = Reduction { send, recv, fold: rows, ..*reduction };
            (self.chosen.run)(self.transport, &all, recv.add(row + stage))?;
            match n {
                // There may be no buffer.
                0 => Ok(()),
                _ => reduction.deliver(recv.add(from * fold.size()), 0, n),
            }
        })
    }
}
