//! hypot.
//!
//! x^2 + y^2 as a sum of a number s and what it lacks, s', with a relative error of 2^-104. The root h of
//! s lacks (s - h^2 + s')/(2h), where s - h^2 is exact.
//!
//! Error: the quotient is at most 2^-52 of h, and rounded as a double; what its square would add is
//! 2^-105. BOUND is that of other kernels; a smaller one would save few lanes.
//!
//! For floats, squares are exact as doubles, and the sum and the root are rounded as such: 2^-52.
//!
//! Cost: about 45 operations, a root and a division; for floats 3 and a root.

use crate::vector::approximation::{Approximation, Single};
use crate::vector::functions::Hypot;
use crate::vector::lanes::floats::Floats;
use crate::vector::lanes::{Lanes, Mask};
use crate::vector::range::{faint, sum, within};
use crate::vector::vectorised::KernelOfTwo;

const BOUND: f64 = 1.0 / (1u128 << 67) as f64;

/// Magnitudes from here on would overflow.
const LIMIT: f64 = f64::from_bits((1023 + 500) << 52);
const LIMIT_FLOAT: f32 = (1u64 << 60) as f32;

/// Less than the least sum's part that counts: no division by zero.
const NO_ZERO: f64 = f64::from_bits((1023 - 500) << 52);

/// A magnitude, and where it is too large or too small.
#[inline(always)]
fn reduce<V: Lanes>(x: V) -> (V, V::Mask) {
    let (magnitude, large) = within(x.abs(), LIMIT);
    let (magnitude, faint) = faint(magnitude);
    (magnitude, large.or(faint))
}

impl KernelOfTwo for Hypot {
    #[inline(always)]
    fn double<V: Lanes>(x: V, y: V) -> Approximation<V> {
        let ((x, outside), (y, outside_y)) = (reduce(x), reduce(y));
        let (x_square, y_square) = (x * x, y * y);
        let errors = x.fms(x, x_square) + y.fms(y, y_square);
        let (square, error) = sum(x_square, y_square);
        let high = square.sqrt();
        let half_inverse = x.all(0.5) / (high + x.all(NO_ZERO));
        Approximation {
            high,
            low: (high.fnma(high, square) + (error + errors)) * half_inverse,
            bound: x.all(BOUND),
            exponent: x.all_bits(0),
            outside: outside.or(outside_y),
        }
    }

    #[inline(always)]
    fn single<S: Floats>(x: S, y: S) -> Single<S> {
        let (x, y) = (x.magnitude(), y.magnitude());
        let large = x.not_below(LIMIT_FLOAT).or(y.not_below(LIMIT_FLOAT));
        let outside = large.or(x.faint().or(y.faint()));
        let (sign, exponent) = (x.all(0.0), x.all(0.0));
        let (x, y) = (x.zero_where(outside).widen(), y.zero_where(outside).widen());
        Single { value: x.fma(x, y * y).sqrt(), exponent, sign, outside }
    }
}
