//! AVX2 with fused multiply-adds: four doubles.

use super::{Bits, Lanes, Mask, Table};
use std::arch::x86_64::*;
use std::mem::MaybeUninit;
use std::ops::{Add, Div, Mul, Neg, Sub};

#[derive(Clone, Copy)]
pub struct Four(__m256d);

#[derive(Clone, Copy)]
pub struct FourBits(__m256i);

/// All bits of a lane are set where it is true.
#[derive(Clone, Copy)]
pub struct FourMask(__m256d);

impl Four {
    /// # Safety
    /// The processor has AVX2 and fused multiply-adds.
    #[inline(always)]
    pub unsafe fn new(numbers: __m256d) -> Four {
        Four(numbers)
    }

    #[inline(always)]
    pub fn register(self) -> __m256d {
        self.0
    }
}

operator!(Add, add, Four, _mm256_add_pd);
operator!(Sub, sub, Four, _mm256_sub_pd);
operator!(Mul, mul, Four, _mm256_mul_pd);
operator!(Div, div, Four, _mm256_div_pd);
operator!(Add, add, FourBits, _mm256_add_epi64);
operator!(Sub, sub, FourBits, _mm256_sub_epi64);

impl Neg for Four {
    type Output = Four;
    #[inline(always)]
    fn neg(self) -> Four {
        self.xor(self.all(-0.0))
    }
}

impl Lanes for Four {
    type Bits = FourBits;
    type Mask = FourMask;

    #[inline(always)]
    fn all(self, number: f64) -> Four {
        Four(has!(_mm256_set1_pd(number)))
    }
    #[inline(always)]
    fn all_bits(self, bits: u64) -> FourBits {
        FourBits(has!(_mm256_set1_epi64x(bits as i64)))
    }
    #[inline(always)]
    fn fma(self, factor: Four, term: Four) -> Four {
        Four(has!(_mm256_fmadd_pd(self.0, factor.0, term.0)))
    }
    #[inline(always)]
    fn fms(self, factor: Four, term: Four) -> Four {
        Four(has!(_mm256_fmsub_pd(self.0, factor.0, term.0)))
    }
    #[inline(always)]
    fn fnma(self, factor: Four, term: Four) -> Four {
        Four(has!(_mm256_fnmadd_pd(self.0, factor.0, term.0)))
    }
    #[inline(always)]
    fn sqrt(self) -> Four {
        Four(has!(_mm256_sqrt_pd(self.0)))
    }
    #[inline(always)]
    fn abs(self) -> Four {
        Four(has!(_mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0)))
    }
    #[inline(always)]
    fn sign(self) -> Four {
        Four(has!(_mm256_and_pd(_mm256_set1_pd(-0.0), self.0)))
    }
    #[inline(always)]
    fn xor(self, other: Four) -> Four {
        Four(has!(_mm256_xor_pd(self.0, other.0)))
    }
    #[inline(always)]
    fn bits(self) -> FourBits {
        FourBits(has!(_mm256_castpd_si256(self.0)))
    }
    #[inline(always)]
    fn less(self, other: Four) -> FourMask {
        FourMask(has!(_mm256_cmp_pd::<_CMP_LT_OQ>(self.0, other.0)))
    }
    #[inline(always)]
    fn not_less(self, other: Four) -> FourMask {
        FourMask(has!(_mm256_cmp_pd::<_CMP_NLT_UQ>(self.0, other.0)))
    }
    #[inline(always)]
    fn differs(self, other: Four) -> FourMask {
        FourMask(has!(_mm256_cmp_pd::<_CMP_NEQ_UQ>(self.0, other.0)))
    }
    #[inline(always)]
    fn select(self, mask: FourMask, other: Four) -> Four {
        Four(has!(_mm256_blendv_pd(other.0, self.0, mask.0)))
    }
    #[inline(always)]
    fn kept(self, mask: FourMask) -> Four {
        Four(has!(_mm256_and_pd(mask.0, self.0)))
    }
    #[inline(always)]
    fn zero_where(self, mask: FourMask) -> Four {
        Four(has!(_mm256_andnot_pd(mask.0, self.0)))
    }

    /// One load a lane: where gathers are slow, they are slower.
    #[inline(always)]
    fn rows2<const N: usize>(index: FourBits, table: &Table<2, N>) -> [Four; 2] {
        let [a, b, c, d] = places(index, N);
        let first = table.0.as_ptr().cast::<f64>();
        // SAFETY: the places are below N; a row is 16 bytes, aligned.
        unsafe {
            let even = both(first.add(2 * a), first.add(2 * c));
            let odd = both(first.add(2 * b), first.add(2 * d));
            [Four(_mm256_unpacklo_pd(even, odd)), Four(_mm256_unpackhi_pd(even, odd))]
        }
    }

    #[inline(always)]
    fn rows4<const N: usize>(index: FourBits, table: &Table<4, N>) -> [Four; 4] {
        let [a, b, c, d] = places(index, N);
        let first = table.0.as_ptr().cast::<f64>();
        // SAFETY: the places are below N; a row is 32 bytes, and half a row 16, aligned.
        unsafe {
            let even = both(first.add(4 * a), first.add(4 * c));
            let odd = both(first.add(4 * b), first.add(4 * d));
            let even2 = both(first.add(4 * a + 2), first.add(4 * c + 2));
            let odd2 = both(first.add(4 * b + 2), first.add(4 * d + 2));
            [
                Four(_mm256_unpacklo_pd(even, odd)),
                Four(_mm256_unpackhi_pd(even, odd)),
                Four(_mm256_unpacklo_pd(even2, odd2)),
                Four(_mm256_unpackhi_pd(even2, odd2)),
            ]
        }
    }
}

