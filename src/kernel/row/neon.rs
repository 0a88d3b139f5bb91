//! The tree over a row on NEON: 16-byte vectors.

use super::super::{Format, Kind, Operator};
use super::vector::{self, Addition, Multiplication, Operation, Vector};
use super::Tree;
use std::arch::aarch64::*;

/// The tree for this kind and operator, if it has one on this unit.
pub fn lookup(kind: Kind, operator: Operator) -> Option<Tree> {
    match (kind, operator) {
        (Kind::Real(Format::Double), Operator::Sum) => Some(tree::<Doubles, Addition>),
        (Kind::Real(Format::Double), Operator::Prod) => Some(tree::<Doubles, Multiplication>),
        (Kind::Real(Format::Float), Operator::Sum) => Some(tree::<Floats<1>, Addition>),
        (Kind::Real(Format::Float), Operator::Prod) => Some(tree::<Floats<1>, Multiplication>),
        (Kind::Complex(Format::Float), Operator::Sum) => Some(tree::<Floats<2>, Addition>),
        _ => None,
    }
}

#[target_feature(enable = "neon")]
unsafe fn tree<V: Vector, O: Operation>(elements: *const u8, n: usize, into: *mut u8) {
    // SAFETY: handed on to the caller.
    unsafe { vector::tree::<V, O>(elements, n, into) }
}

/// Two doubles. (A complex one fills a vector, which leaves nothing to be dealt.)
#[derive(Clone, Copy)]
struct Doubles(float64x2_t);

// SAFETY: methods need NEON, as the trait says.
unsafe impl Vector for Doubles {
    const NUMBER: usize = 8;
    const COMPONENTS: usize = 1;

    #[inline(always)]
    unsafe fn all(number: f64) -> Self {
        // SAFETY: the caller sees to it that there is NEON, here and below.
        Doubles(unsafe { vdupq_n_f64(number) })
    }
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: as above; the caller gives a vector's bytes.
        Doubles(unsafe { from.cast::<float64x2_t>().read_unaligned() })
    }
    #[inline(always)]
    unsafe fn load_first(from: *const u8, numbers: usize, rest: Self) -> Self {
        let mut vector = rest;
        let bytes = numbers.min(2) * Self::NUMBER;
        // SAFETY: the caller gives so many numbers; there are no more in a vector.
        unsafe { std::ptr::copy_nonoverlapping(from, (&raw mut vector).cast::<u8>(), bytes) };
        vector
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: as above; the caller gives room for a vector.
        unsafe { to.cast::<float64x2_t>().write_unaligned(self.0) }
    }
    /// These processors are left to look ahead by themselves.
    #[inline(always)]
    unsafe fn prefetch(_at: *const u8) {}
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { vaddq_f64(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { vmulq_f64(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn deal(a: Self, b: Self, _stride: usize) -> (Self, Self) {
        // SAFETY: as above.
        unsafe { (Doubles(vtrn1q_f64(a.0, b.0)), Doubles(vtrn2q_f64(a.0, b.0))) }
    }
}

/// Four floats, in elements of that many.
#[derive(Clone, Copy)]
struct Floats<const COMPONENTS: usize>(float32x4_t);

// SAFETY: methods need NEON, as the trait says.
unsafe impl<const COMPONENTS: usize> Vector for Floats<COMPONENTS> {
    const NUMBER: usize = 4;
    const COMPONENTS: usize = COMPONENTS;

    #[inline(always)]
    unsafe fn all(number: f64) -> Self {
        // SAFETY: the caller sees to it that there is NEON, here and below.
        Floats(unsafe { vdupq_n_f32(number as f32) })
    }
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: as above; the caller gives a vector's bytes.
        Floats(unsafe { from.cast::<float32x4_t>().read_unaligned() })
    }
    #[inline(always)]
    unsafe fn load_first(from: *const u8, numbers: usize, rest: Self) -> Self {
        let mut vector = rest;
        let bytes = numbers.min(4) * Self::NUMBER;
        // SAFETY: the caller gives so many numbers; there are no more in a vector.
        unsafe { std::ptr::copy_nonoverlapping(from, (&raw mut vector).cast::<u8>(), bytes) };
        vector
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: as above; the caller gives room for a vector.
        unsafe { to.cast::<float32x4_t>().write_unaligned(self.0) }
    }
    /// These processors are left to look ahead by themselves.
    #[inline(always)]
    unsafe fn prefetch(_at: *const u8) {}
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: as above.
        Floats(unsafe { vaddq_f32(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        // SAFETY: as above.
        Floats(unsafe { vmulq_f32(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn deal(a: Self, b: Self, stride: usize) -> (Self, Self) {
        let (a, b) = (a.0, b.0);
        // SAFETY: as above.
        let (left, right) = unsafe {
            match stride {
                4 => (vtrn1q_f32(a, b), vtrn2q_f32(a, b)),
                _ => {
                    let (a, b) = (vreinterpretq_f64_f32(a), vreinterpretq_f64_f32(b));
                    let (left, right) = (vtrn1q_f64(a, b), vtrn2q_f64(a, b));
                    (vreinterpretq_f32_f64(left), vreinterpretq_f32_f64(right))
                }
            }
        };
        (Floats(left), Floats(right))
    }
}
