//! The scalar functions, as types: what the forms that go lane by lane call, and what settles the
//! lanes that a kernel leaves open.

use crate::scalar::chosen;

/// A function of one number, for both types.
pub trait One {
    fn double(x: f64) -> f64;
    fn single(x: f32) -> f32;
}

/// A function of two numbers.
pub trait Two {
    fn double(x: f64, y: f64) -> f64;
    fn single(x: f32, y: f32) -> f32;
}

/// A function with two results.
pub trait Pair {
    fn double(x: f64) -> (f64, f64);
    fn single(x: f32) -> (f32, f32);
}

macro_rules! one {
    ($($type:ident $double:ident $single:ident,)*) => {$(
        pub struct $type;

        impl One for $type {
            #[inline]
            fn double(x: f64) -> f64 {
                (chosen().$double)(x)
            }
            #[inline]
            fn single(x: f32) -> f32 {
                (chosen().$single)(x)
            }
        }
    )*};
}

macro_rules! two {
    ($($type:ident $double:ident $single:ident,)*) => {$(
        pub struct $type;

        impl Two for $type {
            #[inline]
            fn double(x: f64, y: f64) -> f64 {
                (chosen().$double)(x, y)
            }
            #[inline]
            fn single(x: f32, y: f32) -> f32 {
                (chosen().$single)(x, y)
            }
        }
    )*};
}

one! {
    Acos acos acosf,
    Acosh acosh acoshf,
    Asin asin asinf,
    Asinh asinh asinhf,
    Atan atan atanf,
    Atanh atanh atanhf,
    Cbrt cbrt cbrtf,
    Cos cos cosf,
    Cosh cosh coshf,
    Erf erf erff,
    Erfc erfc erfcf,
    Exp exp expf,
    Exp10 exp10 exp10f,
    Exp2 exp2 exp2f,
    Expm1 expm1 expm1f,
    Log log logf,
    Log10 log10 log10f,
    Log1p log1p log1pf,
    Log2 log2 log2f,
    Sin sin sinf,
    Sinh sinh sinhf,
    Tan tan tanf,
    Tanh tanh tanhf,
}

two! {
    Atan2 atan2 atan2f,
    Hypot hypot hypotf,
    Pow pow powf,
}

pub struct SinCos;

impl Pair for SinCos {
    #[inline]
    fn double(x: f64) -> (f64, f64) {
        let (mut sine, mut cosine) = (0.0, 0.0);
        // SAFETY: pointers to two numbers.
        unsafe { (chosen().sincos)(x, &mut sine, &mut cosine) };
        (sine, cosine)
    }
    #[inline]
    fn single(x: f32) -> (f32, f32) {
        let (mut sine, mut cosine) = (0.0, 0.0);
        // SAFETY: as above.
        unsafe { (chosen().sincosf)(x, &mut sine, &mut cosine) };
        (sine, cosine)
    }
}
