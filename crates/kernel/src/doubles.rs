//! Floats and doubles as the doubles of a vector register, and these as an array.
//!
//! Safety, of all that is unsafe here: the processor has the unit of the registers, and addresses have room
//! for what is read or written there, at any alignment.

#![allow(unsafe_op_in_unsafe_fn, clippy::missing_safety_doc)] // it is said above, once

use super::kind::Format;
use super::simd::{Simd, WIDEST};
use super::summand::Summand;

/// Doubles in a vector.
pub const fn width<S: Simd>() -> usize {
    size_of::<S>() / 8
}

/// The bits of 1.5·2^52 units, next to which a unit is the last place.
#[inline(always)]
pub fn middle(unit: i32) -> u64 {
    ((1023 + 52 + unit) as u64) << 52 | 1 << 51
}

/// A vector of numbers.
#[inline(always)]
pub unsafe fn load<S: Simd, T: Summand>(from: *const T) -> S {
    match T::FORMAT {
        Format::Float => S::widen(from.cast()),
        _ => S::load(from.cast()),
    }
}

/// The first `numbers`, or all if a vector has fewer; the others are zero.
#[inline(always)]
pub unsafe fn load_first<S: Simd, T: Summand>(from: *const T, numbers: usize) -> S {
    let bytes = numbers * size_of::<T>();
    // SAFETY: upheld by the caller.
    unsafe {
        match T::FORMAT {
            Format::Float => S::widen_first(from.cast(), bytes),
            _ => S::load_first(from.cast(), bytes, S::pair(0, 0)),
        }
    }
}

/// The doubles of a vector, with zeros behind them.
#[inline(always)]
pub unsafe fn doubles<S: Simd>(vector: S) -> [f64; WIDEST / 8] {
    let mut numbers = [0.0; WIDEST / 8];
    // SAFETY: no vector is wider; the caller ensures that the processor has the unit.
    unsafe { vector.store(numbers.as_mut_ptr().cast()) };
    numbers
}

/// Their bits.
#[inline(always)]
pub unsafe fn bits<S: Simd>(vector: S) -> [u64; WIDEST / 8] {
    let mut bits = [0u64; WIDEST / 8];
    // SAFETY: no vector is wider; the caller ensures that the processor has the unit.
    unsafe { vector.store(bits.as_mut_ptr().cast()) };
    bits
}
