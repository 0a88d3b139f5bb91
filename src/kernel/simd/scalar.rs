//! Words one by one: two doubles, in four words. For processors without a unit of their own,
//! and what the units are held to.

use super::register::Simd;
use super::unit::Unit;

/// Sixteen bytes.
#[derive(Clone, Copy)]
pub struct Scalar([u64; 2]);

impl Scalar {
    #[inline(always)]
    fn doubles(self, other: Self, operation: impl Fn(f64, f64) -> f64) -> Self {
        let number = |i: usize| operation(f64::from_bits(self.0[i]), f64::from_bits(other.0[i]));
        Scalar([number(0).to_bits(), number(1).to_bits()])
    }

    #[inline(always)]
    fn floats(self, other: Self, operation: impl Fn(f32, f32) -> f32) -> Self {
        let (a, b) = (self.words(), other.words());
        Scalar::of(std::array::from_fn(|i| {
            operation(f32::from_bits(a[i]), f32::from_bits(b[i])).to_bits()
        }))
    }

    #[inline(always)]
    fn words(self) -> [u32; 4] {
        // SAFETY: both are sixteen bytes.
        unsafe { std::mem::transmute(self) }
    }

    #[inline(always)]
    fn of(words: [u32; 4]) -> Self {
        // SAFETY: likewise.
        unsafe { std::mem::transmute(words) }
    }
}

// SAFETY: methods need no unit, and touch what the trait says.
unsafe impl Simd for Scalar {
    const UNIT: Unit = Unit::Scalar;

    #[inline(always)]
    unsafe fn pair(even: u64, odd: u64) -> Self {
        Scalar([even, odd])
    }
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller gives a vector's bytes.
        unsafe { from.cast::<Self>().read_unaligned() }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller gives room for a vector.
        unsafe { to.cast::<Self>().write_unaligned(self) }
    }
    #[inline(always)]
    unsafe fn widen(from: *const u8) -> Self {
        // SAFETY: the caller gives half a vector's bytes.
        let floats = unsafe { from.cast::<[f32; 2]>().read_unaligned() };
        Scalar(floats.map(|float| f64::from(float).to_bits()))
    }
    #[inline(always)]
    unsafe fn add_f64(self, other: Self) -> Self {
        self.doubles(other, |a, b| a + b)
    }
    #[inline(always)]
    unsafe fn sub_f64(self, other: Self) -> Self {
        self.doubles(other, |a, b| a - b)
    }
    #[inline(always)]
    unsafe fn mul_f64(self, other: Self) -> Self {
        self.doubles(other, |a, b| a * b)
    }
    #[inline(always)]
    unsafe fn add_f32(self, other: Self) -> Self {
        self.floats(other, |a, b| a + b)
    }
    #[inline(always)]
    unsafe fn mul_f32(self, other: Self) -> Self {
        self.floats(other, |a, b| a * b)
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        Scalar([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
    #[inline(always)]
    unsafe fn add_u64(self, other: Self) -> Self {
        Scalar([self.0[0].wrapping_add(other.0[0]), self.0[1].wrapping_add(other.0[1])])
    }
    /// As integers: the bits of a NaN are above infinity's.
    #[inline(always)]
    unsafe fn largest(so_far: [Self; 2], a: Self, b: Self) -> [Self; 2] {
        let magnitude = |bits: u64| bits & (u64::MAX >> 1);
        let of = |i: usize| so_far[0].0[i].max(magnitude(a.0[i])).max(magnitude(b.0[i]));
        [Scalar([of(0), of(1)]), so_far[1]]
    }
    #[inline(always)]
    unsafe fn transpose(a: Self, b: Self, _element: usize, stride: usize) -> (Self, Self) {
        let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (a.words(), b.words());
        match stride {
            4 => (Scalar::of([a0, b0, a2, b2]), Scalar::of([a1, b1, a3, b3])),
            _ => (Scalar::of([a0, a1, b0, b1]), Scalar::of([a2, a3, b2, b3])),
        }
    }
}
