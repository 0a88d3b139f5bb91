//! csinh, ccosh and ctanh; csin, ccos and ctan are those of iz.
//!
//! ```text
//! sinh(x + iy) = sinh x cos y + i cosh x sin y
//! cosh(x + iy) = cosh x cos y + i sinh x sin y
//! tanh(x + iy) = (sinh 2x + i sin 2y) / 2 / (sinh^2 x + cos^2 y)
//! ```

use super::number::{complex, Double};
use super::pair::{two_to, Pair};
use super::powers_of_e::{cosh_sinh, scaled_exp, FARTHEST};
use super::real::{exp, sin, sincos, sinh, times_power};

/// From here on sinh and cosh are e^|x|/2 in all bits that count, and tanh is 1.
const LARGE: f64 = 22.0;

pub fn csinh(z: Double) -> Double {
    let (x, y) = (z.re, z.im);
    if !z.is_finite() {
        return match () {
            _ if y == 0.0 => complex(x, y),
            _ if x == 0.0 => complex(x, f64::NAN),
            _ if x.is_infinite() && y.is_finite() => directed(x, y, f64::INFINITY),
            _ if x.is_infinite() => complex(x, f64::NAN),
            _ => complex(f64::NAN, f64::NAN),
        };
    }
    if x.abs() > 600.0 {
        return beyond(x, y);
    }
    let ((sine, cosine), (cosh, sinh)) = (sincos(y), cosh_sinh(x));
    complex(sinh.times(cosine), cosh.times(sine))
}

pub fn ccosh(z: Double) -> Double {
    let (x, y) = (z.re, z.im);
    if !z.is_finite() {
        return match () {
            _ if y == 0.0 => complex(x.abs(), if x.is_nan() { y } else { y.copysign(x) * sign(y) }),
            _ if x == 0.0 => complex(f64::NAN, x),
            _ if x.is_infinite() && y.is_finite() => directed(f64::INFINITY, y, x),
            _ if x.is_infinite() => complex(x.abs(), f64::NAN),
            _ => complex(f64::NAN, f64::NAN),
        };
    }
    if x.abs() > 600.0 {
        let swapped = beyond(x, y);
        return complex(swapped.re * sign(x), swapped.im * sign(x));
    }
    let ((sine, cosine), (cosh, sinh)) = (sincos(y), cosh_sinh(x));
    complex(cosh.times(cosine), sinh.times(sine))
}

fn sign(x: f64) -> f64 {
    1f64.copysign(x)
}

/// With infinite parts, whose signs are those of the factors.
fn directed(real: f64, y: f64, imaginary: f64) -> Double {
    let (sine, cosine) = sincos(y);
    complex(real * cosine, imaginary * sine)
}

/// csinh where sinh and cosh are e^|x|/2, and what they are multiplied by may bring them back.
fn beyond(x: f64, y: f64) -> Double {
    let (factor, exponent) = scaled_exp(x.abs().min(FARTHEST));
    let (sine, cosine) = sincos(y);
    let part = |turn: f64| times_power(factor.times(turn), exponent - 1);
    complex(part(cosine) * sign(x), part(sine))
}

pub fn ctanh(z: Double) -> Double {
    let (x, y) = (z.re, z.im);
    if !z.is_finite() {
        return match () {
            _ if x.is_infinite() => complex(
                sign(x),
                if y.is_finite() { 0f64.copysign(sine_of_twice(y)) } else { 0f64.copysign(y) },
            ),
            _ if y == 0.0 => complex(f64::NAN, y),
            _ if x == 0.0 => complex(x, f64::NAN),
            _ => complex(f64::NAN, f64::NAN),
        };
    }
    if x.abs() > LARGE {
        // sinh^2 x + cos^2 y = e^2|x|/4 in all bits that count.
        return complex(sign(x), 2.0 * sine_of_twice(y) * exp(-2.0 * x.abs().min(FARTHEST)));
    }
    let (sine, cosine) = sincos(y);
    let half = cosh_sinh(x).1;
    let whole = half * half + Pair::square(cosine);
    let real = Pair::from(sinh(2.0 * x)) / whole.scaled(2.0);
    let imaginary = if y.abs() < two_to(1023) {
        Pair::from(sin(2.0 * y)) / whole.scaled(2.0)
    } else {
        Pair::product(sine, cosine) / whole
    };
    complex(kept(real, x), kept(imaginary, y))
}

/// sin 2y, also where 2y is beyond all numbers.
fn sine_of_twice(y: f64) -> f64 {
    if y.abs() < two_to(1023) {
        sin(2.0 * y)
    } else {
        let (sine, cosine) = sincos(y);
        2.0 * sine * cosine
    }
}

/// The quotient; a zero has the argument's sign.
fn kept(quotient: Pair, argument: f64) -> f64 {
    let rounded = quotient.rounded();
    if rounded == 0.0 {
        0f64.copysign(argument)
    } else {
        rounded
    }
}

pub fn csin(z: Double) -> Double {
    csinh(z.turned()).turned_back()
}

pub fn ccos(z: Double) -> Double {
    ccosh(z.turned())
}

pub fn ctan(z: Double) -> Double {
    ctanh(z.turned()).turned_back()
}
