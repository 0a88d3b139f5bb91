//! Exact products with sparse matrices, and exact sums of few numbers, by compensated arithmetic.

pub mod csr;
pub mod matrix;
