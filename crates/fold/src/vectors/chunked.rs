//! Partials of vectors in order-free sums: the rows of the contributions while these are few,
//! and chunks of columns ([`super::chunks`]) behind their length in bytes (8 bytes) after that.

use super::buffer::in_aligned_pieces;
use super::chunks::{self, Chunks, Source, HEAD};
use super::{fold::Fold, ranks::Ranks};
use super::{Partial, Partials};
use samebits_base::fault::Outcome;
use samebits_base::threads::Team;
use samebits_kernel::level_columns::StridedRows;
use samebits_kernel::Format;
use samebits_sum::number::{for_format, Number, Numbers, OrderFree};

/// A sum whose partials are rows, and then chunks.
pub trait ChunkedSum: OrderFree + Fold + Sized {
    type Chunks: Chunks;

    /// About how many times as long as one operation finishing a number takes.
    const FINISH_TIMES: usize;

    /// The same for merging two.
    fn merge_times(&self) -> usize;

    /// The most contributions whose partial is their rows.
    fn max_rows(&self) -> usize;

    /// About how many bytes chunks have for each byte of the vector.
    fn chunked_width(&self) -> f64;

    fn chunks(&self, ranks: usize) -> Self::Chunks;
}

fn source<T>(sum: &impl ChunkedSum, partial: Partial<'_>, n: usize) -> Source<T> {
    let count = partial.of.count();
    if count <= sum.max_rows() {
        Source::Rows(StridedRows { first: partial.at.cast(), count, pitch: n })
    } else {
        Source::Chunks(partial.at.wrapping_add(HEAD))
    }
}

/// As [`Partials::merge`], of n numbers of more ranks than rows are for.
unsafe fn merge<T: Number>(
    sum: &impl ChunkedSum,
    team: Team,
    partials: [Partial<'_>; 2],
    ranks: usize,
    n: usize,
    into: *mut u8,
) {
    let sources = partials.map(|partial| source::<T>(sum, partial, n));
    let (team, bytes) = (team.at(sum.merge_times()), 2 * n * size_of::<T>());
    // SAFETY: upheld by the caller; the partial's first bytes.
    unsafe {
        let end = chunks::merge(&sum.chunks(ranks), team, sources, n, bytes, into.add(HEAD));
        into.cast::<u64>().write((end.addr() - into.addr()) as u64);
    }
}

impl<S: ChunkedSum> Partials for S {
    fn most(&self, of: &Ranks, ranks: usize, n: usize) -> usize {
        if of.count() <= self.max_rows() {
            return of.count() * n * self.size();
        }
        let (numbers, bytes) =
            (n * self.numbers().components, self.chunks(ranks).max_column_bytes());
        HEAD + numbers.div_ceil(S::Chunks::COLUMNS) * HEAD + numbers * bytes
    }

    fn width(&self, ranks: usize) -> f64 {
        if ranks <= self.max_rows() {
            ranks as f64
        } else {
            self.chunked_width()
        }
    }

    unsafe fn length(&self, partial: Partial<'_>, ranks: usize, n: usize) -> usize {
        if partial.of.count() <= self.max_rows() {
            self.most(partial.of, ranks, n)
        } else {
            // SAFETY: its first bytes.
            unsafe { partial.at.cast::<u64>().read() as usize }
        }
    }

    unsafe fn merge(
        &self,
        team: Team,
        one: Partial<'_>,
        other: Partial<'_>,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Outcome {
        let (first, second) = (one.of.count(), other.of.count());
        // SAFETY: upheld by the caller; the same partials, as numbers of the format.
        unsafe {
            if first + second <= self.max_rows() {
                let (first, second) = (first * n * self.size(), second * n * self.size());
                std::ptr::copy_nonoverlapping(one.at, into, first);
                std::ptr::copy_nonoverlapping(other.at, into.add(first), second);
            } else {
                let (pair, Numbers { format, components }) = ([one, other], self.numbers());
                for_format!(format, merge(self, team, pair, ranks, n * components, into));
            }
        }
        Ok(())
    }

    unsafe fn finish(
        &self,
        team: Team,
        partial: *mut u8,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Outcome {
        // SAFETY: upheld by the caller; the same partial, as numbers of the format.
        unsafe {
            if ranks > self.max_rows() {
                let Numbers { format, components } = self.numbers();
                let (chunks, team, n) =
                    (self.chunks(ranks), team.at(S::FINISH_TIMES), n * components);
                let head = partial.add(HEAD);
                match format {
                    Format::Float => chunks::finish::<_, f32>(&chunks, team, head, n, into),
                    _ => chunks::finish::<_, f64>(&chunks, team, head, n, into),
                }
                return Ok(());
            }
            if ranks == 1 {
                return in_aligned_pieces(partial, n, self.size(), into, |row, length| {
                    let folded = self.fold(Team::ALONE, row, 1, length)?;
                    debug_assert_eq!(folded, 0, "there is one row");
                    Ok(())
                });
            }
            let row = self.fold(team, partial, ranks, n)?;
            let bytes = n * self.size();
            std::ptr::copy_nonoverlapping(partial.add(row * bytes), into, bytes);
        }
        Ok(())
    }
}
