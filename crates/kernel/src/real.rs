//! The floating-point formats as numbers: what a predefined operator does to two of them.
//!
//! Each operation rounds once, to nearest even, in the format itself. (Half floats go by way of
//! float, which changes nothing for one addition or product.) MIN and MAX follow IEEE 754-2019
//! minimum and maximum: a NaN wins, and -0.0 < +0.0. Operations may return any NaN;
//! [`Real::canonical`] makes it the canonical one at the end of a fold.

/// 2^exponent, which has to be a normal number.
#[inline(always)]
pub const fn power(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// A floating-point format that predefined operators take.
pub trait Real: Copy {
    /// The canonical NaN: the positive default quiet one.
    const NAN: Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn is_nan(self) -> bool;
    /// Whether `self` comes before `other` in the order of the numbers, with -0.0 before +0.0;
    /// false if either is a NaN.
    fn precedes(self, other: Self) -> bool;

    /// The complex product (ac - bd, ad + bc) of (a, b) and (c, d), each operation rounded once.
    #[inline(always)]
    fn complex_product([a, b]: [Self; 2], [c, d]: [Self; 2]) -> [Self; 2] {
        [a.mul(c).sub(b.mul(d)), a.mul(d).add(b.mul(c))]
    }

    /// The number itself, or the canonical NaN for any NaN.
    #[inline(always)]
    fn canonical(self) -> Self {
        if self.is_nan() {
            Self::NAN
        } else {
            self
        }
    }

    /// IEEE 754-2019 minimum.
    #[inline(always)]
    fn ieee_minimum(self, other: Self) -> Self {
        if self.is_nan() || self.precedes(other) {
            self
        } else {
            other
        }
    }

    /// IEEE 754-2019 maximum.
    #[inline(always)]
    fn ieee_maximum(self, other: Self) -> Self {
        if self.is_nan() || other.precedes(self) {
            self
        } else {
            other
        }
    }
}

macro_rules! native_real {
    ($float:ty, $canonical_nan:expr) => {
        impl Real for $float {
            const NAN: Self = <$float>::from_bits($canonical_nan);
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self - other
            }
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                self * other
            }
            #[inline(always)]
            fn is_nan(self) -> bool {
                self != self
            }
            #[inline(always)]
            fn precedes(self, other: Self) -> bool {
                (self < other)
                    | ((self == other) & self.is_sign_negative() & other.is_sign_positive())
            }
        }
    };
}

native_real!(f32, 0x7fc0_0000);
native_real!(f64, 0x7ff8_0000_0000_0000);
