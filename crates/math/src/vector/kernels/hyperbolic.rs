//! expm1, tanh, sinh, cosh.
//!
//! m = e^x - 1 as a sum whose error is small beside itself, however small x is; then tanh(x) is
//! m / (m + 2) for twice the argument, and sinh is (e^x - e^-x)/2 with e^x = m + 1. cosh is the sum, of
//! exp's kernel and an inverse, and has exp's error.
//!
//! With exp's reduction, m = (2^(k/128) - 1) + 2^(k/128) (e^r - 1). The first part is exact but for
//! the power's second part; of e^r - 1, r and r^2/2 are kept with their rounding errors, so that
//! only r^3/6 + ... is rounded as a double: 2^-28.1 of 1, and 2^-19.6 of r. Error relative to m,
//! where k is 0: 2^-19.6 2^-52, and the products of small parts, 2^-70; elsewhere |m| is at least
//! 2^-8.5, and the errors, 2^-79, are 2^-70 of it. The power's product with the small parts adds
//! 2^-70. The quotients add 2^-100; they double an error at most, since m and m + 2 have theirs in
//! common.
//!
//! For floats, m with a polynomial for (e^r - 1)/r, 2^-43, and whole k, for which 2^k - 1 is exact or
//! rounded as a double.
//!
//! Cost: expm1 about 55 operations, the table's rows included; tanh 70, sinh 75, cosh 55, and a
//! division.

use super::exp::{reduce, reduce_roughly, Reduced, NO_UNDERFLOW};
use crate::vector::approximation::{Approximation, Single};
use crate::vector::functions::{Cosh, Expm1, Sinh, Tanh};
use crate::vector::lanes::floats::Floats;
use crate::vector::lanes::{Bits, Lanes, Mask};
use crate::vector::range::{faint, polynomial, quick_fma, quick_sum, quotient, sum, within};
use crate::vector::tables::exp::*;
use crate::vector::vectorised::Kernel;

pub const BOUND: f64 = 1.0 / (1u128 << 67) as f64;

const ONE: u64 = 1.0f64.to_bits();
const HALF: u64 = 0.5f64.to_bits();

/// e^x - 1 as a sum of a number and what it lacks. For |x| < 700.
#[inline(always)]
fn minus_one<V: Lanes>(x: V) -> (V, V) {
    let c = |number: f64| x.all(number);
    let reduced = reduce(x, STEPS_IN_E, STEP_1, STEP_2);
    let Reduced { steps, high: r, low: rest } = reduced;
    let scale = (reduced.exponent() + x.all_bits(ONE)).numbers();
    let [th, tl] = V::rows2(steps, &POWERS);
    let (th, tl) = (th * scale, tl * scale);
    let square = r.fma(r, c(NO_UNDERFLOW));
    let square_error = r.fms(r, square);
    let half = square * c(0.5);
    let (first, first_error) = quick_sum(r, half);
    let tail =
        square.fma(r.fma(c(1.0 / 5040.0), c(1.0 / 720.0)), r.fma(c(1.0 / 120.0), c(1.0 / 24.0)));
    let tail = r.fma(tail, c(1.0 / 6.0));
    // What e^r - 1 is beside `first`.
    let errors = square_error.fma(c(0.5), r.fma(rest, first_error + rest));
    let first_low = (r * square).fma(tail, errors);
    let (table, table_error) = sum(th, c(-1.0));
    // (The product is 0.501 of the table's number at most, which is near enough to a half here.)
    let (high, high_error) = quick_fma(th, first, table);
    let small = tl.fma(first, table_error + tl);
    quick_sum(high, th.fma(first_low, high_error + small))
}

/// The same for floats.
#[inline(always)]
fn rough_minus_one<V: Lanes>(x: V) -> V {
    let (shifted, _, r) = reduce_roughly(x, PER_LN_2, LN_2_HIGH);
    let scale = (shifted.bits().left::<52>() + x.all_bits(ONE)).numbers();
    (r * polynomial(r, &SERIES_MINUS_ONE)).fma(scale, scale - x.all(1.0))
}

#[inline(always)]
fn approximation<V: Lanes>(x: V, high: V, low: V, outside: V::Mask) -> Approximation<V> {
    Approximation { high, low, bound: x.all(BOUND), exponent: x.all_bits(0), outside }
}

