//! IEEE 754 binary128 (Fortran's REAL(16), aarch64's long double): order and
//! NaN only.
//!
//! The processor has no arithmetic for it, and its addition and product leave
//! no choice of rounding, so those are done by `PMPI_Reduce_local`; what an MPI
//! library could do differently (MIN, MAX, the bits of a NaN) is decided here.

/// A binary128 number, as its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct Quad(pub u128);

const INFINITY: u128 = 0x7fff << 112;
const SIGN: u128 = 1 << 127;

impl Quad {
    #[inline(always)]
    fn key(self) -> i128 {
        let magnitude = (self.0 & !SIGN) as i128;
        if self.0 & SIGN != 0 {
            -magnitude - 1
        } else {
            magnitude
        }
    }

    /// Whether this is a NaN of any kind.
    #[inline(always)]
    pub fn is_nan(self) -> bool {
        self.0 & !SIGN > INFINITY
    }

    /// The value itself, or the positive default quiet NaN for any NaN.
    #[inline(always)]
    pub fn canonical(self) -> Self {
        if self.is_nan() {
            Quad(INFINITY | 1 << 111)
        } else {
            self
        }
    }

    /// IEEE 754-2019 minimum.
    #[inline(always)]
    pub fn ieee_minimum(self, other: Self) -> Self {
        if self.is_nan() || (!other.is_nan() && self.key() < other.key()) {
            self
        } else {
            other
        }
    }

    /// IEEE 754-2019 maximum.
    #[inline(always)]
    pub fn ieee_maximum(self, other: Self) -> Self {
        if self.is_nan() || (!other.is_nan() && other.key() < self.key()) {
            self
        } else {
            other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_nan() {
        let (zero, minus_zero) = (Quad(0), Quad(SIGN));
        let (one, minus_one) = (Quad(0x3fff << 112), Quad(SIGN | 0x3fff << 112));
        let nan = Quad(SIGN | INFINITY | 1);
        assert_eq!(zero.ieee_minimum(minus_zero), minus_zero);
        assert_eq!(minus_zero.ieee_maximum(zero), zero);
        assert_eq!(one.ieee_minimum(minus_one), minus_one);
        assert_eq!(Quad(INFINITY).ieee_maximum(one), Quad(INFINITY));
        for other in [zero, one, Quad(INFINITY)] {
            assert!(nan.ieee_minimum(other).is_nan() && other.ieee_minimum(nan).is_nan());
            assert!(nan.ieee_maximum(other).is_nan() && other.ieee_maximum(nan).is_nan());
        }
        assert_eq!(nan.canonical(), Quad(0x7fff_8000 << 96));
    }
}
