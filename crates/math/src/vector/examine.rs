//! What a kernel computes, for the tests of its error bound and for counts of the lanes that it
//! leaves open.

use super::approximation::{Approximation, Single};
use super::lanes::avx2::Four;
use super::lanes::floats_avx2::FourFloats;
use super::lanes::Bits;
use super::vectorised::{Kernel, KernelOfPair, KernelOfTwo};
use std::arch::x86_64::*;
use std::mem::transmute;

/// The lanes of one result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Examined {
    /// The approximation is `high + low`, times two to the `exponent`.
    pub high: [f64; 4],
    pub low: [f64; 4],
    pub exponent: [i64; 4],
    /// Its relative error's bound.
    pub bound: [f64; 4],
    /// Lanes that go to the scalar function: outside the kernel's range, or too near to a place where
    /// rounding changes.
    pub doubtful: u32,
}

/// The results of a kernel for four numbers, or four and four; those of floats are rounded to floats
/// first. A function has two at most.
pub type Examine = unsafe fn(&[f64; 4], &[f64; 4]) -> [Examined; 2];

/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn double(approximation: Approximation<Four>) -> Examined {
    let (_, doubtful) = approximation.rounded();
    // SAFETY: four numbers each.
    unsafe {
        Examined {
            high: transmute::<__m256d, [f64; 4]>(approximation.high.register()),
            low: transmute::<__m256d, [f64; 4]>(approximation.low.register()),
            exponent: transmute::<__m256d, [i64; 4]>(approximation.exponent.numbers().register())
                .map(|exponent| exponent >> 52),
            bound: transmute::<__m256d, [f64; 4]>(approximation.bound.register()),
            doubtful,
        }
    }
}

/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn single(single: Single<FourFloats>) -> Examined {
    let (_, doubtful) = single.rounded();
    // SAFETY: four numbers each.
    unsafe {
        let signs = transmute::<__m128, [u32; 4]>(single.sign.register());
        let mut high = transmute::<__m256d, [f64; 4]>(single.value.register());
        for (number, sign) in high.iter_mut().zip(signs) {
            *number = if sign == 0 { *number } else { -*number };
        }
        Examined {
            high,
            exponent: transmute::<__m128, [i32; 4]>(single.exponent.register())
                .map(|exponent| i64::from(exponent >> 23)),
            bound: [Single::<FourFloats>::BOUND; 4],
            doubtful,
            ..Examined::default()
        }
    }
}

macro_rules! examine {
    ($method:ident, $lanes:ident, $one:ident, $two:ident, $pair:ident) => {
        /// # Safety
        /// The processor has the instructions.
        #[target_feature(enable = "avx2,fma")]
        pub unsafe fn $one<F: Kernel>(x: &[f64; 4], _: &[f64; 4]) -> [Examined; 2] {
            // SAFETY: the caller's promise.
            unsafe { [$method(<F as Kernel>::$method($lanes(x))), Examined::default()] }
        }

        /// # Safety
        /// The processor has the instructions.
        #[target_feature(enable = "avx2,fma")]
        pub unsafe fn $two<F: KernelOfTwo>(x: &[f64; 4], y: &[f64; 4]) -> [Examined; 2] {
            // SAFETY: the caller's promise.
            unsafe {
                [$method(<F as KernelOfTwo>::$method($lanes(x), $lanes(y))), Examined::default()]
            }
        }

        /// # Safety
        /// The processor has the instructions.
        #[target_feature(enable = "avx2,fma")]
        pub unsafe fn $pair<F: KernelOfPair>(x: &[f64; 4], _: &[f64; 4]) -> [Examined; 2] {
            // SAFETY: the caller's promise.
            unsafe { <F as KernelOfPair>::$method($lanes(x)).map(|result| $method(result)) }
        }
    };
}

examine!(double, doubles, one_double, two_double, pair_double);
examine!(single, floats, one_single, two_single, pair_single);

/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn doubles(numbers: &[f64; 4]) -> Four {
    // SAFETY: four numbers; the caller's promise.
    unsafe { Four::new(_mm256_loadu_pd(numbers.as_ptr())) }
}

/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn floats(numbers: &[f64; 4]) -> FourFloats {
    // SAFETY: four numbers; the caller's promise.
    unsafe { FourFloats::new(transmute::<[f32; 4], __m128>(numbers.map(|number| number as f32))) }
}
