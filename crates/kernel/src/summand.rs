//! The formats of numbers that sums take, as doubles, and how a sum becomes one of them.

use super::kind::Format;

/// A format that sums take.
///
/// # Safety
/// The format is [`Format::Float`] of `f32`, and [`Format::Double`] of `f64`: there are no others.
pub unsafe trait Summand: Copy {
    const FORMAT: Format;
    /// The number as a double, exactly.
    fn widen(self) -> f64;
    /// s + e, rounded once to the format.
    fn round_pair(s: f64, e: f64) -> Self;
}

// SAFETY: of `f64`.
unsafe impl Summand for f64 {
    const FORMAT: Format = Format::Double;
    #[inline(always)]
    fn widen(self) -> f64 {
        self
    }
    #[inline(always)]
    fn round_pair(s: f64, e: f64) -> f64 {
        // -0.0 + +0.0 would be +0.0: s alone has the right sign of zero.
        if e == 0.0 {
            s
        } else {
            s + e
        }
    }
}

// SAFETY: of `f32`.
unsafe impl Summand for f32 {
    const FORMAT: Format = Format::Float;
    #[inline(always)]
    fn widen(self) -> f64 {
        f64::from(self)
    }
    /// Rounds to odd in double first (Boldo, Melquiond 2008), so that the rounding to float is that
    /// of the exact sum.
    #[inline(always)]
    fn round_pair(s: f64, e: f64) -> f32 {
        let (sum, error) = two_sum(s, e);
        let toward_error = if (error > 0.0) == (sum > 0.0) { 1u64 } else { u64::MAX };
        let even = sum.to_bits() & 1 == 0;
        let odd = f64::from_bits(sum.to_bits().wrapping_add(toward_error));
        let rounded = if error != 0.0 && even { odd } else { sum };
        (if e == 0.0 { s } else { rounded }) as f32
    }
}

/// (s, t) with s the rounded sum and s + t = a + b exactly (Knuth's TwoSum).
/// t is NaN where the sum overflows or an operand is not finite.
#[inline(always)]
pub(super) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let b_part = s - a;
    let a_part = s - b_part;
    (s, (a - a_part) + (b - b_part))
}
