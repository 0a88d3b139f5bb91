//! Partials that consist of chunks of columns, merged and finished by several threads.
//!
//! A chunk is as long as what is in it needs, so where one lies follows from those before it:
//! a partial is gone through first, from head to head. How long a merged chunk will be nobody
//! knows; but it is hardly ever longer than the longer one of the two that it is made of, and
//! than others of the same merge, of which a few are made beforehand. Where threads expect their
//! first chunks to lie they begin, and what lies too far behind in the end is moved. None
//! writes to where another one has begun: a chunk that may reach that far is made elsewhere, and
//! where it does not fit the calling thread merges it, and all behind it.
//!
//! Cost: as in [`super::columns`]; a look at each chunk; a copy of what is moved.

use super::columns::{cut, EDGE};
use super::contributions::Room;
use crate::kernel::fpenv::{within, Environment};
use crate::lock::lock;
use crate::threads::{parallel_for, Address, Team};
use std::ops::Range;
use std::sync::Mutex;

/// Chunks that are made beforehand, about.
const SAMPLES: usize = 8;

/// What is done with chunks.
pub trait Chunks: Sync {
    /// Where the next chunk of a partial lies.
    type Source: Copy;

    /// What a thread works with.
    type Tools;

    /// Columns of a chunk, but for the last one.
    const COLUMNS: usize;

    /// What a thread works with.
    fn tools(&self) -> Self::Tools;

    /// The most bytes of a merged chunk of n columns.
    fn most(&self, n: usize) -> usize;

    /// Goes on to the next chunk. Returns the bytes of this one; 0 where they are rows.
    ///
    /// # Safety
    /// There is one, of n columns.
    unsafe fn skip(&self, source: &mut Self::Source, n: usize) -> usize;

    /// Merges a chunk of both, and goes on to the next ones. Returns the end of what is made
    /// at `to`.
    ///
    /// # Safety
    /// As of `skip`; there is room; the environment is the default one.
    unsafe fn merge(
        &self,
        sources: &mut [Self::Source; 2],
        n: usize,
        to: *mut u8,
        tools: &mut Self::Tools,
    ) -> *mut u8;
}

/// What threads share, which may have addresses in it.
struct Across<T>(T);

// SAFETY: an address by itself is nobody's; who reads or writes there says why it may.
unsafe impl<T> Sync for Across<T> {}
// SAFETY: likewise.
unsafe impl<T> Send for Across<T> {}

impl<T> Across<T> {
    fn get(&self) -> &T {
        &self.0
    }
}

/// Consecutive columns of two partials.
struct Part<S> {
    sources: [S; 2],
    columns: Range<usize>,
}

/// What has become of a part.
struct Made<S> {
    end: *mut u8,
    /// What did not fit.
    rest: Option<Part<S>>,
}

/// No limit.
const NONE: usize = usize::MAX;

impl<S: Copy> Part<S> {
    /// Merges it at `to`, up to the address `limit`.
    ///
    /// # Safety
    /// As for [`merge`].
    unsafe fn merge<C: Chunks<Source = S>>(
        mut self,
        chunks: &C,
        to: *mut u8,
        limit: usize,
    ) -> Made<S> {
        let (mut end, mut tools, mut elsewhere) = (to, chunks.tools(), None);
        while !self.columns.is_empty() {
            let n = C::COLUMNS.min(self.columns.len());
            let before = self.sources;
            if limit == NONE || end.addr() + chunks.most(n) <= limit {
                // SAFETY: upheld by the caller.
                end = unsafe { chunks.merge(&mut self.sources, n, end, &mut tools) };
            } else {
                let room = elsewhere.get_or_insert_with(|| Room::new(chunks.most(C::COLUMNS)));
                let place = room.at(0);
                // SAFETY: likewise.
                let made = unsafe { chunks.merge(&mut self.sources, n, place, &mut tools) };
                let bytes = made.addr() - place.addr();
                if end.addr() + bytes > limit {
                    self.sources = before;
                    return Made { end, rest: Some(self) };
                }
                // SAFETY: they fit in front of the limit.
                unsafe { std::ptr::copy_nonoverlapping(place, end, bytes) };
                end = end.wrapping_add(bytes);
            }
            self.columns.start += n;
        }
        Made { end, rest: None }
    }
}

