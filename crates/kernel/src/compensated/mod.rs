//! Compensated sums of a row of numbers or of products ([`rows`]), which prove how the exact sum rounds
//! ([`lanes`]).

pub mod lanes;
pub mod products;
mod rows;

pub use rows::{dot, small_ones_are_zeros, sum, Sums};
