//! Numbers deposited in levels: each leaves in every level the nearest multiple of the
//! level's unit, a power of two, and hands what is left on to the next one.
//!
//! Deposits are whole numbers of units, so their totals are exact and depend on no order
//! (Demmel, Nguyen 2013; Arteaga, Fuhrer, Hoefler 2014; Ahrens, Demmel, Nguyen 2020).
//! Which units there are is the arithmetic's business.
//!
//! [`scalar`] does it in integers: the reference.

pub mod scalar;

use super::column_sum::Summand;

/// Levels of which the totals are found at one time, at most.
pub const MOST: usize = 5;

/// Numbers that are deposited at one time, at most: few enough for their totals to be
/// 64-bit integers if none exceeds 2^51 units, and to stay in the first-level cache.
pub const BLOCK: usize = 2048;

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
    /// The totals, in units.
    pub totals: [[i64; 2]; MOST],
    /// The largest magnitude in each series, as the bits of a double; above those of
    /// infinity if there was a NaN. Where it exceeds 2^51 of the first unit the totals mean
    /// nothing.
    pub largest: [u64; 2],
    /// Whether anything was left after the last level. With [`Rule::Any`] only.
    pub rest: bool,
}

/// Deposits n ≤ [`BLOCK`] numbers.
///
/// # Safety
/// So many numbers lie there, at any address; the environment is the default one.
pub unsafe fn deposit<T: Summand>(row: *const T, n: usize, levels: &Levels) -> Totals {
    // SAFETY: handed on to the caller.
    unsafe { scalar::deposit(row, n, levels) }
}
