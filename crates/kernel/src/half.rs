//! IEEE 754 binary16, computed by way of float and rounded after each operation.
//!
//! Float has 24 bits of significand, two more than twice half's 11, so a sum or product of halves
//! that is rounded to float and then to half is correctly rounded.

use super::real::Real;

/// A half float, as its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Half(pub u16);

impl Half {
    /// Exact; a NaN stays a NaN.
    #[inline]
    pub fn to_f32(self) -> f32 {
        let sign = u32::from(self.0 & 0x8000) << 16;
        let exponent = u32::from(self.0 >> 10) & 0x1f;
        let fraction = u32::from(self.0 & 0x3ff);
        let magnitude = match exponent {
            // Zero and subnormals: an integer times 2^-24.
            0 => (fraction as f32 * f32::from_bits(0x3380_0000)).to_bits(),
            0x1f => 0x7f80_0000 | fraction << 13,
            _ => (exponent + 112) << 23 | fraction << 13,
        };
        f32::from_bits(sign | magnitude)
    }

    /// The nearest half, ties to even; overflow gives infinity.
    #[inline]
    pub fn from_f32(value: f32) -> Self {
        let bits = value.to_bits();
        let sign = (bits >> 16) as u16 & 0x8000;
        let magnitude = bits & 0x7fff_ffff;
        let half = if magnitude > 0x7f80_0000 {
            0x7e00
        } else if magnitude >= 0x4780_0000 {
            // 65536 and above; the numbers from 65520 on are rounded up below.
            0x7c00
        } else {
            let exponent = (magnitude >> 23) as i32 - 127;
            let significand = magnitude & 0x7f_ffff | 0x80_0000;
            // A normal half keeps 11 of the 24 bits; a subnormal fewer.
            let shift = if exponent >= -14 { 13 } else { (-1 - exponent) as u32 };
            if shift > 25 {
                0
            } else {
                let kept = significand >> shift;
                let rest = significand & ((1 << shift) - 1);
                let tie = 1 << (shift - 1);
                let round_up = rest > tie || (rest == tie && kept & 1 == 1);
                // Adding the significand with its hidden bit to the next lower exponent lets a
                // carry run into the exponent.
                let below = if exponent >= -14 { ((exponent + 14) as u32) << 10 } else { 0 };
                (below + kept + u32::from(round_up)) as u16
            }
        };
        Half(sign | half)
    }
}

impl Real for Half {
    const NAN: Self = Half(0x7e00);
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Half::from_f32(self.to_f32() + other.to_f32())
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Half::from_f32(self.to_f32() - other.to_f32())
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Half::from_f32(self.to_f32() * other.to_f32())
    }
    // Rounding to half six times takes kilobytes of code, too much for each loop.
    #[inline(never)]
    fn complex_product([a, b]: [Self; 2], [c, d]: [Self; 2]) -> [Self; 2] {
        [a.mul(c).sub(b.mul(d)), a.mul(d).add(b.mul(c))]
    }
    #[inline(always)]
    fn is_nan(self) -> bool {
        self.0 & 0x7fff > 0x7c00
    }
    #[inline(always)]
    fn precedes(self, other: Self) -> bool {
        self.to_f32().precedes(other.to_f32())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_survives_the_conversion_to_float_and_back() {
        for bits in (0..=u16::MAX).step_by(if cfg!(miri) { 251 } else { 1 }) {
            let half = Half(bits);
            if half.is_nan() {
                assert!(half.to_f32().is_nan());
                assert_eq!(Half::from_f32(half.to_f32()).canonical(), Half(0x7e00));
            } else {
                assert_eq!(Half::from_f32(half.to_f32()), half, "{bits:#06x}");
            }
        }
    }
}
