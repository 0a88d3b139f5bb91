//! The levels of a deposit, the rule for ties, and the resulting totals.

/// The maximum number of levels of a deposit.
pub const MOST: usize = 5;

/// The maximum count of numbers of a deposit: enough to amortise what is done once, and few enough
/// for running totals of 2^40 units each to stay below 2^51 in the narrowest vectors.
pub const BLOCK: usize = 8192;

/// Which multiple is taken at a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The even one.
    Even,
    /// The one farther from zero.
    Away,
    /// Either; whether anything is left after the last level is reported.
    Any,
}

impl Rule {
    /// The largest deposit is 2^this units. The totals are meaningless if a number exceeds it in
    /// the first level, or if units shrink by more than one bit more from one level to the next.
    pub const fn bits(self) -> i32 {
        match self {
            Rule::Even => 51,
            // The totals of a block stay in the significand of one double.
            Rule::Away | Rule::Any => 40,
        }
    }
}

/// The levels, in two series: one for the numbers at even places, one for those at odd places
/// (the components of complex numbers; or both the same).
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    /// How many there are; none where only the largest number is wanted.
    pub count: usize,
    /// The exponents of the units, which never increase.
    pub units: [[i32; 2]; MOST],
    pub rule: Rule,
}

/// The result of a deposit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// In units. With [`Rule::Any`], a multiple of one level may have gone to the next one.
    pub totals: [[i64; 2]; MOST],
    /// The largest magnitude in each series, as the bits of a double; those of infinity or of a
    /// NaN if there was one.
    pub largest: [u64; 2],
    /// Whether anything was left after the last level; only with [`Rule::Any`] and levels.
    pub rest: bool,
}

impl Totals {
    pub(super) const NONE: Totals = Totals { totals: [[0; 2]; MOST], largest: [0; 2], rest: false };
}

/// See [`super::deposit`].
pub type Deposit = unsafe fn(row: *const u8, n: usize, levels: &Levels) -> Totals;
