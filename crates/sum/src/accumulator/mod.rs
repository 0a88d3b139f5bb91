//! Accumulators: sums whose summands need never lie in an array. Numbers and products of numbers
//! are added as they come, by an arithmetic in which their order does not matter, so that merging
//! accumulators is exactly associative and commutative, and the result depends on nothing but the
//! multiset of summands.
//!
//! [`exact`] sums the real numbers, products too, and rounds once; [`levels`] deposits products
//! that were rounded, each by itself. Each component of complex numbers is a sum; a product of two
//! of them is four real products ([`products`]).
//!
//! Cost: of rows that of the arithmetic's sum of an array, plus that of the products
//! ([`samebits_kernel::products`]); a number by itself a hundred times as much. Memory: 3.2 KB for
//! `exact`, 300 bytes else.

pub mod bytes;
pub mod exact;
mod levels;
mod product_bands;
pub mod product_row;
pub mod products;

use super::levels::{scheme::MOST_SUMMANDS, Scheme};
use super::names::Arithmetic;
use super::number::{for_format, Number, Numbers};
pub(super) use exact::ExactSums;
pub(crate) use levels::LevelSums;
pub use products::ProductShape;
use samebits_kernel::{products::Factor, summand::Summand};
use samebits_kernel::{Format, Kind};

/// The most summands that an accumulator takes where no bound was given.
const UNBOUNDED: u64 = 1 << 63;

/// What an accumulator is made for; the same in all that are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccumulatorSpec {
    arithmetic: Arithmetic,
    numbers: Numbers,
    max_summands: u64,
}

/// Why something is refused, in words; nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There would be too many summands, or their bound is wrong.
    Count(String),
    Type(String),
    Argument(String),
}

/// The names of arithmetics that accumulators take.
pub const ACCEPTED: &str = "it takes auto, exact, binned or binned:K with K from 2 to 4, and, \
                            with a bound on the number of summands, prerounded or prerounded:K \
                            with K from 1 to 4";

impl AccumulatorSpec {
    /// To sum elements of a kind by an arithmetic; `summands` bounds their number, which only
    /// pre-rounded sums need.
    pub fn new(
        arithmetic: Arithmetic,
        kind: Kind,
        summands: u64,
    ) -> Result<AccumulatorSpec, Refusal> {
        let not_summed = || Refusal::Type("unsupported element type".into());
        let numbers = Numbers::of(kind).ok_or_else(not_summed)?;
        let name = arithmetic.name();
        let refused = |why: &str| {
            Err(Refusal::Argument(format!("arithmetic={name} is not accepted: {why}; {ACCEPTED}")))
        };
        let max_summands = match arithmetic {
            Arithmetic::Exact | Arithmetic::Binned(_) => UNBOUNDED,
            Arithmetic::Prerounded(_) if (1..=MOST_SUMMANDS).contains(&summands) => summands,
            Arithmetic::Prerounded(_) => {
                return Err(Refusal::Count(format!(
                    "summands={summands} is not accepted with {name}, whose levels depend on it; \
                     it takes an upper bound on the number of summands in all, from 1 to 2^48"
                )))
            }
            Arithmetic::Prerounded2(_) => {
                return refused("it has to know the largest summand before it adds the first")
            }
            Arithmetic::Tree => {
                return refused(
                    "its bits depend on the order of the summands, which accumulators \
                                do not know",
                )
            }
            _ => return refused("it has no accumulators"),
        };
        Ok(AccumulatorSpec { arithmetic, numbers, max_summands })
    }

    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    pub fn kind(&self) -> Kind {
        match self.numbers.components {
            1 => Kind::Real(self.numbers.format),
            _ => Kind::Complex(self.numbers.format),
        }
    }

    pub fn size(&self) -> usize {
        self.numbers.size()
    }

    fn scheme(&self) -> Option<Scheme> {
        match self.arithmetic {
            Arithmetic::Binned(fold) => Some(Scheme::binned(self.numbers.format, fold)),
            Arithmetic::Prerounded(levels) => Some(Scheme::prerounded(levels, self.max_summands)),
            _ => None,
        }
    }

    /// The number of summands, if there may be so many.
    pub fn check(&self, count: u128) -> Result<u64, Refusal> {
        if count <= u128::from(self.max_summands) {
            return Ok(count as u64);
        }
        let bound = match self.max_summands {
            UNBOUNDED => "an accumulator takes at most 2^63".into(),
            bound => format!("the bound given at its creation is {bound}"),
        };
        Err(Refusal::Count(format!("that would make {count} summands; {bound}")))
    }

    /// As messages about accumulators that differ describe it.
    pub fn in_words(&self) -> String {
        let kind = if self.numbers.components == 1 { "" } else { "complex " };
        let format = if self.numbers.format == Format::Float { "float" } else { "double" };
        let bound = match self.max_summands {
            UNBOUNDED => String::new(),
            bound => format!(" with at most {bound} summands"),
        };
        format!("{} of {kind}{format}{bound}", self.arithmetic.name())
    }
}

