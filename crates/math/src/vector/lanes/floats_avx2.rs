//! AVX2 with fused multiply-adds: eight floats, or four.

use super::avx2::Four;
use super::both::Both;
use super::floats::{floats, Few, Floats};
use super::Mask;
use std::arch::x86_64::*;
use std::ops::{Add, Mul, Sub};

/// All bits of a lane are set where it is true.
#[derive(Clone, Copy)]
pub struct EightFloatsMask(__m256);

/// All bits of a lane are set where it is true.
#[derive(Clone, Copy)]
pub struct FourFloatsMask(__m128);

floats! {
    EightFloats(__m256), Both<Four>, EightFloatsMask, set: _mm256_set1_ps, max: _mm256_max_ps,
    integers: (_mm256_castps_si256, _mm256_castsi256_ps, _mm256_cvtepi32_ps, _mm256_cvtps_epi32),
    arithmetic: (_mm256_add_ps, _mm256_sub_ps, _mm256_mul_ps, _mm256_fmadd_ps, _mm256_fnmadd_ps),
    bits: (
        _mm256_and_ps, _mm256_xor_ps, _mm256_add_epi32, _mm256_sub_epi32, _mm256_min_epi32,
        _mm256_max_epi32
    ),
    shifts: (_mm256_sll_epi32, _mm256_srl_epi32),
    {
        #[inline(always)]
        fn above(self, other: EightFloats) -> EightFloatsMask {
            EightFloatsMask(has!(_mm256_castsi256_ps(_mm256_cmpgt_epi32(
                _mm256_castps_si256(self.0),
                _mm256_castps_si256(other.0)
            ))))
        }
        #[inline(always)]
        fn zero_where(self, mask: EightFloatsMask) -> EightFloats {
            EightFloats(has!(_mm256_andnot_ps(mask.0, self.0)))
        }
        #[inline(always)]
        fn pick(self, table: &Few) -> EightFloats {
            // SAFETY: a table is aligned, and longer than a register.
            EightFloats(unsafe {
                let eight = _mm256_load_ps(table.0.as_ptr().cast());
                _mm256_permutevar8x32_ps(eight, _mm256_castps_si256(self.0))
            })
        }
        /// First those that are first in each half of a half, as unpacking has them, too.
        #[inline(always)]
        fn widen(self) -> Both<Four> {
            // SAFETY: a value exists only where the processor has the instructions.
            unsafe {
                let numbers = _mm256_permute4x64_pd::<0b11_01_10_00>(_mm256_castps_pd(self.0));
                let numbers = _mm256_castpd_ps(numbers);
                Both(
                    Four::new(_mm256_cvtps_pd(_mm256_castps256_ps128(numbers))),
                    Four::new(_mm256_cvtps_pd(_mm256_extractf128_ps::<1>(numbers))),
                )
            }
        }
        #[inline(always)]
        fn joined(high: EightFloats, low: EightFloats) -> Both<Four> {
            // SAFETY: a value exists only where the processor has the instructions.
            unsafe {
                Both(
                    Four::new(_mm256_castps_pd(_mm256_unpacklo_ps(low.0, high.0))),
                    Four::new(_mm256_castps_pd(_mm256_unpackhi_ps(low.0, high.0))),
                )
            }
        }
        #[inline(always)]
        fn narrow(doubles: Both<Four>) -> EightFloats {
            EightFloats(has!({
                let low = _mm256_castps128_ps256(_mm256_cvtpd_ps(doubles.0.register()));
                let both = _mm256_insertf128_ps::<1>(low, _mm256_cvtpd_ps(doubles.1.register()));
                _mm256_castpd_ps(_mm256_permute4x64_pd::<0b11_01_10_00>(_mm256_castps_pd(both)))
            }))
        }
        #[inline(always)]
        fn low_bits(doubles: Both<Four>) -> EightFloats {
            EightFloats(has!(_mm256_shuffle_ps::<0b10_00_10_00>(
                _mm256_castpd_ps(doubles.0.register()),
                _mm256_castpd_ps(doubles.1.register())
            )))
        }
    }
}

