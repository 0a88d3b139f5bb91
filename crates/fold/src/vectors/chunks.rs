//! Partials that consist of chunks of columns, merged and finished by several threads.
//!
//! A chunk is as long as its contents need, so its position follows from those before it: a
//! partial is first traversed from head to head. A merged chunk is hardly ever longer than both
//! of its sources and a few merged samples; each thread starts where its first chunk is predicted
//! to lie by that, and results that lie too far behind are moved at the end. No thread writes
//! beyond the next one's start: a chunk that may reach that far is merged in a buffer, and if it
//! does not fit, the calling thread merges it and all that follow.
//!
//! Cost: as in [`super::columns`]; a look at each chunk; a copy of what is moved.

use super::buffer::AlignedBuffer;
use super::columns::{cut, EDGE};
use samebits_base::lock::lock;
use samebits_base::threads::{parallel_for, Address, Team};
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::level_columns::StridedRows;
use samebits_sum::number::Number;
use std::ops::Range;
use std::sync::Mutex;

/// About how many chunks are merged as samples.
const SAMPLES: usize = 8;

/// Bytes before the chunks of a partial, and before the data of a chunk.
pub const HEAD: usize = 8;

/// Marks of the columns of a chunk, all zero between merges.
pub type Marks = [u64; EDGE];

/// What a partial holds of the columns of a chunk.
pub enum Chunk<T, D> {
    Rows(StridedRows<T>),
    Data(D),
}

/// An arithmetic's chunks. Addresses point to chunks that are there; the environment is the
/// default one.
pub trait Chunks: Sync {
    const COLUMNS: usize;

    /// Where the data of a chunk lie.
    type Data;

    fn max_column_bytes(&self) -> usize;

    /// The chunk of n columns that begins at `head`, and the address of its end. Safety: there is
    /// one.
    unsafe fn read(&self, head: *const u8, n: usize) -> (Self::Data, *const u8);

    /// Writes the merged chunk of n columns to `to`, and returns the address of its end. Safety:
    /// both chunks have n columns, and there is room for the longest chunk.
    unsafe fn merge<T: Number>(
        &self,
        chunks: [Chunk<T, Self::Data>; 2],
        n: usize,
        to: *mut u8,
        marks: &mut Marks,
    ) -> *mut u8;

    /// Rounds the sums of a chunk of n columns. Safety: the chunk has n columns.
    unsafe fn finish<T: Number>(&self, data: Self::Data, n: usize, results: &mut [T; EDGE]);

    fn max_bytes(&self, n: usize) -> usize {
        HEAD + n * self.max_column_bytes()
    }
}

#[derive(Clone, Copy)]
pub enum Source<T> {
    Rows(StridedRows<T>),
    Chunks(*const u8),
}

// SAFETY: an address belongs to nobody; whoever reads or writes there says why it may.
unsafe impl<T> Send for Source<T> {}
// SAFETY: likewise.
unsafe impl<T> Sync for Source<T> {}

impl<T: Copy> Source<T> {
    /// Advances over the next n columns, a chunk. Safety: so many are left.
    pub unsafe fn next<C: Chunks>(&mut self, chunks: &C, n: usize) -> Chunk<T, C::Data> {
        match self {
            Source::Rows(rows) => {
                let chunk = Chunk::Rows(*rows);
                rows.first = rows.first.wrapping_add(n);
                chunk
            }
            Source::Chunks(head) => {
                // SAFETY: upheld by the caller.
                let (data, end) = unsafe { chunks.read(*head, n) };
                *head = end;
                Chunk::Data(data)
            }
        }
    }

    /// As [`Source::next`]; returns the length of the chunk in bytes, 0 of rows.
    unsafe fn skip<C: Chunks>(&mut self, chunks: &C, n: usize) -> usize {
        let before = *self;
        // SAFETY: upheld by the caller.
        unsafe { self.next(chunks, n) };
        match (before, self) {
            (Source::Chunks(head), Source::Chunks(end)) => end.addr() - head.addr(),
            _ => 0,
        }
    }
}

/// Consecutive columns of two partials.
#[derive(Clone)]
struct ColumnRange<T> {
    sources: [Source<T>; 2],
    columns: Range<usize>,
}

const NO_LIMIT: usize = usize::MAX;

impl<T: Number> ColumnRange<T> {
    /// As [`merge`], up to the address `limit`. Returns also what did not fit.
    unsafe fn merge<C: Chunks>(
        mut self,
        chunks: &C,
        to: *mut u8,
        limit: usize,
    ) -> (Address, Option<ColumnRange<T>>) {
        let (mut end, mut marks, mut buffer) = (to, [0; EDGE], None);
        while !self.columns.is_empty() {
            let n = C::COLUMNS.min(self.columns.len());
            let fits = limit == NO_LIMIT || end.addr() + chunks.max_bytes(n) <= limit;
            let place = match fits {
                true => end,
                false => buffer
                    .get_or_insert_with(|| AlignedBuffer::new(chunks.max_bytes(C::COLUMNS)))
                    .at(0),
            };
            let before = self.sources;
            // SAFETY: upheld by the caller.
            let merged = unsafe {
                let pair = self.sources.each_mut().map(|source| source.next(chunks, n));
                chunks.merge(pair, n, place, &mut marks)
            };
            let bytes = merged.addr() - place.addr();
            if !fits {
                if end.addr() + bytes > limit {
                    self.sources = before;
                    return (Address(end), Some(self));
                }
                // SAFETY: it fits in front of the limit.
                unsafe { std::ptr::copy_nonoverlapping(place, end, bytes) };
            }
            end = end.wrapping_add(bytes);
            self.columns.start += n;
        }
        (Address(end), None)
    }
}

