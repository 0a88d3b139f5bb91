//! A sparse matrix of doubles by slices of [`HEIGHT`] rows (SELL-C: Kreutzer, Hager, Wellein, Fehske,
//! Bishop 2014): an entry of each row of a slice lies beside that of the others, so that vectors are
//! loaded as they are. Where a row has none there, is padding.
//!
//! Entries on one diagonal are put side by side, if that takes little more space: then the elements of x
//! that they are multiplied by are side by side, too. So it is with most entries of stencils. Others are
//! entry 0 of each row, entry 1, and so on, and their elements are gathered.
//!
//! Memory: 12 bytes for each entry, padding included, and 4 for each row.

use super::csr::{Csr, Index};
use super::entries::{Matrix, Rows, Terms};
use samebits_kernel::doubles::width;
use samebits_kernel::simd::Simd;
use std::ops::Range;

/// Rows of a slice: those of the widest vector.
const HEIGHT: usize = 8;

/// What padding may be of all entries, before it takes longer than it gains: two of five. (In integers,
/// which raise no flags.)
const MOST_PADDING: [usize; 2] = [2, 5];

/// By diagonals a slice may be longer than its longest row by this part of it.
const LONGER_BY_DIAGONALS: usize = 4;

/// The first places of a slice, which [`Slice`] has bits for.
const WITH_BITS: usize = u64::BITS as usize;

#[derive(Clone, Copy, Default)]
struct Slice {
    /// Where its entries are.
    begin: usize,
    length: u32,
    /// Every row has an entry in the first so many places.
    whole: u32,
    /// A bit for each of the first places: the columns of their entries are consecutive, and so may those
    /// of padding be read.
    consecutive: u64,
    /// A bit for each row without any entry.
    empty: u32,
}

/// Of an entry of each row of a slice. Of padding all bits are inverted.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Columns([i32; HEIGHT]);

/// Of padding it is 0.0.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Values([f64; HEIGHT]);

pub struct Slices {
    rows: usize,
    /// The matrix' first entry.
    first: usize,
    slices: Vec<Slice>,
    columns: Vec<Columns>,
    values: Vec<Values>,
}

/// A vector with space for n elements, if there is memory.
fn vector<E>(n: usize) -> Option<Vec<E>> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(n).ok()?;
    Some(vector)
}

/// The entries of a slice of a matrix, which are taken place by place.
struct Cursors {
    entries: [Range<usize>; HEIGHT],
    by_diagonals: bool,
}

impl Cursors {
    /// Safety: the matrix has the rows.
    unsafe fn new<I: Index>(matrix: &Csr<f64, I, 1>, rows: Range<usize>) -> Cursors {
        let entries = |i: usize| match rows.start + i < rows.end {
            // SAFETY: upheld by the caller.
            true => unsafe { matrix.entries(rows.start + i..rows.start + i + 1) },
            false => 0..0,
        };
        Cursors { entries: std::array::from_fn(entries), by_diagonals: false }
    }

    /// A bit for each row without entries.
    fn empty(&self) -> u32 {
        let empty = |(i, at): (usize, &Range<usize>)| u32::from(at.is_empty()) << i;
        self.entries.iter().enumerate().map(empty).sum()
    }

    fn longest(&self) -> usize {
        self.entries.iter().map(ExactSizeIterator::len).max().unwrap_or(0)
    }

    /// The columns of the next place, or nothing where there are no more entries. Those of padding are
    /// inverted. Safety: as above; each is called with the same matrix.
    unsafe fn next<I: Index>(&mut self, matrix: &Csr<f64, I, 1>) -> Option<[i32; HEIGHT]> {
        // SAFETY: one of the entries.
        let of = |at: &Range<usize>| unsafe { matrix.column(at.start) } as i64;
        let begun = self.entries.iter().enumerate().filter(|(_, at)| !at.is_empty());
        let (first, at) = begun.clone().next()?;
        let mut columns = [!(of(at) as i32); HEIGHT];
        if self.by_diagonals {
            let diagonals = begun.map(|(i, at)| of(at) - i as i64);
            let diagonal = diagonals.min().unwrap_or_default();
            for (i, at) in self.entries.iter_mut().enumerate() {
                let here = diagonal + i as i64;
                let taken = at.start < at.end && of(at) == here;
                at.start += usize::from(taken);
                columns[i] = if taken { here as i32 } else { !(here as i32) };
            }
            return Some(columns);
        }
        for (i, at) in self.entries.iter_mut().enumerate().skip(first) {
            if at.start < at.end {
                columns[i] = of(at) as i32;
                at.start += 1;
            }
        }
        Some(columns)
    }

