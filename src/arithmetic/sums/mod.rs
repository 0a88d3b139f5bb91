//! Exact sums that follow from the ranks' vectors: dots, norms, weighted sums, means, variances. A
//! rank sums what it holds ([`terms`]) in superaccumulators; their digits are the partial, which is
//! merged by adding them, and the result is what is asked of the total, rounded once.
//!
//! The partial is that of an array with one element for each rank, so that no rank needs to know
//! how many numbers the others hold. Cost: 40 bytes for each component of most sums, which have a
//! [short form](Short), and four additions to merge them; else 276 bytes for a sum of numbers, 540
//! for one of products, and 68 or 134 additions.

pub mod set;
mod short;
pub mod terms;
pub mod vectors;

use super::accumulator::exact::ExactSums;
use super::number::{for_format, Number, Numbers};
use super::record::{Elements, Merge};
use super::share::Share;
use super::superaccumulator::{
    variance, FixedPoint, ProductSuperaccumulator, Rounded, Short, Superaccumulator, SHORT_BYTES,
};
use super::Outcome;
use crate::kernel::{Format, Kind};
use vectors::{Term, Weights};

/// What a rank has summed.
#[derive(Clone, Debug, Default)]
pub struct LocalSums {
    /// How many elements.
    pub count: u64,
    /// The sums of the components, where they are short; the others come in addition.
    pub short: Option<[Short; 2]>,
    sums: Option<Box<ExactSums>>,
    /// The squares of the elements, where these are wanted beside their sum.
    pub squares: Option<Box<ExactSums>>,
}

impl LocalSums {
    /// Where more is added.
    pub fn exact(&mut self) -> &mut ExactSums {
        self.sums.get_or_insert_default()
    }

    pub fn merge(&mut self, other: &LocalSums) {
        self.count = self.count.saturating_add(other.count);
        match (self.short, other.short) {
            (Some([a, b]), Some([c, d])) => match (a.merge(c), b.merge(d)) {
                (Some(first), Some(second)) => self.short = Some([first, second]),
                _ => add(self.exact(), [c, d]),
            },
            (None, more) => self.short = more,
            (Some(_), None) => {}
        }
        if let Some(more) = &other.sums {
            self.exact().merge(more);
        }
        if let Some(more) = &other.squares {
            self.squares.get_or_insert_default().merge(more);
        }
    }

    /// All of it as superaccumulators.
    fn long(&self) -> ExactSums {
        let mut sums = self.sums.as_deref().cloned().unwrap_or_default();
        self.short.into_iter().for_each(|short| add(&mut sums, short));
        sums
    }
}

fn add(sums: &mut ExactSums, short: [Short; 2]) {
    sums.numbers.iter_mut().zip(short).for_each(|(sum, short)| sum.merge(short.long()));
}

/// What is asked of the sum of the terms.
#[derive(Clone, Copy, Debug)]
pub enum Asked {
    Sum,
    /// A sum of real numbers, also of complex elements.
    RealSum,
    Norm,
    Mean,
    Variance {
        ddof: i32,
    },
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
    /// What is asked of a term's sum, over elements of these numbers.
    pub fn of(asked: Asked, term: Term, numbers: Numbers) -> SumSpec {
        let products = !matches!(term, Term::Numbers | Term::Magnitudes);
        let real = Numbers { components: 1, ..numbers };
        // Weights of another type are multiplied as doubles.
        let wide = matches!(term, Term::Weighted(weights) if weights != Weights::Same);
        match asked {
            Asked::Sum => SumSpec::sum(numbers, products, wide),
            Asked::RealSum => SumSpec::sum(real, products, wide),
            Asked::Norm => SumSpec::norm(numbers.format),
            Asked::Mean => SumSpec::mean(numbers),
            Asked::Variance { ddof } => SumSpec::variance(numbers, ddof.into()),
        }
    }

    /// The sum of so many components of numbers, or of `products`. Those of floats are doubles, but
    /// for products of doubles (`wide`).
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

    fn count_of_parts(&self) -> usize {
        self.numbers + self.products
    }

    /// The number of elements, the short forms of all superaccumulators, and behind them what has
    /// none.
    fn short_bytes(&self) -> usize {
        COUNT + self.count_of_parts() * SHORT_BYTES
    }

    fn bytes(&self) -> usize {
        self.short_bytes() + self.numbers * OF_NUMBERS + self.products * OF_PRODUCTS
    }

    fn place_of_long(&self, part: usize) -> usize {
        let numbers = part.min(self.numbers);
        self.short_bytes() + numbers * OF_NUMBERS + (part - numbers) * OF_PRODUCTS
    }

    fn read_short(&self, part: usize, data: &[u8]) -> Option<Short> {
        Short::read(&data[COUNT + part * SHORT_BYTES..])
    }

    fn write_short(&self, part: usize, short: &Short, data: &mut [u8]) {
        short.write(&mut data[COUNT + part * SHORT_BYTES..]);
    }

