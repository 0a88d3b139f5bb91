//! A fold as simple as there can be one.

use samebits_base::fault::Fault;
use samebits_base::threads::Team;
use samebits_fold::Fold;

/// A fold that has no partials.
pub struct Rows<'a>(pub &'a dyn Fold);

impl Fold for Rows<'_> {
    fn size(&self) -> usize {
        self.0.size()
    }
    unsafe fn fold(
        &self,
        team: Team,
        rows: *mut u8,
        ranks: usize,
        n: usize,
    ) -> Result<usize, Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.0.fold(team, rows, ranks, n) }
    }
}
