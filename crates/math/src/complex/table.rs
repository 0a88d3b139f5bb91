//! The complex functions: the one table from which their exported names and the tests follow.

use super::number::{Complex, Double};
use super::settled::{narrow, plain, settled, wide};
use super::{exponential, hyperbolic, inverse, inverse_tangent, logarithm, real, root};
use crate::fpenv::in_default_modes;

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

/// A function as Rust code calls it, by its shape and its type.
#[derive(Clone, Copy)]
pub enum Call {
    OneDouble(fn(Double) -> Double),
    OneFloat(fn(Complex<f32>) -> Complex<f32>),
    TwoDouble(fn(Double, Double) -> Double),
    TwoFloat(fn(Complex<f32>, Complex<f32>) -> Complex<f32>),
    RealDouble(fn(Double) -> f64),
    RealFloat(fn(Complex<f32>) -> f32),
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

        /// All of them, of doubles and of floats, with their names.
        pub const CALLS: &[(&str, Call)] = &[$(
            (stringify!($name), complex_functions!(@double $shape functions::$name)),
            (stringify!($float), complex_functions!(@float $shape functions::$float)),
        )*];

        /// The functions as Rust code calls them. (Those that are exported may be libm's in a program
        /// that is linked with it.)
        pub mod functions {
            use super::*;
            $(complex_functions!(@$shape $name $float $function $(, $other)?);)*
        }

        $(complex_functions!(@exported $shape $name [$name $($also)*] $float [$float $($float_also)*]);)*
    };
    (@double One $function:expr) => { Call::OneDouble($function) };
    (@double Two $function:expr) => { Call::TwoDouble($function) };
    (@double Real $function:expr) => { Call::RealDouble($function) };
    (@float One $function:expr) => { Call::OneFloat($function) };
    (@float Two $function:expr) => { Call::TwoFloat($function) };
    (@float Real $function:expr) => { Call::RealFloat($function) };
    (@One $name:ident $float:ident $function:expr) => {
        pub fn $name(z: Double) -> Double {
            in_default_modes(|| settled([z], $function(plain(z))))
        }
        pub fn $float(z: Complex<f32>) -> Complex<f32> {
            in_default_modes(|| narrow(settled([wide(z)], $function(plain(wide(z))))))
        }
    };
    (@Two $name:ident $float:ident $function:expr) => {
        pub fn $name(z: Double, w: Double) -> Double {
            in_default_modes(|| settled([z, w], $function(plain(z), plain(w))))
        }
        pub fn $float(z: Complex<f32>, w: Complex<f32>) -> Complex<f32> {
            in_default_modes(|| {
                narrow(settled([wide(z), wide(w)], $function(plain(wide(z)), plain(wide(w)))))
            })
        }
    };
    (@Real $name:ident $float:ident $function:expr, $other:expr) => {
        pub fn $name(z: Double) -> f64 {
            let function: fn(f64, f64) -> f64 = $function;
            function(z.re, z.im)
        }
        pub fn $float(z: Complex<f32>) -> f32 {
            let function: fn(f32, f32) -> f32 = $other;
            function(z.re, z.im)
        }
    };
    (@exported One $double:ident [$($name:ident)+] $single:ident [$($float:ident)+]) => {
        $(#[no_mangle]
        extern "C" fn $name(z: Double) -> Double {
            functions::$double(z)
        })+
        $(#[no_mangle]
        extern "C" fn $float(z: Complex<f32>) -> Complex<f32> {
            functions::$single(z)
        })+
    };
    (@exported Two $double:ident [$($name:ident)+] $single:ident [$($float:ident)+]) => {
        $(#[no_mangle]
        extern "C" fn $name(z: Double, w: Double) -> Double {
            functions::$double(z, w)
        })+
        $(#[no_mangle]
        extern "C" fn $float(z: Complex<f32>, w: Complex<f32>) -> Complex<f32> {
            functions::$single(z, w)
        })+
    };
    (@exported Real $double:ident [$($name:ident)+] $single:ident [$($float:ident)+]) => {
        $(#[no_mangle]
        extern "C" fn $name(z: Double) -> f64 {
            functions::$double(z)
        })+
        $(#[no_mangle]
        extern "C" fn $float(z: Complex<f32>) -> f32 {
            functions::$single(z)
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
