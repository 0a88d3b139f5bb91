//! Deposits on AVX-512: 64-byte vectors.

use super::super::column_sum::Summand;
use super::vector::{self, Load, Take, Vector};
use super::{Levels, Totals, Unit};
use std::arch::x86_64::*;

pub const UNIT: Unit = Unit {
    name: "avx512",
    there: || is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq"),
    doubles: vector::deposit::<Doubles, f64>,
    floats: vector::deposit::<Doubles, f32>,
};

/// Eight doubles.
#[derive(Clone, Copy)]
struct Doubles(__m512d);

// SAFETY: methods need AVX-512 (F and DQ), as the trait says.
unsafe impl Vector for Doubles {
    type Largest = __m512i;

    #[inline(always)]
    unsafe fn pair(even: f64, odd: f64) -> Self {
        // SAFETY: the caller sees to it that there is AVX-512 (F and DQ), here and below.
        Doubles(unsafe { _mm512_setr4_pd(even, odd, even, odd) })
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut f64) {
        // SAFETY: as above; the caller gives room for a vector.
        unsafe { _mm512_storeu_pd(to, self.0) }
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
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { _mm512_sub_pd(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe {
            let (a, b) = (_mm512_castpd_si512(self.0), _mm512_castpd_si512(other.0));
            Doubles(_mm512_castsi512_pd(_mm512_or_si512(a, b)))
        }
    }
    #[inline(always)]
    unsafe fn add_bits(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe {
            let (a, b) = (_mm512_castpd_si512(self.0), _mm512_castpd_si512(other.0));
            Doubles(_mm512_castsi512_pd(_mm512_add_epi64(a, b)))
        }
    }
    #[inline(always)]
    unsafe fn nothing() -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_setzero_si512() }
    }
    /// As integers: the bits of a NaN are above infinity's.
    #[inline(always)]
    unsafe fn see(largest: __m512i, a: Self, b: Self) -> __m512i {
        // SAFETY: as above.
        unsafe {
            let a = _mm512_castpd_si512(_mm512_abs_pd(a.0));
            let b = _mm512_castpd_si512(_mm512_abs_pd(b.0));
            _mm512_max_epu64(largest, _mm512_max_epu64(a, b))
        }
    }
    /// One operation for two numbers, but of a NaN and a number it takes the number.
    #[inline(always)]
    unsafe fn see_numbers(largest: __m512i, a: Self, b: Self) -> __m512i {
        // The larger magnitude, without a sign.
        const LARGER: i32 = 0b1011;
        // SAFETY: as above.
        unsafe {
            let both = _mm512_range_pd::<LARGER>(a.0, b.0);
            let all = _mm512_range_pd::<LARGER>(_mm512_castsi512_pd(largest), both);
            _mm512_castpd_si512(all)
        }
    }
    #[inline(always)]
    unsafe fn seen(largest: __m512i) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { _mm512_castsi512_pd(largest) })
    }
    #[target_feature(enable = "avx512f,avx512dq")]
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
        Doubles(unsafe { _mm512_loadu_pd(from) })
    }
    #[inline(always)]
    unsafe fn load_first(from: *const f64, numbers: usize) -> Self {
        let mask = (1u32 << numbers.min(8)) - 1;
        // SAFETY: as above; what the mask leaves out is not touched.
        Doubles(unsafe { _mm512_maskz_loadu_pd(mask as u8, from) })
    }
}

// SAFETY: as above.
unsafe impl Load<f32> for Doubles {
    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: as above; the caller gives a vector's numbers.
        Doubles(unsafe { _mm512_cvtps_pd(_mm256_loadu_ps(from)) })
    }
    #[inline(always)]
    unsafe fn load_first(from: *const f32, numbers: usize) -> Self {
        let mask = (1u32 << numbers.min(8)) - 1;
        // SAFETY: as above; what the mask leaves out is not touched.
        let floats = unsafe { _mm512_maskz_loadu_ps(mask as u16, from) };
        // SAFETY: as above.
        Doubles(unsafe { _mm512_cvtps_pd(_mm512_castps512_ps256(floats)) })
    }
}
