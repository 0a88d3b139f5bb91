//! Compensated sums, which prove how the exact sum rounds ([`lanes`]): of a row of numbers or of
//! products ([`rows`]), and of the rows of a sparse matrix times a vector ([`csr`]).

pub mod csr;
mod dot2;
mod entries;
mod lanes;
mod products;
mod rows;

pub use rows::{dot, small_ones_are_zeros, sum, Sums};
