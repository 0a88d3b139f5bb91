//! The forms that have a kernel: its lanes, and the scalar function for those that it leaves open.
//!
//! Kernels are right with rounding to nearest only; in the other modes a form goes lane by lane. With
//! b, the upper half of a register of AVX2 repeats the lower one.

use super::approximation::{Approximation, Single};
use super::functions::{One, Pair, Two};
use super::lanes::avx2::Four;
use super::lanes::avx512::Eight;
use super::lanes::{Lanes, Mask};
use super::lanewise;
use std::arch::asm;
use std::arch::x86_64::*;
use std::mem::{transmute, MaybeUninit};

/// A function of one number with a kernel.
pub trait Kernel: One {
    fn double<V: Lanes>(x: V) -> Approximation<V>;
    fn single<V: Lanes>(x: V) -> Single<V>;
}

/// A function of two numbers with a kernel.
pub trait KernelOfTwo: Two {
    fn double<V: Lanes>(x: V, y: V) -> Approximation<V>;
    fn single<V: Lanes>(x: V, y: V) -> Single<V>;
}

/// A function with two results and a kernel.
pub trait KernelOfPair: Pair {
    fn double<V: Lanes>(x: V) -> [Approximation<V>; 2];
    fn single<V: Lanes>(x: V) -> [Single<V>; 2];
}

/// Whether the processor rounds to nearest.
#[inline(always)]
fn nearest() -> bool {
    let mut state = MaybeUninit::<u32>::uninit();
    // SAFETY: writes the register's 32 bits to the variable.
    let state = unsafe {
        asm!("stmxcsr [{}]", in(reg) state.as_mut_ptr(), options(nostack, preserves_flags));
        state.assume_init()
    };
    state & (3 << 13) == 0
}

/// Calls the scalar function for the lanes that are doubtful.
#[cold]
#[inline(never)]
fn settle<T: Copy, R, const N: usize>(
    x: &[T; N],
    results: &mut [R; N],
    doubtful: u32,
    scalar: impl Fn(T) -> R,
) {
    for (lane, (&x, result)) in x.iter().zip(results).enumerate() {
        if doubtful >> lane & 1 == 1 {
            *result = scalar(x);
        }
    }
}

/// [`settle`] for two numbers.
#[cold]
#[inline(never)]
fn settle_two<T: Copy, const N: usize>(
    x: &[T; N],
    y: &[T; N],
    results: &mut [T; N],
    doubtful: u32,
    scalar: impl Fn(T, T) -> T,
) {
    for (lane, ((&x, &y), result)) in x.iter().zip(y).zip(results).enumerate() {
        if doubtful >> lane & 1 == 1 {
            *result = scalar(x, y);
        }
    }
}

/// The forms with certain registers. `parts` are the lanes of doubles that a vector makes, each with
/// the number of its first lane; `join` makes a vector of theirs.
macro_rules! forms {
    (
        $feature:literal, $vector:ty, $number:ty, $lanes:literal, $method:ident,
        parts: [$($part:ident from $first:literal: $lanes_of:ident),*], join: $join:ident, faint: $faint:ident,
        $one:ident, $two:ident
    ) => {
        /// # Safety
        /// The processor has the instructions.
        #[target_feature(enable = $feature)]
        pub unsafe extern "C" fn $one<F: Kernel>(x: $vector) -> $vector {
            if !nearest() {
                // SAFETY: the caller's promise.
                return unsafe { lanewise::$one::<F>(x) };
            }
            // SAFETY: the caller's promise.
            let mut doubtful = unsafe { $faint(x) };
            $(
                // SAFETY: the caller's promise.
                let $part = <F as Kernel>::$method(unsafe { $lanes_of(x) }).rounded();
                doubtful |= $part.1.word() << $first;
            )*
            // SAFETY: the caller's promise.
            let result = unsafe { $join($($part.0),*) };
            doubtful &= (1 << $lanes) - 1;
            if doubtful == 0 {
                return result;
            }
            // SAFETY: as many numbers as the vectors have.
            unsafe {
                let mut results: [$number; $lanes] = transmute(result);
                settle(&transmute::<$vector, [$number; $lanes]>(x), &mut results, doubtful, <F as One>::$method);
                transmute(results)
            }
        }

        /// # Safety
        /// The processor has the instructions.
        #[target_feature(enable = $feature)]
        pub unsafe extern "C" fn $two<F: KernelOfTwo>(x: $vector, y: $vector) -> $vector {
            if !nearest() {
                // SAFETY: the caller's promise.
                return unsafe { lanewise::$two::<F>(x, y) };
            }
            // SAFETY: the caller's promise.
            let mut doubtful = unsafe { $faint(x) | $faint(y) };
            $(
                // SAFETY: the caller's promise.
                let $part = <F as KernelOfTwo>::$method(unsafe { $lanes_of(x) }, unsafe { $lanes_of(y) }).rounded();
                doubtful |= $part.1.word() << $first;
            )*
            // SAFETY: the caller's promise.
            let result = unsafe { $join($($part.0),*) };
            doubtful &= (1 << $lanes) - 1;
            if doubtful == 0 {
                return result;
            }
            // SAFETY: as many numbers as the vectors have.
            unsafe {
                let mut results: [$number; $lanes] = transmute(result);
                settle_two(
                    &transmute::<$vector, [$number; $lanes]>(x),
                    &transmute::<$vector, [$number; $lanes]>(y),
                    &mut results,
                    doubtful,
                    <F as Two>::$method,
                );
                transmute(results)
            }
        }
    };
}

