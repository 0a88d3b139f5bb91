//! The exact sums of an accumulator's components: of numbers, and of the real products of
//! numbers, rounded once at the end.
//!
//! Products of floats are doubles, and summed as such. Those of doubles are pairs of doubles where
//! all of a block are in the range in which this is exact, and else integers, in a superaccumulator
//! that is wide enough for any of them.

use super::products::{in_blocks, Shape, FEW};
use crate::arithmetic::exact_row::Row;
use crate::arithmetic::superaccumulator::{ProductSuperaccumulator, Superaccumulator};
use crate::kernel::column_sum::Summand;
use crate::kernel::products::{Exact, Factor, Parts};
use crate::kernel::Format;

#[derive(Clone, Debug, Default)]
pub struct ExactSums {
    pub numbers: [Superaccumulator; 2],
    /// Of products that are no pairs of doubles.
    pub products: [ProductSuperaccumulator; 2],
}

impl ExactSums {
    /// Adds n numbers in which those of the components alternate. Safety: they lie there, at any
    /// address; the environment is the default one.
    pub unsafe fn add_numbers<T: Summand>(&mut self, row: *const T, n: usize, components: usize) {
        if n >= FEW {
            // SAFETY: upheld by the caller.
            return unsafe { Row::new(components, &mut self.numbers).add(row, n) };
        }
        for i in 0..n {
            // SAFETY: one of the numbers.
            self.numbers[i % components].add(unsafe { row.add(i).read_unaligned() }.widen());
        }
    }

    pub fn add_product<T: Factor>(&mut self, x: T, y: T, component: usize) {
        match x.exactly_times(y) {
            Some(product) => self.numbers[component].add(product),
            None => self.products[component].add_product(x.widen(), y.widen()),
        }
    }

    /// Adds the n products of two vectors. Safety: both lie there, at any address; the environment
    /// is the default one.
    pub unsafe fn add_products<T: Factor>(&mut self, two: [*const T; 2], n: usize, shape: Shape) {
        if n < FEW {
            let one_by_one = |x: *const T, y: *const T, n: usize| {
                for i in 0..n {
                    // SAFETY: n factors in both rows.
                    let (x, y) = unsafe { (x.add(i).read_unaligned(), y.add(i).read_unaligned()) };
                    self.add_product(x, y, i % shape.components);
                }
            };
            // SAFETY: upheld by the caller.
            return unsafe { in_blocks(two, n, shape, one_by_one) };
        }
        self.with_factors(shape.components, |factors| {
            // SAFETY: upheld by the caller.
            unsafe { in_blocks(two, n, shape, |x, y, n| factors.add(x, y, n)) }
        });
    }

    /// Adds the products of two rows of n numbers, of which those of the components alternate.
    /// Safety: as for [`ExactSums::add_products`].
    pub unsafe fn add_factors<T: Factor>(
        &mut self,
        two: [*const T; 2],
        n: usize,
        components: usize,
    ) {
        let shape = Shape { components: 1, conjugated: false };
        self.with_factors(components, |factors| {
            // SAFETY: upheld by the caller; a block has an even number of numbers.
            unsafe { in_blocks(two, n, shape, |x, y, n| factors.add(x, y, n)) }
        });
    }

    fn with_factors(&mut self, components: usize, work: impl FnOnce(&mut Factors<'_>)) {
        let ExactSums { numbers, products } = self;
        let mut errors = <[Superaccumulator; 2]>::default();
        let rows = (Row::new(components, numbers), Row::new(components, &mut errors));
        let mut factors = Factors { parts: Exact::default(), rows, products, components };
        work(&mut factors);
        drop(factors);
        for (sum, errors) in self.numbers.iter_mut().zip(errors) {
            sum.merge(errors);
        }
    }

    pub fn merge(&mut self, other: &ExactSums) {
        for (sum, more) in self.numbers.iter_mut().zip(&other.numbers) {
            sum.merge(more.clone());
        }
        for (sum, more) in self.products.iter_mut().zip(&other.products) {
            if !more.is_empty() {
                sum.merge(more.clone());
            }
        }
    }

    /// The sum of a component's numbers and products. Products of floats are among the numbers.
    pub fn total(&self, component: usize) -> ProductSuperaccumulator {
        let mut total = self.products[component].clone();
        total.merge(self.numbers[component].clone());
        total
    }

    pub const fn bytes(format: Format) -> usize {
        match format {
            Format::Float => Superaccumulator::BYTES,
            _ => ProductSuperaccumulator::BYTES,
        }
    }

    /// Writes a component: the same bytes on all machines, in whatever order it was summed.
    pub fn write(&self, format: Format, component: usize, bytes: &mut [u8]) {
        match format {
            Format::Float => self.numbers[component].clone().write(bytes),
            _ => self.total(component).write(bytes),
        }
    }

    /// Whether these bytes can be the written sum of so many summands.
    pub fn is_written(format: Format, bytes: &[u8], count: u64) -> bool {
        match format {
            Format::Float => Superaccumulator::is_written(bytes, count),
            _ => ProductSuperaccumulator::is_written(bytes, count),
        }
    }

    pub fn read(&mut self, format: Format, component: usize, bytes: &[u8]) {
        match format {
            Format::Float => self.numbers[component] = Superaccumulator::read(bytes),
            _ => self.products[component] = ProductSuperaccumulator::read(bytes),
        }
    }
}

/// Products that are being added, block by block.
struct Factors<'a> {
    parts: Exact,
    /// Of the rounded products, and of their errors.
    rows: (Row<'a>, Row<'a>),
    products: &'a mut [ProductSuperaccumulator; 2],
    components: usize,
}

impl Factors<'_> {
    /// Adds the products of n factors, at most a block, in which those of the components alternate.
    /// Safety: as for [`ExactSums::add_products`].
    unsafe fn add<T: Factor>(&mut self, x: *const T, y: *const T, n: usize) {
        let Factors { parts, rows, products, components } = self;
        // SAFETY: n factors in both rows; then n products, in one part or in two.
        unsafe {
            match T::exact(x, y, n, parts) {
                Parts::One => rows.0.add(parts.p.as_ptr(), n),
                Parts::Two => {
                    rows.0.add(parts.p.as_ptr(), n);
                    rows.1.add(parts.e.as_ptr(), n);
                }
                Parts::Neither => {
                    for i in 0..n {
                        let (x, y) = (x.add(i).read_unaligned(), y.add(i).read_unaligned());
                        products[i % *components].add_product(x.widen(), y.widen());
                    }
                }
            }
        }
    }
}
