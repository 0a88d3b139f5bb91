//! Deposits in vector registers.
//!
//! Adding M = 1.5·2^52·u to a number of at most 2^51 units u rounds it to the nearest multiple of
//! u, ties to even, as u is the unit in the last place of the sum. Subtracting M again gives the
//! multiple, exactly; and as the bits of all doubles with that exponent are consecutive integers,
//! the difference of the bits of the sum and of M is the multiple in units.
//!
//! - [`EVEN`]: M stays; integers add up the bits of the sums.
//! - [`ANY`]: the sum takes the place of M for the next number. Ties depend on what came before,
//!   but the totals have the same value as long as nothing is left at the end.
//! - [`AWAY`]: likewise, with the number's lowest bit set: this adds less than half a unit, away
//!   from zero, and there are no ties. (In a number of 2^40 units the last place is 2^-12 units. If
//!   the number is even and no tie, it lies at least two of its last places away from one and does
//!   not reach it; if it is odd, the bit is set already. Zero becomes the smallest subnormal, and
//!   leaves nothing. What is left of the number is computed without the bit, as in ReproBLAS:
//!   Ahrens, Demmel, Nguyen 2020.)
//!
//! The end of a block is padded with zeros.
//!
//! Safety, of all that is unsafe here: the processor has the unit of the registers, and rows have the numbers
//! that are read.

#![allow(unsafe_op_in_unsafe_fn)] // it is said above, once

use super::super::doubles::{bits, load, load_first, middle, width};
use super::super::simd::{for_each_unit, prefetch, Ahead, Simd, Unit};
use super::super::summand::Summand;
use super::range;
use super::units::{Deposit, Levels, Rule, Totals, BLOCK};

/// Vectors with totals of their own, so that none waits for another.
const SIDE: usize = 4;

const SIGN: u64 = 1 << 63;

// The rules as constants, to compile for.
const EVEN: u8 = Rule::Even as u8;
const AWAY: u8 = Rule::Away as u8;
const ANY: u8 = Rule::Any as u8;

/// Whether totals begin with M and stay near it.
const fn running(rule: u8) -> bool {
    rule != EVEN
}

/// Deposits a vector: what is left, and the total. (What nothing uses the compiler leaves out.)
#[inline(always)]
unsafe fn take<S: Simd, const RULE: u8>(rest: S, extractor: S, total: S) -> (S, S) {
    if !running(RULE) {
        let sum = extractor.add_f64(rest);
        return (rest.sub_f64(sum.sub_f64(extractor)), total.add_u64(sum));
    }
    let number = if RULE == AWAY { rest.or(S::pair(1, 1)) } else { rest };
    let sum = total.add_f64(number);
    (rest.sub_f64(sum.sub_f64(total)), sum)
}

for_each_unit! {
    pub vectorised[T: Summand][T](row: *const u8, n: usize, levels: &Levels) -> Totals = deposit
}

for_each_unit! {
    compiled[T: Summand, const RULE: u8, const COUNT: usize][T, RULE, COUNT]
    (row: *const u8, n: usize, levels: &Levels) -> Totals = deposit_in
}

#[inline(always)]
unsafe fn deposit<S: Simd, T: Summand>(row: *const u8, n: usize, levels: &Levels) -> Totals {
    debug_assert!(n <= BLOCK);
    // SAFETY: upheld by the caller.
    unsafe {
        if range::fits(levels) {
            choose::<T>(S::UNIT, levels)(row, n, levels)
        } else {
            let largest = compiled::<T, EVEN, 0>(S::UNIT);
            range::deposit::<T>(row, n, levels, largest, choose::<f64>(S::UNIT, levels))
        }
    }
}

#[inline(always)]
fn choose<T: Summand>(unit: Unit, levels: &Levels) -> Deposit {
    match levels.rule {
        Rule::Even => by_count::<T, EVEN>(unit, levels.count),
        Rule::Away => by_count::<T, AWAY>(unit, levels.count),
        Rule::Any => by_count::<T, ANY>(unit, levels.count),
    }
}

#[inline(always)]
fn by_count<T: Summand, const RULE: u8>(unit: Unit, count: usize) -> Deposit {
    match count {
        0 => compiled::<T, EVEN, 0>(unit),
        1 => compiled::<T, RULE, 1>(unit),
        2 => compiled::<T, RULE, 2>(unit),
        3 => compiled::<T, RULE, 3>(unit),
        4 => compiled::<T, RULE, 4>(unit),
        _ => compiled::<T, RULE, 5>(unit),
    }
}

#[derive(Clone, Copy)]
struct State<S: Simd, const COUNT: usize> {
    extractors: [S; COUNT],
    totals: [[S; COUNT]; SIDE],
    largest: [[S; 2]; SIDE / 2],
    rest: S,
}

