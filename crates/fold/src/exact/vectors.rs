//! Partials of vectors in the exact sum.
//!
//! The partial of up to two ranks is their contributions. Of more, it holds each column's sum as
//! an expansion, a few doubles whose value is exact ([`samebits_kernel::expansion`]): mostly one for
//! sums of floats and two for sums of doubles. So merging is exactly associative in value, though
//! not in which doubles represent it, and the value is rounded once, at the end. A column that
//! does not fit (its sum, or one on the way to it, exceeds the largest double; its bits reach too
//! far) has a superaccumulator; NaN and infinities are components themselves.
//!
//! A chunk: the number of rows of components and the number of superaccumulators (4 bytes each),
//! the rows, and for each superaccumulator its column (4 bytes) and its own bytes. So a column
//! that needs much makes no other chunk longer.
//!
//! Cost: that of the kernel, 18 to 24 operations an element in a merge; a column that does not fit
//! some µs.

use super::{ExactSum, TIMES};
use crate::vectors::chunks::{Chunk, Chunks, Marks, HEAD};
use crate::vectors::{chunked::ChunkedSum, columns::EDGE};
use samebits_kernel::expansion::{expand, round, Components, CHUNK, MOST};
use samebits_kernel::Format;
use samebits_sum::number::Number;
use samebits_sum::superaccumulator::{Superaccumulator, BYTES};

/// The most contributions whose partial is their rows.
const MAX_ROWS: usize = 2;

const RECORD: usize = 4 + BYTES;
const _: () = assert!(RECORD.is_multiple_of(size_of::<f64>()), "what follows is aligned");

pub struct Expansions {
    components: Components,
    records: *const u8,
    record_count: usize,
}

impl Expansions {
    /// The columns that have superaccumulators, and these as bytes. Safety: the chunk is there.
    unsafe fn recorded(&self) -> impl Iterator<Item = (usize, &[u8; BYTES])> + '_ {
        // SAFETY: upheld by the caller.
        (0..self.record_count).map(move |i| unsafe {
            let record = self.records.add(i * RECORD);
            (record.cast::<u32>().read() as usize, &*record.add(RECORD - BYTES).cast())
        })
    }

    fn add_components(&self, sum: &mut Superaccumulator, column: usize, n: usize) {
        // SAFETY: rows of components are made to be read.
        let mut numbers = unsafe { self.components.of_column(column, n) };
        sum.add(numbers.next().expect("a first component"));
        // A zero takes nothing off, not even a sign.
        numbers.filter(|number| *number != 0.0).for_each(|number| sum.add(-number));
    }
}

/// The components of a sum, the nearest doubles first; none where they are too many, or the
/// first one exceeds the largest double.
fn components(sum: &Superaccumulator) -> Option<([f64; MOST], usize)> {
    let mut found = [0.0; MOST];
    found[0] = sum.clone().to_f64();
    if !sum.is_finite() {
        return Some((found, 1));
    }
    let mut rest = sum.clone();
    let mut next = found[0];
    for rows in 1..=MOST {
        if !next.is_finite() {
            return None;
        }
        rest.add(-next);
        next = rest.clone().to_f64();
        if next == 0.0 {
            return Some((found, rows));
        }
        if rows < MOST {
            found[rows] = -next;
        }
    }
    None
}

impl Chunks for ExactSum {
    const COLUMNS: usize = CHUNK;

    type Data = Expansions;

    /// Components hold any sum of floats: it has at most 128 + 63 + 149 bits.
    fn max_column_bytes(&self) -> usize {
        MOST * size_of::<f64>() + if self.numbers.format == Format::Float { 0 } else { RECORD }
    }

    unsafe fn read(&self, head: *const u8, n: usize) -> (Expansions, *const u8) {
        // SAFETY: upheld by the caller.
        let [rows, count] = unsafe { head.cast::<[u32; 2]>().read() }.map(|count| count as usize);
        let components = Components { first: head.wrapping_add(HEAD).cast(), rows };
        let records = head.wrapping_add(HEAD + rows * n * size_of::<f64>());
        let data = Expansions { components, records, record_count: count };
        (data, records.wrapping_add(count * RECORD))
    }

