//! The operations, for each unit that has them: 4 for a number with AVX-512, 5 with AVX2; 10 for a
//! product.
//!
//! (No option `pure`: they raise flags, and stay between the lowering and the reading of these. Nor
//! `preserves_flags`.)

use crate::doubles::middle;
use crate::simd::{Avx2, Avx512, Simd};
use std::arch::asm;
use std::arch::x86_64::{__m256d, __m512d};

/// A register with operations that raise flags, and some that do not.
///
/// # Safety
/// As for [`Simd`].
pub unsafe trait Flagging: Simd {
    /// What a first total begins with, given the unit: bits of a double.
    fn start(unit: i32) -> u64;
    /// What numbers are multiplied by.
    fn factor(unit: i32) -> u64;
    /// The exponent of the unit that totals have then, given the unit.
    fn unit_of_totals(unit: i32) -> i32;

    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    /// Adds two numbers to the total of their level, and what is left of them to the rest.
    unsafe fn deposit(numbers: [Self; 2], factor: Self, total: &mut Self, rest: &mut Self);
    /// Likewise two products, with their errors, in two levels. (Of a unit that has none of
    /// products: nothing.)
    unsafe fn deposit_products(x: [Self; 2], y: [Self; 2], totals: &mut [Self; 2], rest: &mut Self);
}

/// The sum of two doubles.
#[inline(always)]
pub fn add(mut one: f64, other: f64) -> f64 {
    // SAFETY: an addition.
    unsafe {
        asm!("vaddsd {0}, {0}, {1}", inout(xmm_reg) one, in(xmm_reg) other, options(nomem, nostack))
    };
    one
}

/// Defines an operation of two vectors.
macro_rules! operation {
    ($name:ident = $instruction:literal, $vector:ty, $register:ident, $feature:literal) => {
        #[inline]
        #[target_feature(enable = $feature)]
        unsafe fn $name(mut one: $vector, other: $vector) -> $vector {
            // SAFETY: an instruction of the unit.
            unsafe {
                asm!(concat!($instruction, " {0}, {0}, {1}"),
                     inout($register) one, in($register) other, options(nomem, nostack));
            }
            one
        }
    };
}
operation!(add_512 = "vaddpd", __m512d, zmm_reg, "avx512f");
operation!(sub_512 = "vsubpd", __m512d, zmm_reg, "avx512f");
operation!(add_256 = "vaddpd", __m256d, ymm_reg, "avx");
operation!(sub_256 = "vsubpd", __m256d, ymm_reg, "avx");

/// A number is cut, by an addition that rounds to a multiple of the unit and raises no flag.
/// `$from` is the total before it, and `$to` the one after; `$from` is used up.
#[rustfmt::skip] // an instruction a line
macro_rules! cut {
    ($number:literal, $from:literal, $to:literal) => {
        concat!(
            "vaddpd {", $to, "}, {", $from, "}, {", $number, "}, {{rn-sae}}\n",
            "vsubpd {", $from, "}, {", $to, "}, {", $from, "}\n",
            "vsubpd {", $number, "}, {", $number, "}, {", $from, "}",
        )
    };
}

/// A product is cut likewise, in two levels; `$x` becomes its error, and what is left of that.
macro_rules! cut_product {
    ($x:literal, $y:literal, [$($first:literal),*], [$from:literal, $to:literal]) => {
        concat!(
            "vmulpd {product}, {", $x, "}, {", $y, "}, {{rn-sae}}\n",
            "vfmsub213pd {", $x, "}, {", $y, "}, {product}\n",
            cut!("product", $($first),*), "\n",
            "vaddpd {", $from, "}, {", $from, "}, {product}\n",
            cut!($x, $from, $to), "\n",
            "vaddpd {rest}, {rest}, {", $x, "}",
        )
    };
}

/// (Two at a time, so that no total has to be moved to where it was.)
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn deposit_512(numbers: [__m512d; 2], total: &mut __m512d, rest: &mut __m512d) {
    // SAFETY: instructions of the unit, on registers.
    unsafe {
        asm!(
            cut!("one", "total", "sum"),
            "vaddpd {rest}, {rest}, {one}",
            cut!("two", "sum", "total"),
            "vaddpd {rest}, {rest}, {two}",
            sum = out(zmm_reg) _,
            one = inout(zmm_reg) numbers[0] => _,
            two = inout(zmm_reg) numbers[1] => _,
            total = inout(zmm_reg) *total,
            rest = inout(zmm_reg) *rest,
            options(nomem, nostack),
        );
    }
}

