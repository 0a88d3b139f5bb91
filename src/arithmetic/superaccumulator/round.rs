//! The sum of a superaccumulator, rounded once to a format, to nearest even.

use super::fixed_point::FixedPoint;

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
    /// The sum rounded once to double. It is -0.0 only where all summands are: a negative sum too
    /// small for the format gives +0.0.
    pub fn to_f64(self) -> f64 {
        match self.special() {
            Some(special) => special,
            None => f64::from_bits(self.round(&DOUBLE)),
        }
    }

    pub fn to_f32(self) -> f32 {
        match self.special() {
            // ±0.0, an infinity or the canonical NaN: the same in float.
            Some(special) if special.is_nan() => f32::from_bits(0x7fc0_0000),
            Some(special) => special as f32,
            None => f32::from_bits(self.round(&FLOAT) as u32),
        }
    }

    /// The sum where it is no rounded number: NaN, infinities, -0.0.
    fn special(&self) -> Option<f64> {
        let minus_zero = self.only_minus_zero && !self.empty;
        self.specials.sum().or(minus_zero.then_some(-0.0))
    }

    /// The sum rounded to the format, as bits.
    fn round(mut self, target: &Target) -> u64 {
        self.settle();
        let negative = self.words[WORDS - 1] < 0;
        if negative {
            for word in &mut self.words {
                *word = -*word;
            }
            self.settle();
        }
        let Some(top_word) = self.words.iter().rposition(|&word| word != 0) else {
            return 0;
        };
        let top = 32 * top_word as u32 + self.words[top_word].ilog2();
        // The unit of the result is 2^unit (above the lowest bit).
        let lowest = (target.lowest - LOWEST) as u32;
        let unit = (top + 1).saturating_sub(target.precision).max(lowest);
        let significand = self.bits_from(unit);
        let half = unit > 0 && self.bits_from(unit - 1) & 1 == 1;
        let round_up = half && (significand & 1 == 1 || (unit > 1 && self.any_below(unit - 1)));
        // The exponent field of a normal number is one more than the distance of its unit from
        // the lowest one, and the significand's hidden bit supplies that one; a carry out of the
        // significand does likewise. Far beyond the format the distance would not fit.
        let exponent = u64::from(unit - lowest).min(target.exponent_limit);
        let magnitude = (exponent << (target.precision - 1)) + significand + u64::from(round_up);
        let infinity = target.exponent_limit << (target.precision - 1);
        u64::from(negative && magnitude > 0) << target.sign | magnitude.min(infinity)
    }

    /// Bits position, position + 1, … (at most 64 of them).
    fn bits_from(&self, position: u32) -> u64 {
        let first = position as usize / 32;
        let mut bits = 0u128;
        for (i, &word) in self.words[first..].iter().take(3).enumerate() {
            bits |= (word as u128) << (32 * i);
        }
        (bits >> (position % 32)) as u64
    }

    fn any_below(&self, position: u32) -> bool {
        let (whole, rest) = (position as usize / 32, position % 32);
        self.words[..whole].iter().any(|&word| word != 0)
            || self.words[whole] & ((1 << rest) - 1) != 0
    }
}
