//! IEEE 754 binary128 (Fortran's REAL(16), aarch64's long double), computed in integers: no
//! processor has arithmetic for it, and not every MPI library has its sums and products.
//!
//! Each operation is exact but for three bits below the last place of the significand: half of it,
//! a quarter, and whether anything lies below (sticky), which is all that rounding needs.

use super::real::Real;

/// A binary128 number, as its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct Quad(pub u128);

const FRACTION: u32 = 112;
const BIAS: i32 = 0x3fff;
const INFINITY: u128 = 0x7fff << FRACTION;
const SIGN: u128 = 1 << 127;

/// Bits below the last place, and the leading bit's position above them.
const EXTRA: u32 = 3;
const LEADING: i32 = (FRACTION + EXTRA) as i32;

impl Quad {
    #[inline(always)]
    fn magnitude(self) -> u128 {
        self.0 & !SIGN
    }

    #[inline(always)]
    fn key(self) -> i128 {
        let magnitude = self.magnitude() as i128;
        if self.0 & SIGN != 0 {
            -magnitude - 1
        } else {
            magnitude
        }
    }

    /// The exponent (1 for subnormals) and the significand with its leading bit.
    #[inline(always)]
    fn parts(self) -> (i32, u128) {
        let (exponent, fraction) = (self.magnitude() >> FRACTION, self.0 & ((1 << FRACTION) - 1));
        match exponent {
            0 => (1, fraction),
            _ => (exponent as i32, fraction | 1 << FRACTION),
        }
    }
}

/// Shifts right (or left, where `by` is negative); the lowest bit is sticky.
#[inline(always)]
fn shift_right(bits: u128, by: i32) -> u128 {
    match by {
        128.. => u128::from(bits != 0),
        1..128 => bits >> by | u128::from(bits << (128 - by) != 0),
        _ => bits << -by,
    }
}

/// Rounds once, to nearest even: `bits` is the significand with [`EXTRA`] bits below it, and
/// `exponent` the exponent if its leading bit is at [`LEADING`].
#[inline(always)]
fn rounded(sign: u128, exponent: i32, bits: u128) -> Quad {
    if bits == 0 {
        return Quad(sign);
    }
    let excess = 127 - bits.leading_zeros() as i32 - LEADING;
    // A subnormal's leading bit lies lower.
    let fitting = (exponent + excess).max(1);
    let bits = shift_right(bits, fitting - exponent);
    let (kept, rest) = (bits >> EXTRA, bits & ((1 << EXTRA) - 1));
    let half = 1 << (EXTRA - 1);
    let kept = kept + u128::from(rest > half || (rest == half && kept & 1 == 1));
    // Adding the significand with its leading bit to the next lower exponent lets a carry run into
    // the exponent.
    let result = ((fitting - 1) as u128).saturating_mul(1 << FRACTION).saturating_add(kept);
    Quad(sign | result.min(INFINITY))
}

/// The product of two numbers below 2^113, without its lowest 110 bits; the lowest one left is
/// sticky.
#[inline(always)]
fn high_product(a: u128, b: u128) -> u128 {
    const LOW: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & LOW, b >> 64, b & LOW);
    // a1, b1 < 2^49, so that no sum below overflows.
    let bottom = a0 * b0;
    let middle = a1 * b0 + a0 * b1 + (bottom >> 64);
    let low = middle << 64 | (bottom & LOW);
    let high = a1 * b1 + (middle >> 64);
    const DROPPED: u32 = 2 * FRACTION + 1 - LEADING as u32;
    high << (128 - DROPPED) | low >> DROPPED | u128::from(low << (128 - DROPPED) != 0)
}

impl Real for Quad {
    const NAN: Self = Quad(INFINITY | 1 << (FRACTION - 1));

    #[inline]
    fn add(self, other: Self) -> Self {
        let (large, small) =
            if self.magnitude() < other.magnitude() { (other, self) } else { (self, other) };
        let sign = large.0 & SIGN;
        let opposite = sign != small.0 & SIGN;
        if large.magnitude() >= INFINITY {
            let undefined = opposite && small.magnitude() == INFINITY;
            return if large.is_nan() || undefined { Self::NAN } else { large };
        }
        let ((exponent, upper), (lower_exponent, lower)) = (large.parts(), small.parts());
        let (upper, lower) = (upper << EXTRA, lower << EXTRA);
        let lower = shift_right(lower, exponent - lower_exponent);
        if !opposite {
            rounded(sign, exponent, upper + lower)
        } else if upper == lower {
            Quad(0)
        } else {
            rounded(sign, exponent, upper - lower)
        }
    }
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.add(Quad(other.0 ^ SIGN))
    }
    #[inline]
    fn mul(self, other: Self) -> Self {
        let sign = (self.0 ^ other.0) & SIGN;
        let (large, small) =
            (self.magnitude().max(other.magnitude()), self.magnitude().min(other.magnitude()));
        if large >= INFINITY {
            return if large > INFINITY || small == 0 { Self::NAN } else { Quad(sign | INFINITY) };
        }
        let ((x, a), (y, b)) = (self.parts(), other.parts());
        if small == 0 {
            return Quad(sign);
        }
        // Normalised, so that the dropped bits lie below those needed.
        let (up_a, up_b) = (a.leading_zeros() as i32 - 15, b.leading_zeros() as i32 - 15);
        let product = high_product(a << up_a, b << up_b);
        rounded(sign, x - up_a + y - up_b - BIAS + 1, product)
    }
    #[inline(always)]
    fn is_nan(self) -> bool {
        self.magnitude() > INFINITY
    }
    #[inline(always)]
    fn precedes(self, other: Self) -> bool {
        !self.is_nan() && !other.is_nan() && self.key() < other.key()
    }
}
