//! What remains of a reduction whose contributions are there: folding them into the caller's
//! buffer.
//!
//! Cost, n bytes, p contributors: two rows are folded as they lie, in n/2 reads more than that; of
//! more a block's rows are copied first, so that both lie in the core's cache: 2 p n. A long result
//! that all get they fold together ([`division`](samebits_schedule::posts::division)).

use crate::call::evaluation::Reducer;
use crate::context::Context;
use samebits_base::fault::Fault;
use samebits_base::stack::with_room;
use samebits_base::threads::{Team, MIN_PARALLEL_BYTES};
use samebits_fold::{Buffers, Fold};
use samebits_kernel::fpenv::within;
use samebits_mpi::abi::family::Handle;
use samebits_mpi::elements::device::staged::Staged;
use samebits_schedule::posts::division::{BlockLocation, Division, Work};
use samebits_schedule::SCRATCH;
use std::sync::atomic::AtomicU64;

/// The fold of the contributions into the caller's buffer.
pub struct Folding {
    pub reducer: Reducer,
    pub comm: Handle,
    pub team: Team,
    /// This rank, if it is one of the contributors.
    pub rank: Option<usize>,
    /// How many ranks contribute, from the first one on.
    pub contributors: usize,
    /// What this rank contributes to its own block, or to all of the result: a row.
    pub own: *const u8,
    /// Where that begins in all of a contribution, in bytes.
    pub start: usize,
    /// The elements that this rank gets, and the bytes of one.
    pub n: usize,
    pub size: usize,
    pub recv: *mut u8,
    /// Whether the buffers are rows, in host memory.
    pub plain: bool,
}

impl Folding {
    /// Folds the rows of the others, which lie at these addresses, and this rank's own.
    ///
    /// # Safety
    /// All rows are complete, and the caller's buffer is as the MPI standard demands.
    #[inline]
    pub unsafe fn run(
        &self,
        context: &'static Context,
        row: impl Fn(usize) -> *const u8,
    ) -> Result<(), Fault> {
        let row = |rank| if Some(rank) == self.rank { self.own } else { row(rank) };
        if let (Reducer::Builtin(builtin), true, 2) = (&self.reducer, self.plain, self.contributors)
        {
            let (left, right, bytes) = (row(0), row(1), self.n * self.size);
            // The one that lies in the result's place may only be all of it.
            let apart = |row: *const u8| {
                std::ptr::eq(row, self.recv) || row.addr().abs_diff(self.recv.addr()) >= bytes
            };
            if let Some(two) = builtin.fold().two().filter(|_| apart(left) && apart(right)) {
                // SAFETY: upheld by the caller.
                return within(builtin.environment(), || unsafe {
                    two.fold_two(self.team, left, right, self.recv, self.n)
                });
            }
        }
        // SAFETY: upheld by the caller.
        with_room(|| unsafe { self.run_in_blocks(context, &row) })
    }

    /// # Safety
    /// As for [`Folding::run`].
    unsafe fn run_in_blocks(
        &self,
        context: &'static Context,
        row: &dyn Fn(usize) -> *const u8,
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        self.with_buffers(context, |fold, buffers| unsafe {
            self.fold(context, fold, buffers, row)
        })
    }

    /// Works in the fold's environment, with how the caller's buffer lies, if it is not contiguous.
    pub fn with_buffers<R>(
        &self,
        context: &'static Context,
        work: impl FnOnce(&dyn Fold, Option<&dyn Buffers>) -> R,
    ) -> R {
        let library = &context.library;
        // An operator of the user's has errors raised on a communicator, and the program may have
        // freed its own.
        let comm = match self.reducer {
            Reducer::UserOp(_) if library.has_world() => library.comm_self(),
            _ => self.comm,
        };
        self.reducer.with_fold(library, comm, |fold| {
            let true_lb = fold.buffers().map_or(0, |buffers| buffers.span().start);
            let staged = Staged::needed(fold, true_lb, self.recv, Some(self.recv), self.n);
            let buffers = staged.as_ref().map(|staged| staged as &dyn Buffers).or(fold.buffers());
            within(self.reducer.environment(), || work(fold, buffers))
        })
    }

