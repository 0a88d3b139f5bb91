//! What a rank contributes to distributed arrays, whatever its type: elements that lie in memory, or
//! sums of them that are there already.

use super::record::NOTHING_FOUND;
use samebits_base::fault::{Fault, Outcome};
use samebits_sum::share::Share;

/// A range of an array that a rank holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub share: Share,
    /// The elements that lie before its first in memory.
    pub elements_before: usize,
}

impl Run {
    pub fn whole(share: Share) -> Run {
        Run { share, elements_before: 0 }
    }
}

/// What a rank contributes to the arrays of a reduction, which are numbered. The caller sets the
/// floating-point environment.
pub trait Contribution {
    /// ceil(log2 m) for each component of a run, m the largest finite magnitude in it, or as
    /// [`NOTHING_FOUND`].
    ///
    /// # Safety
    /// The run is there.
    unsafe fn survey(&self, _array: usize, _run: &Run) -> Result<[i32; 2], Fault> {
        Ok(NOTHING_FOUND)
    }

    /// Writes the data of a run's partial; `surveyed` is the largest that any rank has found.
    ///
    /// # Safety
    /// The run is there.
    unsafe fn lift(&self, array: usize, run: &Run, surveyed: [i32; 2], data: &mut [u8]) -> Outcome;

    /// Leaves the result of a whole array, an element of a row, at the beginning of the data, as
    /// [`Lift::reduce`](super::record::Lift::reduce) does.
    ///
    /// # Safety
    /// The run is there, and it is the whole array.
    unsafe fn reduce(&self, array: usize, run: &Run, data: &mut [u8]) -> Outcome;
}
