//! A superaccumulator: the exact sum of any doubles, as one long fixed-point
//! number (Kulisch; the carry-save form of Neal 2015).
//!
//! 32-bit digits in 64-bit words, the lowest worth 2^-1074. A double is added
//! to (or taken from) three neighbouring words; carries are settled only every
//! 2^30 additions and at the end. Cost: about 5 ns a summand, 70 words of memory.

/// Words that hold every double's bits (2098) and 62 bits of carries.
const WORDS: usize = 68;

/// Bytes in which it is written.
pub const BYTES: usize = 4 * (WORDS + 1);

/// Additions after which a word could overflow if carries were not settled.
const CARRY_FREE: u32 = 1 << 30;

/// The exact sum of the doubles added so far.
#[derive(Clone, Debug)]
pub struct Superaccumulator {
    words: [i64; WORDS],
    since_settled: u32,
    nan: bool,
    plus_infinity: bool,
    minus_infinity: bool,
    /// Nothing but -0.0 was added.
    only_minus_zero: bool,
    empty: bool,
}

impl Default for Superaccumulator {
    fn default() -> Self {
        Superaccumulator {
            words: [0; WORDS],
            since_settled: 0,
            nan: false,
            plus_infinity: false,
            minus_infinity: false,
            only_minus_zero: true,
            empty: true,
        }
    }
}

/// A format that a sum can be rounded to: its precision in bits, the position
/// of its smallest subnormal above 2^-1074, and its largest biased exponent.
struct Target {
    precision: u32,
    lowest: u32,
    exponent_limit: u64,
}

const DOUBLE: Target = Target { precision: 53, lowest: 0, exponent_limit: 0x7ff };
const FLOAT: Target = Target { precision: 24, lowest: 1074 - 149, exponent_limit: 0xff };

impl Superaccumulator {
    /// Adds one number.
    pub fn add(&mut self, value: f64) {
        self.empty = false;
        let bits = value.to_bits();
        self.only_minus_zero &= bits == 1 << 63;
        let negative = bits >> 63 == 1;
        let exponent = (bits >> 52 & 0x7ff) as usize;
        let fraction = bits & ((1 << 52) - 1);
        if exponent == 0x7ff {
            match (fraction, negative) {
                (0, false) => self.plus_infinity = true,
                (0, true) => self.minus_infinity = true,
                _ => self.nan = true,
            }
            return;
        }
        if self.since_settled >= CARRY_FREE {
            self.settle();
        }
        self.since_settled += 1;
        // A normal number is (2^52 + fraction) 2^(exponent - 1075).
        let (significand, position) =
            if exponent == 0 { (fraction, 0) } else { (fraction | 1 << 52, exponent - 1) };
        let shifted = u128::from(significand) << (position % 32);
        for (i, word) in self.words[position / 32..][..3].iter_mut().enumerate() {
            let digit = (shifted >> (32 * i)) as u32;
            *word += if negative { -i64::from(digit) } else { i64::from(digit) };
        }
    }

    /// Adds value · 2^exponent, the exact sum of some finite numbers of which not all were
    /// -0.0: its bits below 2^-1074 are zero.
    pub fn add_integer(&mut self, value: i128, exponent: i32) {
        self.empty = false;
        self.only_minus_zero = false;
        if self.since_settled >= CARRY_FREE - 1 {
            self.settle();
        }
        // (The halves' digits meet in one word.)
        self.since_settled += 2;
        let below = (-1074i32).saturating_sub(exponent).clamp(0, 127);
        let magnitude = value.unsigned_abs() >> below;
        let mut position = (exponent + 1074).max(0) as usize;
        // (Digits that are zero may lie behind the last word.)
        for half in [magnitude as u64, (magnitude >> 64) as u64] {
            let shifted = u128::from(half) << (position % 32);
            let words = self.words.iter_mut().skip(position / 32);
            for (i, word) in words.enumerate().take(if half == 0 { 0 } else { 3 }) {
                let digit = i64::from((shifted >> (32 * i)) as u32);
                *word += if value < 0 { -digit } else { digit };
            }
            position += 64;
        }
    }

    /// Adds what another one holds.
    pub fn merge(&mut self, mut other: Superaccumulator) {
        self.settle();
        other.settle();
        for (word, more) in self.words.iter_mut().zip(other.words) {
            *word += more;
        }
        self.since_settled = 1;
        self.nan |= other.nan;
        self.plus_infinity |= other.plus_infinity;
        self.minus_infinity |= other.minus_infinity;
        self.only_minus_zero &= other.only_minus_zero;
        self.empty &= other.empty;
    }

    /// Writes it as [`BYTES`] bytes, the same on all machines: the digits, the lowest
    /// first, and the flags.
    pub fn write(mut self, bytes: &mut [u8]) {
        self.settle();
        // The highest digit has at most 17 bits below 2^63 summands, and the sign.
        for (to, word) in bytes.chunks_exact_mut(4).zip(self.words) {
            to.copy_from_slice(&(word as u32).to_le_bytes());
        }
        let flags = self.flags().into_iter().enumerate();
        let flags = flags.fold(0u32, |bits, (i, flag)| bits | u32::from(*flag) << i);
        bytes[4 * WORDS..BYTES].copy_from_slice(&flags.to_le_bytes());
    }

