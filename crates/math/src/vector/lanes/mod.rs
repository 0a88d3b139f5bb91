//! Registers of doubles, as the kernels see them: one trait, one file for each set of instructions.
//!
//! A value of such a type exists only where the processor has its instructions (that is what its
//! constructor's caller promises), so all operations on one are safe. Kernels are `#[inline(always)]`
//! and generic; the functions that use them enable the instructions (`vectorised`).

/// Unsafe is only that the processor might lack an instruction, which a value of these types excludes.
macro_rules! has {
    ($expression:expr) => {{
        // SAFETY: a value exists only where the processor has the instructions.
        unsafe { $expression }
    }};
}

/// An operator that is one instruction.
macro_rules! operator {
    ($trait:ident, $method:ident, $type:ident, $instruction:ident) => {
        impl $trait for $type {
            type Output = $type;
            #[inline(always)]
            fn $method(self, other: $type) -> $type {
                // SAFETY: a value exists only where the processor has the instructions.
                $type(unsafe { $instruction(self.0, other.0) })
            }
        }
    };
}

pub mod avx2;
pub mod avx2_two;
pub mod avx512;
mod both;
pub mod floats;
pub mod floats_avx2;
pub mod floats_avx512;

use std::ops::{Add, Div, Mul, Neg, Sub};

/// A register of doubles.
pub trait Lanes:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// As many integers of 64 bits.
    type Bits: Bits<Numbers = Self, Mask = Self::Mask>;
    /// A truth value for each lane.
    type Mask: Mask;

    /// The same number in all lanes.
    fn all(self, number: f64) -> Self;
    /// The same integer in all lanes.
    fn all_bits(self, bits: u64) -> Self::Bits;

    /// `self * factor + term`, rounded once.
    fn fma(self, factor: Self, term: Self) -> Self;
    /// `self * factor - term`, rounded once.
    fn fms(self, factor: Self, term: Self) -> Self;
    /// `term - self * factor`, rounded once.
    fn fnma(self, factor: Self, term: Self) -> Self;

    fn sqrt(self) -> Self;
    fn abs(self) -> Self;
    /// The sign bit alone.
    fn sign(self) -> Self;
    /// The exclusive or of the bits.
    fn xor(self, other: Self) -> Self;
    fn bits(self) -> Self::Bits;

    /// False where one is no number.
    fn less(self, other: Self) -> Self::Mask;
    /// True where one is no number.
    fn not_less(self, other: Self) -> Self::Mask;
    /// True where one is no number.
    fn differs(self, other: Self) -> Self::Mask;
    /// `self` where the mask is true, else `other`.
    fn select(self, mask: Self::Mask, other: Self) -> Self;

    /// Zero where the mask is false.
    fn kept(self, mask: Self::Mask) -> Self;
    /// Zero where the mask is true.
    fn zero_where(self, mask: Self::Mask) -> Self;

    /// Each lane's row of a table of a power of two of rows.
    fn rows2<const N: usize>(index: Self::Bits, table: &Table<2, N>) -> [Self; 2];
    fn rows4<const N: usize>(index: Self::Bits, table: &Table<4, N>) -> [Self; 4];
}

/// A register of integers of 64 bits.
pub trait Bits: Copy + Add<Output = Self> + Sub<Output = Self> {
    type Numbers;
    type Mask;

    fn numbers(self) -> Self::Numbers;
    fn and(self, other: Self) -> Self;
    /// The bits that `other` has not.
    fn without(self, other: Self) -> Self;
    fn left<const BY: u32>(self) -> Self;
    /// Zeros come in.
    fn right<const BY: u32>(self) -> Self;
    /// As signed integers.
    fn greater(self, other: Self) -> Self::Mask;
}

/// A truth value for each lane.
pub trait Mask: Copy {
    const LANES: u32;

    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn not(self) -> Self;
    /// The first lane's is the lowest bit.
    fn word(self) -> u32;
}

/// Rows of numbers, which lie in one piece of a cache line.
#[repr(C, align(64))]
pub struct Table<const COLUMNS: usize, const ROWS: usize>(pub [[f64; COLUMNS]; ROWS]);
