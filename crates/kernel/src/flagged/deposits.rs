//! Deposits of rows of numbers and of products.
//!
//! Cost, for a vector of numbers: a load and 4 operations (5 with AVX2); of products of doubles two
//! loads and 10; of products of floats, which are doubles, 5. Some 100 operations at the end.

use super::flags::{lower, raised};
use super::totals::{Products, Sums, Totals, BLOCK, HIGHEST, LOWEST, WIDTH};
use super::units::{add, Flagging};
use super::works::works;
use crate::doubles::{doubles, load, load_first, width};
use crate::kind::Format;
use crate::real::power;
use crate::simd::{instance, prefetch, Ahead, Avx2, Avx512, Unit, WIDEST};
use crate::summand::Summand;

/// Vectors with totals of their own, so that none waits for another.
const SIDE: usize = 4;

/// The deposit of numbers, if this unit has one.
pub fn sums<T: Summand>(unit: Unit) -> Option<Sums<T>> {
    #[target_feature(enable = "avx512f,avx512dq,avx2,fma,popcnt")]
    unsafe fn avx512<T: Summand>(row: *const T, n: usize, units: [i32; 2]) -> Option<Totals> {
        // SAFETY: upheld by the caller; so below.
        unsafe { deposit::<Avx512, T, false>([row; 2], n, units) }
    }
    #[target_feature(enable = "avx2,fma,popcnt")]
    unsafe fn avx2<T: Summand>(row: *const T, n: usize, units: [i32; 2]) -> Option<Totals> {
        // SAFETY: as above.
        unsafe { deposit::<Avx2, T, false>([row; 2], n, units) }
    }
    fn sums<T: Summand>(unit: Unit) -> Option<Sums<T>> {
        match unit {
            Unit::Avx512 if works(unit, avx512::<f64>) => Some(avx512::<T>),
            Unit::Avx2 if works(unit, avx2::<f64>) => Some(avx2::<T>),
            _ => None,
        }
    }
    instance!([] fn(unit: Unit) -> Option<Sums<T>> = sums)(unit)
}

/// The deposit of products, if this unit has one.
pub fn products<T: Summand>(unit: Unit) -> Option<Products<T>> {
    #[target_feature(enable = "avx512f,avx512dq,avx2,fma,popcnt")]
    unsafe fn avx512<T: Summand>(two: [*const T; 2], n: usize, units: [i32; 2]) -> Option<Totals> {
        // SAFETY: upheld by the caller.
        unsafe { deposit::<Avx512, T, true>(two, n, units) }
    }
    fn products<T: Summand>(unit: Unit) -> Option<Products<T>> {
        (unit == Unit::Avx512 && sums::<T>(unit).is_some()).then_some(avx512::<T>)
    }
    instance!([] fn(unit: Unit) -> Option<Products<T>> = products)(unit)
}

/// The numbers, fewer than a vector's, before the first place that vectors are aligned to, if it
/// pays to begin there: loads that cross cache lines take twice as long. An even number.
#[inline(always)]
fn before_aligned<S: Flagging, T>(row: *const T, n: usize) -> usize {
    /// Fewer numbers are not worth a step of their own.
    const MIN: usize = 512;
    match n >= MIN && row.addr().is_multiple_of(2 * size_of::<T>()) {
        true => row.addr().wrapping_neg() / size_of::<T>() % width::<S>(),
        false => 0,
    }
}

#[inline(always)]
fn each<S: Flagging>(units: [i32; 2], bits: fn(i32) -> u64) -> S {
    // SAFETY: whoever calls has the unit.
    unsafe { S::pair(bits(units[0]), bits(units[1])) }
}

struct State<S> {
    factor: S,
    totals: [[S; 2]; SIDE],
    rests: [S; SIDE],
}

impl<S: Flagging> State<S> {
    #[inline(always)]
    unsafe fn step<T: Summand, const PRODUCTS: bool>(&mut self, side: usize, x: [S; 2], y: [S; 2]) {
        let (totals, rest) = (&mut self.totals[side], &mut self.rests[side]);
        // SAFETY: upheld by the caller. (Products of floats are doubles.)
        unsafe {
            match (PRODUCTS, T::FORMAT) {
                (false, _) => S::deposit(x, self.factor, &mut totals[0], rest),
                (true, Format::Float) => {
                    let products = [x[0].mul_f64(y[0]), x[1].mul_f64(y[1])];
                    S::deposit(products, self.factor, &mut totals[0], rest);
                }
                (true, _) => S::deposit_products(x, y, totals, rest),
            }
        }
    }
}