    /// Of how many places a slice is, by diagonals if that is not too long, and whether it is. Safety: as
    /// above; `end` is behind the last column of all.
    unsafe fn length<I: Index>(mut self, matrix: &Csr<f64, I, 1>, end: usize) -> (usize, bool) {
        let longest = self.longest();
        let (limit, mut n) = (longest + longest / LONGER_BY_DIAGONALS, 0);
        self.by_diagonals = true;
        // SAFETY: upheld by the caller.
        while let Some(columns) = unsafe { self.next(matrix) } {
            let [first, last] = [columns[0], columns[HEIGHT - 1]].map(column);
            n += 1;
            if n > limit || last - first != HEIGHT as i32 - 1 || last as usize >= end {
                return (longest, false);
            }
        }
        (n, true)
    }
}
impl Slices {
    /// n rows of a matrix; or nothing where much would be padding, a column is not below 2^31 - 1, or memory
    /// is refused.
    ///
    /// # Safety
    /// The matrix has the rows.
    pub unsafe fn of<I: Index>(matrix: &Csr<f64, I, 1>, n: usize) -> Option<Slices> {
        let of_slice = |number: usize| number * HEIGHT..n.min(number * HEIGHT + HEIGHT);
        let mut slices = vector(n.div_ceil(HEIGHT))?;
        // SAFETY: upheld by the caller; so below.
        let (entries, end) = unsafe { (matrix.entries(0..n), matrix.end(0..n)) };
        i32::try_from(end).ok()?;
        let (mut begin, mut by_diagonals) = (0, Vec::new());
        by_diagonals.try_reserve_exact(slices.capacity()).ok()?;
        for number in 0..n.div_ceil(HEIGHT) {
            // SAFETY: as above.
            let (length, way) =
                unsafe { Cursors::new(matrix, of_slice(number)).length(matrix, end) };
            by_diagonals.push(way);
            let length = u32::try_from(length).ok()?;
            slices.push(Slice { begin, length, ..Slice::default() });
            begin += length as usize;
        }
        let all = begin * HEIGHT;
        if (all - entries.len()) * MOST_PADDING[1] > all * MOST_PADDING[0] {
            return None;
        }
        let (mut columns, mut values) = (vector(begin)?, vector(begin)?);
        values.resize(begin, Values([0.0; HEIGHT]));
        for (number, slice) in slices.iter_mut().enumerate() {
            // SAFETY: as above; so below.
            let mut cursors = unsafe { Cursors::new(matrix, of_slice(number)) };
            cursors.by_diagonals = by_diagonals[number];
            slice.empty = cursors.empty();
            // SAFETY: as above.
            while let Some(place) = unsafe { cursors.next(matrix) } {
                slice.notice((columns.len() - slice.begin) as u32, &place);
                columns.push(Columns(place));
            }
        }
        let mut all = Slices { rows: n, first: entries.start, slices, columns, values };
        // SAFETY: as above.
        unsafe { all.set_values(matrix.values) };
        Some(all)
    }

