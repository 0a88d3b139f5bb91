//! The levels that products are deposited in, and what comes of a deposit.

use crate::kind::Format;

/// The maximum count of products of a deposit.
pub const BLOCK: usize = 8192;

/// Levels that a deposit may have in addition, for products that lie further apart.
pub const MORE: usize = 2;

/// Levels, at most.
pub const LEVELS: usize = 3 + MORE;

/// A product in the first level has less than 2^this units.
pub const BITS: i32 = 46;

/// Bits from one unit to the next: what is left of a number is at most half a unit.
pub const WIDTH: i32 = 45;

/// What a deposit goes to: the exponents of the units, each [`WIDTH`] below the one before. The
/// products at even and at odd places have their own.
#[derive(Clone, Copy, Debug)]
pub struct ProductLevels {
    pub first: [i32; 2],
    /// Levels in addition to the three of doubles, or the two of floats: [`MORE`] at most.
    pub more: usize,
}

/// The result of a deposit, for the products at even and at odd places.
#[derive(Clone, Copy, Debug)]
pub struct ProductTotals {
    /// In units.
    pub totals: [[i64; 2]; LEVELS],
    /// The largest and the smallest magnitudes of rounded products, but for zeros; infinite if all
    /// were zeros.
    pub largest: [f64; 2],
    pub smallest: [f64; 2],
    /// Whether everything was.
    pub finite: bool,
    /// Whether zeros may be products without a factor that is zero.
    pub underflow: bool,
}

impl ProductLevels {
    pub fn count(&self, format: Format) -> usize {
        (if format == Format::Float { 2 } else { 3 }) + self.more
    }

    pub fn unit(&self, level: usize, series: usize) -> i32 {
        self.first[series] - WIDTH * level as i32
    }
}

/// The exponent from which on all bits of a product lie above 2^unit. A factor is an integer of 53
/// bits, or 24, times a power of two, so a product of that exponent is a multiple of 2^(exponent -
/// 106), or 48.
pub const fn narrowest(format: Format, unit: i32) -> i32 {
    match format {
        Format::Float => unit + 48,
        _ => unit + 106,
    }
}
