//! Partials of vectors in the exact sum.
//!
//! Up to two contributions are kept as they are. Of more, a partial holds each column's sum as
//! an expansion, a few doubles whose value is exact ([`crate::kernel::expansion`]): mostly
//! one for sums of floats and two for sums of doubles. So merging is exactly associative in
//! value, though not in which doubles it is written down with, and the value is rounded once,
//! at the end. A column that does not fit (its sum, or one on the way to it, exceeds the
//! largest double; its bits reach too far) has a superaccumulator; NaN and infinities are
//! components themselves.
//!
//! As bytes: their number (8 bytes); then, for each [`CHUNK`] columns or what is left of them,
//! the number of rows of components and the number of superaccumulators (4 bytes each), the
//! rows, and for each superaccumulator its column (4 bytes) and its own bytes. So a column
//! that needs much makes no other chunk longer.
//!
//! Cost: that of the kernel, 18 to 24 operations an element in a merge; a column that does
//! not fit some µs.

use super::chunks::{self, over_chunks};
use super::contributions;
use super::exact::{Exact, ExactSum, TIMES};
use super::exact_chunks::{most_of_chunk, round_chunk, Source, Sums, HEAD, KEPT};
use super::fault::Fault;
use super::fold::Fold;
use super::ranks::Ranks;
use super::vectors::{Partial, Partials};
use crate::kernel::expansion::CHUNK;
use crate::kernel::Format;
use crate::threads::{Address, Team};
use std::marker::PhantomData;
use std::ops::Range;

impl ExactSum {
    /// As [`Partials::merge`], of n numbers.
    unsafe fn merge_as<T: Exact + Sync>(
        &self,
        team: Team,
        [one, other]: [Partial<'_>; 2],
        n: usize,
        into: *mut u8,
    ) {
        let sources = [one, other].map(|partial| Source::<T>::new(partial, n));
        // (Components are few. What threads make has to be brought together, which takes most of
        // what they save.)
        let bytes = 2 * n * size_of::<f64>();
        // SAFETY: upheld by the caller; the partial's first bytes.
        unsafe {
            let chunks = Sums(PhantomData::<T>);
            let end = chunks::merge(&chunks, team, sources, n, bytes, into.add(HEAD));
            into.cast::<u64>().write((end.addr() - into.addr()) as u64);
        }
    }

    /// As [`Partials::finish`], of n numbers of more ranks than are kept.
    unsafe fn finish_as<T: Exact + Sync>(
        &self,
        team: Team,
        partial: *const u8,
        n: usize,
        into: *mut u8,
    ) {
        let source = Source::<T>::Expansions(partial.wrapping_add(HEAD));
        let (chunks, into) = (Sums(PhantomData::<T>), Address(into));
        let finish = |source: &mut Source<T>, all: Range<usize>| {
            let mut sums = [T::round_pair(0.0, 0.0); CHUNK];
            for from in all.clone().step_by(CHUNK) {
                let columns = CHUNK.min(all.end - from);
                // SAFETY: so many columns are left, and room for their sums.
                unsafe {
                    round_chunk(&source.next(columns), columns, &mut sums);
                    let row = sums.as_mut_ptr().cast::<u8>();
                    self.canonical(row, columns);
                    let bytes = size_of::<T>();
                    let to = into.at(from * bytes);
                    std::ptr::copy_nonoverlapping(row, to, columns * bytes);
                }
            }
        };
        // SAFETY: upheld by the caller.
        unsafe { over_chunks(&chunks, team.at(TIMES), source, n, n * size_of::<f64>(), finish) }
    }
}

impl Partials for ExactSum {
    fn most(&self, of: &Ranks, _ranks: usize, n: usize) -> usize {
        let numbers = n * self.components();
        match of.count() {
            count @ ..=KEPT => count * n * Fold::size(self),
            _ => {
                let size = Fold::size(self) / self.components();
                let heads = numbers.div_ceil(CHUNK).saturating_sub(1) * HEAD;
                HEAD + heads + most_of_chunk(size, numbers)
            }
        }
    }

    // (Expansions: mostly two doubles for a double, one for a float.)
    fn width(&self, ranks: usize) -> f64 {
        ranks.min(2) as f64
    }

    unsafe fn length(&self, partial: Partial<'_>, ranks: usize, n: usize) -> usize {
        match partial.of.count() {
            ..=KEPT => self.most(partial.of, ranks, n),
            // SAFETY: its first bytes.
            _ => unsafe { partial.at.cast::<u64>().read() as usize },
        }
    }

    unsafe fn merge(
        &self,
        team: Team,
        one: Partial<'_>,
        other: Partial<'_>,
        _ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller; the same partials, as numbers of the format.
        unsafe {
            if one.of.count() + other.of.count() <= KEPT {
                contributions::unite(one, other, n * Fold::size(self), into);
                return Ok(());
            }
            let n = n * self.components();
            match self.format() {
                Format::Float => self.merge_as::<f32>(team, [one, other], n, into),
                _ => self.merge_as::<f64>(team, [one, other], n, into),
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
            if ranks <= KEPT {
                return contributions::fold(self, team, partial, ranks, n, into);
            }
            let n = n * self.components();
            match self.format() {
                Format::Float => self.finish_as::<f32>(team, partial, n, into),
                _ => self.finish_as::<f64>(team, partial, n, into),
            }
        }
        Ok(())
    }
}
