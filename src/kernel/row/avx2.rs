//! The tree over a row on AVX2: 32-byte vectors.

use super::super::{Format, Kind, Operator};
use super::vector::{self, Addition, Multiplication, Operation, Vector};
use super::Tree;
use std::arch::asm;
use std::arch::x86_64::*;

/// The tree for this kind and operator, if it has one on this unit.
pub fn lookup(kind: Kind, operator: Operator) -> Option<Tree> {
    match (kind, operator) {
        (Kind::Real(Format::Double), Operator::Sum) => Some(tree::<Doubles<1>, Addition>),
        (Kind::Real(Format::Double), Operator::Prod) => Some(tree::<Doubles<1>, Multiplication>),
        (Kind::Real(Format::Float), Operator::Sum) => Some(tree::<Floats<1>, Addition>),
        (Kind::Real(Format::Float), Operator::Prod) => Some(tree::<Floats<1>, Multiplication>),
        (Kind::Complex(Format::Double), Operator::Sum) => Some(tree::<Doubles<2>, Addition>),
        (Kind::Complex(Format::Float), Operator::Sum) => Some(tree::<Floats<2>, Addition>),
        _ => None,
    }
}

#[target_feature(enable = "avx2")]
unsafe fn tree<V: Vector, O: Operation>(elements: *const u8, n: usize, into: *mut u8) {
    // SAFETY: handed on to the caller.
    unsafe { vector::tree::<V, O>(elements, n, into) }
}

/// Sixteen words of which any eight consecutive ones are a mask of the first so many.
static FIRST: [u32; 16] = {
    let mut words = [0; 16];
    let mut i = 0;
    while i < 8 {
        words[i] = u32::MAX;
        i += 1;
    }
    words
};

/// The same vector, of which the compiler does not know where it is from: of a blend, a
/// shuffle and an addition it would make a horizontal addition, which takes as long as
/// two shuffles and an addition.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn opaque(mut vector: __m256d) -> __m256d {
    #[cfg(not(miri))]
    // SAFETY: does nothing.
    unsafe {
        asm!("/* {} */", inout(ymm_reg) vector, options(pure, nomem, nostack, preserves_flags));
    }
    vector
}

/// Four doubles, in elements of that many.
#[derive(Clone, Copy)]
struct Doubles<const COMPONENTS: usize>(__m256d);

// SAFETY: methods need AVX2, as the trait says.
unsafe impl<const COMPONENTS: usize> Vector for Doubles<COMPONENTS> {
    const NUMBER: usize = 8;
    const COMPONENTS: usize = COMPONENTS;

    #[inline(always)]
    unsafe fn all(number: f64) -> Self {
        // SAFETY: the caller sees to it that there is AVX2, here and below.
        Doubles(unsafe { _mm256_set1_pd(number) })
    }
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: as above; the caller gives a vector's bytes.
        Doubles(unsafe { _mm256_loadu_pd(from.cast()) })
    }
    #[inline(always)]
    unsafe fn load_first(from: *const u8, numbers: usize, rest: Self) -> Self {
        // SAFETY: as above; what the mask leaves out is not touched.
        Doubles(unsafe {
            let mask = _mm256_loadu_si256(FIRST.as_ptr().add(8 - 2 * numbers.min(4)).cast());
            let loaded = _mm256_maskload_pd(from.cast(), mask);
            _mm256_blendv_pd(rest.0, loaded, _mm256_castsi256_pd(mask))
        })
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: as above; the caller gives room for a vector.
        unsafe { _mm256_storeu_pd(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn prefetch(at: *const u8) {
        // SAFETY: asking for memory has no effect but on time.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
    }
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { _mm256_add_pd(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { _mm256_mul_pd(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn deal(a: Self, b: Self, stride: usize) -> (Self, Self) {
        let (a, b) = (a.0, b.0);
        // SAFETY: as above.
        let (x, y) = unsafe {
            match stride {
                8 => (_mm256_blend_pd::<0b1010>(a, b), opaque(_mm256_shuffle_pd::<0b0101>(a, b))),
                _ => (_mm256_blend_pd::<0b1100>(a, b), _mm256_permute2f128_pd::<0x21>(a, b)),
            }
        };
        (Doubles(x), Doubles(y))
    }
}

/// Eight floats, in elements of that many.
#[derive(Clone, Copy)]
struct Floats<const COMPONENTS: usize>(__m256);

// SAFETY: methods need AVX2, as the trait says.
unsafe impl<const COMPONENTS: usize> Vector for Floats<COMPONENTS> {
    const NUMBER: usize = 4;
    const COMPONENTS: usize = COMPONENTS;

    #[inline(always)]
    unsafe fn all(number: f64) -> Self {
        // SAFETY: the caller sees to it that there is AVX2, here and below.
        Floats(unsafe { _mm256_set1_ps(number as f32) })
    }
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: as above; the caller gives a vector's bytes.
        Floats(unsafe { _mm256_loadu_ps(from.cast()) })
    }
    #[inline(always)]
    unsafe fn load_first(from: *const u8, numbers: usize, rest: Self) -> Self {
        // SAFETY: as above; what the mask leaves out is not touched.
        Floats(unsafe {
            let mask = _mm256_loadu_si256(FIRST.as_ptr().add(8 - numbers.min(8)).cast());
            let loaded = _mm256_maskload_ps(from.cast(), mask);
            _mm256_blendv_ps(rest.0, loaded, _mm256_castsi256_ps(mask))
        })
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: as above; the caller gives room for a vector.
        unsafe { _mm256_storeu_ps(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn prefetch(at: *const u8) {
        // SAFETY: asking for memory has no effect but on time.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
    }
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: as above.
        Floats(unsafe { _mm256_add_ps(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        // SAFETY: as above.
        Floats(unsafe { _mm256_mul_ps(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn deal(a: Self, b: Self, stride: usize) -> (Self, Self) {
        let (a, b) = (a.0, b.0);
        // SAFETY: as above.
        let (x, y) = unsafe {
            match stride {
                // No one shuffle takes turns between two vectors' floats.
                4 => {
                    let (even_b, odd_a) = (_mm256_moveldup_ps(b), _mm256_movehdup_ps(a));
                    (_mm256_blend_ps::<0xaa>(a, even_b), _mm256_blend_ps::<0xaa>(odd_a, b))
                }
                8 => (_mm256_blend_ps::<0xcc>(a, b), _mm256_shuffle_ps::<0x4e>(a, b)),
                _ => (_mm256_blend_ps::<0xf0>(a, b), _mm256_permute2f128_ps::<0x21>(a, b)),
            }
        };
        (Floats(x), Floats(y))
    }
}
