//! erf.
//!
//! |x| = c + d with c a multiple of 1/64 and |d| <= 2^-7, both exact. Then erf(|x|) = erf(c) +
//! erf'(c) S, where S is the integral from 0 to d of e^(-2cs - s^2). Its Taylor coefficients are
//! Hermite's polynomials of c, by their recurrence; erf(c) and erf'(c) are in a table, in two parts
//! each.
//!
//! Error: erf'(c) d is exact in two parts; c d^2 and the rest are rounded as a double, which is
//! erf'(c) 2^-14 c 2^-53 of 1, three times: relative to erf, 2^-65.5 around c = 1/64 and less
//! elsewhere. The series leaves out erf'(c) (2cd)^9/9! d, at most 2^-70.
//!
//! For floats, S ends where terms are below 2^-40 of the result.
//!
//! Cost: about 60 operations, the table's rows included; for floats 20.

use crate::vector::approximation::{Approximation, Single};
use crate::vector::functions::Erf;
use crate::vector::kernels::exp::TO_INTEGER;
use crate::vector::lanes::floats::Floats;
use crate::vector::lanes::{Lanes, Mask};
use crate::vector::range::{faint, quick_fma, within};
use crate::vector::tables::erf::*;
use crate::vector::vectorised::Kernel;

const BOUND: f64 = 1.0 / (1u128 << 65) as f64;

/// From here on, a float's result is 1; a multiple of 1/64.
const LARGEST_FLOAT: f32 = 255.0 / 64.0;

/// Added to a number below 2^45, it leaves the nearest multiple of 1/64 in the lower bits.
const TO_64TH: f64 = TO_INTEGER / 64.0;

/// S/d - 1 for `c` and `d`, with Hermite's polynomials up to that of degree `DEGREE`.
#[inline(always)]
fn rest<V: Lanes, const DEGREE: usize>(c: V, d: V) -> V {
    // b(n) is H(n)(c) (-1)^n/(n+1)!, so b(n+1) = -(2 c b(n) + 2 n/(n+1) b(n-1))/(n+2).
    let mut before = c.all(1.0);
    let mut last = -c;
    let mut all = [last; DEGREE];
    for (n, slot) in all.iter_mut().enumerate().skip(1) {
        let (now, next) = (n as f64, (n + 2) as f64);
        let older = before * c.all(-2.0 * now / ((now + 1.0) * next));
        let newer = (c * c.all(-2.0 / next)).fma(last, older);
        (before, last) = (last, newer);
        *slot = newer;
    }
    let mut sum = all[DEGREE - 1];
    for n in (0..DEGREE - 1).rev() {
        sum = sum.fma(d, all[n]);
    }
    sum * d
}

/// `c` as an index and as a number, and `d`.
#[inline(always)]
fn reduce<V: Lanes>(magnitude: V) -> (V::Bits, V, V) {
    let shifted = magnitude.fma(magnitude.all(64.0), magnitude.all(TO_INTEGER));
    let c = (shifted - magnitude.all(TO_INTEGER)) * magnitude.all(1.0 / 64.0);
    (shifted.bits(), c, magnitude - c)
}

impl Kernel for Erf {
    #[inline(always)]
    fn double<V: Lanes>(x: V) -> Approximation<V> {
        // From 7 on, 1 is as near as the bound.
        let (magnitude, large) = within(x.abs(), 7.0);
        let (magnitude, faint) = faint(magnitude);
        let (index, c, d) = reduce(magnitude);
        let [eh, el, gh, gl] = V::rows4(index, &ERRORS);
        let (high, error) = quick_fma(gh, d, eh);
        let low = (gh * d).fma(rest::<V, 8>(c, d), gl.fma(d, error + el));
        let high = x.all(1.0).select(large, high).xor(x.sign());
        let low = x.all(-BOUND / 2.0).select(large, low).xor(x.sign());
        Approximation {
            high,
            low,
            bound: x.all(BOUND),
            exponent: x.all_bits(0),
            outside: faint.or(x.differs(x)),
        }
    }

    #[inline(always)]
    fn single<S: Floats>(x: S) -> Single<S> {
        let magnitude = x.magnitude();
        let none = magnitude.above(x.all(f32::INFINITY));
        let outside = magnitude.faint().or(none);
        let magnitude = magnitude.smaller(x.all(LARGEST_FLOAT)).widen();
        let number = |number: f64| magnitude.all(number);
        let shifted = magnitude + number(TO_64TH);
        let c = shifted - number(TO_64TH);
        let d = magnitude - c;
        let [error, slope] = <S::Doubles as Lanes>::rows2(shifted.bits(), &ROUGH_ERRORS);
        // S/d, by powers of c d and d^2.
        let (w, v) = (c * d, d * d);
        let first = w.fma(number(2.0 / 15.0), number(-1.0 / 3.0));
        let first = w.fma(w.fma(w.fma(first, number(2.0 / 3.0)), number(-1.0)), number(1.0));
        let second = w.fma(w.fma(number(-2.0 / 5.0), number(0.5)), number(-1.0 / 3.0));
        let second = v.fma(number(1.0 / 10.0), second);
        let value = (slope * d).fma(v.fma(second, first), error);
        Single { value, exponent: x.all(0.0), sign: x.sign(), outside }
    }
}
