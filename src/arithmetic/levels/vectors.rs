//! Partials of vectors in sums by levels: N is the number of ranks.
//!
//! While they are the shorter way to say it, contributions are kept as they are. Of more, a
//! partial holds for each column the first level so far and the totals from it on, which are
//! doubles, and exact ([`crate::kernel::level_totals`]); where the kernel's ladder does not
//! serve a column (NaN, infinities, subnormal and the very largest numbers), the columns of
//! its chunk have a [`LevelAccumulator`] each. Two sweeps keep all contributions as they are:
//! nothing can be cut up before the largest of all ranks is known.
//!
//! As bytes: their number (8 bytes); then, for each [`CHUNK`] columns or what is left of them,
//! which of both they have (8 bytes), and either the row of first levels (4 bytes each,
//! filled up to 8) and a row of totals for each level, or the sums one after the other.
//!
//! Cost: that of the kernel; a column of another chunk some 20 ns a contribution, and as much
//! for a merge.

use super::fold::{LevelledSum, Number, TIMES};
use super::scheme::Scheme;
use super::sum::LevelAccumulator;
use crate::arithmetic::chunks::{self, over_chunks, Chunks};
use crate::arithmetic::contributions;
use crate::arithmetic::fault::Fault;
use crate::arithmetic::fold::Fold;
use crate::arithmetic::ranks::Ranks;
use crate::arithmetic::vectors::{Partial, Partials};
use crate::kernel::level_columns::{Ladder, CHUNK, MOST};
use crate::kernel::level_totals::{results, total, Part, Totals};
use crate::kernel::Format;
use crate::threads::{Address, Team};
use std::marker::PhantomData;
use std::ops::Range;

/// Bytes before the chunks, and before the rows of a chunk.
const HEAD: usize = 8;

/// The head of a chunk that has totals.
const TOTALS: u64 = 0;

/// The head of a chunk that has sums.
const SUMS: u64 = 1;

/// Where the next chunk of a partial begins.
#[derive(Clone, Copy)]
enum Source<T> {
    /// In rows of contributions.
    Kept(Part<T>),
    /// At its head.
    Levels(*const u8),
}

/// What a partial knows of the columns of a chunk.
enum Chunk<T> {
    Part(Part<T>),
    Sums(*const u8),
}

/// The levels of a reduction.
struct Levels {
    scheme: Scheme,
    ladder: Ladder,
    /// Whether totals are exact, of so many ranks.
    exact: bool,
}

/// Bytes of a row of the first levels of n columns.
fn bytes_of_first(n: usize) -> usize {
    n.next_multiple_of(2) * size_of::<i32>()
}

impl Levels {
    fn new(sum: &LevelledSum, ranks: usize) -> Levels {
        let scheme = sum.scheme(ranks as u64, 0);
        let ladder = scheme.ladder_of_parts();
        Levels { scheme, ladder, exact: ranks <= ladder.most_rows }
    }

    /// The next n columns.
    ///
    /// # Safety
    /// There are so many left.
    unsafe fn next<T: Number>(&self, source: &mut Source<T>, n: usize) -> Chunk<T> {
        let head = match source {
            Source::Kept(part) => {
                let chunk = Chunk::Part(*part);
                if let Part::Rows { first, .. } = part {
                    *first = first.wrapping_add(n);
                }
                return chunk;
            }
            Source::Levels(head) => head,
        };
        let data = head.wrapping_add(HEAD);
        // SAFETY: upheld by the caller.
        if unsafe { head.cast::<u64>().read() } == SUMS {
            *head = data.wrapping_add(n * LevelAccumulator::bytes(&self.scheme));
            return Chunk::Sums(data);
        }
        let totals = data.wrapping_add(bytes_of_first(n)).cast::<f64>();
        *head = totals.wrapping_add(self.scheme.levels() * n).cast();
        Chunk::Part(Part::Totals(Totals { first: data.cast(), totals }))
    }

