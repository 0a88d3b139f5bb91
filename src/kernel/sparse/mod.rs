//! Rows of elements many of which are zero, packed for the wire (Shan et al. 2019, section
//! III.F): without the zeros, and with what says where the others belong.
//!
//! - [`Packing::Bits`]: a bitmap of all elements, then those that are not zero;
//! - [`Packing::Indices`]: their indices, 32 bits each, then the elements.
//!
//! An element is zero if all of its bits are: -0.0 stays. What is behind the last whole
//! element of a row stays as it is. The lowest bit of the bitmap's first byte is the first
//! element's; indices have their lowest byte first.
//!
//! [`scalar`] does it one element at a time, for every size: the reference. [`vector`] does it
//! for elements of 4, 8 and 16 bytes by vectors that move words by masks ([`super::simd`]). All
//! write the same bytes. (Without a unit that does so, the processor is faster at it one by
//! one.)
//!
//! Cost, n elements: `Bits` reads the row twice, the second time where it is not zero;
//! `Indices` some 2 ns more for each that is not zero.

mod codec;
mod packing;
mod scalar;
mod vector;

pub use codec::{Codec, SIZES};
pub use packing::{Damaged, Packing};
