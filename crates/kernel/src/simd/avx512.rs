//! AVX-512 (F and DQ): 64-byte vectors, with masks.
//!
//! One execution port shuffles, two add and select. So one of a transposition's two shuffles is
//! made a selection: 7 shuffles instead of 14 for the tree over 64 doubles.

use super::register::{element, instructions, Simd};
use super::unit::Unit;
use std::arch::asm;
use std::arch::x86_64::*;
use std::convert::identity;

/// Eight doubles, or sixteen floats or words.
#[derive(Clone, Copy)]
pub struct Avx512(pub __m512d);

/// A mask of the first `words` words, 16 at most.
#[inline(always)]
fn first(words: usize) -> __mmask16 {
    ((1u32 << words) - 1) as __mmask16
}

/// b's doubles where the bit is set, a's elsewhere, selected by bits to keep off the shuffle
/// port: if the compiler knew the mask it would make a shuffle of it, as it does of a selection
/// by a mask register.
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

// SAFETY: methods touch what the trait says: masks exclude the rest. All that their intrinsics need
// is the unit, which the trait demands.
#[allow(unsafe_op_in_unsafe_fn)]
unsafe impl Simd for Avx512 {
    const UNIT: Unit = Unit::Avx512;

    instructions! {
        add_f64 = _mm512_add_pd(identity) identity;
        sub_f64 = _mm512_sub_pd(identity) identity;
        mul_f64 = _mm512_mul_pd(identity) identity;
        add_f32 = _mm512_add_ps(_mm512_castpd_ps) _mm512_castps_pd;
        mul_f32 = _mm512_mul_ps(_mm512_castpd_ps) _mm512_castps_pd;
        or = _mm512_or_si512(_mm512_castpd_si512) _mm512_castsi512_pd;
        add_u64 = _mm512_add_epi64(_mm512_castpd_si512) _mm512_castsi512_pd;
    }

    /// (Gather instructions take longer on processors where they were made safe in microcode.)
    #[inline(always)]
    unsafe fn gather_f64(from: *const f64, places: *const i32) -> Self {
        // SAFETY: upheld by the caller.
        let [a, b, c, d, e, f, g, h] =
            std::array::from_fn(|i| unsafe { element(from, places.add(i)) });
        Avx512(_mm512_setr_pd(a, b, c, d, e, f, g, h))
    }
    #[inline(always)]
    unsafe fn unless_negative_f64(self, integers: *const i32, other: f64) -> Self {
        let integers = _mm512_cvtepi32_epi64(_mm256_loadu_si256(integers.cast()));
        Avx512(_mm512_mask_mov_pd(self.0, _mm512_movepi64_mask(integers), _mm512_set1_pd(other)))
    }

