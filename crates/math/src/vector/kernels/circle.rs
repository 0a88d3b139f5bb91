//! sin, cos, sincos, tan.
//!
//! |x| = k pi/256 + r with |r| <= pi/512, as sines and cosines of k pi/256 are in a table of the
//! whole circle, in two doubles each. Then sin(|x|) = S cos(r) + C sin(r) and cos(|x|) = C cos(r) -
//! S sin(r), by Taylor's polynomials. Both fall where S or C is 0; there r has to be known to its
//! last bit, which the three parts of pi/256 give for |x| < 2^24 (Cody and Waite, 1980, with fused
//! multiply-adds: the first product's difference from |x| is exact). Where r is below 2^-26 without
//! k being 0, it is not used.
//!
//! Error, relative to the sum of S and C r, of which neither cancels more than half of the other: C
//! r is exact in two parts. S r^2/2, at most 2^-15.7 S, is rounded as a double three times, and so
//! is the sum of the small parts: 2^-66.5 where nothing cancels, and half a bit more around k = 1.
//! The series leave out 2^-74, and the product of r and its own second part is 2^-68. In tan, which
//! divides both, S and C do not vanish together: where one's error is this, the other's is less
//! than 2^-68; the quotient adds 2^-100.
//!
//! For floats, the sine of what is beyond a multiple of pi, at most pi/2, by one polynomial, 2^-44; the
//! cosine likewise; the tangent of at most pi/4, as a quotient of two polynomials, 2^-43. The multiple's
//! first product is exact, and floats are no nearer to multiples of pi/2 than 2^-30 of themselves.
//!
//! Cost: sin about 40 operations, the table's rows included; tan 75 and a division. For floats 14, and
//! 26 and a division.

use super::exp::{reduce_roughly, TO_INTEGER};
use crate::vector::approximation::{Approximation, Single};
use crate::vector::functions::{Cos, Sin, SinCos, Tan};
use crate::vector::lanes::floats::Floats;
use crate::vector::lanes::{Bits, Lanes, Mask};
use crate::vector::range::{faint, polynomial, quick_fma, quick_sum, quotient, within};
use crate::vector::tables::circle::*;
use crate::vector::vectorised::{Kernel, KernelOfPair};

pub const BOUND: f64 = 1.0 / (1u128 << 65) as f64;

/// Magnitudes below this one are reduced.
const LIMIT: f64 = (1 << 24) as f64;

/// A magnitude: its place on the circle, what is beyond that, and where that is not good enough.
struct Reduced<V: Lanes> {
    place: V::Bits,
    high: V,
    low: V,
    outside: V::Mask,
}

#[inline(always)]
fn reduce<V: Lanes>(x: V) -> Reduced<V> {
    let c = |number: f64| x.all(number);
    let (magnitude, large) = within(x.abs(), LIMIT);
    let shifted = magnitude.fma(c(STEPS_IN_1), c(TO_INTEGER));
    let count = shifted - c(TO_INTEGER);
    let most = count.fnma(c(STEP_1), magnitude);
    let high = count.fnma(c(STEP_2), most);
    let low = count.fnma(c(STEP_3), count.fnma(c(STEP_2), most - high));
    let unknown = high.abs().less(c(1.0 / (1 << 26) as f64)).and(c(0.5).less(count));
    Reduced { place: shifted.bits(), high, low, outside: large.or(unknown) }
}

/// The table's rows, and the polynomials: sin(r) - r and cos(r) - 1.
struct Parts<V: Lanes> {
    sine: [V; 2],
    cosine: [V; 2],
    r: V,
    sine_rest: V,
    cosine_rest: V,
}

#[inline(always)]
fn parts<V: Lanes>(reduced: &Reduced<V>) -> Parts<V> {
    let r = reduced.high;
    let c = |number: f64| r.all(number);
    let [sh, sl, ch, cl] = V::rows4(reduced.place, &CIRCLE);
    let square = r * r;
    let cubic = square.fma(square.fma(c(-1.0 / 5040.0), c(1.0 / 120.0)), c(-1.0 / 6.0));
    let quadratic = square.fma(square.fma(c(-1.0 / 720.0), c(1.0 / 24.0)), c(-0.5));
    Parts {
        sine: [sh, sl],
        cosine: [ch, cl],
        r,
        sine_rest: (r * square).fma(cubic, reduced.low),
        cosine_rest: square * quadratic,
    }
}

impl<V: Lanes> Parts<V> {
    #[inline(always)]
    fn sine(&self) -> (V, V) {
        let ([sh, sl], [ch, cl]) = (self.sine, self.cosine);
        let (high, error) = quick_fma(ch, self.r, sh);
        let rest = ch.fma(self.sine_rest, cl.fma(self.r, error + sl));
        (high, sh.fma(self.cosine_rest, rest))
    }

    #[inline(always)]
    fn cosine(&self) -> (V, V) {
        let ([sh, sl], [ch, cl]) = (self.sine, self.cosine);
        let high = sh.fnma(self.r, ch);
        let error = sh.fnma(self.r, ch - high);
        let rest = sh.fnma(self.sine_rest, sl.fnma(self.r, error + cl));
        (high, ch.fma(self.cosine_rest, rest))
    }
}

