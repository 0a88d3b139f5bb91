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

use super::contributions;
use super::exact::{Exact, ExactSum};
use super::ranks::Ranks;
use super::superaccumulator::{Superaccumulator, BYTES};
use super::vectors::{Partial, Partials};
use super::{Fault, Fold};
use crate::kernel::expansion::{expand, round, Components, CHUNK, MOST};
use crate::kernel::Format;

/// The most contributions that are kept as they are.
const KEPT: usize = 2;

/// Bytes before the chunks, and before the rows of a chunk.
const HEAD: usize = 8;

/// Bytes of a superaccumulator and its column.
const RECORD: usize = 4 + BYTES;
const _: () = assert!(RECORD.is_multiple_of(size_of::<f64>()), "what follows is aligned");

/// Where the next chunk of a partial begins.
#[derive(Clone, Copy)]
enum Source<T> {
    /// In so many rows of contributions, of which each begins so much later than the last.
    Kept { first: *const T, count: usize, pitch: usize },
    /// At its head.
    Expansions(*const u8),
}

/// What a partial knows of the columns of a chunk.
struct Chunk<T> {
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
    fn new(partial: Partial<'_>, n: usize) -> Source<T> {
        match partial.of.count() {
            count @ ..=KEPT => Source::Kept { first: partial.at.cast(), count, pitch: n },
            _ => Source::Expansions(partial.at.wrapping_add(HEAD)),
        }
    }

