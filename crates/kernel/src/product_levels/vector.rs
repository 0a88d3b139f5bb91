//! Deposits of products in vector registers.
//!
//! Safety, of all that is unsafe here: the processor has the unit of the registers, and rows have the numbers
//! that are read.

#![allow(unsafe_op_in_unsafe_fn)] // it is said above, once

use super::units::{ProductLevels, ProductTotals, BLOCK, LEVELS, MORE};
use crate::doubles::{bits, load, load_first, middle, width};
use crate::fpenv::underflow;
use crate::kind::Format;
use crate::simd::{for_each_unit, instance, prefetch, Ahead, Simd, Unit};
use crate::summand::Summand;
use std::hint::black_box;

/// Steps after which totals are emptied: of less than 2^46 units each, they stay within the 2^51 units
/// above and below 1.5·2^52 in which a unit is the last place.
const STEPS: usize = 32;

/// Vectors with totals of their own, so that none waits for another.
const SIDE: usize = 2;

/// See [`deposit`].
pub type Deposit<T> = unsafe fn(*const T, *const T, usize, &ProductLevels) -> ProductTotals;

/// Deposits n ≤ [`BLOCK`] products. The totals are right if no product has 2^[`BITS`] units of the
/// first level, all but those with a factor of zero are at least [`narrowest`], and everything was
/// finite. None if the processor has no fused multiply-add.
///
/// # Safety
/// x and y point to n numbers, at any address; the environment is the default one. The units and
/// 2^53 times the units are normal numbers, or the lowest ones at least 2^-1074.
pub fn deposit<T: Summand>(unit: Unit, levels: &ProductLevels) -> Option<Deposit<T>> {
    fn deposit<T: Summand>(unit: Unit, levels: &ProductLevels) -> Option<Deposit<T>> {
        unit.fuses_multiply_add().then(|| match levels.more {
            0 => compiled::<T, 0>(unit),
            1 => compiled::<T, 1>(unit),
            MORE => compiled::<T, MORE>(unit),
            more => panic!("{more} levels more"),
        })
    }
    instance!([] fn(unit: Unit, levels: &ProductLevels) -> Option<Deposit<T>> = deposit)(
        unit, levels,
    )
}

for_each_unit! {
    compiled[T: Summand, const MORE_LEVELS: usize][T, MORE_LEVELS](
        x: *const T, y: *const T, n: usize, levels: &ProductLevels
    ) -> ProductTotals = deposit_in
}

/// The nearest multiple of the unit goes to the total; returns what is left.
#[inline(always)]
unsafe fn put<S: Simd>(number: S, total: &mut S) -> S {
    let sum = total.add_f64(number);
    let rest = number.sub_f64(sum.sub_f64(*total));
    *total = sum;
    rest
}

/// The same, of a number that is taken off.
#[inline(always)]
unsafe fn take<S: Simd>(number: S, total: &mut S) -> S {
    let sum = total.sub_f64(number);
    let rest = number.sub_f64(total.sub_f64(sum));
    *total = sum;
    rest
}

#[derive(Clone, Copy)]
struct State<S> {
    middles: [S; LEVELS],
    totals: [[S; LEVELS]; SIDE],
    /// The bits of all totals that were emptied.
    sums: [S; LEVELS],
    largest: [S; 2],
    smallest: S,
    /// Not finite where a number was not.
    finite: S,
    emptied: u64,
}

impl<S: Simd> State<S> {
    #[inline(always)]
    unsafe fn new<T: Summand>(levels: &ProductLevels) -> Self {
        let zero = S::pair(0, 0);
        let mut middles = [zero; LEVELS];
        for (level, to) in middles.iter_mut().enumerate().take(levels.count(T::FORMAT)) {
            let [even, odd] = [0, 1].map(|series| middle(levels.unit(level, series)));
            *to = S::pair(even, odd);
        }
        let infinity = f64::INFINITY.to_bits();
        State {
            middles,
            totals: [middles; SIDE],
            sums: [zero; LEVELS],
            largest: [zero; 2],
            smallest: S::pair(infinity, infinity),
            finite: zero,
            emptied: 0,
        }
    }

    #[inline(always)]
    unsafe fn step<T: Summand, const MORE_LEVELS: usize>(&mut self, x: [S; SIDE], y: [S; SIDE]) {
        let products = [x[0].mul_f64(y[0]), x[1].mul_f64(y[1])];
        self.largest = S::largest_number(self.largest, products[0], products[1]);
        for side in 0..SIDE {
            let (p, totals) = (products[side], &mut self.totals[side]);
            self.smallest = self.smallest.smaller_but_zeros_f64(p);
            let (mut rest, last) = (p, 1 + MORE_LEVELS);
            for total in &mut totals[..last] {
                rest = put(rest, total);
            }
            totals[last] = totals[last].add_f64(rest);
            if T::FORMAT == Format::Float {
                continue;
            }
            let mut rest = x[side].product_error_f64(y[side], p);
            for total in &mut totals[1..=last] {
                rest = take(rest, total);
            }
            totals[last + 1] = totals[last + 1].sub_f64(rest);
        }
    }

