//! x86's long double: the 80-bit extended format in 16 bytes of storage.
//!
//! Sums and products run on the x87 unit in full precision (the fold sets the control word, see
//! [`super::fpenv`]); order and NaN are derived from the bits. The six bytes of padding are zero in
//! every result.

use super::real::Real;
use std::arch::asm;

#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct LongDouble {
    significand: u64,
    sign_and_exponent: u16,
    padding: [u16; 3],
}

impl LongDouble {
    /// The exponent is biased; the significand has an explicit integer bit.
    pub const fn from_parts(sign_and_exponent: u16, significand: u64) -> Self {
        LongDouble { significand, sign_and_exponent, padding: [0; 3] }
    }

    pub const fn parts(self) -> (u16, u64) {
        (self.sign_and_exponent, self.significand)
    }

    /// A key that orders the numbers, -0.0 before +0.0.
    #[inline(always)]
    fn key(self) -> i128 {
        let magnitude =
            i128::from(self.sign_and_exponent & 0x7fff) << 64 | i128::from(self.significand);
        if self.sign_and_exponent & 0x8000 != 0 {
            -magnitude - 1
        } else {
            magnitude
        }
    }
}

macro_rules! x87_operation {
    ($instruction:literal, $left:expr, $right:expr) => {{
        let mut result = LongDouble::from_parts(0, 0);
        // SAFETY: loads two 10-byte numbers and stores one, all within 16-byte values; the x87
        // stack is left empty as it was, and its registers are declared clobbered.
        unsafe {
            asm!(
                "fld tbyte ptr [{left}]",
                "fld tbyte ptr [{right}]",
                $instruction,
                "fstp tbyte ptr [{result}]",
                left = in(reg) &$left,
                right = in(reg) &$right,
                result = in(reg) &mut result,
                out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                options(nostack)
            );
        }
        result
    }};
}

impl Real for LongDouble {
    const NAN: Self = LongDouble::from_parts(0x7fff, 0xc000_0000_0000_0000);

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        x87_operation!("faddp st(1), st", self, other)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        let negated = LongDouble::from_parts(other.sign_and_exponent ^ 0x8000, other.significand);
        self.add(negated)
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        x87_operation!("fmulp st(1), st", self, other)
    }
    /// Also true for invalid encodings (unnormals, pseudo-infinities), which the x87 unit turns
    /// into a NaN.
    #[inline(always)]
    fn is_nan(self) -> bool {
        match self.sign_and_exponent & 0x7fff {
            0x7fff => self.significand != 1 << 63,
            0 => false,
            _ => self.significand >> 63 == 0,
        }
    }
    #[inline(always)]
    fn precedes(self, other: Self) -> bool {
        !self.is_nan() && !other.is_nan() && self.key() < other.key()
    }
    #[inline(always)]
    fn canonical(self) -> Self {
        if self.is_nan() {
            LongDouble::from_parts(0x7fff, 0xc000_0000_0000_0000)
        } else {
            // Clears the padding.
            LongDouble::from_parts(self.sign_and_exponent, self.significand)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fpenv::{within, Environment};
    use super::*;

    const ONE: LongDouble = LongDouble::from_parts(0x3fff, 1 << 63);

    #[test]
    fn sums_and_products_have_all_64_bits() {
        // 1 + 2^-63 is the next number; 1 + 2^-64 is a tie and rounds to 1.
        let ulp = LongDouble::from_parts(0x3fff - 63, 1 << 63);
        let half_ulp = LongDouble::from_parts(0x3fff - 64, 1 << 63);
        let (sum, tie, product) = within(Environment::VectorAndX87, || {
            (ONE.add(ulp), ONE.add(half_ulp), ulp.mul(half_ulp))
        });
        assert_eq!(sum.parts(), (0x3fff, (1 << 63) + 1));
        assert_eq!(tie.parts(), ONE.parts());
        assert_eq!(product.parts(), (0x3fff - 127, 1 << 63));
        assert_eq!(within(Environment::VectorAndX87, || ONE.sub(ONE)).parts(), (0, 0));
    }

    #[test]
    fn order_and_nan_are_derived_from_the_bits() {
        let minus_zero = LongDouble::from_parts(0x8000, 0);
        let zero = LongDouble::from_parts(0, 0);
        let minus_one = LongDouble::from_parts(0xbfff, 1 << 63);
        let nan = LongDouble::from_parts(0xffff, 0x8000_0000_0000_0001);
        let infinity = LongDouble::from_parts(0x7fff, 1 << 63);
        assert!(minus_zero.precedes(zero) && !zero.precedes(minus_zero));
        assert!(minus_one.precedes(minus_zero) && ONE.precedes(infinity));
        assert!(nan.is_nan() && !infinity.is_nan());
        assert!(LongDouble::from_parts(0x3fff, 1).is_nan(), "an unnormal");
        assert_eq!(nan.ieee_minimum(ONE).canonical().parts(), (0x7fff, 0xc000_0000_0000_0000));
    }
}
