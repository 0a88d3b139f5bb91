//! The exact sum of a row of numbers, at the speed of a few additions a number (levels: Demmel,
//! Nguyen 2013).
//!
//! Blocks are deposited in two levels whose exactness the processor's flags tell
//! ([`samebits_kernel::flagged`]), where it has such. Where they do not hold a block, or there are no
//! flags, it is deposited in levels of [`WIDTH`] bits ([`samebits_kernel::levels`]) that begin above
//! the block's largest number. Where nothing remains below the last level, the totals are the exact
//! sum and go to the superaccumulator as integers. The next block reuses the levels, so that most
//! numbers are read once; with larger numbers or a remainder it is repeated, with levels of its own
//! and then with as many as there are. A block that even these do not cover, or that is not all
//! finite, goes to the superaccumulator number by number, through [`Exponents`] if there are many,
//! and so do the next blocks, without a trial.
//!
//! Cost: 4 additions a number by flags, for numbers whose bits lie within some 2^80; else 3 a
//! number and level, two levels for numbers whose bits lie within 2^76; two additions to the
//! superaccumulator a block and level.

mod exponents;
pub mod few;
pub mod flagged;
pub mod short;
pub mod trials;

use super::superaccumulator::Superaccumulator;
use exponents::Exponents;
use flagged::{unit_for, Flagged};
use samebits_kernel::binary::{floor_log2, INFINITY};
use samebits_kernel::levels::{deposit, Levels, Rule, Totals, BLOCK, MOST};
use samebits_kernel::simd::instance;
use samebits_kernel::summand::Summand;
use trials::Trials;

/// Bits from one unit to the next: what a deposit leaves is at most half a unit.
const WIDTH: i32 = 40;

/// Bits of the first level above the largest number: numbers larger by as much need no other
/// levels.
const HEADROOM: i32 = 4;

/// Numbers that the levels of the first block are derived from.
pub(super) const SAMPLE: usize = 64;

/// The number of levels that is tried first.
pub(super) const MIN_LEVELS: usize = 2;

/// Fewer numbers are not worth the lowering and reading of flags.
pub(super) const MIN_FOR_FLAGS: usize = 512;

/// How many numbers outside levels make the 32 KB of [`Exponents`] a component profitable.
const MIN_FOR_EXPONENTS: usize = 8192;

const LOWEST: i32 = -1074;

/// The unit of the first level for a largest number, by its bits.
pub(super) fn first_unit(largest: u64) -> i32 {
    floor_log2(largest) + 1 + HEADROOM - Rule::Any.bits()
}

/// That of a level, given the first.
pub(super) fn lower_unit(first: i32, level: usize) -> i32 {
    (first - WIDTH * level as i32).max(LOWEST)
}

/// Adds one or more rows to the superaccumulators of their components. The private functions
/// have the safety conditions of [`Row::add`], with at most [`BLOCK`] numbers.
pub struct Row<'a> {
    components: usize,
    sums: &'a mut [Superaccumulator; 2],
    levels: Levels,
    /// The units of the first of the levels that flags tell of.
    flagged: [i32; 2],
    initialised: bool,
    trials: Trials,
    exponents: [Option<Exponents>; 2],
}

