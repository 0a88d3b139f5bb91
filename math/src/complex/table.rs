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

/// A row: what it takes, its names for doubles and for floats, and what computes it (for floats: by
/// doubles, and rounded, unless it is computed otherwise).
macro_rules! complex_functions {
    ($($shape:ident $name:ident $float:ident: $function:expr $(, $other:expr)?;)*) => {
        pub const FUNCTIONS: &[Function] =
            &[$(Function { name: stringify!($name), shape: Shape::$shape }),*];
        $(complex_functions!(@$shape $name $float $function $(, $other)?);)*
    };
    (@One $name:ident $float:ident $function:expr) => {
        #[no_mangle]
        pub extern "C" fn $name(z: Double) -> Double {
            settled([z], $function(z))
        }
        #[no_mangle]
        pub extern "C" fn $float(z: Complex<f32>) -> Complex<f32> {
            narrow(settled([wide(z)], $function(wide(z))))
        }
    };
    (@Two $name:ident $float:ident $function:expr) => {
        #[no_mangle]
        pub extern "C" fn $name(z: Double, w: Double) -> Double {
            settled([z, w], $function(z, w))
        }
        #[no_mangle]
        pub extern "C" fn $float(z: Complex<f32>, w: Complex<f32>) -> Complex<f32> {
            narrow(settled([wide(z), wide(w)], $function(wide(z), wide(w))))
        }
    };
    (@Real $name:ident $float:ident $function:expr, $other:expr) => {
        #[no_mangle]
        pub extern "C" fn $name(z: Double) -> f64 {
            let function: fn(f64, f64) -> f64 = $function;
            function(z.re, z.im)
        }
        #[no_mangle]
        pub extern "C" fn $float(z: Complex<f32>) -> f32 {
            let function: fn(f32, f32) -> f32 = $other;
            function(z.re, z.im)
        }
    };
}

complex_functions! {
    Real cabs cabsf: real::hypot, real::hypotf;
    One cacos cacosf: inverse::cacos;
    One cacosh cacoshf: inverse::cacosh;
    Real carg cargf: |re, im| real::atan2(im, re), |re, im| real::atan2f(im, re);
    One casin casinf: inverse::casin;
    One casinh casinhf: inverse::casinh;
    One catan catanf: inverse_tangent::catan;
    One catanh catanhf: inverse_tangent::catanh;
    One ccos ccosf: hyperbolic::ccos;
    One ccosh ccoshf: hyperbolic::ccosh;
    One cexp cexpf: exponential::cexp;
    One clog clogf: logarithm::clog;
    One clog10 clog10f: logarithm::clog10;
    Two cpow cpowf: exponential::cpow;
    One csin csinf: hyperbolic::csin;
    One csinh csinhf: hyperbolic::csinh;
    One csqrt csqrtf: root::csqrt;
    One ctan ctanf: hyperbolic::ctan;
    One ctanh ctanhf: hyperbolic::ctanh;
}