    /// Takes other values for the same entries, in their order.
    ///
    /// # Safety
    /// The values are those of all entries of the matrix that these are of, at any address.
    pub unsafe fn set_values(&mut self, values: *const f64) {
        let mut end = self.first;
        for slice in &self.slices {
            let places = slice.begin..slice.begin + slice.length as usize;
            let (columns, to) = (&self.columns[places.clone()], &mut self.values[places]);
            let mut lengths = [0; HEIGHT];
            for of in columns {
                for (length, column) in lengths.iter_mut().zip(of.0) {
                    *length += i32::from(column >= 0);
                }
            }
            let mut at = lengths.map(|length| {
                end += length as usize;
                end - length as usize
            });
            for (of, to) in columns.iter().zip(to) {
                for ((column, to), at) in of.0.iter().zip(&mut to.0).zip(&mut at) {
                    if *column >= 0 {
                        // SAFETY: one of the entries.
                        *to = unsafe { values.add(*at).read_unaligned() };
                        *at += 1;
                    }
                }
            }
        }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    /// What is at place k of some rows: values, and columns.
    #[inline(always)]
    fn at(&self, some: &SomeRows, k: usize) -> (*const f64, *const i32) {
        let (at, row) = (some.slice.begin + k, some.row);
        let values = self.values.as_ptr().wrapping_add(at).cast::<f64>();
        let columns = self.columns.as_ptr().wrapping_add(at).cast::<i32>();
        (values.wrapping_add(row), columns.wrapping_add(row))
    }
}

impl Slice {
    /// Takes the next place, k.
    fn notice(&mut self, k: u32, columns: &[i32; HEIGHT]) {
        self.whole += u32::from(self.whole == k && columns.iter().all(|column| *column >= 0));
        let consecutive = |two: &[i32]| column(two[0]).checked_add(1) == Some(column(two[1]));
        if (k as usize) < WITH_BITS && columns.windows(2).all(consecutive) {
            self.consecutive |= 1 << k;
        }
    }

    #[inline(always)]
    fn is_consecutive(&self, k: usize) -> bool {
        k < WITH_BITS && self.consecutive >> k & 1 == 1
    }
}

/// A column, or that of padding, which may be read.
#[inline(always)]
fn column(stored: i32) -> i32 {
    stored ^ (stored >> 31)
}

/// Some rows of a slice, from one on.
#[derive(Default)]
pub struct SomeRows {
    slice: Slice,
    row: usize,
}

impl Matrix<f64, 1> for Slices {
    type Some = SomeRows;

    #[inline(always)]
    unsafe fn read<S: Simd>(&self, some: &mut SomeRows, first: usize, count: usize) -> Rows {
        const { assert!(HEIGHT.is_multiple_of(width::<S>())) };
        // SAFETY: upheld by the caller; so below.
        let slice = unsafe { *self.slices.get_unchecked(first / HEIGHT) };
        *some = SomeRows { slice, row: first % HEIGHT };
        let (shortest, longest) = (slice.whole as usize, slice.length as usize);
        Rows { count, shortest, longest, none_empty: slice.empty == 0, usual: u32::MAX }
    }

    #[inline(always)]
    fn has_entries(&self, some: &SomeRows, place: usize) -> bool {
        some.slice.empty >> (some.row + place) & 1 == 0
    }

    #[inline(always)]
    unsafe fn all<S: Simd>(&self, some: &SomeRows, k: usize, x: *const f64) -> Terms<S, 1> {
        let (values, columns) = self.at(some, k);
        // SAFETY: as above.
        unsafe {
            let x = match some.slice.is_consecutive(k) {
                true => S::load(x.add(*columns as usize).cast()),
                false => S::gather_f64(x, columns),
            };
            [[[S::load(values.cast()), x]; 2]]
        }
    }

    #[inline(always)]
    unsafe fn some<S: Simd>(&self, some: &SomeRows, k: usize, x: *const f64) -> Terms<S, 1> {
        let (values, columns) = self.at(some, k);
        // SAFETY: as above.
        unsafe {
            let x = match some.slice.is_consecutive(k) {
                true => S::load(x.add(column(*columns) as usize).cast()),
                false => S::gather_f64(x, columns),
            };
            let x = x.unless_negative_f64(columns, -0.0);
            [[[S::load(values.cast()), x]; 2]]
        }
    }

    unsafe fn row(&self, row: usize, x: *const f64, [values, elements]: &mut [Vec<[f64; 1]>; 2]) {
        let (slice, row) = (&self.slices[row / HEIGHT], row % HEIGHT);
        let places = slice.begin..slice.begin + slice.length as usize;
        for (of, columns) in self.values[places.clone()].iter().zip(&self.columns[places]) {
            if columns.0[row] >= 0 {
                values.push([of.0[row]]);
                // SAFETY: as above.
                elements.push([unsafe { x.add(columns.0[row] as usize).read_unaligned() }]);
            }
        }
    }
}
