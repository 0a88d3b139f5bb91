//! AVX2: 32-byte vectors. Tables of 2 KB each say how to compress and expand words by a mask.

use super::register::{element, instructions, Simd};
use super::unit::Unit;
use std::arch::asm;
use std::arch::x86_64::*;
use std::convert::identity;

/// Four doubles, or eight floats or words.
#[derive(Clone, Copy)]
pub struct Avx2(pub __m256d);

/// For each mask, which word comes to each place.
struct Permutations {
    compress: [[u8; 8]; 256],
    expand: [[u8; 8]; 256],
}

static PERMUTATIONS: Permutations = {
    let mut all = Permutations { compress: [[0; 8]; 256], expand: [[0; 8]; 256] };
    let mut mask = 0;
    while mask < 256 {
        let (mut word, mut set) = (0, 0);
        while word < 8 {
            if mask >> word & 1 == 1 {
                all.compress[mask][set] = word as u8;
                all.expand[mask][word] = set as u8;
                set += 1;
            }
            word += 1;
        }
        mask += 1;
    }
    all
};

#[inline(always)]
unsafe fn places(permutations: &[[u8; 8]; 256], mask: u32) -> __m256i {
    let places = &permutations[mask as u8 as usize];
    // SAFETY: eight bytes; the caller ensures AVX2.
    unsafe { _mm256_cvtepu8_epi32(_mm_loadl_epi64(places.as_ptr().cast())) }
}

/// A mask of the first `words` words, 8 at most.
#[inline(always)]
unsafe fn first(words: usize) -> __m256i {
    static MASKS: [u32; 16] = [!0, !0, !0, !0, !0, !0, !0, !0, 0, 0, 0, 0, 0, 0, 0, 0];
    // SAFETY: eight of the sixteen; the caller ensures AVX2.
    unsafe { _mm256_loadu_si256(MASKS.as_ptr().add(8 - words).cast()) }
}

/// Hides from the compiler where a vector comes from: it would turn a blend, a shuffle and an
/// addition into a horizontal addition, which takes as long as two shuffles and an addition.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn opaque(mut vector: __m256d) -> __m256d {
    #[cfg(not(miri))]
    // SAFETY: does nothing.
    unsafe {
        asm!("/* {} */", inout(ymm_reg) vector, options(pure, nomem, nostack, preserves_flags));
    }
    vector
}

// SAFETY: methods touch what the trait says: masks exclude the rest. All that their intrinsics need
// is the unit, which the trait demands.
#[allow(unsafe_op_in_unsafe_fn)]
unsafe impl Simd for Avx2 {
    const UNIT: Unit = Unit::Avx2;

    instructions! {
        add_f64 = _mm256_add_pd(identity) identity;
        sub_f64 = _mm256_sub_pd(identity) identity;
        mul_f64 = _mm256_mul_pd(identity) identity;
        add_f32 = _mm256_add_ps(_mm256_castpd_ps) _mm256_castps_pd;
        mul_f32 = _mm256_mul_ps(_mm256_castpd_ps) _mm256_castps_pd;
        or = _mm256_or_pd(identity) identity;
        add_u64 = _mm256_add_epi64(_mm256_castpd_si256) _mm256_castsi256_pd;
    }

    #[inline(always)]
    unsafe fn gather_f64(from: *const f64, places: *const i32) -> Self {
        // SAFETY: upheld by the caller.
        let [a, b, c, d] = std::array::from_fn(|i| unsafe { element(from, places.add(i)) });
        Avx2(_mm256_setr_pd(a, b, c, d))
    }
    #[inline(always)]
    unsafe fn unless_negative_f64(self, integers: *const i32, other: f64) -> Self {
        let integers = _mm256_cvtepi32_epi64(_mm_loadu_si128(integers.cast()));
        let signs = _mm256_castsi256_pd(integers);
        Avx2(_mm256_blendv_pd(self.0, _mm256_set1_pd(other), signs))
    }

