//! NEON: 16-byte vectors.

use super::register::{instructions, Simd};
use super::unit::Unit;
use std::arch::aarch64::*;
use std::convert::identity;

/// Two doubles, or four floats or words.
#[derive(Clone, Copy)]
pub struct Neon(float64x2_t);

// SAFETY: methods touch what the trait says. All that their intrinsics need
// is the unit, which the trait demands.
#[allow(unsafe_op_in_unsafe_fn)]
unsafe impl Simd for Neon {
    const UNIT: Unit = Unit::Neon;

    instructions! {
        add_f64 = vaddq_f64(identity) identity;
        sub_f64 = vsubq_f64(identity) identity;
        mul_f64 = vmulq_f64(identity) identity;
        add_f32 = vaddq_f32(vreinterpretq_f32_f64) vreinterpretq_f64_f32;
        mul_f32 = vmulq_f32(vreinterpretq_f32_f64) vreinterpretq_f64_f32;
        or = vorrq_u64(vreinterpretq_u64_f64) vreinterpretq_f64_u64;
        add_u64 = vaddq_u64(vreinterpretq_u64_f64) vreinterpretq_f64_u64;
    }

    #[inline(always)]
    unsafe fn magnitude_f64(self) -> Self {
        Neon(vabsq_f64(self.0))
    }
    #[inline(always)]
    unsafe fn smaller_f64(self, other: Self) -> Self {
        Neon(vminq_f64(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn product_error_f64(self, other: Self, product: Self) -> Self {
        Neon(vfmsq_f64(product.0, self.0, other.0))
    }
    #[inline(always)]
    unsafe fn narrowed_f64(self) -> Self {
        Neon(vcvt_f64_f32(vcvt_f32_f64(self.0)))
    }
    #[inline(always)]
    unsafe fn pair(even: u64, odd: u64) -> Self {
        Neon(vreinterpretq_f64_u64(vld1q_u64([even, odd].as_ptr())))
    }
    #[inline(always)]
    unsafe fn widen(from: *const u8) -> Self {
        Neon(vcvt_f64_f32(from.cast::<float32x2_t>().read_unaligned()))
    }
    /// The maximum of a NaN and a number is a NaN here.
    #[inline(always)]
    unsafe fn largest([so_far, none]: [Self; 2], a: Self, b: Self) -> [Self; 2] {
        let larger = vmaxq_f64(so_far.0, vmaxq_f64(vabsq_f64(a.0), vabsq_f64(b.0)));
        [Neon(larger), none]
    }
    #[inline(always)]
    unsafe fn transpose(a: Self, b: Self, _element: usize, stride: usize) -> (Self, Self) {
        if stride == 4 {
            let (a, b) = (vreinterpretq_f32_f64(a.0), vreinterpretq_f32_f64(b.0));
            let (left, right) = (vtrn1q_f32(a, b), vtrn2q_f32(a, b));
            (Neon(vreinterpretq_f64_f32(left)), Neon(vreinterpretq_f64_f32(right)))
        } else {
            (Neon(vtrn1q_f64(a.0, b.0)), Neon(vtrn2q_f64(a.0, b.0)))
        }
    }
}
