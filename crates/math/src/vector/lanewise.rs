//! Lane by lane: the scalar function for each. No kernel can be wrong here, so this is the reference
//! of all forms, and what those without a kernel are. (Not inlined, so that kernels only jump here.)
//!
//! The letters are those of the names: b is SSE, c AVX, d AVX2, e AVX-512. In c, integers (and so the
//! pointers that `sincos` gets) come in registers of 16 bytes, numbers in those of 32.

use super::functions::{One, Pair, Two};
use std::arch::x86_64::*;
use std::mem::transmute;

macro_rules! one_and_two {
    ($feature:literal, $vector:ty, $number:ty, $lanes:literal, $method:ident, $one:ident, $two:ident) => {
        /// # Safety
        /// The processor has the instructions.
        #[inline(never)]
        #[target_feature(enable = $feature)]
        pub unsafe extern "C" fn $one<F: One>(x: $vector) -> $vector {
            // SAFETY: as many numbers as the vector has.
            let x: [$number; $lanes] = unsafe { transmute(x) };
            // SAFETY: as above.
            unsafe { transmute(x.map(F::$method)) }
        }

        /// # Safety
        /// The processor has the instructions.
        #[inline(never)]
        #[target_feature(enable = $feature)]
        pub unsafe extern "C" fn $two<F: Two>(x: $vector, y: $vector) -> $vector {
            // SAFETY: as many numbers as the vectors have.
            let [mut x, y] = unsafe { transmute::<[$vector; 2], [[$number; $lanes]; 2]>([x, y]) };
            for (x, y) in x.iter_mut().zip(y) {
                *x = F::$method(*x, y);
            }
            // SAFETY: as above.
            unsafe { transmute(x) }
        }
    };
}

macro_rules! pair {
    (
        $feature:literal, $vector:ty, $number:ty, $lanes:literal, $method:ident, $pair:ident,
        $pointers:ty, $count:literal, [$($sine:ident)*], [$($cosine:ident)*]
    ) => {
        /// # Safety
        /// The processor has the instructions; the pointers are to numbers that can be written.
        #[inline(never)]
        #[target_feature(enable = $feature)]
        pub unsafe extern "C" fn $pair<F: Pair>(
            x: $vector,
            $($sine: $pointers,)*
            $($cosine: $pointers),*
        ) {
            // SAFETY: as many numbers as the vector has.
            let x = unsafe { transmute::<$vector, [$number; $lanes]>(x) };
            // SAFETY: as many pointers as the vectors have.
            let [sines, cosines] = unsafe {
                transmute::<[[$pointers; $count]; 2], [[*mut $number; $lanes]; 2]>([
                    [$($sine),*],
                    [$($cosine),*],
                ])
            };
            for ((x, sine), cosine) in x.into_iter().zip(sines).zip(cosines) {
                let results = F::$method(x);
                // SAFETY: the caller's pointers.
                unsafe { (*sine, *cosine) = results };
            }
        }
    };
}

one_and_two!("sse2", __m128d, f64, 2, double, one_b2, two_b2);
one_and_two!("sse2", __m128, f32, 4, single, one_b4, two_b4);
one_and_two!("avx", __m256d, f64, 4, double, one_c4, two_c4);
one_and_two!("avx", __m256, f32, 8, single, one_c8, two_c8);
one_and_two!("avx512f", __m512d, f64, 8, double, one_e8, two_e8);
one_and_two!("avx512f", __m512, f32, 16, single, one_e16, two_e16);
// Without integers, the names d are c's.
pub use {one_c4 as one_d4, one_c8 as one_d8, two_c4 as two_d4, two_c8 as two_d8};

pair!("sse2", __m128d, f64, 2, double, pair_b2, __m128i, 1, [s], [c]);
pair!("sse2", __m128, f32, 4, single, pair_b4, __m128i, 2, [s t], [c d]);
pair!("avx", __m256d, f64, 4, double, pair_c4, __m128i, 2, [s t], [c d]);
pair!("avx", __m256, f32, 8, single, pair_c8, __m128i, 4, [s t u v], [c d e f]);
pair!("avx2", __m256d, f64, 4, double, pair_d4, __m256i, 1, [s], [c]);
pair!("avx2", __m256, f32, 8, single, pair_d8, __m256i, 2, [s t], [c d]);
pair!("avx512f", __m512d, f64, 8, double, pair_e8, __m512i, 1, [s], [c]);
pair!("avx512f", __m512, f32, 16, single, pair_e16, __m512i, 2, [s t], [c d]);
