//! Products of two rows of numbers, element by element: rounded once in their format, or
//! exactly.
//!
//! The exact product of two floats is a double. That of two doubles is a pair p + e, by
//! TwoProduct with a fused multiply-add (Ogita, Rump, Oishi 2005, algorithm 3.5): p is the
//! rounded product and e = x·y - p. That is exact where p is finite and |p| ≥ 2^-968, or a
//! factor is zero: then no bit of x·y lies below 2^-1074. Whether it is so for all of a
//! block is found out on the way; where it is not, or where the processor has no fused
//! multiply-add, the caller has to multiply integers.
//!
//! Cost: a multiplication, a fused one and six comparisons or bitwise operations a product.

use super::column_sum::Summand;
use super::simd::{autovectorised, Unit};

/// Products that are formed at one time, at most: few enough to stay in the first-level
/// cache with their errors.
pub const BLOCK: usize = 512;

/// From this magnitude on a rounded product of doubles has an error that is a double:
/// 2^-1074 · 2^106.
const SAFE: f64 = f64::from_bits(((1023 - 968) as u64) << 52);

/// A format whose numbers are multiplied.
pub trait Factor: Summand + Default + std::ops::Neg<Output = Self> {
    /// The product, rounded once in the format.
    fn times(self, other: Self) -> Self;

    /// The exact product, if it is a double whatever the factors.
    fn exactly_times(self, other: Self) -> Option<f64>;

    /// The exact products of n ≤ [`BLOCK`] pairs of numbers.
    ///
    /// # Safety
    /// Both rows hold n numbers, at any address; the environment is the default one.
    unsafe fn exact(x: *const Self, y: *const Self, n: usize, to: &mut Exact) -> Parts;
}

/// Exact products, in two parts.
#[derive(Clone, Debug)]
pub struct Exact {
    /// The products, rounded.
    pub p: [f64; BLOCK],
    /// What is lost thereby; -0.0, which changes no sum, where that is nothing.
    pub e: [f64; BLOCK],
}

impl Default for Exact {
    fn default() -> Exact {
        Exact { p: [0.0; BLOCK], e: [0.0; BLOCK] }
    }
}

/// Which parts of the products are to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// The rounded ones, which are exact.
    One,
    /// Both.
    Two,
    /// None: there is a product that is no sum of two doubles, or may be none.
    Neither,
}

impl Factor for f32 {
    #[inline(always)]
    fn times(self, other: f32) -> f32 {
        self * other
    }

    #[inline(always)]
    fn exactly_times(self, other: f32) -> Option<f64> {
        Some(f64::from(self) * f64::from(other))
    }

    unsafe fn exact(x: *const f32, y: *const f32, n: usize, to: &mut Exact) -> Parts {
        for (i, p) in to.p.iter_mut().enumerate().take(n) {
            // SAFETY: upheld by the caller.
            let (x, y) = unsafe { (x.add(i).read_unaligned(), y.add(i).read_unaligned()) };
            *p = f64::from(x) * f64::from(y);
        }
        Parts::One
    }
}

