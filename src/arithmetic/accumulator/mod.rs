//! Accumulators: sums whose summands need never lie in an array. Numbers and products of
//! numbers are added as they come, by an arithmetic in which their order does not matter, so
//! that merging accumulators is exactly associative and commutative, and the result depends
//! on nothing but the multiset of summands.
//!
//! [`exact`] sums the real numbers, products too, and rounds once; [`levels`] deposits
//! products that were rounded, each by itself. Of complex numbers each component is a sum;
//! a product of two of them is four real products ([`products`]).
//!
//! Cost: of rows that of the arithmetic's sum of an array, plus that of the products
//! ([`crate::kernel::products`]); a number by itself a hundred times as much. Memory: 3.2 KB
//! for `exact`, 300 bytes else.

pub mod bytes;
mod exact;
mod levels;
mod products;

use super::levels::scheme::MOST_SUMMANDS;
use super::levels::Scheme;
use super::names::Arithmetic;
use crate::kernel::column_sum::Summand;
use crate::kernel::products::Factor;
use crate::kernel::{Format, Kind};
use exact::ExactSums;
use levels::LevelSums;
use products::Shape;

/// The most summands that an accumulator takes where no bound was given.
const UNBOUNDED: u64 = 1 << 63;

/// Fewer numbers than this are added one by one.
const ROW: usize = 8;

/// What an accumulator is made for, which is the same in all that are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccumulatorSpec {
    arithmetic: Arithmetic,
    format: Format,
    components: usize,
    most: u64,
}

/// Why something is refused, in words; nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There would be too many summands, or their bound is wrong.
    Count(String),
    /// The type of the elements.
    Type(String),
    /// Anything else.
    Argument(String),
}

/// What the names of arithmetics are that accumulators take.
pub const ACCEPTED: &str = "it takes auto, exact, binned or binned:K with K from 2 to 4, and, \
                            with a bound on the number of summands, prerounded or prerounded:K \
                            with K from 1 to 4";

