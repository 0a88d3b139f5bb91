//! log, log2, log10.
//!
//! x = 2^k z with z from about 0.71 to 1.41; c from a table of 256 is nearly 1/z and has so few
//! bits that r = c z - 1 is exact, at most 2^-8 in magnitude. Then ln(x) = k ln(2) - ln(c) + ln(1 +
//! r). Around 1, c is 1, so that nothing cancels there.
//!
//! Error: k ln(2) - ln(c) has a first part that is exact, since both are multiples of 2^-42. Added
//! to it are r and -r^2/2, with their rounding errors, so that only r^3/3 - ... is rounded as a
//! double. That is at most 2^-25.5, so the absolute error is below 2^-78 (the series leaves out
//! r^10/10, 2^-83); relative to logarithms where c is not 1, which are at least 2^-9, 2^-69. Around
//! 1, where r is at most 1.5 2^-9, its relative error is r^2/3 2^-52, or 2^-70. BOUND has room for
//! another base's factor.
//!
//! For floats, z is from 0.66 to 1.31, and c one of 8 numbers whose logarithms to base two are
//! multiples of 2^-23, so that k and that of c are one integer; k and z are taken apart as bits. The
//! polynomial has a relative error of 2^-42, which is at most 2^-40 of the logarithm.
//!
//! Cost: for floats about 20 operations; about 45 operations, the table's rows included; ten more
//! for another base.

use crate::vector::approximation::{Approximation, Single};
use crate::vector::functions::{Log, Log10, Log2};
use crate::vector::lanes::floats::Floats;
use crate::vector::lanes::{Bits, Lanes, Mask};
use crate::vector::range::polynomial;
use crate::vector::tables::log::*;
use crate::vector::vectorised::Kernel;

pub const BOUND: f64 = 1.0 / (1u128 << 67) as f64;

const EXPONENT: u64 = 0xfff << 52;
/// Makes exponents positive.
const BIAS: u64 = 0x400 << 52;
const TWO_TO_52: f64 = (1u64 << 52) as f64;

/// x as 2^`count` (1 + `rest`) / c, with the logarithm of 1/c.
#[derive(Clone, Copy)]
struct Reduced<V: Lanes> {
    count: V,
    rest: V,
    table_high: V,
    table_low: V,
}

/// x as 2^count z, where `start` is the least z, and with it where z is between the least and the most.
/// Any bits will do; those of a number that is not positive and normal make no sense, but no exception.
#[inline(always)]
fn split<V: Lanes>(x: V, start: u64) -> (V, V::Bits, V) {
    let bits = x.bits();
    let shifted = bits + x.all_bits(BIAS.wrapping_sub(start));
    let exponent = shifted.right::<52>() + x.all(TWO_TO_52).bits();
    let count = exponent.numbers() - x.all(TWO_TO_52 + 1024.0);
    let z = bits - shifted.and(x.all_bits(EXPONENT)) + x.all_bits(BIAS);
    (count, shifted, z.numbers())
}

#[inline(always)]
fn reduce<V: Lanes>(x: V) -> Reduced<V> {
    let (count, place, z) = split(x, START);
    let [inverse, table_high, table_low, _] = V::rows4(place.right::<44>(), &LOGARITHMS);
    Reduced { count, rest: z.fms(inverse, x.all(1.0)), table_high, table_low }
}

/// The natural logarithm of a positive normal number, as a sum.
#[inline(always)]
pub fn logarithm<V: Lanes>(x: V) -> (V, V) {
    let Reduced { count, rest: r, table_high, table_low } = reduce(x);
    let c = |number: f64| x.all(number);
    let table_high = count.fma(c(LN_2_HIGH), table_high);
    let table_low = count.fma(c(LN_2_LOW), table_low);
    let square = r * r;
    let square_error = r.fms(r, square);
    let half = square * c(0.5);
    let first = table_high + r;
    let first_error = r - (first - table_high);
    let second = first - half;
    let second_error = (first - second) - half;
    let fourth = square * square;
    let tail = fourth.fma(
        square.fma(c(1.0 / 9.0), r.fma(c(-1.0 / 8.0), c(1.0 / 7.0))),
        square.fma(r.fma(c(-1.0 / 6.0), c(1.0 / 5.0)), r.fma(c(-1.0 / 4.0), c(1.0 / 3.0))),
    );
    let errors = square_error.fnma(c(0.5), (first_error + second_error) + table_low);
    (second, (r * square).fma(tail, errors))
}

