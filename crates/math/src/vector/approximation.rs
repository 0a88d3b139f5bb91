//! What a kernel gives back, and the rounding tests that say which lanes of it are decided.

use super::lanes::floats::Floats;
use super::lanes::{Bits, Lanes, Mask};

/// An approximation of a double: `high + low`, with that sum's relative error below `bound`, times two
/// to the `exponent`, if `inside` the kernel's range.
#[derive(Clone, Copy)]
pub struct Approximation<V: Lanes> {
    pub high: V,
    pub low: V,
    pub bound: V,
    /// An integer, shifted to where a double has its exponent.
    pub exponent: V::Bits,
    /// Lanes that the scalar function has to do.
    pub outside: V::Mask,
}

impl<V: Lanes> Approximation<V> {
    /// The rounded result, and a word of the lanes where it is not known to be right.
    ///
    /// Where rounding `high + (low - e)` and `high + (low + e)` to nearest gives the same, everything
    /// between does. The sums in parentheses are rounded too, by at most 2^-53 of themselves, which
    /// bounds have to leave room for; kernels round their bounds up to a power of two.
    #[inline(always)]
    pub fn rounded(self) -> (V, u32) {
        let above = self.high + self.high.fma(self.bound, self.low);
        let below = self.high + self.high.fnma(self.bound, self.low);
        let result = (above.bits() + self.exponent).numbers();
        (result, self.outside.or(above.differs(below)).word())
    }
}

/// Approximations of floats, as doubles, with a relative error below [`Single::BOUND`]; once rounded,
/// they are multiplied by a power of two, which must leave them normal numbers, and get a sign.
#[derive(Clone, Copy)]
pub struct Single<S: Floats> {
    /// In the range of floats in all lanes, also in those that the scalar function has to do.
    pub value: S::Doubles,
    /// An integer, shifted to where a float has its exponent.
    pub exponent: S,
    /// A sign bit, or zero: the exclusive or of it and the result's is what counts.
    pub sign: S,
    /// Lanes that the scalar function has to do.
    pub outside: S::Mask,
}

impl<S: Floats> Single<S> {
    pub const BOUND: f64 = 1.0 / (1u64 << 39) as f64;

    /// The rounded result, and a word of the lanes where it is not known to be right: those near the
    /// middle of two floats.
    ///
    /// The lower 29 bits of a double are what a float lacks; 2^-39 is 2^13 units of its last place, or
    /// 2^14 after a power of two. (Less than the least normal float, the middles are elsewhere: the
    /// least magnitude that is left to the scalar function says so to kernels, as their range.)
    #[inline(always)]
    pub fn rounded(self) -> (S, u32) {
        const ERROR: u32 = 1 << 14;
        // The 29 bits at the top of 32, where the middle is the least signed integer.
        let rest = S::low_bits(self.value).left::<3>();
        let all = |bits: u32| rest.all_bits(bits);
        let near = all((1 << 31) + (ERROR << 4)).above(rest.plus(all(ERROR << 3)));
        let result = S::narrow(self.value).plus(self.exponent).xor(self.sign);
        (result, self.outside.or(near).word())
    }
}
