//! Partials of vectors in sums by levels: N is the number of ranks.
//!
//! Contributions stay rows while these are the shorter partial, and always where there are two
//! sweeps: none can be cut up before the largest of all ranks is known. Otherwise a partial holds
//! for each column the first level so far and the totals from it on, which are doubles, and exact
//! ([`samebits_kernel::level_totals`]); where the kernel's ladder does not serve a column (NaN,
//! infinities, subnormal and the very largest numbers), the columns of its chunk have a
//! [`LevelAccumulator`] each.
//!
//! A chunk: which of both it has (8 bytes), and then either the row of first levels (4 bytes
//! each, padded to 8) and a row of totals for each level, or the accumulators one after the other.
//!
//! Cost: that of the kernel; a column of another chunk some 20 ns a contribution, and as much
//! for a merge.

use super::{LevelledSum, TIMES};
use crate::vectors::chunks::{Chunk, Chunks, Marks, HEAD};
use crate::vectors::{chunked::ChunkedSum, columns::EDGE};
use samebits_kernel::level_columns::{Ladder, CHUNK, MOST};
use samebits_kernel::level_totals::{results, total, Part, Totals};
use samebits_sum::levels::{LevelAccumulator, Scheme};
use samebits_sum::number::Number;

const TOTALS: u64 = 0;

const ACCUMULATORS: u64 = 1;

pub enum ChunkSums {
    Totals(Totals),
    Accumulators(*const u8),
}

pub struct Levels {
    scheme: Scheme,
    ladder: Ladder,
    exact: bool,
}

fn bytes_of_first(n: usize) -> usize {
    n.next_multiple_of(2) * size_of::<i32>()
}

impl Levels {
    /// The sum of what a chunk holds of one of n columns. Safety: the chunk is there.
    unsafe fn sum<T: Number>(
        &self,
        chunk: &Chunk<T, ChunkSums>,
        column: usize,
        n: usize,
    ) -> LevelAccumulator {
        let scheme = &self.scheme;
        // SAFETY: upheld by the caller.
        unsafe {
            match *chunk {
                Chunk::Rows(rows) => {
                    let mut sum = LevelAccumulator::default();
                    for row in 0..rows.count {
                        let number = rows.first.add(row * rows.pitch + column).read_unaligned();
                        sum.add(scheme, number.widen());
                    }
                    sum
                }
                Chunk::Data(ChunkSums::Totals(Totals { first, totals })) => {
                    let totals = (0..scheme.levels()).map(|level| *totals.add(level * n + column));
                    LevelAccumulator::of_totals(scheme, *first.add(column), totals)
                }
                Chunk::Data(ChunkSums::Accumulators(sums)) => {
                    let bytes = LevelAccumulator::bytes(scheme);
                    let sum = std::slice::from_raw_parts(sums.add(column * bytes), bytes);
                    LevelAccumulator::read(scheme, sum)
                }
            }
        }
    }
}

/// A chunk as the kernel takes it, if it does.
fn part<T: Copy>(chunk: &Chunk<T, ChunkSums>) -> Option<Part<T>> {
    match chunk {
        Chunk::Rows(rows) => Some(Part::Rows(*rows)),
        Chunk::Data(ChunkSums::Totals(totals)) => Some(Part::Totals(*totals)),
        Chunk::Data(ChunkSums::Accumulators(_)) => None,
    }
}

impl Chunks for Levels {
    const COLUMNS: usize = CHUNK;

    type Data = ChunkSums;

    fn max_column_bytes(&self) -> usize {
        LevelAccumulator::bytes(&self.scheme)
    }

    unsafe fn read(&self, head: *const u8, n: usize) -> (ChunkSums, *const u8) {
        let data = head.wrapping_add(HEAD);
        // SAFETY: upheld by the caller.
        if unsafe { head.cast::<u64>().read() } == ACCUMULATORS {
            return (ChunkSums::Accumulators(data), data.wrapping_add(n * self.max_column_bytes()));
        }
        let totals = data.wrapping_add(bytes_of_first(n)).cast::<f64>();
        let end = totals.wrapping_add(self.scheme.levels() * n).cast();
        (ChunkSums::Totals(Totals { first: data.cast(), totals }), end)
    }

    unsafe fn merge<T: Number>(
        &self,
        chunks: [Chunk<T, ChunkSums>; 2],
        n: usize,
        to: *mut u8,
        _marks: &mut Marks,
    ) -> *mut u8 {
        let data = to.wrapping_add(HEAD);
        if let ([Some(one), Some(other)], true) = (chunks.each_ref().map(part), self.exact) {
            let (mut first, mut totals) = ([0; CHUNK], [[0.0; CHUNK]; MOST]);
            // SAFETY: upheld by the caller.
            unsafe {
                if !total(&[one, other], n, &self.ladder, &mut first, &mut totals) {
                    to.cast::<u64>().write(TOTALS);
                    // With the padding behind an odd number of them.
                    let padded = n.next_multiple_of(2);
                    std::ptr::copy_nonoverlapping(first.as_ptr(), data.cast(), padded);
                    let mut end = data.add(bytes_of_first(n)).cast::<f64>();
                    for totals in &totals[..self.scheme.levels()] {
                        std::ptr::copy_nonoverlapping(totals.as_ptr(), end, n);
                        end = end.add(n);
                    }
                    return end.cast();
                }
            }
        }
        let (scheme, bytes) = (&self.scheme, self.max_column_bytes());
        // SAFETY: upheld by the caller; there is room for the accumulators.
        unsafe {
            to.cast::<u64>().write(ACCUMULATORS);
            for column in 0..n {
                let [mut sum, other] = chunks.each_ref().map(|chunk| self.sum(chunk, column, n));
                sum.merge(scheme, other);
                let to = std::slice::from_raw_parts_mut(data.add(column * bytes), bytes);
                sum.write(scheme, to);
            }
        }
        data.wrapping_add(n * bytes)
    }

    unsafe fn finish<T: Number>(&self, data: ChunkSums, n: usize, to: &mut [T; EDGE]) {
        if let ChunkSums::Totals(totals) = data {
            let (zeroth, to) = (self.scheme.has_zeroth(), to.first_chunk_mut().expect("a chunk"));
            // SAFETY: upheld by the caller.
            return unsafe { results::<T>(totals, n, &self.ladder, zeroth, to) };
        }
        let chunk = Chunk::<T, ChunkSums>::Data(data);
        for (column, to) in to[..n].iter_mut().enumerate() {
            // SAFETY: likewise.
            *to = T::canonical(unsafe { self.sum(&chunk, column, n) }.to_f64(&self.scheme));
        }
    }
}

impl ChunkedSum for LevelledSum {
    type Chunks = Levels;

    const FINISH_TIMES: usize = TIMES;

    fn max_rows(&self) -> usize {
        match self.two_sweeps() {
            true => usize::MAX,
            false => self.chunked_width() as usize,
        }
    }

    fn chunked_width(&self) -> f64 {
        let totals = self.scheme(1, 0).levels() * size_of::<f64>() + size_of::<i32>();
        totals as f64 / self.numbers.bytes() as f64
    }

    fn chunks(&self, ranks: usize) -> Levels {
        let scheme = self.scheme(ranks as u64, 0);
        let ladder = scheme.ladder_of_parts();
        Levels { scheme, ladder, exact: ranks <= ladder.max_rows }
    }

    fn merge_times(&self) -> usize {
        TIMES
    }
}
