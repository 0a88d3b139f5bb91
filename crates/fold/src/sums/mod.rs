//! Exact sums that follow from the ranks' vectors: dots, norms, weighted sums, means, variances. A
//! rank sums what it holds ([`terms`]) in superaccumulators; their digits are the partial, which is
//! merged by adding them, and the result is a statistic of the total, rounded once.
//!
//! The partial is that of an array with one element for each rank, so that no rank needs to know
//! how many numbers the others hold. Cost: that of its [parts](Parts).

mod rounded;
pub mod set;
mod short;
pub mod terms;
pub mod vectors;

use super::exact::parts::Parts;
use super::share::contribution::{Contribution, Run};
use super::share::record::Merge;
use super::share::shape::{DataLength, PartialShape, ShortForm};
use samebits_base::fault::Outcome;
use samebits_kernel::Format;
use samebits_sum::accumulator::exact::ExactSums;
use samebits_sum::number::{for_format, Number, Numbers};
use samebits_sum::share::Share;
use samebits_sum::superaccumulator::{variance, Rounded, Short};
use std::borrow::Cow;
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

    /// Adds the short form of the sum of so many elements.
    pub fn add_short(&mut self, count: u64, [c, d]: [Short; 2]) {
        self.count = self.count.saturating_add(count);
        let Some([a, b]) = self.short else {
            self.short = Some([c, d]);
            return;
        };
        match (a.merge(c), b.merge(d)) {
            (Some(first), Some(second)) => self.short = Some([first, second]),
            _ => add(self.exact(), [c, d]),
        }
    }

    pub fn merge(&mut self, other: &LocalSums) {
        match other.short {
            Some(short) => self.add_short(other.count, short),
            None => self.count = self.count.saturating_add(other.count),
        }
        if let Some(more) = &other.sums {
            self.exact().merge(more);
        }
        if let Some(more) = &other.squares {
            self.squares.get_or_insert_default().merge(more);
        }
    }

    /// All of it as superaccumulators.
    fn long(&self) -> Cow<'_, ExactSums> {
        let mut sums = self.sums.as_deref().map_or_else(Cow::default, Cow::Borrowed);
        self.short.into_iter().for_each(|short| add(sums.to_mut(), short));
        sums
    }
}

fn add(sums: &mut ExactSums, short: [Short; 2]) {
    sums.numbers.iter_mut().zip(short).for_each(|(sum, short)| sum.merge(short.long()));
}

/// What is computed from the sum of the terms.
#[derive(Clone, Copy, Debug)]
pub enum Statistic {
    Sum,
    /// A sum of real numbers, also of complex elements.
    RealSum,
    Norm,
    Mean,
    Variance {
        ddof: i32,
    },
}

/// How the result follows from the total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finish {
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
    pub parts: Parts,
    finish: Finish,
}

/// Bytes of the number of elements, and what it is aligned to.
const COUNT: usize = 16;

impl SumSpec {
    /// A statistic of a term's sum, over elements of these numbers.
    pub fn of(statistic: Statistic, term: Term, numbers: Numbers) -> SumSpec {
        let products = !matches!(term, Term::Numbers | Term::Magnitudes);
        let real = Numbers { components: 1, ..numbers };
        // Weights of another type are multiplied as doubles.
        let wide = matches!(term, Term::Weighted(weights) if weights != Weights::Same);
        match statistic {
            Statistic::Sum => SumSpec::sum(numbers, products, wide),
            Statistic::RealSum => SumSpec::sum(real, products, wide),
            Statistic::Norm => SumSpec { finish: Finish::Root, ..SumSpec::sum(real, true, false) },
            Statistic::Mean => {
                SumSpec { finish: Finish::Mean, ..SumSpec::sum(numbers, false, false) }
            }
            Statistic::Variance { ddof } => {
                let components = numbers.components;
                let parts = match numbers.format {
                    Format::Float => Parts { numbers: components + 1, products: 0 },
                    _ => Parts { numbers: components, products: 1 },
                };
                let finish = Finish::Variance { components, ddof: ddof.into() };
                SumSpec { result: real, parts, finish }
            }
        }
    }

    /// The sum of so many components of numbers, or of `products`. Those of floats are doubles, but
    /// for products of doubles (`wide`).
    pub fn sum(result: Numbers, products: bool, wide: bool) -> SumSpec {
        let wide = products && (wide || result.format == Format::Double);
        let (numbers, products) =
            if wide { (0, result.components) } else { (result.components, 0) };
        SumSpec { result, parts: Parts { numbers, products }, finish: Finish::Sum }
    }

    /// One that merges partials of so many superaccumulators, whatever their result.
    pub fn merging(parts: Parts) -> SumSpec {
        let result = Numbers { format: Format::Double, components: 1 };
        SumSpec { result, parts, finish: Finish::Sum }
    }

    /// One for a rank that has nothing to sum.
    pub fn nothing() -> SumSpec {
        SumSpec::merging(Parts { numbers: 1, products: 0 })
    }

    /// A word that differs where partials or results do.
    pub fn word(&self) -> u64 {
        let (finish, ddof) = match self.finish {
            Finish::Sum => (1, 0),
            Finish::Root => (2, 0),
            Finish::Mean => (3, 0),
            Finish::Variance { ddof, .. } => (4, ddof as u64),
        };
        let Parts { numbers, products } = self.parts;
        finish << 60 ^ (numbers as u64) << 56 ^ (products as u64) << 52 ^ ddof
    }

