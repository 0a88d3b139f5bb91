//! Buffers that are on a device, as far as a schedule sees.

use super::simulated::copy;
use samebits::arithmetic::offload::Offload;
use samebits::arithmetic::vectors::Partials;
use samebits::arithmetic::{Buffers, Fault, Fold, FoldTwo};
use samebits::threads::Team;
use std::ops::Range;

/// A fold on a rank whose buffers are reached by copies only, as those on a device.
pub struct Elsewhere<'a>(pub &'a dyn Fold);

impl Fold for Elsewhere<'_> {
    fn size(&self) -> usize {
        self.0.size()
    }
    unsafe fn fold_by(
        &self,
        team: Team,
        rows: *mut u8,
        ranks: usize,
        n: usize,
    ) -> Result<usize, Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.0.fold_by(team, rows, ranks, n) }
    }
    fn buffers(&self) -> Option<&dyn Buffers> {
        Some(self)
    }
    fn two(&self) -> Option<&dyn FoldTwo> {
        self.0.two()
    }
    fn partials(&self) -> Option<&dyn Partials> {
        self.0.partials()
    }

    fn offload(&self) -> Option<&dyn Offload> {
        self.0.offload()
    }
}

impl Buffers for Elsewhere<'_> {
    fn extent(&self) -> isize {
        self.0.size() as isize
    }
    fn span(&self) -> Range<isize> {
        0..self.extent()
    }
    unsafe fn load(&self, from: *const u8, row: *mut u8, n: usize) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { copy(from, row, n * self.0.size()) };
        Ok(())
    }
    unsafe fn store(&self, row: *const u8, to: *mut u8, n: usize) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { copy(row, to, n * self.0.size()) };
        Ok(())
    }
}
