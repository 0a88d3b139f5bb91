//! Sparse matrices in compressed rows, as `samebits.h` declares them. Like the other functions on
//! local numbers these know no MPI and no process, and nothing in them panics.

use libc::c_void;
use samebits_base::stack::with_room;
use samebits_kernel::fpenv::{within, Environment};
use samebits_sparse::csr::{product, Csr, Index};
use samebits_sum::compensated::Compensated;

// build.rs writes them from their rows in `samebits_calls`.
include!(concat!(env!("OUT_DIR"), "/csr_products.rs"));

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
