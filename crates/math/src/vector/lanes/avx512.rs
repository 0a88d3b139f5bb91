//! AVX-512 (F and DQ): eight doubles.

use super::{Bits, Lanes, Mask, Table};
use std::arch::x86_64::*;
use std::ops::{Add, Div, Mul, Neg, Sub};

#[derive(Clone, Copy)]
pub struct Eight(__m512d);

#[derive(Clone, Copy)]
pub struct EightBits(__m512i);

/// A bit for each lane.
#[derive(Clone, Copy)]
pub struct EightMask(__mmask8);

impl Eight {
    /// # Safety
    /// The processor has AVX-512 F and DQ, and AVX2 with fused multiply-adds.
    #[inline(always)]
    pub unsafe fn new(numbers: __m512d) -> Eight {
        Eight(numbers)
    }

    #[inline(always)]
    pub fn register(self) -> __m512d {
        self.0
    }
}

operator!(Add, add, Eight, _mm512_add_pd);
operator!(Sub, sub, Eight, _mm512_sub_pd);
operator!(Mul, mul, Eight, _mm512_mul_pd);
operator!(Div, div, Eight, _mm512_div_pd);
operator!(Add, add, EightBits, _mm512_add_epi64);
operator!(Sub, sub, EightBits, _mm512_sub_epi64);

impl Neg for Eight {
    type Output = Eight;
    #[inline(always)]
    fn neg(self) -> Eight {
        self.xor(self.all(-0.0))
    }
}

impl Lanes for Eight {
    type Bits = EightBits;
    type Mask = EightMask;

    #[inline(always)]
    fn all(self, number: f64) -> Eight {
        Eight(has!(_mm512_set1_pd(number)))
    }
    #[inline(always)]
    fn all_bits(self, bits: u64) -> EightBits {
        EightBits(has!(_mm512_set1_epi64(bits as i64)))
    }
    #[inline(always)]
    fn fma(self, factor: Eight, term: Eight) -> Eight {
        Eight(has!(_mm512_fmadd_pd(self.0, factor.0, term.0)))
    }
    #[inline(always)]
    fn fms(self, factor: Eight, term: Eight) -> Eight {
        Eight(has!(_mm512_fmsub_pd(self.0, factor.0, term.0)))
    }
    #[inline(always)]
    fn fnma(self, factor: Eight, term: Eight) -> Eight {
        Eight(has!(_mm512_fnmadd_pd(self.0, factor.0, term.0)))
    }
    #[inline(always)]
    fn sqrt(self) -> Eight {
        Eight(has!(_mm512_sqrt_pd(self.0)))
    }
    #[inline(always)]
    fn abs(self) -> Eight {
        Eight(has!(_mm512_andnot_pd(_mm512_set1_pd(-0.0), self.0)))
    }
    #[inline(always)]
    fn sign(self) -> Eight {
        Eight(has!(_mm512_and_pd(_mm512_set1_pd(-0.0), self.0)))
    }
    #[inline(always)]
    fn xor(self, other: Eight) -> Eight {
        Eight(has!(_mm512_xor_pd(self.0, other.0)))
    }
    #[inline(always)]
    fn bits(self) -> EightBits {
        EightBits(has!(_mm512_castpd_si512(self.0)))
    }
    #[inline(always)]
    fn less(self, other: Eight) -> EightMask {
        EightMask(has!(_mm512_cmp_pd_mask::<_CMP_LT_OQ>(self.0, other.0)))
    }
    #[inline(always)]
    fn not_less(self, other: Eight) -> EightMask {
        EightMask(has!(_mm512_cmp_pd_mask::<_CMP_NLT_UQ>(self.0, other.0)))
    }
    #[inline(always)]
    fn differs(self, other: Eight) -> EightMask {
        EightMask(has!(_mm512_cmp_pd_mask::<_CMP_NEQ_UQ>(self.0, other.0)))
    }
    #[inline(always)]
    fn select(self, mask: EightMask, other: Eight) -> Eight {
        Eight(has!(_mm512_mask_blend_pd(mask.0, other.0, self.0)))
    }
    #[inline(always)]
    fn kept(self, mask: EightMask) -> Eight {
        Eight(has!(_mm512_maskz_mov_pd(mask.0, self.0)))
    }
    #[inline(always)]
    fn zero_where(self, mask: EightMask) -> Eight {
        Eight(has!(_mm512_maskz_mov_pd(!mask.0, self.0)))
    }

    #[inline(always)]
    fn rows2<const N: usize>(index: EightBits, table: &Table<2, N>) -> [Eight; 2] {
        let first = table.0.as_ptr().cast::<f64>();
        let at = places(index, N).left::<1>();
        // SAFETY: the indices are below N rows of two numbers.
        unsafe { [gather(at, first), gather(at, first.add(1))] }
    }

    #[inline(always)]
    fn rows4<const N: usize>(index: EightBits, table: &Table<4, N>) -> [Eight; 4] {
        let first = table.0.as_ptr().cast::<f64>();
        let at = places(index, N).left::<2>();
        // SAFETY: the indices are below N rows of four numbers.
        unsafe {
            [
                gather(at, first),
                gather(at, first.add(1)),
                gather(at, first.add(2)),
                gather(at, first.add(3)),
            ]
        }
    }
}

/// The indices, modulo the number of rows.
#[inline(always)]
fn places(index: EightBits, rows: usize) -> EightBits {
    assert!(rows.is_power_of_two());
    index.and(EightBits(has!(_mm512_set1_epi64(rows as i64 - 1))))
}

/// The numbers at these places.
///
/// # Safety
/// There are numbers.
#[inline(always)]
unsafe fn gather(at: EightBits, numbers: *const f64) -> Eight {
    // SAFETY: the caller's promise.
    Eight(unsafe { _mm512_i64gather_pd::<8>(at.0, numbers) })
}

impl Bits for EightBits {
    type Numbers = Eight;
    type Mask = EightMask;

    #[inline(always)]
    fn numbers(self) -> Eight {
        Eight(has!(_mm512_castsi512_pd(self.0)))
    }
    #[inline(always)]
    fn and(self, other: EightBits) -> EightBits {
        EightBits(has!(_mm512_and_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn without(self, other: EightBits) -> EightBits {
        EightBits(has!(_mm512_andnot_si512(other.0, self.0)))
    }
    #[inline(always)]
    fn left<const BY: u32>(self) -> EightBits {
        EightBits(has!(_mm512_sll_epi64(self.0, _mm_cvtsi64_si128(BY.into()))))
    }
    #[inline(always)]
    fn right<const BY: u32>(self) -> EightBits {
        EightBits(has!(_mm512_srl_epi64(self.0, _mm_cvtsi64_si128(BY.into()))))
    }
    #[inline(always)]
    fn greater(self, other: EightBits) -> EightMask {
        EightMask(has!(_mm512_cmpgt_epi64_mask(self.0, other.0)))
    }
}

impl Mask for EightMask {
    const LANES: u32 = 8;

    #[inline(always)]
    fn or(self, other: EightMask) -> EightMask {
        EightMask(self.0 | other.0)
    }
    #[inline(always)]
    fn and(self, other: EightMask) -> EightMask {
        EightMask(self.0 & other.0)
    }
    #[inline(always)]
    fn not(self) -> EightMask {
        EightMask(!self.0)
    }
    #[inline(always)]
    fn word(self) -> u32 {
        self.0.into()
    }
}
