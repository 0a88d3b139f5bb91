//! A vector register: the operations that an instruction set provides, and defaults in plain
//! code for those that it lacks.
//!
//! Safety, of all that is unsafe here: the processor has the unit of the registers, and addresses have room
//! for what is read or written there, at any alignment.

#![allow(unsafe_op_in_unsafe_fn, clippy::missing_safety_doc)] // it is said above, once

use super::unit::Unit;

/// Bytes of the widest vector.
pub const WIDEST: usize = 64;

/// A vector of an even number of doubles, or of twice as many floats or 32-bit words.
///
/// # Safety
/// The type is the register and nothing else. Methods run only where the processor has the unit;
/// addresses may have any alignment.
pub unsafe trait Simd: Copy {
    /// Its name at run time.
    const UNIT: Unit;

    /// These two doubles, given by their bits, over and over.
    unsafe fn pair(even: u64, odd: u64) -> Self;
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller passes a vector's bytes.
        unsafe { from.cast::<Self>().read_unaligned() }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller passes space for a vector.
        unsafe { to.cast::<Self>().write_unaligned(self) }
    }
    /// Stores past the caches, where the unit can, to an address that is aligned to a vector; in no
    /// order with other stores before a fence.
    #[inline(always)]
    unsafe fn stream(self, to: *mut u8) {
        // SAFETY: the caller passes space for a vector.
        unsafe { self.store(to) }
    }
    /// Loads the first `bytes` bytes, whole words (or all, if that is more), and touches nothing
    /// behind them; the others are those of `rest`.
    #[inline(always)]
    unsafe fn load_first(from: *const u8, bytes: usize, rest: Self) -> Self {
        let mut vector = rest;
        let bytes = bytes.min(size_of::<Self>());
        // SAFETY: the caller passes that many bytes; a vector has no fewer.
        unsafe { std::ptr::copy_nonoverlapping(from, (&raw mut vector).cast(), bytes) };
        vector
    }
    /// Loads half a vector of floats, as doubles.
    unsafe fn widen(from: *const u8) -> Self;
    /// The first `bytes` bytes of it, as for [`Simd::load_first`]; the others are zero.
    #[inline(always)]
    unsafe fn widen_first(from: *const u8, bytes: usize) -> Self {
        let mut half = [0u8; WIDEST / 2];
        let bytes = bytes.min(size_of::<Self>() / 2);
        // SAFETY: the caller passes that many bytes; half a vector fits.
        unsafe {
            std::ptr::copy_nonoverlapping(from, half.as_mut_ptr(), bytes);
            Self::widen(half.as_ptr())
        }
    }

    /// The doubles in these places of an array, or in their inverse where they are negative.
    #[inline(always)]
    unsafe fn gather_f64(from: *const f64, places: *const i32) -> Self {
        let mut numbers = [0.0; WIDEST / 8];
        // SAFETY: the caller passes the places of a vector, and an array that has them.
        unsafe {
            for (i, number) in numbers.iter_mut().enumerate().take(size_of::<Self>() / 8) {
                *number = element(from, places.add(i));
            }
            Self::load(numbers.as_ptr().cast())
        }
    }
    /// This, but `other` where one of as many integers is negative.
    #[inline(always)]
    unsafe fn unless_negative_f64(self, integers: *const i32, other: f64) -> Self {
        let mut numbers = [0.0; WIDEST / 8];
        // SAFETY: the caller passes the integers; no vector is wider.
        unsafe {
            self.store(numbers.as_mut_ptr().cast());
            for (i, number) in numbers.iter_mut().enumerate().take(size_of::<Self>() / 8) {
                if *integers.add(i) < 0 {
                    *number = other;
                }
            }
            Self::load(numbers.as_ptr().cast())
        }
    }

    unsafe fn add_f64(self, other: Self) -> Self;
    unsafe fn sub_f64(self, other: Self) -> Self;
    unsafe fn mul_f64(self, other: Self) -> Self;
    unsafe fn add_f32(self, other: Self) -> Self;
    unsafe fn mul_f32(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    unsafe fn add_u64(self, other: Self) -> Self;

    /// Doubles without their signs.
    unsafe fn magnitude_f64(self) -> Self;
    /// The smaller double in each place; any of the two if one is a NaN.
    unsafe fn smaller_f64(self, other: Self) -> Self;
    /// The smaller magnitude in each place, `self` having no sign; or `self` where `other` is zero.
    #[inline(always)]
    unsafe fn smaller_but_zeros_f64(self, other: Self) -> Self {
        let mut others = [f64::INFINITY; WIDEST / 8];
        // SAFETY: no vector is wider.
        unsafe {
            other.magnitude_f64().store(others.as_mut_ptr().cast());
            for other in others.iter_mut().filter(|other| **other == 0.0) {
                *other = f64::INFINITY;
            }
            self.smaller_f64(Self::load(others.as_ptr().cast()))
        }
    }
    /// A mask of the places in which the doubles are equal.
    #[inline(always)]
    unsafe fn equal_f64(self, other: Self) -> u32 {
        let (mut a, mut b) = ([0.0f64; WIDEST / 8], [0.0f64; WIDEST / 8]);
        // SAFETY: no vector is wider.
        unsafe {
            self.store(a.as_mut_ptr().cast());
            other.store(b.as_mut_ptr().cast());
        }
        let places = a.iter().zip(&b).take(size_of::<Self>() / 8).enumerate();
        places.fold(0, |mask, (place, (a, b))| mask | u32::from(a == b) << place)
    }
    /// The doubles rounded to floats.
    unsafe fn narrowed_f64(self) -> Self;
    /// product - self · other, in doubles: the error of a product that was rounded to nearest, with
    /// the sign reversed, and no error of its own, unless any part of it overflows or underflows;
    /// +0.0 where there is none. By a fused multiply-add or, without one, from products of halves
    /// (Dekker 1971), which are NaN where |self| or |other| exceeds 2^996.
    #[inline(always)]
    unsafe fn product_error_f64(self, other: Self, product: Self) -> Self {
        const SPLIT: f64 = (1u64 << 27) as f64 + 1.0;
        #[inline(always)]
        unsafe fn halves<S: Simd>(number: S) -> (S, S) {
            let scaled = number.mul_f64(S::pair(SPLIT.to_bits(), SPLIT.to_bits()));
            let high = scaled.sub_f64(scaled.sub_f64(number));
            (high, number.sub_f64(high))
        }
        // SAFETY: upheld by the caller.
        unsafe {
            let ((a, b), (c, d)) = (halves(self), halves(other));
            let rest = product.sub_f64(a.mul_f64(c));
            let rest = rest.sub_f64(a.mul_f64(d)).sub_f64(b.mul_f64(c));
            rest.sub_f64(b.mul_f64(d))
        }
    }

    /// The largest magnitudes of doubles so far (zeros at first), in two vectors. ORed together
    /// they are, but for the sign, the largest number in each place, or a NaN if there was one.
    unsafe fn largest(so_far: [Self; 2], a: Self, b: Self) -> [Self; 2];
    /// The same, but a NaN may be ignored.
    #[inline(always)]
    unsafe fn largest_number(so_far: [Self; 2], a: Self, b: Self) -> [Self; 2] {
        Self::largest(so_far, a, b)
    }

    /// One step of a transposition, which brings the operands of each node of a tree to the same
    /// place. In a and b, groups of `stride` bytes are alternately the left and the right children
    /// of nodes. Returns two vectors that have the children of a node in the same place: those of
    /// a's nodes where the left one was, those of b's where the right one was; or elsewhere, if
    /// after the last step, with elements of `element` bytes, the nodes are in their natural
    /// order. Either vector may have the left child.
    unsafe fn transpose(a: Self, b: Self, element: usize, stride: usize) -> (Self, Self);

    /// A mask of the words that are not zero. Only units that compress ([`Unit::compresses`]) have
    /// this method and the next two.
    unsafe fn nonzero(self) -> u32 {
        unreachable!("{:?} compresses nothing", Self::UNIT)
    }
    /// Stores the words of the mask side by side; may write anything behind them, up to `end`.
    unsafe fn compress(self, _mask: u32, _into: *mut u8, _end: *mut u8) {
        unreachable!("{:?} compresses nothing", Self::UNIT)
    }
    /// Loads as many words as the mask has, to their places; the others are zero. May read what
    /// is behind them, up to `end`.
    unsafe fn expand(_from: *const u8, _end: *const u8, _mask: u32) -> Self {
        unreachable!("{:?} compresses nothing", Self::UNIT)
    }
}

/// One element for [`Simd::gather_f64`].
#[inline(always)]
pub(super) unsafe fn element(from: *const f64, place: *const i32) -> f64 {
    // SAFETY: the caller passes a place, and an array that has it.
    unsafe { from.add((*place ^ (*place >> 31)) as usize).read_unaligned() }
}

/// Defines methods that are one instruction on two vectors: `NAME = INTRINSIC(FROM) INTO`, with
/// the conversions of a register to the type that the instruction takes, and back.
macro_rules! instructions {
    ($($name:ident = $intrinsic:ident($from:expr) $into:expr;)*) => {$(
        #[inline(always)]
        unsafe fn $name(self, other: Self) -> Self {
            // SAFETY: the caller ensures that the processor has the unit.
            unsafe { Self($into($intrinsic($from(self.0), $from(other.0)))) }
        }
    )*};
}

pub(super) use instructions;
