//! One result from the totals of levels: to the bit as `docs/specification.md`, section 8, says.

use samebits_kernel::binary::two_to;

/// The sum that ReproBLAS makes of its bins' totals, with so many bits in their primary parts:
/// in double, from left to right, C_I + C_(I+1) + P_I + C_(I+2) + P_(I+1) + … + P_last (Ahrens,
/// Demmel, Nguyen 2020). Terms are divided by 2^scale, and the sum multiplied.
pub fn binned(bits: u32, scale: i32, totals: &[i128], unit: impl Fn(usize) -> i32) -> f64 {
    let carry = |i: usize| (totals[i] >> bits) as f64 * two_to(unit(i) + bits as i32 - scale);
    let primary = |i: usize| (totals[i] & ((1 << bits) - 1)) as f64 * two_to(unit(i) - scale);
    let mut sum = carry(0);
    for i in 1..totals.len() {
        sum += carry(i);
        sum += primary(i - 1);
    }
    sum += primary(totals.len() - 1);
    sum * two_to(scale)
}

/// The sum of the totals, the last one first, each addition rounded to nearest even with
/// any exponent, and brought into the format once.
pub fn prerounded(totals: &[i128], unit: impl Fn(usize) -> i32) -> f64 {
    let total = |i: usize| Unbounded::new(totals[i], unit(i));
    let last = totals.len() - 1;
    (0..last).rev().fold(total(last), |sum, i| sum.plus(total(i))).to_f64()
}

/// A number of 53 bits with any exponent: significand · 2^exponent.
#[derive(Clone, Copy)]
struct Unbounded {
    significand: i64,
    exponent: i32,
}

impl Unbounded {
    /// An integer times a power of two, rounded to 53 bits, to nearest even.
    fn new(integer: i128, exponent: i32) -> Unbounded {
        let magnitude = integer.unsigned_abs();
        let bits = 128 - magnitude.leading_zeros();
        if bits <= 53 {
            return Unbounded { significand: integer as i64, exponent };
        }
        let drop = bits - 53;
        let (kept, rest) = ((magnitude >> drop) as i64, magnitude & ((1 << drop) - 1));
        let half = 1u128 << (drop - 1);
        let up = rest > half || (rest == half && kept & 1 == 1);
        let significand = (kept + i64::from(up)) * integer.signum() as i64;
        Unbounded { significand, exponent: exponent + drop as i32 }
    }

    fn plus(self, other: Unbounded) -> Unbounded {
        if self.significand == 0 || other.significand == 0 {
            return if self.significand == 0 { other } else { self };
        }
        let (high, low) =
            if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let apart = (high.exponent - low.exponent) as u32;
        // How far the higher one can be shifted. Farther apart the lower one can only break a tie:
        // nothing but its sign matters.
        let limit = high.significand.unsigned_abs().leading_zeros() + 62;
        let (shift, addend) = match apart {
            _ if apart <= limit => (apart, low.significand),
            _ => (limit, low.significand.signum()),
        };
        let sum = (i128::from(high.significand) << shift) + i128::from(addend);
        Unbounded::new(sum, high.exponent - shift as i32)
    }

    /// The nearest double, ties to even; zero is +0.0.
    fn to_f64(self) -> f64 {
        // Each factor but the last one is exact.
        let (number, exponent) = (self.significand as f64, self.exponent.clamp(-2000, 2000));
        match exponent {
            ..-1022 => number * two_to(exponent + 1022) * two_to(-1022),
            -1022..=1023 => number * two_to(exponent),
            1024.. => number * two_to(1023) * two_to(exponent - 1023),
        }
    }
}
