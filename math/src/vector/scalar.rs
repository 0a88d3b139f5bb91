//! The scalar functions, as types: what the forms that go lane by lane call, and what settles the
//! lanes that a kernel leaves open.

// The build script declares these functions too, without their arguments.
#![allow(clashing_extern_declarations)]

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the scalar functions are those with fused multiply-adds.
static FUSED: AtomicBool = AtomicBool::new(false);

pub fn choose(fused: bool) {
    FUSED.store(fused, Ordering::Relaxed);
}

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

/// Calls the variant that is used.
macro_rules! call {
    ($name:expr, $suffix:literal, ($($argument:ident: $type:ty),*) $(-> $result:ty)?) => {{
        extern "C" {
            #[link_name = concat!("samebits_math_base_", $name, $suffix)]
            fn base($($argument: $type),*) $(-> $result)?;
            #[link_name = concat!("samebits_math_v3_", $name, $suffix)]
            fn fused($($argument: $type),*) $(-> $result)?;
        }
        // SAFETY: the fused variant is called only where the processor has its instructions; pointers
        // are to variables.
        unsafe {
            if FUSED.load(Ordering::Relaxed) { fused($($argument),*) } else { base($($argument),*) }
        }
    }};
}

macro_rules! one {
    ($($type:ident $name:ident,)*) => {$(
        pub struct $type;

        impl One for $type {
            #[inline]
            fn double(x: f64) -> f64 {
                call!(stringify!($name), "", (x: f64) -> f64)
            }
            #[inline]
            fn single(x: f32) -> f32 {
                call!(stringify!($name), "f", (x: f32) -> f32)
            }
        }
    )*};
}

macro_rules! two {
    ($($type:ident $name:ident,)*) => {$(
        pub struct $type;

        impl Two for $type {
            #[inline]
            fn double(x: f64, y: f64) -> f64 {
                call!(stringify!($name), "", (x: f64, y: f64) -> f64)
            }
            #[inline]
            fn single(x: f32, y: f32) -> f32 {
                call!(stringify!($name), "f", (x: f32, y: f32) -> f32)
            }
        }
    )*};
}

one! {
    Acos acos,
    Acosh acosh,
    Asin asin,
    Asinh asinh,
    Atan atan,
    Atanh atanh,
    Cbrt cbrt,
    Cos cos,
    Cosh cosh,
    Erf erf,
    Erfc erfc,
    Exp exp,
    Exp10 exp10,
    Exp2 exp2,
    Expm1 expm1,
    Log log,
    Log10 log10,
    Log1p log1p,
    Log2 log2,
    Sin sin,
    Sinh sinh,
    Tan tan,
    Tanh tanh,
}

two! {
    Atan2 atan2,
    Hypot hypot,
    Pow pow,
}

pub struct SinCos;

impl Pair for SinCos {
    #[inline]
    fn double(x: f64) -> (f64, f64) {
        let (mut sine, mut cosine) = (0.0, 0.0);
        let (s, c): (*mut f64, *mut f64) = (&mut sine, &mut cosine);
        call!("sincos", "", (x: f64, s: *mut f64, c: *mut f64));
        (sine, cosine)
    }
    #[inline]
    fn single(x: f32) -> (f32, f32) {
        let (mut sine, mut cosine) = (0.0, 0.0);
        let (s, c): (*mut f32, *mut f32) = (&mut sine, &mut cosine);
        call!("sincos", "f", (x: f32, s: *mut f32, c: *mut f32));
        (sine, cosine)
    }
}
