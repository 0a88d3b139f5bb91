//! The long fixed-point number: adding, merging, writing and reading.

use samebits_kernel::binary::{Finite, Specials};

/// The exact sum of doubles: words for every double's bits (2098) and 62 bits of carries.
pub type Superaccumulator = FixedPoint<68, -1074>;

/// The exact sum of products of two doubles, from 2^-2148 to 2^2048: words for all bits and 64 bits
/// of carries (2^63 complex products have 2^64 summands).
pub type ProductSuperaccumulator = FixedPoint<134, -2162>;

/// One that is made when something is added.
pub type WideSum = Option<Box<ProductSuperaccumulator>>;

pub const BYTES: usize = Superaccumulator::BYTES;

/// Digits added to a word after which it could overflow if carries were not settled.
const CARRY_FREE: u32 = 1 << 30;

/// Flags beside those of [`Specials`]: nothing but -0.0 was added; nothing at all was. Both hold of a union
/// if they hold of each part.
pub(super) const ONLY_MINUS_ZERO: u32 = 1 << 3;
const EMPTY: u32 = 1 << 4;
pub(super) const OF_ALL: u32 = ONLY_MINUS_ZERO | EMPTY;

/// The flags of a sum of two.
pub(super) fn union(one: u32, other: u32) -> u32 {
    (one | other) & !OF_ALL | one & other & OF_ALL
}

/// The exact sum of the numbers added so far, multiples of 2^LOWEST.
#[derive(Clone, Debug)]
pub struct FixedPoint<const WORDS: usize, const LOWEST: i32> {
    pub(super) words: [i64; WORDS],
    /// Digits that a word may have got since carries were settled.
    pub(super) since_settled: u32,
    pub(super) specials: Specials,
    /// Nothing but -0.0 was added.
    pub(super) only_minus_zero: bool,
    pub(super) empty: bool,
}

impl<const WORDS: usize, const LOWEST: i32> Default for FixedPoint<WORDS, LOWEST> {
    fn default() -> Self {
        FixedPoint {
            words: [0; WORDS],
            since_settled: 0,
            specials: Specials::default(),
            only_minus_zero: true,
            empty: true,
        }
    }
}

impl<const WORDS: usize, const LOWEST: i32> FixedPoint<WORDS, LOWEST> {
    pub const BYTES: usize = 4 * (WORDS + 1);

    /// The exponent of the lowest bit.
    pub const LOWEST_BIT: i32 = LOWEST;

    pub fn add(&mut self, value: f64) {
        self.empty = false;
        self.only_minus_zero &= value.to_bits() == 1 << 63;
        if !value.is_finite() {
            return self.specials.add(value);
        }
        self.settle_before(1);
        let Finite { significand, exponent, negative } = Finite::of(value);
        self.add_bits(significand, (exponent - LOWEST) as usize, negative);
    }

    /// Adds or subtracts the integer times 2^position (above the lowest bit): at most one digit to
    /// a word.
    #[inline(always)]
    pub(super) fn add_bits(&mut self, integer: u64, position: usize, negative: bool) {
        let shifted = u128::from(integer) << (position % 32);
        for (i, word) in self.words[position / 32..][..3].iter_mut().enumerate() {
            let digit = (shifted >> (32 * i)) as u32;
            *word += if negative { -i64::from(digit) } else { i64::from(digit) };
        }
    }

    /// Makes sure that a word can take so many more digits.
    #[inline(always)]
    pub(super) fn settle_before(&mut self, digits: u32) {
        if self.since_settled > CARRY_FREE - digits {
            self.settle();
        }
        self.since_settled += digits;
    }