impl Factor for f64 {
    #[inline(always)]
    fn times(self, other: f64) -> f64 {
        self * other
    }

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

/// TwoProduct of n ≤ [`BLOCK`] pairs, to be compiled where there is a fused multiply-add.
///
/// # Safety
/// As for [`Factor::exact`].
#[inline(always)]
unsafe fn two_products(x: *const f64, y: *const f64, n: usize, to: &mut Exact) -> Parts {
    let (mut unsafe_ones, mut errors) = (0u64, 0u64);
    for (i, (p, e)) in to.p.iter_mut().zip(&mut to.e).enumerate().take(n) {
        // SAFETY: upheld by the caller.
        let (x, y) = unsafe { (x.add(i).read_unaligned(), y.add(i).read_unaligned()) };
        *p = x * y;
        // The other way round than the algorithm has it, so that nothing lost is -0.0: the
        // sum of opposite numbers, or of zeros of opposite sign, is +0.0.
        *e = -(-x).mul_add(y, *p);
        let magnitude = p.abs();
        let (large, finite) = (magnitude >= SAFE, magnitude < f64::INFINITY);
        let zero = (magnitude == 0.0) & ((x == 0.0) | (y == 0.0));
        unsafe_ones |= u64::from(!((large & finite) | zero));
        // Without its sign bit.
        errors |= e.to_bits() << 1;
    }
    match (unsafe_ones, errors) {
        (0, 0) => Parts::One,
        (0, _) => Parts::Two,
        _ => Parts::Neither,
    }
}

/// to\[i\] = x\[i\] · y\[i\], rounded once in the format, for n ≤ [`BLOCK`].
///
/// # Safety
/// As for [`Factor::exact`].
pub unsafe fn rounded<T: Factor>(x: *const T, y: *const T, n: usize, to: &mut [T; BLOCK]) {
    for (i, to) in to.iter_mut().enumerate().take(n) {
        // SAFETY: upheld by the caller.
        let (x, y) = unsafe { (x.add(i).read_unaligned(), y.add(i).read_unaligned()) };
        *to = x.times(y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(x: &[f64], y: &[f64]) -> (Parts, Exact) {
        let mut to = Exact::default();
        // SAFETY: as many numbers in both.
        let parts = unsafe { f64::exact(x.as_ptr(), y.as_ptr(), x.len(), &mut to) };
        (parts, to)
    }

    /// Whether the fast path is there at all.
    fn fused() -> bool {
        exact(&[1.0], &[1.0]).0 != Parts::Neither
    }

    #[test]
    fn the_range_in_which_pairs_are_exact() {
        if !fused() {
            return;
        }
        let odd = 1.0 + f64::EPSILON;
        let two_to = |exponent: i64| f64::from_bits(((1023 + exponent) as u64) << 52);
        let parts = |x: f64, y: f64| exact(&[1.0, x], &[1.0, y]).0;
        assert_eq!(parts(odd, odd), Parts::Two);
        assert_eq!(parts(3.0, 5.0), Parts::One);
        // The lowest bit of the product is 2^(a + b - 104).
        assert_eq!(parts(odd * two_to(-484), odd * two_to(-484)), Parts::Two);
        assert_eq!(parts(odd * two_to(-485), odd * two_to(-484)), Parts::Neither);
        assert_eq!(parts(f64::MAX, odd), Parts::Neither);
        assert_eq!(parts(f64::MAX, 1.0), Parts::One);
        assert_eq!(parts(two_to(-600), two_to(-600)), Parts::Neither);
        assert_eq!(parts(0.0, f64::MAX), Parts::One);
        for wrong in [f64::INFINITY, f64::NAN] {
            assert_eq!(parts(0.0, wrong), Parts::Neither);
            assert_eq!(parts(wrong, 2.0), Parts::Neither);
        }
    }

    #[test]
    fn nothing_lost_is_minus_zero() {
        if !fused() {
            return;
        }
        let numbers = [1.0, -1.0, 0.0, -0.0, 1.5];
        for x in numbers {
            for y in numbers {
                let (parts, to) = exact(&[x], &[y]);
                assert_eq!(parts, Parts::One, "{x} {y}");
                assert_eq!(to.p[0].to_bits(), (x * y).to_bits());
                assert_eq!(to.e[0].to_bits(), 1 << 63, "{x} {y}");
            }
        }
        let (parts, to) = exact(&[1.0 + f64::EPSILON, 3.0], &[1.0 - f64::EPSILON, 7.0]);
        assert_eq!((parts, to.p[0], to.e[0]), (Parts::Two, 1.0, -f64::EPSILON * f64::EPSILON));
        assert_eq!(to.e[1].to_bits(), 1 << 63);
    }
}