#[inline(always)]
unsafe fn deposit<S: Flagging, T: Summand, const PRODUCTS: bool>(
    [x, y]: [*const T; 2],
    n: usize,
    units: [i32; 2],
) -> Option<Totals> {
    debug_assert!(n <= BLOCK && units.iter().all(|unit| (LOWEST..=HIGHEST).contains(unit)));
    let (width, second) = (width::<S>(), [units[0] - WIDTH, units[1] - WIDTH]);
    let starts = [each::<S>(units, S::start), each::<S>(second, S::start)];
    // SAFETY: reads the n numbers of both.
    unsafe {
        let zero = S::pair(0, 0);
        let factor = each::<S>(units, S::factor);
        let mut state = State { factor, totals: [starts; SIDE], rests: [zero; SIDE] };
        lower();
        let (at_once, ahead) = (2 * SIDE * width, Ahead::of(n == BLOCK));
        let mut i = before_aligned::<S, T>(x, n);
        if i > 0 {
            let [first, other] = [load_first(x, i), load_first(y, i)];
            state.step::<T, PRODUCTS>(0, [first, zero], [other, zero]);
        }
        while i + at_once <= n {
            prefetch(x.add(i).cast(), at_once * size_of::<T>(), ahead);
            if PRODUCTS {
                prefetch(y.add(i).cast(), at_once * size_of::<T>(), ahead);
            }
            for side in 0..SIDE {
                let x = x.add(i + 2 * side * width);
                let y = y.add(i + 2 * side * width);
                let two = [load(x), load(x.add(width))];
                state.step::<T, PRODUCTS>(side, two, [load(y), load(y.add(width))]);
            }
            i += at_once;
        }
        for side in 0..SIDE {
            if i < n {
                let (first, second) = (n - i, (n - i).saturating_sub(width));
                let (x1, y1) = (x.add(i), y.add(i));
                // Not `add`: this may lie outside of any object.
                let (x2, y2) = (x1.wrapping_add(width), y1.wrapping_add(width));
                let two = [load_first(x1, first), load_first(x2, second)];
                let other = [load_first(y1, first), load_first(y2, second)];
                state.step::<T, PRODUCTS>(side, two, other);
            }
            i += 2 * width;
        }
        finish::<S, PRODUCTS>(&state, starts, units)
    }
}

#[inline(always)]
unsafe fn finish<S: Flagging, const PRODUCTS: bool>(
    state: &State<S>,
    starts: [S; 2],
    units: [i32; 2],
) -> Option<Totals> {
    let mut all = Totals { levels: [[0; 2]; 2], rest: [0.0; 2] };
    // SAFETY: the caller ensures that the processor has the unit.
    unsafe {
        for (level, start) in starts.into_iter().enumerate().take(if PRODUCTS { 2 } else { 1 }) {
            let mut sum = state.totals[0][level].sub(start);
            for side in 1..SIDE {
                sum = sum.add(state.totals[side][level].sub(start));
            }
            let (sums, mut largest) = (doubles(sum), 0.0f64);
            let below = WIDTH * level as i32;
            let [even, odd] = [units[0] - below, units[1] - below];
            let factors = [power(-S::unit_of_totals(even)), power(-S::unit_of_totals(odd))];
            let mut integers = [0i64; WIDEST / 8];
            for place in 0..width::<S>() {
                let integer = sums[place] * factors[place % 2];
                largest = largest.max(integer.abs());
                integers[place] = integer as i64;
            }
            // (Where one is a NaN, the rest is, too.)
            if largest >= (1u64 << 56) as f64 {
                return None;
            }
            for (place, integer) in integers.into_iter().enumerate() {
                all.levels[level][place % 2] += integer;
            }
        }
        let mut rest = state.rests[0];
        for side in 1..SIDE {
            rest = rest.add(state.rests[side]);
        }
        let rests = doubles(rest);
        for series in 0..2 {
            let mut rest = rests[series];
            for place in (series + 2..width::<S>()).step_by(2) {
                rest = add(rest, rests[place]);
            }
            all.rest[series] = rest;
        }
    }
    if raised() || !(all.rest[0] + all.rest[1]).is_finite() {
        return None;
    }
    for (rest, unit) in all.rest.iter_mut().zip(units) {
        let unit = unit - S::unit_of_totals(unit);
        let scaled = *rest * power(unit);
        if scaled * power(-unit) != *rest {
            return None;
        }
        *rest = scaled;
    }
    Some(all)
}
