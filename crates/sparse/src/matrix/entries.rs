//! The entries of as many rows of a sparse matrix as a vector has places, side by side: what
//! [`super::multiply`] needs of a matrix, however it is stored.

use samebits_kernel::simd::{Simd, WIDEST};
use samebits_kernel::summand::Summand;

/// Two factors in each place, of each product that a component consists of: one, or two of which the
/// second one is of complex numbers.
pub type Terms<S, const COMPONENTS: usize> = [[[S; 2]; 2]; COMPONENTS];

/// Some rows.
#[derive(Clone, Copy, Default)]
pub struct Rows {
    /// As many as a vector has places, or fewer.
    pub count: usize,
    /// Entries that every place has, the first ones, and those of the longest: none in places without a
    /// row.
    pub shortest: usize,
    pub longest: usize,
    /// No place is without entries.
    pub none_empty: bool,
    /// Places whose row is not much longer than the others.
    pub usual: u32,
}

/// A sparse matrix.
///
/// In its methods `some` are the rows that were read last, into it, with the same vectors.
pub trait Matrix<T, const COMPONENTS: usize> {
    /// What is known of some rows.
    type Some: Default;

    /// Looks at the rows from `first` on, as many as a vector has places or fewer. (In place: moved,
    /// what is known would have to be written before vectors of it are read.)
    ///
    /// # Safety
    /// The matrix has the rows.
    unsafe fn read<S: Simd>(&self, some: &mut Self::Some, first: usize, count: usize) -> Rows;

    /// Whether the place has a row with entries.
    fn has_entries(&self, some: &Self::Some, place: usize) -> bool;

    /// The factors of entry k of each row, which all have, for each component.
    ///
    /// # Safety
    /// Entry k of each row is there, and in x the elements of their columns, at any address.
    unsafe fn all<S: Simd>(&self, some: &Self::Some, k: usize, x: *const T)
        -> Terms<S, COMPONENTS>;

    /// The same of the rows that have it; in other places the products are -0.0, which changes no sum.
    ///
    /// # Safety
    /// In x are the elements of the columns, at any address.
    unsafe fn some<S: Simd>(
        &self,
        some: &Self::Some,
        k: usize,
        x: *const T,
    ) -> Terms<S, COMPONENTS>;

    /// Appends the values of a row, and the elements of x that they are multiplied by.
    ///
    /// # Safety
    /// The matrix has the row, and x the elements of its columns, at any address.
    unsafe fn row(&self, row: usize, x: *const T, to: &mut [Vec<[T; COMPONENTS]>; 2]);
}

/// An entry and its element of the vector, in each place.
pub struct Numbers<const COMPONENTS: usize> {
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
    pub fn set<T: Summand>(&mut self, place: usize, [value, x]: [[T; COMPONENTS]; 2]) {
        for component in 0..COMPONENTS {
            self.values[component][place] = value[component].widen();
            self.x[component][place] = x[component].widen();
        }
        if COMPONENTS == 2 {
            self.minus[place] = -value[1].widen();
        }
    }

    /// (a + bi)(c + di) has the real part ac + (-b)d and the imaginary part ad + bc.
    ///
    /// # Safety
    /// The processor has the vector unit.
    #[inline(always)]
    pub unsafe fn factors<S: Simd>(&self) -> Terms<S, COMPONENTS> {
        // SAFETY: upheld by the caller; no vector is wider.
        unsafe {
            let (a, c) = (vector(&self.values[0]), vector(&self.x[0]));
            let mut all = [[[a, c]; 2]; COMPONENTS];
            if COMPONENTS == 2 {
                let d = vector(&self.x[1]);
                all[0][1] = [vector(&self.minus), d];
                all[1] = [[a, d], [vector(&self.values[1]), c]];
            }
            all
        }
    }
}

#[inline(always)]
unsafe fn vector<S: Simd>(numbers: &[f64; WIDEST / 8]) -> S {
    // SAFETY: no vector is wider; the rest is handed on to the caller.
    unsafe { S::load(numbers.as_ptr().cast()) }
}