    /// The sum of what there is of one of n columns.
    ///
    /// # Safety
    /// The chunk is there.
    unsafe fn sum<T: Number>(&self, chunk: &Chunk<T>, column: usize, n: usize) -> LevelAccumulator {
        let scheme = &self.scheme;
        // SAFETY: upheld by the caller.
        unsafe {
            match *chunk {
                Chunk::Part(Part::Rows { first, pitch, count }) => {
                    let mut sum = LevelAccumulator::default();
                    for row in 0..count {
                        let number = first.add(row * pitch + column).read_unaligned();
                        sum.add(scheme, number.widen());
                    }
                    sum
                }
                Chunk::Part(Part::Totals(Totals { first, totals })) => {
                    let totals = (0..scheme.levels()).map(|level| *totals.add(level * n + column));
                    LevelAccumulator::of_totals(scheme, *first.add(column), totals)
                }
                Chunk::Sums(sums) => {
                    let bytes = LevelAccumulator::bytes(scheme);
                    let sum = std::slice::from_raw_parts(sums.add(column * bytes), bytes);
                    LevelAccumulator::read(scheme, sum)
                }
            }
        }
    }

    /// Writes a chunk of n columns of both partials to `to`; returns where it ends.
    ///
    /// # Safety
    /// The chunks are there, and room for one more; the environment is the default one.
    unsafe fn merge<T: Number>(&self, chunks: [Chunk<T>; 2], n: usize, to: *mut u8) -> *mut u8 {
        let data = to.wrapping_add(HEAD);
        if let ([Chunk::Part(one), Chunk::Part(other)], true) = (&chunks, self.exact) {
            let (mut first, mut totals) = ([0; CHUNK], [[0.0; CHUNK]; MOST]);
            // SAFETY: upheld by the caller.
            unsafe {
                if !total(&[*one, *other], n, &self.ladder, &mut first, &mut totals) {
                    to.cast::<u64>().write(TOTALS);
                    // (One of none behind an odd number of them.)
                    let with_filling = n.next_multiple_of(2);
                    std::ptr::copy_nonoverlapping(first.as_ptr(), data.cast(), with_filling);
                    let mut end = data.add(bytes_of_first(n)).cast::<f64>();
                    for totals in &totals[..self.scheme.levels()] {
                        std::ptr::copy_nonoverlapping(totals.as_ptr(), end, n);
                        end = end.add(n);
                    }
                    return end.cast();
                }
            }
        }
        let (scheme, bytes) = (&self.scheme, LevelAccumulator::bytes(&self.scheme));
        // SAFETY: upheld by the caller; there is room for the sums.
        unsafe {
            to.cast::<u64>().write(SUMS);
            for column in 0..n {
                let [mut sum, other] = chunks.each_ref().map(|chunk| self.sum(chunk, column, n));
                sum.merge(scheme, other);
                let to = std::slice::from_raw_parts_mut(data.add(column * bytes), bytes);
                sum.write(scheme, to);
            }
        }
        data.wrapping_add(n * bytes)
    }

    /// The results of a chunk of n columns.
    ///
    /// # Safety
    /// The chunk is there; the environment is the default one.
    unsafe fn finish<T: Number>(&self, chunk: &Chunk<T>, n: usize, to: &mut [T; CHUNK]) {
        if let Chunk::Part(Part::Totals(totals)) = *chunk {
            let zeroth = self.scheme.has_zeroth();
            // SAFETY: upheld by the caller.
            unsafe { results::<T>(totals, n, &self.ladder, zeroth, to) };
            return;
        }
        for (column, to) in to[..n].iter_mut().enumerate() {
            // SAFETY: likewise.
            *to = T::result(&unsafe { self.sum(chunk, column, n) }, &self.scheme);
        }
    }
}

impl LevelledSum {
    /// The most contributions that are kept as they are.
    fn most_kept(&self) -> usize {
        if self.two_sweeps() {
            return usize::MAX;
        }
        let totals = self.scheme(1, 0).levels() * size_of::<f64>() + size_of::<i32>();
        totals * self.components() / Fold::size(self)
    }

    /// The beginning of a partial of n numbers.
    fn source<T>(&self, partial: Partial<'_>, n: usize) -> Source<T> {
        let count = partial.of.count();
        if count <= self.most_kept() {
            Source::Kept(Part::Rows { first: partial.at.cast(), pitch: n, count })
        } else {
            Source::Levels(partial.at.wrapping_add(HEAD))
        }
    }