    unsafe fn merge<T: Number>(
        &self,
        mut chunks: [Chunk<T, Expansions>; 2],
        n: usize,
        to: *mut u8,
        marks: &mut Marks,
    ) -> *mut u8 {
        // The shorter expansion is added to the longer one.
        chunks.sort_by_key(|chunk| match chunk {
            Chunk::Rows(_) => 0,
            Chunk::Data(data) => -(data.components.rows as isize),
        });
        let (mut contributions, mut count) = ([std::ptr::null(); 2 * MAX_ROWS], 0);
        let mut expansions = [Components { first: std::ptr::null(), rows: 0 }; 2];
        let (mut expansion_count, mut records) = (0, Vec::new());
        for chunk in &chunks {
            match chunk {
                Chunk::Rows(rows) => {
                    for row in 0..rows.count {
                        contributions[count] = rows.first.wrapping_add(row * rows.pitch);
                        count += 1;
                    }
                }
                Chunk::Data(data) => {
                    expansions[expansion_count] = data.components;
                    expansion_count += 1;
                }
            }
        }
        let into = to.wrapping_add(HEAD).cast::<f64>();
        let (contributions, expansions) = (&contributions[..count], &expansions[..expansion_count]);
        // SAFETY: upheld by the caller.
        let (mut rows, mut any) = unsafe { expand(contributions, expansions, n, into, marks) };
        for chunk in &chunks {
            if let Chunk::Data(data @ Expansions { record_count: 1.., .. }) = chunk {
                // SAFETY: upheld by the caller.
                unsafe { data.recorded() }.for_each(|(column, _)| marks[column] = 1);
                any = true;
            }
        }
        for (column, mark) in marks.iter_mut().enumerate().take(if any { n } else { 0 }) {
            if std::mem::take(mark) == 0 {
                continue;
            }
            let mut sum = Superaccumulator::default();
            for chunk in &chunks {
                // SAFETY: upheld by the caller.
                unsafe {
                    match chunk {
                        Chunk::Rows(rows) => (0..rows.count)
                            .map(|row| rows.first.add(row * rows.pitch + column).read_unaligned())
                            .for_each(|number| sum.add(number.widen())),
                        Chunk::Data(data) => match data.recorded().find(|(i, _)| *i == column) {
                            Some((_, bytes)) => sum.merge(Superaccumulator::read(bytes)),
                            None => data.add_components(&mut sum, column, n),
                        },
                    }
                }
            }
            let (found, needed) = components(&sum).unwrap_or_else(|| {
                records.push((column, sum));
                ([0.0; MOST], 1)
            });
            // SAFETY: there is room for all rows that a column may need.
            unsafe {
                if needed > rows {
                    into.add(rows * n).write_bytes(0, (needed - rows) * n);
                    rows = needed;
                }
                (0..rows).for_each(|row| into.add(row * n + column).write(found[row]));
            }
        }
        let mut end = into.wrapping_add(rows * n).cast::<u8>();
        // SAFETY: upheld by the caller.
        unsafe { to.cast::<[u32; 2]>().write([rows as u32, records.len() as u32]) };
        for (column, sum) in records {
            // SAFETY: room for another one, which is bytes.
            let bytes = unsafe { &mut *end.cast::<[u8; RECORD]>() };
            let (to_column, to_sum) = bytes.split_at_mut(RECORD - BYTES);
            to_column.copy_from_slice(&(column as u32).to_ne_bytes());
            sum.write(to_sum);
            end = end.wrapping_add(RECORD);
        }
        end
    }

    unsafe fn finish<T: Number>(&self, data: Expansions, n: usize, results: &mut [T; EDGE]) {
        let mut open = [0; CHUNK];
        // SAFETY: upheld by the caller.
        unsafe {
            if round(data.components, n, results, &mut open) {
                for column in (0..n).filter(|column| open[*column] != 0) {
                    let mut sum = Superaccumulator::default();
                    data.add_components(&mut sum, column, n);
                    results[column] = T::of_exact(sum);
                }
            }
            for (column, bytes) in data.recorded() {
                results[column] = T::of_exact(Superaccumulator::read(bytes));
            }
            self.pair.0.finish(results.as_mut_ptr().cast(), n);
        }
    }
}

impl ChunkedSum for ExactSum {
    type Chunks = ExactSum;

    const FINISH_TIMES: usize = TIMES;

    fn max_rows(&self) -> usize {
        MAX_ROWS
    }

    fn chunked_width(&self) -> f64 {
        2.0
    }

    fn chunks(&self, _ranks: usize) -> ExactSum {
        *self
    }

    /// One for doubles: collecting the threads' results takes most of what they save.
    fn merge_times(&self) -> usize {
        size_of::<f64>() / self.numbers.bytes()
    }
}
