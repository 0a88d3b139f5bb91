//! A nonblocking reduction that is merged on its way, because its contributions would take too much
//! memory in one place or, of many ranks on several nodes, more time: each rank makes partials of one
//! width of its own ([`fixed_width`](samebits_fold::fixed_width)), one reduction of the MPI library
//! merges them by an operator of ours, and what this rank gets is rounded when the request completes.
//!
//! Not in a persistent request: MPI lets each rank start those in an order of its own, and the
//! library's persistent reductions do not serve (MPICH 4.0.2's send what they sent first for
//! ever). Nor between two groups.
//!
//! Cost, n elements, partials of w bytes, p ranks: n w bytes of memory however many ranks there are,
//! and a block's where each gets one; an MPI_Iallreduce (MPI_Ireduce, …) of n w bytes.

use super::folding::{store, Folding};
use super::intercomm::Decided;
use super::rows::{Shape, TOO_LONG};
use crate::call::classify::PassOn;
use crate::call::evaluation::Reducer;
use crate::call::{Call, Completion};
use crate::context::Context;
use libc::c_int;
use samebits_base::fault::Fault;
use samebits_fold::fixed_width::FixedWidth;
use samebits_fold::Buffers;
use samebits_kernel::fpenv::{preserving_vector_environment, within, Environment};
use samebits_mpi::abi::family::Handle;
use samebits_mpi::calls::nonblocking::Pending;
use samebits_mpi::memory::held::HeldMemory;
use samebits_mpi::operators::fixed_width::{MergeBlocks, MergeRoot};
use samebits_schedule::{merging_is_faster, Destination, Machine, Workload, SCRATCH};
use std::hint::black_box;

/// By the defaults fewer ranks' contributions are gathered sooner than partials of any width are merged.
const MANY: usize = 8;

/// How a reduction is merged; the same on all ranks.
#[derive(Clone, Copy, Debug)]
pub struct Merging {
    fixed: FixedWidth,
    environment: Environment,
}

impl Merging {
    /// How a reduction is merged that is one collective; none where its contributions are gathered.
    pub fn wanted(
        context: &Context,
        call: &Call<'_>,
        decided: &Decided,
    ) -> Result<Option<Merging>, PassOn> {
        let Decided { communicator, reducer, shape, .. } = decided;
        let memory = &context.policy().nonblocking_memory;
        let merging = || Merging::of(reducer, shape, call.completion, memory.partials);
        if shape.is_too_long(memory.contributions) {
            return merging().map(Some).ok_or(PassOn::Unsupported(TOO_LONG));
        }
        if shape.ranks < MANY || !context.is_on_several_nodes() || communicator.is_on_one_node() {
            return Ok(None);
        }
        let machine = context.measured(communicator).unwrap_or(&Machine::NETWORK);
        Ok(merging().filter(|merging| merging.is_faster(machine, reducer, shape)))
    }

    /// Whether that takes less time than gathering, where no ranks share memory. (Blocks move the fewest
    /// bytes as they are.)
    fn is_faster(&self, machine: &Machine, reducer: &Reducer, shape: &Shape) -> bool {
        let Reducer::Builtin(builtin) = reducer else { return false };
        let job = Workload {
            family: builtin.fold().family(),
            ..Workload::new(shape.ranks, shape.bytes(), shape.to)
        };
        let width = self.element() as f64 / shape.size as f64;
        let faster = || merging_is_faster(black_box(machine), &job, width);
        shape.blocks.is_none() && within(Environment::Vector, || black_box(faster()))
    }

    /// None where the arithmetic has no such partials, where they take more than `most_bytes` or than
    /// MPI counts, or where calls of this kind are not merged.
    pub fn of(
        reducer: &Reducer,
        shape: &Shape,
        completion: Completion,
        most_bytes: usize,
    ) -> Option<Merging> {
        let Reducer::Builtin(builtin) = reducer else { return None };
        if completion != Completion::Nonblocking || shape.groups.is_some() {
            return None;
        }
        let fixed = builtin.fixed_width(shape.ranks, shape.to.is_prefix())?;
        let count = shape.count.checked_mul(fixed.components())?;
        let merging = Merging { fixed, environment: builtin.environment() };
        let longest = shape.blocks.iter().flatten().copied().max().unwrap_or(0);
        let bytes = shape.count.checked_add(longest)?.checked_mul(merging.element())?;
        (bytes <= most_bytes && c_int::try_from(count).is_ok()).then_some(merging)
    }

    /// Bytes of the partials of an element.
    fn element(&self) -> usize {
        self.fixed.components() * self.fixed.width()
    }

