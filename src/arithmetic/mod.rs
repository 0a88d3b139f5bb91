//! Arithmetic: what decides the bits. Knows no ranks' whereabouts, no messages
//! and no MPI. For a vector a schedule brings all contributions to an element into
//! one place, in rank order, and a [`Fold`] evaluates them there (a list of
//! contributions in rank order is the simplest partial of any arithmetic, DESIGN.md
//! section 3). For a distributed array each rank lifts its share to a partial, and
//! the partials are merged ([`record::Merge`]).

pub mod accumulator;
pub mod bundle;
mod chunks;
mod columns;
mod contributions;
pub mod exact;
mod exact_chunks;
mod exact_offload;
pub mod exact_partial;
pub mod exact_row;
mod exact_vectors;
mod exponents;
pub mod levels;
pub mod names;
pub mod offload;
mod pieces;
pub mod ranks;
pub mod record;
pub mod row;
pub mod share;
pub mod superaccumulator;
pub mod tree;
pub mod tree_partial;
mod tree_vectors;
pub mod two;
pub mod vectors;

use crate::kernel::fpenv::Environment;
use crate::kernel::Kernel;
use crate::threads::Team;
pub use names::{Arithmetic, Description, ALL, WITH_LEVELS};
use std::alloc::{alloc_zeroed, Layout};
use std::ops::Range;

/// The error code of whoever provided an operation (an MPI error code, where
/// that was an MPI function), handed up untouched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault(pub i32);

/// What a panic carries where this rank cannot go on: the job is stopped with that
/// message, because a rank that left the reduction alone, with an error of its own,
/// would keep the others waiting.
#[derive(Clone, Debug)]
pub struct CannotGoOn(pub String);

impl CannotGoOn {
    /// Panics with the message.
    #[cold]
    pub fn panic(message: String) -> ! {
        std::panic::panic_any(CannotGoOn(message))
    }
}

/// So many bytes, all zero; panics with [`CannotGoOn`]. What is large comes from the
/// operating system and takes up room only where it is written to.
pub fn memory(bytes: usize) -> Vec<u8> {
    let layout = match Layout::array::<u8>(bytes) {
        Ok(_) if bytes == 0 => return Vec::new(),
        Ok(layout) => layout,
        Err(_) => CannotGoOn::panic(format!("no memory for {bytes} bytes")),
    };
    // SAFETY: the layout is not empty; it is that of a vector with this capacity,
    // and zero is a byte.
    unsafe {
        let start = alloc_zeroed(layout);
        if start.is_null() {
            CannotGoOn::panic(format!("no memory for {bytes} bytes"));
        }
        Vec::from_raw_parts(start, bytes, bytes)
    }
}

/// Arithmetics whose operations take about as long: what a prediction goes by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Family {
    /// One operation for each contribution but one.
    #[default]
    Tree,
    /// Exact sums.
    Exact,
    /// Sums by levels.
    Levels,
}

/// Evaluates contributions that lie in one place, as rows of elements without
/// gaps. The caller sees to the floating-point environment: setting it for each fold would
/// take a good part of the time of short ones.
pub trait Fold {
    /// Bytes of an element; the same on all ranks.
    fn size(&self) -> usize;

    /// How long it takes, about; the same on all ranks.
    fn family(&self) -> Family {
        Family::Tree
    }

    /// Folds `ranks` ≥ 1 rows of n elements each, row r at
    /// `rows + r * n * size`, in place. Returns the number of the row that then
    /// holds the result; the others hold rubbish.
    ///
    /// # Safety
    /// `rows` points to that many elements, aligned for their type, writable
    /// and used by nobody else.
    unsafe fn fold(&self, rows: *mut u8, ranks: usize, n: usize) -> Result<usize, Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.fold_by(Team::ALONE, rows, ranks, n) }
    }

    /// The same, the columns cut among the threads of a team where several may work at once:
    /// at operations that do not fail. An operator of the user's stays on the calling thread.
    ///
    /// # Safety
    /// As of [`Fold::fold`].
    unsafe fn fold_by(
        &self,
        team: Team,
        rows: *mut u8,
        ranks: usize,
        n: usize,
    ) -> Result<usize, Fault>;

    /// The way from the caller's buffers to rows; none where they are rows.
    fn buffers(&self) -> Option<&dyn Buffers> {
        None
    }

    /// The fold of two rows from where they lie; none where there is no such way.
    /// The same on all ranks.
    fn two(&self) -> Option<&dyn FoldTwo> {
        None
    }

    /// Partials, for schedules that merge on the way; none where there are none. The same on
    /// all ranks.
    fn partials(&self) -> Option<&dyn vectors::Partials> {
        None
    }

    /// The same sum, for others to add up; none where nobody else can. The same on all ranks.
    fn offload(&self) -> Option<&dyn offload::Offload> {
        None
    }
}

/// Folds two rows wherever they lie, the caller's buffers included. The caller sees to the
/// floating-point environment.
pub trait FoldTwo {
    /// into\[i\] = what the rows left\[i\], right\[i\] fold to, for i < n.
    ///
    /// # Safety
    /// Both rows hold n elements without gaps, at any alignment, and do not overlap;
    /// `into` is one of them, or apart from both.
    unsafe fn fold_two(
        &self,
        left: *const u8,
        right: *const u8,
        into: *mut u8,
        n: usize,
    ) -> Result<(), Fault>;