    /// The next n columns.
    ///
    /// # Safety
    /// There are so many left.
    unsafe fn next(&mut self, n: usize) -> Chunk<T> {
        match self {
            Source::Kept { first, count, pitch } => {
                let kept = [*first, first.wrapping_add(*pitch)];
                *first = first.wrapping_add(n);
                let records = std::ptr::null();
                Chunk { kept, count: *count, components: None, records, recorded: 0 }
            }
            Source::Expansions(head) => {
                // SAFETY: handed on to the caller.
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
        // SAFETY: handed on to the caller.
        (0..self.recorded)
            .map(|i| unsafe { self.records.add(i * RECORD).cast::<u32>().read() })
            .map(|column| column as usize)
    }

    /// The i-th superaccumulator.
    ///
    /// # Safety
    /// The chunk is there, and has so many.
    unsafe fn record(&self, i: usize) -> Superaccumulator {
        // SAFETY: handed on to the caller.
        let bytes = unsafe { &*self.records.add((i + 1) * RECORD - BYTES).cast::<[u8; BYTES]>() };
        Superaccumulator::read(bytes)
    }

    /// Adds what there is of one of n columns.
    ///
    /// # Safety
    /// The chunk is there.
    unsafe fn add_to(&self, sum: &mut Superaccumulator, column: usize, n: usize) {
        for row in self.kept() {
            // SAFETY: handed on to the caller.
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
    // SAFETY: handed on to the caller.
    let (mut rows, mut any_open) =
        unsafe { expand(&kept[..number], &expansions[..with], n, into, open) };
    for chunk in chunks.iter().filter(|chunk| chunk.recorded > 0) {
        // SAFETY: handed on to the caller.
        unsafe { chunk.recorded() }.for_each(|column| open[column] = 1);
        any_open = true;
    }
    let mut records = Vec::new();
    let marks = open[..if any_open { n } else { 0 }].iter_mut().enumerate();
    let marked = marks.filter_map(|(i, open)| (std::mem::take(open) != 0).then_some(i));
    for column in marked {
        let mut sum = Superaccumulator::default();
        // SAFETY: handed on to the caller.
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
    // SAFETY: handed on to the caller.
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
unsafe fn round_chunk<T: Exact>(chunk: &Chunk<T>, n: usize, sums: &mut [T; CHUNK]) {
    let components = chunk.components.expect("a partial of more ranks than are kept");
    let mut open = [0; CHUNK];
    // SAFETY: handed on to the caller.
    if unsafe { round(components, n, sums, &mut open) } {
        for column in (0..n).filter(|column| open[*column] != 0) {
            let mut sum = Superaccumulator::default();
            add_components(&mut sum, components, column, n);
            sums[column] = T::rounded(sum);
        }
    }
    // SAFETY: handed on to the caller.
    for (i, column) in unsafe { chunk.recorded() }.enumerate() {
        // SAFETY: likewise.
        sums[column] = T::rounded(unsafe { chunk.record(i) });
    }
}

impl ExactSum {
    /// As [`Partials::merge`], of n numbers.
    unsafe fn merge_as<T: Exact>(
        &self,
        one: Partial<'_>,
        other: Partial<'_>,
        n: usize,
        into: *mut u8,
    ) {
        let mut sources = [one, other].map(|partial| Source::<T>::new(partial, n));
        let (mut end, mut open) = (into.wrapping_add(HEAD), [0; CHUNK]);
        for from in (0..n).step_by(CHUNK) {
            let columns = CHUNK.min(n - from);
            // SAFETY: so many columns are left in both, and room for them.
            unsafe {
                let chunks = sources.each_mut().map(|source| source.next(columns));
                end = merge_chunk(chunks, columns, end, &mut open);
            }
        }
        // SAFETY: the partial's first bytes.
        unsafe { into.cast::<u64>().write((end.addr() - into.addr()) as u64) };
    }

    /// As [`Partials::finish`], of n numbers of more ranks than are kept.
    unsafe fn finish_as<T: Exact>(&self, partial: *const u8, n: usize, into: *mut u8) {
        let mut source = Source::<T>::Expansions(partial.wrapping_add(HEAD));
        let mut sums = [T::round_pair(0.0, 0.0); CHUNK];
        for from in (0..n).step_by(CHUNK) {
            let columns = CHUNK.min(n - from);
            // SAFETY: so many columns are left, and room for their sums.
            unsafe {
                round_chunk(&source.next(columns), columns, &mut sums);
                let row = sums.as_mut_ptr().cast::<u8>();
                self.canonical(row, columns);
                let bytes = size_of::<T>();
                std::ptr::copy_nonoverlapping(row, into.add(from * bytes), columns * bytes);
            }
        }
    }
}

impl Partials for ExactSum {
    fn most(&self, of: &Ranks, _ranks: usize, n: usize) -> usize {
        let numbers = n * self.components();
        match of.count() {
            count @ ..=KEPT => count * n * Fold::size(self),
            _ => {
                // Components hold any sum of floats: it has at most 128 + 63 + 149 bits.
                let record = if self.format() == Format::Float { 0 } else { RECORD };
                let chunks = numbers.div_ceil(CHUNK);
                HEAD + chunks * HEAD + numbers * (MOST * size_of::<f64>() + record)
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
        one: Partial<'_>,
        other: Partial<'_>,
        _ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Result<(), Fault> {
        // SAFETY: handed on to the caller; the same partials, as numbers of the format.
        unsafe {
            if one.of.count() + other.of.count() <= KEPT {
                contributions::unite(one, other, n * Fold::size(self), into);
                return Ok(());
            }
            let n = n * self.components();
            match self.format() {
                Format::Float => self.merge_as::<f32>(one, other, n, into),
                _ => self.merge_as::<f64>(one, other, n, into),
            }
        }
        Ok(())
    }

    unsafe fn finish(
        &self,
        partial: *mut u8,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Result<(), Fault> {
        // SAFETY: handed on to the caller; the same partial, as numbers of the format.
        unsafe {
            if ranks <= KEPT {
                return contributions::fold(self, partial, ranks, n, into);
            }
            let n = n * self.components();
            match self.format() {
                Format::Float => self.finish_as::<f32>(partial, n, into),
                _ => self.finish_as::<f64>(partial, n, into),
            }
        }
        Ok(())
    }
}
