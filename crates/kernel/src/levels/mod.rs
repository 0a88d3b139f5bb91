//! Numbers deposited in levels: each leaves in every level the nearest multiple of the level's
//! unit, a power of two, and passes what is left on to the next one.
//!
//! Deposits are whole numbers of units, so their totals are exact and depend on no order (Demmel,
//! Nguyen 2013; Arteaga, Fuhrer, Hoefler 2014; Ahrens, Demmel, Nguyen 2020). The arithmetic
//! chooses the units.
//!
//! [`scalar`] works in integers: the reference. [`vector`] does the same by floating-point
//! additions in vector registers ([`super::simd`]), with the same bits.
//!
//! Cost, in vectors: each number is read once, 3 or 4 additions a level (2 in the last one), 2
//! operations for the largest.

mod range;
pub mod scalar;
mod units;
mod vector;

use super::simd::{instance, Unit};
use super::summand::Summand;
pub use units::{Deposit, Levels, Rule, Totals, BLOCK, MOST};
pub use vector::vectorised;

/// Deposits n ≤ [`BLOCK`] numbers.
///
/// # Safety
/// `row` points to n numbers, at any address; the environment is the default one.
#[inline]
pub unsafe fn deposit<T: Summand>(row: *const T, n: usize, levels: &Levels) -> Totals {
    unsafe fn best<T: Summand>(row: *const T, n: usize, levels: &Levels) -> Totals {
        // SAFETY: upheld by the caller; the processor has the unit.
        unsafe { vectorised::<T>(Unit::best())(row.cast(), n, levels) }
    }
    let instance =
        instance!([unsafe] fn(row: *const T, n: usize, levels: &Levels) -> Totals = best);
    // SAFETY: upheld by the caller.
    unsafe { instance(row, n, levels) }
}
