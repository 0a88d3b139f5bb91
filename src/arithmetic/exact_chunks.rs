//! The chunks of which partials of vectors in the exact sum consist ([`super::exact_vectors`]
//! says what is in them): read, merged, rounded.

use super::chunks::Chunks;
use super::exact::Exact;
use super::superaccumulator::{Superaccumulator, BYTES};
use super::vectors::Partial;
use crate::kernel::expansion::{expand, round, Components, CHUNK, MOST};
use std::marker::PhantomData;

/// The most contributions that are kept as they are.
pub(super) const KEPT: usize = 2;

/// Bytes before the chunks, and before the rows of a chunk.
pub(super) const HEAD: usize = 8;

/// Bytes of a superaccumulator and its column.
const RECORD: usize = 4 + BYTES;
const _: () = assert!(RECORD.is_multiple_of(size_of::<f64>()), "what follows is aligned");

/// Where the next chunk of a partial begins.
#[derive(Clone, Copy)]
pub(super) enum Source<T> {
    /// In so many rows of contributions, of which each begins so much later than the last.
    Kept { first: *const T, count: usize, pitch: usize },
    /// At its head.
    Expansions(*const u8),
}

/// What a partial knows of the columns of a chunk.
pub(super) struct Chunk<T> {
    kept: [*const T; KEPT],
    /// How many of them there are.
    count: usize,
    components: Option<Components>,
    records: *const u8,
    /// The number of superaccumulators.
    recorded: usize,
}

impl<T> Source<T> {
    /// The beginning of a partial of n numbers.
    pub(super) fn new(partial: Partial<'_>, n: usize) -> Source<T> {
        match partial.of.count() {
            count @ ..=KEPT => Source::Kept { first: partial.at.cast(), count, pitch: n },
            _ => Source::Expansions(partial.at.wrapping_add(HEAD)),
        }
    }

    /// The next n columns.
    ///
    /// # Safety
    /// There are so many left.
    pub(super) unsafe fn next(&mut self, n: usize) -> Chunk<T> {
        match self {
            Source::Kept { first, count, pitch } => {
                let kept = [*first, first.wrapping_add(*pitch)];
                *first = first.wrapping_add(n);
                let records = std::ptr::null();
                Chunk { kept, count: *count, components: None, records, recorded: 0 }
            }
            Source::Expansions(head) => {
                // SAFETY: upheld by the caller.
                let [rows, recorded] = unsafe { head.cast::<[u32; 2]>().read() };
                let components =
                    Components { first: head.wrapping_add(HEAD).cast(), rows: rows as usize };
                let records = head.wrapping_add(HEAD + components.rows * n * size_of::<f64>());
                let recorded = recorded as usize;
                *head = records.wrapping_add(recorded * RECORD);
                let kept = [std::ptr::null(); KEPT];
                Chunk { kept, count: 0, components: Some(components), records, recorded }
            }
        }
    }
}

impl<T: Exact> Chunk<T> {
    /// The contributions that are kept.
    fn kept(&self) -> &[*const T] {
        &self.kept[..self.count]
    }

    /// The columns that have superaccumulators.
    ///
    /// # Safety
    /// The chunk is there.
    unsafe fn recorded(&self) -> impl Iterator<Item = usize> + '_ {
        // SAFETY: upheld by the caller.
        (0..self.recorded)
            .map(|i| unsafe { self.records.add(i * RECORD).cast::<u32>().read() })
            .map(|column| column as usize)
    }

    /// The i-th superaccumulator.
    ///
    /// # Safety
    /// The chunk is there, and has so many.
    unsafe fn record(&self, i: usize) -> Superaccumulator {
        // SAFETY: upheld by the caller.
        let bytes = unsafe { &*self.records.add((i + 1) * RECORD - BYTES).cast::<[u8; BYTES]>() };
        Superaccumulator::read(bytes)
    }

    /// Adds what there is of one of n columns.
    ///
    /// # Safety
    /// The chunk is there.
    unsafe fn add_to(&self, sum: &mut Superaccumulator, column: usize, n: usize) {
        for row in self.kept() {
            // SAFETY: upheld by the caller.
            sum.add(unsafe { row.add(column).read_unaligned() }.widen());
        }
        // SAFETY: likewise.
        let recorded = unsafe { self.recorded() }.position(|with| with == column);
        match (recorded, self.components) {
            // SAFETY: likewise.
            (Some(i), _) => sum.merge(unsafe { self.record(i) }),
            (None, Some(components)) => add_components(sum, components, column, n),
            (None, None) => (),
        }
    }
}

/// Adds the value of one of n columns.
fn add_components(sum: &mut Superaccumulator, components: Components, column: usize, n: usize) {
    // SAFETY: rows of components are made to be read.
    let mut numbers = unsafe { components.of_column(column, n) };
    sum.add(numbers.next().expect("a first component"));
    // (Where these are zero there is nothing to take off, not even a sign.)
    numbers.filter(|number| *number != 0.0).for_each(|number| sum.add(-number));
}