impl<'a> Row<'a> {
    /// For numbers in which those of the components, 1 or 2, alternate.
    pub fn new(components: usize, sums: &'a mut [Superaccumulator; 2]) -> Row<'a> {
        let levels = Levels { count: MIN_LEVELS, units: [[0; 2]; MOST], rule: Rule::Any };
        let (flagged, initialised, exponents) = ([0; 2], false, [None, None]);
        Row { components, sums, levels, flagged, initialised, trials: Trials::NEW, exponents }
    }

    /// Adds n numbers.
    ///
    /// # Safety
    /// n numbers, a multiple of the components, lie there at any address; the environment is
    /// the default one.
    #[inline]
    pub unsafe fn add<T: Summand>(&mut self, row: *const T, n: usize) {
        let add =
            instance!([unsafe] fn(to: &mut Row<'_>, row: *const T, n: usize) -> () = Row::add_row);
        // SAFETY: upheld by the caller.
        unsafe { add(self, row, n) }
    }

    unsafe fn add_row<T: Summand>(&mut self, row: *const T, n: usize) {
        if !self.initialised && n > 0 {
            // Without levels a deposit only finds the largest numbers.
            let no_levels = Levels { count: 0, ..self.levels };
            // SAFETY: the first numbers of the row.
            let Totals { largest, .. } = unsafe { deposit(row, n.min(SAMPLE), &no_levels) };
            self.set_levels(largest);
        }
        for from in (0..n).step_by(BLOCK) {
            let (block, length) = (row.wrapping_add(from), BLOCK.min(n - from));
            // SAFETY: numbers of the row.
            unsafe {
                let due = self.trials.are_due();
                let done = due && (self.by_flags(block, length) || self.in_levels(block, length));
                if due {
                    self.trials.record(done);
                }
                if !done {
                    self.one_by_one(block, length, n - from);
                }
            }
        }
    }

    /// Sets the levels for such largest numbers; returns whether that changes any.
    fn set_levels(&mut self, largest: [u64; 2]) -> bool {
        let mut changed = !self.initialised;
        self.initialised = true;
        for (series, bits) in largest.into_iter().enumerate() {
            // Zeros fit any levels.
            if bits == 0 || bits >= INFINITY {
                continue;
            }
            self.flagged[series] = unit_for(bits);
            let first = first_unit(bits);
            for (i, units) in self.levels.units.iter_mut().enumerate() {
                let unit = lower_unit(first, i);
                changed |= units[series] != unit;
                units[series] = unit;
            }
        }
        changed
    }

    /// Adds a block by the processor's flags; returns false, with nothing added, where they do not
    /// say that this is exact.
    unsafe fn by_flags<T: Summand>(&mut self, block: *const T, n: usize) -> bool {
        // More levels than these are for numbers that lie further apart.
        if n < MIN_FOR_FLAGS || self.levels.count > MIN_LEVELS {
            return false;
        }
        // SAFETY: upheld by the caller.
        let sums = unsafe { Flagged::sums(block, n, self.components, self.flagged) };
        sums.inspect(|sums| sums.add_to(self.sums)).is_some()
    }

    /// Adds a block by levels; returns false, with nothing added, where they do not cover it.
    unsafe fn in_levels<T: Summand>(&mut self, block: *const T, n: usize) -> bool {
        loop {
            // SAFETY: upheld by the caller.
            let Totals { totals, largest, rest } = unsafe { deposit(block, n, &self.levels) };
            if largest.iter().any(|bits| *bits >= INFINITY) {
                return false;
            }
            let limit = |series: usize| self.levels.units[0][series] + Rule::Any.bits();
            let fits = |i: usize| largest[i] == 0 || floor_log2(largest[i]) < limit(i);
            if !rest && fits(0) && fits(1) {
                // SAFETY: as above.
                unsafe { self.add_totals(block, n, &totals, largest) };
                return true;
            }
            if !self.set_levels(largest) {
                if self.levels.count == MOST {
                    self.levels.count = MIN_LEVELS;
                    return false;
                }
                // `add_totals` lowers it again.
                self.levels.count = MOST;
            }
        }
    }

    unsafe fn add_totals<T: Summand>(
        &mut self,
        block: *const T,
        n: usize,
        totals: &[[i64; 2]; MOST],
        largest: [u64; 2],
    ) {
        let count = self.levels.count;
        for component in 0..self.components {
            let sum = &mut self.sums[component];
            if (0..2).all(|i| i % self.components != component || largest[i] == 0) {
                // A sum is -0.0 only if all summands are.
                // SAFETY: one of the numbers.
                let number = |i: usize| unsafe { block.add(i).read_unaligned() }.widen();
                let mut numbers = (component..n).step_by(self.components).map(number);
                sum.add(if numbers.any(f64::is_sign_positive) { 0.0 } else { -0.0 });
                continue;
            }
            for (totals, units) in totals.iter().zip(self.levels.units).take(count) {
                // Both series of real numbers belong to the one component.
                for series in (component..2).step_by(self.components) {
                    sum.add_integer(i128::from(totals[series]), units[series]);
                }
            }
        }
        if count > MIN_LEVELS && totals[count - 1] == [0; 2] {
            self.levels.count -= 1;
        }
    }

    /// Adds a block that levels do not cover, with `left` numbers to the end of the row.
    unsafe fn one_by_one<T: Summand>(&mut self, block: *const T, n: usize, left: usize) {
        for component in 0..self.components {
            let (sum, exponents) = (&mut self.sums[component], &mut self.exponents[component]);
            if left >= MIN_FOR_EXPONENTS && exponents.is_none() {
                *exponents = Some(Exponents::new());
            }
            if let Some(exponents) = exponents {
                let first = block.wrapping_add(component);
                // SAFETY: upheld by the caller.
                unsafe { exponents.add(first, n - component, self.components, sum) };
                continue;
            }
            for i in (component..n).step_by(self.components) {
                // SAFETY: one of the numbers.
                sum.add(unsafe { block.add(i).read_unaligned() }.widen());
            }
        }
    }
}

impl Drop for Row<'_> {
    /// Brings to the superaccumulators what [`Exponents`] hold.
    fn drop(&mut self) {
        for (exponents, sum) in self.exponents.iter_mut().zip(self.sums.iter_mut()) {
            exponents.iter_mut().for_each(|exponents| exponents.empty(sum));
        }
    }
}
