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
//! Cost: sin about 40 operations, the table's rows included; tan 75 and a division.

use super::exp::TO_INTEGER;
use crate::vector::approximation::{Approximation, Single};
use crate::vector::functions::{Cos, Sin, SinCos, Tan};
use crate::vector::lanes::{Lanes, Mask};
use crate::vector::range::{faint, quick_sum, quotient, within};
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
        let product = ch * self.r;
        let error = ch.fms(self.r, product);
        let (high, sum_error) = quick_sum(sh, product);
        let rest = ch.fma(self.sine_rest, cl.fma(self.r, (sum_error + error) + sl));
        (high, sh.fma(self.cosine_rest, rest))
    }

    #[inline(always)]
    fn cosine(&self) -> (V, V) {
        let ([sh, sl], [ch, cl]) = (self.sine, self.cosine);
        let product = sh * self.r;
        let error = sh.fms(self.r, product);
        let (high, sum_error) = quick_sum(ch, -product);
        let rest = sh.fnma(self.sine_rest, sl.fnma(self.r, (sum_error - error) + cl));
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
    fn single<V: Lanes>(x: V) -> Single<V> {
        let [sine, _] = singles(x);
        sine
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
    fn single<V: Lanes>(x: V) -> Single<V> {
        let [_, cosine] = singles(x);
        cosine
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
    fn single<V: Lanes>(x: V) -> [Single<V>; 2] {
        singles(x)
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
    fn single<V: Lanes>(x: V) -> Single<V> {
        let [sine, cosine] = singles(x);
        Single { value: sine.value / cosine.value, outside: sine.outside }
    }
}

/// Both, with the accuracy of a double. Floats are no nearer to multiples of pi/2 than 2^-30 of
/// themselves.
#[inline(always)]
fn singles<V: Lanes>(x: V) -> [Single<V>; 2] {
    let c = |number: f64| x.all(number);
    let (magnitude, outside) = within(x.abs(), LIMIT);
    let shifted = magnitude.fma(c(STEPS_IN_1), c(TO_INTEGER));
    let count = shifted - c(TO_INTEGER);
    let r = count.fnma(c(STEP_2), count.fnma(c(STEP_1), magnitude));
    let [sh, _, ch, _] = V::rows4(shifted.bits(), &CIRCLE);
    let square = r * r;
    let sine = (r * square).fma(square.fma(c(1.0 / 120.0), c(-1.0 / 6.0)), r);
    let cosine = square * square.fma(c(1.0 / 24.0), c(-0.5));
    [
        Single { value: sh.fma(cosine, ch.fma(sine, sh)).xor(x.sign()), outside },
        Single { value: ch.fma(cosine, sh.fnma(sine, ch)), outside },
    ]
}
