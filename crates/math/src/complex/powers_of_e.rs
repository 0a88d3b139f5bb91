//! e^x, cosh x and sinh x as pairs, of some 64 bits: with one of the two factors of a product so, the
//! product has the errors of the other one and of its rounding only.
//!
//! x = k ln 2/64 + r, where |r| < 2^-6.5 in any rounding mode; k STEP is exact, and so is the
//! difference of x and it. e^r - 1 = r + r^2 p(r), where the second is at most 2^-14 and is computed in
//! doubles: its error is below 2^-65.

use super::pair::Pair;
use super::powers::{PER_STEP, POWERS, STEP, STEP_REST};

/// From here on e^x is beyond all numbers, even times the smallest one, and e^-x times the largest one.
pub const FARTHEST: f64 = 1900.0;

/// e^x as a pair from 1 to 2, times a power of two; |x| is at most FARTHEST.
pub fn scaled_exp(x: f64) -> (Pair, i32) {
    // Added and subtracted, it leaves an integer.
    const ROUND: f64 = 6_755_399_441_055_744.0; // 3 * 2^51
    let steps = (x * PER_STEP + ROUND) - ROUND;
    let rest = Pair::from(x - steps * STEP) - Pair::from(steps) * STEP_REST;
    let r = rest.high;
    let series =
        r * r * (0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0)))));
    let more = Pair::sum(r, rest.low + series);
    let k = steps as i32;
    let power = POWERS[(k & 63) as usize];
    (power + power * more, k >> 6)
}

/// cosh x and sinh x, for |x| below 700.
pub fn cosh_sinh(x: f64) -> (Pair, Pair) {
    let (power, exponent) = scaled_exp(x.abs());
    let scale = f64::from_bits(((1023 + exponent) as u64) << 52);
    let up = power.scaled(0.5 * scale);
    let down = (Pair::from(1.0) / power).scaled(0.5 / scale);
    let sinh = if x.abs() < 0.0625 {
        // The series; nothing cancels.
        let x2 = x * x;
        let series = 1.0 / 6.0
            + x2 * (1.0 / 120.0
                + x2 * (1.0 / 5040.0 + x2 * (1.0 / 362_880.0 + x2 * (1.0 / 39_916_800.0))));
        Pair::sum(x, x * (x2 * series))
    } else if x > 0.0 {
        up - down
    } else {
        down - up
    };
    (up + down, sinh)
}
