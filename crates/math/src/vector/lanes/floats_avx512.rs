//! AVX-512 (F and DQ): sixteen floats.

use super::avx512::Eight;
use super::both::Both;
use super::floats::{floats, Few, Floats};
use super::Mask;
use std::arch::x86_64::*;
use std::ops::{Add, Mul, Sub};

/// A bit for each lane.
#[derive(Clone, Copy)]
pub struct SixteenFloatsMask(__mmask16);

floats! {
    SixteenFloats(__m512), Both<Eight>, SixteenFloatsMask, set: _mm512_set1_ps, max: _mm512_max_ps,
    integers: (_mm512_castps_si512, _mm512_castsi512_ps, _mm512_cvtepi32_ps, _mm512_cvtps_epi32),
    arithmetic: (_mm512_add_ps, _mm512_sub_ps, _mm512_mul_ps, _mm512_fmadd_ps, _mm512_fnmadd_ps),
    bits: (
        _mm512_and_ps, _mm512_xor_ps, _mm512_add_epi32, _mm512_sub_epi32, _mm512_min_epi32,
        _mm512_max_epi32
    ),
    shifts: (_mm512_sll_epi32, _mm512_srl_epi32),
    {
        #[inline(always)]
        fn above(self, other: SixteenFloats) -> SixteenFloatsMask {
            SixteenFloatsMask(has!(_mm512_cmpgt_epi32_mask(
                _mm512_castps_si512(self.0),
                _mm512_castps_si512(other.0)
            )))
        }
        #[inline(always)]
        fn zero_where(self, mask: SixteenFloatsMask) -> SixteenFloats {
            SixteenFloats(has!(_mm512_maskz_mov_ps(!mask.0, self.0)))
        }
        #[inline(always)]
        fn pick(self, table: &Few) -> SixteenFloats {
            // SAFETY: a table is aligned, and as long as a register.
            SixteenFloats(unsafe {
                let numbers = _mm512_load_ps(table.0.as_ptr().cast());
                _mm512_permutexvar_ps(_mm512_castps_si512(self.0), numbers)
            })
        }
        #[inline(always)]
        fn widen(self) -> Both<Eight> {
            // SAFETY: a value exists only where the processor has the instructions.
            unsafe {
                Both(
                    Eight::new(_mm512_cvtps_pd(_mm512_castps512_ps256(self.0))),
                    Eight::new(_mm512_cvtps_pd(_mm512_extractf32x8_ps::<1>(self.0))),
                )
            }
        }
        #[inline(always)]
        fn joined(high: SixteenFloats, low: SixteenFloats) -> Both<Eight> {
            // SAFETY: a value exists only where the processor has the instructions.
            unsafe {
                let first =
                    _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
                let last = _mm512_or_si512(first, _mm512_set1_epi32(8));
                Both(
                    Eight::new(_mm512_castps_pd(_mm512_permutex2var_ps(low.0, first, high.0))),
                    Eight::new(_mm512_castps_pd(_mm512_permutex2var_ps(low.0, last, high.0))),
                )
            }
        }
        #[inline(always)]
        fn narrow(doubles: Both<Eight>) -> SixteenFloats {
            SixteenFloats(has!({
                let low = _mm512_castps256_ps512(_mm512_cvtpd_ps(doubles.0.register()));
                _mm512_insertf32x8::<1>(low, _mm512_cvtpd_ps(doubles.1.register()))
            }))
        }
        #[inline(always)]
        fn low_bits(doubles: Both<Eight>) -> SixteenFloats {
            SixteenFloats(has!({
                let even =
                    _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
                _mm512_permutex2var_ps(
                    _mm512_castpd_ps(doubles.0.register()),
                    even,
                    _mm512_castpd_ps(doubles.1.register()),
                )
            }))
        }
    }
}

impl Mask for SixteenFloatsMask {
    const LANES: u32 = 16;

    #[inline(always)]
    fn or(self, other: SixteenFloatsMask) -> SixteenFloatsMask {
        SixteenFloatsMask(self.0 | other.0)
    }
    #[inline(always)]
    fn and(self, other: SixteenFloatsMask) -> SixteenFloatsMask {
        SixteenFloatsMask(self.0 & other.0)
    }
    #[inline(always)]
    fn not(self) -> SixteenFloatsMask {
        SixteenFloatsMask(!self.0)
    }
    #[inline(always)]
    fn word(self) -> u32 {
        self.0.into()
    }
}