#[inline(always)]
fn approximation<V: Lanes>((high, low): (V, V), outside: V::Mask, bound: f64) -> Approximation<V> {
    Approximation { high, low, bound: high.all(bound), exponent: high.all_bits(0), outside }
}

/// The sum with the sign of an odd function's argument.
#[inline(always)]
fn signed<V: Lanes>((high, low): (V, V), sign: V) -> (V, V) {
    (high.xor(sign), low.xor(sign))
}

impl Kernel for Sin {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        let (argument, faint) = faint(x);
        let reduced = reduce(argument);
        let sum = signed(parts(&reduced).sine(), x.sign());
        approximation(sum, reduced.outside.or(faint), BOUND)
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        let (magnitude, outside) = floats(x);
        let outside = outside.or(magnitude.faint());
        sine(magnitude.zero_where(outside).widen(), x.sign(), outside)
    }
}

impl Kernel for Cos {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        let (argument, faint) = faint(x);
        let reduced = reduce(argument);
        approximation(parts(&reduced).cosine(), reduced.outside.or(faint), BOUND)
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        let (magnitude, outside) = floats(x);
        cosine(magnitude.zero_where(outside).widen(), outside)
    }
}

impl KernelOfPair for SinCos {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> [Approximation<V>; 2] {
        let (argument, faint) = faint(x);
        let reduced = reduce(argument);
        let parts = parts(&reduced);
        let outside = reduced.outside.or(faint);
        [
            approximation(signed(parts.sine(), x.sign()), outside, BOUND),
            approximation(parts.cosine(), outside, BOUND),
        ]
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> [Single<S>; 2] {
        let (magnitude, outside) = floats(x);
        let outside = outside.or(magnitude.faint());
        let magnitude = magnitude.zero_where(outside).widen();
        [sine(magnitude, x.sign(), outside), cosine(magnitude, outside)]
    }
}

impl Kernel for Tan {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        let (argument, faint) = faint(x);
        let reduced = reduce(argument);
        let parts = parts(&reduced);
        let (sine, cosine) = (parts.sine(), parts.cosine());
        let quotient = quotient(quick_sum(sine.0, sine.1), quick_sum(cosine.0, cosine.1));
        approximation(signed(quotient, x.sign()), reduced.outside.or(faint), BOUND)
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        let (magnitude, outside) = floats(x);
        let outside = outside.or(magnitude.faint());
        let magnitude = magnitude.zero_where(outside).widen();
        let c = |number: f64| magnitude.all(number);
        let (shifted, count, rest) = reduce_roughly(magnitude, 2.0 * PER_PI, PI_HIGH / 2.0);
        let rest = count.fnma(c(PI_LOW / 2.0), rest);
        let square = rest * rest;
        let sine = rest * polynomial(square, &SHORT_SINE);
        let cosine = polynomial(square, &SHORT_COSINE);
        // After an odd count, -1 divided by the tangent.
        let odd = magnitude.all_bits(0).greater(shifted.bits().left::<63>());
        let swap = sine.xor(cosine).kept(odd);
        Single {
            value: sine.xor(swap) / cosine.xor(swap),
            exponent: x.all(0.0),
            sign: x.sign().xor(S::low_bits(shifted).left::<31>()),
            outside,
        }
    }
}

/// A magnitude, and where it is too large.
#[inline(always)]
fn floats<S: Floats>(x: S) -> (S, S::Mask) {
    let magnitude = x.magnitude();
    (magnitude, magnitude.not_below(LIMIT as f32))
}

/// The sine of a float's magnitude, with the sign of the argument's.
#[inline(always)]
fn sine<S: Floats>(magnitude: S::Doubles, sign: S, outside: S::Mask) -> Single<S> {
    let (shifted, count, rest) = reduce_roughly(magnitude, PER_PI, PI_HIGH);
    let rest = count.fnma(rest.all(PI_LOW), rest);
    let sign = sign.xor(S::low_bits(shifted).left::<31>());
    let value = rest * polynomial(rest * rest, &SINE);
    Single { value, exponent: sign.all(0.0), sign, outside }
}

/// The cosine of a float's magnitude, as the sine of (k + 1/2) pi less that.
#[inline(always)]
fn cosine<S: Floats>(magnitude: S::Doubles, outside: S::Mask) -> Single<S> {
    let c = |number: f64| magnitude.all(number);
    let shifted = magnitude.fma(c(PER_PI), c(-0.5)) + c(TO_INTEGER);
    let count = (shifted - c(TO_INTEGER)) + c(0.5);
    let rest = count.fma(c(PI_LOW), count.fms(c(PI_HIGH), magnitude));
    let sign = S::low_bits(shifted).left::<31>();
    let value = rest * polynomial(rest * rest, &SINE);
    Single { value, exponent: sign.all(0.0), sign, outside }
}
