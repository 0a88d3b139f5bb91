//! The exact sum of a row of numbers, at the speed of a few additions a number.
//!
//! Blocks are deposited in levels of [`WIDTH`] bits ([`crate::kernel::levels`]) that begin
//! above the block's largest number. Where nothing is left after the last level the
//! totals are the exact sum, and go to the superaccumulator as integers. The levels are
//! those of the block before, as long as they serve, so that each number is mostly read
//! once: a block with larger numbers, or with something left, is done again, with levels of
//! its own and then with as many as there are. A block for which the most levels are not
//! enough, or in which not all is finite, goes to the superaccumulator number by number; by
//! way of [`Exponents`], if there are many, and then the next blocks go there untried.
//!
//! (Levels: Demmel, Nguyen 2013.)
//!
//! Cost: 3 additions a number and level, two levels for numbers whose bits lie within
//! 2^76; two additions to the superaccumulator a block.

use super::exponents::Exponents;
use super::levels::scheme::floor_log2;
use super::superaccumulator::Superaccumulator;
use crate::kernel::column_sum::Summand;
use crate::kernel::levels::{deposit, Levels, Rule, Totals, BLOCK, MOST};

/// Bits from one unit to the next: what is left of a deposit is half of a unit.
const WIDTH: i32 = 40;

/// Bits that the first level has above the largest number: so many times larger ones ask
/// for no other levels.
const ROOM: i32 = 4;

/// Numbers that are looked at for the first block's levels.
const LOOK: usize = 64;

/// The levels that are tried first.
const FEWEST: usize = 2;

/// Blocks that are not tried, after some that could not be done in levels.
const LONGEST_PAUSE: usize = 32;

/// Numbers that cannot be done in levels from which on 32 KB a component are worth it.
const MANY: usize = 8192;

/// The exponent of the smallest subnormal.
const LOWEST: i32 = -1074;

/// The bits of infinity.
const INFINITY: u64 = 0x7ff << 52;

/// Adds a row, or several, to the superaccumulators of its components.
pub struct Row<'a> {
    components: usize,
    sums: &'a mut [Superaccumulator; 2],
    levels: Levels,
    /// None at first: the levels are not any numbers' yet.
    known: bool,
    /// Blocks to go that are not tried, and how many it will be next time.
    pause: usize,
    next_pause: usize,
    exponents: [Option<Exponents>; 2],
}

