//! An arithmetic with a clock.

use super::{Clocked, Part, Watch};
use samebits_base::delegation::delegated;
use samebits_base::fault::Outcome;
use samebits_base::threads::Team;
use samebits_fold::offload::{Addends, Offload};
use samebits_fold::vectors::ranks::Ranks;
use samebits_fold::vectors::{Partial, Partials};
use samebits_fold::{Buffers, Family, Fold, FoldTwo, Folded};

/// A fold whose work is timed, except copying between the caller's buffers and rows.
pub struct Timed<'a> {
    fold: Clocked<'a, dyn Fold>,
    two: Option<Clocked<'a, dyn FoldTwo>>,
    partials: Option<Clocked<'a, dyn Partials>>,
    offload: Option<Clocked<'a, dyn Offload>>,
}

impl<'a> Timed<'a> {
    pub fn new(inner: &'a dyn Fold, watch: &'a Watch) -> Self {
        let part = Part::Local;
        Timed {
            fold: Clocked { inner, watch, part },
            two: Clocked::maybe(inner.two(), watch, part),
            partials: Clocked::maybe(inner.partials(), watch, part),
            offload: Clocked::maybe(inner.offload(), watch, part),
        }
    }

    fn untimed<R>(&self, call: impl FnOnce(&'a dyn Fold) -> R) -> R {
        self.fold.untimed(call)
    }

    fn time<R>(&self, call: impl FnOnce(&dyn Fold) -> R) -> R {
        self.fold.time(call)
    }
}

impl Fold for Timed<'_> {
    delegated! { untimed:
        fn size(&self) -> usize;
        fn family(&self) -> Family;
        fn buffers(&self) -> Option<&dyn Buffers>;
    }

    delegated! { time:
        unsafe fn fold(&self, team: Team, rows: *mut u8, ranks: usize, n: usize) -> Folded;
    }

    fn two(&self) -> Option<&dyn FoldTwo> {
        self.two.as_ref().map(|two| two as &dyn FoldTwo)
    }

    fn partials(&self) -> Option<&dyn Partials> {
        self.partials.as_ref().map(|partials| partials as &dyn Partials)
    }

    fn offload(&self) -> Option<&dyn Offload> {
        self.offload.as_ref().map(|offload| offload as &dyn Offload)
    }
}

impl FoldTwo for Clocked<'_, dyn FoldTwo> {
    delegated! { time:
        unsafe fn fold_two(
            &self, team: Team, left: *const u8, right: *const u8, into: *mut u8, n: usize
        ) -> Outcome;
    }
}

impl Partials for Clocked<'_, dyn Partials> {
    delegated! { untimed:
        fn most(&self, of: &Ranks, ranks: usize, n: usize) -> usize;
        fn width(&self, ranks: usize) -> f64;
    }

    delegated! { untimed:
        unsafe fn length(&self, partial: Partial<'_>, ranks: usize, n: usize) -> usize;
    }

    delegated! { time:
        unsafe fn merge(
            &self, team: Team, one: Partial<'_>, other: Partial<'_>, ranks: usize, n: usize,
            into: *mut u8
        ) -> Outcome;
        unsafe fn finish(
            &self, team: Team, partial: *mut u8, ranks: usize, n: usize, into: *mut u8
        ) -> Outcome;
    }
}

impl Offload for Clocked<'_, dyn Offload> {
    delegated! { untimed:
        fn addends(&self) -> Addends;
        fn numbers(&self) -> usize;
        fn surveyed(&self) -> usize;
        fn most(&self, ranks: usize) -> usize;
        fn count(&self, ranks: usize, found: &[i32]) -> usize;
    }

    delegated! { time:
        unsafe fn survey(&self, row: *const u8, n: usize, found: &mut [i32]);
        unsafe fn cut(&self, row: *const u8, ranks: usize, found: &[i32], addends: &mut [u64]);
        unsafe fn finish(&self, ranks: usize, found: &[i32], totals: &[u64], row: *mut u8);
    }
}
