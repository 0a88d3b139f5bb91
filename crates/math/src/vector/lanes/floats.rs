//! Registers of floats, as the kernels see them. What needs no more than a float's precision, or is a
//! matter of bits, is done here for all of them at once; the rest in twice as many registers of doubles.
//!
//! Comparisons and minima are of the bits, as signed integers: of magnitudes, they are those of the
//! numbers, with NaN as the greatest.

use super::{Lanes, Mask};
use std::ops::{Add, Mul, Sub};

/// A register of floats.
pub trait Floats: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// As many doubles, in an order of their own.
    type Doubles: Lanes;
    type Mask: Mask;

    /// The same number in all lanes.
    fn all(self, number: f32) -> Self;
    /// The same integer in all lanes.
    fn all_bits(self, bits: u32) -> Self;

    /// `self * factor + term`, rounded once.
    fn fma(self, factor: Self, term: Self) -> Self;
    /// `term - self * factor`, rounded once.
    fn fnma(self, factor: Self, term: Self) -> Self;
    /// The greater number; `other` where one is no number.
    fn at_least(self, other: Self) -> Self;
    /// Integers as numbers.
    fn numbers(self) -> Self;
    /// The nearest integers.
    fn integers(self) -> Self;

    fn and(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn left<const BY: u32>(self) -> Self;
    /// Zeros come in.
    fn right<const BY: u32>(self) -> Self;
    fn smaller(self, other: Self) -> Self;
    fn larger(self, other: Self) -> Self;
    fn above(self, other: Self) -> Self::Mask;
    /// Zero where the mask is true.
    fn zero_where(self, mask: Self::Mask) -> Self;
    /// Each lane's number of eight, by its lowest three bits.
    fn pick(self, table: &Few) -> Self;

    fn widen(self) -> Self::Doubles;
    /// Doubles whose upper and lower 32 bits these are.
    fn joined(high: Self, low: Self) -> Self::Doubles;
    /// The nearest floats.
    fn narrow(doubles: Self::Doubles) -> Self;
    /// The lower 32 bits.
    fn low_bits(doubles: Self::Doubles) -> Self;

    #[inline(always)]
    fn magnitude(self) -> Self {
        self.and(self.all_bits(!(1 << 31)))
    }
    #[inline(always)]
    fn sign(self) -> Self {
        self.and(self.all_bits(1 << 31))
    }
    /// Where a magnitude is at least the limit, or no number.
    #[inline(always)]
    fn not_below(self, limit: f32) -> Self::Mask {
        self.above(self.all_bits(limit.to_bits() - 1))
    }
    /// Where a magnitude is less than 2^-100 and not zero: the processor may take subnormal numbers for
    /// zero, or make zeros of them.
    #[inline(always)]
    fn faint(self) -> Self::Mask {
        // In the order of signed integers with zero as the greatest, 2^-100 is this.
        const LIMIT: u32 = (1 << 31) + ((127 - 100) << 23);
        self.all_bits(LIMIT).above(self.plus(self.all_bits(i32::MAX as u32)))
    }
}

/// Eight numbers, or integers, twice: instructions that choose among sixteen find them there, too.
#[repr(C, align(64))]
pub struct Few(pub [u32; 16]);

/// A type of registers of floats: what differs between sets of instructions only in the names of the
/// instructions, and the methods in braces.
macro_rules! floats {
    (
        $type:ident($register:ty), $doubles:ty, $mask:ty, set: $set:ident, max: $max:ident,
        integers: ($as_integers:ident, $as_floats:ident, $to_numbers:ident, $to_integers:ident),
        arithmetic: ($add:ident, $sub:ident, $mul:ident, $fma:ident, $fnma:ident),
        bits: ($and:ident, $xor:ident, $plus:ident, $minus:ident, $smaller:ident, $larger:ident),
        shifts: ($left:ident, $right:ident),
        { $($own:tt)* }
    ) => {
        #[derive(Clone, Copy)]
        pub struct $type($register);

        impl $type {
            /// # Safety
            /// The processor has the instructions that this file is for.
            #[inline(always)]
            pub unsafe fn new(numbers: $register) -> $type {
                $type(numbers)
            }

            #[inline(always)]
            pub fn register(self) -> $register {
                self.0
            }
        }

        operator!(Add, add, $type, $add);
        operator!(Sub, sub, $type, $sub);
        operator!(Mul, mul, $type, $mul);

        impl Floats for $type {
            type Doubles = $doubles;
            type Mask = $mask;

            #[inline(always)]
            fn all(self, number: f32) -> $type {
                $type(has!($set(number)))
            }
            #[inline(always)]
            fn all_bits(self, bits: u32) -> $type {
                self.all(f32::from_bits(bits))
            }
            #[inline(always)]
            fn fma(self, factor: $type, term: $type) -> $type {
                $type(has!($fma(self.0, factor.0, term.0)))
            }
            #[inline(always)]
            fn fnma(self, factor: $type, term: $type) -> $type {
                $type(has!($fnma(self.0, factor.0, term.0)))
            }
            #[inline(always)]
            fn at_least(self, other: $type) -> $type {
                $type(has!($max(self.0, other.0)))
            }
            #[inline(always)]
            fn numbers(self) -> $type {
                $type(has!($to_numbers($as_integers(self.0))))
            }
            #[inline(always)]
            fn integers(self) -> $type {
                $type(has!($as_floats($to_integers(self.0))))
            }
            #[inline(always)]
            fn and(self, other: $type) -> $type {
                $type(has!($and(self.0, other.0)))
            }
            #[inline(always)]
            fn xor(self, other: $type) -> $type {
                $type(has!($xor(self.0, other.0)))
            }
            #[inline(always)]
            fn plus(self, other: $type) -> $type {
                $type(has!($as_floats($plus($as_integers(self.0), $as_integers(other.0)))))
            }
            #[inline(always)]
            fn minus(self, other: $type) -> $type {
                $type(has!($as_floats($minus($as_integers(self.0), $as_integers(other.0)))))
            }
            #[inline(always)]
            fn smaller(self, other: $type) -> $type {
                $type(has!($as_floats($smaller($as_integers(self.0), $as_integers(other.0)))))
            }
            #[inline(always)]
            fn larger(self, other: $type) -> $type {
                $type(has!($as_floats($larger($as_integers(self.0), $as_integers(other.0)))))
            }
            #[inline(always)]
            fn left<const BY: u32>(self) -> $type {
                $type(has!($as_floats($left($as_integers(self.0), _mm_cvtsi64_si128(BY.into())))))
            }
            #[inline(always)]
            fn right<const BY: u32>(self) -> $type {
                $type(has!($as_floats($right($as_integers(self.0), _mm_cvtsi64_si128(BY.into())))))
            }
            $($own)*
        }
    };
}
pub(super) use floats;
