//! SSE2: 16-byte vectors.

use super::register::{instructions, Simd};
use super::unit::Unit;
use std::arch::x86_64::*;
use std::convert::identity;

/// Two doubles, or four floats or words.
#[derive(Clone, Copy)]
pub struct Sse2(__m128d);

// SAFETY: methods touch what the trait says. All that their intrinsics need
// is the unit, which the trait demands.
#[allow(unsafe_op_in_unsafe_fn)]
unsafe impl Simd for Sse2 {
    const UNIT: Unit = Unit::Sse2;

    instructions! {
        add_f64 = _mm_add_pd(identity) identity;
        sub_f64 = _mm_sub_pd(identity) identity;
        mul_f64 = _mm_mul_pd(identity) identity;
        add_f32 = _mm_add_ps(_mm_castpd_ps) _mm_castps_pd;
        mul_f32 = _mm_mul_ps(_mm_castpd_ps) _mm_castps_pd;
        or = _mm_or_pd(identity) identity;
        add_u64 = _mm_add_epi64(_mm_castpd_si128) _mm_castsi128_pd;
    }

    #[inline(always)]
    unsafe fn magnitude_f64(self) -> Self {
        Sse2(_mm_andnot_pd(_mm_set1_pd(-0.0), self.0))
    }
    #[inline(always)]
    unsafe fn smaller_f64(self, other: Self) -> Self {
        Sse2(_mm_min_pd(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn smaller_but_zeros_f64(self, other: Self) -> Self {
        let zero = _mm_cmpeq_pd(other.0, _mm_setzero_pd());
        let infinite = _mm_and_pd(zero, _mm_set1_pd(f64::INFINITY));
        self.smaller_f64(Sse2(_mm_or_pd(other.magnitude_f64().0, infinite)))
    }
    #[inline(always)]
    unsafe fn equal_f64(self, other: Self) -> u32 {
        _mm_movemask_pd(_mm_cmpeq_pd(self.0, other.0)) as u32
    }
    #[inline(always)]
    unsafe fn narrowed_f64(self) -> Self {
        Sse2(_mm_cvtps_pd(_mm_cvtpd_ps(self.0)))
    }
    #[inline(always)]
    unsafe fn pair(even: u64, odd: u64) -> Self {
        Sse2(_mm_setr_pd(f64::from_bits(even), f64::from_bits(odd)))
    }
    #[cfg(not(miri))]
    #[inline(always)]
    unsafe fn stream(self, to: *mut u8) {
        _mm_stream_pd(to.cast(), self.0);
    }
    #[inline(always)]
    unsafe fn widen(from: *const u8) -> Self {
        Sse2(_mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64(from.cast()))))
    }
    /// The maximum of a NaN and a number is the second operand here, so where there was a NaN
    /// all bits of the second vector are set.
    #[inline(always)]
    unsafe fn largest([so_far, nan]: [Self; 2], a: Self, b: Self) -> [Self; 2] {
        let sign = _mm_set1_pd(-0.0);
        let (x, y) = (_mm_andnot_pd(sign, a.0), _mm_andnot_pd(sign, b.0));
        let larger = _mm_max_pd(_mm_max_pd(x, y), so_far.0);
        [Sse2(larger), Sse2(_mm_or_pd(nan.0, _mm_cmpunord_pd(a.0, b.0)))]
    }
    #[inline(always)]
    unsafe fn transpose(a: Self, b: Self, element: usize, _stride: usize) -> (Self, Self) {
        if element == 4 {
            // Neighbours stay neighbours; two steps bring the nodes in order.
            let (a, b) = (_mm_castpd_ps(a.0), _mm_castpd_ps(b.0));
            let (left, right) = (_mm_shuffle_ps::<0x88>(a, b), _mm_shuffle_ps::<0xdd>(a, b));
            (Sse2(_mm_castps_pd(left)), Sse2(_mm_castps_pd(right)))
        } else {
            (Sse2(_mm_unpacklo_pd(a.0, b.0)), Sse2(_mm_unpackhi_pd(a.0, b.0)))
        }
    }
}
