//! The exact sum of numbers that come one after the other, or in slices, on any thread.

use crate::accumulator::{Accumulator, AccumulatorSpec, ExactSums, ProductShape, Refusal, Sums};
use crate::names::Arithmetic;
use crate::real::Real;
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::Kind;
use std::fmt;
use std::iter::Sum;
use std::marker::PhantomData;
use std::ops::AddAssign;

/// The exact sum of `f32` or `f64`, and of their products: rounded once, when [`value`] is asked.
///
/// The value depends on the multiset of summands alone, not on their order, nor on how they were
/// divided among sums that were [merged](ExactSum::merge). So threads, tasks or processes may each
/// have one, and the total is the same for any number of them.
///
/// [`value`]: ExactSum::value
///
/// Memory: 1.2 KB, and twice as much once it holds products that are no pair of `f64`. Cost: a slice as [`exact_sum`](crate::exact_sum); a number by itself some 5 ns; a
/// merge 70 additions.
///
/// ```
/// use samebits_sum::ExactSum;
/// let numbers = [1e100, 1.0, -1e100, 2.0];
/// let sum: ExactSum<f64> = numbers.iter().sum();
/// assert_eq!(sum.value(), 3.0);
///
/// let (left, right) = numbers.split_at(1);
/// let mut merged = ExactSum::from_iter(left);
/// merged.merge(&ExactSum::from_iter(right));
/// assert_eq!(merged, sum);
/// ```
#[derive(Clone)]
pub struct ExactSum<T: Real = f64> {
    count: u64,
    sums: Box<ExactSums>,
    number: PhantomData<T>,
}

impl<T: Real> ExactSum<T> {
    /// The sum of no numbers: its value is +0.0.
    pub fn new() -> Self {
        ExactSum { count: 0, sums: Box::default(), number: PhantomData }
    }

    /// Adds a number.
    pub fn add(&mut self, number: T) {
        self.count = self.count.saturating_add(1);
        self.sums.numbers[0].add(number.widen());
    }

    /// Adds all numbers of a slice.
    pub fn add_slice(&mut self, numbers: &[T]) {
        self.count = self.count.saturating_add(numbers.len() as u64);
        let (row, n) = (numbers.as_ptr(), numbers.len());
        // SAFETY: the slice, in the default environment.
        within(Environment::Vector, || unsafe { self.sums.add_numbers(row, n, 1) });
    }

    /// Adds x·y, which is not rounded.
    pub fn add_product(&mut self, x: T, y: T) {
        self.count = self.count.saturating_add(1);
        self.sums.add_product(x, y, 0);
    }

    /// Adds x\[i\]·y\[i\] for all i, none of them rounded.
    ///
    /// # Panics
    /// If the slices differ in length.
    #[track_caller]
    pub fn add_dot(&mut self, x: &[T], y: &[T]) {
        check_lengths(x, y);
        self.count = self.count.saturating_add(x.len() as u64);
        add_products(&mut self.sums, x, y);
    }

    /// Adds all that another sum has been given.
    pub fn merge(&mut self, other: &ExactSum<T>) {
        self.count = self.count.saturating_add(other.count);
        self.sums.merge(&other.sums);
    }

    /// How many numbers and products were added.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The sum, rounded once, to nearest even. Special values as for [`exact_sum`](crate::exact_sum).
    pub fn value(&self) -> T {
        T::rounded(&self.sums)
    }

    /// The square root of the sum, rounded once; NaN where the sum is negative.
    pub fn sqrt(&self) -> T {
        T::rooted(&self.sums)
    }

    /// The sum divided by [`count`](ExactSum::count), rounded once; NaN of no numbers.
    pub fn mean(&self) -> T {
        match self.count {
            0 => T::NAN,
            count => T::mean(&self.sums, count),
        }
    }

    /// It as bytes: the same on every machine, whatever the order of the summands. The format is that
    /// of `samebits_accumulator_write`, so programs in C, Fortran and Python read it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let spec = spec::<T>();
        let mut bytes = vec![0; spec.bytes()];
        // (No more summands than such bytes can tell.)
        let count = self.count.min(1 << 63);
        Accumulator::of_sums(spec, count, Sums::Exact(self.sums.clone())).write(&mut bytes);
        bytes
    }

    /// What [`to_bytes`](ExactSum::to_bytes) has written; an error says what is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NotASum> {
        let mut read = Accumulator::new(spec::<T>());
        read.read(bytes).map_err(NotASum::from)?;
        match read.into_sums() {
            (count, Sums::Exact(sums)) => Ok(ExactSum { count, sums, number: PhantomData }),
            _ => unreachable!("of an exact spec"),
        }
    }
}

fn spec<T: Real>() -> AccumulatorSpec {
    AccumulatorSpec::new(Arithmetic::Exact, Kind::Real(T::FORMAT), 0).expect("sums of both formats")
}

/// Adds the products of two slices of one length.
pub(crate) fn add_products<T: Real>(sums: &mut ExactSums, x: &[T], y: &[T]) {
    let (two, shape) =
        ([x.as_ptr(), y.as_ptr()], ProductShape { components: 1, conjugated: false });
    // SAFETY: two slices, in the default environment.
    within(Environment::Vector, || unsafe { sums.add_products(two, x.len(), shape) });
}

#[track_caller]
pub(crate) fn check_lengths<T>(x: &[T], y: &[T]) {
    assert!(x.len() == y.len(), "a dot product of {} and {} numbers", x.len(), y.len());
}

impl<T: Real> fmt::Debug for ExactSum<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ExactSum({:?} of {})", self.value(), self.count)
    }
}

crate::iterators::standard_traits!(ExactSum<T>);

/// Why bytes are not those of a sum of that type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotASum(String);

impl From<Refusal> for NotASum {
    fn from(refusal: Refusal) -> NotASum {
        let (Refusal::Count(why) | Refusal::Type(why) | Refusal::Argument(why)) = refusal;
        NotASum(why)
    }
}

impl fmt::Display for NotASum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotASum {}
