//! A sparse matrix in compressed rows (CSR) times a vector, as compensated sums.
//!
//! Each place of a vector register has a row of its own, so nothing is added up across places, and
//! rows are rounded side by side. The numbers are loaded one by one: a gather instruction takes
//! longer on processors whose gathers were made safe in microcode. Where a row has ended before
//! others its place multiplies 0.0 by -0.0, which changes no sum.
//!
//! Cost: a step of [`Products`] for each entry of the longest of as many rows as a vector has
//! places, 4 steps of complex ones, and 3 loads for each entry.

use super::lanes::{all, doubles, width};
use super::products::Products;
use crate::kernel::column_sum::Summand;
use crate::kernel::products::SAFE;
use crate::kernel::simd::{for_each_unit, Simd, WIDEST};

/// The maximum number of rows of a call.
pub const BLOCK: usize = 256;

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

/// The rows of a block whose sums are not proven, in ascending order.
#[derive(Debug)]
pub struct Open {
    pub count: usize,
    pub rows: [u16; BLOCK],
}

impl Default for Open {
    fn default() -> Open {
        Open { count: 0, rows: [0; BLOCK] }
    }
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

for_each_unit! {
    /// Writes the products of n ≤ [`BLOCK`] rows, from `first` on, with the vector x to y, and those
    /// that are not proven to `open`.
    ///
    /// # Safety
    /// The matrix has the rows, x as many elements as its columns demand, and y space for n; at any
    /// address. y lies apart from all of them. The environment is the default one.
    pub multiply[T: Summand, I: Index, const COMPONENTS: usize][T, I, COMPONENTS](
        matrix: &Csr<T, I, COMPONENTS>, first: usize, n: usize,
        x: *const T, y: *mut T, open: &mut Open
    ) -> () = multiply_in
}

#[inline(always)]
unsafe fn multiply_in<S: Simd, T: Summand, I: Index, const COMPONENTS: usize>(
    matrix: &Csr<T, I, COMPONENTS>,
    first: usize,
    n: usize,
    x: *const T,
    y: *mut T,
    open: &mut Open,
) {
    open.count = 0;
    for from in (0..n).step_by(width::<S>()) {
        let rows = width::<S>().min(n - from);
        // SAFETY: some of the rows.
        unsafe { step::<S, T, I, COMPONENTS>(matrix, first, from, rows, x, y, open) };
    }
}

/// The products of as many rows as a vector has places, or fewer.
#[inline(always)]
unsafe fn step<S: Simd, T: Summand, I: Index, const COMPONENTS: usize>(
    matrix: &Csr<T, I, COMPONENTS>,
    first: usize,
    from: usize,
    rows: usize,
    x: *const T,
    y: *mut T,
    open: &mut Open,
) {
    // SAFETY: upheld by the caller.
    unsafe {
        let (mut begin, mut length) = ([0; WIDEST / 8], [0; WIDEST / 8]);
        for i in 0..rows {
            let entries = matrix.row(first + from + i);
            (begin[i], length[i]) = (entries.start, entries.end - entries.start);
        }
        // What is much longer than the others is left to the caller.
        let total: usize = length[..rows].iter().sum();
        let limit = total / rows * LONGER + LONG;
        let mut proven = u32::MAX;
        for (i, length) in length.iter_mut().enumerate() {
            if *length > limit {
                (*length, proven) = (0, proven & !(1 << i));
            }
        }
        let (mut shortest, mut longest) = (length[0], length[0]);
        for length in &length[1..width::<S>()] {
            (shortest, longest) = (shortest.min(*length), longest.max(*length));
        }
        let mut sums = [Products::<S>::none(); COMPONENTS];
        let mut numbers = Numbers::default();
        if shortest > 0 {
            for (i, begin) in begin.iter().enumerate().take(width::<S>()) {
                numbers.set(i, matrix.entry(*begin, x));
            }
            sums = numbers.first::<S, T>();
        }
        for k in 1..shortest {
            for (i, begin) in begin.iter().enumerate().take(width::<S>()) {
                numbers.set(i, matrix.entry(begin + k, x));
            }
            numbers.add_to::<S, T>(&mut sums, None);
        }
        for k in shortest..longest {
            let mut beside = [f64::INFINITY; WIDEST / 8];
            numbers = Numbers::default();
            for i in 0..width::<S>() {
                if k < length[i] {
                    numbers.set(i, matrix.entry(begin[i] + k, x));
                    beside[i] = 0.0;
                }
            }
            numbers.add_to::<S, T>(&mut sums, Some(vector(&beside)));
        }
        for (component, sums) in sums.iter().enumerate() {
            let (rounded, decided) = sums.lanes.round::<T>();
            let large = sums.smallest.smaller_f64(all(SAFE)).equal_f64(all(SAFE));
            proven &= decided & large;
            let rounded = doubles(rounded);
            for i in 0..rows {
                // A row without entries has no -0.0.
                let number = if length[i] == 0 { 0.0 } else { rounded[i] };
                let to = y.add((from + i) * COMPONENTS + component);
                to.write_unaligned(T::round_pair(number, 0.0));
            }
        }
        if proven & ((1 << rows) - 1) != (1 << rows) - 1 {
            for i in (0..rows).filter(|i| proven >> i & 1 == 0) {
                open.rows[open.count] = (from + i) as u16;
                open.count += 1;
            }
        }
    }
}

/// An entry and its element of the vector, in each place.
struct Numbers<const COMPONENTS: usize> {
    values: [[f64; WIDEST / 8]; COMPONENTS],
    x: [[f64; WIDEST / 8]; COMPONENTS],
    /// The imaginary parts of the values, with the sign reversed.
    minus: [f64; WIDEST / 8],
}

impl<const COMPONENTS: usize> Default for Numbers<COMPONENTS> {
    /// Whose products are all -0.0.
    #[inline(always)]
    fn default() -> Self {
        let (zeros, minus_zeros) = ([0.0; WIDEST / 8], [-0.0; WIDEST / 8]);
        Numbers { values: [zeros; COMPONENTS], x: [minus_zeros; COMPONENTS], minus: zeros }
    }
}

impl<const COMPONENTS: usize> Numbers<COMPONENTS> {
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

