//! The exact sum of the elements of a distributed array: the partial of a range is a
//! superaccumulator for each component, merged by adding integers.
//!
//! Cost, n elements: that of [`super::exact_row`]. A merge adds 68 words.

use super::exact::ExactSum;
use super::exact_row::Row;
use super::fault::Fault;
use super::fold::Fold;
use super::pieces::over_pieces;
use super::record::{Elements, Merge};
use super::share::Share;
use super::superaccumulator::{Superaccumulator, BYTES};
use crate::kernel::Format;

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
        // SAFETY: elements of the share.
        let work = |sums: &mut Components, row, n| unsafe { self.add(row, n, sums) };
        let join = |sums: &mut Components, more: Components| {
            sums.iter_mut().zip(more).for_each(|(sum, more)| sum.merge(more));
        };
        // SAFETY: upheld by the caller.
        let sums = unsafe { over_pieces(elements, n, size, threads, work, join)? };
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
