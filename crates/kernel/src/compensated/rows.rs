//! The compensated sum of a row of numbers, or of the products of two rows.
//!
//! Cost: that of its [`Lanes`], a step for each vector of the row and one for its end.

use super::lanes::{all, Lanes};
use super::products::Products;
use crate::doubles::{doubles, load, width};
use crate::kind::Format;
use crate::products::SAFE;
use crate::simd::{for_each_unit, Simd, WIDEST};
use crate::summand::Summand;

/// The sums of the real and imaginary parts, or of the numbers and of nothing.
#[derive(Clone, Copy, Debug)]
pub struct Sums {
    /// Rounded to the format.
    pub parts: [f64; 2],
    /// Whether these are the exact sums, rounded; if the products allow it.
    pub proven: bool,
    /// No product of doubles has a smaller magnitude. Below [`SAFE`] nothing is proven, unless the
    /// small products have a factor that is zero ([`small_ones_are_zeros`]).
    pub smallest: f64,
}

/// Zeros, and then others in their places.
#[inline(always)]
unsafe fn zeros_first<S: Simd>(n: usize, others: S) -> S {
    static ZEROS: [f64; WIDEST / 8] = [0.0; WIDEST / 8];
    // SAFETY: n zeros at most are read, or a vector of them.
    unsafe { S::load_first(ZEROS.as_ptr().cast(), 8 * n, others) }
}

/// The first n numbers, fewer than a vector's; the others are `zero`, of either sign.
#[inline(always)]
unsafe fn load_first<S: Simd, T: Summand>(from: *const T, n: usize, zero: S) -> S {
    // SAFETY: upheld by the caller.
    unsafe {
        match T::FORMAT {
            Format::Float => S::widen_first(from.cast(), 4 * n).or(zeros_first(n, zero)),
            _ => S::load_first(from.cast(), 8 * n, zero),
        }
    }
}

#[inline(always)]
unsafe fn rounded<S: Simd, T: Summand>(lanes: Lanes<S>, components: usize, smallest: f64) -> Sums {
    // SAFETY: upheld by the caller.
    unsafe {
        let (rounded, proven) = lanes.add_up(components).round::<T>();
        let numbers = doubles(rounded);
        let all = (1 << components) - 1;
        Sums { parts: [numbers[0], numbers[1]], proven: proven & all == all, smallest }
    }
}

for_each_unit! {
    /// Sums n > 0 numbers in which those of the components, 1 or 2, alternate.
    ///
    /// # Safety
    /// `row` points to n numbers, at any address; the environment is the default one.
    pub sum[T: Summand][T](row: *const T, n: usize, components: usize) -> Sums = sum_in
}

#[inline(always)]
unsafe fn sum_in<S: Simd, T: Summand>(row: *const T, n: usize, components: usize) -> Sums {
    let (width, rest) = (width::<S>(), n % width::<S>());
    let whole = n - rest;
    // SAFETY: reads the n numbers.
    unsafe {
        // The end is what there is of a row that is shorter than a vector.
        let mut lanes = match rest {
            0 => Lanes::of(load::<S, T>(row)),
            _ => Lanes::of(load_first(row.add(whole), rest, all(-0.0))),
        };
        let mut i = if rest == 0 { width } else { 0 };
        while i < whole {
            lanes.add(load(row.add(i)));
            i += width;
        }
        rounded::<S, T>(lanes, components, f64::INFINITY)
    }
}

for_each_unit! {
    /// Sums n > 0 products of numbers, in which those of the components, 1 or 2, alternate.
    ///
    /// # Safety
    /// `x` and `y` point to n numbers each, at any address; the environment is the default one.
    pub dot[T: Summand][T](x: *const T, y: *const T, n: usize, components: usize) -> Sums = dot_in
}

#[inline(always)]
unsafe fn dot_in<S: Simd, T: Summand>(
    x: *const T,
    y: *const T,
    n: usize,
    components: usize,
) -> Sums {
    let (width, rest) = (width::<S>(), n % width::<S>());
    let whole = n - rest;
    // SAFETY: reads the n numbers of both.
    unsafe {
        let mut sums = match rest {
            0 => Products::<S>::of::<T>(load(x), load(y), None),
            _ => {
                let x = load_first(x.add(whole), rest, all(-0.0));
                let y = load_first(y.add(whole), rest, all(0.0));
                // Products of nothing are not small.
                let beside = zeros_first(rest, all(f64::INFINITY));
                Products::of::<T>(x, y, Some(beside))
            }
        };
        let mut i = if rest == 0 { width } else { 0 };
        while i < whole {
            sums.add::<T>(load(x.add(i)), load(y.add(i)), None);
            i += width;
        }
        let mut smallest = sums.smallest;
        let mut stride = 8;
        while stride < size_of::<S>() {
            let (left, right) = S::transpose(smallest, smallest, 8, stride);
            smallest = left.smaller_f64(right);
            stride *= 2;
        }
        rounded::<S, T>(sums.lanes, components, doubles(smallest)[0])
    }
}

/// Whether each product of n pairs is at least [`SAFE`] or has a factor that is zero.
///
/// # Safety
/// `x` and `y` point to n numbers each, at any address; the environment is the default one.
#[cold]
pub unsafe fn small_ones_are_zeros(x: *const f64, y: *const f64, n: usize) -> bool {
    (0..n).all(|i| {
        // SAFETY: upheld by the caller.
        let (x, y) = unsafe { (x.add(i).read_unaligned(), y.add(i).read_unaligned()) };
        (x * y).abs() >= SAFE || x == 0.0 || y == 0.0
    })
}
