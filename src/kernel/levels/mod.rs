//! Numbers deposited in levels: each leaves in every level the nearest multiple of the
//! level's unit, a power of two, and hands what is left on to the next one.
//!
//! Deposits are whole numbers of units, so their totals are exact and depend on no order
//! (Demmel, Nguyen 2013; Arteaga, Fuhrer, Hoefler 2014; Ahrens, Demmel, Nguyen 2020).
//! Which units there are is the arithmetic's business.
//!
//! [`scalar`] does it in integers: the reference. [`vector`] does it by floating-point
//! additions in vector registers, written once over what each vector unit brings along;
//! which one runs is found out when the program runs, and none changes a bit.
//!
//! Cost: each number read once, 3 or 4 additions a level (2 in the last one), 2 operations
//! for the largest; in vectors.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod range;
pub mod scalar;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod vector;

use super::column_sum::Summand;
use super::Format;
use once_cell::sync::OnceCell;

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
    const NONE: Totals = Totals { totals: [[0; 2]; MOST], largest: [0; 2], rest: false };
}

/// Deposits n ≤ [`BLOCK`] numbers of one format: see [`deposit`].
pub type Deposit = unsafe fn(row: *const u8, n: usize, levels: &Levels) -> Totals;

/// A vector unit that deposits.
struct Unit {
    name: &'static str,
    there: fn() -> bool,
    doubles: Deposit,
    floats: Deposit,
}

/// The vector units, fastest first.
const UNITS: &[Unit] = &[
    #[cfg(target_arch = "x86_64")]
    avx512::UNIT,
    #[cfg(target_arch = "x86_64")]
    avx2::UNIT,
    #[cfg(target_arch = "x86_64")]
    sse2::UNIT,
    #[cfg(target_arch = "aarch64")]
    neon::UNIT,
];

/// The ways of depositing in vectors that this processor has, by name, the fastest first.
/// All give the same totals as [`scalar::deposit`].
pub fn vectorised<T: Summand>() -> impl Iterator<Item = (&'static str, Deposit)> + Clone {
    let there = UNITS.iter().filter(|unit| (unit.there)());
    there.map(|unit| match T::FORMAT {
        Format::Float => (unit.name, unit.floats),
        _ => (unit.name, unit.doubles),
    })
}

/// Deposits n ≤ [`BLOCK`] numbers.
///
/// # Safety
/// So many numbers lie there, at any address; the environment is the default one.
pub unsafe fn deposit<T: Summand>(row: *const T, n: usize, levels: &Levels) -> Totals {
    static FOUND: [OnceCell<Deposit>; 2] = [const { OnceCell::new() }; 2];
    let found = &FOUND[usize::from(T::FORMAT == Format::Float)];
    let deposit = found.get_or_init(|| {
        vectorised::<T>().next().map_or(scalar::deposit_bytes::<T>, |(_, deposit)| deposit)
    });
    // SAFETY: handed on to the caller.
    unsafe { deposit(row.cast(), n, levels) }
}