    #[inline(always)]
    unsafe fn magnitude_f64(self) -> Self {
        Avx2(_mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0))
    }
    #[inline(always)]
    unsafe fn smaller_f64(self, other: Self) -> Self {
        Avx2(_mm256_min_pd(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn smaller_but_zeros_f64(self, other: Self) -> Self {
        let zero = _mm256_cmp_pd::<_CMP_EQ_OQ>(other.0, _mm256_setzero_pd());
        let infinite = _mm256_and_pd(zero, _mm256_set1_pd(f64::INFINITY));
        self.smaller_f64(Avx2(_mm256_or_pd(other.magnitude_f64().0, infinite)))
    }
    #[inline(always)]
    unsafe fn product_error_f64(self, other: Self, product: Self) -> Self {
        Avx2(_mm256_fnmadd_pd(self.0, other.0, product.0))
    }
    #[inline(always)]
    unsafe fn equal_f64(self, other: Self) -> u32 {
        _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(self.0, other.0)) as u32
    }
    #[inline(always)]
    unsafe fn narrowed_f64(self) -> Self {
        Avx2(_mm256_cvtps_pd(_mm256_cvtpd_ps(self.0)))
    }
    #[inline(always)]
    unsafe fn pair(even: u64, odd: u64) -> Self {
        let (even, odd) = (f64::from_bits(even), f64::from_bits(odd));
        Avx2(_mm256_setr_pd(even, odd, even, odd))
    }
    #[cfg(not(miri))]
    #[inline(always)]
    unsafe fn stream(self, to: *mut u8) {
        _mm256_stream_pd(to.cast(), self.0);
    }
    #[inline(always)]
    unsafe fn load_first(from: *const u8, bytes: usize, rest: Self) -> Self {
        let mask = first((bytes / 4).min(8));
        let (loaded, rest) = (_mm256_maskload_ps(from.cast(), mask), _mm256_castpd_ps(rest.0));
        let all = _mm256_blendv_ps(rest, loaded, _mm256_castsi256_ps(mask));
        Avx2(_mm256_castps_pd(all))
    }
    #[inline(always)]
    unsafe fn widen(from: *const u8) -> Self {
        Avx2(_mm256_cvtps_pd(_mm_loadu_ps(from.cast())))
    }
    #[inline(always)]
    unsafe fn widen_first(from: *const u8, bytes: usize) -> Self {
        let mask = _mm256_castsi256_si128(first((bytes / 4).min(4)));
        Avx2(_mm256_cvtps_pd(_mm_maskload_ps(from.cast(), mask)))
    }
    /// The maximum of a NaN and a number is the second operand here, so where there was a NaN
    /// all bits of the second vector are set.
    #[inline(always)]
    unsafe fn largest([so_far, nan]: [Self; 2], a: Self, b: Self) -> [Self; 2] {
        let sign = _mm256_set1_pd(-0.0);
        let (x, y) = (_mm256_andnot_pd(sign, a.0), _mm256_andnot_pd(sign, b.0));
        let larger = _mm256_max_pd(_mm256_max_pd(x, y), so_far.0);
        let unordered = _mm256_cmp_pd::<_CMP_UNORD_Q>(a.0, b.0);
        [Avx2(larger), Avx2(_mm256_or_pd(nan.0, unordered))]
    }
    #[inline(always)]
    unsafe fn transpose(a: Self, b: Self, _element: usize, stride: usize) -> (Self, Self) {
        let (a, b) = (a.0, b.0);
        let (x, y) = match stride {
            // No single shuffle interleaves two vectors' floats.
            4 => {
                let (a, b) = (_mm256_castpd_ps(a), _mm256_castpd_ps(b));
                let (even_b, odd_a) = (_mm256_moveldup_ps(b), _mm256_movehdup_ps(a));
                let x = _mm256_blend_ps::<0xaa>(a, even_b);
                let y = _mm256_blend_ps::<0xaa>(odd_a, b);
                (_mm256_castps_pd(x), _mm256_castps_pd(y))
            }
            8 => (_mm256_blend_pd::<0b1010>(a, b), opaque(_mm256_shuffle_pd::<0b0101>(a, b))),
            _ => (_mm256_blend_pd::<0b1100>(a, b), _mm256_permute2f128_pd::<0x21>(a, b)),
        };
        (Avx2(x), Avx2(y))
    }
    #[inline(always)]
    unsafe fn nonzero(self) -> u32 {
        let words = _mm256_castpd_si256(self.0);
        let zero = _mm256_cmpeq_epi32(words, _mm256_setzero_si256());
        !_mm256_movemask_ps(_mm256_castsi256_ps(zero)) as u32 & 0xff
    }
    #[inline(always)]
    unsafe fn compress(self, mask: u32, into: *mut u8, end: *mut u8) {
        let places = places(&PERMUTATIONS.compress, mask);
        let words = _mm256_permutevar8x32_epi32(_mm256_castpd_si256(self.0), places);
        // Masked stores are slow on some processors.
        if end.addr() - into.addr() >= size_of::<Self>() {
            _mm256_storeu_si256(into.cast(), words);
        } else {
            _mm256_maskstore_epi32(into.cast(), first(mask.count_ones() as usize), words);
        }
    }
    #[inline(always)]
    unsafe fn expand(from: *const u8, end: *const u8, mask: u32) -> Self {
        let words = if end.addr() - from.addr() >= size_of::<Self>() {
            _mm256_loadu_si256(from.cast())
        } else {
            _mm256_maskload_epi32(from.cast(), first(mask.count_ones() as usize))
        };
        let placed = _mm256_permutevar8x32_epi32(words, places(&PERMUTATIONS.expand, mask));
        let each = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
        let set = _mm256_and_si256(_mm256_set1_epi32(mask as i32), each);
        let words = _mm256_and_si256(placed, _mm256_cmpeq_epi32(set, each));
        Avx2(_mm256_castsi256_pd(words))
    }
}