    /// Reads what [`Superaccumulator::write`] has written.
    pub fn read(bytes: &[u8]) -> Superaccumulator {
        let mut read = Superaccumulator::default();
        let mut digits = bytes
            .chunks_exact(4)
            .map(|digit| u32::from_le_bytes(*digit.first_chunk().expect("four bytes")));
        for (word, digit) in read.words.iter_mut().zip(&mut digits) {
            *word = i64::from(digit);
        }
        let top = &mut read.words[WORDS - 1];
        *top = i64::from(*top as u32 as i32);
        let flags = digits.next().expect("the flags");
        for (i, flag) in read.flags().into_iter().enumerate() {
            *flag = flags >> i & 1 == 1;
        }
        read
    }

    fn flags(&mut self) -> [&mut bool; 5] {
        [
            &mut self.nan,
            &mut self.plus_infinity,
            &mut self.minus_infinity,
            &mut self.only_minus_zero,
            &mut self.empty,
        ]
    }

    /// Carries what exceeds 32 bits into the next word; afterwards all words
    /// but the last are in 0..2^32 and the last one has the sign.
    fn settle(&mut self) {
        let mut carry = 0i64;
        for word in &mut self.words[..WORDS - 1] {
            let sum = *word + carry;
            *word = sum & 0xffff_ffff;
            carry = sum >> 32;
        }
        self.words[WORDS - 1] += carry;
        self.since_settled = 0;
    }

    /// The sum rounded once to double, nearest even.
    pub fn to_f64(mut self) -> f64 {
        let sign = |negative: bool| u64::from(negative) << 63;
        match self.special() {
            Some(special) => special,
            None => {
                let (negative, magnitude) = self.round(&DOUBLE);
                f64::from_bits(sign(negative) | magnitude)
            }
        }
    }

    /// The sum rounded once to float, nearest even.
    pub fn to_f32(mut self) -> f32 {
        match self.special() {
            // ±0.0, an infinity or the canonical NaN: the same in float.
            Some(special) if special.is_nan() => f32::from_bits(0x7fc0_0000),
            Some(special) => special as f32,
            None => {
                let (negative, magnitude) = self.round(&FLOAT);
                f32::from_bits(u32::from(negative) << 31 | magnitude as u32)
            }
        }
    }

    /// The answer where it is no rounded number: NaN, infinities, -0.0.
    fn special(&self) -> Option<f64> {
        if self.nan || (self.plus_infinity && self.minus_infinity) {
            Some(f64::from_bits(0x7ff8_0000_0000_0000))
        } else if self.plus_infinity {
            Some(f64::INFINITY)
        } else if self.minus_infinity {
            Some(f64::NEG_INFINITY)
        } else if self.only_minus_zero && !self.empty {
            Some(-0.0)
        } else {
            None
        }
    }

    /// The sign of the sum, and its magnitude rounded to the format, as the
    /// bits of the format without a sign.
    fn round(&mut self, target: &Target) -> (bool, u64) {
        self.settle();
        let negative = self.words[WORDS - 1] < 0;
        if negative {
            for word in &mut self.words {
                *word = -*word;
            }
            self.settle();
        }
        let Some(top_word) = self.words.iter().rposition(|&word| word != 0) else {
            return (false, 0);
        };
        let top = 32 * top_word as u32 + self.words[top_word].ilog2();
        // The unit of the result is 2^unit (above 2^-1074).
        let unit = (top + 1).saturating_sub(target.precision).max(target.lowest);
        let kept = self.bits_from(unit);
        let half = unit > 0 && self.bit(unit - 1);
        let round_up = half && (kept & 1 == 1 || (unit > 1 && self.any_below(unit - 1)));
        // The exponent field of a normal number is one more than the distance
        // of its unit from the lowest one, and the significand's hidden bit
        // supplies that one; a carry out of the significand does likewise.
        let exponent = u64::from(unit - target.lowest);
        let magnitude = (exponent << (target.precision - 1)) + kept + u64::from(round_up);
        let infinity = target.exponent_limit << (target.precision - 1);
        (negative, magnitude.min(infinity))
    }