    /// Adds value · 2^exponent, the exact sum of some finite numbers of which not all were
    /// -0.0: its bits below 2^LOWEST are zero.
    pub fn add_integer(&mut self, value: i128, exponent: i32) {
        self.empty = false;
        self.only_minus_zero = false;
        // The halves' digits meet in one word.
        self.settle_before(2);
        let below = LOWEST.saturating_sub(exponent).clamp(0, 127);
        let magnitude = value.unsigned_abs() >> below;
        let mut position = (exponent - LOWEST).max(0) as usize;
        // Digits that are zero may lie behind the last word.
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

    /// Adds what another one holds, which may be narrower.
    pub fn merge<const W: usize, const L: i32>(&mut self, mut other: FixedPoint<W, L>) {
        const { assert!(L >= LOWEST && (L - LOWEST) % 32 == 0, "digits coincide") };
        self.settle();
        other.settle();
        for (word, more) in self.words[(L - LOWEST) as usize / 32..].iter_mut().zip(other.words) {
            *word += more;
        }
        self.since_settled = 1;
        self.specials.merge(other.specials);
        self.only_minus_zero &= other.only_minus_zero;
        self.empty &= other.empty;
    }

    pub fn is_finite(&self) -> bool {
        self.specials == Specials::default()
    }

    pub fn is_empty(&self) -> bool {
        self.empty
    }

    /// Writes it as [`FixedPoint::BYTES`] bytes, the same on all machines: the digits, the
    /// lowest first, and the flags. They depend on nothing but the sum and the flags.
    pub fn write(mut self, bytes: &mut [u8]) {
        self.settle();
        // The highest digit has at most 17 bits below 2^63 summands, and the sign.
        for (to, word) in bytes.chunks_exact_mut(4).zip(self.words) {
            to.copy_from_slice(&(word as u32).to_le_bytes());
        }
        bytes[4 * WORDS..Self::BYTES].copy_from_slice(&self.flags().to_le_bytes());
    }

    pub(super) fn flags(&self) -> u32 {
        let zeros =
            (u32::from(self.only_minus_zero) * ONLY_MINUS_ZERO) | (u32::from(self.empty) * EMPTY);
        self.specials.bits() | zeros
    }

    pub(super) fn set_flags(&mut self, flags: u32) {
        self.specials = Specials::from_bits(flags);
        self.only_minus_zero = flags & ONLY_MINUS_ZERO != 0;
        self.empty = flags & EMPTY != 0;
    }

    /// Whether [`FixedPoint::write`] could have written these bytes, of so many summands.
    pub fn is_written(bytes: &[u8], count: u64) -> bool {
        let (digits, flags) = bytes.split_at(4 * WORDS);
        let zero = digits.iter().all(|byte| *byte == 0);
        match flags {
            // Nothing was added; nothing but -0.0 was.
            [0b11000, 0, 0, 0] => zero && count == 0,
            [0b01000, 0, 0, 0] => zero && count > 0,
            [0..0b01000, 0, 0, 0] => count > 0,
            _ => false,
        }
    }

    pub fn read(bytes: &[u8]) -> Self {
        let mut read = Self::default();
        let mut digits = bytes
            .chunks_exact(4)
            .map(|digit| u32::from_le_bytes(*digit.first_chunk().expect("four bytes")));
        for (word, digit) in read.words.iter_mut().zip(&mut digits) {
            *word = i64::from(digit);
        }
        let top = &mut read.words[WORDS - 1];
        *top = i64::from(*top as u32 as i32);
        read.set_flags(digits.next().expect("the flags"));
        read
    }

    /// Carries what exceeds 32 bits into the next word; afterwards all words
    /// but the last are in 0..2^32 and the last one has the sign.
    pub(super) fn settle(&mut self) {
        let mut carry = 0i64;
        for word in &mut self.words[..WORDS - 1] {
            let sum = *word + carry;
            *word = sum & 0xffff_ffff;
            carry = sum >> 32;
        }
        self.words[WORDS - 1] += carry;
        self.since_settled = 0;
    }
}

impl Superaccumulator {
    /// What [`FixedPoint::write`] writes of a sum of products to which nothing but this one was added.
    pub fn write_wide(mut self, bytes: &mut [u8]) {
        const BELOW: usize =
            (Superaccumulator::LOWEST_BIT - ProductSuperaccumulator::LOWEST_BIT) as usize / 32;
        self.settle();
        let sign = (self.words.last().expect("a highest digit") >> 32) as u32;
        let (digits, flags) = bytes[..ProductSuperaccumulator::BYTES]
            .split_at_mut(ProductSuperaccumulator::BYTES - 4);
        let (zeros, digits) = digits.split_at_mut(4 * BELOW);
        zeros.fill(0);
        let words = self.words.iter().map(|word| *word as u32);
        for (to, digit) in digits.chunks_exact_mut(4).zip(words.chain(std::iter::repeat(sign))) {
            to.copy_from_slice(&digit.to_le_bytes());
        }
        flags.copy_from_slice(&self.flags().to_le_bytes());
    }
}

impl ProductSuperaccumulator {
    /// Adds the real number x·y. The sign of a zero is the exclusive-or of the factors'.
    pub fn add_product(&mut self, x: f64, y: f64) {
        if !x.is_finite() || !y.is_finite() {
            // Infinite or NaN, without rounding.
            return self.add(x * y);
        }
        let (x, y) = (Finite::of(x), Finite::of(y));
        let integer = u128::from(x.significand) * u128::from(y.significand);
        let negative = x.negative != y.negative;
        self.empty = false;
        self.only_minus_zero &= integer == 0 && negative;
        // The two halves of the integer meet in one word.
        self.settle_before(2);
        let position = (x.exponent + y.exponent + 2162) as usize;
        self.add_bits(integer as u64, position, negative);
        self.add_bits((integer >> 64) as u64, position + 64, negative);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2^exponent; Rust does not specify the precision of `powi`.
    fn two_to(exponent: i64) -> f64 {
        f64::from_bits(((1023 + exponent) as u64) << 52)
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
        // Bits below the lowest one, all zero; and +0.0.
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
}
