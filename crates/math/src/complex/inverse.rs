//! casinh, cacos, cacosh and casin.
//!
//! With r and s the distances of x + iy to -1 and 1, and A = (r + s)/2, for x >= 0 and y >= 0:
//!
//! ```text
//! asin(x + iy) = atan2(x, d) + i l     d^2 = (A + x)(A - x)
//! acos(x + iy) = atan2(d, x) - i l     l = log1p(A - 1 + ((A - 1)(A + 1))^(1/2))
//! ```
//!
//! A - 1 and A - x are sums of what is not negative, with r - (x + 1) = y^2/(r + x + 1) and its like:
//! nothing cancels. All up to the logarithm and the angle is computed in pairs, and what the low parts
//! add is found by the derivative. Each part so has an error of an ulp at most.

use super::number::{complex, Double};
use super::pair::{two_to, Pair};
use super::real::{angle, asin, atan2, hypot, log, log1p_of};

/// ln 2.
const LN2: f64 = std::f64::consts::LN_2;

/// What is sought, in the first quadrant.
struct Parts {
    /// x and d, whose angle is wanted.
    opposite: Pair,
    adjacent: Pair,
    /// asin's real part, where it is known otherwise.
    asin: Option<f64>,
    logarithm: f64,
}

fn parts(x: f64, y: f64) -> Parts {
    let (wide, high) = (Pair::from(x), Pair::from(y));
    let one = Pair::from(1.0);
    if x > two_to(100) || y > two_to(100) {
        // 2|z|, and the angle of z, in all bits that count.
        return Parts {
            opposite: wide,
            adjacent: high,
            asin: None,
            logarithm: if x > two_to(1022) || y > two_to(1022) {
                log(hypot(0.25 * x, 0.25 * y)) + 3.0 * LN2
            } else {
                log(hypot(x, y)) + LN2
            },
        };
    }
    let (plus, minus) = (Pair::sum(x, 1.0), Pair::sum(x, -1.0));
    if y < two_to(-300) {
        // What depends on y^2 is below all bits.
        let slope =
            (plus * Pair { high: minus.high.abs(), low: minus.low * sign(minus.high) }).root();
        return if x < 1.0 {
            let logarithm = (high / slope).rounded();
            Parts { opposite: wide, adjacent: slope, asin: Some(asin(x)), logarithm }
        } else if x == 1.0 {
            let root = high.root();
            Parts { opposite: wide, adjacent: root, asin: None, logarithm: root.rounded() }
        } else {
            let adjacent = wide * high / slope;
            Parts {
                opposite: wide,
                adjacent,
                asin: None,
                logarithm: log1p_of(minus + slope).rounded(),
            }
        };
    }
    let square = high * high;
    let r = (plus * plus + square).root();
    let s = (minus * minus + square).root();
    // r - (x + 1), s - (1 - x) and s - (x - 1).
    let first = square / (r + plus);
    let (second, third) = if x <= 1.0 {
        (square / (s - minus), s - minus)
    } else {
        (s + minus, square / (s + minus))
    };
    let more = (first + second).scaled(0.5);
    let mean = one + more;
    let adjacent = ((mean + wide) * (first + third).scaled(0.5)).root();
    let logarithm = log1p_of(more + (more * (mean + one)).root()).rounded();
    Parts { opposite: wide, adjacent, asin: None, logarithm }
}

fn sign(x: f64) -> f64 {
    1f64.copysign(x)
}

pub fn casinh(z: Double) -> Double {
    let (x, y) = (z.re.abs(), z.im.abs());
    if z.is_infinite() {
        return complex(f64::INFINITY.copysign(z.re), atan2(y, x).copysign(z.im));
    }
    if z.is_nan() {
        return complex(f64::NAN, if y == 0.0 { z.im } else { f64::NAN });
    }
    let parts = parts(y, x);
    let asin = parts.asin.unwrap_or_else(|| angle(parts.opposite, parts.adjacent));
    complex(parts.logarithm.copysign(z.re), asin.copysign(z.im))
}

pub fn casin(z: Double) -> Double {
    casinh(z.turned()).turned_back()
}

pub fn cacos(z: Double) -> Double {
    let (x, y) = (z.re.abs(), z.im.abs());
    if z.is_infinite() {
        return complex(atan2(y, z.re), -f64::INFINITY.copysign(z.im));
    }
    if z.is_nan() {
        let real = if x == 0.0 { atan2(1.0, 0.0) } else { f64::NAN };
        return complex(real, f64::NAN);
    }
    let parts = parts(x, y);
    let opposite = if z.re < 0.0 { -parts.opposite } else { parts.opposite };
    complex(angle(parts.adjacent, opposite), -parts.logarithm.copysign(z.im))
}

pub fn cacosh(z: Double) -> Double {
    let turned = cacos(z);
    let imaginary = if z.im.is_nan() { turned.re } else { turned.re.copysign(z.im) };
    complex(turned.im.abs(), imaginary)
}
