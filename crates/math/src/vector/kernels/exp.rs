//! exp, exp2, exp10.
//!
//! x = k ln(2)/128 + r with |r| <= ln(2)/256 (and likewise to the other bases), so e^x is
//! 2^(k/128) (1 + r + r^2/2 + ...): the power from a table of 128, in two doubles, and Taylor's
//! polynomial (Tang, ACM TOMS 15, 1989, without his series' last terms).
//!
//! Error, relative to the result: r is known to 2^-70 (its two parts' product is left out). The
//! series ends at r^6/720, which leaves out 2^-71.8. What is added to 1 + r is below 2^-18, and
//! each of the five roundings there errs by 2^-71; the table's second part times that is left out,
//! 2^-71. Together less than 2^-68; BOUND has room for the rounding test.
//!
//! For floats, k counts whole ln(2), and a polynomial of degree 8 does the rest, 2^-39.7.
//!
//! Cost: about 35 operations, the table's rows included; for floats 14.

use crate::vector::approximation::{Approximation, Single};
use crate::vector::functions::{Exp, Exp10, Exp2};
use crate::vector::lanes::floats::Floats;
use crate::vector::lanes::{Bits, Lanes, Mask};
use crate::vector::range::{faint, polynomial, quick_fma, within};
use crate::vector::tables::exp::*;
use crate::vector::vectorised::Kernel;

pub const BOUND: f64 = 1.0 / (1u128 << 67) as f64;

/// Added to a number below 2^51, it leaves the nearest integer in the lower bits.
pub const TO_INTEGER: f64 = 6755399441055744.0;

/// The same for a float below 2^22.
const FLOAT_TO_INTEGER: f32 = 12582912.0;

/// Less than any bound, and its square root is no subnormal number: added where a square of a tiny
/// number would raise "underflow".
pub const NO_UNDERFLOW: f64 = f64::from_bits((1023 - 300) << 52);

/// An exponent: `steps` of ln(2)/128, and a rest in two parts.
#[derive(Clone, Copy)]
pub struct Reduced<V: Lanes> {
    /// Its integer is in the lower bits.
    pub steps: V::Bits,
    pub high: V,
    pub low: V,
}

impl<V: Lanes> Reduced<V> {
    /// The exponent of two, where a double has it.
    #[inline(always)]
    pub fn exponent(self) -> V::Bits {
        self.steps.without(self.high.all_bits(127)).left::<45>()
    }

    /// e to this power, without its exponent of two.
    #[inline(always)]
    pub fn power(self) -> (V, V) {
        let Reduced { steps, high: r, low: rest } = self;
        let c = |number: f64| r.all(number);
        let [th, tl] = V::rows2(steps, &POWERS);
        let square = r.fma(r, c(NO_UNDERFLOW));
        let tail =
            square.fma(r.fma(c(1.0 / 720.0), c(1.0 / 120.0)), r.fma(c(1.0 / 24.0), c(1.0 / 6.0)));
        // e^r - 1 - r
        let above_first = square.fma(r.fma(tail, c(0.5)), rest);
        let (high, error) = quick_fma(th, r, th);
        (high, th.fma(above_first, tl.fma(r, error + tl)))
    }
}

/// `x` as steps and a rest; a step is known as two numbers that add up to it.
///
/// What is beyond the first number's multiples is exact: a step is between 2^-9 and 2^-7, so `x` is a
/// multiple of 2^-62, or 2^-61, where there are any, and so are they and the difference, which has half
/// a step at most.
#[inline(always)]
pub fn reduce<V: Lanes>(x: V, per_unit: f64, first: f64, second: f64) -> Reduced<V> {
    let (shifted, count, most) = reduce_roughly(x, per_unit, first);
    let high = count.fnma(x.all(second), most);
    let low = count.fnma(x.all(second), most - high);
    Reduced { steps: shifted.bits(), high, low }
}

