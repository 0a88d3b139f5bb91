//! What compiles a function for each instruction set.

/// Defines `NAME(unit)`: the function `BODY`, whose first parameter is a [`Simd`](super::Simd), as
/// it is compiled for that unit. Type parameters stand in brackets, first as they are declared,
/// then as they are used. The body is `#[inline(always)]`, with all that it calls, as instructions
/// of a unit are such only inside the function that is compiled for it.
macro_rules! for_each_unit {
    ($(#[$about:meta])* $visible:vis $name:ident[$($declared:tt)*][$($used:tt)*]
     ($($argument:ident: $type:ty),*) -> $result:ty = $body:ident) => {
        $(#[$about])*
        #[inline]
        $visible fn $name<$($declared)*>(
            unit: $crate::kernel::simd::unit::Unit,
        ) -> unsafe fn($($type),*) -> $result {
            use $crate::kernel::simd::unit::Unit;
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512dq,avx2,fma,popcnt")]
            unsafe fn avx512<$($declared)*>($($argument: $type),*) -> $result {
                // SAFETY: upheld by the caller.
                unsafe { $body::<$crate::kernel::simd::avx512::Avx512, $($used)*>($($argument),*) }
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma,popcnt")]
            unsafe fn avx2<$($declared)*>($($argument: $type),*) -> $result {
                // SAFETY: upheld by the caller.
                unsafe { $body::<$crate::kernel::simd::avx2::Avx2, $($used)*>($($argument),*) }
            }
            match unit {
                #[cfg(target_arch = "x86_64")]
                Unit::Avx512 => avx512::<$($used)*>,
                #[cfg(target_arch = "x86_64")]
                Unit::Avx2 => avx2::<$($used)*>,
                #[cfg(target_arch = "x86_64")]
                Unit::Sse2 => $body::<$crate::kernel::simd::sse2::Sse2, $($used)*>,
                #[cfg(target_arch = "aarch64")]
                Unit::Neon => $body::<$crate::kernel::simd::neon::Neon, $($used)*>,
                #[cfg(any(test, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
                Unit::Scalar => $body::<$crate::kernel::simd::scalar::Scalar, $($used)*>,
            }
        }
    };
}

/// Defines `NAME(unit)`: a function that has no [`Simd`](super::Simd), as the compiler vectorises
/// it for the baseline or for AVX2.
macro_rules! autovectorised {
    ($(#[$about:meta])* $visible:vis $name:ident[$($declared:tt)*][$($used:tt)*]
     ($($argument:ident: $type:ty),*) -> $result:ty = $body:ident) => {
        $(#[$about])*
        #[inline]
        $visible fn $name<$($declared)*>(
            unit: $crate::kernel::simd::unit::Unit,
        ) -> unsafe fn($($type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma,popcnt")]
            unsafe fn avx2<$($declared)*>($($argument: $type),*) -> $result {
                // SAFETY: upheld by the caller.
                unsafe { $body::<$($used)*>($($argument),*) }
            }
            match unit {
                #[cfg(target_arch = "x86_64")]
                $crate::kernel::simd::unit::Unit::Avx512 | $crate::kernel::simd::unit::Unit::Avx2 => {
                    avx2::<$($used)*>
                }
                _ => $body::<$($used)*>,
            }
        }
    };
}

/// Defines a function as [`autovectorised!`] on this processor's best unit.
macro_rules! on_best_unit {
    ($(#[$about:meta])* $name:ident[$($declared:tt)*][$($used:tt)*]
     ($($argument:ident: $type:ty),* $(,)?) -> $result:ty = $body:ident) => {
        $(#[$about])*
        pub unsafe fn $name<$($declared)*>($($argument: $type),*) -> $result {
            $crate::kernel::simd::dispatch::autovectorised! {
                compiled[$($declared)*][$($used)*] ($($argument: $type),*) -> $result = $body
            }
            // SAFETY: the processor has the unit; the rest is handed on to the caller.
            unsafe { compiled::<$($used)*>($crate::kernel::simd::unit::Unit::best())($($argument),*) }
        }
    };
}

pub(crate) use {autovectorised, for_each_unit, on_best_unit};
