//! The tree over a row on AVX-512: 64-byte vectors.
//!
//! One of the processor's ports shuffles, two add and select. So of a round's two
//! shuffles one is a selection: 7 shuffles, not 14, for 64 doubles.

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

#[target_feature(enable = "avx512f")]
unsafe fn tree<V: Vector, O: Operation>(elements: *const u8, n: usize, into: *mut u8) {
    // SAFETY: handed on to the caller.
    unsafe { vector::tree::<V, O>(elements, n, into) }
}

/// b's doubles where the bit is set, a's elsewhere, without using the unit that
/// shuffles: a selection by bits. (The compiler, if it saw what the mask is, would make
/// a shuffle of it; and of a selection by a mask register too.)
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn choose(which: u8, a: __m512d, b: __m512d) -> __m512d {
    let mut mask = _mm512_maskz_set1_epi64(which, -1);
    #[cfg(not(miri))]
    // SAFETY: does nothing.
    unsafe {
        asm!("/* {} */", inout(zmm_reg) mask, options(pure, nomem, nostack, preserves_flags));
    }
    let (a, b) = (_mm512_castpd_si512(a), _mm512_castpd_si512(b));
    _mm512_castsi512_pd(_mm512_ternarylogic_epi64::<0xca>(mask, b, a))
}

/// Eight doubles, in elements of that many.
#[derive(Clone, Copy)]
struct Doubles<const COMPONENTS: usize>(__m512d);

// SAFETY: methods need AVX-512F, as the trait says.
unsafe impl<const COMPONENTS: usize> Vector for Doubles<COMPONENTS> {
    const NUMBER: usize = 8;
    const COMPONENTS: usize = COMPONENTS;

    #[inline(always)]
    unsafe fn all(number: f64) -> Self {
        // SAFETY: the caller sees to it that there is AVX-512F, here and below.
        Doubles(unsafe { _mm512_set1_pd(number) })
    }
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: as above; the caller gives a vector's bytes.
        Doubles(unsafe { _mm512_loadu_pd(from.cast()) })
    }
    #[inline(always)]
    unsafe fn load_first(from: *const u8, numbers: usize, rest: Self) -> Self {
        let mask = (1u32 << numbers.min(8)) - 1;
        // SAFETY: as above; what the mask leaves out is not touched.
        Doubles(unsafe { _mm512_mask_loadu_pd(rest.0, mask as u8, from.cast()) })
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: as above; the caller gives room for a vector.
        unsafe { _mm512_storeu_pd(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn prefetch(at: *const u8) {
        // SAFETY: asking for memory has no effect but on time.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
    }
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { _mm512_add_pd(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { _mm512_mul_pd(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn deal(a: Self, b: Self, stride: usize) -> (Self, Self) {
        let (a, b) = (a.0, b.0);
        // SAFETY: as above.
        let (x, y) = unsafe {
            match stride {
                8 => (choose(0b1010_1010, a, b), _mm512_shuffle_pd::<0x55>(a, b)),
                16 => {
                    let places = _mm512_setr_epi64(2, 3, 8, 9, 6, 7, 12, 13);
                    let y = _mm512_permutex2var_pd(a, places, b);
                    (choose(0b1100_1100, a, b), y)
                }
                _ => (choose(0b1111_0000, a, b), _mm512_shuffle_f64x2::<0x4e>(a, b)),
            }
        };
        (Doubles(x), Doubles(y))
    }
}

/// Sixteen floats, in elements of that many.
#[derive(Clone, Copy)]
struct Floats<const COMPONENTS: usize>(__m512);

// SAFETY: methods need AVX-512F, as the trait says.
unsafe impl<const COMPONENTS: usize> Vector for Floats<COMPONENTS> {
    const NUMBER: usize = 4;
    const COMPONENTS: usize = COMPONENTS;

    #[inline(always)]
    unsafe fn all(number: f64) -> Self {
        // SAFETY: the caller sees to it that there is AVX-512F, here and below.
        Floats(unsafe { _mm512_set1_ps(number as f32) })
    }
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: as above; the caller gives a vector's bytes.
        Floats(unsafe { _mm512_loadu_ps(from.cast()) })
    }
    #[inline(always)]
    unsafe fn load_first(from: *const u8, numbers: usize, rest: Self) -> Self {
        let mask = (1u32 << numbers.min(16)) - 1;
        // SAFETY: as above; what the mask leaves out is not touched.
        Floats(unsafe { _mm512_mask_loadu_ps(rest.0, mask as u16, from.cast()) })
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: as above; the caller gives room for a vector.
        unsafe { _mm512_storeu_ps(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn prefetch(at: *const u8) {
        // SAFETY: asking for memory has no effect but on time.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
    }
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: as above.
        Floats(unsafe { _mm512_add_ps(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        // SAFETY: as above.
        Floats(unsafe { _mm512_mul_ps(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn deal(a: Self, b: Self, stride: usize) -> (Self, Self) {
        let (a, b) = (a.0, b.0);
        // SAFETY: as above.
        let (x, y) = unsafe {
            match stride {
                4 => {
                    let places = _mm512_setr_epi32(
                        1, 16, 3, 18, 5, 20, 7, 22, 9, 24, 11, 26, 13, 28, 15, 30,
                    );
                    let y = _mm512_permutex2var_ps(a, places, b);
                    (_mm512_mask_blend_ps(0xaaaa, a, b), y)
                }
                8 => (_mm512_mask_blend_ps(0xcccc, a, b), _mm512_shuffle_ps::<0x4e>(a, b)),
                _ => {
                    let (a, b) = (_mm512_castps_pd(a), _mm512_castps_pd(b));
                    let (x, y) = Doubles::<1>::deal(Doubles(a), Doubles(b), stride);
                    (_mm512_castpd_ps(x.0), _mm512_castpd_ps(y.0))
                }
            }
        };
        (Floats(x), Floats(y))
    }
}