    /// As [`Partials::merge`], of n numbers.
    unsafe fn merge_as<T: Number + Sync>(
        &self,
        team: Team,
        [one, other]: [Partial<'_>; 2],
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) {
        let levels = Levels::new(self, ranks);
        let sources = [one, other].map(|partial| self.source::<T>(partial, n));
        let bytes = 2 * n * size_of::<T>();
        // SAFETY: upheld by the caller; the partial's first bytes.
        unsafe {
            let chunks = Sums::<T>(&levels, PhantomData);
            let end = chunks::merge(&chunks, team.at(TIMES), sources, n, bytes, into.add(HEAD));
            into.cast::<u64>().write((end.addr() - into.addr()) as u64);
        }
    }

    /// As [`Partials::finish`], of n numbers of more ranks than are kept.
    unsafe fn finish_as<T: Number + Sync>(
        &self,
        team: Team,
        partial: *const u8,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) {
        let levels = Levels::new(self, ranks);
        let source = Source::<T>::Levels(partial.wrapping_add(HEAD));
        let (chunks, into) = (Sums::<T>(&levels, PhantomData), Address(into));
        let finish = |source: &mut Source<T>, all: Range<usize>| {
            let mut results = [T::narrowed(0.0); CHUNK];
            for from in all.clone().step_by(CHUNK) {
                let columns = CHUNK.min(all.end - from);
                // SAFETY: so many columns are left, and room for their results.
                unsafe {
                    let chunk = levels.next(source, columns);
                    levels.finish(&chunk, columns, &mut results);
                    let to = into.at(from * size_of::<T>());
                    let bytes = columns * size_of::<T>();
                    std::ptr::copy_nonoverlapping(results.as_ptr().cast::<u8>(), to, bytes);
                }
            }
        };
        // SAFETY: upheld by the caller.
        unsafe { over_chunks(&chunks, team.at(TIMES), source, n, n * size_of::<f64>(), finish) }
    }
}

/// Chunks of sums of numbers of a format.
struct Sums<'a, T>(&'a Levels, PhantomData<T>);

impl<T: Number + Sync> Chunks for Sums<'_, T> {
    type Source = Source<T>;
    type Tools = ();
    const COLUMNS: usize = CHUNK;

    fn tools(&self) {}

    fn most(&self, n: usize) -> usize {
        HEAD + n * LevelAccumulator::bytes(&self.0.scheme)
    }

    unsafe fn skip(&self, source: &mut Source<T>, n: usize) -> usize {
        let at = |source: &Source<T>| match source {
            Source::Kept(_) => 0,
            Source::Levels(head) => head.addr(),
        };
        let before = at(source);
        // SAFETY: upheld by the caller.
        unsafe { self.0.next(source, n) };
        at(source) - before
    }

    unsafe fn merge(
        &self,
        sources: &mut [Source<T>; 2],
        n: usize,
        to: *mut u8,
        _tools: &mut (),
    ) -> *mut u8 {
        // SAFETY: upheld by the caller.
        unsafe {
            let chunks = sources.each_mut().map(|source| self.0.next(source, n));
            self.0.merge(chunks, n, to)
        }
    }
}

impl Partials for LevelledSum {
    fn most(&self, of: &Ranks, ranks: usize, n: usize) -> usize {
        if of.count() <= self.most_kept() {
            return of.count() * n * Fold::size(self);
        }
        let numbers = n * self.components();
        let bytes = LevelAccumulator::bytes(&self.scheme(ranks as u64, 0));
        HEAD + numbers.div_ceil(CHUNK) * HEAD + numbers * bytes
    }

    fn width(&self, ranks: usize) -> f64 {
        if ranks <= self.most_kept() {
            return ranks as f64;
        }
        let totals = self.scheme(1, 0).levels() * size_of::<f64>() + size_of::<i32>();
        (totals * self.components()) as f64 / Fold::size(self) as f64
    }

    unsafe fn length(&self, partial: Partial<'_>, ranks: usize, n: usize) -> usize {
        if partial.of.count() <= self.most_kept() {
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
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller; the same partials, as numbers of the format.
        unsafe {
            if one.of.count() + other.of.count() <= self.most_kept() {
                contributions::unite(one, other, n * Fold::size(self), into);
                return Ok(());
            }
            let n = n * self.components();
            match self.format() {
                Format::Float => self.merge_as::<f32>(team, [one, other], ranks, n, into),
                _ => self.merge_as::<f64>(team, [one, other], ranks, n, into),
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
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller; the same partial, as numbers of the format.
        unsafe {
            if ranks <= self.most_kept() {
                return contributions::fold(self, team, partial, ranks, n, into);
            }
            let n = n * self.components();
            match self.format() {
                Format::Float => self.finish_as::<f32>(team, partial, ranks, n, into),
                _ => self.finish_as::<f64>(team, partial, ranks, n, into),
            }
        }
        Ok(())
    }
}
