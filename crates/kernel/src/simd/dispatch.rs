//! Macros that compile a function for each instruction set.

/// Defines `NAME(unit)`: the function `BODY`, whose first type parameter is a
/// [`Simd`](super::Simd), compiled for that unit. Its other type parameters stand in brackets, as
/// declared and as used. The body and all that it calls is `#[inline(always)]`: intrinsics become
/// instructions only inside the function compiled for the unit. It uses no closures for the loops'
/// work, as these cannot be forced to be inlined.
#[doc(hidden)]
#[macro_export]
macro_rules! for_each_unit {
    ($(#[$about:meta])* $visible:vis $name:ident[$($declared:tt)*][$($used:tt)*]
     ($($argument:ident: $type:ty),*) -> $result:ty = $body:ident) => {
        $(#[$about])*
        #[inline]
        $visible fn $name<$($declared)*>(
            unit: $crate::simd::unit::Unit,
        ) -> unsafe fn($($type),*) -> $result {
            use $crate::simd::unit::Unit;
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512dq,avx2,fma,popcnt")]
            unsafe fn avx512<$($declared)*>($($argument: $type),*) -> $result {
                // SAFETY: upheld by the caller.
                unsafe { $body::<$crate::simd::avx512::Avx512, $($used)*>($($argument),*) }
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma,popcnt")]
            unsafe fn avx2<$($declared)*>($($argument: $type),*) -> $result {
                // SAFETY: upheld by the caller.
                unsafe { $body::<$crate::simd::avx2::Avx2, $($used)*>($($argument),*) }
            }
            match unit {
                #[cfg(target_arch = "x86_64")]
                Unit::Avx512 => avx512::<$($used)*>,
                #[cfg(target_arch = "x86_64")]
                Unit::Avx2 => avx2::<$($used)*>,
                #[cfg(target_arch = "x86_64")]
                Unit::Sse2 => $body::<$crate::simd::sse2::Sse2, $($used)*>,
                #[cfg(target_arch = "aarch64")]
                Unit::Neon => $body::<$crate::simd::neon::Neon, $($used)*>,
            }
        }
    };
}

/// Defines `NAME(unit)`: a function without a [`Simd`](super::Simd), as the compiler vectorises it
/// for the baseline or for AVX2.
#[doc(hidden)]
#[macro_export]
macro_rules! autovectorised {
    ($(#[$about:meta])* $visible:vis $name:ident[$($declared:tt)*][$($used:tt)*]
     ($($argument:ident: $type:ty),*) -> $result:ty = $body:ident) => {
        $(#[$about])*
        #[inline]
        $visible fn $name<$($declared)*>(
            unit: $crate::simd::unit::Unit,
        ) -> unsafe fn($($type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma,popcnt")]
            unsafe fn avx2<$($declared)*>($($argument: $type),*) -> $result {
                // SAFETY: upheld by the caller.
                unsafe { $body::<$($used)*>($($argument),*) }
            }
            match unit {
                #[cfg(target_arch = "x86_64")]
                $crate::simd::unit::Unit::Avx512 | $crate::simd::unit::Unit::Avx2 => {
                    avx2::<$($used)*>
                }
                _ => $body::<$($used)*>,
            }
        }
    };
}

/// Compiles a function as [`autovectorised!`] does and calls it for this processor's best unit. Its
/// generics are as above; all that it calls is `#[inline(always)]`.
#[doc(hidden)]
#[macro_export]
macro_rules! on_best_unit {
    ($(#[$about:meta])* pub unsafe fn $name:ident[$($declared:tt)*][$($used:tt)*]
     ($($argument:ident: $type:ty),* $(,)?) -> $result:ty $body:block) => {
        $(#[$about])*
        pub unsafe fn $name<$($declared)*>($($argument: $type),*) -> $result {
            #[inline(always)]
            unsafe fn body<$($declared)*>($($argument: $type),*) -> $result $body
            $crate::simd::dispatch::autovectorised! {
                compiled[$($declared)*][$($used)*] ($($argument: $type),*) -> $result = body
            }
            // SAFETY: the processor has the unit; the rest is handed on to the caller.
            unsafe { compiled::<$($used)*>($crate::simd::unit::Unit::best())($($argument),*) }
        }
    };
}

pub use {autovectorised, for_each_unit, on_best_unit};
