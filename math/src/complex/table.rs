//! The complex functions: the one table from which their exported names and the tests follow.

use super::number::{Complex, Double};
use super::settled::{narrow, settled, wide};
use super::{exponential, hyperbolic, inverse, inverse_tangent, logarithm, real, root};

/// What a function takes and gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A complex number, and another one.
    One,
    /// Two complex numbers, and another one.
    Two,
    /// A complex number, and a real one, correctly rounded.
    Real,
}

/// A function of double _Complex, which has a form for float _Complex, with an `f` at its name's end.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    pub name: &'static str,
    pub shape: Shape,
}

/// A row: what it takes, its names for doubles and for floats (C's own first, then those of glibc's for
/// the types of ISO/IEC TS 18661), and what computes it (for floats: by doubles, and rounded, unless it
/// is computed otherwise).
macro_rules! complex_functions {
    ($(
        $shape:ident [$name:ident $($also:ident)*] [$float:ident $($float_also:ident)*]:
        $function:expr $(, $other:expr)?;
    )*) => {
        pub const FUNCTIONS: &[Function] =
            &[$(Function { name: stringify!($name), shape: Shape::$shape }),*];
        $(complex_functions!(
            @$shape [$name $($also)*] [$float $($float_also)*] $function $(, $other)?
        );)*
    };
    (@One [$($name:ident)+] [$($float:ident)+] $function:expr) => {
        $(#[no_mangle]
        pub extern "C" fn $name(z: Double) -> Double {
            settled([z], $function(z))
        })+
        $(#[no_mangle]
        pub extern "C" fn $float(z: Complex<f32>) -> Complex<f32> {
            narrow(settled([wide(z)], $function(wide(z))))
        })+
    };
    (@Two [$($name:ident)+] [$($float:ident)+] $function:expr) => {
        $(#[no_mangle]
        pub extern "C" fn $name(z: Double, w: Double) -> Double {
            settled([z, w], $function(z, w))
        })+
        $(#[no_mangle]
        pub extern "C" fn $float(z: Complex<f32>, w: Complex<f32>) -> Complex<f32> {
            narrow(settled([wide(z), wide(w)], $function(wide(z), wide(w))))
        })+
    };
    (@Real [$($name:ident)+] [$($float:ident)+] $function:expr, $other:expr) => {
        $(#[no_mangle]
        pub extern "C" fn $name(z: Double) -> f64 {
            let function: fn(f64, f64) -> f64 = $function;
            function(z.re, z.im)
        })+
        $(#[no_mangle]
        pub extern "C" fn $float(z: Complex<f32>) -> f32 {
            let function: fn(f32, f32) -> f32 = $other;
            function(z.re, z.im)
        })+
    };
}

complex_functions! {
    Real [cabs cabsf64 cabsf32x] [cabsf cabsf32]: real::hypot, real::hypotf;
    One [cacos cacosf64 cacosf32x] [cacosf cacosf32]: inverse::cacos;
    One [cacosh cacoshf64 cacoshf32x] [cacoshf cacoshf32]: inverse::cacosh;
    Real [carg cargf64 cargf32x] [cargf cargf32]: |re, im| real::atan2(im, re), |re, im| real::atan2f(im, re);
    One [casin casinf64 casinf32x] [casinf casinf32]: inverse::casin;
    One [casinh casinhf64 casinhf32x] [casinhf casinhf32]: inverse::casinh;
    One [catan catanf64 catanf32x] [catanf catanf32]: inverse_tangent::catan;
    One [catanh catanhf64 catanhf32x] [catanhf catanhf32]: inverse_tangent::catanh;
    One [ccos ccosf64 ccosf32x] [ccosf ccosf32]: hyperbolic::ccos;
    One [ccosh ccoshf64 ccoshf32x] [ccoshf ccoshf32]: hyperbolic::ccosh;
    One [cexp cexpf64 cexpf32x] [cexpf cexpf32]: exponential::cexp;
    One [clog clogf64 clogf32x] [clogf clogf32]: logarithm::clog;
    One [clog10 clog10f64 clog10f32x] [clog10f clog10f32]: logarithm::clog10;
    Two [cpow cpowf64 cpowf32x] [cpowf cpowf32]: exponential::cpow;
    One [csin csinf64 csinf32x] [csinf csinf32]: hyperbolic::csin;
    One [csinh csinhf64 csinhf32x] [csinhf csinhf32]: hyperbolic::csinh;
    One [csqrt csqrtf64 csqrtf32x] [csqrtf csqrtf32]: root::csqrt;
    One [ctan ctanf64 ctanf32x] [ctanf ctanf32]: hyperbolic::ctan;
    One [ctanh ctanhf64 ctanhf32x] [ctanhf ctanhf32]: hyperbolic::ctanh;
}
