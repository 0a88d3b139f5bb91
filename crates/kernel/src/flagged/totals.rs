//! The levels of a deposit, and what comes of it.

/// The maximum count of numbers of a deposit: what it is well within the range of totals for.
pub const BLOCK: usize = 8192;

/// The exponents of units that a deposit takes.
pub const LOWEST: i32 = -960;
pub const HIGHEST: i32 = 900;

/// Bits of the first level that the largest number is to have: so that sums of a block stay within
/// it.
pub const BITS: i32 = 42;

/// Bits of the second level of products.
pub const WIDTH: i32 = 46;

/// The exact sums of the numbers at even and at odd places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Totals {
    /// In units of the first level, and of the second one, which is zero of numbers.
    pub levels: [[i64; 2]; 2],
    /// What was left.
    pub rest: [f64; 2],
}

/// Deposits n ≤ [`BLOCK`] numbers in levels of which the first has these units, 2^exponent; none if
/// the totals are not exact, or not finite.
pub type Sums<T> = unsafe fn(*const T, usize, [i32; 2]) -> Option<Totals>;

/// Likewise n products.
pub type Products<T> = unsafe fn([*const T; 2], usize, [i32; 2]) -> Option<Totals>;
