//! Sums in levels of which the processor says whether they are exact: by the flag that an inexact
//! operation raises (IEEE 754).
//!
//! A level's total is a double in each place of a vector. A number is cut at the first level's
//! unit, by an operation that may round and raises no flag; what is taken off and what is left are
//! then computed by operations that do. As long as none of these is inexact, the totals add up to
//! the sum, whatever the cut was: so nothing is asked of the numbers, of which neither the largest
//! nor the smallest has to be known, and the last level takes what is left by one addition. All
//! that a choice of units decides is how often that succeeds.
//!
//! Operations whose flags matter are in assembly: the compiler knows of no flags.
//!
//! Only x86-64 has the operations that raise none: with AVX-512 any, with AVX2 rounding to an
//! integer. Emulators may not keep the flags at all, so the first use asks for sums that are known
//! to be exact, or not ([`works`]).

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod deposits;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod flags;
mod totals;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod units;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod works;

#[cfg(all(target_arch = "x86_64", not(miri)))]
pub use deposits::{products, sums};
pub use totals::{Products, Sums, Totals, BITS, BLOCK, HIGHEST, LOWEST, WIDTH};

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
use super::{simd::Unit, summand::Summand};

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
pub fn sums<T: Summand>(_unit: Unit) -> Option<Sums<T>> {
    None
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
pub fn products<T: Summand>(_unit: Unit) -> Option<Products<T>> {
    None
}
