//! The entries of as many rows of a sparse matrix as a vector has places, side by side.

use super::lanes::width;
use crate::kernel::column_sum::Summand;
use crate::kernel::simd::{Simd, WIDEST};

/// Rows with more entries than so many times the mean and so many more are not multiplied here.
const LONGER: usize = 4;
const LONG: usize = 16;

/// An integer that counts entries and columns.
pub trait Index: Copy {
    fn at(self) -> usize;
}

impl Index for i32 {
    #[inline(always)]
    fn at(self) -> usize {
        self as usize
    }
}

impl Index for i64 {
    #[inline(always)]
    fn at(self) -> usize {
        self as usize
    }
}

/// Row i has the entries `pointers[i]..pointers[i + 1]`: their columns, and their values, each of
/// `COMPONENTS` numbers.
#[derive(Clone, Copy, Debug)]
pub struct Csr<T, I, const COMPONENTS: usize> {
    pub pointers: *const I,
    pub columns: *const I,
    pub values: *const T,
}

impl<T: Summand, I: Index, const COMPONENTS: usize> Csr<T, I, COMPONENTS> {
    /// The entries of a row.
    ///
    /// # Safety
    /// The matrix has the row.
    #[inline(always)]
    pub unsafe fn row(&self, row: usize) -> std::ops::Range<usize> {
        // SAFETY: upheld by the caller.
        unsafe {
            let [begin, end] = [0, 1].map(|i| self.pointers.add(row + i).read_unaligned().at());
            begin..end
        }
    }

    /// The numbers of an entry, and of the vector in its column.
    ///
    /// # Safety
    /// The matrix has the entry, and the vector the column.
    #[inline(always)]
    pub unsafe fn entry(&self, at: usize, x: *const T) -> [[T; COMPONENTS]; 2] {
        // SAFETY: upheld by the caller.
        unsafe {
            let column = self.columns.add(at).read_unaligned().at();
            let number =
                |of: *const T, at: usize| of.cast::<[T; COMPONENTS]>().add(at).read_unaligned();
            [number(self.values, at), number(x, column)]
        }
    }
}

/// Where rows begin, and how many entries they have; none in places without a row.
#[derive(Default)]
pub struct Rows {
    pub count: usize,
    begin: [usize; WIDEST / 8],
    length: [usize; WIDEST / 8],
    /// Of all places.
    pub shortest: usize,
    pub longest: usize,
    /// Places whose row is not much longer than the others.
    pub usual: u32,
    /// All are of one length.
    alike: bool,
}

impl Rows {
    /// Looks at the rows from `first` on. (In place: moved, they would have to be written before vectors
    /// of them are read.)
    ///
    /// # Safety
    /// The matrix has the rows.
    #[inline(always)]
    pub unsafe fn read<S: Simd, T: Summand, I: Index, const COMPONENTS: usize>(
        &mut self,
        matrix: &Csr<T, I, COMPONENTS>,
        first: usize,
        count: usize,
    ) {
        let width = width::<S>();
        (self.count, self.usual, self.alike) = (count, u32::MAX, false);
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
                    (self.shortest, self.longest) = (length, length);
                    return;
                }
            }
            self.length = [0; WIDEST / 8];
            for i in 0..count {
                let entries = matrix.row(first + i);
                (self.begin[i], self.length[i]) = (entries.start, entries.end - entries.start);
            }
        }
        (self.shortest, self.longest) = (self.length[0], self.length[0]);
        for length in &self.length[1..width] {
            self.shortest = self.shortest.min(*length);
            self.longest = self.longest.max(*length);
        }
        // (The mean is not below the shortest.)
        if self.longest > self.shortest * LONGER + LONG {
            self.leave_long();
        }
    }

    /// Whether the place has a row with entries.
    #[inline(always)]
    pub fn has_entries(&self, place: usize) -> bool {
        self.alike || self.length[place] > 0
    }

    #[cold]
    fn leave_long(&mut self) {
        let total: usize = self.length.iter().sum();
        let limit = total / self.count * LONGER + LONG;
        self.longest = 0;
        for (i, length) in self.length.iter_mut().enumerate() {
            if *length > limit {
                (*length, self.shortest) = (0, 0);
                self.usual &= !(1 << i);
            }
            self.longest = self.longest.max(*length);
        }
    }
}