/// Merges two partials of n columns, `bytes` long together. Returns the end of the result, which
/// begins at `into`. Safety: the partials are there, and room for as many chunks of their greatest
/// length; the environment is the default one.
pub unsafe fn merge<C: Chunks, T: Number>(
    chunks: &C,
    team: Team,
    sources: [Source<T>; 2],
    n: usize,
    bytes: usize,
    into: *mut u8,
) -> *mut u8 {
    let (threads, piece) = cut(team, n, bytes);
    if threads == 1 {
        // SAFETY: upheld by the caller.
        return unsafe {
            ColumnRange { sources, columns: 0..n }.merge(chunks, into, NO_LIMIT).0 .0
        };
    }
    // SAFETY: likewise.
    let (parts, starts) = unsafe { lay_out(chunks, sources, n, piece, into) };
    let merged: Vec<_> = parts.iter().map(|_| Mutex::new(None)).collect();
    parallel_for(threads, merged.len(), |i| {
        let limit = starts.get(i + 1).map_or(NO_LIMIT, |next| next.0.addr());
        let part = parts[i].clone();
        // SAFETY: likewise; up to the limit the memory is this thread's.
        let done =
            within(Environment::Vector, || unsafe { part.merge(chunks, starts[i].0, limit) });
        *lock(&merged[i]) = Some(done);
    });
    let mut end = into;
    for (start, merged) in starts.iter().zip(merged) {
        let (part_end, rest) = lock(&merged).take().expect("each part was worked on");
        let bytes = part_end.0.addr() - start.0.addr();
        // SAFETY: this part's result, which does not begin before `end`.
        unsafe { std::ptr::copy(start.0, end, bytes) };
        end = end.wrapping_add(bytes);
        if let Some(ColumnRange { sources, columns }) = rest {
            let rest = ColumnRange { sources, columns: columns.start..n };
            // SAFETY: as above; no other thread writes any more.
            return unsafe { rest.merge(chunks, end, NO_LIMIT).0 .0 };
        }
    }
    end
}

/// The parts of two partials of [`merge`], and where the result of each is to begin: never beyond
/// its place if all before it were as long as possible.
unsafe fn lay_out<C: Chunks, T: Number>(
    chunks: &C,
    mut sources: [Source<T>; 2],
    n: usize,
    piece: usize,
    into: *mut u8,
) -> (Vec<ColumnRange<T>>, Vec<Address>) {
    const { assert!(EDGE.is_multiple_of(C::COLUMNS)) };
    let (mut parts, mut lengths) = (Vec::new(), Vec::new());
    for from in (0..n).step_by(C::COLUMNS) {
        if from.is_multiple_of(piece) {
            parts.push(ColumnRange { sources, columns: from..n.min(from + piece) });
        }
        let columns = C::COLUMNS.min(n - from);
        // SAFETY: upheld by the caller.
        let [one, other] = sources.each_mut().map(|source| unsafe { source.skip(chunks, columns) });
        lengths.push(one.max(other));
    }
    let buffer = AlignedBuffer::new(chunks.max_bytes(C::COLUMNS));
    let samples = parts.iter().step_by(parts.len().div_ceil(SAMPLES)).map(|part| {
        let mut sample = part.clone();
        sample.columns.end = sample.columns.end.min(sample.columns.start + C::COLUMNS);
        // SAFETY: likewise, with room for one chunk.
        let (end, _) = unsafe { sample.merge(chunks, buffer.at(0), NO_LIMIT) };
        end.0.addr() - buffer.at(0).addr()
    });
    let predicted = samples.max().unwrap_or(0);
    let (mut start, mut starts) = (into, Vec::new());
    for (chunk, &length) in lengths.iter().enumerate() {
        if (chunk * C::COLUMNS).is_multiple_of(piece) {
            starts.push(Address(start));
        }
        start = start.wrapping_add(length.max(predicted));
    }
    (parts, starts)
}

/// Writes the n results of a partial whose chunks begin at `head`, a row of numbers, to `into`,
/// which may have any alignment. Safety: the partial and the room are there; the environment is the
/// default one.
pub unsafe fn finish<C: Chunks, T: Number>(
    chunks: &C,
    team: Team,
    head: *const u8,
    n: usize,
    into: *mut u8,
) {
    let into = Address(into);
    let finish = |mut source: Source<T>, all: Range<usize>| {
        let mut results = [T::NAN; EDGE];
        for from in all.clone().step_by(C::COLUMNS) {
            let columns = C::COLUMNS.min(all.end - from);
            // SAFETY: so many columns are left, and room for their results.
            unsafe {
                if let Chunk::Data(data) = source.next(chunks, columns) {
                    chunks.finish(data, columns, &mut results);
                }
                let bytes = size_of::<T>();
                let row = results.as_ptr().cast::<u8>();
                std::ptr::copy_nonoverlapping(row, into.at(from * bytes), columns * bytes);
            }
        }
    };
    let mut source = Source::Chunks(head);
    let (threads, piece) = cut(team, n, n * size_of::<f64>());
    if threads == 1 {
        return finish(source, 0..n);
    }
    let mut sources = Vec::new();
    for from in (0..n).step_by(C::COLUMNS) {
        if from.is_multiple_of(piece) {
            sources.push(source);
        }
        // SAFETY: upheld by the caller.
        unsafe { source.skip(chunks, C::COLUMNS.min(n - from)) };
    }
    parallel_for(threads, sources.len(), |i| {
        let columns = i * piece..n.min((i + 1) * piece);
        within(Environment::Vector, || finish(sources[i], columns));
    });
}
