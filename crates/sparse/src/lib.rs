//! Products with sparse matrices (compressed sparse rows) whose every element is an exact dot product,
//! rounded once: the same bits in whatever order a row's entries are stored, and on every processor.
//!
//! [`csr`] multiplies, or prepares a matrix that is multiplied many times; [`matrix`] has its loops over
//! rows, in vector registers. A row whose compensated dot product does not prove how it rounds is
//! summed in a superaccumulator.

pub mod csr;
pub mod matrix;
