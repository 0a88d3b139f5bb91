//! What follows from exact sums by one rounding: the root of a sum of squares, a mean, a variance.
//!
//! Cost: a division of the sum's digits; of a variance also the square of a sum, 68² products of
//! digits: 2 to 10 µs.

use super::fixed_point::{FixedPoint, ProductSuperaccumulator};
use super::natural::{root, Natural};
use super::round::Rounded;

/// Bits below the lowest one of a quotient's numerator, more than any divisor and any format has.
const BELOW: usize = 256;

/// The exponent of the lowest bit of a root, at most half that of the lowest bit of any sum.
const LOWEST_OF_ROOTS: i32 = -1280;

impl<const WORDS: usize, const LOWEST: i32> FixedPoint<WORDS, LOWEST> {
    fn magnitude(mut self) -> (Natural, bool) {
        let negative = self.take_magnitude();
        (Natural(self.words.to_vec()), negative)
    }

    /// The square root of a sum of squares, rounded once. +0.0 of none.
    pub fn rooted<T: Rounded>(self) -> T {
        const { assert!(LOWEST % 2 == 0, "the root of 2^LOWEST is a power of two") };
        if let Some(special) = self.special() {
            return T::of_special(special);
        }
        let (sum, _) = self.magnitude();
        // An even power of two away, so that the root has 63 or 64 bits.
        let excess = (sum.bits() as i32 - 127) & !1;
        let (top, below) = match excess {
            0.. => sum.top(excess as usize),
            _ => (sum.top(0).0.unbounded_shl(excess.unsigned_abs()), false),
        };
        let (root, rest) = root(top);
        let position = (excess + LOWEST) / 2 - LOWEST_OF_ROOTS;
        let digits = Natural(vec![i64::from(root as u32), (root >> 32) as i64]);
        let digits = digits.shifted(position as usize);
        T::of_digits(&digits.0, LOWEST_OF_ROOTS, below || rest, false)
    }

    /// The sum divided by the number of its summands, rounded once. NaN of none.
    pub fn mean<T: Rounded>(self, count: u64) -> T {
        if count == 0 {
            return T::of_special(f64::NAN);
        }
        if let Some(special) = self.special() {
            return T::of_special(special);
        }
        let (sum, negative) = self.magnitude();
        quotient(&sum, LOWEST, [count, 1], negative)
    }
}

/// numerator · 2^lowest divided by both numbers, rounded once.
fn quotient<T: Rounded>(numerator: &Natural, lowest: i32, by: [u64; 2], negative: bool) -> T {
    let mut shifted = numerator.shifted(BELOW);
    let mut inexact = false;
    for divisor in by {
        let (divided, rest) = shifted.divided(divisor);
        shifted = divided;
        inexact |= rest;
    }
    T::of_digits(&shifted.0, lowest - BELOW as i32, inexact, negative)
}

/// The variance of `count` elements, from the sums of their components and of the squares of all
/// components: the sum of the squared distances from the mean divided by count - ddof, rounded
/// once. NaN where that divisor is not positive, or an element is not finite.
pub fn variance<T: Rounded>(
    sums: &[ProductSuperaccumulator],
    squares: ProductSuperaccumulator,
    count: u64,
    ddof: i64,
) -> T {
    let divisor = u64::try_from(i128::from(count) - i128::from(ddof)).unwrap_or(0);
    let finite = squares.is_finite() && sums.iter().all(FixedPoint::is_finite);
    if divisor == 0 || !finite || count == 0 {
        return T::of_special(f64::NAN);
    }
    // (n Σx² - (Σx)²) / (n (n - ddof)), all multiples of the square of the sums' lowest bit.
    let lowest = ProductSuperaccumulator::LOWEST_BIT;
    let squares = squares.magnitude().0.times(count).shifted(-lowest as usize);
    let square = |sum: &ProductSuperaccumulator| sum.clone().magnitude().0.squared();
    let square = sums.iter().map(square).fold(Natural::default(), |sum, more| sum.plus(&more));
    quotient(&squares.minus(&square), 2 * lowest, [count, divisor], false)
}

#[cfg(test)]
mod tests {
    use super::super::fixed_point::Superaccumulator;
    use super::*;

    fn sum(values: &[f64]) -> Superaccumulator {
        let mut sum = Superaccumulator::default();
        values.iter().for_each(|value| sum.add(*value));
        sum
    }

    fn squares(values: &[f64]) -> ProductSuperaccumulator {
        let mut sum = ProductSuperaccumulator::default();
        values.iter().for_each(|value| sum.add_product(*value, *value));
        sum
    }

    fn widened(values: &[f64]) -> ProductSuperaccumulator {
        let mut wide = ProductSuperaccumulator::default();
        wide.merge(sum(values));
        wide
    }

    fn variance_of(values: &[f64], ddof: i64) -> f64 {
        variance(&[widened(values)], squares(values), values.len() as u64, ddof)
    }

    #[test]
    fn variances_do_not_cancel() {
        assert_eq!(variance_of(&[1.0, 2.0, 3.0, 4.0], 0), 1.25);
        assert_eq!(variance_of(&[1.0, 2.0, 3.0, 4.0], 1), 5.0 / 3.0);
        assert_eq!(variance_of(&[1e16, 1e16 + 2.0], 1), 2.0);
        assert_eq!(variance_of(&[7.1], 0).to_bits(), 0);
        assert!(variance_of(&[7.1], 1).is_nan() && variance_of(&[], 0).is_nan());
        assert!(variance_of(&[f64::INFINITY, 0.0], 0).is_nan());
        assert_eq!(variance_of(&[1.0, 2.0], -2), 0.5 / 4.0);
        assert_eq!(variance_of(&[f64::MAX, -f64::MAX], 0), f64::INFINITY);
        let tiny = f64::from_bits(1);
        assert_eq!(variance_of(&[tiny, 3.0 * tiny], 0), 0.0);
    }
}
