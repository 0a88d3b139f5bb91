//! Superaccumulators that are wide enough for the real products of doubles.

use super::fixed_point::{FixedPoint, Superaccumulator};

/// The exact sum of products of two doubles, from 2^-2148 to 2^2048: words for all of their
/// bits and 64 bits of carries (2^63 complex products have 2^64 summands). Its digits are
/// those of a [`Superaccumulator`], [`WORDS_BELOW`] words further on.
pub type ProductSuperaccumulator = FixedPoint<134, -2162>;

/// Words of a [`ProductSuperaccumulator`] below the lowest one of a [`Superaccumulator`].
const WORDS_BELOW: usize = (2162 - 1074) / 32;
const _: () = assert!(32 * WORDS_BELOW == 2162 - 1074);

impl ProductSuperaccumulator {
    /// Adds the real number x·y. The sign of a zero is the exclusive-or of the factors'.
    pub fn add_product(&mut self, x: f64, y: f64) {
        if !x.is_finite() || !y.is_finite() {
            // Infinite, or NaN: no rounding is in the way.
            return self.add(x * y);
        }
        let (x, y) = (Finite::of(x), Finite::of(y));
        let (integer, negative) = (x.significand * y.significand, x.negative != y.negative);
        self.empty = false;
        self.only_minus_zero &= integer == 0 && negative;
        // The two halves of the integer meet in one word.
        self.settle_before(2);
        let position = x.position + y.position + (2162 - 2 * 1074);
        self.add_bits(integer as u64, position, negative);
        self.add_bits((integer >> 64) as u64, position + 64, negative);
    }

    /// Adds what a sum of doubles holds.
    pub fn merge_sum(&mut self, mut sum: Superaccumulator) {
        self.settle();
        sum.settle();
        for (word, more) in self.words[WORDS_BELOW..].iter_mut().zip(sum.words) {
            *word += more;
        }
        self.since_settled = 1;
        self.note(sum.flags().map(|flag| *flag));
    }
}

/// A finite double: significand · 2^(position - 1074).
struct Finite {
    significand: u128,
    position: usize,
    negative: bool,
}

impl Finite {
    fn of(number: f64) -> Finite {
        let bits = number.to_bits();
        let (fraction, exponent) = (bits & ((1 << 52) - 1), (bits >> 52 & 0x7ff) as usize);
        let significand = if exponent == 0 { fraction } else { fraction | 1 << 52 };
        Finite {
            significand: significand.into(),
            position: exponent.max(1) - 1,
            negative: bits >> 63 == 1,
        }
    }
}
