//! The evaluation of contributions that lie in one place, and how they are brought there.

use super::Partials;
use crate::offload::Offload;
use samebits_base::delegation::delegated;
use samebits_base::fault::{Fault, Outcome};
use samebits_base::threads::Team;
use std::ops::Range;

/// Cost classes of arithmetics, for the cost model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Family {
    /// One operation for each contribution but one.
    #[default]
    Tree,
    Exact,
    Levels,
}

/// The index of the row that holds the result.
pub type Folded = Result<usize, Fault>;

/// Evaluates contributions that lie in one place, as rows of elements without gaps. All but the
/// buffers is the same on all ranks. The caller sets the floating-point environment: setting it
/// for each fold would take a good part of the time of short ones.
pub trait Fold {
    /// Bytes of an element.
    fn size(&self) -> usize;

    fn family(&self) -> Family {
        Family::Tree
    }

    /// Folds `ranks` ≥ 1 rows of n elements each, row r at `rows + r * n * size`, in place.
    /// What else the rows hold then is unspecified. Columns are divided among the team's threads
    /// unless operations can fail: user-defined operators stay on the calling thread.
    ///
    /// # Safety
    /// `rows` points to that many elements, aligned for their type, writable and used by nobody
    /// else.
    unsafe fn fold(&self, team: Team, rows: *mut u8, ranks: usize, n: usize) -> Folded;

    /// Conversion between the caller's buffers and rows; none where the buffers are rows.
    fn buffers(&self) -> Option<&dyn Buffers> {
        None
    }

    /// The fold of two rows where they lie, if there is one.
    fn two(&self) -> Option<&dyn FoldTwo> {
        None
    }

    fn partials(&self) -> Option<&dyn Partials> {
        None
    }

    /// The same sum for others to add up, if they can.
    fn offload(&self) -> Option<&dyn Offload> {
        None
    }
}

/// A fold with other buffers than its own. Schedules are chosen by everything else.
pub struct WithBuffers<'a> {
    pub fold: &'a dyn Fold,
    /// None where the buffers are rows.
    pub buffers: Option<&'a dyn Buffers>,
}

impl<'a> WithBuffers<'a> {
    fn as_fold<R>(&self, call: impl FnOnce(&'a dyn Fold) -> R) -> R {
        call(self.fold)
    }
}

impl Fold for WithBuffers<'_> {
    fn buffers(&self) -> Option<&dyn Buffers> {
        self.buffers
    }

    delegated! { as_fold:
        fn size(&self) -> usize;
        fn family(&self) -> Family;
        fn two(&self) -> Option<&dyn FoldTwo>;
        fn partials(&self) -> Option<&dyn Partials>;
        fn offload(&self) -> Option<&dyn Offload>;
    }

    delegated! { as_fold:
        unsafe fn fold(&self, team: Team, rows: *mut u8, ranks: usize, n: usize) -> Folded;
    }
}

/// Folds two rows wherever they lie, the caller's buffers included. The caller sets the
/// floating-point environment.
pub trait FoldTwo {
    /// into\[i\] = what the rows left\[i\], right\[i\] fold to, for i < n; divided among the
    /// threads of a team, as [`Fold::fold`].
    ///
    /// # Safety
    /// Both rows hold n elements without gaps, at any alignment, and do not overlap; `into` is
    /// one of them, or apart from both.
    unsafe fn fold_two(
        &self,
        team: Team,
        left: *const u8,
        right: *const u8,
        into: *mut u8,
        n: usize,
    ) -> Outcome;
}

/// Elements that lie in the caller's buffers otherwise than in rows: with gaps, or in another
/// order.
pub trait Buffers {
    /// Bytes from one element to the next in a buffer.
    fn extent(&self) -> isize;

    fn span(&self) -> Range<isize> {
        0..self.extent()
    }

    /// Copies n elements of a buffer to a row.
    ///
    /// # Safety
    /// Both places hold n elements and do not overlap.
    unsafe fn load(&self, from: *const u8, row: *mut u8, n: usize) -> Outcome;

    /// Copies n elements of a row to a buffer and leaves the gaps between them untouched.
    ///
    /// # Safety
    /// As for [`Buffers::load`].
    unsafe fn store(&self, row: *const u8, to: *mut u8, n: usize) -> Outcome;

    /// Copies n elements of a buffer to a row that were [stored](Buffers::store) there before.
    ///
    /// # Safety
    /// As for [`Buffers::load`].
    unsafe fn load_stored(&self, from: *const u8, row: *mut u8, n: usize) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe { self.load(from, row, n) }
    }
}
