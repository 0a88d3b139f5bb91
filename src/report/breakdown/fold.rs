//! An arithmetic with a clock.

use super::{Part, Watch};
use crate::arithmetic::offload::{Addends, Offload};
use crate::arithmetic::ranks::Ranks;
use crate::arithmetic::vectors::{Partial, Partials};
use crate::arithmetic::{Buffers, Family, Fault, Fold, FoldTwo};
use crate::threads::Team;

/// A fold whose work is timed, except copying between the caller's buffers and rows.
pub struct Timed<'a> {
    inner: &'a dyn Fold,
    watch: &'a Watch,
}

impl<'a> Timed<'a> {
    pub fn new(inner: &'a dyn Fold, watch: &'a Watch) -> Self {
        Timed { inner, watch }
    }

    fn time<R>(&self, work: impl FnOnce() -> R) -> R {
        self.watch.time(Part::Local, work)
    }

    fn inner_partials(&self) -> &dyn Partials {
        self.inner.partials().expect("`Timed::partials` has checked it")
    }

    fn inner_offload(&self) -> &dyn Offload {
        self.inner.offload().expect("`Timed::offload` has checked it")
    }
}

impl Fold for Timed<'_> {
    fn size(&self) -> usize {
        self.inner.size()
    }

    fn family(&self) -> Family {
        self.inner.family()
    }

    unsafe fn fold(
        &self,
        team: Team,
        rows: *mut u8,
        ranks: usize,
        n: usize,
    ) -> Result<usize, Fault> {
        // SAFETY: upheld by the caller.
        self.time(|| unsafe { self.inner.fold(team, rows, ranks, n) })
    }

    fn buffers(&self) -> Option<&dyn Buffers> {
        self.inner.buffers()
    }

    fn two(&self) -> Option<&dyn FoldTwo> {
        self.inner.two().map(|_| self as &dyn FoldTwo)
    }

    fn partials(&self) -> Option<&dyn Partials> {
        self.inner.partials().map(|_| self as &dyn Partials)
    }

    fn offload(&self) -> Option<&dyn Offload> {
        self.inner.offload().map(|_| self as &dyn Offload)
    }
}

impl FoldTwo for Timed<'_> {
    unsafe fn fold_two(
        &self,
        team: Team,
        left: *const u8,
        right: *const u8,
        into: *mut u8,
        n: usize,
    ) -> Result<(), Fault> {
        let inner = self.inner.two().expect("`Timed::two` has checked it");
        // SAFETY: upheld by the caller.
        self.time(|| unsafe { inner.fold_two(team, left, right, into, n) })
    }
}

impl Partials for Timed<'_> {
    fn most(&self, of: &Ranks, ranks: usize, n: usize) -> usize {
        self.inner_partials().most(of, ranks, n)
    }

    fn width(&self, ranks: usize) -> f64 {
        self.inner_partials().width(ranks)
    }

    unsafe fn length(&self, partial: Partial<'_>, ranks: usize, n: usize) -> usize {
        // SAFETY: upheld by the caller.
        unsafe { self.inner_partials().length(partial, ranks, n) }
    }

    unsafe fn merge(
        &self,
        team: Team,
        one: Partial<'_>,
        other: Partial<'_>,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        self.time(|| unsafe { self.inner_partials().merge(team, one, other, ranks, n, into) })
    }

    unsafe fn finish(
        &self,
        team: Team,
        partial: *mut u8,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        self.time(|| unsafe { self.inner_partials().finish(team, partial, ranks, n, into) })
    }
}

impl Offload for Timed<'_> {
    fn addends(&self) -> Addends {
        self.inner_offload().addends()
    }

    fn numbers(&self) -> usize {
        self.inner_offload().numbers()
    }

    fn surveyed(&self) -> usize {
        self.inner_offload().surveyed()
    }

    fn most(&self, ranks: usize) -> usize {
        self.inner_offload().most(ranks)
    }

    unsafe fn survey(&self, row: *const u8, n: usize, found: &mut [i32]) {
        // SAFETY: upheld by the caller.
        self.time(|| unsafe { self.inner_offload().survey(row, n, found) });
    }

    fn count(&self, ranks: usize, found: &[i32]) -> usize {
        self.inner_offload().count(ranks, found)
    }

    unsafe fn cut(&self, row: *const u8, ranks: usize, found: &[i32], addends: &mut [u64]) {
        // SAFETY: upheld by the caller.
        self.time(|| unsafe { self.inner_offload().cut(row, ranks, found, addends) });
    }

    unsafe fn finish(&self, ranks: usize, found: &[i32], totals: &[u64], row: *mut u8) {
        // SAFETY: upheld by the caller.
        self.time(|| unsafe { self.inner_offload().finish(ranks, found, totals, row) });
    }
}