impl<S: Simd, const COUNT: usize> State<S, COUNT> {
    #[inline(always)]
    unsafe fn step<const RULE: u8>(&mut self, numbers: [S; SIDE]) {
        for (i, largest) in self.largest.iter_mut().enumerate() {
            let (a, b) = (numbers[2 * i], numbers[2 * i + 1]);
            // Running totals show a NaN by themselves.
            *largest = if running(RULE) && COUNT > 0 {
                S::largest_number(*largest, a, b)
            } else {
                S::largest(*largest, a, b)
            };
        }
        let mut left = numbers;
        for (rest, totals) in left.iter_mut().zip(&mut self.totals) {
            for (total, extractor) in totals.iter_mut().zip(self.extractors) {
                (*rest, *total) = take::<S, RULE>(*rest, extractor, *total);
            }
        }
        if RULE == ANY {
            for rest in left {
                self.rest = self.rest.or(rest);
            }
        }
    }

    /// The totals after that many steps.
    #[inline(always)]
    unsafe fn finish<const RULE: u8>(&self, levels: &Levels, steps: usize) -> Totals {
        let mut all = Totals::NONE;
        // SAFETY: the caller ensures that the processor has the unit.
        unsafe {
            for level in 0..COUNT {
                let [a, b, c, d] = [0, 1, 2, 3].map(|side| self.totals[side][level]);
                let sums = bits(a.add_u64(b).add_u64(c.add_u64(d)));
                // How often M is in them.
                let count =
                    (if running(RULE) { SIDE } else { SIDE * steps } * (width::<S>() / 2)) as u64;
                for series in 0..2 {
                    let m = middle(levels.units[level][series]);
                    let sum = sums[series..width::<S>()].iter().step_by(2);
                    let sum = sum.fold(0u64, |sum, bits| sum.wrapping_add(*bits));
                    all.totals[level][series] = sum.wrapping_sub(count.wrapping_mul(m)) as i64;
                }
            }
            for largest in self.largest {
                let bits = bits(largest[0].or(largest[1]));
                for (i, bits) in bits.into_iter().enumerate().take(width::<S>()) {
                    all.largest[i % 2] = all.largest[i % 2].max(bits & !SIGN);
                }
            }
            if running(RULE) && COUNT > 0 {
                let [a, b, c, d] = [0, 1, 2, 3].map(|side| self.totals[side][0]);
                for (i, bits) in bits(a.add_f64(b).add_f64(c.add_f64(d))).into_iter().enumerate() {
                    if f64::from_bits(bits).is_nan() {
                        all.largest[i % 2] = bits & !SIGN;
                    }
                }
            }
            if RULE == ANY {
                let left = bits(self.rest);
                all.rest = left[..width::<S>()].iter().any(|bits| bits & !SIGN != 0);
            }
        }
        all
    }
}

/// As [`super::deposit`], for units that fit.
#[inline(always)]
unsafe fn deposit_in<S: Simd, T: Summand, const RULE: u8, const COUNT: usize>(
    row: *const u8,
    n: usize,
    levels: &Levels,
) -> Totals {
    let mut from = row.cast::<T>();
    // SAFETY: the processor has the unit.
    let zero = unsafe { S::pair(0, 0) };
    let mut extractors = [zero; COUNT];
    for (to, units) in extractors.iter_mut().zip(levels.units) {
        // SAFETY: as above.
        *to = unsafe { S::pair(middle(units[0]), middle(units[1])) };
    }
    let totals = if running(RULE) { extractors } else { [zero; COUNT] };
    let largest = [[zero; 2]; SIDE / 2];
    let mut state = State { extractors, totals: [totals; SIDE], largest, rest: zero };
    let at_once = SIDE * width::<S>();
    let steps = n.div_ceil(at_once);
    let (mut left, ahead) = (n, Ahead::of(n == BLOCK));
    // SAFETY: reads the n numbers.
    unsafe {
        while left >= at_once {
            prefetch(from.cast(), at_once * size_of::<T>(), ahead);
            let mut numbers = [zero; SIDE];
            for (i, vector) in numbers.iter_mut().enumerate() {
                *vector = load::<S, T>(from.add(i * width::<S>()));
            }
            state.step::<RULE>(numbers);
            left -= at_once;
            from = from.add(at_once);
        }
        if left > 0 {
            let mut numbers = [zero; SIDE];
            for (i, vector) in numbers.iter_mut().enumerate() {
                // Not `add`: this may lie outside of any object.
                let at = from.wrapping_add(i * width::<S>());
                *vector = load_first::<S, T>(at, left.saturating_sub(i * width::<S>()));
            }
            state.step::<RULE>(numbers);
        }
    }
    // SAFETY: the processor has the unit.
    unsafe { state.finish::<RULE>(levels, steps) }
}
