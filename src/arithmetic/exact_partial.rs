//! The exact sum of the elements of a distributed array: the partial of a range is a
//! superaccumulator for each component, merged by adding integers.
//!
//! Cost, n elements: that of [`super::exact_row`]. A merge adds 69 words.

use super::exact::ExactSum;
use super::exact_row::Row;
use super::record::{Elements, Merge, ALIGNMENT};
use super::share::Share;
use super::superaccumulator::{Superaccumulator, BYTES};
use super::{memory, Fault, Fold};
use crate::kernel::fpenv::{within, Environment};
use crate::kernel::Format;
use crate::lock::lock;
use crate::threads::{share_out, Address};
use std::sync::Mutex;

/// Bytes of elements that are brought to a row, or to a thread, at a time.
const PIECE: usize = 512 << 10;

/// Bytes of elements from which on threads are worth being started.
const PARALLEL: usize = 2 << 20;

/// The superaccumulators of an element's components: one, or two.
type Components = [Superaccumulator; 2];

impl ExactSum {
    /// Adds n elements at any address.
    ///
    /// # Safety
    /// They are elements of this kind; the environment is the default one.
    unsafe fn add(&self, row: *const u8, n: usize, to: &mut Components) {
        let numbers = n * self.components();
        let mut sums = Row::new(self.components(), to);
        // SAFETY: the same elements, as numbers of the format; the caller sees to the
        // environment.
        unsafe {
            match self.format() {
                Format::Float => sums.add::<f32>(row.cast(), numbers),
                _ => sums.add::<f64>(row.cast(), numbers),
            }
        }
    }
}

impl Merge for ExactSum {
    fn size(&self) -> usize {
        Fold::size(self)
    }

    fn data(&self, _roots: usize) -> usize {
        self.components() * BYTES
    }

    unsafe fn lift(
        &self,
        share: Share,
        elements: Elements<'_>,
        _surveyed: [i32; 2],
        data: &mut [u8],
        threads: usize,
    ) -> Result<(), Fault> {
        let (size, n) = (Fold::size(self), share.length() as usize);
        let piece = PIECE / size;
        let length = |i: usize| piece.min(n - i * piece);
        let mut sums = Components::default();
        match elements.buffers {
            None if threads == 1 || n * size < PARALLEL => {
                // SAFETY: handed on to the caller.
                unsafe { self.add(elements.address, n, &mut sums) };
            }
            None => {
                let row = Address(elements.address.cast_mut());
                let all = Mutex::new(&mut sums);
                share_out(threads, n.div_ceil(piece), |i| {
                    let mut sums = Components::default();
                    // SAFETY: a piece of the row.
                    within(Environment::Vector, || unsafe {
                        self.add(row.at(i * piece * size), length(i), &mut sums);
                    });
                    for (all, sum) in lock(&all).iter_mut().zip(sums) {
                        all.merge(sum);
                    }
                });
            }
            Some(buffers) => {
                let mut stage = memory(piece.min(n) * size + ALIGNMENT);
                let row = stage.as_mut_ptr();
                for i in 0..n.div_ceil(piece) {
                    let offset = (i * piece) as isize * buffers.extent();
                    // SAFETY: elements of the share, and room for them.
                    unsafe {
                        buffers.load(elements.address.wrapping_offset(offset), row, length(i))?;
                        self.add(row, length(i), &mut sums);
                    }
                }
            }
        }
        for (to, sum) in data.chunks_exact_mut(BYTES).zip(sums).take(self.components()) {
            sum.write(to);
        }
        Ok(())
    }

    fn merge(&self, _: Share, into: &mut [u8], _: Share, data: &[u8]) -> Result<(), Fault> {
        let pairs = into.chunks_exact_mut(BYTES).zip(data.chunks_exact(BYTES));
        for (into, data) in pairs.take(self.components()) {
            let mut sum = Superaccumulator::read(into);
            sum.merge(Superaccumulator::read(data));
            sum.write(into);
        }
        Ok(())
    }

    fn finish(&self, _total: u64, data: &mut [u8]) -> Result<(), Fault> {
        let mut sums = Components::default();
        for (sum, bytes) in sums.iter_mut().zip(data.chunks_exact(BYTES)) {
            *sum = Superaccumulator::read(bytes);
        }
        let size = Fold::size(self) / self.components();
        for (sum, to) in sums.into_iter().zip(data.chunks_exact_mut(size)).take(self.components()) {
            match self.format() {
                Format::Float => to.copy_from_slice(&sum.to_f32().to_ne_bytes()),
                _ => to.copy_from_slice(&sum.to_f64().to_ne_bytes()),
            }
        }
        Ok(())
    }
}
