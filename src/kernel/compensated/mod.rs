//! Compensated sums, which prove how the exact sum rounds ([`lanes`]): of a row of numbers or of
//! products ([`rows`]), and of the rows of a sparse matrix times a vector ([`multiply`]).

pub mod csr;
mod dot2;
pub mod entries;
mod lanes;
pub mod multiply;
mod products;
mod rows;
pub mod slices;

pub use rows::{dot, small_ones_are_zeros, sum, Sums};