/// The second total takes what is left of a product, and the part of the error that is a multiple
/// of its unit.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn deposit_products_512(
    x: [__m512d; 2],
    y: [__m512d; 2],
    [first, second]: [&mut __m512d; 2],
    rest: &mut __m512d,
) {
    // SAFETY: as above.
    unsafe {
        asm!(
            cut_product!("x1", "y1", ["first", "sum"], ["second", "part"]),
            cut_product!("x2", "y2", ["sum", "first"], ["part", "second"]),
            product = out(zmm_reg) _,
            sum = out(zmm_reg) _,
            part = out(zmm_reg) _,
            x1 = inout(zmm_reg) x[0] => _,
            y1 = in(zmm_reg) y[0],
            x2 = inout(zmm_reg) x[1] => _,
            y2 = in(zmm_reg) y[1],
            first = inout(zmm_reg) *first,
            second = inout(zmm_reg) *second,
            rest = inout(zmm_reg) *rest,
            options(nomem, nostack),
        );
    }
}

/// Rounding to an integer raises no flag where it is asked for none.
#[inline]
#[target_feature(enable = "avx")]
unsafe fn deposit_256(number: __m256d, factor: __m256d, total: &mut __m256d, rest: &mut __m256d) {
    // SAFETY: as above.
    unsafe {
        asm!(
            "vmulpd {number}, {number}, {factor}",
            "vroundpd {part}, {number}, 8",
            "vsubpd {number}, {number}, {part}",
            "vaddpd {total}, {total}, {part}",
            "vaddpd {rest}, {rest}, {number}",
            part = out(ymm_reg) _,
            number = inout(ymm_reg) number => _,
            factor = in(ymm_reg) factor,
            total = inout(ymm_reg) *total,
            rest = inout(ymm_reg) *rest,
            options(nomem, nostack),
        );
    }
}

// SAFETY: the operations need the unit, which the trait demands.
#[allow(unsafe_op_in_unsafe_fn)]
unsafe impl Flagging for Avx512 {
    fn start(unit: i32) -> u64 {
        middle(unit)
    }
    fn factor(_unit: i32) -> u64 {
        1f64.to_bits()
    }
    fn unit_of_totals(unit: i32) -> i32 {
        unit
    }
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        Avx512(add_512(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        Avx512(sub_512(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn deposit(numbers: [Self; 2], _factor: Self, total: &mut Self, rest: &mut Self) {
        deposit_512([numbers[0].0, numbers[1].0], &mut total.0, &mut rest.0);
    }
    #[inline(always)]
    unsafe fn deposit_products(
        x: [Self; 2],
        y: [Self; 2],
        totals: &mut [Self; 2],
        rest: &mut Self,
    ) {
        let [first, second] = totals;
        let (x, y) = ([x[0].0, x[1].0], [y[0].0, y[1].0]);
        deposit_products_512(x, y, [&mut first.0, &mut second.0], &mut rest.0);
    }
}

// SAFETY: likewise.
#[allow(unsafe_op_in_unsafe_fn)]
unsafe impl Flagging for Avx2 {
    fn start(_unit: i32) -> u64 {
        0
    }
    fn factor(unit: i32) -> u64 {
        ((1023 - unit) as u64) << 52
    }
    fn unit_of_totals(_unit: i32) -> i32 {
        0
    }
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        Avx2(add_256(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        Avx2(sub_256(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn deposit(numbers: [Self; 2], factor: Self, total: &mut Self, rest: &mut Self) {
        deposit_256(numbers[0].0, factor.0, &mut total.0, &mut rest.0);
        deposit_256(numbers[1].0, factor.0, &mut total.0, &mut rest.0);
    }
    #[inline(always)]
    unsafe fn deposit_products(_: [Self; 2], _: [Self; 2], _: &mut [Self; 2], _: &mut Self) {
        unreachable!("products raise flags")
    }
}
