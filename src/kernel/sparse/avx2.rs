//! Packing on AVX2, which permutes eight lanes as a table says: 2 KB for each direction.

use super::vector::{lookup, Lanes};
use std::arch::x86_64::*;

lookup!(Eight, "avx2,popcnt");

/// Eight lanes.
struct Eight;

/// Bytes of a vector.
const BYTES: usize = 32;

/// For each mask, which lane comes to each place: together, or apart.
struct Moves {
    together: [[u8; 8]; 256],
    apart: [[u8; 8]; 256],
}

static MOVES: Moves = {
    let mut moves = Moves { together: [[0; 8]; 256], apart: [[0; 8]; 256] };
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut set) = (0, 0);
        while lane < 8 {
            if mask >> lane & 1 == 1 {
                moves.together[mask][set] = lane as u8;
                moves.apart[mask][lane] = set as u8;
                set += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    moves
};

/// Sixteen words of which any eight consecutive ones are a mask of the first so many.
static FIRST: [u32; 16] = {
    let mut first = [0; 16];
    let mut i = 0;
    while i < 8 {
        first[i] = u32::MAX;
        i += 1;
    }
    first
};

/// The first so many lanes.
///
/// # Safety
/// There is AVX2.
#[inline(always)]
unsafe fn first(lanes: u32) -> __m256i {
    // SAFETY: eight words of the sixteen.
    unsafe { _mm256_loadu_si256(FIRST.as_ptr().add(8 - lanes.count_ones() as usize).cast()) }
}

/// Where the lanes go.
///
/// # Safety
/// There is AVX2.
#[inline(always)]
unsafe fn places(moves: &[[u8; 8]; 256], lanes: u32) -> __m256i {
    let places = &moves[lanes as u8 as usize];
    // SAFETY: eight bytes.
    unsafe { _mm256_cvtepu8_epi32(_mm_loadl_epi64(places.as_ptr().cast())) }
}

// SAFETY: methods need AVX2, as the trait says; masks leave out what is not there.
unsafe impl Lanes for Eight {
    const NUMBER: usize = 8;

    #[inline(always)]
    unsafe fn nonzero(at: *const u8) -> u32 {
        // SAFETY: the caller sees to it that there is AVX2, here and below.
        unsafe {
            let vector = _mm256_loadu_si256(at.cast());
            let zero = _mm256_cmpeq_epi32(vector, _mm256_setzero_si256());
            !_mm256_movemask_ps(_mm256_castsi256_ps(zero)) as u32 & 0xff
        }
    }

    #[inline(always)]
    unsafe fn compress(from: *const u8, lanes: u32, into: *mut u8, end: *mut u8) {
        // SAFETY: as above; the caller gives a vector, and room for the lanes.
        unsafe {
            let vector = _mm256_loadu_si256(from.cast());
            let together = _mm256_permutevar8x32_epi32(vector, places(&MOVES.together, lanes));
            // (Masked stores are slow on some processors.)
            if end.addr() - into.addr() >= BYTES {
                _mm256_storeu_si256(into.cast(), together);
            } else {
                _mm256_maskstore_epi32(into.cast(), first(lanes), together);
            }
        }
    }

    #[inline(always)]
    unsafe fn expand(from: *const u8, end: *const u8, lanes: u32, into: *mut u8) {
        // SAFETY: as above; the caller gives the lanes, and room for a vector.
        unsafe {
            let together = if end.addr() - from.addr() >= BYTES {
                _mm256_loadu_si256(from.cast())
            } else {
                _mm256_maskload_epi32(from.cast(), first(lanes))
            };
            let apart = _mm256_permutevar8x32_epi32(together, places(&MOVES.apart, lanes));
            let each = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let set = _mm256_and_si256(_mm256_set1_epi32(lanes as i32), each);
            let vector = _mm256_and_si256(apart, _mm256_cmpeq_epi32(set, each));
            _mm256_storeu_si256(into.cast(), vector);
        }
    }
}
