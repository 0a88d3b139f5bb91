//! ReproBLAS's sums of numbers that come one after the other, or in slices.

use crate::accumulator::{Accumulator, AccumulatorSpec, LevelSums, ProductShape, Sums};
use crate::exact_sum::{check_lengths, NotASum};
use crate::levels::Scheme;
use crate::names::Arithmetic;
use crate::real::Real;
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::Kind;
use std::fmt;
use std::iter::Sum;
use std::marker::PhantomData;
use std::ops::AddAssign;

/// The sum that ReproBLAS computes with K bins, 2 to 4, to the bit (Ahrens, Demmel, Nguyen 2020).
///
/// As an [`ExactSum`](crate::ExactSum) it depends on the multiset of summands alone, and merges. It is
/// not exact: what lies below the last bin is dropped. It takes 300 bytes.
///
/// ```
/// use samebits_sum::BinnedSum;
/// let sum: BinnedSum<f64> = (1..=100).map(f64::from).sum();
/// assert_eq!(sum.value(), 5050.0);
/// ```
#[derive(Clone)]
pub struct BinnedSum<T: Real = f64, const K: u8 = 3> {
    count: u64,
    sums: Box<LevelSums>,
    number: PhantomData<T>,
}

impl<T: Real, const K: u8> BinnedSum<T, K> {
    const BINS: () = assert!(2 <= K && K <= 4, "a binned sum has 2, 3 or 4 bins");

    /// The sum of no numbers: its value is +0.0.
    pub fn new() -> Self {
        const { Self::BINS };
        let scheme = Scheme::binned(T::FORMAT, K);
        let sums = Box::new(LevelSums { scheme, sums: Default::default() });
        BinnedSum { count: 0, sums, number: PhantomData }
    }

    /// Adds a number.
    pub fn add(&mut self, number: T) {
        self.count = self.count.saturating_add(1);
        let LevelSums { scheme, sums: [sum, _] } = &mut *self.sums;
        sum.add(scheme, number.widen());
    }

    /// Adds all numbers of a slice.
    pub fn add_slice(&mut self, numbers: &[T]) {
        self.count = self.count.saturating_add(numbers.len() as u64);
        let (row, n) = (numbers.as_ptr(), numbers.len());
        // SAFETY: the slice, in the default environment.
        within(Environment::Vector, || unsafe { self.sums.add_numbers(row, n, 1) });
    }

    /// Adds x\[i\]·y\[i\] for all i, each product rounded once, as ReproBLAS does.
    ///
    /// # Panics
    /// If the slices differ in length.
    #[track_caller]
    pub fn add_dot(&mut self, x: &[T], y: &[T]) {
        check_lengths(x, y);
        self.count = self.count.saturating_add(x.len() as u64);
        let (two, shape) =
            ([x.as_ptr(), y.as_ptr()], ProductShape { components: 1, conjugated: false });
        // SAFETY: two slices, in the default environment.
        within(Environment::Vector, || unsafe { self.sums.add_products(two, x.len(), shape) });
    }

    /// Adds all that another sum has been given.
    pub fn merge(&mut self, other: &BinnedSum<T, K>) {
        self.count = self.count.saturating_add(other.count);
        self.sums.merge(&other.sums);
    }

    /// How many numbers and products were added.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The sum, as ReproBLAS rounds it.
    pub fn value(&self) -> T {
        let LevelSums { scheme, sums: [sum, _] } = &*self.sums;
        T::canonical(sum.to_f64(scheme))
    }

    /// It as bytes: the same on every machine, whatever the order of the summands. The format is that
    /// of `samebits_accumulator_write`.
    pub fn to_bytes(&self) -> Vec<u8> {
        let spec = spec::<T>(K);
        let mut bytes = vec![0; spec.bytes()];
        let count = self.count.min(1 << 63);
        Accumulator::of_sums(spec, count, Sums::Levels(self.sums.clone())).write(&mut bytes);
        bytes
    }

    /// What [`to_bytes`](BinnedSum::to_bytes) has written; an error says what is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NotASum> {
        let mut read = Accumulator::new(spec::<T>(K));
        read.read(bytes).map_err(NotASum::from)?;
        match read.into_sums() {
            (count, Sums::Levels(sums)) => Ok(BinnedSum { count, sums, number: PhantomData }),
            _ => unreachable!("of a binned spec"),
        }
    }
}

fn spec<T: Real>(bins: u8) -> AccumulatorSpec {
    let spec = AccumulatorSpec::new(Arithmetic::Binned(bins), Kind::Real(T::FORMAT), 0);
    spec.expect("sums of both formats")
}

impl<T: Real, const K: u8> fmt::Debug for BinnedSum<T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BinnedSum({:?} of {}, {K} bins)", self.value(), self.count)
    }
}

crate::iterators::standard_traits!(BinnedSum<T, K>, K);
