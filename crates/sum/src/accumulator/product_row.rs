//! The exact sum of the products of two rows, at the speed of two additions a product.
//!
//! Blocks are deposited in levels whose exactness the processor's flags tell
//! ([`samebits_kernel::flagged`]), where it has such. Else, or where they do not hold a block, it is
//! deposited in levels ([`samebits_kernel::product_levels`]) that begin above the block's largest
//! product. If the smallest one shows that nothing remains below the last level, the totals are the
//! exact sum and go to the superaccumulator as integers. The next block reuses the levels. With
//! larger products the block is repeated; with products further apart, too, with more levels. A
//! block that even these do not cover, or that is not all finite, is left to the caller, and so
//! are the next blocks, without a trial. Nor are the flags asked for some blocks after one of which
//! they said nothing. A program's vectors resemble each other: what was learnt of one row serves the
//! next of the thread.
//!
//! Cost: that of the levels; three or four additions to the superaccumulator a block.

use crate::exact_row::flagged::{unit_for, Flagged};
use crate::exact_row::trials::Trials;
use crate::superaccumulator::Superaccumulator;
use samebits_kernel::binary::floor_log2;
use samebits_kernel::product_levels::{
    deposit, narrowest, smallest_but_zeros, ProductLevels, ProductTotals, BITS, MORE, WIDTH,
};
use samebits_kernel::products::Factor;
use samebits_kernel::simd::Unit;
use std::cell::Cell;

/// Bits of the first level above the largest product: products larger by as much need no other
/// levels.
const HEADROOM: i32 = 2;

/// Products that the levels of the first block are derived from.
const SAMPLE: usize = 64;

/// Fewer products are not worth the levels.
const MIN_FOR_LEVELS: usize = 32;

/// The exponents of units that the vector units take.
const LOWEST: i32 = -1074;
const HIGHEST: i32 = 960;

/// Adds one or more rows of products; the levels of one serve the next. The functions have the
/// safety conditions of [`ProductRow::add`].
#[derive(Clone, Copy, Debug)]
pub struct ProductRow {
    components: usize,
    levels: ProductLevels,
    /// The units of the first of the levels that flags tell of.
    flagged: [i32; 2],
    initialised: bool,
    trials: Trials,
}

/// What rows have taught; bits do not depend on it.
#[derive(Clone, Copy, Debug)]
struct Experience {
    trials_of_flags: Trials,
    /// Levels that the last block took in addition.
    more: usize,
}

thread_local! {
    static EXPERIENCE: Cell<Experience> = const {
        Cell::new(Experience { trials_of_flags: Trials::NEW, more: 0 })
    };
}

/// A trial of flags, if it is due.
pub fn by_flags(trial: impl FnOnce() -> Option<Flagged>) -> Option<Flagged> {
    let mut learnt = EXPERIENCE.get();
    let found = if learnt.trials_of_flags.are_due() {
        let found = trial();
        learnt.trials_of_flags.record(found.is_some());
        found
    } else {
        None
    };
    EXPERIENCE.set(learnt);
    found
}

/// What came of a trial.
enum LevelTrial {
    /// The totals are the exact sum.
    Exact,
    /// Larger products than the first level takes.
    Larger,
    /// Products further apart: the smallest ones.
    Apart([f64; 2]),
    /// Levels are of no use.
    Unsuitable,
}

impl ProductRow {
    /// For products in which those of the components, 1 or 2, alternate.
    pub fn new(components: usize) -> ProductRow {
        let levels = ProductLevels { first: [0; 2], more: 0 };
        let (flagged, initialised, trials) = ([0; 2], false, Trials::NEW);
        ProductRow { components, levels, flagged, initialised, trials }
    }

    /// Adds products, as many as a deposit takes; returns false, with nothing added, where levels
    /// do not cover them.
    ///
    /// # Safety
    /// x and y point to n numbers, at any address; n is a multiple of the components. The
    /// environment is the default one.
    pub unsafe fn add<T: Factor>(
        &mut self,
        x: *const T,
        y: *const T,
        n: usize,
        sums: &mut [Superaccumulator; 2],
    ) -> bool {
        if !self.trials.are_due() || n < MIN_FOR_LEVELS {
            return false;
        }
        if !self.initialised {
            self.levels.more = EXPERIENCE.get().more;
        }
        // SAFETY: upheld by the caller.
        let added = unsafe { self.in_levels(x, y, n, sums) };
        self.trials.record(added);
        EXPERIENCE.set(Experience { more: self.levels.more, ..EXPERIENCE.get() });
        added
    }