/// The forms with two results. `$pointers` is how they come.
macro_rules! pair {
    (
        $feature:literal, $vector:ty, $number:ty, $lanes:literal, $method:ident,
        parts: [$($part:ident from $first:literal: $lanes_of:ident),*], join: $join:ident, faint: $faint:ident,
        $pair:ident, $pointers:ty, [$($sine:ident)*], [$($cosine:ident)*]
    ) => {
        /// # Safety
        /// The processor has the instructions; the pointers are to numbers that can be written.
        #[target_feature(enable = $feature)]
        pub unsafe extern "C" fn $pair<F: KernelOfPair>(
            x: $vector,
            $($sine: $pointers,)*
            $($cosine: $pointers),*
        ) {
            if !nearest() {
                // SAFETY: the caller's promise.
                return unsafe { lanewise::$pair::<F>(x, $($sine,)* $($cosine),*) };
            }
            // SAFETY: the caller's promise.
            let mut doubtful = unsafe { $faint(x) };
            $(
                // SAFETY: the caller's promise.
                let [s, c] = <F as KernelOfPair>::$method(unsafe { $lanes_of(x) });
                let $part = (s.rounded(), c.rounded());
                doubtful |= $part.0.1.or($part.1.1).word() << $first;
            )*
            doubtful &= (1 << $lanes) - 1;
            // SAFETY: as many numbers, and as many pointers, as the vectors have; the pointers are the
            // caller's.
            unsafe {
                let mut sines: [$number; $lanes] = transmute($join($($part.0.0),*));
                let mut cosines: [$number; $lanes] = transmute($join($($part.1.0),*));
                if doubtful != 0 {
                    let mut both = [Default::default(); $lanes];
                    settle(&transmute::<$vector, [$number; $lanes]>(x), &mut both, doubtful, <F as Pair>::$method);
                    for lane in 0..$lanes {
                        if doubtful >> lane & 1 == 1 {
                            (sines[lane], cosines[lane]) = both[lane];
                        }
                    }
                }
                let to_sines: [*mut $number; $lanes] = transmute([$($sine),*]);
                let to_cosines: [*mut $number; $lanes] = transmute([$($cosine),*]);
                for lane in 0..$lanes {
                    *to_sines[lane] = sines[lane];
                    *to_cosines[lane] = cosines[lane];
                }
            }
        }
    };
}

/// The lanes of a vector, and a vector of lanes' numbers.
///
/// # Safety
/// The processor has what the lanes' type says.
macro_rules! conversion {
    ($name:ident($($argument:ident: $from:ty),*) -> $to:ty { $($body:tt)* }) => {
        #[inline(always)]
        #[allow(unused_unsafe)]
        unsafe fn $name($($argument: $from),*) -> $to {
            // SAFETY: the caller's promise.
            unsafe { $($body)* }
        }
    };
}

conversion!(twice(x: __m128d) -> Four { Four::new(_mm256_set_m128d(x, x)) });
conversion!(four(x: __m256d) -> Four { Four::new(x) });
conversion!(eight(x: __m512d) -> Eight { Eight::new(x) });
conversion!(wide(x: __m128) -> Four { Four::widen(x) });
conversion!(low_four(x: __m256) -> Four { Four::widen(_mm256_castps256_ps128(x)) });
conversion!(high_four(x: __m256) -> Four { Four::widen(_mm256_extractf128_ps::<1>(x)) });
conversion!(low_eight(x: __m512) -> Eight { Eight::widen(_mm512_castps512_ps256(x)) });
conversion!(high_eight(x: __m512) -> Eight { Eight::widen(_mm512_extractf32x8_ps::<1>(x)) });

conversion!(half(x: Four) -> __m128d { _mm256_castpd256_pd128(x.register()) });
conversion!(whole_four(x: Four) -> __m256d { x.register() });
conversion!(whole_eight(x: Eight) -> __m512d { x.register() });
conversion!(narrow(x: __m128) -> __m128 { x });
conversion!(both_four(low: __m128, high: __m128) -> __m256 { _mm256_set_m128(high, low) });
conversion!(both_eight(low: __m256, high: __m256) -> __m512 {
    _mm512_insertf32x8::<1>(_mm512_castps256_ps512(low), high)
});

