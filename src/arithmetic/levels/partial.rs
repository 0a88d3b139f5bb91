//! Sums by levels of the elements of a distributed array: the partial of a range is a
//! [`LevelAccumulator`] for each component, and N is the length of the whole array. Two sweeps go by
//! the largest magnitude of the whole array, which the ranks agree on before they lift.
//!
//! Cost, n elements: as [`add_row`](super::add_row), with two sweeps one more look at them; a
//! merge adds k + 1 totals.

use super::fold::{LevelledSum, Number};
use super::rows::{add_row, largest};
use super::scheme::{ceil_log2, Scheme};
use super::sum::LevelAccumulator;
use crate::arithmetic::fault::Fault;
use crate::arithmetic::fold::Fold;
use crate::arithmetic::pieces::over_pieces;
use crate::arithmetic::record::{Elements, Merge};
use crate::arithmetic::share::Share;
use crate::kernel::Format;

/// Bytes at the beginning of the data, where there are two sweeps: the components' largest
/// exponents.
const SURVEYED: usize = 8;

impl LevelledSum {
    /// The levels of an array of `total` elements, for each component.
    fn schemes(&self, total: u64, surveyed: [i32; 2]) -> [Scheme; 2] {
        assert!(total <= self.arithmetic().most_summands(), "too many summands");
        surveyed.map(|largest| self.scheme(total, largest))
    }

    /// Bytes before the components' sums.
    fn surveyed(&self) -> usize {
        if self.surveys() {
            SURVEYED
        } else {
            0
        }
    }

    /// The exponents that a record's data begin with.
    fn read_surveyed(&self, data: &[u8]) -> [i32; 2] {
        if !self.surveys() {
            return [i32::MIN; 2];
        }
        let exponent = |from: usize| *data[from..].first_chunk().expect("four bytes");
        [i32::from_le_bytes(exponent(0)), i32::from_le_bytes(exponent(4))]
    }

    /// Writes the result of a component's sum.
    fn deliver(&self, sum: &LevelAccumulator, scheme: &Scheme, to: &mut [u8]) {
        match self.format() {
            Format::Float => to.copy_from_slice(&f32::result(sum, scheme).to_ne_bytes()),
            _ => to.copy_from_slice(&f64::result(sum, scheme).to_ne_bytes()),
        }
    }
}

/// The larger magnitudes of both.
fn larger(found: &mut [u64; 2], more: [u64; 2]) {
    for (found, more) in found.iter_mut().zip(more) {
        *found = more.max(*found);
    }
}

impl Merge for LevelledSum {
    fn size(&self) -> usize {
        Fold::size(self)
    }

    fn data(&self, _roots: usize) -> usize {
        self.surveyed() + self.components() * LevelAccumulator::bytes(&self.scheme(1, 0))
    }

    fn surveys(&self) -> bool {
        self.two_sweeps()
    }

    unsafe fn survey(
        &self,
        share: Share,
        elements: Elements<'_>,
        threads: usize,
    ) -> Result<[i32; 2], Fault> {
        let (components, size) = (self.components(), Fold::size(self));
        let look = |found: &mut [u64; 2], row: *const u8, n: usize| {
            let numbers = n * components;
            // SAFETY: elements of the share, as numbers of the format.
            let bits = unsafe {
                match self.format() {
                    Format::Float => largest::<f32>(row.cast(), numbers, components),
                    _ => largest::<f64>(row.cast(), numbers, components),
                }
            };
            larger(found, bits);
        };
        let n = share.length() as usize;
        // SAFETY: upheld by the caller.
        let found = unsafe { over_pieces(elements, n, size, threads, look, larger)? };
        Ok(found.map(|bits| if bits == 0 { i32::MIN } else { ceil_log2(bits) }))
    }

    unsafe fn lift(
        &self,
        share: Share,
        elements: Elements<'_>,
        surveyed: [i32; 2],
        data: &mut [u8],
        threads: usize,
    ) -> Result<(), Fault> {
        let (components, size) = (self.components(), Fold::size(self));
        let [first, second] = &self.schemes(share.total, surveyed);
        let schemes = [first, second];
        let add = |sums: &mut [LevelAccumulator; 2], row: *const u8, n: usize| {
            let numbers = n * components;
            // SAFETY: elements of the share, as numbers of the format.
            unsafe {
                match self.format() {
                    Format::Float => {
                        add_row::<f32>(schemes, row.cast(), numbers, components, sums);
                    }
                    _ => add_row::<f64>(schemes, row.cast(), numbers, components, sums),
                }
            }
        };
        let join = |sums: &mut [LevelAccumulator; 2], more: [LevelAccumulator; 2]| {
            for ((sum, more), scheme) in sums.iter_mut().zip(more).zip(schemes) {
                sum.merge(scheme, more);
            }
        };
        let n = share.length() as usize;
        // SAFETY: upheld by the caller.
        let sums = unsafe { over_pieces(elements, n, size, threads, add, join)? };
        let (head, rest) = data.split_at_mut(self.surveyed());
        for (to, exponent) in head.chunks_exact_mut(4).zip(surveyed) {
            to.copy_from_slice(&exponent.to_le_bytes());
        }
        let places = rest.chunks_exact_mut(LevelAccumulator::bytes(first)).take(components);
        for ((to, sum), scheme) in places.zip(sums).zip([first, second]) {
            sum.write(scheme, to);
        }
        Ok(())
    }

    fn merge(&self, left: Share, into: &mut [u8], _: Share, data: &[u8]) -> Result<(), Fault> {
        let surveyed = self.read_surveyed(into);
        assert_eq!(surveyed, self.read_surveyed(data), "the ranks have agreed");
        let schemes = self.schemes(left.total, surveyed);
        let bytes = LevelAccumulator::bytes(&schemes[0]);
        let into = into[self.surveyed()..].chunks_exact_mut(bytes);
        let data = data[self.surveyed()..].chunks_exact(bytes);
        for ((into, data), scheme) in into.zip(data).zip(&schemes).take(self.components()) {
            let mut sum = LevelAccumulator::read(scheme, into);
            sum.merge(scheme, LevelAccumulator::read(scheme, data));
            sum.write(scheme, into);
        }
        Ok(())
    }

    fn finish(&self, total: u64, data: &mut [u8]) -> Result<(), Fault> {
        let schemes = self.schemes(total, self.read_surveyed(data));
        let bytes = LevelAccumulator::bytes(&schemes[0]);
        let sums: [LevelAccumulator; 2] = std::array::from_fn(|i| match i < self.components() {
            true => {
                LevelAccumulator::read(&schemes[i], &data[self.surveyed() + i * bytes..][..bytes])
            }
            false => LevelAccumulator::default(),
        });
        let size = Fold::size(self) / self.components();
        let places = data.chunks_exact_mut(size).take(self.components());
        for ((to, sum), scheme) in places.zip(&sums).zip(&schemes) {
            self.deliver(sum, scheme, to);
        }
        Ok(())
    }
}
