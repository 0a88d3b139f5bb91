//! The forms that have a kernel: its lanes, and the scalar function for those that it leaves open.
//!
//! Kernels are right with rounding to nearest only; in the other modes a form goes lane by lane.

use super::approximation::{Approximation, Single};
use super::functions::{One, Pair, Two};
use super::lanes::avx2::Four;
use super::lanes::avx2_two::TwoDoubles;
use super::lanes::avx512::Eight;
use super::lanes::floats::Floats;
use super::lanes::floats_avx2::{EightFloats, FourFloats};
use super::lanes::floats_avx512::SixteenFloats;
use super::lanes::Lanes;
use super::lanewise;
use std::arch::asm;
use std::arch::x86_64::*;
use std::mem::{transmute, MaybeUninit};

/// A function of one number with a kernel.
pub trait Kernel: One {
    fn double<V: Lanes>(x: V) -> Approximation<V>;
    fn single<S: Floats>(x: S) -> Single<S>;
}

/// A function of two numbers with a kernel.
pub trait KernelOfTwo: Two {
    fn double<V: Lanes>(x: V, y: V) -> Approximation<V>;
    fn single<S: Floats>(x: S, y: S) -> Single<S>;
}

/// A function with two results and a kernel.
pub trait KernelOfPair: Pair {
    fn double<V: Lanes>(x: V) -> [Approximation<V>; 2];
    fn single<S: Floats>(x: S) -> [Single<S>; 2];
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

/// The forms with certain registers: `lanes_of` makes lanes of a vector, `vector` a vector of them.
macro_rules! forms {
    (
        $feature:literal, $vector:ty, $number:ty, $lanes:literal, $method:ident,
        $lanes_of:ident, $vector_of:ident, $one:ident, $two:ident
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
            let lanes = unsafe { $lanes_of(x) };
            let (result, doubtful) = <F as Kernel>::$method(lanes).rounded();
            // SAFETY: the caller's promise.
            let result = unsafe { $vector_of(result) };
            if doubtful == 0 {
                return result;
            }
            // SAFETY: as many numbers as the vectors have.
            unsafe {
                let mut results: [$number; $lanes] = transmute(result);
                settle(
                    &transmute::<$vector, [$number; $lanes]>(x),
                    &mut results,
                    doubtful,
                    <F as One>::$method,
                );
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
            let (x_lanes, y_lanes) = unsafe { ($lanes_of(x), $lanes_of(y)) };
            let (result, doubtful) = <F as KernelOfTwo>::$method(x_lanes, y_lanes).rounded();
            // SAFETY: the caller's promise.
            let result = unsafe { $vector_of(result) };
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
        $lanes_of:ident, $vector_of:ident, $pair:ident, $pointers:ty, [$($sine:ident)*], [$($cosine:ident)*]
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
            let lanes = unsafe { $lanes_of(x) };
            let [sine, cosine] = <F as KernelOfPair>::$method(lanes).map(|result| result.rounded());
            let doubtful = sine.1 | cosine.1;
            // SAFETY: as many numbers, and as many pointers, as the vectors have; the pointers are the
            // caller's.
            unsafe {
                let mut sines: [$number; $lanes] = transmute($vector_of(sine.0));
                let mut cosines: [$number; $lanes] = transmute($vector_of(cosine.0));
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

conversion!(two(x: __m128d) -> TwoDoubles { TwoDoubles::new(x) });
conversion!(four(x: __m256d) -> Four { Four::new(x) });
conversion!(eight(x: __m512d) -> Eight { Eight::new(x) });
conversion!(four_floats(x: __m128) -> FourFloats { FourFloats::new(x) });
conversion!(eight_floats(x: __m256) -> EightFloats { EightFloats::new(x) });
conversion!(sixteen_floats(x: __m512) -> SixteenFloats { SixteenFloats::new(x) });

conversion!(of_two(x: TwoDoubles) -> __m128d { x.register() });
conversion!(of_four(x: Four) -> __m256d { x.register() });
conversion!(of_eight(x: Eight) -> __m512d { x.register() });
conversion!(of_four_floats(x: FourFloats) -> __m128 { x.register() });
conversion!(of_eight_floats(x: EightFloats) -> __m256 { x.register() });
conversion!(of_sixteen_floats(x: SixteenFloats) -> __m512 { x.register() });

forms!("avx2,fma", __m128d, f64, 2, double, two, of_two, one_b2, two_b2);
forms!("avx2,fma", __m256d, f64, 4, double, four, of_four, one_c4, two_c4);
forms!("avx512f,avx512dq,avx2,fma", __m512d, f64, 8, double, eight, of_eight, one_e8, two_e8);
forms!("avx2,fma", __m128, f32, 4, single, four_floats, of_four_floats, one_b4, two_b4);
forms!("avx2,fma", __m256, f32, 8, single, eight_floats, of_eight_floats, one_c8, two_c8);
forms!(
    "avx512f,avx512dq,avx2,fma",
    __m512,
    f32,
    16,
    single,
    sixteen_floats,
    of_sixteen_floats,
    one_e16,
    two_e16
);
pub use {one_c4 as one_d4, one_c8 as one_d8, two_c4 as two_d4, two_c8 as two_d8};

pair!("avx2,fma", __m128d, f64, 2, double, two, of_two, pair_b2, __m128i, [s], [c]);
pair!("avx2,fma", __m256d, f64, 4, double, four, of_four, pair_c4, __m128i, [s t], [c d]);
pair!("avx2,fma", __m256d, f64, 4, double, four, of_four, pair_d4, __m256i, [s], [c]);
pair!(
    "avx512f,avx512dq,avx2,fma",
    __m512d,
    f64,
    8,
    double,
    eight,
    of_eight,
    pair_e8,
    __m512i,
    [s],
    [c]
);
pair!("avx2,fma", __m128, f32, 4, single, four_floats, of_four_floats, pair_b4, __m128i, [s t], [c d]);
pair!("avx2,fma", __m256, f32, 8, single, eight_floats, of_eight_floats, pair_c8, __m128i, [s t u v], [c d e f]);
pair!("avx2,fma", __m256, f32, 8, single, eight_floats, of_eight_floats, pair_d8, __m256i, [s t], [c d]);
pair!("avx512f,avx512dq,avx2,fma", __m512, f32, 16, single, sixteen_floats, of_sixteen_floats, pair_e16, __m512i, [s t], [c d]);
