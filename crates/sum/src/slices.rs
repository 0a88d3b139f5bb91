//! Sums of slices. Each depends on the numbers alone: on their multiset for all but [`tree_sum`],
//! which depends on their order too, and never on the processor.

use crate::accumulator::ExactSums;
use crate::binned_sum::BinnedSum;
use crate::exact_row::short::{short_sums, LONGEST};
use crate::exact_row::Row;
use crate::exact_sum::{add_products, check_lengths};
use crate::real::Real;
use crate::superaccumulator::Superaccumulator;
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::{lookup, Kind, Operator};

/// The exact sum, rounded once, to nearest even: the number that is nearest to the true sum.
///
/// Any NaN, or both infinities, give the positive quiet NaN; one infinity gives that infinity.
/// Nothing overflows on the way. The sum of no numbers is +0.0, and a sum of zero is -0.0 only where
/// all numbers are -0.0.
///
/// Cost: about that of reading the numbers once, where their bits lie within some 2^76 (`benches/peers`
/// measures it).
///
/// ```
/// use samebits_sum::exact_sum;
/// assert_eq!(exact_sum(&[1e100, 1.0, -1e100]), 1.0);
/// assert_eq!(exact_sum(&[0.1f32; 10]), 1.0);
/// assert_eq!(exact_sum(&[f64::MAX, f64::MAX, -f64::MAX]), f64::MAX);
/// ```
pub fn exact_sum<T: Real>(numbers: &[T]) -> T {
    let (row, n) = (numbers.as_ptr(), numbers.len());
    within(Environment::Vector, || {
        if (1..=LONGEST).contains(&n) {
            // SAFETY: the slice, in the default environment.
            if let Some([sum, _]) = unsafe { short_sums(row, n, 1) } {
                return T::of_short(&sum);
            }
        }
        let mut sums = <[Superaccumulator; 2]>::default();
        // SAFETY: likewise.
        unsafe { Row::new(1, &mut sums).add(row, n) };
        let [sum, _] = sums;
        T::of_exact(sum)
    })
}

/// The exact dot product of two slices, rounded once: the products are not rounded before they are
/// added.
///
/// NaN, infinities and zeros as for [`exact_sum`]; 0 times an infinity is a NaN.
///
/// # Panics
/// If the slices differ in length.
///
/// ```
/// use samebits_sum::exact_dot;
/// let (x, y) = ([1e200, 1.0, 1e200], [1e200, 0.5, -1e200]);
/// assert_eq!(exact_dot(&x, &y), 0.5);
/// ```
#[track_caller]
pub fn exact_dot<T: Real>(x: &[T], y: &[T]) -> T {
    check_lengths(x, y);
    let mut sums = ExactSums::default();
    add_products(&mut sums, x, y);
    T::rounded(&sums)
}

/// The Euclidean norm: the square root of the exact sum of squares, rounded once. No square
/// overflows or vanishes.
///
/// ```
/// use samebits_sum::norm2;
/// let huge = 2f64.powi(1000);
/// assert_eq!(norm2(&[3.0 * huge, 4.0 * huge]), 5.0 * huge);
/// assert_eq!(norm2(&[f64::from_bits(3), f64::from_bits(4)]), f64::from_bits(5));
/// ```
pub fn norm2<T: Real>(numbers: &[T]) -> T {
    let mut sums = ExactSums::default();
    add_products(&mut sums, numbers, numbers);
    T::rooted(&sums)
}

/// The sum in the fixed binary tree over the positions (Stelz 2022, chapter 2): as accurate as
/// pairwise summation, as fast as memory, and the same on every processor. It depends on the order
/// of the numbers. The sum of no numbers is +0.0.
///
/// ```
/// use samebits_sum::tree_sum;
/// assert_eq!(tree_sum(&[0.1, 0.2, 0.3, 0.4]), (0.1 + 0.2) + (0.3 + 0.4));
/// assert_eq!(tree_sum(&[0.1, 0.2, 0.3]), (0.1 + 0.2) + 0.3);
/// ```
pub fn tree_sum<T: Real>(numbers: &[T]) -> T {
    let mut root = T::default();
    if !numbers.is_empty() {
        let kernel = lookup(Kind::Real(T::FORMAT), Operator::Sum).expect("sums of both formats");
        let (row, into) = (numbers.as_ptr().cast(), (&raw mut root).cast());
        // SAFETY: as many elements of the kernel's kind, and room for one.
        within(Environment::Vector, || unsafe { kernel.tree(row, numbers.len(), into) });
    }
    if root.widen().is_nan() {
        return T::NAN;
    }
    root
}

/// The sum that ReproBLAS computes with K bins (2 to 4; usually 3), to the bit: see [`BinnedSum`].
///
/// ```
/// use samebits_sum::binned_sum;
/// let mut numbers: Vec<f64> = (1..1000).map(|i| 1.0 / f64::from(i)).collect();
/// let sum = binned_sum::<_, 3>(&numbers);
/// numbers.reverse();
/// assert_eq!(binned_sum::<_, 3>(&numbers), sum);
/// ```
pub fn binned_sum<T: Real, const K: u8>(numbers: &[T]) -> T {
    let mut sum = BinnedSum::<T, K>::new();
    sum.add_slice(numbers);
    sum.value()
}
