//! The sums of an accumulator's components by levels: binned, and pre-rounded. Each product
//! is rounded once, in the format, before it is deposited: with `binned`, ReproBLAS's bits.

use super::products::{in_blocks, Shape, FEW};
use crate::arithmetic::levels::{add_row, LevelAccumulator, Scheme};
use crate::kernel::column_sum::Summand;
use crate::kernel::products::{rounded, Factor, BLOCK};
use crate::kernel::Format;

/// The sums of the components: one, or two.
#[derive(Clone, Debug)]
pub struct LevelSums {
    scheme: Scheme,
    sums: [LevelAccumulator; 2],
}

impl LevelSums {
    /// The sums of nothing.
    pub fn new(scheme: Scheme) -> LevelSums {
        LevelSums { scheme, sums: Default::default() }
    }

    /// Adds one number.
    pub fn add(&mut self, number: f64, component: usize) {
        self.sums[component].add(&self.scheme, number);
    }

    /// Adds n numbers, of which those of the components take turns.
    ///
    /// # Safety
    /// So many numbers lie there, at any address, a multiple of the components; the
    /// environment is the default one.
    pub unsafe fn add_row<T: Summand>(&mut self, row: *const T, n: usize, components: usize) {
        // SAFETY: upheld by the caller.
        unsafe { add_row([&self.scheme; 2], row, n, components, &mut self.sums) }
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
        if n < FEW {
            let one_by_one = |x: *const T, y: *const T, n: usize| {
                for i in 0..n {
                    // SAFETY: the factors of a block.
                    let (x, y) = unsafe { (x.add(i).read_unaligned(), y.add(i).read_unaligned()) };
                    self.add(x.times(y).widen(), i % shape.components);
                }
            };
            // SAFETY: upheld by the caller.
            return unsafe { in_blocks(x, y, n, shape, one_by_one) };
        }
        let mut products = [T::default(); BLOCK];
        let block = |x: *const T, y: *const T, n: usize| {
            // SAFETY: n factors in both rows, and then n products.
            unsafe {
                rounded(x, y, n, &mut products);
                self.add_row(products.as_ptr(), n, shape.components);
            }
        };
        // SAFETY: upheld by the caller.
        unsafe { in_blocks(x, y, n, shape, block) }
    }

    /// Adds what others of the same scheme hold.
    pub fn merge(&mut self, other: &LevelSums) {
        for (sum, more) in self.sums.iter_mut().zip(other.sums) {
            sum.merge(&self.scheme, more);
        }
    }

    /// A component's sum.
    pub fn to_f64(&self, component: usize) -> f64 {
        self.sums[component].to_f64(&self.scheme)
    }

    /// Likewise, rounded once more: to float.
    pub fn to_f32(&self, component: usize) -> f32 {
        self.sums[component].to_f32(&self.scheme)
    }

    /// Bytes in which a component is written.
    pub fn bytes(scheme: &Scheme) -> usize {
        LevelAccumulator::bytes(scheme)
    }

    /// Writes a component.
    pub fn write(&self, component: usize, bytes: &mut [u8]) {
        self.sums[component].write(&self.scheme, bytes);
    }

    /// Whether [`LevelSums::write`] could have written these bytes, of so many summands.
    pub fn is_written(scheme: &Scheme, format: Format, bytes: &[u8], count: u64) -> bool {
        let (smallest, largest) = match format {
            Format::Float => (f64::from(f32::from_bits(1)), f64::from(f32::MAX)),
            _ => (f64::from_bits(1), f64::MAX),
        };
        LevelAccumulator::read(scheme, bytes).is_possible(scheme, smallest..=largest, count)
    }

    /// Reads a component back.
    pub fn read(&mut self, component: usize, bytes: &[u8]) {
        self.sums[component] = LevelAccumulator::read(&self.scheme, bytes);
    }
}