floats! {
    FourFloats(__m128), Four, FourFloatsMask, set: _mm_set1_ps, max: _mm_max_ps,
    integers: (_mm_castps_si128, _mm_castsi128_ps, _mm_cvtepi32_ps, _mm_cvtps_epi32),
    arithmetic: (_mm_add_ps, _mm_sub_ps, _mm_mul_ps, _mm_fmadd_ps, _mm_fnmadd_ps),
    bits: (
        _mm_and_ps, _mm_xor_ps, _mm_add_epi32, _mm_sub_epi32, _mm_min_epi32, _mm_max_epi32
    ),
    shifts: (_mm_sll_epi32, _mm_srl_epi32),
    {
        #[inline(always)]
        fn above(self, other: FourFloats) -> FourFloatsMask {
            FourFloatsMask(has!(_mm_castsi128_ps(_mm_cmpgt_epi32(
                _mm_castps_si128(self.0),
                _mm_castps_si128(other.0)
            ))))
        }
        #[inline(always)]
        fn zero_where(self, mask: FourFloatsMask) -> FourFloats {
            FourFloats(has!(_mm_andnot_ps(mask.0, self.0)))
        }
        #[inline(always)]
        fn pick(self, table: &Few) -> FourFloats {
            // SAFETY: a table is aligned, and longer than a register.
            FourFloats(unsafe {
                let eight = _mm256_load_ps(table.0.as_ptr().cast());
                let index = _mm256_castsi128_si256(_mm_castps_si128(self.0));
                _mm256_castps256_ps128(_mm256_permutevar8x32_ps(eight, index))
            })
        }
        #[inline(always)]
        fn widen(self) -> Four {
            // SAFETY: a value exists only where the processor has the instructions.
            unsafe { Four::new(_mm256_cvtps_pd(self.0)) }
        }
        #[inline(always)]
        fn joined(high: FourFloats, low: FourFloats) -> Four {
            // SAFETY: a value exists only where the processor has the instructions.
            unsafe {
                let (first, last) =
                    (_mm_unpacklo_ps(low.0, high.0), _mm_unpackhi_ps(low.0, high.0));
                Four::new(_mm256_castps_pd(_mm256_set_m128(last, first)))
            }
        }
        #[inline(always)]
        fn narrow(doubles: Four) -> FourFloats {
            FourFloats(has!(_mm256_cvtpd_ps(doubles.register())))
        }
        #[inline(always)]
        fn low_bits(doubles: Four) -> FourFloats {
            FourFloats(has!({
                let bits = _mm256_castpd_ps(doubles.register());
                let (low, high) =
                    (_mm256_castps256_ps128(bits), _mm256_extractf128_ps::<1>(bits));
                _mm_shuffle_ps::<0b10_00_10_00>(low, high)
            }))
        }
    }
}

macro_rules! mask {
    ($type:ident, $lanes:literal, $or:ident, $and:ident, $xor:ident, $ones:expr, $word:ident) => {
        impl Mask for $type {
            const LANES: u32 = $lanes;

            #[inline(always)]
            fn or(self, other: $type) -> $type {
                $type(has!($or(self.0, other.0)))
            }
            #[inline(always)]
            fn and(self, other: $type) -> $type {
                $type(has!($and(self.0, other.0)))
            }
            #[inline(always)]
            fn not(self) -> $type {
                $type(has!($xor(self.0, $ones)))
            }
            #[inline(always)]
            fn word(self) -> u32 {
                has!($word(self.0)) as u32
            }
        }
    };
}

mask!(
    EightFloatsMask,
    8,
    _mm256_or_ps,
    _mm256_and_ps,
    _mm256_xor_ps,
    _mm256_castsi256_ps(_mm256_set1_epi32(-1)),
    _mm256_movemask_ps
);
mask!(
    FourFloatsMask,
    4,
    _mm_or_ps,
    _mm_and_ps,
    _mm_xor_ps,
    _mm_castsi128_ps(_mm_set1_epi32(-1)),
    _mm_movemask_ps
);
