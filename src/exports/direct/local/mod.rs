//! Functions on this rank's numbers alone: nothing is sent, and most of them need no MPI.

pub mod csr;
pub mod distribution;
pub mod error_bound;
pub mod prepared;
pub mod short;
pub mod short_by_type;
