//! Packing on AVX-512, which moves lanes by a mask. (Into a register first: some processors are
//! slow at moving them straight to memory.)

use super::vector::{lookup, Lanes};
use std::arch::x86_64::*;

lookup!(Sixteen, "avx512f,popcnt");

/// Sixteen lanes.
struct Sixteen;

/// The first so many lanes.
#[inline(always)]
fn first(lanes: u32) -> __mmask16 {
    ((1u32 << lanes.count_ones()) - 1) as __mmask16
}

// SAFETY: methods need AVX-512F, as the trait says; masks leave out what is not there.
unsafe impl Lanes for Sixteen {
    const NUMBER: usize = 16;

    #[inline(always)]
    unsafe fn nonzero(at: *const u8) -> u32 {
        // SAFETY: the caller sees to it that there is AVX-512F, here and below.
        unsafe {
            let vector = _mm512_loadu_si512(at.cast());
            u32::from(_mm512_test_epi32_mask(vector, vector))
        }
    }

    #[inline(always)]
    unsafe fn compress(from: *const u8, lanes: u32, into: *mut u8, _end: *mut u8) {
        // SAFETY: as above; the caller gives a vector, and room for the lanes.
        unsafe {
            let vector = _mm512_loadu_si512(from.cast());
            let together = _mm512_maskz_compress_epi32(lanes as __mmask16, vector);
            _mm512_mask_storeu_epi32(into.cast(), first(lanes), together);
        }
    }

    #[inline(always)]
    unsafe fn expand(from: *const u8, _end: *const u8, lanes: u32, into: *mut u8) {
        // SAFETY: as above; the caller gives the lanes, and room for a vector.
        unsafe {
            let together = _mm512_maskz_loadu_epi32(first(lanes), from.cast());
            let vector = _mm512_maskz_expand_epi32(lanes as __mmask16, together);
            _mm512_storeu_si512(into.cast(), vector);
        }
    }
}
