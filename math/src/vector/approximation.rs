//! What a kernel gives back, and the rounding tests that say which lanes of it are decided.

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
    /// The rounded result, and the lanes where it is not known to be right.
    ///
    /// Where rounding `high + (low - e)` and `high + (low + e)` to nearest gives the same, everything
    /// between does. The sums in parentheses are rounded too, by at most 2^-53 of themselves, which
    /// bounds have to leave room for; kernels round their bounds up to a power of two.
    #[inline(always)]
    pub fn rounded(self) -> (V, V::Mask) {
        let above = self.high + self.high.fma(self.bound, self.low);
        let below = self.high + self.high.fnma(self.bound, self.low);
        let result = (above.bits() + self.exponent).numbers();
        (result, self.outside.or(above.differs(below)))
    }
}

/// An approximation of a float, as a double, with a relative error below 2^-44. Where the scalar
/// function has to do it, it is still rounded, and so must be in the range of floats.
#[derive(Clone, Copy)]
pub struct Single<V: Lanes> {
    pub value: V,
    /// Lanes that the scalar function has to do.
    pub outside: V::Mask,
}

impl<V: Lanes> Single<V> {
    pub const BOUND: f64 = 1.0 / (1u64 << 44) as f64;

    /// The rounded result, and the lanes where it is not known to be right: those near the middle of
    /// two floats.
    ///
    /// The lower 29 bits of a double are what a float lacks; 2^-44 is 2^8 units of its last place, or
    /// 2^9 after a power of two. (Less than the least normal float, the middles are elsewhere: the
    /// least magnitude that is left to the scalar function says so to kernels, as their range.)
    #[inline(always)]
    pub fn rounded(self) -> (V::Singles, V::Mask) {
        const LACKING: u64 = (1 << 29) - 1;
        const MIDDLE: u64 = 1 << 28;
        const ERROR: u64 = 1 << 9;
        let one = self.value;
        let rest = self.value.bits().and(one.all_bits(LACKING)) - one.all_bits(MIDDLE);
        let near = rest
            .greater(one.all_bits(0u64.wrapping_sub(ERROR)))
            .and(one.all_bits(ERROR).greater(rest));
        (self.value.narrow(), self.outside.or(near))
    }
}
