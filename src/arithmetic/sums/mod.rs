//! Exact sums that follow from the ranks' vectors: dots, norms, weighted sums, means, variances. A
//! rank sums what it holds ([`terms`]) in superaccumulators; their digits are the partial, which is
//! merged by adding them, and the result is what is asked of the total, rounded once.
//!
//! The partial is that of an array with one element for each rank, so that no rank needs to know
//! how many numbers the others hold. Cost: 276 bytes for a sum of numbers, 540 for one of products,
//! for each component; merging adds 68 or 134 digits.

pub mod set;
pub mod terms;

use super::accumulator::exact::ExactSums;
use super::number::{for_format, Number, Numbers};
use super::record::{Elements, Merge};
use super::share::Share;
use super::superaccumulator::{
    variance, FixedPoint, ProductSuperaccumulator, Rounded, Superaccumulator,
};
use super::Outcome;
use crate::kernel::{Format, Kind};

/// What a rank has summed.
#[derive(Clone, Debug, Default)]
pub struct LocalSums {
    /// How many elements.
    pub count: u64,
    pub sums: ExactSums,
    /// The squares of the elements, where these are wanted beside their sum.
    pub squares: Option<Box<ExactSums>>,
}

impl LocalSums {
    pub fn merge(&mut self, other: &LocalSums) {
        self.count = self.count.saturating_add(other.count);
        self.sums.merge(&other.sums);
        if let Some(more) = &other.squares {
            self.squares.get_or_insert_default().merge(more);
        }
    }
}

/// What is asked of the total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The sum of each component.
    Sum,
    /// The square root of the first component.
    Root,
    /// The sum of each component divided by the number of elements.
    Mean,
    /// The variance of elements of so many components, with the divisor n - ddof.
    Variance { components: usize, ddof: i64 },
}

/// A result, and the superaccumulators that it follows from: first those of numbers, then those of
/// products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumSpec {
    pub result: Numbers,
    numbers: usize,
    products: usize,
    pub finish: Finish,
}

/// Bytes of the number of elements, and what it is aligned to.
const COUNT: usize = 16;

const OF_NUMBERS: usize = Superaccumulator::BYTES;
const OF_PRODUCTS: usize = ProductSuperaccumulator::BYTES;

impl SumSpec {
    /// The sum of so many components of numbers, or of `products`. Those of floats are doubles, but
    /// for products with integers (`wide`).
    pub fn sum(result: Numbers, products: bool, wide: bool) -> SumSpec {
        let wide = products && (wide || result.format == Format::Double);
        let (numbers, products) =
            if wide { (0, result.components) } else { (result.components, 0) };
        SumSpec { result, numbers, products, finish: Finish::Sum }
    }

    /// The root of a sum of squares.
    pub fn norm(format: Format) -> SumSpec {
        let result = Numbers { format, components: 1 };
        SumSpec { finish: Finish::Root, ..SumSpec::sum(result, true, false) }
    }

    pub fn mean(of: Numbers) -> SumSpec {
        SumSpec { finish: Finish::Mean, ..SumSpec::sum(of, false, false) }
    }

    pub fn variance(of: Numbers, ddof: i64) -> SumSpec {
        let Numbers { format, components } = of;
        let result = Numbers { format, components: 1 };
        let (numbers, products) = match format {
            Format::Float => (components + 1, 0),
            _ => (components, 1),
        };
        SumSpec { result, numbers, products, finish: Finish::Variance { components, ddof } }
    }

    /// One that merges partials of so many superaccumulators, whatever their result.
    pub fn merging(numbers: usize, products: usize) -> SumSpec {
        let result = Numbers { format: Format::Double, components: 1 };
        SumSpec { result, numbers, products, finish: Finish::Sum }
    }

    /// How many superaccumulators of numbers and of products.
    pub fn parts(&self) -> [usize; 2] {
        [self.numbers, self.products]
    }

    pub fn kind(&self) -> Kind {
        match self.result.components {
            1 => Kind::Real(self.result.format),
            _ => Kind::Complex(self.result.format),
        }
    }

    /// A word that differs where partials or results do.
    pub fn word(&self) -> u64 {
        let (finish, ddof) = match self.finish {
            Finish::Sum => (1, 0),
            Finish::Root => (2, 0),
            Finish::Mean => (3, 0),
            Finish::Variance { ddof, .. } => (4, ddof as u64),
        };
        finish << 60 ^ (self.numbers as u64) << 56 ^ (self.products as u64) << 52 ^ ddof
    }

    fn bytes(&self) -> usize {
        COUNT + self.numbers * OF_NUMBERS + self.products * OF_PRODUCTS
    }