impl AccumulatorSpec {
    /// To sum elements of a kind by an arithmetic; `summands` is the bound on their number,
    /// which means nothing but to pre-rounded sums.
    pub fn new(
        arithmetic: Arithmetic,
        kind: Kind,
        summands: u64,
    ) -> Result<AccumulatorSpec, Refusal> {
        let (format, components) = match kind {
            Kind::Real(format @ (Format::Float | Format::Double)) => (format, 1),
            Kind::Complex(format @ (Format::Float | Format::Double)) => (format, 2),
            _ => return Err(Refusal::Type("its elements are none that are summed".into())),
        };
        let name = arithmetic.name();
        let refused = |why: &str| {
            Err(Refusal::Argument(format!("arithmetic={name} is not accepted: {why}; {ACCEPTED}")))
        };
        let most = match arithmetic {
            Arithmetic::Exact | Arithmetic::Binned(_) => UNBOUNDED,
            Arithmetic::Prerounded(_) if (1..=MOST_SUMMANDS).contains(&summands) => summands,
            Arithmetic::Prerounded(_) => {
                return Err(Refusal::Count(format!(
                    "summands={summands} is not accepted with {name}, whose levels depend on it; \
                     it takes the most summands that there will be in all, from 1 to 2^48"
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
        Ok(AccumulatorSpec { arithmetic, format, components, most })
    }

    /// The arithmetic.
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// The kind of the elements.
    pub fn kind(&self) -> Kind {
        match self.components {
            1 => Kind::Real(self.format),
            _ => Kind::Complex(self.format),
        }
    }

    /// Bytes of an element.
    pub fn size(&self) -> usize {
        self.components * if self.format == Format::Float { 4 } else { 8 }
    }

    /// The levels of a sum that has any.
    fn scheme(&self) -> Option<Scheme> {
        match self.arithmetic {
            Arithmetic::Binned(fold) => Some(Scheme::binned(self.format, fold)),
            Arithmetic::Prerounded(levels) => Some(Scheme::prerounded(levels, self.most)),
            _ => None,
        }
    }

    /// The number of summands, if there may be so many.
    pub fn check(&self, count: u128) -> Result<u64, Refusal> {
        if count <= u128::from(self.most) {
            return Ok(count as u64);
        }
        let bound = match self.most {
            UNBOUNDED => "an accumulator takes 2^63".into(),
            most => format!("the bound given at its creation is {most}"),
        };
        Err(Refusal::Count(format!("there would be {count} summands; {bound}")))
    }
}

/// The sum of what was added so far.
#[derive(Clone, Debug)]
pub struct Accumulator {
    purpose: AccumulatorSpec,
    /// Summands, of each component.
    count: u64,
    sums: Sums,
}

#[derive(Clone, Debug)]
enum Sums {
    Exact(Box<ExactSums>),
    Levels(Box<LevelSums>),
}

/// Calls a method for the numbers of the purpose's format.
macro_rules! for_format {
    ($self:ident.$method:ident($($argument:expr),*)) => {
        match $self.purpose.format {
            Format::Float => $self.$method::<f32>($($argument),*),
            _ => $self.$method::<f64>($($argument),*),
        }
    };
}

impl Accumulator {
    /// The sum of nothing.
    pub fn new(purpose: AccumulatorSpec) -> Accumulator {
        let sums = match purpose.scheme() {
            None => Sums::Exact(Box::default()),
            Some(scheme) => Sums::Levels(Box::new(LevelSums::new(scheme))),
        };
        Accumulator { purpose, count: 0, sums }
    }

    /// What it is made for.
    pub fn purpose(&self) -> &AccumulatorSpec {
        &self.purpose
    }

    /// The number of summands of each component.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of summands with so many more, if it may have them.
    fn with_more(&self, more: u128) -> Result<u64, Refusal> {
        self.purpose.check(u128::from(self.count) + more)
    }

    /// Adds n elements.
    ///
    /// # Safety
    /// They lie there, at any address; the environment is the default one.
    pub unsafe fn add(&mut self, elements: *const u8, n: usize) -> Result<(), Refusal> {
        self.count = self.with_more(n as u128)?;
        // SAFETY: upheld by the caller.
        unsafe { for_format!(self.add_numbers(elements, n)) };
        Ok(())
    }

    /// # Safety
    /// As for [`Accumulator::add`], of elements of that format.
    unsafe fn add_numbers<T: Summand>(&mut self, elements: *const u8, n: usize) {
        let components = self.purpose.components;
        let (row, n) = (elements.cast::<T>(), n * components);
        if n < ROW {
            for i in 0..n {
                // SAFETY: one of the numbers.
                let number = unsafe { row.add(i).read_unaligned() }.widen();
                match &mut self.sums {
                    Sums::Exact(sums) => sums.add(number, i % components),
                    Sums::Levels(sums) => sums.add(number, i % components),
                }
            }
            return;
        }
        // SAFETY: upheld by the caller.
        unsafe {
            match &mut self.sums {
                Sums::Exact(sums) => sums.add_row(row, n, components),
                Sums::Levels(sums) => sums.add_row(row, n, components),
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
        x: *const u8,
        y: *const u8,
        n: usize,
        conjugated: bool,
    ) -> Result<(), Refusal> {
        self.count = self.with_more(n as u128 * self.purpose.components as u128)?;
        // SAFETY: upheld by the caller.
        unsafe { for_format!(self.multiply(x, y, n, conjugated)) };
        Ok(())
    }

    /// # Safety
    /// As for [`Accumulator::add_products`], of elements of that format.
    unsafe fn multiply<T: Factor>(
        &mut self,
        x: *const u8,
        y: *const u8,
        n: usize,
        conjugated: bool,
    ) {
        let shape = Shape { components: self.purpose.components, conjugated };
        let (x, y) = (x.cast::<T>(), y.cast::<T>());
        // SAFETY: upheld by the caller.
        unsafe {
            match &mut self.sums {
                Sums::Exact(sums) => sums.add_products(x, y, n, shape),
                Sums::Levels(sums) => sums.add_products(x, y, n, shape),
            }
        }
    }

    /// Adds what another one holds, which is made for the same.
    pub fn merge(&mut self, other: &Accumulator) -> Result<(), Refusal> {
        self.same(&other.purpose)?;
        self.count = self.with_more(other.count.into())?;
        self.sums.merge(&other.sums);
        Ok(())
    }

    /// That another one is made for the same.
    fn same(&self, other: &AccumulatorSpec) -> Result<(), Refusal> {
        if self.purpose == *other {
            return Ok(());
        }
        Err(Refusal::Argument(format!(
            "the accumulators are not made for the same: one for {}, the other for {}",
            self.purpose.in_words(),
            other.in_words()
        )))
    }

    /// The sum of nothing again.
    pub fn clear(&mut self) {
        *self = Accumulator::new(self.purpose);
    }

    /// Writes the sum, an element.
    pub fn value(&self, element: &mut [u8]) {
        let size = self.purpose.size() / self.purpose.components;
        for (component, to) in element.chunks_exact_mut(size).enumerate() {
            match (self.purpose.format, &self.sums) {
                (Format::Float, Sums::Exact(sums)) => put(to, sums.to_f32(component).to_ne_bytes()),
                (Format::Float, Sums::Levels(sums)) => {
                    put(to, sums.to_f32(component).to_ne_bytes())
                }
                (_, Sums::Exact(sums)) => put(to, sums.to_f64(component).to_ne_bytes()),
                (_, Sums::Levels(sums)) => put(to, sums.to_f64(component).to_ne_bytes()),
            }
        }
    }
}

fn put<const N: usize>(to: &mut [u8], number: [u8; N]) {
    to.copy_from_slice(&number);
}

impl Sums {
    /// Adds what others of the same purpose hold.
    fn merge(&mut self, other: &Sums) {
        match (self, other) {
            (Sums::Exact(sums), Sums::Exact(more)) => sums.merge(more),
            (Sums::Levels(sums), Sums::Levels(more)) => sums.merge(more),
            _ => unreachable!("of the same purpose"),
        }
    }
}

impl AccumulatorSpec {
    /// What is said of it where two differ.
    pub fn in_words(&self) -> String {
        let kind = if self.components == 1 { "" } else { "complex " };
        let format = if self.format == Format::Float { "float" } else { "double" };
        let bound = match self.most {
            UNBOUNDED => String::new(),
            most => format!(" with at most {most} summands"),
        };
        format!("{} of {kind}{format}{bound}", self.arithmetic.name())
    }
}