    /// The same, cut among the threads of a team.
    ///
    /// # Safety
    /// As of [`FoldTwo::fold_two`].
    unsafe fn fold_two_by(
        &self,
        _team: Team,
        left: *const u8,
        right: *const u8,
        into: *mut u8,
        n: usize,
    ) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.fold_two(left, right, into, n) }
    }
}

/// Elements that lie in the caller's buffers otherwise than in rows: with gaps,
/// or in another order. Their way to rows and back.
pub trait Buffers {
    /// Bytes from one element to the next in a buffer.
    fn extent(&self) -> isize;

    /// Where the bytes of an element lie, relative to its address.
    fn span(&self) -> Range<isize> {
        0..self.extent()
    }

    /// Copies n elements of a buffer to a row.
    ///
    /// # Safety
    /// Both places hold n elements and do not overlap.
    unsafe fn load(&self, from: *const u8, row: *mut u8, n: usize) -> Result<(), Fault>;

    /// Copies n elements of a row to a buffer and leaves the gaps between them
    /// untouched.
    ///
    /// # Safety
    /// Both places hold n elements and do not overlap.
    unsafe fn store(&self, row: *const u8, to: *mut u8, n: usize) -> Result<(), Fault>;
}

/// A binary operation on rows of elements, and how its results are finished:
/// what [`tree`] needs of an operator.
pub trait Combine {
    /// Bytes of an element.
    fn size(&self) -> usize;

    /// The floating-point environment that the operation needs.
    fn environment(&self) -> Environment;

    /// right\[i\] = left\[i\] ∘ right\[i\] for i < n.
    ///
    /// # Safety
    /// Both rows hold n elements, aligned, and do not overlap.
    unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) -> Result<(), Fault>;

    /// The tree over n ≥ 1 elements of a row (Stelz 2022, chapter 2), not finished.
    ///
    /// # Safety
    /// The row holds n elements, aligned; there is room for one at `into`.
    unsafe fn tree(&self, row: *const u8, n: usize, into: *mut u8) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { row::tree(self, row, n, into) }
    }

    /// The same operation, if several threads may use it at once: one that does not
    /// fail.
    fn parallel(&self) -> Option<&(dyn Combine + Sync)> {
        None
    }

    /// What is done to each result (canonical NaNs).
    ///
    /// # Safety
    /// The row holds n elements, aligned.
    unsafe fn finish(&self, row: *mut u8, n: usize);

    /// As [`Fold::buffers`].
    fn buffers(&self) -> Option<&dyn Buffers> {
        None
    }

    /// As [`Fold::two`].
    fn two(&self) -> Option<&dyn FoldTwo> {
        None
    }
}

impl Combine for Kernel {
    fn size(&self) -> usize {
        self.size
    }
    fn environment(&self) -> Environment {
        self.environment
    }
    unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { Kernel::combine(self, left, right, n) };
        Ok(())
    }
    unsafe fn finish(&self, row: *mut u8, n: usize) {
        // SAFETY: handed on to the caller.
        unsafe { Kernel::finish(self, row, n) }
    }
    unsafe fn tree(&self, row: *const u8, n: usize, into: *mut u8) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { Kernel::tree(self, row, n, into) };
        Ok(())
    }
    fn parallel(&self) -> Option<&(dyn Combine + Sync)> {
        Some(self)
    }
    fn buffers(&self) -> Option<&dyn Buffers> {
        (self.data < self.size).then_some(self)
    }
    fn two(&self) -> Option<&dyn FoldTwo> {
        (self.data == self.size).then_some(self)
    }
}

impl FoldTwo for Kernel {
    unsafe fn fold_two(
        &self,
        left: *const u8,
        right: *const u8,
        into: *mut u8,
        n: usize,
    ) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.merge(left, right, into, n) };
        Ok(())
    }

    unsafe fn fold_two_by(
        &self,
        team: Team,
        left: *const u8,
        right: *const u8,
        into: *mut u8,
        n: usize,
    ) -> Result<(), Fault> {
        let (size, environment) = (self.size, self.environment);
        // SAFETY: handed on to the caller.
        unsafe { columns::fold_two(self, size, environment, team, [left, right], into, n) };
        Ok(())
    }
}

/// Pairs of a value and an int with padding behind them, which is the caller's.
impl Buffers for Kernel {
    fn extent(&self) -> isize {
        self.size as isize
    }
    unsafe fn load(&self, from: *const u8, row: *mut u8, n: usize) -> Result<(), Fault> {
        // SAFETY: handed on to the caller; in a row, padding may hold anything.
        unsafe { std::ptr::copy_nonoverlapping(from, row, n * self.size) };
        Ok(())
    }
    unsafe fn store(&self, row: *const u8, to: *mut u8, n: usize) -> Result<(), Fault> {
        for element in 0..n {
            let offset = element * self.size;
            // SAFETY: handed on to the caller; one element's data.
            unsafe {
                std::ptr::copy_nonoverlapping(row.add(offset), to.add(offset), self.data);
            }
        }
        Ok(())
    }
}
