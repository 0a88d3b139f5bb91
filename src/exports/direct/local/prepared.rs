//! Sparse matrices that are prepared for many products, as `samebits.h` declares them. Like the other
//! functions on local numbers these know no MPI and no process, and nothing in them panics.

use samebits_base::stack::with_room;
use samebits_kernel::fpenv::{within, Environment};
use samebits_sparse::csr::{product, Csr, Index, Slices};
use std::alloc::{alloc, Layout};

/// A sparse matrix that is stored once more, for many products with vectors.
#[allow(non_camel_case_types)] // its name in C
pub struct samebits_matrix(Slices);

/// Stores a matrix of doubles in compressed rows once more, in an order in which its products with
/// vectors take less time if its entries lie on diagonals, as those of stencils do. The preparation
/// takes as long as ten or twenty products, and 12 to 20 bytes for each entry.
///
/// The arguments are those of samebits_csr_multiply_double; they are copied. Returns NULL where that
/// would gain nothing, because rows side by side differ much in length, and where a column is not below
/// 2^31 - 1, or memory is refused: then samebits_csr_multiply_double remains. samebits_matrix_free frees
/// it.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_csr_prepare_double(
    rows: usize,
    row_pointers: *const i32,
    columns: *const i32,
    values: *const f64,
) -> *mut samebits_matrix {
    // SAFETY: upheld by the caller, here and below.
    unsafe { prepare(rows, row_pointers, columns, values) }
}

/// Like samebits_csr_prepare_double, with row pointers and columns of 64 bits.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_csr64_prepare_double(
    rows: usize,
    row_pointers: *const i64,
    columns: *const i64,
    values: *const f64,
) -> *mut samebits_matrix {
    // SAFETY: as above.
    unsafe { prepare(rows, row_pointers, columns, values) }
}

/// Gives a prepared matrix other values, for the same entries: values[k] where the matrix was prepared with
/// columns[k].
///
/// Not collective; at any time, by one thread at a time. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_matrix_set_values_double(
    matrix: *mut samebits_matrix,
    values: *const f64,
) {
    // SAFETY: as above.
    unsafe { (*matrix).0.set_values(values) }
}

/// Multiplies a prepared matrix by the vector x. y becomes, to the bit, what
/// samebits_csr_multiply_double would write.
///
/// Not collective; at any time, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_matrix_multiply_double(
    matrix: *const samebits_matrix,
    x: *const f64,
    y: *mut f64,
) {
    // SAFETY: as above.
    let slices = unsafe { &(*matrix).0 };
    with_room(|| {
        // SAFETY: as above.
        within(Environment::Vector, || unsafe { product::<f64, _, 1>(slices, slices.rows(), x, y) })
    });
}

/// Frees a prepared matrix and sets it to NULL. Does nothing if it is NULL already.
///
/// Not collective; at any time. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_matrix_free(matrix: *mut *mut samebits_matrix) {
    // SAFETY: as above; made by `prepare`, and freed once.
    unsafe {
        let prepared = matrix.replace(std::ptr::null_mut());
        if !prepared.is_null() {
            drop(Box::from_raw(prepared));
        }
    }
}

/// Safety: as the functions above say.
unsafe fn prepare<I: Index>(
    rows: usize,
    pointers: *const I,
    columns: *const I,
    values: *const f64,
) -> *mut samebits_matrix {
    // SAFETY: upheld by the caller; memory for a matrix, as a box has it.
    unsafe {
        let Some(slices) = Slices::of(&Csr { pointers, columns, values }, rows) else {
            return std::ptr::null_mut();
        };
        let matrix = alloc(Layout::new::<samebits_matrix>()).cast::<samebits_matrix>();
        if !matrix.is_null() {
            matrix.write(samebits_matrix(slices));
        }
        matrix
    }
}