/// The two numbers at `low`, then the two at `high`.
///
/// # Safety
/// They are there, at multiples of 16 bytes; the processor has AVX.
#[inline(always)]
unsafe fn both(low: *const f64, high: *const f64) -> __m256d {
    // SAFETY: the caller's promise.
    unsafe {
        _mm256_insertf128_pd::<1>(_mm256_castpd128_pd256(_mm_load_pd(low)), _mm_load_pd(high))
    }
}

/// The indices, modulo the number of rows.
///
/// They are stored and loaded: extracting them from a register would keep busy the units that compute,
/// and the compiler would do that, if the accesses were not volatile.
#[inline(always)]
fn places(index: FourBits, rows: usize) -> [usize; 4] {
    assert!(rows.is_power_of_two());
    let mut halves = MaybeUninit::<[__m128i; 2]>::uninit();
    let (half, place) = (halves.as_mut_ptr().cast::<__m128i>(), halves.as_ptr().cast::<usize>());
    // SAFETY: a value exists only where the processor has the instructions; the array has two halves, and
    // four places, which are read once both halves are written.
    unsafe {
        let index = _mm256_and_si256(index.0, _mm256_set1_epi64x(rows as i64 - 1));
        half.write_volatile(_mm256_castsi256_si128(index));
        half.add(1).write_volatile(_mm256_extracti128_si256::<1>(index));
        [
            place.read_volatile(),
            place.add(1).read_volatile(),
            place.add(2).read_volatile(),
            place.add(3).read_volatile(),
        ]
    }
}

impl Bits for FourBits {
    type Numbers = Four;
    type Mask = FourMask;

    #[inline(always)]
    fn numbers(self) -> Four {
        Four(has!(_mm256_castsi256_pd(self.0)))
    }
    #[inline(always)]
    fn and(self, other: FourBits) -> FourBits {
        FourBits(has!(_mm256_and_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn without(self, other: FourBits) -> FourBits {
        FourBits(has!(_mm256_andnot_si256(other.0, self.0)))
    }
    #[inline(always)]
    fn left<const BY: u32>(self) -> FourBits {
        FourBits(has!(_mm256_sll_epi64(self.0, _mm_cvtsi64_si128(BY.into()))))
    }
    #[inline(always)]
    fn right<const BY: u32>(self) -> FourBits {
        FourBits(has!(_mm256_srl_epi64(self.0, _mm_cvtsi64_si128(BY.into()))))
    }
    #[inline(always)]
    fn greater(self, other: FourBits) -> FourMask {
        FourMask(has!(_mm256_castsi256_pd(_mm256_cmpgt_epi64(self.0, other.0))))
    }
}

impl Mask for FourMask {
    const LANES: u32 = 4;

    #[inline(always)]
    fn or(self, other: FourMask) -> FourMask {
        FourMask(has!(_mm256_or_pd(self.0, other.0)))
    }
    #[inline(always)]
    fn and(self, other: FourMask) -> FourMask {
        FourMask(has!(_mm256_and_pd(self.0, other.0)))
    }
    #[inline(always)]
    fn not(self) -> FourMask {
        FourMask(has!(_mm256_xor_pd(self.0, _mm256_castsi256_pd(_mm256_set1_epi64x(-1)))))
    }
    #[inline(always)]
    fn word(self) -> u32 {
        has!(_mm256_movemask_pd(self.0)) as u32
    }
}
