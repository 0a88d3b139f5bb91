//! Sums of floating-point numbers with the same bits on every machine, whatever the order of the
//! summands and however they are divided among threads or processes.
//!
//! | | depends on | error |
//! |---|---|---|
//! | [`exact_sum`], [`exact_dot`], [`norm2`], [`ExactSum`] | the multiset of summands | none but one rounding at the end |
//! | [`binned_sum`], [`BinnedSum`] | the multiset of summands | as ReproBLAS's, whose bits they have |
//! | [`tree_sum`] | the summands and their order | as of pairwise summation |
//!
//! All take `f32` and `f64`, any values: nothing overflows on the way, NaN and infinities give what
//! IEEE 754 says of their sum, and every NaN is the positive quiet one. No value makes them panic.
//! On x86-64 they use the best vector unit of the processor; that changes no bit.
//!
//! ```
//! use samebits_sum::{exact_sum, ExactSum};
//! assert_eq!(exact_sum(&[1e100, 1.0, -1e100]), 1.0);
//! let sum: ExactSum = (1..=1000).map(|i| 1.0 / f64::from(i)).sum();
//! let reversed: ExactSum = (1..=1000).rev().map(|i| 1.0 / f64::from(i)).sum();
//! assert_eq!(sum.value(), reversed.value());
//! ```
//!
//! Feature `serde`: sums are serialised as their specified bytes. The least Rust version is 1.89.
//!
//! The modules are what samebits makes its MPI reductions of: typed as far as they can be, for speed
//! with addresses where the two would cost something. They are not part of the interface whose changes
//! version numbers tell.

#[doc(hidden)]
pub mod accumulator;
#[doc(hidden)]
pub mod compensated;
#[doc(hidden)]
pub mod exact_row;
#[doc(hidden)]
pub mod levels;
#[doc(hidden)]
pub mod names;
#[doc(hidden)]
pub mod number;
#[doc(hidden)]
pub mod share;
#[doc(hidden)]
pub mod superaccumulator;

mod binned_sum;
mod exact_sum;
mod iterators;
mod real;
mod slices;

pub use binned_sum::BinnedSum;
pub use exact_sum::{ExactSum, NotASum};
pub use real::Real;
pub use slices::{binned_sum, exact_dot, exact_sum, norm2, tree_sum};

// The examples of the README run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
