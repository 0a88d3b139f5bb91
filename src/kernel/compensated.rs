//! Sums of numbers, and of products of two numbers, that carry their own error.
//!
//! A sum is an unevaluated pair (sum, error), in each place of a vector register. TwoSum (Knuth)
//! adds a number to the first without error and passes its rounding error on to the second, again
//! by a TwoSum. The rounding error of *that* addition is dropped, and its magnitude added to a
//! bound. So where the bound is zero the pair is the exact sum, and else it is off by no more than
//! the bound (SumK with K = 3: Ogita, Rump, Oishi 2005). A product is split into two numbers first
//! (TwoProduct), of which the second one joins the rounding error.
//!
//! What is not finite, or overflows on the way, makes the bound a NaN. The error of a product is
//! exact unless the product is below [`SAFE`]; of products the smallest magnitude is kept.
//!
//! Cost: 14 operations a vector of numbers, 27 a vector of products of doubles, 15 of products of
//! floats; 44 and three shuffles to halve the vector at the end.

use super::column_sum::Summand;
use super::kind::Format;
use super::simd::{for_each_unit, Simd, WIDEST};

/// The error of a rounded product of at least this magnitude is a double: 2^-1074 · 2^106.
pub const SAFE: f64 = f64::from_bits(((1023 - 968) as u64) << 52);

/// A sum, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub struct Compensated {
    /// The first part; -0.0 exactly if all summands were -0.0, or there were none.
    pub sum: f64,
    /// The second part.
    pub error: f64,
    /// sum + error is off by no more than twice this; a NaN where nothing is known.
    pub bound: f64,
}

/// Sums of the real and imaginary parts, or of the numbers and of nothing; and the smallest
/// magnitude of a rounded product of doubles.
#[derive(Clone, Copy, Debug)]
pub struct Sums {
    pub parts: [Compensated; 2],
    pub smallest: f64,
}

/// As [`Compensated`], in each place of a vector.
#[derive(Clone, Copy)]
struct Lanes<S> {
    sum: S,
    error: S,
    bound: S,
}

/// s and t: the rounded sum and its error.
#[inline(always)]
unsafe fn two_sum<S: Simd>(a: S, b: S) -> (S, S) {
    // SAFETY: upheld by the caller.
    unsafe {
        let s = a.add_f64(b);
        let b_part = s.sub_f64(a);
        let a_part = s.sub_f64(b_part);
        (s, a.sub_f64(a_part).add_f64(b.sub_f64(b_part)))
    }
}

#[inline(always)]
unsafe fn all<S: Simd>(number: f64) -> S {
    // SAFETY: upheld by the caller.
    unsafe { S::pair(number.to_bits(), number.to_bits()) }
}

impl<S: Simd> Lanes<S> {
    /// Of no numbers: of -0.0, which changes no number.
    #[inline(always)]
    unsafe fn none() -> Self {
        // SAFETY: upheld by the caller.
        unsafe { Lanes { sum: all(-0.0), error: all(0.0), bound: all(0.0) } }
    }

    #[inline(always)]
    unsafe fn add(&mut self, number: S) {
        // SAFETY: upheld by the caller.
        unsafe {
            let (sum, error) = two_sum(self.sum, number);
            self.sum = sum;
            self.add_error(error);
        }
    }

    #[inline(always)]
    unsafe fn add_error(&mut self, error: S) {
        // SAFETY: upheld by the caller.
        unsafe {
            let (error, dropped) = two_sum(self.error, error);
            self.error = error;
            self.bound = self.bound.add_f64(dropped.magnitude_f64());
        }
    }

    /// Adds a product that was rounded, and its error.
    #[inline(always)]
    unsafe fn add_pair(&mut self, product: S, product_error: S) {
        // SAFETY: upheld by the caller.
        unsafe {
            let (sum, error) = two_sum(self.sum, product);
            let (error, dropped) = two_sum(error, product_error);
            self.sum = sum;
            self.bound = self.bound.add_f64(dropped.magnitude_f64());
            self.add_error(error);
        }
    }

    #[inline(always)]
    unsafe fn merge(&mut self, other: Self) {
        // SAFETY: upheld by the caller.
        unsafe {
            self.bound = self.bound.add_f64(other.bound);
            self.add_pair(other.sum, other.error);
        }
    }

