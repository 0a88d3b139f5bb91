//! The tree over a row on SSE2: 16-byte vectors.

use super::super::{Format, Kind, Operator};
use super::vector::{self, Addition, Multiplication, Operation, Vector};
use super::Tree;
use std::arch::x86_64::*;

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

#[target_feature(enable = "sse2")]
unsafe fn tree<V: Vector, O: Operation>(elements: *const u8, n: usize, into: *mut u8) {
    // SAFETY: handed on to the caller.
    unsafe { vector::tree::<V, O>(elements, n, into) }
}

/// Two doubles. (A complex one fills a vector, which leaves nothing to be dealt.)
#[derive(Clone, Copy)]
struct Doubles(__m128d);

// SAFETY: methods need SSE2, as the trait says.
unsafe impl Vector for Doubles {
    const NUMBER: usize = 8;
    const COMPONENTS: usize = 1;

    #[inline(always)]
    unsafe fn all(number: f64) -> Self {
        // SAFETY: the caller sees to it that there is SSE2, here and below.
        Doubles(unsafe { _mm_set1_pd(number) })
    }
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: as above; the caller gives a vector's bytes.
        Doubles(unsafe { _mm_loadu_pd(from.cast()) })
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
        unsafe { _mm_storeu_pd(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn prefetch(at: *const u8) {
        // SAFETY: asking for memory has no effect but on time.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
    }
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { _mm_add_pd(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { _mm_mul_pd(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn deal(a: Self, b: Self, _stride: usize) -> (Self, Self) {
        // SAFETY: as above.
        unsafe { (Doubles(_mm_unpacklo_pd(a.0, b.0)), Doubles(_mm_unpackhi_pd(a.0, b.0))) }
    }
}

/// Four floats, in elements of that many.
#[derive(Clone, Copy)]
struct Floats<const COMPONENTS: usize>(__m128);

// SAFETY: methods need SSE2, as the trait says.
unsafe impl<const COMPONENTS: usize> Vector for Floats<COMPONENTS> {
    const NUMBER: usize = 4;
    const COMPONENTS: usize = COMPONENTS;

    #[inline(always)]
    unsafe fn all(number: f64) -> Self {
        // SAFETY: the caller sees to it that there is SSE2, here and below.
        Floats(unsafe { _mm_set1_ps(number as f32) })
    }
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: as above; the caller gives a vector's bytes.
        Floats(unsafe { _mm_loadu_ps(from.cast()) })
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
        unsafe { _mm_storeu_ps(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn prefetch(at: *const u8) {
        // SAFETY: asking for memory has no effect but on time.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
    }
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: as above.
        Floats(unsafe { _mm_add_ps(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        // SAFETY: as above.
        Floats(unsafe { _mm_mul_ps(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn deal(a: Self, b: Self, _stride: usize) -> (Self, Self) {
        let (a, b) = (a.0, b.0);
        // SAFETY: as above.
        let (left, right) = unsafe {
            match COMPONENTS {
                // Neighbours stay neighbours: two rounds bring the nodes in order.
                1 => (_mm_shuffle_ps::<0x88>(a, b), _mm_shuffle_ps::<0xdd>(a, b)),
                _ => (_mm_shuffle_ps::<0x44>(a, b), _mm_shuffle_ps::<0xee>(a, b)),
            }
        };
        (Floats(left), Floats(right))
    }
}
