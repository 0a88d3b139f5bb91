//! AVX2 with fused multiply-adds: two doubles, in registers of 16 bytes.

use super::{Bits, Lanes, Mask, Table};
use std::arch::x86_64::*;
use std::ops::{Add, Div, Mul, Neg, Sub};

#[derive(Clone, Copy)]
pub struct TwoDoubles(__m128d);

#[derive(Clone, Copy)]
pub struct TwoBits(__m128i);

/// All bits of a lane are set where it is true.
#[derive(Clone, Copy)]
pub struct TwoMask(__m128d);

impl TwoDoubles {
    /// # Safety
    /// The processor has AVX2 and fused multiply-adds.
    #[inline(always)]
    pub unsafe fn new(numbers: __m128d) -> TwoDoubles {
        TwoDoubles(numbers)
    }

    #[inline(always)]
    pub fn register(self) -> __m128d {
        self.0
    }
}

operator!(Add, add, TwoDoubles, _mm_add_pd);
operator!(Sub, sub, TwoDoubles, _mm_sub_pd);
operator!(Mul, mul, TwoDoubles, _mm_mul_pd);
operator!(Div, div, TwoDoubles, _mm_div_pd);
operator!(Add, add, TwoBits, _mm_add_epi64);
operator!(Sub, sub, TwoBits, _mm_sub_epi64);

impl Neg for TwoDoubles {
    type Output = TwoDoubles;
    #[inline(always)]
    fn neg(self) -> TwoDoubles {
        self.xor(self.all(-0.0))
    }
}

impl Lanes for TwoDoubles {
    type Bits = TwoBits;
    type Mask = TwoMask;

    #[inline(always)]
    fn all(self, number: f64) -> TwoDoubles {
        TwoDoubles(has!(_mm_set1_pd(number)))
    }
    #[inline(always)]
    fn all_bits(self, bits: u64) -> TwoBits {
        TwoBits(has!(_mm_set1_epi64x(bits as i64)))
    }
    #[inline(always)]
    fn fma(self, factor: TwoDoubles, term: TwoDoubles) -> TwoDoubles {
        TwoDoubles(has!(_mm_fmadd_pd(self.0, factor.0, term.0)))
    }
    #[inline(always)]
    fn fms(self, factor: TwoDoubles, term: TwoDoubles) -> TwoDoubles {
        TwoDoubles(has!(_mm_fmsub_pd(self.0, factor.0, term.0)))
    }
    #[inline(always)]
    fn fnma(self, factor: TwoDoubles, term: TwoDoubles) -> TwoDoubles {
        TwoDoubles(has!(_mm_fnmadd_pd(self.0, factor.0, term.0)))
    }
    #[inline(always)]
    fn sqrt(self) -> TwoDoubles {
        TwoDoubles(has!(_mm_sqrt_pd(self.0)))
    }
    #[inline(always)]
    fn abs(self) -> TwoDoubles {
        TwoDoubles(has!(_mm_andnot_pd(_mm_set1_pd(-0.0), self.0)))
    }
    #[inline(always)]
    fn sign(self) -> TwoDoubles {
        TwoDoubles(has!(_mm_and_pd(_mm_set1_pd(-0.0), self.0)))
    }
    #[inline(always)]
    fn xor(self, other: TwoDoubles) -> TwoDoubles {
        TwoDoubles(has!(_mm_xor_pd(self.0, other.0)))
    }
    #[inline(always)]
    fn bits(self) -> TwoBits {
        TwoBits(has!(_mm_castpd_si128(self.0)))
    }
    #[inline(always)]
    fn less(self, other: TwoDoubles) -> TwoMask {
        TwoMask(has!(_mm_cmp_pd::<_CMP_LT_OQ>(self.0, other.0)))
    }
    #[inline(always)]
    fn not_less(self, other: TwoDoubles) -> TwoMask {
        TwoMask(has!(_mm_cmp_pd::<_CMP_NLT_UQ>(self.0, other.0)))
    }
    #[inline(always)]
    fn differs(self, other: TwoDoubles) -> TwoMask {
        TwoMask(has!(_mm_cmp_pd::<_CMP_NEQ_UQ>(self.0, other.0)))
    }
    #[inline(always)]
    fn select(self, mask: TwoMask, other: TwoDoubles) -> TwoDoubles {
        TwoDoubles(has!(_mm_blendv_pd(other.0, self.0, mask.0)))
    }
    #[inline(always)]
    fn kept(self, mask: TwoMask) -> TwoDoubles {
        TwoDoubles(has!(_mm_and_pd(mask.0, self.0)))
    }
    #[inline(always)]
    fn zero_where(self, mask: TwoMask) -> TwoDoubles {
        TwoDoubles(has!(_mm_andnot_pd(mask.0, self.0)))
    }

