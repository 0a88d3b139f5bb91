//! A sparse matrix times a vector, as compensated sums.
//!
//! Each place of a vector register has a row of its own, so nothing is added up across places, and
//! rows are rounded side by side. Where a row has ended before others its place multiplies 0.0 by
//! -0.0, which changes no sum.
//!
//! Doubles are added up by [`Dot2`] first. Rows that this does not prove are by [`Products`], together
//! with those beside them; so are floats. What proves a row unless a product has underflowed is believed
//! until the block's end, where the processor's flag says whether any has. So zeros cost nothing.
//!
//! Cost: a step of [`Dot2`] for each entry of the longest of as many rows as a vector has places, 4
//! steps of complex ones, and what it takes to load it.

use super::dot2::{Dot2, Proven};
use super::entries::{Factors, Matrix, Rows};
use super::lanes::{all, doubles, width};
use super::products::Products;
use crate::kernel::column_sum::Summand;
use crate::kernel::fpenv::underflow;
use crate::kernel::kind::Format;
use crate::kernel::products::SAFE;
use crate::kernel::simd::{for_each_unit, Simd, WIDEST};

/// The maximum number of rows of a call.
pub const BLOCK: usize = 256;

/// The rows of a block whose sums are not proven, each once.
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

for_each_unit! {
    /// Writes the products of n ≤ [`BLOCK`] rows, from `first` on, with the vector x to y, and those
    /// that are not proven to `open`.
    ///
    /// # Safety
    /// The matrix has the rows, x as many elements as its columns demand, and y space for n; at any
    /// address. y lies apart from all of them. The environment is the default one.
    pub multiply[T: Summand, M: Matrix<T, COMPONENTS>, const COMPONENTS: usize][T, M, COMPONENTS](
        matrix: &M, first: usize, n: usize,
        x: *const T, y: *mut T, open: &mut Open
    ) -> () = multiply_in
}

#[inline(always)]
unsafe fn multiply_in<S: Simd, T: Summand, M: Matrix<T, COMPONENTS>, const COMPONENTS: usize>(
    matrix: &M,
    first: usize,
    n: usize,
    x: *const T,
    y: *mut T,
    open: &mut Open,
) {
    open.count = 0;
    let width = width::<S>();
    // Steps with rows that are proven unless a product underflowed, as bits.
    let (mut unless_underflow, mut failed) = (0u128, 0);
    let mut some = M::Some::default();
    underflow::lower();
    for step in 0..n.div_ceil(width) {
        let from = step * width;
        // SAFETY: some of the rows.
        unsafe {
            let rows = matrix.read::<S>(&mut some, first + from, width.min(n - from));
            let to = y.add(from * COMPONENTS);
            // Of floats [`Products`] are as fast; and where much is not proven there is no point.
            if T::FORMAT == Format::Double && failed <= 2 + step / 2 {
                let all = (1 << rows.count) - 1;
                let proven = quickly::<S, T, M, COMPONENTS>(matrix, (&rows, &some), x, to);
                if proven.surely & all == all {
                    continue;
                }
                if proven.unless_underflow & all == all {
                    unless_underflow |= 1 << step;
                    continue;
                }
                failed += 1;
            }
            carefully::<S, T, M, COMPONENTS>(matrix, (&rows, &some), x, to, from, open);
        }
    }
    if unless_underflow != 0 && underflow::raised() {
        for step in (0..n.div_ceil(width)).filter(|step| unless_underflow >> step & 1 == 1) {
            let from = step * width;
            // SAFETY: as above.
            unsafe {
                let rows = matrix.read::<S>(&mut some, first + from, width.min(n - from));
                let to = y.add(from * COMPONENTS);
                carefully::<S, T, M, COMPONENTS>(matrix, (&rows, &some), x, to, from, open);
            }
        }
    }
}

/// The products of as many rows as a vector has places, or fewer, by [`Dot2`].
#[inline(always)]
unsafe fn quickly<S: Simd, T: Summand, M: Matrix<T, COMPONENTS>, const COMPONENTS: usize>(
    matrix: &M,
    (rows, some): (&Rows, &M::Some),
    x: *const T,
    y: *mut T,
) -> Proven {
    // SAFETY: upheld by the caller.
    unsafe {
        let mut sums = [Dot2::<S>::none(); COMPONENTS];
        if rows.shortest > 0 {
            let factors = matrix.all::<S>(some, 0, x);
            for (sum, [first, second]) in sums.iter_mut().zip(factors) {
                *sum = Dot2::of(first[0], first[1]);
                if COMPONENTS == 2 {
                    sum.add(second[0], second[1]);
                }
            }
        }
        for k in 1..rows.shortest {
            add_quickly(&mut sums, &matrix.all::<S>(some, k, x));
        }
        for k in rows.shortest..rows.longest {
            add_quickly(&mut sums, &matrix.some::<S>(some, k, x));
        }
        let mut proven = Proven { surely: rows.usual, unless_underflow: rows.usual };
        for (component, sum) in sums.into_iter().enumerate() {
            let (rounded, now) = sum.round(COMPONENTS * rows.longest);
            proven.surely &= now.surely;
            proven.unless_underflow &= now.unless_underflow;
            put::<S, T, M, COMPONENTS>(matrix, rounded, (rows, some), y, component);
        }
        proven
    }
}