    #[inline(always)]
    unsafe fn empty(&mut self) {
        // SAFETY: upheld by the caller.
        unsafe {
            for totals in &mut self.totals {
                self.finite = self.finite.add_f64(totals[0]);
                for (sum, total) in self.sums.iter_mut().zip(&*totals) {
                    *sum = sum.add_u64(*total);
                }
                *totals = self.middles;
            }
        }
        self.emptied += 1;
    }

    #[inline(always)]
    unsafe fn finish<T: Summand>(&self, levels: &ProductLevels) -> ProductTotals {
        let mut all = ProductTotals {
            totals: [[0; 2]; LEVELS],
            largest: [0.0; 2],
            smallest: [f64::INFINITY; 2],
            finite: true,
            underflow: false,
        };
        // How often the middle is in a series.
        let count = self.emptied * (SIDE * width::<S>() / 2) as u64;
        // SAFETY: upheld by the caller.
        unsafe {
            for level in 0..levels.count(T::FORMAT) {
                for (place, bits) in places(self.sums[level]).enumerate() {
                    let total = &mut all.totals[level][place % 2];
                    *total = total.wrapping_add(bits as i64);
                }
                for series in 0..2 {
                    let middles = middle(levels.unit(level, series)).wrapping_mul(count);
                    let total = &mut all.totals[level][series];
                    *total = total.wrapping_sub(middles as i64);
                }
            }
            let largest = self.largest[0].or(self.largest[1]);
            for (place, bits) in places(largest).enumerate() {
                let largest = &mut all.largest[place % 2];
                *largest = largest.max(f64::from_bits(bits).abs());
            }
            for (place, bits) in places(self.smallest).enumerate() {
                let smallest = &mut all.smallest[place % 2];
                *smallest = smallest.min(f64::from_bits(bits));
            }
            all.finite = places(self.finite).all(|bits| f64::from_bits(bits).is_finite());
        }
        // What the flag tells of is in memory before it is read.
        all = black_box(all);
        all.underflow = underflow::raised();
        all
    }
}

/// The bits of a vector's doubles.
#[inline(always)]
unsafe fn places<S: Simd>(vector: S) -> impl Iterator<Item = u64> {
    // SAFETY: upheld by the caller.
    unsafe { bits(vector) }.into_iter().take(width::<S>())
}

#[inline(always)]
unsafe fn deposit_in<S: Simd, T: Summand, const MORE_LEVELS: usize>(
    x: *const T,
    y: *const T,
    n: usize,
    levels: &ProductLevels,
) -> ProductTotals {
    debug_assert!(n <= BLOCK && levels.more == MORE_LEVELS);
    let (width, at_once) = (width::<S>(), SIDE * width::<S>());
    let (whole, ahead) = (n - n % at_once, Ahead::of(n == BLOCK));
    // SAFETY: reads the n numbers of both.
    unsafe {
        let mut state = State::<S>::new::<T>(levels);
        underflow::lower();
        let mut i = 0;
        while i < whole {
            let end = whole.min(i + STEPS * at_once);
            while i < end {
                let (x, y) = (x.add(i), y.add(i));
                prefetch(x.cast(), at_once * size_of::<T>(), ahead);
                prefetch(y.cast(), at_once * size_of::<T>(), ahead);
                let (left, right) = (load(x), load(x.add(width)));
                state.step::<T, MORE_LEVELS>([left, right], [load(y), load(y.add(width))]);
                i += at_once;
            }
            state.empty();
        }
        if whole < n {
            // What is behind the end is zero times zero.
            let rest = n - whole;
            let (first, second) = (rest.min(width), rest.saturating_sub(width));
            let ([x1, y1], [x2, y2]) = (
                [x, y].map(|row| row.wrapping_add(whole)),
                // Not `add`: this may lie outside of any object.
                [x, y].map(|row| row.wrapping_add(whole + width)),
            );
            let left = [load_first::<S, T>(x1, first), load_first::<S, T>(x2, second)];
            let right = [load_first::<S, T>(y1, first), load_first::<S, T>(y2, second)];
            state.step::<T, MORE_LEVELS>(left, right);
            state.empty();
        }
        state.finish::<T>(levels)
    }
}
