//! Sparse matrices in compressed rows, as `samebits.h` declares them. Like the other functions on
//! local numbers these know no MPI and no process, and nothing in them panics.

use libc::c_void;
use samebits_base::stack::with_room;
use samebits_kernel::fpenv::{within, Environment};
use samebits_sparse::csr::{product, Csr, Index};
use samebits_sum::compensated::Compensated;

/// Multiplies a sparse matrix of doubles in compressed rows (CSR) by the vector x: y[i] becomes the
/// exact sum of the real numbers values[k]*x[columns[k]] over k from row_pointers[i] to
/// row_pointers[i+1]-1, rounded once, to nearest even, for each i below rows. So it does not depend
/// on the order of a row's entries, nor on how columns are numbered or distributed. For each row it
/// is what samebits_dot_double returns.
///
/// row_pointers has rows+1 elements, and columns count from 0; several entries of a row may have the
/// same column. y must not overlap the other arrays. Local: of a distributed vector x holds the
/// elements of other ranks that the rows need, too.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_csr_multiply_double(
    rows: usize,
    row_pointers: *const i32,
    columns: *const i32,
    values: *const f64,
    x: *const f64,
    y: *mut f64,
) {
    // SAFETY: upheld by the caller, here and below.
    unsafe {
        multiply::<f64, i32, 1>(rows, row_pointers, columns, values.cast(), x.cast(), y.cast())
    }
}

/// Like samebits_csr_multiply_double, for floats: each sum is rounded to float, once.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_csr_multiply_float(
    rows: usize,
    row_pointers: *const i32,
    columns: *const i32,
    values: *const f32,
    x: *const f32,
    y: *mut f32,
) {
    // SAFETY: as above.
    unsafe {
        multiply::<f32, i32, 1>(rows, row_pointers, columns, values.cast(), x.cast(), y.cast())
    }
}

/// Like samebits_csr_multiply_double, for the type double complex of C, std::complex<double> or
/// complex(real64). Each row is what samebits_dot_double_complex stores.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_csr_multiply_double_complex(
    rows: usize,
    row_pointers: *const i32,
    columns: *const i32,
    values: *const c_void,
    x: *const c_void,
    y: *mut c_void,
) {
    // SAFETY: as above.
    unsafe { multiply::<f64, i32, 2>(rows, row_pointers, columns, values, x, y) }
}

/// Like samebits_csr_multiply_double_complex, for the type float complex.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_csr_multiply_float_complex(
    rows: usize,
    row_pointers: *const i32,
    columns: *const i32,
    values: *const c_void,
    x: *const c_void,
    y: *mut c_void,
) {
    // SAFETY: as above.
    unsafe { multiply::<f32, i32, 2>(rows, row_pointers, columns, values, x, y) }
}

/// Like samebits_csr_multiply_double, with row pointers and columns of 64 bits.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_csr64_multiply_double(
    rows: usize,
    row_pointers: *const i64,
    columns: *const i64,
    values: *const f64,
    x: *const f64,
    y: *mut f64,
) {
    // SAFETY: as above.
    unsafe {
        multiply::<f64, i64, 1>(rows, row_pointers, columns, values.cast(), x.cast(), y.cast())
    }
}

/// Like samebits_csr_multiply_float, with row pointers and columns of 64 bits.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_csr64_multiply_float(
    rows: usize,
    row_pointers: *const i64,
    columns: *const i64,
    values: *const f32,
    x: *const f32,
    y: *mut f32,
) {
    // SAFETY: as above.
    unsafe {
        multiply::<f32, i64, 1>(rows, row_pointers, columns, values.cast(), x.cast(), y.cast())
    }
}

/// Like samebits_csr_multiply_double_complex, with row pointers and columns of 64 bits.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_csr64_multiply_double_complex(
    rows: usize,
    row_pointers: *const i64,
    columns: *const i64,
    values: *const c_void,
    x: *const c_void,
    y: *mut c_void,
) {
    // SAFETY: as above.
    unsafe { multiply::<f64, i64, 2>(rows, row_pointers, columns, values, x, y) }
}

/// Like samebits_csr_multiply_float_complex, with row pointers and columns of 64 bits.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_csr64_multiply_float_complex(
    rows: usize,
    row_pointers: *const i64,
    columns: *const i64,
    values: *const c_void,
    x: *const c_void,
    y: *mut c_void,
) {
    // SAFETY: as above.
    unsafe { multiply::<f32, i64, 2>(rows, row_pointers, columns, values, x, y) }
}

/// The product of a matrix whose indices are of that type.
///
/// # Safety
/// As the functions above say.
pub(crate) unsafe fn multiply<T: Compensated, I: Index, const COMPONENTS: usize>(
    rows: usize,
    row_pointers: *const I,
    columns: *const I,
    values: *const c_void,
    x: *const c_void,
    y: *mut c_void,
) {
    let matrix = Csr::<T, I, COMPONENTS> { pointers: row_pointers, columns, values: values.cast() };
    with_room(|| {
        // SAFETY: upheld by the caller.
        within(Environment::Vector, || unsafe { product(&matrix, rows, x.cast(), y.cast()) })
    });
}
