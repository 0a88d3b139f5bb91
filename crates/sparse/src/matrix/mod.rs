//! Sparse matrices times vectors ([`multiply`]), in compressed rows ([`csr`]) or by slices of rows
//! ([`slices`]), by compensated sums that prove how the exact ones round ([`samebits_kernel::compensated`]).

pub mod csr;
mod dot2;
pub mod entries;
pub mod multiply;
pub mod slices;
