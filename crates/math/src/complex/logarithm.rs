//! clog and clog10.
//!
//! The real part is half the logarithm of x^2 + y^2, which is summed in pairs: near 1 that of what
//! it is more than 1, which loses nothing. Where squares would overflow or underflow, it is the
//! logarithm of hypot, which is far from 0 there.

use super::number::{complex, Double};
use super::pair::{two_to, Pair};
use super::real::{atan2, hypot, log, log10, log1p_of};

/// 1/ln 10.
const PER_LN10: Pair = Pair { high: std::f64::consts::LOG10_E, low: 1.098319650216765e-17 };

pub fn clog(z: Double) -> Double {
    complex(real_part(z, log, |near| near.scaled(0.5).rounded()), atan2(z.im, z.re))
}

pub fn clog10(z: Double) -> Double {
    let real = real_part(z, log10, |near| (near * PER_LN10.scaled(0.5)).rounded());
    let angle = atan2(z.im, z.re);
    let angle = if angle == 0.0 { angle } else { (Pair::from(angle) * PER_LN10).rounded() };
    complex(real, angle)
}

/// The logarithm of |z|, by `logarithm`, or from what log1p makes of |z|^2 - 1, by `near`.
fn real_part(z: Double, logarithm: fn(f64) -> f64, near: fn(Pair) -> f64) -> f64 {
    let (x, y) = (z.re.abs(), z.im.abs());
    let (large, small) = if x > y { (x, y) } else { (y, x) };
    if large > two_to(1022) {
        // (The distance itself may be beyond all numbers.)
        return logarithm(hypot(0.25 * x, 0.25 * y)) + logarithm(4.0);
    }
    if large < two_to(-1021) && large != 0.0 {
        // (The distance would have lost bits; for NaN neither comparison holds.)
        let up = two_to(100);
        return logarithm(hypot(x * up, y * up)) - logarithm(up);
    }
    let plain = z.is_nan() || large > two_to(400) || large < two_to(-400);
    if plain || small == 0.0 && large != 1.0 {
        return logarithm(hypot(x, y));
    }
    let squares = [Pair::square(large), Pair::square(small)];
    let sum = squares[0] + squares[1];
    if sum.high > 0.5 && sum.high < 3.0 {
        // The larger square less 1 is exact but for 2^-104 of itself; each step is in order of size.
        let more =
            exactly(&[-1.0, squares[0].high, squares[1].high, squares[0].low, squares[1].low]);
        return near(log1p_of(more));
    }
    let high = logarithm(sum.high);
    // d log s = ds/s; for the logarithm to the base 10 with its factor.
    let slope = if logarithm(10.0) == 1.0 { PER_LN10.high } else { 1.0 };
    0.5 * (high + slope * (sum.low / sum.high))
}

/// A sum without cancellation: every step keeps what it loses.
fn exactly(numbers: &[f64; 5]) -> Pair {
    let mut parts = *numbers;
    // Each pass moves what is lost one place down; four of them bring out what the five sum up to.
    for _ in 0..4 {
        for index in 1..parts.len() {
            let sum = Pair::sum(parts[index - 1], parts[index]);
            parts[index - 1] = sum.low;
            parts[index] = sum.high;
        }
    }
    let rest = parts[0] + parts[1] + parts[2];
    Pair::sum(parts[4], parts[3] + rest)
}
