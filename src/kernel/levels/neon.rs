//! Deposits on NEON: 16-byte vectors.

use super::super::column_sum::Summand;
use super::vector::{self, Load, Take, Vector};
use super::{Levels, Totals, Unit};
use std::arch::aarch64::*;

pub const UNIT: Unit = Unit {
    name: "neon",
    there: || true,
    doubles: vector::deposit::<Doubles, f64>,
    floats: vector::deposit::<Doubles, f32>,
};

/// Two doubles.
#[derive(Clone, Copy)]
struct Doubles(float64x2_t);

// SAFETY: methods need NEON, as the trait says.
unsafe impl Vector for Doubles {
    type Largest = float64x2_t;

    #[inline(always)]
    unsafe fn pair(even: f64, odd: f64) -> Self {
        // SAFETY: the caller sees to it that there is NEON, here and below.
        Doubles(unsafe { vld1q_f64([even, odd].as_ptr()) })
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut f64) {
        // SAFETY: as above; the caller gives room for a vector.
        unsafe { to.cast::<float64x2_t>().write_unaligned(self.0) }
    }
    /// These processors are left to look ahead by themselves.
    #[inline(always)]
    unsafe fn prefetch(_at: *const u8) {}
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { vaddq_f64(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: as above.
        Doubles(unsafe { vsubq_f64(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe {
            let (a, b) = (vreinterpretq_u64_f64(self.0), vreinterpretq_u64_f64(other.0));
            Doubles(vreinterpretq_f64_u64(vorrq_u64(a, b)))
        }
    }
    #[inline(always)]
    unsafe fn add_bits(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe {
            let (a, b) = (vreinterpretq_u64_f64(self.0), vreinterpretq_u64_f64(other.0));
            Doubles(vreinterpretq_f64_u64(vaddq_u64(a, b)))
        }
    }
    #[inline(always)]
    unsafe fn nothing() -> float64x2_t {
        // SAFETY: as above.
        unsafe { vdupq_n_f64(0.0) }
    }
    /// (Of a NaN and a number the processor's maximum is a NaN.)
    #[inline(always)]
    unsafe fn see(largest: float64x2_t, a: Self, b: Self) -> float64x2_t {
        // SAFETY: as above.
        unsafe { vmaxq_f64(largest, vmaxq_f64(vabsq_f64(a.0), vabsq_f64(b.0))) }
    }
    #[inline(always)]
    unsafe fn seen(largest: float64x2_t) -> Self {
        Doubles(largest)
    }
    #[target_feature(enable = "neon")]
    unsafe fn deposit<T: Summand, R: Take, const COUNT: usize>(
        row: *const u8,
        n: usize,
        levels: &Levels,
    ) -> Totals
    where
        Self: Load<T>,
    {
        // SAFETY: handed on to the caller.
        unsafe { vector::deposit_in::<Self, T, R, COUNT>(row, n, levels) }
    }
}

// SAFETY: as above.
unsafe impl Load<f64> for Doubles {
    #[inline(always)]
    unsafe fn load(from: *const f64) -> Self {
        // SAFETY: as above; the caller gives a vector's numbers.
        Doubles(unsafe { from.cast::<float64x2_t>().read_unaligned() })
    }
    #[inline(always)]
    unsafe fn load_first(from: *const f64, numbers: usize) -> Self {
        let mut pair = [0.0f64; 2];
        // SAFETY: the caller gives so many numbers; there is room for two.
        unsafe {
            std::ptr::copy_nonoverlapping(
                from.cast::<u8>(),
                pair.as_mut_ptr().cast(),
                8 * numbers.min(2),
            );
            Doubles(vld1q_f64(pair.as_ptr()))
        }
    }
}

// SAFETY: as above.
unsafe impl Load<f32> for Doubles {
    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: as above; the caller gives a vector's numbers.
        Doubles(unsafe { vcvt_f64_f32(from.cast::<float32x2_t>().read_unaligned()) })
    }
    #[inline(always)]
    unsafe fn load_first(from: *const f32, numbers: usize) -> Self {
        let mut pair = [0.0f32; 2];
        // SAFETY: the caller gives so many numbers; there is room for two.
        unsafe {
            std::ptr::copy_nonoverlapping(
                from.cast::<u8>(),
                pair.as_mut_ptr().cast(),
                4 * numbers.min(2),
            );
            Doubles(vcvt_f64_f32(vld1_f32(pair.as_ptr())))
        }
    }
}
