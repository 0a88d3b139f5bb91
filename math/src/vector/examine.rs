//! What a kernel computes, for the tests of its error bound and for counts of the lanes that it
//! leaves open.

use super::approximation::{Approximation, Single};
use super::lanes::avx2::Four;
use super::lanes::{Bits, Mask};
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

/// The results of a kernel for four numbers, or four and four. A function has two at most.
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
            doubtful: doubtful.word(),
        }
    }
}

/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn single(single: Single<Four>) -> Examined {
    let (_, doubtful) = single.rounded();
    Examined {
        // SAFETY: four numbers.
        high: unsafe { transmute::<__m256d, [f64; 4]>(single.value.register()) },
        bound: [Single::<Four>::BOUND; 4],
        doubtful: doubtful.word(),
        ..Examined::default()
    }
}

macro_rules! examine {
    ($method:ident, $one:ident, $two:ident, $pair:ident) => {
        /// # Safety
        /// The processor has the instructions.
        #[target_feature(enable = "avx2,fma")]
        pub unsafe fn $one<F: Kernel>(x: &[f64; 4], _: &[f64; 4]) -> [Examined; 2] {
            // SAFETY: the caller's promise.
            unsafe { [$method(<F as Kernel>::$method(lanes(x))), Examined::default()] }
        }

        /// # Safety
        /// The processor has the instructions.
        #[target_feature(enable = "avx2,fma")]
        pub unsafe fn $two<F: KernelOfTwo>(x: &[f64; 4], y: &[f64; 4]) -> [Examined; 2] {
            // SAFETY: the caller's promise.
            unsafe {
                [$method(<F as KernelOfTwo>::$method(lanes(x), lanes(y))), Examined::default()]
            }
        }

        /// # Safety
        /// The processor has the instructions.
        #[target_feature(enable = "avx2,fma")]
        pub unsafe fn $pair<F: KernelOfPair>(x: &[f64; 4], _: &[f64; 4]) -> [Examined; 2] {
            // SAFETY: the caller's promise.
            unsafe { <F as KernelOfPair>::$method(lanes(x)).map(|result| $method(result)) }
        }
    };
}

examine!(double, one_double, two_double, pair_double);
examine!(single, one_single, two_single, pair_single);

/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn lanes(numbers: &[f64; 4]) -> Four {
    // SAFETY: four numbers; the caller's promise.
    unsafe { Four::new(_mm256_loadu_pd(numbers.as_ptr())) }
}
