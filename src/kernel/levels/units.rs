//! What a deposit is asked for, the units of its levels and what is done with ties, and the
//! totals that it finds.

/// Levels of which the totals are found at one time, at most.
pub const MOST: usize = 5;

/// Numbers that are deposited at one time, at most: enough for the rest of the work not to
/// show, and few enough for running totals of 2^40 units each to stay below 2^51 in the
/// narrowest vectors. (That the totals of larger ones are 64-bit integers is the caller's
/// business.)
pub const BLOCK: usize = 8192;

/// Which multiple is taken where two are equally near.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The even one.
    Even,
    /// The one that is farther from zero.
    Away,
    /// Either: the caller wants to know whether anything was left after the last level.
    Any,
}

impl Rule {
    /// The largest deposit: 2^this units. No number may exceed it in the first level, and
    /// from one level to the next the units may shrink by one bit more. (Otherwise
    /// the totals mean nothing.)
    pub const fn bits(self) -> i32 {
        match self {
            Rule::Even => 51,
            // The totals of a block are kept in the significand of one double.
            Rule::Away | Rule::Any => 40,
        }
    }
}

/// The levels. Numbers take turns between two series of them: those at even places, and
/// those at odd ones (the components of complex numbers; or both the same).
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    /// The levels that are there; none where only the largest number is looked for.
    pub count: usize,
    /// The exponents of the units, which decrease or stay.
    pub units: [[i32; 2]; MOST],
    /// What is done with ties.
    pub rule: Rule,
}

/// What was deposited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// The totals, in units. (With [`Rule::Any`], a multiple of one level may have gone
    /// to the next one.)
    pub totals: [[i64; 2]; MOST],
    /// The largest magnitude in each series, as the bits of a double; those of infinity or
    /// of a NaN if there was one of them. Where it exceeds what [`Rule::bits`] says the
    /// totals mean nothing.
    pub largest: [u64; 2],
    /// Whether anything was left after the last level. With [`Rule::Any`] only, and levels.
    pub rest: bool,
}

impl Totals {
    /// Nothing deposited.
    pub(super) const NONE: Totals = Totals { totals: [[0; 2]; MOST], largest: [0; 2], rest: false };
}

/// Deposits n ≤ [`BLOCK`] numbers of one format: see [`super::deposit`].
pub type Deposit = unsafe fn(row: *const u8, n: usize, levels: &Levels) -> Totals;
