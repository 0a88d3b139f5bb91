//! Numbers as the sum of two doubles, of some 104 bits.
//!
//! The operations are additions, multiplications, divisions and roots of doubles, in a fixed order and
//! none of them fused, so the same bits come out of every processor. Products are split in halves of 26
//! bits and need operands below 2^996; those below 2^-960 have no low part.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// 2^-960: what is lost of a product of this size is no subnormal number.
const LEAST: f64 = two_to(-960);

/// A power of two, from the 1022nd of 1/2 to the 1023rd of 2.
pub const fn two_to(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// `high` is the sum of both, rounded.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    pub high: f64,
    pub low: f64,
}

impl Pair {
    pub const ZERO: Pair = Pair { high: 0.0, low: 0.0 };

    /// The sum, exactly.
    pub fn sum(a: f64, b: f64) -> Pair {
        let high = a + b;
        let part = high - a;
        Pair { high, low: (a - (high - part)) + (b - part) }
    }

    /// The sum, exactly, where `a` is the larger one, or 0.
    fn ordered(a: f64, b: f64) -> Pair {
        let high = a + b;
        Pair { high, low: (a - high) + b }
    }

    /// The product, exactly.
    pub fn product(a: f64, b: f64) -> Pair {
        let high = a * b;
        if high.abs() < LEAST {
            return Pair::from(high);
        }
        let ((a1, a2), (b1, b2)) = (halves(a), halves(b));
        Pair { high, low: ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2 }
    }

    pub fn square(a: f64) -> Pair {
        Pair::product(a, a)
    }

    /// By a power of two.
    pub fn scaled(self, by: f64) -> Pair {
        Pair { high: self.high * by, low: self.low * by }
    }

    /// Of what is not negative.
    pub fn root(self) -> Pair {
        if self.high <= 0.0 {
            return Pair::ZERO;
        }
        let high = self.high.sqrt();
        let left = self - Pair::square(high);
        Pair::ordered(high, left.high / (2.0 * high))
    }

    /// The product, rounded; zeros with their signs.
    pub fn times(self, factor: f64) -> f64 {
        let product = (self * Pair::from(factor)).rounded();
        if product == 0.0 {
            self.high * factor
        } else {
            product
        }
    }

    pub fn rounded(self) -> f64 {
        self.high + self.low
    }
}

/// A number's high and low bits, by 26 each.
fn halves(a: f64) -> (f64, f64) {
    const SPLIT: f64 = 134_217_729.0; // 2^27 + 1
    let scaled = SPLIT * a;
    let high = scaled - (scaled - a);
    (high, a - high)
}

impl From<f64> for Pair {
    fn from(high: f64) -> Pair {
        Pair { high, low: 0.0 }
    }
}

impl Neg for Pair {
    type Output = Pair;
    fn neg(self) -> Pair {
        Pair { high: -self.high, low: -self.low }
    }
}

impl Add for Pair {
    type Output = Pair;
    fn add(self, other: Pair) -> Pair {
        let (high, low) = (Pair::sum(self.high, other.high), Pair::sum(self.low, other.low));
        let first = Pair::ordered(high.high, high.low + low.high);
        Pair::ordered(first.high, first.low + low.low)
    }
}

impl Sub for Pair {
    type Output = Pair;
    fn sub(self, other: Pair) -> Pair {
        self + -other
    }
}

impl Mul for Pair {
    type Output = Pair;
    fn mul(self, other: Pair) -> Pair {
        let product = Pair::product(self.high, other.high);
        Pair::ordered(product.high, product.low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for Pair {
    type Output = Pair;
    fn div(self, other: Pair) -> Pair {
        let first = self.high / other.high;
        let left = self - other * Pair::from(first);
        let second = left.high / other.high;
        let left = left - other * Pair::from(second);
        let third = left.high / other.high;
        Pair::ordered(first, second) + Pair::from(third)
    }
}