#[derive(Clone, Debug)]
pub struct Accumulator {
    spec: AccumulatorSpec,
    count: u64,
    sums: Sums,
}

#[derive(Clone, Debug)]
pub(crate) enum Sums {
    Exact(Box<ExactSums>),
    Levels(Box<LevelSums>),
}

impl Accumulator {
    pub fn new(spec: AccumulatorSpec) -> Accumulator {
        let sums = match spec.scheme() {
            None => Sums::Exact(Box::default()),
            Some(scheme) => Sums::Levels(Box::new(LevelSums { scheme, sums: Default::default() })),
        };
        Accumulator { spec, count: 0, sums }
    }

    /// With these sums, which are of that spec.
    pub(crate) fn of_sums(spec: AccumulatorSpec, count: u64, sums: Sums) -> Accumulator {
        Accumulator { spec, count, sums }
    }

    /// The number of summands, and their sums.
    pub(crate) fn into_sums(self) -> (u64, Sums) {
        (self.count, self.sums)
    }

    pub fn spec(&self) -> &AccumulatorSpec {
        &self.spec
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of summands with so many more.
    fn with_more(&self, more: u128) -> Result<u64, Refusal> {
        self.spec.check(u128::from(self.count) + more)
    }

    /// Adds n elements.
    ///
    /// # Safety
    /// They lie there, at any address; the environment is the default one.
    pub unsafe fn add(&mut self, elements: *const u8, n: usize) -> Result<(), Refusal> {
        self.count = self.with_more(n as u128)?;
        // SAFETY: upheld by the caller.
        unsafe { for_format!(self.spec.numbers.format, self.add_numbers(elements.cast(), n)) };
        Ok(())
    }

    /// # Safety
    /// As for [`Accumulator::add`], of elements of that format.
    unsafe fn add_numbers<T: Summand>(&mut self, row: *const T, n: usize) {
        let components = self.spec.numbers.components;
        let n = n * components;
        // SAFETY: upheld by the caller.
        unsafe {
            match &mut self.sums {
                Sums::Exact(sums) => sums.add_numbers(row, n, components),
                Sums::Levels(sums) => sums.add_numbers(row, n, components),
            }
        }
    }

    /// Adds the n products of the elements of two vectors: of complex ones x·y, or
    /// conj(x)·y. A product of two complex numbers has two summands in each component.
    ///
    /// # Safety
    /// Both vectors lie there, at any address; the environment is the default one.
    pub unsafe fn add_products(
        &mut self,
        two: [*const u8; 2],
        n: usize,
        conjugated: bool,
    ) -> Result<(), Refusal> {
        let Numbers { format, components } = self.spec.numbers;
        self.count = self.with_more(n as u128 * components as u128)?;
        let shape = ProductShape { components, conjugated };
        // SAFETY: upheld by the caller.
        unsafe { for_format!(format, self.multiply(two.map(<*const u8>::cast), n, shape)) };
        Ok(())
    }

    /// # Safety
    /// As for [`Accumulator::add_products`], of elements of that format.
    unsafe fn multiply<T: Factor>(&mut self, two: [*const T; 2], n: usize, shape: ProductShape) {
        // SAFETY: upheld by the caller.
        unsafe {
            match &mut self.sums {
                Sums::Exact(sums) => sums.add_products(two, n, shape),
                Sums::Levels(sums) => sums.add_products(two, n, shape),
            }
        }
    }

    pub fn merge(&mut self, other: &Accumulator) -> Result<(), Refusal> {
        self.check_spec(&other.spec)?;
        self.count = self.with_more(other.count.into())?;
        self.sums.merge(&other.sums);
        Ok(())
    }

    fn check_spec(&self, other: &AccumulatorSpec) -> Result<(), Refusal> {
        if self.spec == *other {
            return Ok(());
        }
        Err(Refusal::Argument(format!(
            "the accumulators differ: one is for {}, the other for {}",
            self.spec.in_words(),
            other.in_words()
        )))
    }

    pub fn clear(&mut self) {
        *self = Accumulator::new(self.spec);
    }

    /// Writes the sum, an element.
    pub fn value(&self, element: &mut [u8]) {
        let Numbers { format, .. } = self.spec.numbers;
        for (i, to) in element.chunks_exact_mut(self.spec.numbers.bytes()).enumerate() {
            match (format, &self.sums) {
                (Format::Float, Sums::Exact(sums)) => sums.numbers[i].clone().to_f32().write(to),
                (Format::Float, Sums::Levels(sums)) => sums.sums[i].to_f32(&sums.scheme).write(to),
                (_, Sums::Exact(sums)) => sums.to_f64(i).write(to),
                (_, Sums::Levels(sums)) => sums.sums[i].to_f64(&sums.scheme).write(to),
            }
        }
    }
}

impl Sums {
    fn merge(&mut self, other: &Sums) {
        match (self, other) {
            (Sums::Exact(sums), Sums::Exact(more)) => sums.merge(more),
            (Sums::Levels(sums), Sums::Levels(more)) => sums.merge(more),
            _ => unreachable!("of the same spec"),
        }
    }
}