    #[inline(always)]
    unsafe fn magnitude_f64(self) -> Self {
        Avx512(_mm512_abs_pd(self.0))
    }
    #[inline(always)]
    unsafe fn smaller_f64(self, other: Self) -> Self {
        Avx512(_mm512_min_pd(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn product_error_f64(self, other: Self, product: Self) -> Self {
        Avx512(_mm512_fnmadd_pd(self.0, other.0, product.0))
    }
    #[inline(always)]
    unsafe fn smaller_but_zeros_f64(self, other: Self) -> Self {
        const SMALLER_MAGNITUDE: i32 = 0b1010;
        let others = _mm512_cmp_pd_mask::<_CMP_NEQ_UQ>(other.0, _mm512_setzero_pd());
        Avx512(_mm512_mask_range_pd::<SMALLER_MAGNITUDE>(self.0, others, self.0, other.0))
    }
    #[inline(always)]
    unsafe fn equal_f64(self, other: Self) -> u32 {
        _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(self.0, other.0).into()
    }
    #[inline(always)]
    unsafe fn narrowed_f64(self) -> Self {
        Avx512(_mm512_cvtps_pd(_mm512_cvtpd_ps(self.0)))
    }
    #[inline(always)]
    unsafe fn pair(even: u64, odd: u64) -> Self {
        let (even, odd) = (f64::from_bits(even), f64::from_bits(odd));
        Avx512(_mm512_setr4_pd(even, odd, even, odd))
    }
    #[cfg(not(miri))]
    #[inline(always)]
    unsafe fn stream(self, to: *mut u8) {
        _mm512_stream_pd(to.cast(), self.0);
    }
    #[inline(always)]
    unsafe fn load_first(from: *const u8, bytes: usize, rest: Self) -> Self {
        let (mask, rest) = (first((bytes / 4).min(16)), _mm512_castpd_ps(rest.0));
        Avx512(_mm512_castps_pd(_mm512_mask_loadu_ps(rest, mask, from.cast())))
    }
    #[inline(always)]
    unsafe fn widen(from: *const u8) -> Self {
        Avx512(_mm512_cvtps_pd(_mm256_loadu_ps(from.cast())))
    }
    #[inline(always)]
    unsafe fn widen_first(from: *const u8, bytes: usize) -> Self {
        let floats = _mm512_maskz_loadu_ps(first((bytes / 4).min(8)), from.cast());
        Avx512(_mm512_cvtps_pd(_mm512_castps512_ps256(floats)))
    }
    /// As integers: the bits of a NaN are above infinity's.
    #[inline(always)]
    unsafe fn largest([so_far, none]: [Self; 2], a: Self, b: Self) -> [Self; 2] {
        let a = _mm512_castpd_si512(_mm512_abs_pd(a.0));
        let b = _mm512_castpd_si512(_mm512_abs_pd(b.0));
        let so_far = _mm512_castpd_si512(so_far.0);
        let larger = _mm512_max_epu64(so_far, _mm512_max_epu64(a, b));
        [Avx512(_mm512_castsi512_pd(larger)), none]
    }
    /// One operation for two numbers; of a NaN and a number it takes the number.
    #[inline(always)]
    unsafe fn largest_number([so_far, none]: [Self; 2], a: Self, b: Self) -> [Self; 2] {
        const LARGER_MAGNITUDE: i32 = 0b1011;
        let both = _mm512_range_pd::<LARGER_MAGNITUDE>(a.0, b.0);
        [Avx512(_mm512_range_pd::<LARGER_MAGNITUDE>(so_far.0, both)), none]
    }
    #[inline(always)]
    unsafe fn transpose(a: Self, b: Self, _element: usize, stride: usize) -> (Self, Self) {
        let (a, b) = (a.0, b.0);
        let (x, y) = match stride {
            4 => {
                let (a, b) = (_mm512_castpd_ps(a), _mm512_castpd_ps(b));
                let places =
                    _mm512_setr_epi32(1, 16, 3, 18, 5, 20, 7, 22, 9, 24, 11, 26, 13, 28, 15, 30);
                let y = _mm512_permutex2var_ps(a, places, b);
                (_mm512_castps_pd(_mm512_mask_blend_ps(0xaaaa, a, b)), _mm512_castps_pd(y))
            }
            8 => (choose(0b1010_1010, a, b), _mm512_shuffle_pd::<0x55>(a, b)),
            16 => {
                let places = _mm512_setr_epi64(2, 3, 8, 9, 6, 7, 12, 13);
                (choose(0b1100_1100, a, b), _mm512_permutex2var_pd(a, places, b))
            }
            _ => (choose(0b1111_0000, a, b), _mm512_shuffle_f64x2::<0x4e>(a, b)),
        };
        (Avx512(x), Avx512(y))
    }
    #[inline(always)]
    unsafe fn nonzero(self) -> u32 {
        let words = _mm512_castpd_si512(self.0);
        u32::from(_mm512_test_epi32_mask(words, words))
    }
    /// By way of a register: some processors are slow at compressing straight to memory.
    #[inline(always)]
    unsafe fn compress(self, mask: u32, into: *mut u8, _end: *mut u8) {
        let words = _mm512_castpd_si512(self.0);
        let words = _mm512_maskz_compress_epi32(mask as __mmask16, words);
        _mm512_mask_storeu_epi32(into.cast(), first(mask.count_ones() as usize), words);
    }
    #[inline(always)]
    unsafe fn expand(from: *const u8, _end: *const u8, mask: u32) -> Self {
        let words = _mm512_maskz_loadu_epi32(first(mask.count_ones() as usize), from.cast());
        let words = _mm512_maskz_expand_epi32(mask as __mmask16, words);
        Avx512(_mm512_castsi512_pd(words))
    }
}