    /// Starts to merge this rank's contribution with the others'.
    ///
    /// # Safety
    /// The contribution lies there, in the caller's buffer, as `buffers` say.
    pub unsafe fn start(
        &self,
        context: &'static Context,
        comm: Handle,
        shape: &Shape,
        send: *const u8,
        buffers: Option<&dyn Buffers>,
    ) -> Result<Merged, Fault> {
        let (width, components) = (self.fixed.width(), self.fixed.components());
        // A block behind the rest; it begins in memory of its own even if it is empty.
        let block = shape.blocks.as_ref().map(|_| shape.count * self.element());
        let row = if block.is_some() { shape.block(shape.rank) } else { 0 };
        let bytes = (shape.count + row) * self.element() + 1;
        let mut merged = Merged {
            context,
            merging: *self,
            memory: context.scratch.take(bytes),
            lengths: Vec::new(),
            result: block.unwrap_or(0),
            pending: Pending::none(),
            schedule: "",
            _held: HeldMemory::new(bytes),
        };
        // SAFETY: upheld by the caller; the memory is as long.
        within(self.environment, || unsafe { merged.lift(shape, send, buffers) })?;
        let Shape { to, .. } = *shape;
        let (to, schedule) = match to {
            Destination::Root(rank) => {
                let root = MergeRoot { rank, here: rank == shape.rank };
                (Destination::Root(root), "ireduce of partials")
            }
            Destination::InclusivePrefix => (Destination::InclusivePrefix, "iscan of partials"),
            Destination::ExclusivePrefix => (Destination::ExclusivePrefix, "iexscan of partials"),
            Destination::All => match &shape.blocks {
                None => (Destination::All, "iallreduce of partials"),
                Some(blocks) => {
                    // (They were counted.)
                    let lengths = blocks.iter().map(|block| (block * components) as c_int);
                    merged.lengths = lengths.collect();
                    let (lengths, into) = (&merged.lengths, merged.result());
                    let blocks = MergeBlocks { lengths, into };
                    (Destination::Blocks(blocks), "ireduce_scatter of partials")
                }
            },
        };
        let (count, partials) = ((shape.count * components) as c_int, merged.partials());
        // SAFETY: all of it is kept until the operation is complete.
        let start = || unsafe { context.library.start_merging(comm, to, partials, (count, width)) };
        let pending = preserving_vector_environment(start)?;
        (merged.pending, merged.schedule) = (pending, schedule);
        Ok(merged)
    }
}

/// One that is under way.
pub struct Merged {
    context: &'static Context,
    merging: Merging,
    memory: Vec<u8>,
    /// Partials of each rank's block, where each gets one.
    lengths: Vec<c_int>,
    /// Where this rank's result begins in the memory.
    result: usize,
    pending: Pending,
    /// For the report.
    pub schedule: &'static str,
    _held: HeldMemory,
}

impl Merged {
    fn partials(&self) -> *mut u8 {
        let start = self.memory.as_ptr().cast_mut();
        start.wrapping_add(start.align_offset(samebits_fold::vectors::ALIGNMENT))
    }

    fn result(&self) -> *mut u8 {
        self.partials().wrapping_add(self.result)
    }

    /// # Safety
    /// As for [`Merging::start`].
    unsafe fn lift(
        &mut self,
        shape: &Shape,
        send: *const u8,
        buffers: Option<&dyn Buffers>,
    ) -> Result<(), Fault> {
        let (fixed, into) = (self.merging.fixed, self.partials());
        let Some(buffers) = buffers else {
            // SAFETY: upheld by the caller: elements without gaps.
            unsafe { fixed.lift(send, shape.count, into) };
            return Ok(());
        };
        let block = (SCRATCH / shape.size).clamp(1, shape.count.max(1));
        let width = self.merging.element();
        self.context.scratch.with(block * shape.size, |row| {
            for from in (0..shape.count).step_by(block) {
                let n = block.min(shape.count - from);
                let at = send.wrapping_offset(from as isize * buffers.extent());
                // SAFETY: upheld by the caller; a block's elements.
                unsafe {
                    buffers.load(at, row, n)?;
                    fixed.lift(row, n, into.wrapping_add(from * width));
                }
            }
            Ok(())
        })
    }

    pub fn pending(&mut self) -> &mut Pending {
        &mut self.pending
    }

    /// Writes the results that this rank gets to the caller's buffer.
    ///
    /// # Safety
    /// The operation is complete, and the caller's buffer is as the MPI standard demands.
    pub unsafe fn finish(&self, folding: &Folding) -> Result<(), Fault> {
        let &Folding { n, size, recv, .. } = folding;
        let fixed = self.merging.fixed;
        let width = self.merging.element();
        folding.with_buffers(self.context, |_, buffers| {
            let block = (SCRATCH / size).clamp(1, n);
            self.context.scratch.with(block * size, |row| {
                for from in (0..n).step_by(block) {
                    let n = block.min(n - from);
                    let partials = self.result().wrapping_add(from * width);
                    // SAFETY: upheld by the caller; results of a block.
                    unsafe {
                        fixed.finish(partials, n, row);
                        store(buffers, row, recv, size, (from, n))?;
                    }
                }
                Ok(())
            })
        })
    }
}

