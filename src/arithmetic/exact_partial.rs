//! The exact sum of the elements of a distributed array: the partial of a range is a
//! superaccumulator for each component, merged by adding integers.
//!
//! Cost, n elements: the column sums' 12 additions an element, over columns that the
//! range is cut into, and two additions to the superaccumulator a column; a column
//! that is flagged goes there element by element. A merge adds 69 words.

use super::exact::ExactSum;
use super::record::{Elements, Merge, ALIGNMENT};
use super::share::Share;
use super::superaccumulator::{Superaccumulator, BYTES};
use super::{memory, Fault, Fold};
use crate::kernel::column_sum::{column_pairs, Pairs, Summand, CHUNK};
use crate::kernel::fpenv::{within, Environment};
use crate::kernel::Format;
use crate::lock::lock;
use crate::threads::{share_out, Address};
use std::sync::Mutex;

/// Rows of a block of columns.
const ROWS: usize = 256;

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
    /// They are elements of this kind.
    unsafe fn add(&self, row: *const u8, n: usize, to: &mut Components) {
        let numbers = n * self.components();
        // SAFETY: the same elements, as numbers of the format.
        unsafe {
            match self.format() {
                Format::Float => add::<f32>(row.cast(), numbers, self.components(), to),
                _ => add::<f64>(row.cast(), numbers, self.components(), to),
            }
        }
    }
}

/// Adds n numbers, of which those of the components take turns.
///
/// # Safety
/// So many numbers lie there, at any address.
unsafe fn add<T: Summand>(row: *const T, n: usize, components: usize, to: &mut Components) {
    let mut pairs = Pairs { s: [0.0; CHUNK], e: [0.0; CHUNK], inexact: [0; CHUNK] };
    let mut done = 0;
    while done < n {
        // Few columns for few numbers: each costs two additions at the end. Always a
        // multiple of the components.
        let left = n - done;
        let columns = (left / 32).next_power_of_two().clamp(8, CHUNK).min(left);
        let rows = (left / columns).min(ROWS);
        // SAFETY: rows × columns numbers are left.
        let flagged = unsafe { column_pairs(row.add(done), columns, rows, columns, &mut pairs) };
        for column in 0..columns {
            let accumulator = &mut to[column % components];
            if flagged && pairs.inexact[column] != 0 {
                for i in 0..rows {
                    // SAFETY: one of them.
                    let number = unsafe { row.add(done + i * columns + column).read_unaligned() };
                    accumulator.add(number.widen());
                }
            } else {
                accumulator.add(pairs.s[column]);
                // (An error of +0.0 is no summand: the sum may be -0.0.)
                if pairs.e[column] != 0.0 {
                    accumulator.add(pairs.e[column]);
                }
            }
        }
        done += rows * columns;
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