    /// Folds the rows together with the other ranks: `posted` is where each rank's row and room begin.
    ///
    /// # Safety
    /// As for [`Folding::run`]; each rank has posted as the division says.
    pub unsafe fn run_together(
        &self,
        context: &'static Context,
        division: &Division,
        posted: &dyn Fn(usize) -> *mut u8,
    ) -> Result<(), Fault> {
        let &Folding { contributors, size, recv, .. } = self;
        let rank = self.rank.expect("all ranks contribute");
        let row = |other| if other == rank { self.own } else { posted(other).cast_const() };
        let bytes = contributors * division.block() * size;
        let team = if bytes < MIN_PARALLEL_BYTES { Team::ALONE } else { self.team };
        self.with_buffers(context, |fold, buffers| {
            context.scratch.with(bytes, |scratch| {
                // SAFETY: numbers in memory that lies there until this rank has consumed it.
                let number = |place: BlockLocation| unsafe {
                    AtomicU64::from_ptr(posted(place.rank).add(place.number).cast())
                };
                division.work(rank, number, |block, work| {
                    let (elements, place) = (division.elements(block), division.place(block));
                    let (from, n) = (elements.start, elements.len());
                    let at = posted(place.rank).wrapping_add(place.data);
                    // SAFETY: upheld by the caller; nobody else writes a block that this rank has
                    // begun, nor anybody one that is done.
                    unsafe {
                        let mut result = at.cast_const();
                        if work != Work::Take {
                            result = self.fold_block(fold, team, scratch, &row, (from, n))?;
                        }
                        if work == Work::FoldForAll {
                            std::ptr::copy_nonoverlapping(result, at, n * size);
                        }
                        store(buffers, result, recv, size, (from, n))
                    }
                })
            })
        })
    }

    /// Folds n elements of all rows, from one on; returns where the result is in the scratch.
    ///
    /// # Safety
    /// As for [`Folding::run`]; the scratch holds the rows.
    unsafe fn fold_block(
        &self,
        fold: &dyn Fold,
        team: Team,
        scratch: *mut u8,
        row: &dyn Fn(usize) -> *const u8,
        (from, n): (usize, usize),
    ) -> Result<*const u8, Fault> {
        let bytes = n * self.size;
        // SAFETY: upheld by the caller.
        unsafe {
            for rank in 0..self.contributors {
                let from = row(rank).wrapping_add(from * self.size);
                std::ptr::copy_nonoverlapping(from, scratch.add(rank * bytes), bytes);
            }
            Ok(scratch.add(fold.fold(team, scratch, self.contributors, n)? * bytes))
        }
    }

    /// # Safety
    /// As for [`Folding::run`].
    unsafe fn fold(
        &self,
        context: &Context,
        fold: &dyn Fold,
        buffers: Option<&dyn Buffers>,
        row: &dyn Fn(usize) -> *const u8,
    ) -> Result<(), Fault> {
        let &Folding { team, contributors, n, size, recv, .. } = self;
        let block = (SCRATCH.saturating_mul(team.threads) / (contributors * size)).clamp(1, n);
        context.scratch.with(contributors * block * size, |scratch| {
            for from in (0..n).step_by(block) {
                let part = (from, block.min(n - from));
                // SAFETY: upheld by the caller; the scratch holds the rows of a block. Results go
                // where no later block is read: a contribution in place never lies before them.
                unsafe {
                    let result = self.fold_block(fold, team, scratch, row, part)?;
                    store(buffers, result, recv, size, part)?;
                }
            }
            Ok(())
        })
    }
}

/// Stores n elements of a result in the caller's buffer, from one on.
///
/// # Safety
/// The buffer has room for them, and lies apart from the result.
pub unsafe fn store(
    buffers: Option<&dyn Buffers>,
    result: *const u8,
    recv: *mut u8,
    size: usize,
    (from, n): (usize, usize),
) -> Result<(), Fault> {
    let extent = buffers.map_or(size as isize, |buffers| buffers.extent());
    let into = recv.wrapping_offset(from as isize * extent);
    // SAFETY: upheld by the caller.
    unsafe {
        match buffers {
            Some(buffers) => buffers.store(result, into, n),
            None => {
                std::ptr::copy_nonoverlapping(result, into, n * size);
                Ok(())
            }
        }
    }
}
