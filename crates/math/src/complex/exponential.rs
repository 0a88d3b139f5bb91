//! cexp and cpow.

use super::logarithm::clog;
use super::number::{complex, Double};
use super::pair::Pair;
use super::powers_of_e::{scaled_exp, FARTHEST};
use super::real::{exp, sincos, times_power};
use super::settled::plain;

pub fn cexp(z: Double) -> Double {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return complex(exp(x), y);
    }
    if !y.is_finite() {
        return match x {
            f64::INFINITY => complex(x, f64::NAN),
            f64::NEG_INFINITY => complex(0.0, 0f64.copysign(y)),
            _ => complex(f64::NAN, f64::NAN),
        };
    }
    let (sine, cosine) = sincos(y);
    if x.is_finite() {
        let (factor, exponent) = scaled_exp(x.clamp(-FARTHEST, FARTHEST));
        let part = |turn: f64| times_power(factor.times(turn), exponent);
        complex(part(cosine), part(sine))
    } else {
        let factor = exp(x);
        complex(factor * cosine, factor * sine)
    }
}

/// e to a power whose parts are pairs.
fn exp_of(real: Pair, angle: Pair) -> Double {
    let (factor, exponent) = scaled_exp(real.high.clamp(-FARTHEST, FARTHEST));
    let (sine, cosine) = sincos(angle.high);
    // By the derivatives, what the low parts add.
    let factor = factor + factor * Pair::from(real.low);
    let (sine, cosine) =
        (Pair::sum(sine, cosine * angle.low), Pair::sum(cosine, -sine * angle.low));
    let part = |turn: Pair| times_power((factor * turn).rounded(), exponent);
    complex(part(cosine), part(sine))
}

pub fn cpow(base: Double, power: Double) -> Double {
    let logarithm = clog(base);
    let product = plain(power * logarithm);
    let beyond = !product.is_finite() || !logarithm.is_finite();
    if beyond || product.re.abs() > FARTHEST || product.im.abs() > 1e15 {
        return cexp(product);
    }
    let (a, b) = (power, logarithm);
    let real = Pair::product(a.re, b.re) - Pair::product(a.im, b.im);
    let angle = Pair::product(a.re, b.im) + Pair::product(a.im, b.re);
    let raised = exp_of(real, angle);
    // (The pairs lose the sign of a zero.)
    complex(raised.re, if product.im == 0.0 { product.im } else { raised.im })
}
