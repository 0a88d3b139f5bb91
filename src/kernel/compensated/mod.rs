//! Compensated sums of a row of numbers or of products ([`rows`]), which prove how the exact sum rounds
//! ([`lanes`]).

pub(super) mod lanes;
pub(super) mod products;
mod rows;

pub use rows::{dot, small_ones_are_zeros, sum, Sums};
