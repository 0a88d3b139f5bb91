//! The exact sums of an accumulator's components: of numbers, and of the real products of
//! numbers, rounded once at the end.
//!
//! Products of floats are doubles, and summed as such. Those of doubles are pairs of doubles
//! where a block's are all in the range that this is exact in, and else integers, in a
//! superaccumulator that is wide enough for any of them.

use super::products::{in_blocks, Shape, FEW};
use crate::arithmetic::exact_row::Row;
use crate::arithmetic::superaccumulator::{ProductSuperaccumulator, Superaccumulator};
use crate::kernel::column_sum::Summand;
use crate::kernel::products::{Exact, Factor, Parts};
use crate::kernel::Format;

/// The sums of the components: one, or two.
#[derive(Clone, Debug, Default)]
pub struct ExactSums {
    /// Of doubles.
    numbers: [Superaccumulator; 2],
    /// Of products that are no pairs of doubles.
    products: [ProductSuperaccumulator; 2],
}

impl ExactSums {
    /// Adds one number.
    pub fn add(&mut self, number: f64, component: usize) {
        self.numbers[component].add(number);
    }

    /// Adds n numbers, of which those of the components take turns.
    ///
    /// # Safety
    /// So many numbers lie there, at any address, a multiple of the components; the
    /// environment is the default one.
    pub unsafe fn add_row<T: Summand>(&mut self, row: *const T, n: usize, components: usize) {
        // SAFETY: upheld by the caller.
        unsafe { Row::new(components, &mut self.numbers).add(row, n) }
    }

    /// Adds the n products of two vectors.
    ///
    /// # Safety
    /// Both lie there, at any address; the environment is the default one.
    pub unsafe fn add_products<T: Factor>(
        &mut self,
        x: *const T,
        y: *const T,
        n: usize,
        shape: Shape,
    ) {
        let components = shape.components;
        let ExactSums { numbers, products } = self;
        // SAFETY: the factors of a block.
        let factors = |x: *const T, y: *const T, i: usize| unsafe {
            (x.add(i).read_unaligned(), y.add(i).read_unaligned())
        };
        if n < FEW {
            let one_by_one = |x: *const T, y: *const T, n: usize| {
                for i in 0..n {
                    let (x, y) = factors(x, y, i);
                    match x.exactly_times(y) {
                        Some(product) => numbers[i % components].add(product),
                        None => products[i % components].add_product(x.widen(), y.widen()),
                    }
                }
            };
            // SAFETY: upheld by the caller.
            return unsafe { in_blocks(x, y, n, shape, one_by_one) };
        }
        let (mut parts, mut errors) = (Exact::default(), <[Superaccumulator; 2]>::default());
        let mut rows = (Row::new(components, numbers), Row::new(components, &mut errors));
        let block = |x: *const T, y: *const T, n: usize| {
            // SAFETY: n factors in both rows; then n products, in one part or in two.
            unsafe {
                match T::exact(x, y, n, &mut parts) {
                    Parts::One => rows.0.add(parts.p.as_ptr(), n),
                    Parts::Two => {
                        rows.0.add(parts.p.as_ptr(), n);
                        rows.1.add(parts.e.as_ptr(), n);
                    }
                    Parts::Neither => {
                        for i in 0..n {
                            let (x, y) = factors(x, y, i);
                            products[i % components].add_product(x.widen(), y.widen());
                        }
                    }
                }
            }
        };
        // SAFETY: upheld by the caller.
        unsafe { in_blocks(x, y, n, shape, block) };
        drop(rows);
        for (sum, errors) in numbers.iter_mut().zip(errors) {
            sum.merge(errors);
        }
    }

    /// Adds what others hold.
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

    /// All that a component has.
    fn total(&self, component: usize) -> ProductSuperaccumulator {
        let mut total = self.products[component].clone();
        total.merge_sum(self.numbers[component].clone());
        total
    }

    /// A component's sum, rounded once to double.
    pub fn to_f64(&self, component: usize) -> f64 {
        self.total(component).to_f64()
    }

    /// A component's sum of floats and their products, rounded once to float.
    pub fn to_f32(&self, component: usize) -> f32 {
        self.numbers[component].clone().to_f32()
    }

    /// Bytes in which a component is written.
    pub const fn bytes(format: Format) -> usize {
        match format {
            // (A sum of floats' products is one of doubles.)
            Format::Float => Superaccumulator::BYTES,
            _ => ProductSuperaccumulator::BYTES,
        }
    }

    /// Writes a component, the same on all machines and however it came about.
    pub fn write(&self, format: Format, component: usize, bytes: &mut [u8]) {
        match format {
            Format::Float => self.numbers[component].clone().write(bytes),
            _ => self.total(component).write(bytes),
        }
    }

    /// Whether [`ExactSums::write`] could have written these bytes, of so many summands.
    pub fn is_written(format: Format, bytes: &[u8], count: u64) -> bool {
        let (written, empty) = match format {
            Format::Float => {
                (Superaccumulator::is_written(bytes), Superaccumulator::read(bytes).is_empty())
            }
            _ => (
                ProductSuperaccumulator::is_written(bytes),
                ProductSuperaccumulator::read(bytes).is_empty(),
            ),
        };
        written && empty == (count == 0)
    }

    /// Reads a component back.
    pub fn read(&mut self, format: Format, component: usize, bytes: &[u8]) {
        match format {
            Format::Float => self.numbers[component] = Superaccumulator::read(bytes),
            _ => self.products[component] = ProductSuperaccumulator::read(bytes),
        }
    }
}
