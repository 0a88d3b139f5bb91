//! What is added to a set of sums in a row: elements, products, weighted elements, and pieces with
//! gaps. Each is summed by itself first, so that several threads may add to one set.

use super::set::{index, samebits_sums, with};
use crate::exports::direct::call::context::with_mpi;
use crate::exports::direct::call::failure::ensure;
use crate::exports::direct::vectors::buffers;
use crate::exports::direct::vectors::common::weights_of;
use libc::{c_int, c_void};
use samebits_array::failure::{Class, Failure};
use samebits_base::lock::lock;
use samebits_fold::sums::vectors::{Term, Vectors};
use samebits_kernel::fpenv::{within, Environment};
use samebits_mpi::abi::family::{Handle, MPI_Datatype};
use samebits_mpi::elements::device::Drivers;

/// Elements with gaps that are brought together at a time.
const BLOCK: usize = 2048;

/// Adds one element to sum i.
///
/// Not collective. Errors: MPI_ERR_ARG if the set is NULL or has no sum i, MPI_ERR_BUFFER if value
/// is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sums_add(
    sums: *mut samebits_sums,
    i: c_int,
    value: *const c_void,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { rows("samebits_sums_add", sums, i, Term::Numbers, ([value, value], 1)) }
}

/// Adds n consecutive elements at x to sum i.
///
/// Not collective. Errors: those of samebits_sums_add.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sums_add_array(
    sums: *mut samebits_sums,
    i: c_int,
    x: *const c_void,
    n: usize,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { rows("samebits_sums_add_array", sums, i, Term::Numbers, ([x, x], n)) }
}

/// Adds the products x[j] y[j] of two vectors of n elements to sum i, as the real numbers that they
/// are. A product of complex numbers is the sum of its four real products.
///
/// Not collective. Errors: those of samebits_sums_add.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sums_add_products(
    sums: *mut samebits_sums,
    i: c_int,
    x: *const c_void,
    y: *const c_void,
    n: usize,
) -> c_int {
    let term = Term::Products { conjugated: false };
    // SAFETY: upheld by the caller.
    unsafe { rows("samebits_sums_add_products", sums, i, term, ([x, y], n)) }
}

/// Like samebits_sums_add_products, with the complex conjugates of x[j].
///
/// Not collective. Errors: those of samebits_sums_add.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sums_add_conjugated_products(
    sums: *mut samebits_sums,
    i: c_int,
    x: *const c_void,
    y: *const c_void,
    n: usize,
) -> c_int {
    let term = Term::Products { conjugated: true };
    // SAFETY: upheld by the caller.
    unsafe { rows("samebits_sums_add_conjugated_products", sums, i, term, ([x, y], n)) }
}

/// Adds w[j] x[j] for n elements to sum i, with weights as in samebits_allreduce_weighted_sum.
///
/// Not collective. Errors: those of samebits_sums_add; MPI_ERR_TYPE if weights is another type.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sums_add_weighted(
    sums: *mut samebits_sums,
    i: c_int,
    x: *const c_void,
    w: *const c_void,
    weights: MPI_Datatype,
    n: usize,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe {
        with("samebits_sums_add_weighted", sums, |sums| {
            check(x, n, "elements")?;
            check(w, n, "weights")?;
            let (x, w, mask) = (x.cast(), w.cast(), std::ptr::null());
            add_weighted(sums, i, weights, Vectors { x, ys: &[], w, mask, n })
        })
    }
}

pub(crate) unsafe fn add_weighted(
    sums: &samebits_sums,
    i: c_int,
    weights: Handle,
    vectors: Vectors<'_>,
) -> Result<(), Failure> {
    let term = Term::Weighted(weights_of(with_mpi()?, weights, sums.numbers)?);
    // SAFETY: upheld by the caller.
    unsafe { add(sums, i, term, vectors) }
}

/// Adds n elements to sum i, of which each lies stride elements behind the one before; stride may be
/// negative.
///
/// Not collective. Errors: those of samebits_sums_add.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sums_add_strided(
    sums: *mut samebits_sums,
    i: c_int,
    x: *const c_void,
    stride: isize,
    n: usize,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe {
        with("samebits_sums_add_strided", sums, |sums| {
            gathered(sums, i, x, n, |j| (j as isize).wrapping_mul(stride))
        })
    }
}

/// Adds the elements x[indices[j]] for j from 0 to n - 1 to sum i.
///
/// Not collective. Errors: those of samebits_sums_add; MPI_ERR_BUFFER if indices is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_sums_add_indexed(
    sums: *mut samebits_sums,
    i: c_int,
    x: *const c_void,
    indices: *const i64,
    n: usize,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe {
        with("samebits_sums_add_indexed", sums, |sums| {
            check(indices.cast(), n, "indices")?;
            gathered(sums, i, x, n, |j| indices.add(j).read_unaligned() as isize)
        })
    }
}

fn check(rows: *const c_void, n: usize, what: &str) -> Result<(), Failure> {
    ensure(!rows.is_null() || n == 0, Class::Buffer, || format!("the buffer of {n} {what} is null"))
}

/// Adds the term of n elements of two vectors, or of the first alone.
unsafe fn rows(
    function: &'static str,
    sums: *mut samebits_sums,
    i: c_int,
    term: Term,
    ([x, y], n): ([*const c_void; 2], usize),
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe {
        with(function, sums, |sums| {
            check(x, n, "elements")?;
            check(y, n, "elements y")?;
            let (w, mask, y) = (std::ptr::null(), std::ptr::null(), [y.cast()]);
            let ys = if term == Term::Numbers { &[][..] } else { &y };
            add(sums, i, term, Vectors { x: x.cast(), ys, w, mask, n })
        })
    }
}

/// Adds elements that lie at distances from the first, in elements.
unsafe fn gathered(
    sums: &samebits_sums,
    i: c_int,
    x: *const c_void,
    n: usize,
    distance: impl Fn(usize) -> isize,
) -> Result<(), Failure> {
    check(x, n, "elements")?;
    let size = sums.numbers.size();
    ensure(n == 0 || Drivers::loaded().holding(x.cast()).is_none(), Class::Buffer, || {
        "strided elements are not accepted on a GPU; contiguous ones are"
    })?;
    let mut row = Vec::with_capacity(BLOCK.min(n) * size);
    for from in (0..n).step_by(BLOCK) {
        let length = BLOCK.min(n - from);
        row.clear();
        for j in from..from + length {
            let element = x.cast::<u8>().wrapping_offset(distance(j).wrapping_mul(size as isize));
            // SAFETY: upheld by the caller: one of the elements.
            row.extend_from_slice(unsafe { std::slice::from_raw_parts(element, size) });
        }
        let (x, w, mask) = (row.as_ptr(), std::ptr::null(), std::ptr::null());
        // SAFETY: so many elements.
        unsafe { add(sums, i, Term::Numbers, Vectors { x, ys: &[], w, mask, n: length })? };
    }
    Ok(())
}

pub(crate) unsafe fn add(
    sums: &samebits_sums,
    i: c_int,
    term: Term,
    vectors: Vectors<'_>,
) -> Result<(), Failure> {
    let sum = index(&lock(&sums.filled), i)?;
    // SAFETY: upheld by the caller.
    let more =
        within(Environment::Vector, || unsafe { buffers::sum(term, sums.numbers, vectors, 1) })?;
    lock(&sums.filled).set.merge(sum, &more[0]);
    Ok(())
}
