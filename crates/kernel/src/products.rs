//! Products of two rows of numbers, element by element: rounded once in their format, or exact.
//!
//! The exact product of two floats is a double. That of two doubles is a pair p + e, by TwoProduct
//! with a fused multiply-add (Ogita, Rump, Oishi 2005, algorithm 3.5): p is the rounded product and
//! e = x·y - p. That is exact if p is finite and |p| ≥ 2^-968, as no bit of x·y then lies below
//! 2^-1074, or if a factor is zero. Whether it holds for a whole block is found out on the way; if
//! not, or if the processor has no fused multiply-add, the caller has to multiply integers.
//!
//! Cost, for each product: a multiplication, a fused multiply-add and six comparisons or bitwise
//! operations.

use super::real::power;
use super::simd::{autovectorised, Unit};
use super::summand::Summand;
use std::mem::MaybeUninit;
use std::ops::{Add, Mul, Neg};

/// The maximum number of products of a call: with their errors they stay in the first-level cache.
pub const BLOCK: usize = 512;

/// The error of a rounded product of at least this magnitude is a double: 2^-1074 · 2^106.
pub const SAFE: f64 = power(-968);

/// What one factor of each product is multiplied by where products are below that. A sum of them is then
/// divided by it, which rounds nothing if the sum is at least [`NORMAL`], or zero.
pub const SCALE: f64 = power(600);
pub const NORMAL: f64 = power(600 - 1022);

pub trait Factor:
    Summand + Default + Neg<Output = Self> + Mul<Output = Self> + Add<Output = Self>
{
    /// The exact product, if that of any two numbers is a double.
    fn exactly_times(self, other: Self) -> Option<f64>;

    /// The exact products of n ≤ [`BLOCK`] pairs of numbers.
    ///
    /// # Safety
    /// Both rows hold n numbers, at any address; the environment is the default one.
    unsafe fn exact(x: *const Self, y: *const Self, n: usize, to: &mut Exact) -> Parts;
}

/// Exact products, in two parts: as many as [`Factor::exact`] has stored.
#[derive(Debug)]
pub struct Exact {
    p: [MaybeUninit<f64>; BLOCK],
    e: [MaybeUninit<f64>; BLOCK],
}

impl Default for Exact {
    fn default() -> Exact {
        const NOTHING: [MaybeUninit<f64>; BLOCK] = [MaybeUninit::uninit(); BLOCK];
        Exact { p: NOTHING, e: NOTHING }
    }
}

impl Exact {
    /// The products, rounded.
    pub fn p(&self) -> *const f64 {
        self.p.as_ptr().cast()
    }

    /// The errors; -0.0, which changes no sum, where there is none. (There are none of floats.)
    pub fn e(&self) -> *const f64 {
        self.e.as_ptr().cast()
    }
}

/// Which parts of the products make up the exact ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// The rounded products.
    One,
    /// Both.
    Two,
    /// Some product is no sum of two doubles, or may not be.
    Neither,
}

impl Factor for f32 {
    #[inline(always)]
    fn exactly_times(self, other: f32) -> Option<f64> {
        Some(f64::from(self) * f64::from(other))
    }
    unsafe fn exact(x: *const f32, y: *const f32, n: usize, to: &mut Exact) -> Parts {
        for (i, p) in to.p.iter_mut().enumerate().take(n) {
            // SAFETY: upheld by the caller.
            let (x, y) = unsafe { (x.add(i).read_unaligned(), y.add(i).read_unaligned()) };
            p.write(f64::from(x) * f64::from(y));
        }
        Parts::One
    }
}

impl Factor for f64 {
    #[inline(always)]
    fn exactly_times(self, _other: f64) -> Option<f64> {
        None
    }
    unsafe fn exact(x: *const f64, y: *const f64, n: usize, to: &mut Exact) -> Parts {
        let unit = Unit::best();
        if !unit.fuses_multiply_add() {
            return Parts::Neither;
        }
        // SAFETY: the processor has the unit; the rest is handed on to the caller.
        unsafe { compiled(unit)(x, y, n, to) }
    }
}

autovectorised! {
    compiled[][](x: *const f64, y: *const f64, n: usize, to: &mut Exact) -> Parts = two_products
}

/// TwoProduct of n ≤ [`BLOCK`] pairs; compiled where there is a fused multiply-add.
#[inline(always)]
unsafe fn two_products(x: *const f64, y: *const f64, n: usize, to: &mut Exact) -> Parts {
    let (mut unsafe_products, mut errors) = (0u64, 0u64);
    for (i, (to_p, to_e)) in to.p.iter_mut().zip(&mut to.e).enumerate().take(n) {
        // SAFETY: upheld by the caller.
        let (x, y) = unsafe { (x.add(i).read_unaligned(), y.add(i).read_unaligned()) };
        let p = x * y;
        // With reversed signs, so that an error of zero is -0.0: the sum of opposite numbers, or of
        // zeros of opposite sign, is +0.0.
        let e = -(-x).mul_add(y, p);
        to_p.write(p);
        to_e.write(e);
        let magnitude = p.abs();
        let (large, finite) = (magnitude >= SAFE, magnitude < f64::INFINITY);
        let zero = (magnitude == 0.0) & ((x == 0.0) | (y == 0.0));
        unsafe_products |= u64::from(!((large & finite) | zero));
        // The shift drops the sign.
        errors |= e.to_bits() << 1;
    }
    match (unsafe_products, errors) {
        (0, 0) => Parts::One,
        (0, _) => Parts::Two,
        _ => Parts::Neither,
    }
}

/// to\[i\] = x\[i\] · y\[i\] for i < n ≤ [`BLOCK`], rounded once in the format.
///
/// # Safety
/// As for [`Factor::exact`].
pub unsafe fn rounded<T: Factor>(x: *const T, y: *const T, n: usize, to: &mut [T; BLOCK]) {
    for (i, to) in to.iter_mut().enumerate().take(n) {
        // SAFETY: upheld by the caller.
        let (x, y) = unsafe { (x.add(i).read_unaligned(), y.add(i).read_unaligned()) };
        *to = x * y;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_in_which_pairs_are_exact() {
        if !Unit::best().fuses_multiply_add() {
            return;
        }
        let odd = 1.0 + f64::EPSILON;
        let parts = |x: f64, y: f64| {
            let (x, y) = ([1.0, x], [1.0, y]);
            // SAFETY: two numbers in both.
            unsafe { f64::exact(x.as_ptr(), y.as_ptr(), 2, &mut Exact::default()) }
        };
        assert_eq!(parts(odd, odd), Parts::Two);
        assert_eq!(parts(3.0, 5.0), Parts::One);
        // The lowest bit of the product is 2^(a + b - 104).
        assert_eq!(parts(odd * power(-484), odd * power(-484)), Parts::Two);
        assert_eq!(parts(odd * power(-485), odd * power(-484)), Parts::Neither);
        assert_eq!(parts(f64::MAX, odd), Parts::Neither);
        assert_eq!(parts(f64::MAX, 1.0), Parts::One);
        assert_eq!(parts(power(-600), power(-600)), Parts::Neither);
        assert_eq!(parts(0.0, f64::MAX), Parts::One);
        for wrong in [f64::INFINITY, f64::NAN] {
            assert_eq!(parts(0.0, wrong), Parts::Neither);
            assert_eq!(parts(wrong, 2.0), Parts::Neither);
        }
    }
}