/// Floats below 2^-100 that are not zero go to the scalar function, since the processor may take subnormal
/// ones for zero, or make zeros of them. (Doubles are the kernels' to look at.) In the order of signed
/// integers with zero as the greatest, 2^-100 is this.
const FAINT: i32 = i32::MIN + ((127 - 100) << 23);

conversion!(none_of_two(_x: __m128d) -> u32 { 0 });
conversion!(none_of_four(_x: __m256d) -> u32 { 0 });
conversion!(none_of_eight(_x: __m512d) -> u32 { 0 });
conversion!(faint_of_four(x: __m128) -> u32 {
    let order = _mm_castps_si128(_mm_andnot_ps(_mm_set1_ps(-0.0), x));
    let order = _mm_add_epi32(order, _mm_set1_epi32(i32::MAX));
    _mm_movemask_ps(_mm_castsi128_ps(_mm_cmplt_epi32(order, _mm_set1_epi32(FAINT)))) as u32
});
conversion!(faint_of_eight(x: __m256) -> u32 {
    let order = _mm256_castps_si256(_mm256_andnot_ps(_mm256_set1_ps(-0.0), x));
    let order = _mm256_add_epi32(order, _mm256_set1_epi32(i32::MAX));
    _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_set1_epi32(FAINT), order))) as u32
});
conversion!(faint_of_sixteen(x: __m512) -> u32 {
    let order = _mm512_castps_si512(_mm512_andnot_ps(_mm512_set1_ps(-0.0), x));
    let order = _mm512_add_epi32(order, _mm512_set1_epi32(i32::MAX));
    _mm512_cmplt_epi32_mask(order, _mm512_set1_epi32(FAINT)).into()
});

forms!("avx2,fma", __m128d, f64, 2, double, parts: [a from 0: twice], join: half, faint: none_of_two, one_b2, two_b2);
forms!("avx2,fma", __m256d, f64, 4, double, parts: [a from 0: four], join: whole_four, faint: none_of_four, one_c4, two_c4);
forms!("avx512f,avx512dq,avx2,fma", __m512d, f64, 8, double, parts: [a from 0: eight], join: whole_eight, faint: none_of_eight, one_e8, two_e8);
forms!("avx2,fma", __m128, f32, 4, single, parts: [a from 0: wide], join: narrow, faint: faint_of_four, one_b4, two_b4);
forms!("avx2,fma", __m256, f32, 8, single, parts: [a from 0: low_four, b from 4: high_four], join: both_four, faint: faint_of_eight, one_c8, two_c8);
forms!("avx512f,avx512dq,avx2,fma", __m512, f32, 16, single, parts: [a from 0: low_eight, b from 8: high_eight], join: both_eight, faint: faint_of_sixteen, one_e16, two_e16);
pub use {one_c4 as one_d4, one_c8 as one_d8, two_c4 as two_d4, two_c8 as two_d8};

pair!("avx2,fma", __m128d, f64, 2, double, parts: [a from 0: twice], join: half, faint: none_of_two, pair_b2, __m128i, [s], [c]);
pair!("avx2,fma", __m256d, f64, 4, double, parts: [a from 0: four], join: whole_four, faint: none_of_four, pair_c4, __m128i, [s t], [c d]);
pair!("avx2,fma", __m256d, f64, 4, double, parts: [a from 0: four], join: whole_four, faint: none_of_four, pair_d4, __m256i, [s], [c]);
pair!("avx512f,avx512dq,avx2,fma", __m512d, f64, 8, double, parts: [a from 0: eight], join: whole_eight, faint: none_of_eight, pair_e8, __m512i, [s], [c]);
pair!("avx2,fma", __m128, f32, 4, single, parts: [a from 0: wide], join: narrow, faint: faint_of_four, pair_b4, __m128i, [s t], [c d]);
pair!("avx2,fma", __m256, f32, 8, single, parts: [a from 0: low_four, b from 4: high_four], join: both_four, faint: faint_of_eight, pair_c8, __m128i, [s t u v], [c d e f]);
pair!("avx2,fma", __m256, f32, 8, single, parts: [a from 0: low_four, b from 4: high_four], join: both_four, faint: faint_of_eight, pair_d8, __m256i, [s t], [c d]);
pair!("avx512f,avx512dq,avx2,fma", __m512, f32, 16, single, parts: [a from 0: low_eight, b from 8: high_eight], join: both_eight, faint: faint_of_sixteen, pair_e16, __m512i, [s t], [c d]);
