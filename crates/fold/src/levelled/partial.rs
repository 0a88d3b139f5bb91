//! Sums by levels of the elements of a distributed array: the partial of a range is a
//! [`LevelAccumulator`] for each component, and N is the length of the whole array. Two sweeps go
//! by the largest magnitude of the whole array, which the ranks agree on before they lift.
//!
//! Cost, n elements: as [`add_row`], with two sweeps one more look at them; a
//! merge adds k + 1 totals.

use super::LevelledSum;
use crate::share::pieces::over_pieces;
use crate::share::record::{Elements, Lift, Merge, NOTHING_FOUND};
use crate::share::shape::{DataLength, PartialShape};
use samebits_base::fault::{Fault, Outcome};
use samebits_kernel::binary::ceil_log2;
use samebits_sum::levels::{add_row, largest, LevelAccumulator, Scheme};
use samebits_sum::names;
use samebits_sum::number::{for_format, Number, Numbers};
use samebits_sum::share::Share;

/// Bytes at the beginning of the data, where there are two sweeps: the components' largest
/// exponents.
const SURVEYED: usize = 8;

impl LevelledSum {
    /// The levels of an array of `total` elements, for each component.
    fn schemes(&self, total: u64, surveyed: [i32; 2]) -> [Scheme; 2] {
        assert!(total <= self.arithmetic().most_summands(), "too many summands");
        surveyed.map(|largest| self.scheme(total, largest))
    }

    fn surveyed_bytes(&self) -> usize {
        usize::from(self.two_sweeps()) * SURVEYED
    }

    fn read_surveyed(&self, data: &[u8]) -> [i32; 2] {
        if !self.two_sweeps() {
            return NOTHING_FOUND;
        }
        let exponent = |from: usize| *data[from..].first_chunk().expect("four bytes");
        [i32::from_le_bytes(exponent(0)), i32::from_le_bytes(exponent(4))]
    }

    fn write_results<T: Number>(
        &self,
        sums: &[LevelAccumulator; 2],
        schemes: &[Scheme; 2],
        data: &mut [u8],
    ) {
        let places = data.chunks_exact_mut(size_of::<T>()).take(self.numbers.components);
        for ((to, sum), scheme) in places.zip(sums).zip(schemes) {
            T::canonical(sum.to_f64(scheme)).write(to);
        }
    }
}

fn larger(found: &mut [u64; 2], more: [u64; 2]) {
    for (found, more) in found.iter_mut().zip(more) {
        *found = more.max(*found);
    }
}

impl Merge for LevelledSum {
    fn shape(&self) -> PartialShape {
        let bytes = LevelAccumulator::bytes(&self.scheme(1, 0));
        PartialShape {
            element: self.numbers.size(),
            length: DataLength::Fixed(self.surveyed_bytes() + self.numbers.components * bytes),
            depends_on_total: !matches!(self.arithmetic(), names::Arithmetic::Binned(_)),
            short: None,
            surveys: self.two_sweeps(),
        }
    }

    fn merge(&self, left: Share, into: &mut [u8], _: Share, data: &[u8]) -> Outcome {
        let surveyed = self.read_surveyed(into);
        assert_eq!(surveyed, self.read_surveyed(data), "the ranks have agreed");
        let schemes = &self.schemes(left.total, surveyed);
        let bytes = LevelAccumulator::bytes(&schemes[0]);
        let into = into[self.surveyed_bytes()..].chunks_exact_mut(bytes);
        let data = data[self.surveyed_bytes()..].chunks_exact(bytes);
        for ((into, data), scheme) in into.zip(data).zip(schemes).take(self.numbers.components) {
            let mut sum = LevelAccumulator::read(scheme, into);
            sum.merge(scheme, LevelAccumulator::read(scheme, data));
            sum.write(scheme, into);
        }
        Ok(())
    }

    fn finish(&self, total: u64, data: &mut [u8]) -> Outcome {
        let schemes = self.schemes(total, self.read_surveyed(data));
        let mut sums = <[LevelAccumulator; 2]>::default();
        let written =
            data[self.surveyed_bytes()..].chunks_exact(LevelAccumulator::bytes(&schemes[0]));
        let written = written.take(self.numbers.components).zip(&schemes);
        for (sum, (bytes, scheme)) in sums.iter_mut().zip(written) {
            *sum = LevelAccumulator::read(scheme, bytes);
        }
        for_format!(self.numbers.format, self.write_results(&sums, &schemes, data));
        Ok(())
    }
}

impl Lift for LevelledSum {
    unsafe fn survey(&self, elements: Elements<'_>) -> Result<[i32; 2], Fault> {
        let Numbers { format, components } = self.numbers;
        let look = |found: &mut [u64; 2], row: *const u8, n: usize| {
            // SAFETY: elements of the share, as numbers of the format.
            let bits =
                unsafe { for_format!(format, largest(row.cast(), n * components, components)) };
            larger(found, bits);
        };
        // SAFETY: upheld by the caller.
        let found = unsafe { over_pieces(elements, self.numbers.size(), look, larger)? };
        Ok(found.map(|bits| if bits == 0 { i32::MIN } else { ceil_log2(bits) }))
    }

    unsafe fn lift(&self, elements: Elements<'_>, surveyed: [i32; 2], data: &mut [u8]) -> Outcome {
        let Numbers { format, components } = self.numbers;
        let schemes = &self.schemes(elements.share.total, surveyed);
        let pair = schemes.each_ref();
        let add = |sums: &mut [LevelAccumulator; 2], row: *const u8, n: usize| {
            let n = n * components;
            // SAFETY: elements of the share, as numbers of the format.
            unsafe { for_format!(format, add_row(pair, row.cast(), n, components, sums)) }
        };
        let join = |sums: &mut [LevelAccumulator; 2], more: [LevelAccumulator; 2]| {
            for ((sum, more), scheme) in sums.iter_mut().zip(more).zip(schemes) {
                sum.merge(scheme, more);
            }
        };
        // SAFETY: upheld by the caller.
        let sums = unsafe { over_pieces(elements, self.numbers.size(), add, join)? };
        let (head, rest) = data.split_at_mut(self.surveyed_bytes());
        for (to, exponent) in head.chunks_exact_mut(4).zip(surveyed) {
            to.copy_from_slice(&exponent.to_le_bytes());
        }
        let places = rest.chunks_exact_mut(LevelAccumulator::bytes(&schemes[0])).take(components);
        for ((to, sum), scheme) in places.zip(sums).zip(schemes) {
            sum.write(scheme, to);
        }
        Ok(())
    }
}