    /// Adds up the places of each component, into the first ones.
    #[inline(always)]
    unsafe fn add_up(mut self, components: usize) -> [Compensated; 2] {
        let mut stride = 8 * components;
        // SAFETY: upheld by the caller.
        unsafe {
            while stride < size_of::<S>() {
                let mut left = self;
                let mut right = self;
                (left.sum, right.sum) = S::transpose(self.sum, self.sum, 8, stride);
                (left.error, right.error) = S::transpose(self.error, self.error, 8, stride);
                (left.bound, right.bound) = S::transpose(self.bound, self.bound, 8, stride);
                left.merge(right);
                self = left;
                stride *= 2;
            }
            let [sum, error, bound] = [self.sum, self.error, self.bound].map(|v| first_two(v));
            [0, 1].map(|i| Compensated { sum: sum[i], error: error[i], bound: bound[i] })
        }
    }
}

/// The first two doubles of a vector.
#[inline(always)]
unsafe fn first_two<S: Simd>(vector: S) -> [f64; 2] {
    let mut numbers = [0.0; WIDEST / 8];
    // SAFETY: no vector is wider; the caller ensures that the processor has the unit.
    unsafe { vector.store(numbers.as_mut_ptr().cast()) };
    [numbers[0], numbers[1]]
}

/// Doubles in a vector.
const fn width<S: Simd>() -> usize {
    size_of::<S>() / 8
}

/// A vector of numbers, as doubles.
#[inline(always)]
unsafe fn load<S: Simd, T: Summand>(from: *const T) -> S {
    // SAFETY: upheld by the caller.
    unsafe {
        match T::FORMAT {
            Format::Float => S::widen(from.cast()),
            _ => S::load(from.cast()),
        }
    }
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

for_each_unit! {
    /// Sums n numbers in which those of the components, 1 or 2, alternate.
    ///
    /// # Safety
    /// `row` points to n numbers, at any address; the environment is the default one.
    pub sum[T: Summand][T](row: *const T, n: usize, components: usize) -> Sums = sum_in
}

#[inline(always)]
unsafe fn sum_in<S: Simd, T: Summand>(row: *const T, n: usize, components: usize) -> Sums {
    // SAFETY: reads the n numbers.
    unsafe {
        let (mut lanes, whole) = (Lanes::<S>::none(), n - n % width::<S>());
        for i in (0..whole).step_by(width::<S>()) {
            lanes.add(load(row.add(i)));
        }
        if whole < n {
            lanes.add(load_first(row.add(whole), n - whole, all(-0.0)));
        }
        Sums { parts: lanes.add_up(components), smallest: f64::INFINITY }
    }
}

for_each_unit! {
    /// Sums n products of numbers, in which those of the components, 1 or 2, alternate.
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
    // SAFETY: reads the n numbers of both.
    unsafe {
        let mut sums = Products { lanes: Lanes::<S>::none(), smallest: all(f64::INFINITY) };
        let whole = n - n % width::<S>();
        for i in (0..whole).step_by(width::<S>()) {
            sums.add::<T>(load(x.add(i)), load(y.add(i)), all(0.0));
        }
        if whole < n {
            let (rest, left) = (n - whole, [x, y].map(|row| row.add(whole)));
            let x = load_first(left[0], rest, all(-0.0));
            let y = load_first(left[1], rest, all(0.0));
            // Products of nothing are not small.
            let beside = zeros_first(rest, all(f64::INFINITY));
            sums.add::<T>(x, y, beside);
        }
        let mut stride = 8;
        while stride < size_of::<S>() {
            let (left, right) = S::transpose(sums.smallest, sums.smallest, 8, stride);
            sums.smallest = left.smaller_f64(right);
            stride *= 2;
        }
        let smallest = first_two(sums.smallest)[0];
        Sums { parts: sums.lanes.add_up(components), smallest }
    }
}

struct Products<S> {
    lanes: Lanes<S>,
    smallest: S,
}

impl<S: Simd> Products<S> {
    #[inline(always)]
    unsafe fn add<T: Summand>(&mut self, x: S, y: S, beside: S) {
        // SAFETY: upheld by the caller.
        unsafe {
            let product = x.mul_f64(y);
            if T::FORMAT == Format::Float {
                // Exact.
                return self.lanes.add(product);
            }
            let magnitude = product.magnitude_f64().add_f64(beside);
            self.smallest = self.smallest.smaller_f64(magnitude);
            self.lanes.add_pair(product, x.product_error_f64(y, product));
        }
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