/// The argument, but -50 for less: e^x is nothing beside 1 there; and where it is not below the limit.
#[inline(always)]
fn not_low<V: Lanes>(x: V, limit: f64) -> (V, V::Mask) {
    let low = x.all(-50.0);
    let outside = x.not_less(x.all(limit));
    (x.all(0.0).select(outside, low.select(x.less(low), x)), outside)
}

impl Kernel for Expm1 {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        let (argument, large) = not_low(x, 700.0);
        let (argument, faint) = faint(argument);
        let (high, low) = minus_one(argument);
        // Zero comes back as it was.
        let zero = x.all(0.0).less(x.abs()).not();
        approximation(x, x.select(zero, high), x.select(zero, low), large.or(faint))
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        let magnitude = x.magnitude();
        let none = magnitude.above(x.all(f32::INFINITY));
        let large = x.not_below(87.0);
        let outside = none.or(large.or(magnitude.faint()));
        // From -50 on, e^x is nothing beside 1.
        let argument = x.zero_where(outside).at_least(x.all(-50.0));
        let value = rough_minus_one(argument.widen()).abs();
        Single { value, exponent: x.all(0.0), sign: x.sign(), outside }
    }
}

impl Kernel for Tanh {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        let c = |number: f64| x.all(number);
        // From 24 on, 1 is as near as the bound.
        let (magnitude, large) = within(x.abs(), 24.0);
        let (magnitude, faint) = faint(magnitude);
        let (m, m_low) = minus_one(magnitude + magnitude);
        let (below, below_error) = sum(m, c(2.0));
        let (high, low) = quotient((m, m_low), (below, below_error + m_low));
        let high = c(1.0).select(large, high).xor(x.sign());
        let low = c(-BOUND / 2.0).select(large, low).xor(x.sign());
        approximation(x, high, low, faint.or(x.differs(x)))
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        let magnitude = x.magnitude();
        let none = magnitude.above(x.all(f32::INFINITY));
        let outside = none.or(magnitude.faint());
        // From 10 on, the result is 1.
        let magnitude = magnitude.smaller(x.all(10.0)).widen();
        let m = rough_minus_one(magnitude + magnitude);
        let value = m / (m + m.all(2.0));
        Single { value, exponent: x.all(0.0), sign: x.sign(), outside }
    }
}

/// Beyond this, an inverse's second part would be a subnormal number.
const LARGEST: f64 = 300.0;

impl Kernel for Sinh {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        let half = x.all(0.5);
        let (magnitude, large) = within(x.abs(), LARGEST);
        let (magnitude, faint) = faint(magnitude);
        let (m, m_low) = minus_one(magnitude);
        let (power, power_error) = sum(m, x.all(1.0));
        let (other, other_low) = quotient((m, m_low), quick_sum(power, power_error + m_low));
        // 1 - e^-x is `other`.
        let (high, low) = quick_sum(m, other);
        let low = low + (m_low + other_low);
        let (high, low) = ((high * half).xor(x.sign()), (low * half).xor(x.sign()));
        approximation(x, high, low, large.or(faint))
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        let magnitude = x.magnitude();
        let outside = magnitude.not_below(87.0).or(magnitude.faint());
        let m = rough_minus_one(magnitude.zero_where(outside).widen());
        let value = (m + m / (m + m.all(1.0))) * m.all(0.5);
        Single { value, exponent: x.all(0.0), sign: x.sign(), outside }
    }
}

impl Kernel for Cosh {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        let (magnitude, large) = within(x.abs(), LARGEST);
        let reduced = reduce(magnitude, STEPS_IN_E, STEP_1, STEP_2);
        let (high, low) = reduced.power();
        let (power, power_low) = quick_sum(high, low);
        let (other, other_low) = quotient((x.all(1.0), x.all(0.0)), (power, power_low));
        // Half of 2^k power and of 2^-k other.
        let half = x.all_bits(HALF);
        let (up, down) = (half + reduced.exponent(), half - reduced.exponent());
        let (up, down) = (up.numbers(), down.numbers());
        let (high, low) = quick_sum(power * up, other * down);
        let low = low + other_low.fma(down, power_low * up);
        approximation(x, high, low, large)
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        let magnitude = x.magnitude();
        let outside = magnitude.not_below(87.0);
        let m = rough_minus_one(magnitude.zero_where(outside).widen());
        let one = m.all(1.0);
        let power = m + one;
        let value = (power + one / power) * one.all(0.5);
        Single { value, exponent: x.all(0.0), sign: x.all(0.0), outside }
    }
}
