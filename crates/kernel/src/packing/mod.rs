//! Rows with many zero elements, packed for sending (Shan et al. 2019, section III.F): without the
//! zeros, and with the positions of the others.
//!
//! - [`Packing::Bits`]: a bitmap of all elements, then those that are not zero;
//! - [`Packing::Indices`]: their indices, 32 bits each, then the elements.
//!
//! An element is zero if all of its bits are: -0.0 is not. Bytes behind the last whole element of a
//! row are copied. The lowest bit of the bitmap's first byte is the first element's; indices are
//! little-endian.
//!
//! [`scalar`] packs one element at a time, for every size: the reference. [`vector`] does the same
//! for 4, 8 and 16 bytes where the vector unit compresses words by a mask ([`super::simd`]).
//!
//! Cost, n elements: `Bits` reads the row twice, the second time only where it is not zero;
//! `Indices` takes some 2 ns more for each element that is not zero.

mod codec;
mod scalar;
mod vector;

pub use codec::{Codec, Damaged, Packing, SIZES};
