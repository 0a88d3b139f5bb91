//! The exact sums of an accumulator's components: of numbers, and of the real products of
//! numbers, rounded once at the end.
//!
//! Most products are deposited in levels as they are formed ([`super::product_row`]), or in several
//! bands of levels one after the other ([`super::product_bands`]). Else those of floats are doubles, and
//! summed as such; those of doubles are pairs of doubles where all of a block are in the range in which
//! this is exact, and otherwise integers, in a superaccumulator that is wide enough for any of them.

use super::product_bands::add_in_bands;
use super::product_row::ProductRow;
use super::products::{in_blocks, ProductShape, FEW};
use crate::exact_row::Row;
use crate::superaccumulator::{ProductSuperaccumulator, Superaccumulator, WideSum};
use samebits_kernel::product_levels::BLOCK as LONG_BLOCK;
use samebits_kernel::products::{Exact, Factor, Parts, BLOCK};
use samebits_kernel::simd::instance;
use samebits_kernel::summand::Summand;
use samebits_kernel::Format;

#[derive(Clone, Debug, Default)]
pub struct ExactSums {
    pub numbers: [Superaccumulator; 2],
    /// Of products that are no pairs of doubles, which are rare.
    pub products: [WideSum; 2],
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
            None => {
                let products = self.products[component].get_or_insert_default();
                products.add_product(x.widen(), y.widen());
            }
        }
    }

    /// Adds the n products of two vectors. Safety: both lie there, at any address; the environment
    /// is the default one.
    pub unsafe fn add_products<T: Factor>(
        &mut self,
        two: [*const T; 2],
        n: usize,
        shape: ProductShape,
    ) {
        if n >= FEW {
            // SAFETY: upheld by the caller.
            return unsafe {
                self.add_rows_of_products(&mut ProductRow::new(shape.components), two, n, shape)
            };
        }
        let one_by_one = |x: *const T, y: *const T, n: usize| {
            for i in 0..n {
                // SAFETY: n factors in both rows.
                let (x, y) = unsafe { (x.add(i).read_unaligned(), y.add(i).read_unaligned()) };
                self.add_product(x, y, i % shape.components);
            }
        };
        // SAFETY: upheld by the caller.
        unsafe { in_blocks(two, n, shape, one_by_one) }
    }

    /// As [`ExactSums::add_products`], for rows of some length, of which the levels of one serve the
    /// next. Safety: as above.
    pub unsafe fn add_rows_of_products<T: Factor>(
        &mut self,
        row: &mut ProductRow,
        two: [*const T; 2],
        n: usize,
        shape: ProductShape,
    ) {
        // SAFETY: upheld by the caller.
        unsafe {
            match shape.components {
                1 => self.add_factors(row, two, n, 1),
                components => {
                    in_blocks(two, n, shape, |x, y, n| {
                        self.add_factors(row, [x, y], n, components)
                    });
                }
            }
        }
    }

    /// Adds the products of two rows of n real numbers, in which those of the components alternate.
    /// Safety: as above.
    #[inline]
    pub unsafe fn add_factors<T: Factor>(
        &mut self,
        row: &mut ProductRow,
        two: [*const T; 2],
        n: usize,
        components: usize,
    ) {
        let add = instance!([unsafe] fn(
            sums: &mut ExactSums, row: &mut ProductRow, two: [*const T; 2], n: usize, components: usize,
        ) -> () = ExactSums::add_blocks_of_factors);
        // SAFETY: upheld by the caller.
        unsafe { add(self, row, two, n, components) }
    }

    unsafe fn add_blocks_of_factors<T: Factor>(
        &mut self,
        row: &mut ProductRow,
        [x, y]: [*const T; 2],
        n: usize,
        components: usize,
    ) {
        for from in (0..n).step_by(LONG_BLOCK) {
            let (x, y) = (x.wrapping_add(from), y.wrapping_add(from));
            let n = LONG_BLOCK.min(n - from);
            // SAFETY: n factors in both rows.
            unsafe {
                if row.add(x, y, n, &mut self.numbers) {
                    continue;
                }
                let sums = (&mut self.numbers, &mut self.products);
                if !add_in_bands([x, y], n, components, sums) {
                    self.add_parts_of_products(x, y, n, components);
                }
            }
        }
    }

    /// Adds n products of real numbers in parts, those of doubles by [`Factor::exact`] or as
    /// integers. Safety: as above.
    unsafe fn add_parts_of_products<T: Factor>(
        &mut self,
        x: *const T,
        y: *const T,
        n: usize,
        components: usize,
    ) {
        let ExactSums { numbers, products } = self;
        let (mut parts, mut errors) = (Exact::default(), <[Superaccumulator; 2]>::default());
        let mut rows = (Row::new(components, numbers), Row::new(components, &mut errors));
        for from in (0..n).step_by(BLOCK) {
            let (x, y, n) = (x.wrapping_add(from), y.wrapping_add(from), BLOCK.min(n - from));
            // SAFETY: n factors in both rows; then n products, in one part or in two.
            unsafe {
                match T::exact(x, y, n, &mut parts) {
                    Parts::One => rows.0.add(parts.p(), n),
                    Parts::Two => {
                        rows.0.add(parts.p(), n);
                        rows.1.add(parts.e(), n);
                    }
                    Parts::Neither => {
                        for i in 0..n {
                            let (x, y) = (x.add(i).read_unaligned(), y.add(i).read_unaligned());
                            let products = products[i % components].get_or_insert_default();
                            products.add_product(x.widen(), y.widen());
                        }
                    }
                }
            }
        }
        drop(rows);
        for (sum, errors) in numbers.iter_mut().zip(errors) {
            sum.merge(errors);
        }
    }

    pub fn merge(&mut self, other: &ExactSums) {
        for (sum, more) in self.numbers.iter_mut().zip(&other.numbers) {
            sum.merge(more.clone());
        }
        for (sum, more) in self.products.iter_mut().zip(&other.products) {
            if let Some(more) = more {
                sum.get_or_insert_default().merge(ProductSuperaccumulator::clone(more));
            }
        }
    }

    /// The sum of a component's numbers and products. Products of floats are among the numbers.
    pub fn total(&self, component: usize) -> ProductSuperaccumulator {
        let mut total = self.products[component].as_deref().cloned().unwrap_or_default();
        total.merge(self.numbers[component].clone());
        total
    }

    /// The total of a component, rounded once.
    pub fn to_f64(&self, component: usize) -> f64 {
        match self.products[component] {
            None => self.numbers[component].clone().to_f64(),
            Some(_) => self.total(component).to_f64(),
        }
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
            // Nothing but numbers was added, as long as no product was.
            _ if self.products[component].is_none() => {
                self.numbers[component].clone().write_wide(bytes);
            }
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
            _ => self.products[component] = Some(Box::new(ProductSuperaccumulator::read(bytes))),
        }
    }
}