/// Merges two partials of n columns, of so many bytes together. Returns the end of what is made
/// at `into`.
///
/// # Safety
/// The partials are there, and room for as many chunks as long as they can be; the environment
/// is the default one.
pub unsafe fn merge<C: Chunks>(
    chunks: &C,
    team: Team,
    sources: [C::Source; 2],
    n: usize,
    bytes: usize,
    into: *mut u8,
) -> *mut u8 {
    let (threads, piece) = cut(team, n, bytes);
    if threads == 1 {
        // SAFETY: upheld by the caller.
        return unsafe { Part { sources, columns: 0..n }.merge(chunks, into, NONE).end };
    }
    // SAFETY: likewise.
    let (parts, starts) = unsafe { lay_out(chunks, sources, n, piece, into) };
    let made: Vec<_> = parts.iter().map(|_| Mutex::new(Across(None))).collect();
    let shared = Across((parts, &starts));
    parallel_for(threads, made.len(), |i| {
        let (parts, starts) = shared.get();
        let limit = starts.get(i + 1).map_or(NONE, |next| next.at(0).addr());
        let part = Part { sources: parts[i].sources, columns: parts[i].columns.clone() };
        // SAFETY: likewise; up to the limit the room is this thread's.
        let done =
            within(Environment::Vector, || unsafe { part.merge(chunks, starts[i].at(0), limit) });
        lock(&made[i]).0 = Some(done);
    });
    let mut end = into;
    for (start, made) in starts.iter().zip(made) {
        let start = start.at(0);
        let made = lock(&made).0.take().expect("each part was worked on");
        let bytes = made.end.addr() - start.addr();
        // SAFETY: what was made there; it lies behind what comes before it.
        unsafe { std::ptr::copy(start, end, bytes) };
        end = end.wrapping_add(bytes);
        if let Some(Part { sources, columns }) = made.rest {
            let rest = Part { sources, columns: columns.start..n };
            // SAFETY: as above; nobody else writes any more.
            return unsafe { rest.merge(chunks, end, NONE).end };
        }
    }
    end
}

/// The parts of two partials, and where what is made of each should begin: no further behind
/// than where it would if all before it were as long as it can be.
///
/// # Safety
/// As for [`merge`].
unsafe fn lay_out<C: Chunks>(
    chunks: &C,
    mut sources: [C::Source; 2],
    n: usize,
    piece: usize,
    into: *mut u8,
) -> (Vec<Part<C::Source>>, Vec<Address>) {
    const { assert!(EDGE.is_multiple_of(C::COLUMNS)) };
    let (mut parts, mut lengths) = (Vec::new(), Vec::new());
    for from in (0..n).step_by(C::COLUMNS) {
        if from.is_multiple_of(piece) {
            parts.push(Part { sources, columns: from..n.min(from + piece) });
        }
        let columns = C::COLUMNS.min(n - from);
        // SAFETY: upheld by the caller.
        let given = sources.each_mut().map(|source| unsafe { chunks.skip(source, columns) });
        lengths.push(given[0].max(given[1]));
    }
    let (room, mut tools) = (Room::new(chunks.most(C::COLUMNS)), chunks.tools());
    let samples = parts.iter().step_by(parts.len().div_ceil(SAMPLES));
    let expected = samples.map(|part| {
        let columns = C::COLUMNS.min(part.columns.len());
        // SAFETY: likewise, with room for one.
        let end =
            unsafe { chunks.merge(&mut part.sources.clone(), columns, room.at(0), &mut tools) };
        end.addr() - room.at(0).addr()
    });
    let expected = expected.max().unwrap_or(0);
    let (mut start, mut starts) = (into, Vec::new());
    for (chunk, &length) in lengths.iter().enumerate() {
        if (chunk * C::COLUMNS).is_multiple_of(piece) {
            starts.push(Address(start));
        }
        start = start.wrapping_add(length.max(expected));
    }
    (parts, starts)
}

/// Calls `work` for ranges that are the n columns of a partial of so many bytes altogether, with
/// where the first chunk of each lies, in the environment of sums.
///
/// # Safety
/// The partial is there.
pub unsafe fn over_chunks<C: Chunks>(
    chunks: &C,
    team: Team,
    mut source: C::Source,
    n: usize,
    bytes: usize,
    work: impl Fn(&mut C::Source, Range<usize>) + Sync,
) {
    let (threads, piece) = cut(team, n, bytes);
    if threads == 1 {
        return work(&mut source, 0..n);
    }
    let mut sources = Vec::new();
    for from in (0..n).step_by(C::COLUMNS) {
        if from.is_multiple_of(piece) {
            sources.push(source);
        }
        // SAFETY: upheld by the caller.
        unsafe { chunks.skip(&mut source, C::COLUMNS.min(n - from)) };
    }
    let sources = Across(sources);
    parallel_for(threads, sources.0.len(), |i| {
        let mut source = sources.get()[i];
        let columns = i * piece..n.min((i + 1) * piece);
        within(Environment::Vector, || work(&mut source, columns));
    });
}