    fn bytes(&self) -> usize {
        COUNT + self.parts.bytes()
    }

    /// Writes what a rank has summed.
    pub fn write(&self, local: &LocalSums, data: &mut [u8]) {
        let (head, data) = data.split_at_mut(COUNT);
        head[..8].copy_from_slice(&local.count.to_ne_bytes());
        head[8..].fill(0);
        let parts = self.parts;
        if let (Some(short), None, false) = (local.short, &local.sums, self.is_variance()) {
            return (0..parts.count()).for_each(|part| parts.write_short(part, &short[part], data));
        }
        let sums = local.long();
        let squares = match (&local.squares, self.is_variance()) {
            (Some(squares), _) => Cow::Borrowed(&**squares),
            (None, true) => Cow::default(),
            // Nobody looks at them.
            (None, false) => Cow::Borrowed(&*sums),
        };
        let components = match self.finish {
            Finish::Variance { components, .. } => components,
            _ => parts.numbers,
        };
        for part in 0..parts.numbers {
            let (of, i) = if part < components { (&sums, part) } else { (&squares, 0) };
            parts.write_numbers(part, &of.numbers[i], data);
        }
        for i in 0..parts.products {
            let (part, of) = (parts.numbers + i, if self.is_variance() { &squares } else { &sums });
            match of.products[i] {
                // All products were pairs of doubles.
                None => parts.write_numbers(part, &of.numbers[i], data),
                Some(_) => parts.write_long(part, of.total(i), data),
            }
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
        let (head, data) = data.split_at(COUNT);
        let (count, parts) = (count(head), self.parts);
        let places = element.chunks_exact_mut(size_of::<T>()).take(self.result.components);
        for (i, to) in places.enumerate() {
            let result = match (self.finish, parts.short(i, data)) {
                (Finish::Sum, Some(short)) => T::of_short(&short),
                (Finish::Sum, None) if i < parts.numbers => {
                    T::of_exact(parts.sum_of_numbers(i, data))
                }
                (Finish::Sum, None) => parts.sum(i, data).rounded(),
                (Finish::Root, Some(short)) => short.rooted(),
                (Finish::Root, None) => parts.sum(i, data).rooted(),
                (Finish::Mean, _) => parts.sum_of_numbers(i, data).mean(count),
                (Finish::Variance { components, ddof }, _) => {
                    let mut all = (0..=components).map(|part| parts.sum(part, data));
                    let sums: Vec<_> = all.by_ref().take(components).collect();
                    variance(&sums, all.next().expect("the squares"), count, ddof)
                }
            };
            Number::write(result, to);
        }
    }
}

/// The number of elements.
fn count(head: &[u8]) -> u64 {
    u64::from_ne_bytes(*head.first_chunk().expect("a count"))
}

impl Merge for SumSpec {
    fn shape(&self) -> PartialShape {
        PartialShape {
            element: self.result.size(),
            length: DataLength::Fixed(self.bytes().max(self.result.size())),
            depends_on_total: false,
            short: Some(ShortForm { sums: COUNT, bytes: COUNT + self.parts.short_bytes() }),
            surveys: false,
        }
    }

    fn merge(&self, _: Share, into: &mut [u8], _: Share, data: &[u8]) -> Outcome {
        let ((head, into), (other, data)) = (into.split_at_mut(COUNT), data.split_at(COUNT));
        let total = count(head).saturating_add(count(other));
        head[..8].copy_from_slice(&total.to_ne_bytes());
        self.parts.merge(into, data);
        Ok(())
    }

    fn merge_all(
        &self,
        _total: u64,
        _joins: &[u8],
        parts: &mut dyn Iterator<Item = (Share, &[u8])>,
        into: &mut [u8],
    ) -> Outcome {
        let (head, into) = into.split_at_mut(COUNT);
        let mut total = 0u64;
        self.parts.merge_all(
            &mut parts.map(|(_, data)| {
                let (head, data) = data.split_at(COUNT);
                total = total.saturating_add(count(head));
                data
            }),
            into,
        );
        head[..8].copy_from_slice(&total.to_ne_bytes());
        Ok(())
    }

    fn finish(&self, _total: u64, data: &mut [u8]) -> Outcome {
        let mut element = [0; 16];
        for_format!(self.result.format, self.result(data, &mut element));
        let size = self.result.size();
        data[..size].copy_from_slice(&element[..size]);
        Ok(())
    }
}

/// What a rank has summed for each of several results.
#[derive(Clone, Copy, Debug)]
pub struct Summed<'a> {
    pub spec: &'a SumSpec,
    pub locals: &'a [LocalSums],
}

impl Contribution for Summed<'_> {
    unsafe fn lift(&self, array: usize, _: &Run, _: [i32; 2], data: &mut [u8]) -> Outcome {
        self.spec.write(&self.locals[array], data);
        Ok(())
    }

    unsafe fn reduce(&self, array: usize, run: &Run, data: &mut [u8]) -> Outcome {
        self.spec.write(&self.locals[array], data);
        self.spec.finish(run.share.total, data)
    }
}
