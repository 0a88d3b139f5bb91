//! Registers of doubles, as the kernels see them: one trait, one file for each set of instructions.
//!
//! A value of such a type exists only where the processor has its instructions (that is what its
//! constructor's caller promises), so all operations on one are safe. Kernels are `#[inline(always)]`
//! and generic; the functions that use them enable the instructions (`vectorised`).

pub mod avx2;
pub mod avx512;

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
    /// As many floats.
    type Singles: Copy;

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

    fn narrow(self) -> Self::Singles;

    /// Each lane's row of a table of a power of two of rows.
    fn rows2<const N: usize>(index: Self::Bits, table: &Table<2, N>) -> [Self; 2];
    /// Each lane's number of sixteen.
    fn pick(index: Self::Bits, column: &Column) -> Self;
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
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn not(self) -> Self;
    /// The first lane's is the lowest bit.
    fn word(self) -> u32;
}

/// Rows of numbers, which lie in one piece of a cache line.
#[repr(C, align(64))]
pub struct Table<const COLUMNS: usize, const ROWS: usize>(pub [[f64; COLUMNS]; ROWS]);

/// Sixteen numbers, which fit into two registers of AVX-512.
#[repr(C, align(64))]
pub struct Column(pub [f64; 16]);
