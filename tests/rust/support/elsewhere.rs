//! Buffers that are on a device, as far as a schedule sees.

use super::simulated::copy;
use samebits_base::fault::Fault;
use samebits_base::threads::Team;
use samebits_fold::offload::Offload;
use samebits_fold::vectors::Partials;
use samebits_fold::{Buffers, Fold, FoldTwo};
use std::cell::Cell;
use std::ops::Range;

/// What the driver of a device says that has failed.
pub const BROKEN: Fault = Fault(77);

/// A fold on a rank whose buffers are reached by copies only, as those on a device.
pub struct Elsewhere<'a> {
    fold: &'a dyn Fold,
    /// How often they can be read.
    loads: Cell<usize>,
}

impl<'a> Elsewhere<'a> {
    pub fn new(fold: &'a dyn Fold) -> Self {
        Elsewhere::failing(fold, usize::MAX)
    }

    /// They can be read so many times only.
    pub fn failing(fold: &'a dyn Fold, loads: usize) -> Self {
        Elsewhere { fold, loads: Cell::new(loads) }
    }
}

impl Fold for Elsewhere<'_> {
    fn size(&self) -> usize {
        self.fold.size()
    }
    unsafe fn fold(
        &self,
        team: Team,
        rows: *mut u8,
        ranks: usize,
        n: usize,
    ) -> Result<usize, Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.fold.fold(team, rows, ranks, n) }
    }
    fn buffers(&self) -> Option<&dyn Buffers> {
        Some(self)
    }
    fn two(&self) -> Option<&dyn FoldTwo> {
        self.fold.two()
    }
    fn partials(&self) -> Option<&dyn Partials> {
        self.fold.partials()
    }

    fn offload(&self) -> Option<&dyn Offload> {
        self.fold.offload()
    }
}

impl Buffers for Elsewhere<'_> {
    fn extent(&self) -> isize {
        self.fold.size() as isize
    }
    fn span(&self) -> Range<isize> {
        0..self.extent()
    }
    unsafe fn load(&self, from: *const u8, row: *mut u8, n: usize) -> Result<(), Fault> {
        self.loads.set(self.loads.get().checked_sub(1).ok_or(BROKEN)?);
        // SAFETY: handed on to the caller.
        unsafe { copy(from, row, n * self.fold.size()) };
        Ok(())
    }
    unsafe fn store(&self, row: *const u8, to: *mut u8, n: usize) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { copy(row, to, n * self.fold.size()) };
        Ok(())
    }
}