    /// Writes what a rank has summed.
    pub fn write(&self, local: &LocalSums, data: &mut [u8]) {
        let LocalSums { count, sums, squares } = local;
        let (head, digits) = data[..self.bytes()].split_at_mut(COUNT);
        head[..8].copy_from_slice(&count.to_ne_bytes());
        head[8..].fill(0);
        let (numbers, products) = digits.split_at_mut(self.numbers * OF_NUMBERS);
        let empty = ExactSums::default();
        let squares = squares.as_deref().unwrap_or(&empty);
        let components = match self.finish {
            Finish::Variance { components, .. } => components,
            _ => 2,
        };
        for (i, to) in numbers.chunks_exact_mut(OF_NUMBERS).enumerate() {
            let sum = if i < components { &sums.numbers[i] } else { &squares.numbers[0] };
            sum.clone().write(to);
        }
        for (i, to) in products.chunks_exact_mut(OF_PRODUCTS).enumerate() {
            let of = if components < 2 || self.is_variance() { squares } else { sums };
            of.total(i).write(to);
        }
    }

    fn is_variance(&self) -> bool {
        matches!(self.finish, Finish::Variance { .. })
    }

    /// The result of a rank alone.
    pub fn result_of(&self, local: &LocalSums, element: &mut [u8]) {
        let mut data = vec![0; self.bytes()];
        self.write(local, &mut data);
        for_format!(self.result.format, self.result(&data, element));
    }

    fn result<T: Number + Rounded>(&self, data: &[u8], element: &mut [u8]) {
        let count = u64::from_ne_bytes(*data.first_chunk().expect("a count"));
        let (numbers, products) = data[COUNT..self.bytes()].split_at(self.numbers * OF_NUMBERS);
        let number = |i: usize| Superaccumulator::read(&numbers[i * OF_NUMBERS..][..OF_NUMBERS]);
        let product =
            |i: usize| ProductSuperaccumulator::read(&products[i * OF_PRODUCTS..][..OF_PRODUCTS]);
        let of_numbers = self.numbers > 0;
        let places = element.chunks_exact_mut(size_of::<T>()).take(self.result.components);
        for (i, to) in places.enumerate() {
            let result = match (self.finish, of_numbers) {
                (Finish::Sum, true) => T::of_exact(number(i)),
                (Finish::Sum, false) => product(i).rounded(),
                (Finish::Root, true) => number(i).rooted(),
                (Finish::Root, false) => product(i).rooted(),
                (Finish::Mean, _) => number(i).mean(count),
                (Finish::Variance { components, ddof }, _) => {
                    let sums: Vec<_> = (0..components).map(|i| wide(number(i))).collect();
                    let squares = match self.products {
                        0 => wide(number(components)),
                        _ => product(0),
                    };
                    variance(&sums, squares, count, ddof)
                }
            };
            Number::write(result, to);
        }
    }
}

fn wide<const W: usize, const L: i32>(sum: FixedPoint<W, L>) -> ProductSuperaccumulator {
    let mut wide = ProductSuperaccumulator::default();
    wide.merge(sum);
    wide
}

impl Merge for SumSpec {
    fn size(&self) -> usize {
        self.result.size()
    }

    fn data(&self, _roots: usize) -> usize {
        self.bytes().max(self.size())
    }

    unsafe fn lift(&self, elements: Elements<'_>, _: [i32; 2], data: &mut [u8]) -> Outcome {
        // SAFETY: the caller's element is what this rank has summed.
        self.write(unsafe { &*elements.address.cast::<LocalSums>() }, data);
        Ok(())
    }

    fn merge(&self, _: Share, into: &mut [u8], _: Share, data: &[u8]) -> Outcome {
        let bytes = self.bytes();
        let (into, data) = (&mut into[..bytes], &data[..bytes]);
        let count = |data: &[u8]| u64::from_ne_bytes(*data.first_chunk().expect("a count"));
        let total = count(into).saturating_add(count(data));
        into[..8].copy_from_slice(&total.to_ne_bytes());
        let numbers = COUNT..COUNT + self.numbers * OF_NUMBERS;
        let (of_numbers, of_products) = (numbers.clone(), numbers.end..bytes);
        let pairs = into[of_numbers.clone()].chunks_exact_mut(OF_NUMBERS);
        for (into, data) in pairs.zip(data[of_numbers].chunks_exact(OF_NUMBERS)) {
            Superaccumulator::merge_written(data, into);
        }
        let pairs = into[of_products.clone()].chunks_exact_mut(OF_PRODUCTS);
        for (into, data) in pairs.zip(data[of_products].chunks_exact(OF_PRODUCTS)) {
            ProductSuperaccumulator::merge_written(data, into);
        }
        Ok(())
    }

    fn finish(&self, _total: u64, data: &mut [u8]) -> Outcome {
        let mut element = [0; 16];
        for_format!(self.result.format, self.result(data, &mut element));
        data[..self.size()].copy_from_slice(&element[..self.size()]);
        Ok(())
    }
}