/// The nearest integer to `x` in units of `step`, in the lower bits and as a number, and what `x` is
/// beyond that.
#[inline(always)]
pub fn reduce_roughly<V: Lanes>(x: V, per_step: f64, step: f64) -> (V, V, V) {
    let shifted = x.fma(x.all(per_step), x.all(TO_INTEGER));
    let count = shifted - x.all(TO_INTEGER);
    (shifted, count, count.fnma(x.all(step), x))
}

/// A power, by the polynomial for half a step on both sides of zero; a step doubles the power.
#[inline(always)]
fn single<S: Floats>(x: S, limit: f32, step: f64, per_step: f64, series: &[f64; 9]) -> Single<S> {
    let outside = x.magnitude().not_below(limit);
    let (shifted, _, rest) = reduce_roughly(x.zero_where(outside).widen(), per_step, step);
    Single {
        value: polynomial(rest, series),
        exponent: S::low_bits(shifted).left::<23>(),
        sign: x.all(0.0),
        outside,
    }
}

/// Two to a power in two parts: `shifted` has an integer in the lower bits, the other is the rest.
#[inline(always)]
pub fn power_of_two<S: Floats>(shifted: S, rest: S::Doubles, outside: S::Mask) -> Single<S> {
    let (exponent, sign) = (shifted.left::<23>(), shifted.all(0.0));
    Single { value: polynomial(rest, &SERIES_2), exponent, sign, outside }
}

/// [`reduce`] for base two, whose steps are exact.
#[inline(always)]
fn reduce_exactly<V: Lanes>(x: V) -> Reduced<V> {
    let shifted = x.fma(x.all(128.0), x.all(TO_INTEGER));
    let count = shifted - x.all(TO_INTEGER);
    let high = count.fnma(x.all(1.0 / 128.0), x);
    Reduced { steps: shifted.bits(), high, low: x.all(0.0) }
}

/// For another base, whose logarithm is given in two parts: its steps' rest times that.
#[inline(always)]
fn times_logarithm<V: Lanes>(reduced: Reduced<V>, log_high: f64, log_low: f64) -> Reduced<V> {
    let Reduced { steps, high: rest, low } = reduced;
    let factor = rest.all(log_high);
    let high = rest * factor;
    let low = low.fma(factor, rest.fma(rest.all(log_low), rest.fms(factor, high)));
    Reduced { steps, high, low }
}

#[inline(always)]
fn approximation<V: Lanes>(reduced: Reduced<V>, outside: V::Mask) -> Approximation<V> {
    let (high, low) = reduced.power();
    Approximation { high, low, bound: high.all(BOUND), exponent: reduced.exponent(), outside }
}

impl Kernel for Exp {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        let (x, outside) = within(x, 708.0);
        approximation(reduce(x, STEPS_IN_E, STEP_1, STEP_2), outside)
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        single(x, 87.0, LN_2_HIGH, PER_LN_2, &SERIES_E)
    }
}

impl Kernel for Exp2 {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        let (x, outside) = within(x, 1021.0);
        let (x, faint) = faint(x);
        let outside = outside.or(faint);
        let reduced = reduce_exactly(x);
        approximation(times_logarithm(reduced, LN_2_HIGH, LN_2_LOW), outside)
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        let outside = x.magnitude().not_below(125.0);
        let x = x.zero_where(outside);
        let shifted = x + x.all(FLOAT_TO_INTEGER);
        let rest = x - (shifted - x.all(FLOAT_TO_INTEGER));
        power_of_two(shifted, rest.widen(), outside)
    }
}

impl Kernel for Exp10 {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        let (x, outside) = within(x, 307.0);
        let (x, faint) = faint(x);
        let outside = outside.or(faint);
        let reduced = reduce(x, STEPS_IN_10, TENTH_1, TENTH_2);
        approximation(times_logarithm(reduced, LN_10_HIGH, LN_10_LOW), outside)
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        single(x, 37.0, LOG10_2, PER_LOG10_2, &SERIES_10)
    }
}