    unsafe fn in_levels<T: Factor>(
        &mut self,
        x: *const T,
        y: *const T,
        n: usize,
        sums: &mut [Superaccumulator; 2],
    ) -> bool {
        // SAFETY: upheld by the caller; as many numbers. (`set_levels` sees to the units.)
        let trial = |levels: &ProductLevels, n: usize| unsafe {
            deposit::<T>(Unit::best(), levels).map(|deposit| deposit(x, y, n, levels))
        };
        if !self.initialised {
            let Some(totals) = trial(&self.levels, n.min(SAMPLE)) else {
                return false;
            };
            if !totals.finite || !self.set_levels::<T>(&totals) {
                return false;
            }
            self.initialised = true;
        }
        // SAFETY: upheld by the caller.
        let flagged = || unsafe { Flagged::products([x, y], n, self.components, self.flagged) };
        if let Some(found) = by_flags(flagged) {
            found.add_to(sums);
            return true;
        }
        let (mut larger, mut apart) = (false, false);
        loop {
            let Some(totals) = trial(&self.levels, n) else {
                return false;
            };
            // SAFETY: as above.
            match unsafe { self.judge(x, y, n, &totals) } {
                LevelTrial::Exact => {
                    self.add_totals::<T>(&totals, sums);
                    return true;
                }
                LevelTrial::Larger if !larger && self.set_levels::<T>(&totals) => larger = true,
                LevelTrial::Apart(smallest) if !apart && self.reach::<T>(smallest) => apart = true,
                _ => {
                    // The next block that is tried has levels of its own.
                    (self.levels.more, self.initialised) = (0, false);
                    return false;
                }
            }
        }
    }

    unsafe fn judge<T: Factor>(
        &self,
        x: *const T,
        y: *const T,
        n: usize,
        totals: &ProductTotals,
    ) -> LevelTrial {
        // (Zeros of either sign are for others to tell apart.)
        let mut zeros = totals.largest.iter().map(|largest| *largest == 0.0);
        let only_zeros =
            if self.components == 1 { zeros.all(|zero| zero) } else { zeros.any(|zero| zero) };
        if !totals.finite || only_zeros {
            return LevelTrial::Unsuitable;
        }
        let above = |i: usize| {
            totals.largest[i] != 0.0
                && floor_log2(totals.largest[i].to_bits()) >= self.levels.first[i] + BITS
        };
        if above(0) || above(1) {
            return LevelTrial::Larger;
        }
        let smallest = match totals.underflow {
            // SAFETY: upheld by the caller.
            true => unsafe { smallest_but_zeros(x, y, n) },
            false => Some(totals.smallest),
        };
        match smallest {
            Some(smallest) if self.covers::<T>(smallest) => LevelTrial::Exact,
            Some(smallest) => LevelTrial::Apart(smallest),
            None => LevelTrial::Unsuitable,
        }
    }

    /// Whether the last level takes all bits of products of these magnitudes and more.
    fn covers<T: Factor>(&self, smallest: [f64; 2]) -> bool {
        let last = self.levels.count(T::FORMAT) - 1;
        (0..2).all(|series| {
            let lowest = narrowest(T::FORMAT, self.levels.unit(last, series));
            smallest[series] > 0.0 && floor_log2(smallest[series].to_bits()) >= lowest
        })
    }

    /// Sets the levels for such largest products; returns whether there are such.
    fn set_levels<T: Factor>(&mut self, totals: &ProductTotals) -> bool {
        for (series, largest) in totals.largest.into_iter().enumerate() {
            if !largest.is_finite() {
                return false;
            }
            // Zeros fit any levels.
            if largest != 0.0 {
                let first = floor_log2(largest.to_bits()) + 1;
                self.levels.first[series] = first + HEADROOM - BITS;
                self.flagged[series] = unit_for(largest.to_bits());
            }
        }
        self.units_fit::<T>()
    }

    /// Takes as many levels as products of these magnitudes need; returns whether there are as many.
    fn reach<T: Factor>(&mut self, smallest: [f64; 2]) -> bool {
        (0..=MORE).any(|more| {
            self.levels.more = more;
            self.covers::<T>(smallest) && self.units_fit::<T>()
        })
    }

    fn units_fit<T: Factor>(&self) -> bool {
        let last = WIDTH * (self.levels.count(T::FORMAT) as i32 - 1);
        self.levels.first.iter().all(|first| (LOWEST + last..=HIGHEST).contains(first))
    }

    fn add_totals<T: Factor>(&mut self, totals: &ProductTotals, sums: &mut [Superaccumulator; 2]) {
        for level in 0..self.levels.count(T::FORMAT) {
            for series in 0..2 {
                let total = i128::from(totals.totals[level][series]);
                let sum = &mut sums[series % self.components];
                sum.add_integer(total, self.levels.unit(level, series));
            }
        }
        // (Where products are zero, nothing is known of the others.)
        let more = self.levels.more;
        if more > 0 && !self.reach::<T>(totals.smallest) {
            self.levels.more = more;
        }
    }
}