impl<'a> Row<'a> {
    /// For numbers of which those of the components, 1 or 2, take turns.
    pub fn new(components: usize, sums: &'a mut [Superaccumulator; 2]) -> Row<'a> {
        let levels = Levels { count: FEWEST, units: [[0; 2]; MOST], rule: Rule::Any };
        let (known, pause, next_pause, exponents) = (false, 0, 1, [None, None]);
        Row { components, sums, levels, known, pause, next_pause, exponents }
    }

    /// Adds n numbers.
    ///
    /// # Safety
    /// So many numbers lie there, at any address, a multiple of the components; the
    /// environment is the default one.
    pub unsafe fn add<T: Summand>(&mut self, row: *const T, n: usize) {
        if !self.known && n > 0 {
            // SAFETY: the first ones of the row.
            let Totals { largest, .. } = unsafe { deposit(row, n.min(LOOK), &self.look()) };
            self.begin(largest);
        }
        for from in (0..n).step_by(BLOCK) {
            let (block, length) = (row.wrapping_add(from), BLOCK.min(n - from));
            // SAFETY: numbers of the row.
            unsafe {
                if self.pause > 0 || !self.in_levels(block, length) {
                    self.one_by_one(block, length, n - from);
                }
            }
        }
    }

    /// Levels that only show the largest numbers.
    fn look(&self) -> Levels {
        Levels { count: 0, ..self.levels }
    }

    /// Begins with levels for such numbers; whether that changes any.
    fn begin(&mut self, largest: [u64; 2]) -> bool {
        let mut changed = !self.known;
        self.known = true;
        for (series, bits) in largest.into_iter().enumerate() {
            // Zeros fit anywhere.
            if bits == 0 || bits >= INFINITY {
                continue;
            }
            let first = floor_log2(bits) + 1 + ROOM - Rule::Any.bits();
            for (i, units) in self.levels.units.iter_mut().enumerate() {
                // No double has bits below the lowest one's.
                let unit = (first - WIDTH * i as i32).max(LOWEST);
                changed |= units[series] != unit;
                units[series] = unit;
            }
        }
        changed
    }

    /// Whether the levels take these largest numbers.
    fn takes(&self, largest: [u64; 2]) -> bool {
        let most = |series: usize| self.levels.units[0][series] + Rule::Any.bits();
        (0..2).all(|i| largest[i] == 0 || floor_log2(largest[i]) < most(i))
    }

    /// Adds a block by levels, if it can be done.
    ///
    /// # Safety
    /// As for [`Row::add`]; at most [`BLOCK`] numbers.
    unsafe fn in_levels<T: Summand>(&mut self, block: *const T, n: usize) -> bool {
        loop {
            // SAFETY: upheld by the caller.
            let Totals { totals, largest, rest } = unsafe { deposit(block, n, &self.levels) };
            if largest.iter().any(|bits| *bits >= INFINITY) {
                return false;
            }
            if !rest && self.takes(largest) {
                // SAFETY: as above.
                unsafe { self.settle(block, n, &totals, largest) };
                return true;
            }
            if !self.begin(largest) {
                if self.levels.count == MOST {
                    self.levels.count = FEWEST;
                    return false;
                }
                // (A number of levels that is too large goes down by itself.)
                self.levels.count = MOST;
            }
        }
    }

    /// Adds a block's totals.
    ///
    /// # Safety
    /// As for [`Row::in_levels`].
    unsafe fn settle<T: Summand>(
        &mut self,
        block: *const T,
        n: usize,
        totals: &[[i64; 2]; MOST],
        largest: [u64; 2],
    ) {
        let count = self.levels.count;
        for component in 0..self.components {
            let sum = &mut self.sums[component];
            let zeros = (0..2).all(|i| i % self.components != component || largest[i] == 0);
            if zeros {
                // A sum is -0.0 only if all summands are.
                let positive = |i: usize| {
                    // SAFETY: one of the numbers.
                    let number = unsafe { block.add(i).read_unaligned() };
                    number.widen().is_sign_positive()
                };
                let mut numbers = (component..n).step_by(self.components);
                sum.add(if numbers.any(positive) { 0.0 } else { -0.0 });
                continue;
            }
            for (totals, units) in totals.iter().zip(self.levels.units).take(count) {
                // (Both series of real numbers have levels of their own.)
                for series in (component..2).step_by(self.components) {
                    sum.add_integer(i128::from(totals[series]), units[series]);
                }
            }
        }
        // A last level that nothing went to is not needed.
        if count > FEWEST && totals[count - 1] == [0; 2] {
            self.levels.count -= 1;
        }
        self.next_pause = 1;
    }

    /// Adds a block whose numbers lie too far apart, or are not all finite; so many numbers
    /// are left in the row.
    ///
    /// # Safety
    /// As for [`Row::in_levels`].
    unsafe fn one_by_one<T: Summand>(&mut self, block: *const T, n: usize, left: usize) {
        match self.pause {
            0 => {
                self.pause = self.next_pause;
                self.next_pause = (2 * self.next_pause).min(LONGEST_PAUSE);
            }
            _ => self.pause -= 1,
        }
        for component in 0..self.components {
            let (sum, exponents) = (&mut self.sums[component], &mut self.exponents[component]);
            if left >= MANY && exponents.is_none() {
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
    /// Brings to the superaccumulators what is elsewhere.
    fn drop(&mut self) {
        for (exponents, sum) in self.exponents.iter_mut().zip(self.sums.iter_mut()) {
            if let Some(exponents) = exponents {
                exponents.empty(sum);
            }
        }
    }
}