    /// As wide as the part is.
    fn read_long(&self, part: usize, data: &[u8]) -> ProductSuperaccumulator {
        match self.read_short(part, data) {
            Some(short) => wide(short.long()),
            None if part < self.numbers => wide(self.read_numbers(part, data)),
            None => ProductSuperaccumulator::read(&data[self.place_of_long(part)..]),
        }
    }

    /// Of numbers.
    fn read_numbers(&self, part: usize, data: &[u8]) -> Superaccumulator {
        match self.read_short(part, data) {
            Some(short) => short.long(),
            None => Superaccumulator::read(&data[self.place_of_long(part)..]),
        }
    }

    fn write_numbers(&self, part: usize, sum: &Superaccumulator, data: &mut [u8]) {
        match Short::of(sum) {
            Some(short) => self.write_short(part, &short, data),
            None => {
                Short::write_none(&mut data[COUNT + part * SHORT_BYTES..]);
                sum.clone().write(&mut data[self.place_of_long(part)..]);
            }
        }
    }

    fn write_products(&self, part: usize, sums: &ExactSums, component: usize, data: &mut [u8]) {
        let short = match sums.products[component].is_empty() {
            true => Short::of(&sums.numbers[component]),
            false => None,
        };
        match short {
            Some(short) => self.write_short(part, &short, data),
            None => {
                Short::write_none(&mut data[COUNT + part * SHORT_BYTES..]);
                sums.total(component).write(&mut data[self.place_of_long(part)..]);
            }
        }
    }

    /// Writes what a rank has summed.
    pub fn write(&self, local: &LocalSums, data: &mut [u8]) {
        data[..8].copy_from_slice(&local.count.to_ne_bytes());
        data[8..COUNT].fill(0);
        if let (Some(short), None, false) = (local.short, &local.sums, self.is_variance()) {
            let parts = 0..self.count_of_parts();
            return parts.for_each(|part| self.write_short(part, &short[part], data));
        }
        let (sums, empty) = (local.long(), ExactSums::default());
        let squares = local.squares.as_deref().unwrap_or(&empty);
        let components = match self.finish {
            Finish::Variance { components, .. } => components,
            _ => self.numbers,
        };
        for part in 0..self.numbers {
            let of = if part < components { (&sums, part) } else { (squares, 0) };
            self.write_numbers(part, &of.0.numbers[of.1], data);
        }
        for i in 0..self.products {
            let of = if self.is_variance() { squares } else { &sums };
            self.write_products(self.numbers + i, of, i, data);
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
        let places = element.chunks_exact_mut(size_of::<T>()).take(self.result.components);
        for (i, to) in places.enumerate() {
            let result = match (self.finish, self.read_short(i, data)) {
                (Finish::Sum, Some(short)) => T::of_short(&short),
                (Finish::Sum, None) if self.numbers > 0 => T::of_exact(self.read_numbers(i, data)),
                (Finish::Sum, None) => self.read_long(i, data).rounded(),
                (Finish::Root, Some(short)) => short.long().rooted(),
                (Finish::Root, None) => self.read_long(i, data).rooted(),
                (Finish::Mean, _) => self.read_numbers(i, data).mean(count),
                (Finish::Variance { components, ddof }, _) => {
                    let mut parts = (0..=components).map(|part| self.read_long(part, data));
                    let sums: Vec<_> = parts.by_ref().take(components).collect();
                    variance(&sums, parts.next().expect("the squares"), count, ddof)
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

    fn depends_on_place(&self) -> bool {
        false
    }

    fn depends_on_total(&self) -> bool {
        false
    }

    fn short(&self) -> Option<usize> {
        Some(self.short_bytes())
    }

    fn is_short(&self, data: &[u8]) -> bool {
        let parts = data[COUNT..].chunks_exact(SHORT_BYTES).take(self.count_of_parts());
        parts.into_iter().all(Short::is_written)
    }

    unsafe fn lift(&self, elements: Elements<'_>, _: [i32; 2], data: &mut [u8]) -> Outcome {
        // SAFETY: the caller's element is what this rank has summed.
        self.write(unsafe { &*elements.address.cast::<LocalSums>() }, data);
        Ok(())
    }

    fn merge(&self, _: Share, into: &mut [u8], _: Share, data: &[u8]) -> Outcome {
        let count = |data: &[u8]| u64::from_ne_bytes(*data.first_chunk().expect("a count"));
        let total = count(into).saturating_add(count(data));
        into[..8].copy_from_slice(&total.to_ne_bytes());
        for part in 0..self.count_of_parts() {
            let [left, right] = [&*into, data].map(|data| self.read_short(part, data));
            if let Some(short) = left.zip(right).and_then(|(left, right)| left.merge(right)) {
                self.write_short(part, &short, into);
                continue;
            }
            if part < self.numbers {
                let mut sum = self.read_numbers(part, into);
                sum.merge(self.read_numbers(part, data));
                self.write_numbers(part, &sum, into);
                continue;
            }
            let mut sum = self.read_long(part, into);
            sum.merge(self.read_long(part, data));
            Short::write_none(&mut into[COUNT + part * SHORT_BYTES..]);
            sum.write(&mut into[self.place_of_long(part)..]);
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
