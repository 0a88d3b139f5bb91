//! Sums of products by Dot2 (Ogita, Rump, Oishi 2005, algorithm 5.3), in each place of a vector, that
//! prove how the exact sum rounds: mostly, and with fewer operations than [`samebits_kernel::compensated::lanes`].
//!
//! A sum is an unevaluated difference (sum - off). A product and its addition to the first leave
//! errors; these are added up, rounded, to the second, and their magnitudes for a bound: of n steps
//! each rounds an error and its addition, at most the magnitudes' sum, by 2^-53 of that. The error of
//! a product that underflows is off by 2^-1074, by halves four times as much; all of them together by
//! less than [`UNDERFLOWS`].
//!
//! A sum in the middle of two numbers would never be proven so, and with entries that are powers of two
//! it often is. But where all products are exact, all errors are multiples of the last place of the
//! smallest product; so nothing is lost if their magnitudes' sum does not exceed that product, and the
//! difference is the exact sum, unless a product underflowed.
//!
//! What is not finite, or overflows, makes the second number a NaN, with which nothing is proven. Zeros
//! among the errors are +0.0, and change no sign: the result is -0.0 only if all products were.
//!
//! Cost: 15 operations a vector of products; some 25 to round.
//!
//! Safety, of all that is unsafe here: the processor has the unit of the registers.

#![allow(unsafe_op_in_unsafe_fn, clippy::missing_safety_doc)] // it is said above, once

use samebits_kernel::compensated::lanes::{all, decided, difference, two_sum};
use samebits_kernel::real::power;
use samebits_kernel::simd::Simd;

/// More than what underflows make a sum off by, however many.
const UNDERFLOWS: f64 = power(-1000);

/// From this magnitude on that is far less than half a unit in the last place. (With numbers that are not
/// normal some processors take 100 times as long.)
const LARGE: f64 = power(-900);

#[derive(Clone, Copy)]
pub struct Dot2<S> {
    sum: S,
    off: S,
    errors: S,
    /// The bits of the products' errors.
    inexact: S,
    /// The smallest product that is not zero.
    smallest: S,
}

/// Masks of places.
#[derive(Clone, Copy)]
pub struct Proven {
    /// The sum is the exact one, rounded.
    pub surely: u32,
    /// It is, unless a product underflowed.
    pub unless_underflow: u32,
}

impl<S: Simd> Dot2<S> {
    /// Of no products: of -0.0, which changes no number.
    #[inline(always)]
    pub unsafe fn none() -> Self {
        let (zero, smallest) = (all(0.0), all(f64::INFINITY));
        Dot2 { sum: all(-0.0), off: zero, errors: zero, inexact: zero, smallest }
    }

    /// Of x·y.
    #[inline(always)]
    pub unsafe fn of(x: S, y: S) -> Self {
        let sum = x.mul_f64(y);
        let off = x.product_error_f64(y, sum);
        let smallest = all::<S>(f64::INFINITY).smaller_but_zeros_f64(sum);
        Dot2 { sum, off, errors: off.magnitude_f64(), inexact: off, smallest }
    }

    /// Adds x·y.
    #[inline(always)]
    pub unsafe fn add(&mut self, x: S, y: S) {
        let product = x.mul_f64(y);
        let (sum, error) = two_sum(self.sum, product);
        let product_error = x.product_error_f64(y, product);
        let error = error.add_f64(product_error);
        self.inexact = self.inexact.or(product_error);
        self.smallest = self.smallest.smaller_but_zeros_f64(product);
        self.sum = sum;
        self.off = self.off.add_f64(error);
        self.errors = self.errors.add_f64(error.magnitude_f64());
    }

    /// The sums of at most so many products, rounded.
    #[inline(always)]
    pub unsafe fn round(self, products: usize) -> (S, Proven) {
        let (s, t) = difference(self.sum, self.off);
        // [`decided`] multiplies this by four, which the roundings of `errors` are covered by.
        let share = (products + 1) as f64 * (f64::EPSILON / 2.0);
        let bound = self.errors.mul_f64(all(share)).add_f64(all(UNDERFLOWS));
        let surely = decided(s, t, bound, LARGE);
        let few = self.errors.smaller_f64(self.smallest).equal_f64(self.errors);
        let exact = few & self.inexact.equal_f64(all(0.0));
        (s, Proven { surely, unless_underflow: surely | exact })
    }
}
