//! A sparse matrix in compressed rows (CSR).
//!
//! The numbers are loaded one by one: a gather instruction takes longer on processors whose gathers were
//! made safe in microcode.

use super::entries::{Matrix, Numbers, Rows, Terms};
use samebits_kernel::doubles::width;
use samebits_kernel::simd::{Simd, WIDEST};
use samebits_kernel::summand::Summand;
use std::ops::Range;

/// Rows with more entries than so many times the mean and so many more are not multiplied here.
const LONGER: usize = 4;
const LONG: usize = 16;

/// An integer that counts entries and columns.
pub trait Index: Copy {
    fn at(self) -> usize;
}

macro_rules! index {
    ($($type:ty)*) => {$(
        impl Index for $type {
            #[inline(always)]
            fn at(self) -> usize {
                self as usize
            }
        }
    )*};
}

index!(i32 i64);

/// Row i has the entries `pointers[i]..pointers[i + 1]`: their columns, and their values, each of
/// `COMPONENTS` numbers.
#[derive(Clone, Copy, Debug)]
pub struct Csr<T, I, const COMPONENTS: usize> {
    pub pointers: *const I,
    pub columns: *const I,
    pub values: *const T,
}

impl<T: Summand, I: Index, const COMPONENTS: usize> Csr<T, I, COMPONENTS> {
    /// The entries of consecutive rows.
    ///
    /// # Safety
    /// The matrix has the rows.
    #[inline(always)]
    pub unsafe fn entries(&self, rows: Range<usize>) -> Range<usize> {
        // SAFETY: upheld by the caller.
        let pointer = |row: usize| unsafe { self.pointers.add(row).read_unaligned().at() };
        if rows.is_empty() {
            return 0..0;
        }
        pointer(rows.start)..pointer(rows.end)
    }

    /// Behind the last column of such rows.
    ///
    /// # Safety
    /// The matrix has the rows.
    pub unsafe fn end(&self, rows: Range<usize>) -> usize {
        // SAFETY: upheld by the caller; one of the entries.
        let columns = unsafe { self.entries(rows) }.map(|at| unsafe { self.column(at) } + 1);
        columns.max().unwrap_or(0)
    }

    /// The column of an entry.
    ///
    /// # Safety
    /// The matrix has the entry.
    #[inline(always)]
    pub unsafe fn column(&self, at: usize) -> usize {
        // SAFETY: upheld by the caller.
        unsafe { self.columns.add(at).read_unaligned().at() }
    }

    /// The numbers of an entry.
    ///
    /// # Safety
    /// The matrix has the entry.
    #[inline(always)]
    pub unsafe fn value(&self, at: usize) -> [T; COMPONENTS] {
        // SAFETY: upheld by the caller.
        unsafe { self.values.cast::<[T; COMPONENTS]>().add(at).read_unaligned() }
    }

    /// The numbers of an entry, and of the vector in its column.
    ///
    /// # Safety
    /// The matrix has the entry, and the vector the column.
    #[inline(always)]
    unsafe fn entry(&self, at: usize, x: *const T) -> [[T; COMPONENTS]; 2] {
        // SAFETY: upheld by the caller.
        unsafe {
            let x = x.cast::<[T; COMPONENTS]>().add(self.column(at));
            [self.value(at), x.read_unaligned()]
        }
    }
}

/// Where rows begin, and how many entries they have; none in places without a row.
#[derive(Default)]
pub struct CsrRows {
    rows: Rows,
    begin: [usize; WIDEST / 8],
    length: [usize; WIDEST / 8],
    /// All are of one length.
    alike: bool,
}