impl Drop for Merged {
    fn drop(&mut self) {
        let (memory, lengths) =
            (std::mem::take(&mut self.memory), std::mem::take(&mut self.lengths));
        if self.pending.is_done() {
            self.context.scratch.put(memory);
        } else {
            // MPI may still use them.
            std::mem::forget((memory, lengths));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nonblocking::groups::Groups;
    use samebits_fold::Builtin;
    use samebits_kernel::{Format, Kind, Operator};
    use samebits_sum::names::Arithmetic;

    fn reducer(operator: Operator, arithmetic: Arithmetic) -> Reducer {
        Reducer::Builtin(Builtin::of(Kind::Real(Format::Double), operator, arithmetic).unwrap())
    }

    fn shape(to: Destination, count: usize, blocks: Option<&[usize]>) -> Shape {
        let blocks = blocks.map(Into::into);
        Shape { rank: 0, ranks: 3, to, count, blocks, size: 8, groups: None }
    }

    fn fits(reducer: &Reducer, shape: &Shape, bytes: usize) -> bool {
        Merging::of(reducer, shape, Completion::Nonblocking, bytes).is_some()
    }

    #[test]
    fn only_what_fits_is_merged() {
        let minimum = reducer(Operator::Min, Arithmetic::Exact);
        let sum = reducer(Operator::Sum, Arithmetic::Exact);
        let all = shape(Destination::All, 10, None);
        for (reducer, bytes) in [(&minimum, 120), (&sum, 2800)] {
            assert!(fits(reducer, &all, bytes) && !fits(reducer, &all, bytes - 1), "{bytes}");
        }
        // Of three ranks' contributions one minimum fits where these do not.
        assert!(all.is_too_long(239) && fits(&minimum, &all, 239));
        // And the longest block.
        let blocks = shape(Destination::All, 10, Some(&[1, 7, 2]));
        assert!(fits(&minimum, &blocks, 204) && !fits(&minimum, &blocks, 203));
        // More than MPI counts, or than there are addresses.
        let longest = shape(Destination::All, c_int::MAX as usize, None);
        assert!(fits(&minimum, &longest, usize::MAX));
        for count in [c_int::MAX as usize + 1, usize::MAX / 3, usize::MAX] {
            assert!(!fits(&minimum, &shape(Destination::All, count, None), usize::MAX), "{count}");
        }
    }

    #[test]
    fn many_ranks_merge_long_vectors_but_no_blocks() {
        let sum = reducer(Operator::Sum, Arithmetic::Exact);
        let faster = |ranks, blocks: Option<&[usize]>| {
            let shape = Shape { ranks, ..shape(Destination::All, 1 << 20, blocks) };
            let merging = Merging::of(&sum, &shape, Completion::Nonblocking, usize::MAX).unwrap();
            merging.is_faster(&Machine::NETWORK, &sum, &shape)
        };
        assert!(!faster(MANY, None) && !faster(32, None) && faster(128, None));
        assert!(!faster(128, Some(&[8192; 128])));
        // Narrow partials are merged sooner.
        let minimum = reducer(Operator::Min, Arithmetic::Exact);
        let shape = Shape { ranks: 2 * MANY, ..shape(Destination::All, 1 << 20, None) };
        let merging = Merging::of(&minimum, &shape, Completion::Nonblocking, usize::MAX).unwrap();
        assert!(merging.is_faster(&Machine::NETWORK, &minimum, &shape));
    }

    #[test]
    fn only_what_has_partials_is_merged() {
        let scan = shape(Destination::InclusivePrefix, 10, None);
        let all = shape(Destination::All, 10, None);
        for (arithmetic, of_all, of_prefixes) in [
            (Arithmetic::Exact, true, true),
            (Arithmetic::Binned(3), true, true),
            (Arithmetic::Prerounded(3), true, false),
            (Arithmetic::Prerounded2(3), false, false),
            (Arithmetic::Tree, false, false),
        ] {
            let sum = reducer(Operator::Sum, arithmetic);
            let found = [&all, &scan].map(|shape| fits(&sum, shape, 1 << 20));
            assert_eq!(found, [of_all, of_prefixes], "{arithmetic:?}");
            assert!(Merging::of(&sum, &all, Completion::Persistent, 1 << 20).is_none());
            let groups = Some(Groups { remote: 2, to: Destination::All });
            assert!(!fits(&sum, &Shape { groups, ..shape(Destination::All, 10, None) }, 1 << 20));
        }
    }
}