/// The components of a sum, the nearest doubles first; none where they are too many, or
/// the first one exceeds the largest double.
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

/// Writes a chunk of n columns of both partials to `to`; returns where it ends. (`open` is
/// zero before and after.)
///
/// # Safety
/// The chunks are there, and room for one more; the environment is the default one.
unsafe fn merge_chunk<T: Exact>(
    chunks: [Chunk<T>; 2],
    n: usize,
    to: *mut u8,
    open: &mut [u64; CHUNK],
) -> *mut u8 {
    let rows_of = |chunk: &Chunk<T>| chunk.components.map_or(0, |components| components.rows);
    // (The longer expansion is not added: the other one is added to it.)
    let mut chunks = chunks;
    chunks.sort_by_key(|chunk| std::cmp::Reverse(rows_of(chunk)));
    let (mut kept, mut number) = ([std::ptr::null(); 2 * KEPT], 0);
    for row in chunks.iter().flat_map(Chunk::kept) {
        kept[number] = *row;
        number += 1;
    }
    let mut expansions = [Components { first: std::ptr::null(), rows: 0 }; 2];
    let mut with = 0;
    for components in chunks.iter().filter_map(|chunk| chunk.components) {
        expansions[with] = components;
        with += 1;
    }
    let into = to.wrapping_add(HEAD).cast::<f64>();
    // SAFETY: upheld by the caller.
    let (mut rows, mut any_open) =
        unsafe { expand(&kept[..number], &expansions[..with], n, into, open) };
    for chunk in chunks.iter().filter(|chunk| chunk.recorded > 0) {
        // SAFETY: upheld by the caller.
        unsafe { chunk.recorded() }.for_each(|column| open[column] = 1);
        any_open = true;
    }
    let mut records = Vec::new();
    let marks = open[..if any_open { n } else { 0 }].iter_mut().enumerate();
    let marked = marks.filter_map(|(i, open)| (std::mem::take(open) != 0).then_some(i));
    for column in marked {
        let mut sum = Superaccumulator::default();
        // SAFETY: upheld by the caller.
        chunks.iter().for_each(|chunk| unsafe { chunk.add_to(&mut sum, column, n) });
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

/// Rounds the sums of a chunk of n columns.
///
/// # Safety
/// The chunk is there; the environment is the default one.
pub(super) unsafe fn round_chunk<T: Exact>(chunk: &Chunk<T>, n: usize, sums: &mut [T; CHUNK]) {
    let components = chunk.components.expect("a partial of more ranks than are kept");
    let mut open = [0; CHUNK];
    // SAFETY: upheld by the caller.
    if unsafe { round(components, n, sums, &mut open) } {
        for column in (0..n).filter(|column| open[*column] != 0) {
            let mut sum = Superaccumulator::default();
            add_components(&mut sum, components, column, n);
            sums[column] = T::rounded(sum);
        }
    }
    // SAFETY: upheld by the caller.
    for (i, column) in unsafe { chunk.recorded() }.enumerate() {
        // SAFETY: likewise.
        sums[column] = T::rounded(unsafe { chunk.record(i) });
    }
}

/// Chunks of sums of numbers of a format.
pub(super) struct Sums<T>(pub(super) PhantomData<T>);

impl<T: Exact + Sync> Chunks for Sums<T> {
    type Source = Source<T>;
    type Tools = [u64; CHUNK];
    const COLUMNS: usize = CHUNK;

    fn tools(&self) -> [u64; CHUNK] {
        [0; CHUNK]
    }

    fn most(&self, n: usize) -> usize {
        most_of_chunk(size_of::<T>(), n)
    }

    unsafe fn skip(&self, source: &mut Source<T>, n: usize) -> usize {
        let at = |source: &Source<T>| match source {
            Source::Kept { .. } => 0,
            Source::Expansions(head) => head.addr(),
        };
        let before = at(source);
        // SAFETY: upheld by the caller.
        unsafe { source.next(n) };
        at(source) - before
    }

    unsafe fn merge(
        &self,
        sources: &mut [Source<T>; 2],
        n: usize,
        to: *mut u8,
        open: &mut [u64; CHUNK],
    ) -> *mut u8 {
        // SAFETY: upheld by the caller.
        unsafe {
            let chunks = sources.each_mut().map(|source| source.next(n));
            merge_chunk(chunks, n, to, open)
        }
    }
}

/// The most bytes of a chunk of n numbers, of so many bytes each. Components hold any sum of
/// floats: it has at most 128 + 63 + 149 bits.
pub(super) fn most_of_chunk(size: usize, n: usize) -> usize {
    let record = if size == size_of::<f32>() { 0 } else { RECORD };
    HEAD + n * (MOST * size_of::<f64>() + record)
}