    #[inline(always)]
    fn rows2<const N: usize>(index: TwoBits, table: &Table<2, N>) -> [TwoDoubles; 2] {
        let first = table.0.as_ptr().cast::<f64>();
        // SAFETY: the places are below N; a row is 16 bytes, aligned.
        unsafe {
            let [a, b] = places(index, N);
            let (even, odd) = (_mm_load_pd(first.add(2 * a)), _mm_load_pd(first.add(2 * b)));
            [TwoDoubles(_mm_unpacklo_pd(even, odd)), TwoDoubles(_mm_unpackhi_pd(even, odd))]
        }
    }

    #[inline(always)]
    fn rows4<const N: usize>(index: TwoBits, table: &Table<4, N>) -> [TwoDoubles; 4] {
        let first = table.0.as_ptr().cast::<f64>();
        let [a, b] = places(index, N);
        // SAFETY: the places are below N; a row is 32 bytes, and half a row 16, aligned.
        unsafe {
            let (even, odd) = (_mm_load_pd(first.add(4 * a)), _mm_load_pd(first.add(4 * b)));
            let even2 = _mm_load_pd(first.add(4 * a + 2));
            let odd2 = _mm_load_pd(first.add(4 * b + 2));
            [
                TwoDoubles(_mm_unpacklo_pd(even, odd)),
                TwoDoubles(_mm_unpackhi_pd(even, odd)),
                TwoDoubles(_mm_unpacklo_pd(even2, odd2)),
                TwoDoubles(_mm_unpackhi_pd(even2, odd2)),
            ]
        }
    }
}

/// The indices, modulo the number of rows.
#[inline(always)]
fn places(index: TwoBits, rows: usize) -> [usize; 2] {
    assert!(rows.is_power_of_two());
    // SAFETY: a value exists only where the processor has the instructions.
    unsafe {
        let index = _mm_and_si128(index.0, _mm_set1_epi64x(rows as i64 - 1));
        [_mm_cvtsi128_si64(index) as usize, _mm_extract_epi64::<1>(index) as usize]
    }
}

impl Bits for TwoBits {
    type Numbers = TwoDoubles;
    type Mask = TwoMask;

    #[inline(always)]
    fn numbers(self) -> TwoDoubles {
        TwoDoubles(has!(_mm_castsi128_pd(self.0)))
    }
    #[inline(always)]
    fn and(self, other: TwoBits) -> TwoBits {
        TwoBits(has!(_mm_and_si128(self.0, other.0)))
    }
    #[inline(always)]
    fn without(self, other: TwoBits) -> TwoBits {
        TwoBits(has!(_mm_andnot_si128(other.0, self.0)))
    }
    #[inline(always)]
    fn left<const BY: u32>(self) -> TwoBits {
        TwoBits(has!(_mm_sll_epi64(self.0, _mm_cvtsi64_si128(BY.into()))))
    }
    #[inline(always)]
    fn right<const BY: u32>(self) -> TwoBits {
        TwoBits(has!(_mm_srl_epi64(self.0, _mm_cvtsi64_si128(BY.into()))))
    }
    #[inline(always)]
    fn greater(self, other: TwoBits) -> TwoMask {
        TwoMask(has!(_mm_castsi128_pd(_mm_cmpgt_epi64(self.0, other.0))))
    }
}

impl Mask for TwoMask {
    const LANES: u32 = 2;

    #[inline(always)]
    fn or(self, other: TwoMask) -> TwoMask {
        TwoMask(has!(_mm_or_pd(self.0, other.0)))
    }
    #[inline(always)]
    fn and(self, other: TwoMask) -> TwoMask {
        TwoMask(has!(_mm_and_pd(self.0, other.0)))
    }
    #[inline(always)]
    fn not(self) -> TwoMask {
        TwoMask(has!(_mm_xor_pd(self.0, _mm_castsi128_pd(_mm_set1_epi64x(-1)))))
    }
    #[inline(always)]
    fn word(self) -> u32 {
        has!(_mm_movemask_pd(self.0)) as u32
    }
}
