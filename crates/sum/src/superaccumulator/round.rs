//! The sum of a superaccumulator, rounded once to a format, to nearest even.

use super::fixed_point::FixedPoint;
use samebits_kernel::binary::two_to;

struct Target {
    /// Bits of the significand.
    precision: u32,
    /// The exponent of the smallest subnormal.
    lowest: i32,
    /// The exponent field of infinity.
    exponent_limit: u64,
    /// The position of the sign.
    sign: u32,
}

const DOUBLE: Target = Target { precision: 53, lowest: -1074, exponent_limit: 0x7ff, sign: 63 };
const FLOAT: Target = Target { precision: 24, lowest: -149, exponent_limit: 0xff, sign: 31 };

impl<const WORDS: usize, const LOWEST: i32> FixedPoint<WORDS, LOWEST> {
    pub fn to_f64(self) -> f64 {
        self.rounded()
    }

    pub fn to_f32(self) -> f32 {
        self.rounded()
    }

    /// The sum rounded once to a format. It is -0.0 only where all summands are: a negative sum too
    /// small for the format gives +0.0.
    pub fn rounded<T: Rounded>(mut self) -> T {
        if let Some(special) = self.special() {
            return T::of_special(special);
        }
        let negative = self.take_magnitude();
        T::of_digits(&self.words, LOWEST, false, negative)
    }

    /// The sum where it is no rounded number: NaN, infinities, -0.0.
    pub(super) fn special(&self) -> Option<f64> {
        let minus_zero = self.only_minus_zero && !self.empty;
        self.specials.sum().or(minus_zero.then_some(-0.0))
    }

    /// Settles the magnitude of the sum, and returns whether the sum is negative.
    pub(super) fn take_magnitude(&mut self) -> bool {
        self.settle();
        let negative = self.words[WORDS - 1] < 0;
        if negative {
            for word in &mut self.words {
                *word = -*word;
            }
            self.settle();
        }
        negative
    }
}

/// A format that a result is rounded to, once.
pub trait Rounded: Copy {
    /// ±(digits · 2^lowest + rest), of 32-bit digits, the lowest first; the rest is 0, or more than
    /// that and less than 2^lowest where it is `inexact`.
    fn of_digits(digits: &[i64], lowest: i32, inexact: bool, negative: bool) -> Self;

    /// (integer + rest) · 2^exponent, of an integer of at least 60 bits and a rest of less than 1
    /// that is more than 0 where it is `inexact`; none where that is no normal number.
    fn of_integer(integer: u64, exponent: i32, inexact: bool) -> Option<Self>;

    /// ±0.0, an infinity or a NaN, which becomes the canonical one.
    fn of_special(special: f64) -> Self;
}

impl Rounded for f64 {
    fn of_digits(digits: &[i64], lowest: i32, inexact: bool, negative: bool) -> f64 {
        f64::from_bits(round(digits, lowest, inexact, negative, &DOUBLE))
    }

    fn of_integer(integer: u64, exponent: i32, inexact: bool) -> Option<f64> {
        let whole = (integer | u64::from(inexact)) as f64;
        (-1000..=900).contains(&exponent).then(|| whole * two_to(exponent))
    }

    fn of_special(special: f64) -> f64 {
        if special.is_nan() {
            f64::from_bits(0x7ff8 << 48)
        } else {
            special
        }
    }
}

impl Rounded for f32 {
    fn of_digits(digits: &[i64], lowest: i32, inexact: bool, negative: bool) -> f32 {
        f32::from_bits(round(digits, lowest, inexact, negative, &FLOAT) as u32)
    }

    fn of_integer(integer: u64, exponent: i32, inexact: bool) -> Option<f32> {
        let whole = (integer | u64::from(inexact)) as f32;
        (-126..=60).contains(&exponent).then(|| whole * two_to(exponent) as f32)
    }

    fn of_special(special: f64) -> f32 {
        if special.is_nan() {
            f32::from_bits(0x7fc0_0000)
        } else {
            special as f32
        }
    }
}

/// As [`Rounded::of_digits`], as bits. `lowest` is at most the exponent of the smallest subnormal,
/// and less where something is inexact: the rest lies below the half of any unit.
fn round(digits: &[i64], lowest: i32, inexact: bool, negative: bool, target: &Target) -> u64 {
    debug_assert!(lowest + i32::from(inexact) <= target.lowest);
    let Some(top_digit) = digits.iter().rposition(|&digit| digit != 0) else {
        return 0;
    };
    let top = 32 * top_digit as u32 + digits[top_digit].ilog2();
    // The unit of the result is 2^unit (above the lowest bit).
    let smallest = (target.lowest - lowest) as u32;
    let unit = (top + 1).saturating_sub(target.precision).max(smallest);
    let significand = bits_from(digits, unit);
    let half = unit > 0 && bits_from(digits, unit - 1) & 1 == 1;
    let more = || inexact || (unit > 1 && any_below(digits, unit - 1));
    let round_up = half && (significand & 1 == 1 || more());
    // The exponent field of a normal number is one more than the distance of its unit from
    // the lowest one, and the significand's hidden bit supplies that one; a carry out of the
    // significand does likewise. Far beyond the format the distance would not fit.
    let exponent = u64::from(unit - smallest).min(target.exponent_limit);
    let magnitude = (exponent << (target.precision - 1)) + significand + u64::from(round_up);
    let infinity = target.exponent_limit << (target.precision - 1);
    u64::from(negative && magnitude > 0) << target.sign | magnitude.min(infinity)
}

/// Bits position, position + 1, … (at most 64 of them).
fn bits_from(digits: &[i64], position: u32) -> u64 {
    let first = position as usize / 32;
    let mut bits = 0u128;
    for (i, &digit) in digits.iter().skip(first).take(3).enumerate() {
        bits |= (digit as u128) << (32 * i);
    }
    (bits >> (position % 32)) as u64
}

fn any_below(digits: &[i64], position: u32) -> bool {
    let (whole, rest) = (position as usize / 32, position % 32);
    let below = &digits[..whole.min(digits.len())];
    below.iter().any(|&digit| digit != 0)
        || digits.get(whole).is_some_and(|digit| digit & ((1 << rest) - 1) != 0)
}