impl CsrRows {
    /// Looks at the rows from `first` on. (In place: moved, they would have to be written before vectors
    /// of them are read.)
    ///
    /// # Safety
    /// The matrix has the rows.
    #[inline(always)]
    unsafe fn read<S: Simd, T: Summand, I: Index, const COMPONENTS: usize>(
        &mut self,
        matrix: &Csr<T, I, COMPONENTS>,
        first: usize,
        count: usize,
    ) {
        let width = width::<S>();
        self.rows = Rows { count, usual: u32::MAX, ..Rows::default() };
        self.alike = false;
        // SAFETY: upheld by the caller.
        unsafe {
            if count == width {
                let pointer = |i: usize| matrix.pointers.add(first + i).read_unaligned().at();
                let begin = pointer(0);
                let (length, mut others) = (pointer(1).wrapping_sub(begin), 0);
                for i in 2..=width {
                    others |= pointer(i) ^ length.wrapping_mul(i).wrapping_add(begin);
                }
                if others == 0 && length > 0 {
                    (self.begin[0], self.alike) = (begin, true);
                    (self.rows.shortest, self.rows.longest) = (length, length);
                    return;
                }
            }
            self.length = [0; WIDEST / 8];
            for i in 0..count {
                let entries = matrix.entries(first + i..first + i + 1);
                (self.begin[i], self.length[i]) = (entries.start, entries.end - entries.start);
            }
        }
        (self.rows.shortest, self.rows.longest) = (self.length[0], self.length[0]);
        for length in &self.length[1..width] {
            self.rows.shortest = self.rows.shortest.min(*length);
            self.rows.longest = self.rows.longest.max(*length);
        }
        // (The mean is not below the shortest.)
        if self.rows.longest > self.rows.shortest * LONGER + LONG {
            self.leave_long();
        }
    }

    #[cold]
    fn leave_long(&mut self) {
        let total: usize = self.length.iter().sum();
        let limit = total / self.rows.count * LONGER + LONG;
        self.rows.longest = 0;
        for (i, length) in self.length.iter_mut().enumerate() {
            if *length > limit {
                (*length, self.rows.shortest) = (0, 0);
                self.rows.usual &= !(1 << i);
            }
            self.rows.longest = self.rows.longest.max(*length);
        }
    }
}

impl<T: Summand, I: Index, const COMPONENTS: usize> Matrix<T, COMPONENTS>
    for Csr<T, I, COMPONENTS>
{
    type Some = CsrRows;

    #[inline(always)]
    unsafe fn read<S: Simd>(&self, some: &mut CsrRows, first: usize, count: usize) -> Rows {
        // SAFETY: upheld by the caller; so below.
        unsafe { some.read::<S, T, I, COMPONENTS>(self, first, count) };
        Rows { none_empty: some.rows.shortest > 0, ..some.rows }
    }

    #[inline(always)]
    fn has_entries(&self, some: &CsrRows, place: usize) -> bool {
        some.alike || some.length[place] > 0
    }

    #[inline(always)]
    unsafe fn all<S: Simd>(&self, some: &CsrRows, k: usize, x: *const T) -> Terms<S, COMPONENTS> {
        let mut numbers = Numbers::<COMPONENTS>::default();
        if some.alike {
            for i in 0..width::<S>() {
                let at = some.begin[0] + i * some.rows.longest + k;
                // SAFETY: as above; so below.
                numbers.set(i, unsafe { self.entry(at, x) });
            }
        } else {
            for i in 0..width::<S>() {
                // SAFETY: as above.
                numbers.set(i, unsafe { self.entry(some.begin[i] + k, x) });
            }
        }
        // SAFETY: as above.
        unsafe { numbers.factors() }
    }

    #[inline(always)]
    unsafe fn some<S: Simd>(&self, some: &CsrRows, k: usize, x: *const T) -> Terms<S, COMPONENTS> {
        let mut numbers = Numbers::<COMPONENTS>::default();
        for i in 0..width::<S>() {
            if k < some.length[i] {
                // SAFETY: as above.
                numbers.set(i, unsafe { self.entry(some.begin[i] + k, x) });
            }
        }
        // SAFETY: as above.
        unsafe { numbers.factors() }
    }

    unsafe fn row(
        &self,
        row: usize,
        x: *const T,
        [values, elements]: &mut [Vec<[T; COMPONENTS]>; 2],
    ) {
        // SAFETY: as above.
        unsafe {
            for at in self.entries(row..row + 1) {
                let [value, element] = self.entry(at, x);
                values.push(value);
                elements.push(element);
            }
        }
    }
}
