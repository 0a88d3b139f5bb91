//! The library's own real functions, in the variant that was chosen when it was loaded, and a few that
//! take pairs. (The exported names may be another library's.)

use super::pair::{two_to, Pair};
use crate::scalar::chosen;

macro_rules! real {
    ($type:ident: $($name:ident($($argument:ident),+);)*) => {
        $(pub fn $name($($argument: $type),+) -> $type {
            (chosen().$name)($($argument),+)
        })*
    };
}

real! { f32:
    atan2f(y, x);
    hypotf(x, y);
}

real! { f64:
    asin(x);
    atan2(y, x);
    cos(x);
    exp(x);
    hypot(x, y);
    log(x);
    log10(x);
    log1p(x);
    sin(x);
    sinh(x);
}

pub fn sincos(x: f64) -> (f64, f64) {
    (sin(x), cos(x))
}

/// log(1 + x): by the derivative, what the low part adds.
pub fn log1p_of(x: Pair) -> Pair {
    Pair::sum(log1p(x.high), x.low / (1.0 + x.high))
}

/// The angle of a point whose coordinates are pairs: by the derivative, what the low parts add.
pub fn angle(y: Pair, x: Pair) -> f64 {
    let angle = atan2(y.high, x.high);
    if y.low == 0.0 && x.low == 0.0 {
        return angle; // whatever the size of the coordinates
    }
    // (x dy - y dx)/(x^2 + y^2), without squares that underflow or overflow.
    let turn = if x.high.abs() > y.high.abs() {
        let ratio = y.high / x.high;
        (y.low - ratio * x.low) / (x.high * (1.0 + ratio * ratio))
    } else if y.high != 0.0 {
        let ratio = x.high / y.high;
        (ratio * y.low - x.low) / (y.high * (1.0 + ratio * ratio))
    } else {
        0.0
    };
    // (Adding nothing must not change the sign of a zero.)
    if turn == 0.0 {
        angle
    } else {
        angle + turn
    }
}

/// The number times a power of two that is 0 or far from it, rounded once: in three steps, of which
/// only the last one may reach what is subnormal.
pub fn times_power(number: f64, exponent: i32) -> f64 {
    let third = exponent / 3;
    number * two_to(third) * two_to(third) * two_to(exponent - 2 * third)
}
