//! Small steps that kernels have in common: sums with their errors, and arguments out of range.

use super::lanes::{Bits, Lanes};

/// `a + b` and its rounding error, if `a` has no smaller exponent than `b`, or is zero.
#[inline(always)]
pub fn quick_sum<V: Lanes>(a: V, b: V) -> (V, V) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// `a * b + c` and its rounding error, if the product is at most half of `c`, or `c` is zero: the sum is
/// near enough to `c` that their difference is exact.
#[inline(always)]
pub fn quick_fma<V: Lanes>(a: V, b: V, c: V) -> (V, V) {
    let sum = a.fma(b, c);
    (sum, a.fma(b, c - sum))
}

/// Zero for numbers below 2^-300, whose cubes would raise "underflow" and are lost where the processor
/// flushes subnormal numbers; and where one is that is not zero itself.
#[inline(always)]
pub fn faint<V: Lanes>(x: V) -> (V, V::Mask) {
    const LIMIT: u64 = (1023 - 300) << 52;
    // In the order of signed integers, with zero as the greatest.
    let order = x.abs().bits() + x.all_bits((1 << 63) - 1);
    let faint = x.all_bits(LIMIT + (1 << 63)).greater(order);
    (x.zero_where(faint), faint)
}

/// The argument where its magnitude is below the limit, or else zero, and where it is not.
#[inline(always)]
pub fn within<V: Lanes>(x: V, limit: f64) -> (V, V::Mask) {
    let outside = x.abs().not_less(x.all(limit));
    (x.zero_where(outside), outside)
}

/// `a + b` and its rounding error.
#[inline(always)]
pub fn sum<V: Lanes>(a: V, b: V) -> (V, V) {
    let sum = a + b;
    let b_there = sum - a;
    (sum, (a - (sum - b_there)) + (b - b_there))
}

/// The quotient of two sums, each of which is its first part, rounded: 2^-100 of it off.
#[inline(always)]
pub fn quotient<V: Lanes>((a, a_low): (V, V), (b, b_low): (V, V)) -> (V, V) {
    let inverse = b.all(1.0) / b;
    let high = a * inverse;
    (high, b_low.fnma(high, high.fnma(b, a) + a_low) * inverse)
}

/// The polynomial's value, lowest coefficient first: even and odd places in pairs, by powers of `x^2`.
#[inline(always)]
pub fn polynomial<V: Lanes, const N: usize>(x: V, coefficients: &[f64; N]) -> V {
    let square = x * x;
    let mut place = (N - 1) / 2 * 2;
    let mut sum = pair(x, coefficients, place);
    while place > 0 {
        place -= 2;
        sum = square.fma(sum, pair(x, coefficients, place));
    }
    sum
}

/// The terms of a place and the next, divided by the power of the first.
#[inline(always)]
fn pair<V: Lanes, const N: usize>(x: V, coefficients: &[f64; N], place: usize) -> V {
    let first = x.all(coefficients[place]);
    if place + 1 < N {
        x.fma(x.all(coefficients[place + 1]), first)
    } else {
        first
    }
}
