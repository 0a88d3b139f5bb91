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

/// The instance of a generic function for `T`, which is `f32` or `f64`: the only one there is, in the
/// crate that says this. Else each crate that calls the function would have all of it once more.
#[doc(hidden)]
#[macro_export]
macro_rules! instance {
    ([$($unsafe:tt)?] fn($($argument:ident: $type:ty),* $(,)?) -> $result:ty = $($generic:ident)::+) => {{
        type Instance<T> = $($unsafe)? fn($($type),*) -> $result;
        let floats = {
            type T = f32;
            $($unsafe)? fn floats($($argument: $type),*) -> $result {
                // SAFETY: upheld by the caller, where it is unsafe; so below.
                #[allow(unused_unsafe)]
                unsafe { $($generic)::+::<T>($($argument),*) }
            }
            floats as Instance<T>
        };
        let doubles = {
            type T = f64;
            $($unsafe)? fn doubles($($argument: $type),*) -> $result {
                // SAFETY: as above.
                #[allow(unused_unsafe)]
                unsafe { $($generic)::+::<T>($($argument),*) }
            }
            doubles as Instance<T>
        };
        // SAFETY: `T` is the type of its format (`Summand`), so these are functions of one type.
        unsafe {
            match <T as $crate::summand::Summand>::FORMAT {
                $crate::kind::Format::Float => {
                    std::mem::transmute::<Instance<f32>, Instance<T>>(floats)
                }
                _ => std::mem::transmute::<Instance<f64>, Instance<T>>(doubles),
            }
        }
    }};
}

/// Compiles a function, as [`autovectorised!`] does, for floats and for doubles ([`instance!`]), or
/// one that is not generic, and calls it for this processor's best unit. All that it calls is
/// `#[inline(always)]`.
macro_rules! on_best_unit {
    ($(#[$about:meta])* pub unsafe fn $name:ident<T: Summand>
     ($($argument:ident: $type:ty),* $(,)?) -> $result:ty $body:block) => {
        $(#[$about])*
        #[inline]
        pub unsafe fn $name<T: Summand>($($argument: $type),*) -> $result {
            #[inline(always)]
            unsafe fn body<T: Summand>($($argument: $type),*) -> $result $body
            $crate::simd::dispatch::autovectorised! {
                compiled[T: Summand][T]($($argument: $type),*) -> $result = body
            }
            #[inline(always)]
            unsafe fn best<T: Summand>($($argument: $type),*) -> $result {
                // SAFETY: the processor has the unit; the rest is handed on to the caller.
                unsafe { compiled::<T>($crate::simd::unit::Unit::best())($($argument),*) }
            }
            let instance = $crate::simd::dispatch::instance! {
                [unsafe] fn($($argument: $type),*) -> $result = best
            };
            // SAFETY: handed on to the caller.
            unsafe { instance($($argument),*) }
        }
    };
    ($(#[$about:meta])* pub unsafe fn $name:ident
     ($($argument:ident: $type:ty),* $(,)?) -> $result:ty $body:block) => {
        $(#[$about])*
        pub unsafe fn $name($($argument: $type),*) -> $result {
            #[inline(always)]
            unsafe fn body($($argument: $type),*) -> $result $body
            $crate::simd::dispatch::autovectorised! {
                compiled[][]($($argument: $type),*) -> $result = body
            }
            // SAFETY: the processor has the unit; the rest is handed on to the caller.
            unsafe { compiled($crate::simd::unit::Unit::best())($($argument),*) }
        }
    };
}

pub(crate) use on_best_unit;
pub use {autovectorised, for_each_unit, instance};
