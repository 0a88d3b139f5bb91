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
