//! The sums of an accumulator's components by levels: binned, and pre-rounded. Each product is
//! rounded once, in the format, before it is deposited: with `binned`, ReproBLAS's bits.

use super::products::{in_blocks, ProductShape, FEW};
use crate::levels::{add_row, LevelAccumulator, Scheme};
use samebits_kernel::products::{rounded, Factor, BLOCK};
use samebits_kernel::summand::Summand;
use samebits_kernel::Format;

#[derive(Clone, Debug)]
pub struct LevelSums {
    pub scheme: Scheme,
    pub sums: [LevelAccumulator; 2],
}

impl LevelSums {
    /// Adds n numbers in which those of the components alternate. Safety: they lie there, at any
    /// address; the environment is the default one.
    pub unsafe fn add_numbers<T: Summand>(&mut self, row: *const T, n: usize, components: usize) {
        if n >= FEW {
            // SAFETY: upheld by the caller.
            unsafe { add_row([&self.scheme; 2], row, n, components, &mut self.sums) };
            return;
        }
        for i in 0..n {
            // SAFETY: one of the numbers.
            let number = unsafe { row.add(i).read_unaligned() }.widen();
            self.sums[i % components].add(&self.scheme, number);
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
        if n < FEW {
            let one_by_one = |x: *const T, y: *const T, n: usize| {
                for i in 0..n {
                    // SAFETY: n factors in both rows.
                    let (x, y) = unsafe { (x.add(i).read_unaligned(), y.add(i).read_unaligned()) };
                    self.sums[i % shape.components].add(&self.scheme, (x * y).widen());
                }
            };
            // SAFETY: upheld by the caller.
            return unsafe { in_blocks(two, n, shape, one_by_one) };
        }
        let mut products = [T::default(); BLOCK];
        let block = |x: *const T, y: *const T, n: usize| {
            // SAFETY: n factors in both rows, and then n products.
            unsafe {
                rounded(x, y, n, &mut products);
                let (schemes, row) = ([&self.scheme; 2], products.as_ptr());
                add_row(schemes, row, n, shape.components, &mut self.sums);
            }
        };
        // SAFETY: upheld by the caller.
        unsafe { in_blocks(two, n, shape, block) }
    }

    pub fn merge(&mut self, other: &LevelSums) {
        for (sum, more) in self.sums.iter_mut().zip(other.sums) {
            sum.merge(&self.scheme, more);
        }
    }

    /// Whether these bytes can be the written sum of so many summands.
    pub fn is_written(scheme: &Scheme, format: Format, bytes: &[u8], count: u64) -> bool {
        let (smallest, largest) = match format {
            Format::Float => (f64::from(f32::from_bits(1)), f64::from(f32::MAX)),
            _ => (f64::from_bits(1), f64::MAX),
        };
        // Flags that mean nothing are not read, and so not written again.
        let (sum, mut written) = (LevelAccumulator::read(scheme, bytes), vec![0; bytes.len()]);
        sum.write(scheme, &mut written);
        written == bytes && sum.is_possible(scheme, smallest..=largest, count)
    }
}
