//! Sums of numbers, and of products of two numbers, that prove how the exact sum rounds.
//!
//! A sum is an unevaluated difference (sum - off), in each place of a vector register. TwoSum
//! (Knuth) adds a number to the first without error and passes its rounding error, with the sign
//! reversed, on to the second, again by a TwoSum. The rounding error of *that* addition is dropped,
//! and its magnitude added to a bound (SumK with K = 3: Ogita, Rump, Oishi 2005). So where the
//! bound is zero the difference is the exact sum, and else it is off by no more than the bound. A
//! product is split into two numbers first (TwoProduct), of which the second one joins the rounding
//! error. At the end [`Lanes::round`] decides.
//!
//! What is not finite, or overflows on the way, makes the bound a NaN, with which nothing is
//! proven. The error of a product is exact unless the product is below [`SAFE`]; the smallest
//! magnitude of a product is kept for the caller to look at. Zeros among the errors are +0.0, and
//! change no sign: the result is -0.0 only if all numbers were.
//!
//! Cost: 14 operations a vector of numbers, 25 a vector of products of doubles, 15 of products of
//! floats; 23 and three shuffles to halve the vector at the end, and 20 to round.
//!
//! Safety, of all that is unsafe here: the processor has the unit of the registers, and addresses have room
//! for what is read or written there, at any alignment.

#![allow(unsafe_op_in_unsafe_fn, clippy::missing_safety_doc)] // it is said above, once

use crate::kind::Format;
use crate::products::SAFE;
use crate::simd::Simd;
use crate::summand::Summand;

/// A sum in each place of a vector.
#[derive(Clone, Copy)]
pub struct Lanes<S> {
    sum: S,
    off: S,
    bound: S,
}

/// The rounded sum and its error, with the sign reversed.
#[inline(always)]
pub unsafe fn two_sum<S: Simd>(a: S, b: S) -> (S, S) {
    let s = a.add_f64(b);
    let b_part = s.sub_f64(a);
    let a_part = s.sub_f64(b_part);
    (s, a_part.sub_f64(a).add_f64(b_part.sub_f64(b)))
}

/// As [`two_sum`], with the error as it is: it belongs to numbers that are taken off.
#[inline(always)]
unsafe fn two_sum_of_errors<S: Simd>(a: S, b: S) -> (S, S) {
    let s = a.add_f64(b);
    let b_part = s.sub_f64(a);
    let a_part = s.sub_f64(b_part);
    (s, a.sub_f64(a_part).add_f64(b.sub_f64(b_part)))
}

/// sum - off rounded, and the error of that.
#[inline(always)]
pub unsafe fn difference<S: Simd>(sum: S, off: S) -> (S, S) {
    let s = sum.sub_f64(off);
    let off_part = s.sub_f64(sum);
    let sum_part = s.sub_f64(off_part);
    (s, sum.sub_f64(sum_part).sub_f64(off.add_f64(off_part)))
}

/// A mask of the places where all numbers within `bound` of s + t round to s, as [`Lanes::round`]
/// says, and s is at least that large.
#[inline(always)]
pub unsafe fn decided<S: Simd>(s: S, t: S, bound: S, least: f64) -> u32 {
    let share = t.magnitude_f64().mul_f64(all(2.0 * f64::EPSILON));
    let m = bound.mul_f64(all(4.0)).add_f64(share);
    let above = s.add_f64(t.add_f64(m)).equal_f64(s);
    let below = s.add_f64(t.sub_f64(m)).equal_f64(s);
    let large = s.magnitude_f64().smaller_f64(all(least)).equal_f64(all(least));
    above & below & large
}

/// A number in every place.
#[inline(always)]
pub unsafe fn all<S: Simd>(number: f64) -> S {
    S::pair(number.to_bits(), number.to_bits())
}

impl<S: Simd> Lanes<S> {
    /// Of no numbers: of -0.0, which changes no number.
    #[inline(always)]
    pub unsafe fn none() -> Self {
        Lanes { sum: all(-0.0), off: all(0.0), bound: all(0.0) }
    }

    /// Of one number. The bound is a NaN where that is not finite.
    #[inline(always)]
    pub unsafe fn of(number: S) -> Self {
        Lanes { sum: number, off: all(0.0), bound: number.sub_f64(number) }
    }

    /// Of product - product_error, which is not finite either where the product is not.
    #[inline(always)]
    pub unsafe fn of_pair(product: S, product_error: S) -> Self {
        // SAFETY: upheld by the caller.
        let bound = unsafe { product_error.sub_f64(product_error) };
        Lanes { sum: product, off: product_error, bound }
    }

    #[inline(always)]
    pub unsafe fn add(&mut self, number: S) {
        let (sum, error) = two_sum(self.sum, number);
        self.sum = sum;
        self.take_off(error);
    }

    /// Adds product - product_error.
    #[inline(always)]
    pub unsafe fn add_pair(&mut self, product: S, product_error: S) {
        let (sum, error) = two_sum(self.sum, product);
        let (error, dropped) = two_sum_of_errors(error, product_error);
        self.sum = sum;
        self.bound = self.bound.add_f64(dropped.magnitude_f64());
        self.take_off(error);
    }

    #[inline(always)]
    unsafe fn take_off(&mut self, error: S) {
        let (off, dropped) = two_sum_of_errors(self.off, error);
        self.off = off;
        self.bound = self.bound.add_f64(dropped.magnitude_f64());
    }

    /// Adds up the places of each of the components, 1 or 2, into the first ones.
    #[inline(always)]
    pub unsafe fn add_up(mut self, components: usize) -> Self {
        let mut stride = 8 * components;
        // SAFETY: upheld by the caller.
        unsafe {
            while stride < size_of::<S>() {
                let (left, right) = S::transpose(self.sum, self.sum, 8, stride);
                let (left_off, right_off) = S::transpose(self.off, self.off, 8, stride);
                let (left_bound, right_bound) = S::transpose(self.bound, self.bound, 8, stride);
                self = Lanes { sum: left, off: left_off, bound: left_bound.add_f64(right_bound) };
                self.add_pair(right, right_off);
                stride *= 2;
            }
        }
        self
    }

    /// The sums rounded to the format, as doubles, and a mask of the places where that is proven.
    ///
    /// To double: with s + t = sum - off and s rounded, s is proven where the bound is zero, and
    /// where both s + (t + m) and s + (t - m) round to s. Here m is at least the distance to the
    /// exact sum and large enough for its own addition to be rounded: that loses 2^-53 (|t| + m) at
    /// most, and m has 2^-51 |t| more than four times the bound, which itself was rounded. Where s
    /// exceeds [`SAFE`], nothing of this underflows. An infinite s has a NaN for t.
    ///
    /// To float: where the bound is zero, s is the exact sum if t is zero; and else, if the neighbours
    /// of s round to one float, the exact sum lies between them and does, too. Zero is proven as it is; a sum that is not zero is not to
    /// become -0.0.
    #[inline(always)]
    pub unsafe fn round<T: Summand>(self) -> (S, u32) {
        let Lanes { sum, off, bound } = self;
        let (s, t) = difference(sum, off);
        let exact = bound.equal_f64(all(0.0));
        if T::FORMAT == Format::Float {
            let next = |by: u64| s.add_u64(S::pair(by, by)).narrowed_f64();
            let one = next(1).equal_f64(next(u64::MAX)) | t.equal_f64(all(0.0));
            let (float, zero) = (s.narrowed_f64(), s.equal_f64(all(0.0)));
            return (float, exact & (zero | (one & !float.equal_f64(all(0.0)))));
        }
        (s, exact | decided(s, t, bound, SAFE))
    }
}
