//! Deposits on SSE2: 16-byte vectors.

use super::super::column_sum::Summand;
use super::vector::{self, Load, Take, Vector};
use super::{Levels, Totals, Unit};
use std::arch::x86_64::*;

pub const UNIT: Unit = Unit {
    name: "sse2",
    there: || true,
    doubles: vector::deposit::<Doubles, f64>,
    floats: vector::deposit::<Doubles, f32>,
};

/// Two doubles.
#[derive(Clone, Copy)]
struct Doubles(__m128d);

/// The largest magnitudes of the numbers that are not NaN, and all bits where one was.
#[derive(Clone, Copy)]
struct Largest(__m128d, __m128d);

// SAFETY: methods need SSE2, as the trait says.
unsafe impl Vector for Doubles {
    type Largest = Largest;

    #[inline(always)]
    unsafe fn pair(even: f64, odd: f64) -> Self {
        // SAFETY: the caller sees to it that there is SSE2, here and below.
        Doubles(unsafe { _mm_setr_pd(even, odd) })
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut f64) {
        // SAFETY: as above; the caller gives room for a vector.
        unsafe { _mm_storeu_pd(to, self.0) }
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
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { _mm_sub_pd(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { _mm_or_pd(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn add_bits(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe {
            let (a, b) = (_mm_castpd_si128(self.0), _mm_castpd_si128(other.0));
            Doubles(_mm_castsi128_pd(_mm_add_epi64(a, b)))
        }
    }
    #[inline(always)]
    unsafe fn nothing() -> Largest {
        // SAFETY: as above.
        unsafe { Largest(_mm_setzero_pd(), _mm_setzero_pd()) }
    }
    /// (Of a NaN and a number the processor's maximum is the second operand.)
    #[inline(always)]
    unsafe fn see(largest: Largest, a: Self, b: Self) -> Largest {
        // SAFETY: as above.
        unsafe {
            let sign = _mm_set1_pd(-0.0);
            let (x, y) = (_mm_andnot_pd(sign, a.0), _mm_andnot_pd(sign, b.0));
            let nan = _mm_cmpunord_pd(a.0, b.0);
            let larger = _mm_max_pd(_mm_max_pd(x, y), largest.0);
            Largest(larger, _mm_or_pd(largest.1, nan))
        }
    }
    #[inline(always)]
    unsafe fn seen(largest: Largest) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { _mm_or_pd(largest.0, largest.1) })
    }
    #[target_feature(enable = "sse2")]
    unsafe fn deposit<T: Summand, R: Take, const COUNT: usize>(
        row: *const u8,
        n: usize,
        levels: &Levels,
    ) -> Totals
    where
        Self: Load<T>,
    {
        // SAFETY: handed on to the caller.
        unsafe { vector::deposit_in::<Self, T, R, COUNT>(row, n, levels) }
    }
}

// SAFETY: as above.
unsafe impl Load<f64> for Doubles {
    #[inline(always)]
    unsafe fn load(from: *const f64) -> Self {
        // SAFETY: as above; the caller gives a vector's numbers.
        Doubles(unsafe { _mm_loadu_pd(from) })
    }
    #[inline(always)]
    unsafe fn load_first(from: *const f64, numbers: usize) -> Self {
        let mut pair = [0.0f64; 2];
        // SAFETY: the caller gives so many numbers; there is room for two.
        unsafe {
            std::ptr::copy_nonoverlapping(
                from.cast::<u8>(),
                pair.as_mut_ptr().cast(),
                8 * numbers.min(2),
            );
            Doubles(_mm_loadu_pd(pair.as_ptr()))
        }
    }
}

// SAFETY: as above.
unsafe impl Load<f32> for Doubles {
    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: as above; the caller gives a vector's numbers.
        Doubles(unsafe { _mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64(from.cast()))) })
    }
    #[inline(always)]
    unsafe fn load_first(from: *const f32, numbers: usize) -> Self {
        let mut pair = [0.0f32; 4];
        // SAFETY: the caller gives so many numbers; there is room for two.
        unsafe {
            std::ptr::copy_nonoverlapping(
                from.cast::<u8>(),
                pair.as_mut_ptr().cast(),
                4 * numbers.min(2),
            );
            Doubles(_mm_cvtps_pd(_mm_loadu_ps(pair.as_ptr())))
        }
    }
}
