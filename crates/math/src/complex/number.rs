//! Complex numbers as C has them, and what annex G of the C standard says of those that are infinite
//! or not a number.

use std::ops::Mul;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Complex<T> {
    pub re: T,
    pub im: T,
}

/// That of C's double _Complex.
pub type Double = Complex<f64>;

pub const fn complex(re: f64, im: f64) -> Double {
    Complex { re, im }
}

impl Double {
    /// i times it. (A NaN keeps its sign.)
    pub fn turned(self) -> Double {
        complex(if self.im.is_nan() { self.im } else { -self.im }, self.re)
    }

    /// It, divided by i.
    pub fn turned_back(self) -> Double {
        complex(self.im, -self.re)
    }

    pub fn is_finite(self) -> bool {
        self.re.is_finite() && self.im.is_finite()
    }

    pub fn is_infinite(self) -> bool {
        self.re.is_infinite() || self.im.is_infinite()
    }

    pub fn is_nan(self) -> bool {
        self.re.is_nan() || self.im.is_nan()
    }
}

/// Annex G's product: infinite if a factor is, even where the four products say NaN.
impl Mul for Double {
    type Output = Double;
    fn mul(self, other: Double) -> Double {
        let product =
            |a: Double, b: Double| complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
        let plain = product(self, other);
        if !(plain.re.is_nan() && plain.im.is_nan()) {
            return plain;
        }
        // Of an infinite number the infinite parts become 1, others 0; of the other one NaN becomes 0,
        // whatever its sign: that of a NaN may be the processor's.
        let boxed = |a: Double| {
            let one = |x: f64| f64::from(u8::from(x.is_infinite())).copysign(x);
            let part = |x: f64| if x.is_nan() { 0.0 } else { one(x) };
            complex(part(a.re), part(a.im))
        };
        let filled = |a: Double| {
            let part = |x: f64| if x.is_nan() { 0.0 } else { x };
            complex(part(a.re), part(a.im))
        };
        let (a, b) = match (self.is_infinite(), other.is_infinite()) {
            (true, true) => (boxed(self), boxed(other)),
            (true, false) => (boxed(self), filled(other)),
            (false, true) => (filled(self), boxed(other)),
            (false, false) => return plain,
        };
        let turned = product(a, b);
        complex(f64::INFINITY * turned.re, f64::INFINITY * turned.im)
    }
}