#[inline(always)]
unsafe fn add_quickly<S: Simd, const COMPONENTS: usize>(
    sums: &mut [Dot2<S>; COMPONENTS],
    factors: &[[Factors<S>; 2]; COMPONENTS],
) {
    for (sum, factors) in sums.iter_mut().zip(factors) {
        // SAFETY: upheld by the caller.
        unsafe {
            for [a, b] in factors.iter().take(COMPONENTS) {
                sum.add(*a, *b);
            }
        }
    }
}

/// Writes a component of each row.
#[inline(always)]
unsafe fn put<S: Simd, T: Summand, M: Matrix<T, COMPONENTS>, const COMPONENTS: usize>(
    matrix: &M,
    rounded: S,
    (rows, some): (&Rows, &M::Some),
    y: *mut T,
    component: usize,
) {
    // SAFETY: upheld by the caller.
    unsafe {
        if COMPONENTS == 1
            && T::FORMAT == Format::Double
            && rows.none_empty
            && rows.count == width::<S>()
        {
            return rounded.store(y.cast());
        }
        let rounded = doubles(rounded);
        for (i, rounded) in rounded.iter().enumerate().take(rows.count) {
            // A row without entries has no -0.0.
            let number = if matrix.has_entries(some, i) { *rounded } else { 0.0 };
            y.add(i * COMPONENTS + component).write_unaligned(T::round_pair(number, 0.0));
        }
    }
}

/// The same by [`Products`]; those that are not proven, of which the first one is row `from` of the
/// block, are added to `open`.
#[inline(always)]
unsafe fn carefully<S: Simd, T: Summand, M: Matrix<T, COMPONENTS>, const COMPONENTS: usize>(
    matrix: &M,
    (rows, some): (&Rows, &M::Some),
    x: *const T,
    y: *mut T,
    from: usize,
    open: &mut Open,
) {
    // SAFETY: upheld by the caller.
    unsafe {
        let mut sums = [Products::<S>::none(); COMPONENTS];
        for k in 0..rows.shortest {
            let factors = matrix.all::<S>(some, k, x);
            add_carefully::<S, T, COMPONENTS>(&mut sums, &factors, k == 0);
        }
        for k in rows.shortest..rows.longest {
            let factors = matrix.some::<S>(some, k, x);
            add_carefully::<S, T, COMPONENTS>(&mut sums, &factors, false);
        }
        let mut proven = rows.usual;
        for (component, sum) in sums.iter().enumerate() {
            let (rounded, decided) = sum.lanes.round::<T>();
            let large = sum.smallest.smaller_f64(all(SAFE)).equal_f64(all(SAFE));
            proven &= decided & large;
            put::<S, T, M, COMPONENTS>(matrix, rounded, (rows, some), y, component);
        }
        if proven & ((1 << rows.count) - 1) != (1 << rows.count) - 1 {
            for i in (0..rows.count).filter(|i| proven >> i & 1 == 0) {
                open.rows[open.count] = (from + i) as u16;
                open.count += 1;
            }
        }
    }
}

#[inline(always)]
unsafe fn add_carefully<S: Simd, T: Summand, const COMPONENTS: usize>(
    sums: &mut [Products<S>; COMPONENTS],
    factors: &[[Factors<S>; 2]; COMPONENTS],
    to_none: bool,
) {
    for (sum, factors) in sums.iter_mut().zip(factors) {
        // SAFETY: upheld by the caller.
        unsafe {
            for (i, [a, b]) in factors.iter().copied().enumerate().take(COMPONENTS) {
                let beside = match T::FORMAT {
                    Format::Float => None,
                    _ => Some(infinite_beside_zeros(a, b)),
                };
                if to_none && i == 0 {
                    *sum = Products::of::<T>(a, b, beside);
                } else {
                    sum.add::<T>(a, b, beside);
                }
            }
        }
    }
}

/// Infinity where one of the numbers is zero, and zero elsewhere.
#[inline(always)]
unsafe fn infinite_beside_zeros<S: Simd>(a: S, b: S) -> S {
    // SAFETY: upheld by the caller; no vector is wider.
    unsafe {
        let (a, b) = (doubles(a), doubles(b));
        let mut beside = [0.0; WIDEST / 8];
        for (i, beside) in beside.iter_mut().enumerate() {
            *beside = if a[i] == 0.0 || b[i] == 0.0 { f64::INFINITY } else { 0.0 };
        }
        S::load(beside.as_ptr().cast())
    }
}
