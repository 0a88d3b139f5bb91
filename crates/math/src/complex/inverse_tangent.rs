//! catanh and catan, which is that of iz.
//!
//! For x >= 0 and y >= 0:
//!
//! ```text
//! atanh(x + iy) = log1p(4x/((1 - x)^2 + y^2))/4 + i atan2(2y, (1 - x)(1 + x) - y^2)/2
//! ```
//!
//! What stands in the logarithm and in the angle is computed in pairs, and what the low parts add is
//! found by the derivative.

use super::number::{complex, Double};
use super::pair::{two_to, Pair};
use super::real::{angle, log, log1p_of};

/// ln 2 and pi/2.
const LN2: f64 = std::f64::consts::LN_2;
const QUARTER: f64 = std::f64::consts::FRAC_PI_2;

pub fn catanh(z: Double) -> Double {
    let (x, y) = (z.re.abs(), z.im.abs());
    if y == f64::INFINITY || x == f64::INFINITY {
        let imaginary = if y.is_nan() { y } else { QUARTER.copysign(z.im) };
        return complex(if x.is_nan() { 0.0 } else { 0f64.copysign(z.re) }, imaginary);
    }
    if z.is_nan() {
        return complex(if x == 0.0 { z.re } else { f64::NAN }, f64::NAN);
    }
    let (real, imaginary) = parts(x, y);
    complex(real.copysign(z.re), imaginary.copysign(z.im))
}

fn parts(x: f64, y: f64) -> (f64, f64) {
    let large = if x > y { x } else { y };
    if large > two_to(200) {
        // x/|z|^2, scaled, and a quarter of a circle, in all bits that count.
        // (Their squares are to be below 2^996, as pairs want it.)
        let scale = if large > two_to(490) { two_to(-600) } else { 1.0 };
        let (a, b) = (x * scale, y * scale);
        let real = Pair::from(a) / (Pair::square(a) + Pair::square(b));
        return (real.rounded() * scale, QUARTER);
    }
    let (minus, plus) = (Pair::sum(1.0, -x), Pair::sum(1.0, x));
    let square = Pair::square(y);
    let imaginary = 0.5 * angle(Pair::from(2.0 * y), minus * plus - square);
    if x == 1.0 && y < two_to(-300) {
        // log(4/y^2)/4.
        return (if y == 0.0 { f64::INFINITY } else { 0.5 * (LN2 - log(y)) }, imaginary);
    }
    let ratio = Pair::from(4.0 * x) / (minus * minus + square);
    (0.25 * log1p_of(ratio).rounded(), imaginary)
}

pub fn catan(z: Double) -> Double {
    catanh(z.turned()).turned_back()
}