/// A float's logarithm, where `per_two` is that of two, by a polynomial for the rest's. Any bits will do,
/// as above.
#[inline(always)]
pub fn rough_logarithm<S: Floats, const N: usize>(
    x: S,
    per_two: f64,
    series: &[f64; N],
) -> S::Doubles {
    const UNIT: f64 = 1.0 / (1u64 << 23) as f64;
    // An integer of 32 bits as a double's last bits, plus 2^31.
    const INTEGERS: u64 = TWO_TO_52.to_bits() >> 32;
    let shifted = x.minus(x.all_bits(FEW_START));
    let exponent = shifted.and(x.all_bits(0x1ff << 23));
    let z = x.minus(exponent);
    let index = shifted.right::<20>();
    let units = exponent.plus(index.pick(&FEW_LOGARITHMS));
    let units = S::joined(x.all_bits(INTEGERS as u32), units);
    let units = units - units.all(TWO_TO_52 + (1u64 << 31) as f64);
    let inverse = S::joined(index.pick(&FEW_INVERSES_HIGH), index.pick(&FEW_INVERSES_LOW));
    // A positive normal float's bits as a double's.
    let z = S::joined(z.right::<3>().plus(x.all_bits((1023 - 127) << 20)), z.left::<29>());
    let r = z.fms(inverse, z.all(1.0));
    r.fma(polynomial(r, series), units * units.all(UNIT * per_two))
}

/// Where a number is not positive, finite and normal.
#[inline(always)]
pub fn outside<V: Lanes>(x: V) -> V::Mask {
    x.less(x.all(f64::MIN_POSITIVE)).or(x.not_less(x.all(f64::INFINITY)))
}

/// The same for floats.
#[inline(always)]
pub fn outside_floats<S: Floats>(x: S) -> S::Mask {
    const LEAST: u32 = f32::MIN_POSITIVE.to_bits();
    const COUNT: u32 = f32::INFINITY.to_bits() - LEAST;
    // Unsigned integers, in the order of signed ones.
    const FIRST: u32 = 1 << 31;
    x.plus(x.all_bits(FIRST - LEAST)).above(x.all_bits(FIRST + (COUNT - 1)))
}

#[inline(always)]
fn single<S: Floats>(x: S, per_two: f64, series: &[f64; 8]) -> Single<S> {
    let (value, outside) = (rough_logarithm(x, per_two, series), outside_floats(x));
    Single { value, exponent: x.all(0.0), sign: x.all(0.0), outside }
}

#[inline(always)]
fn approximation<V: Lanes>(x: V, high: V, low: V) -> Approximation<V> {
    Approximation { high, low, bound: x.all(BOUND), exponent: x.all_bits(0), outside: outside(x) }
}

/// The logarithm, divided by a base's.
#[inline(always)]
fn to_base<V: Lanes>(x: V, per_high: f64, per_low: f64) -> Approximation<V> {
    let (high, low) = logarithm(x);
    let factor = x.all(per_high);
    let product = high * factor;
    let rest = low.fma(factor, high.fma(x.all(per_low), high.fms(factor, product)));
    approximation(x, product, rest)
}

impl Kernel for Log {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        let (high, low) = logarithm(x);
        approximation(x, high, low)
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        single(x, std::f64::consts::LN_2, &SERIES_E)
    }
}

impl Kernel for Log2 {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        to_base(x, PER_LN_2_HIGH, PER_LN_2_LOW)
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        single(x, 1.0, &SERIES_2)
    }
}

impl Kernel for Log10 {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        to_base(x, PER_LN_10_HIGH, PER_LN_10_LOW)
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        single(x, LOG10_2, &SERIES_10)
    }
}