    fn bit(&self, position: u32) -> bool {
        self.words[position as usize / 32] >> (position % 32) & 1 == 1
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

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(values: &[f64]) -> f64 {
        let mut accumulator = Superaccumulator::default();
        values.iter().for_each(|&value| accumulator.add(value));
        accumulator.to_f64()
    }

    /// 2^exponent. (What `powi` gives, Rust does not promise.)
    fn two_to(exponent: i64) -> f64 {
        f64::from_bits(((1023 + exponent) as u64) << 52)
    }

    #[test]
    fn known_sums() {
        let tiny = f64::from_bits(1);
        assert_eq!(sum(&[]).to_bits(), 0);
        assert_eq!(sum(&[-0.0, -0.0]).to_bits(), (-0.0f64).to_bits());
        assert_eq!(sum(&[-0.0, 0.0]).to_bits(), 0);
        assert_eq!(sum(&[1.0, -1.0]).to_bits(), 0);
        assert_eq!(sum(&[1e308, 1e308, -1e308]), 1e308);
        assert_eq!(sum(&[f64::MAX, f64::MAX]), f64::INFINITY);
        assert_eq!(sum(&[-f64::MAX, -f64::MAX]), f64::NEG_INFINITY);
        assert_eq!(sum(&[1.0, tiny, -1.0]), tiny);
        assert_eq!(sum(&[-tiny]), -tiny);
        // A tie, and what breaks it from 2^-1074.
        let half_ulp = f64::EPSILON / 2.0;
        assert_eq!(sum(&[1.0, half_ulp]), 1.0);
        assert_eq!(sum(&[1.0, half_ulp, tiny]), 1.0 + f64::EPSILON);
        assert_eq!(sum(&[1.0, half_ulp, -tiny]), 1.0);
        // The last finite number and half its unit: rounds to infinity.
        assert_eq!(sum(&[f64::MAX, two_to(969)]), f64::MAX);
        assert_eq!(sum(&[f64::MAX, two_to(970)]), f64::INFINITY);
        assert_eq!(sum(&[f64::INFINITY, f64::NEG_INFINITY]).to_bits(), 0x7ff8 << 48);
    }

    #[test]
    fn integers_are_added_wherever_they_begin() {
        let integers = [1, -1, 3 << 40, i128::from(i64::MIN), (1 << 100) + 1, -(5 << 120)];
        for exponent in [-1074, -1073, -1043, -1042, -1041, -530, -32, -1, 0, 1, 31, 700, 800] {
            for value in integers {
                let mut accumulator = Superaccumulator::default();
                accumulator.add_integer(value, exponent);
                // The same, 32 bits at a time; each a double.
                for place in 0..4 {
                    let digit = (value.unsigned_abs() >> (32 * place)) as u32;
                    let scaled = two_to(i64::from(exponent + 32 * place).max(-1022));
                    let left = two_to((i64::from(exponent + 32 * place) + 1022).min(0));
                    let number = f64::from(digit) * left * scaled;
                    accumulator.add(if value < 0 { number } else { -number });
                }
                assert_eq!(accumulator.to_f64().to_bits(), 0, "{value} {exponent}");
            }
        }
        // Bits below the lowest one, all zero; and nothing, which is not -0.0.
        let mut accumulator = Superaccumulator::default();
        accumulator.add_integer(-3 << 90, -1074 - 90);
        assert_eq!(accumulator.to_f64(), -f64::from_bits(3));
        let mut zero = Superaccumulator::default();
        zero.add(-0.0);
        zero.add_integer(0, -1400);
        assert_eq!(zero.to_f64().to_bits(), 0);
        let mut top = Superaccumulator::default();
        top.add_integer((1 << 126) - 1, 960);
        top.add_integer(-(1 << 126), 960);
        assert_eq!(top.to_f64(), -two_to(960));
    }

    #[test]
    fn parts_merge_to_the_whole_also_by_way_of_bytes() {
        let tiny = f64::from_bits(1);
        let values = [f64::MAX, -tiny, f64::MAX, 1.0, -f64::MAX, two_to(-600), -f64::MAX, -0.0];
        for cut in 0..=values.len() {
            let parts = [&values[..cut], &values[cut..]].map(|part| {
                let mut accumulator = Superaccumulator::default();
                part.iter().for_each(|&value| accumulator.add(value));
                let mut bytes = [0; BYTES];
                accumulator.write(&mut bytes);
                Superaccumulator::read(&bytes)
            });
            let [mut left, right] = parts;
            left.merge(right);
            assert_eq!(left.to_f64(), sum(&values), "cut at {cut}");
        }
        let mut zero = Superaccumulator::default();
        zero.add(-0.0);
        zero.merge(Superaccumulator::default());
        assert_eq!(zero.to_f64().to_bits(), (-0.0f64).to_bits(), "nothing changes nothing");
    }

    #[test]
    fn floats_are_rounded_from_the_exact_sum() {
        let mut accumulator = Superaccumulator::default();
        // 1 + 2^-24 (a tie in float) + 2^-80: in double the last one is lost.
        for value in [1.0, two_to(-24), two_to(-80)] {
            accumulator.add(value);
        }
        assert_eq!(accumulator.to_f32(), 1.0 + f32::EPSILON);
        let mut subnormal = Superaccumulator::default();
        subnormal.add(f64::from(f32::from_bits(3)));
        assert_eq!(subnormal.to_f32().to_bits(), 3);
        let mut large = Superaccumulator::default();
        large.add(f64::from(f32::MAX));
        large.add(f64::from(f32::MAX));
        assert_eq!(large.to_f32(), f32::INFINITY);
    }
}
