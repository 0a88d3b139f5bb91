//! A sparse matrix in compressed rows times a vector: each element of the result is the exact sum of
//! a row's products, rounded once. So it depends on no order of the entries.
//!
//! Rows are multiplied side by side ([`crate::matrix::multiply`]); the few whose result that
//! does not prove, and rows much longer than their neighbours, one by one ([`samebits_sum::compensated`]).
//!
//! Cost: for each entry of doubles 15 operations in vectors, or 43 in rows of which these prove nothing,
//! beside what it takes to read it; some 100 ns for a row by itself.

pub use crate::matrix::csr::{Csr, Index};
use crate::matrix::entries::Matrix;
use crate::matrix::multiply::{multiply, Open, BLOCK};
pub use crate::matrix::slices::Slices;
use samebits_kernel::simd::Unit;
use samebits_sum::compensated::{complex_dot, dot, Compensated};

/// y = A·x, of n rows.
///
/// # Safety
/// The matrix has the rows, x as many elements as its columns demand, and y space for n; at any
/// address. y lies apart from all of them. The environment is the default one.
#[inline(never)]
pub unsafe fn product<T: Compensated, M: Matrix<T, COMPONENTS>, const COMPONENTS: usize>(
    matrix: &M,
    n: usize,
    x: *const T,
    y: *mut T,
) {
    // SAFETY: upheld by the caller; the processor has the unit.
    unsafe { product_by(Unit::best(), matrix, n, x, y) }
}

/// The same in the vectors of a unit.
///
/// # Safety
/// As of [`product`]; the processor has the unit.
pub unsafe fn product_by<T: Compensated, M: Matrix<T, COMPONENTS>, const COMPONENTS: usize>(
    unit: Unit,
    matrix: &M,
    n: usize,
    x: *const T,
    y: *mut T,
) {
    let (mut open, mut entries) = (Open::default(), [Vec::new(), Vec::new()]);
    for first in (0..n).step_by(BLOCK) {
        let y = y.wrapping_add(first * COMPONENTS);
        // SAFETY: a block of the rows.
        unsafe {
            multiply(unit)(matrix, first, BLOCK.min(n - first), x, y, &mut open);
            for row in &open.rows[..open.count] {
                let row = usize::from(*row);
                let result = by_itself(matrix, first + row, x, &mut entries);
                y.add(row * COMPONENTS).cast::<[T; COMPONENTS]>().write_unaligned(result);
            }
        }
    }
}

/// The product of one row. Safety: as above.
#[cold]
unsafe fn by_itself<T: Compensated, M: Matrix<T, COMPONENTS>, const COMPONENTS: usize>(
    matrix: &M,
    row: usize,
    x: *const T,
    entries: &mut [Vec<[T; COMPONENTS]>; 2],
) -> [T; COMPONENTS] {
    entries.iter_mut().for_each(Vec::clear);
    // SAFETY: upheld by the caller; then vectors of as many elements.
    unsafe {
        matrix.row(row, x, entries);
        let [values, elements] = entries;
        let (n, two) = (values.len(), [&*values, &*elements].map(|of| of.as_ptr().cast()));
        let parts = match COMPONENTS {
            1 => [dot(two[0], two[1], n); 2],
            _ => complex_dot(two, n, false),
        };
        std::array::from_fn(|component| parts[component])
    }
}
