//! Deposits on AVX2: 32-byte vectors.

use super::super::column_sum::Summand;
use super::vector::{self, Load, Take, Vector};
use super::{Levels, Totals, Unit};
use std::arch::x86_64::*;

pub const UNIT: Unit = Unit {
    name: "avx2",
    there: || is_x86_feature_detected!("avx2"),
    doubles: vector::deposit::<Doubles, f64>,
    floats: vector::deposit::<Doubles, f32>,
};

/// Eight words of which any four consecutive ones are a mask of the first so many.
static FIRST: [u64; 8] = [u64::MAX, u64::MAX, u64::MAX, u64::MAX, 0, 0, 0, 0];

/// The same, of four bytes each.
static FIRST_HALF: [u32; 8] = [u32::MAX, u32::MAX, u32::MAX, u32::MAX, 0, 0, 0, 0];

/// Four doubles.
#[derive(Clone, Copy)]
struct Doubles(__m256d);

/// The largest magnitudes of the numbers that are not NaN, and all bits where one was.
#[derive(Clone, Copy)]
struct Largest(__m256d, __m256d);

// SAFETY: methods need AVX2, as the trait says.
unsafe impl Vector for Doubles {
    type Largest = Largest;

    #[inline(always)]
    unsafe fn pair(even: f64, odd: f64) -> Self {
        // SAFETY: the caller sees to it that there is AVX2, here and below.
        Doubles(unsafe { _mm256_setr_pd(even, odd, even, odd) })
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut f64) {
        // SAFETY: as above; the caller gives room for a vector.
        unsafe { _mm256_storeu_pd(to, self.0) }
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
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { _mm256_sub_pd(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { _mm256_or_pd(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn add_bits(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe {
            let (a, b) = (_mm256_castpd_si256(self.0), _mm256_castpd_si256(other.0));
            Doubles(_mm256_castsi256_pd(_mm256_add_epi64(a, b)))
        }
    }
    #[inline(always)]
    unsafe fn nothing() -> Largest {
        // SAFETY: as above.
        unsafe { Largest(_mm256_setzero_pd(), _mm256_setzero_pd()) }
    }
    /// (Of a NaN and a number the processor's maximum is the second operand.)
    #[inline(always)]
    unsafe fn see(largest: Largest, a: Self, b: Self) -> Largest {
        // SAFETY: as above.
        unsafe {
            let sign = _mm256_set1_pd(-0.0);
            let (x, y) = (_mm256_andnot_pd(sign, a.0), _mm256_andnot_pd(sign, b.0));
            let nan = _mm256_cmp_pd::<_CMP_UNORD_Q>(a.0, b.0);
            let larger = _mm256_max_pd(_mm256_max_pd(x, y), largest.0);
            Largest(larger, _mm256_or_pd(largest.1, nan))
        }
    }
    #[inline(always)]
    unsafe fn seen(largest: Largest) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { _mm256_or_pd(largest.0, largest.1) })
    }
    #[target_feature(enable = "avx2")]
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
        Doubles(unsafe { _mm256_loadu_pd(from) })
    }
    #[inline(always)]
    unsafe fn load_first(from: *const f64, numbers: usize) -> Self {
        // SAFETY: as above; what the mask leaves out is not touched.
        Doubles(unsafe {
            let mask = _mm256_loadu_si256(FIRST.as_ptr().add(4 - numbers.min(4)).cast());
            _mm256_maskload_pd(from, mask)
        })
    }
}

// SAFETY: as above.
unsafe impl Load<f32> for Doubles {
    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: as above; the caller gives a vector's numbers.
        Doubles(unsafe { _mm256_cvtps_pd(_mm_loadu_ps(from)) })
    }
    #[inline(always)]
    unsafe fn load_first(from: *const f32, numbers: usize) -> Self {
        // SAFETY: as above; what the mask leaves out is not touched.
        Doubles(unsafe {
            let mask = _mm_loadu_si128(FIRST_HALF.as_ptr().add(4 - numbers.min(4)).cast());
            _mm256_cvtps_pd(_mm_maskload_ps(from, mask))
        })
    }
}