    /// The sums of these products only.
    #[inline(always)]
    unsafe fn first<S: Simd, T: Summand>(&self) -> [Products<S>; COMPONENTS] {
        // SAFETY: upheld by the caller.
        unsafe {
            let mut sums = [Products::none(); COMPONENTS];
            if COMPONENTS == 1 {
                sums[0] = Products::of::<T>(vector(&self.values[0]), vector(&self.x[0]), None);
            } else {
                self.add_to::<S, T>(&mut sums, None);
            }
            sums
        }
    }

    /// (a + bi)(c + di) has the real part ac + (-b)d and the imaginary part ad + bc.
    #[inline(always)]
    unsafe fn add_to<S: Simd, T: Summand>(
        &self,
        sums: &mut [Products<S>; COMPONENTS],
        beside: Option<S>,
    ) {
        // SAFETY: upheld by the caller; no vector is wider.
        unsafe {
            let (a, c) = (vector(&self.values[0]), vector(&self.x[0]));
            sums[0].add::<T>(a, c, beside);
            if COMPONENTS == 2 {
                let (b, d) = (vector(&self.values[1]), vector(&self.x[1]));
                sums[0].add::<T>(vector(&self.minus), d, beside);
                sums[1].add::<T>(a, d, beside);
                sums[1].add::<T>(b, c, beside);
            }
        }
    }
}

#[inline(always)]
unsafe fn vector<S: Simd>(numbers: &[f64; WIDEST / 8]) -> S {
    // SAFETY: no vector is wider; the rest is handed on to the caller.
    unsafe { S::load(numbers.as_ptr().cast()) }
}