/// An entry and its element of the vector, in each place.
pub struct Numbers<const COMPONENTS: usize> {
    values: [[f64; WIDEST / 8]; COMPONENTS],
    x: [[f64; WIDEST / 8]; COMPONENTS],
    /// The imaginary parts of the values, with the sign reversed.
    minus: [f64; WIDEST / 8],
}

/// Two factors in each place.
type Factors<S> = [S; 2];

impl<const COMPONENTS: usize> Default for Numbers<COMPONENTS> {
    /// Whose products are all -0.0.
    #[inline(always)]
    fn default() -> Self {
        let (zeros, minus_zeros) = ([0.0; WIDEST / 8], [-0.0; WIDEST / 8]);
        Numbers { values: [zeros; COMPONENTS], x: [minus_zeros; COMPONENTS], minus: zeros }
    }
}

impl<const COMPONENTS: usize> Numbers<COMPONENTS> {
    /// Entry k of each row, which all have.
    ///
    /// # Safety
    /// As for [`super::csr::multiply`].
    #[inline(always)]
    pub unsafe fn of_all<S: Simd, T: Summand, I: Index>(
        matrix: &Csr<T, I, COMPONENTS>,
        rows: &Rows,
        k: usize,
        x: *const T,
    ) -> Self {
        let mut numbers = Numbers::default();
        if rows.alike {
            for i in 0..width::<S>() {
                let at = rows.begin[0] + i * rows.longest + k;
                // SAFETY: upheld by the caller; so below.
                numbers.set(i, unsafe { matrix.entry(at, x) });
            }
        } else {
            for i in 0..width::<S>() {
                // SAFETY: as above.
                numbers.set(i, unsafe { matrix.entry(rows.begin[i] + k, x) });
            }
        }
        numbers
    }

    /// Entry k of each row that has it.
    ///
    /// # Safety
    /// As for [`super::csr::multiply`].
    #[inline(always)]
    pub unsafe fn of_some<S: Simd, T: Summand, I: Index>(
        matrix: &Csr<T, I, COMPONENTS>,
        rows: &Rows,
        k: usize,
        x: *const T,
    ) -> Self {
        let mut numbers = Numbers::default();
        for i in 0..width::<S>() {
            if k < rows.length[i] {
                // SAFETY: upheld by the caller.
                numbers.set(i, unsafe { matrix.entry(rows.begin[i] + k, x) });
            }
        }
        numbers
    }

    #[inline(always)]
    fn set<T: Summand>(&mut self, place: usize, [value, x]: [[T; COMPONENTS]; 2]) {
        for component in 0..COMPONENTS {
            self.values[component][place] = value[component].widen();
            self.x[component][place] = x[component].widen();
        }
        if COMPONENTS == 2 {
            self.minus[place] = -value[1].widen();
        }
    }

    /// The products that make up a component: one, or two of which the second one is of complex
    /// numbers. (a + bi)(c + di) has the real part ac + (-b)d and the imaginary part ad + bc.
    #[inline(always)]
    pub unsafe fn factors<S: Simd>(&self, component: usize) -> [Factors<S>; 2] {
        // SAFETY: upheld by the caller; no vector is wider.
        unsafe {
            let (a, c) = (vector(&self.values[0]), vector(&self.x[0]));
            if COMPONENTS == 1 {
                return [[a, c]; 2];
            }
            let d = vector(&self.x[1]);
            match component {
                0 => [[a, c], [vector(&self.minus), d]],
                _ => [[a, d], [vector(&self.values[1]), c]],
            }
        }
    }
}

#[inline(always)]
unsafe fn vector<S: Simd>(numbers: &[f64; WIDEST / 8]) -> S {
    // SAFETY: no vector is wider; the rest is handed on to the caller.
    unsafe { S::load(numbers.as_ptr().cast()) }
}
