//! Dot products and the Euclidean norm of distributed vectors, as `samebits.h` declares them.

use super::common::VectorSums;
use super::table::{CONJUGATED_DOT, CONJUGATED_DOTS, DOT, DOTS, NORM2};
use crate::exports::direct::call::arguments::list;
use libc::{c_int, c_void};
use samebits_mpi::abi::family::{MPI_Comm, MPI_Datatype, MPI_Request};

/// Runs a call with so many vectors y.
///
/// # Safety
/// They are listed.
unsafe fn with_list(
    mut call: VectorSums<'_>,
    k: c_int,
    ys: *const *const c_void,
    request: Option<*mut MPI_Request>,
) -> c_int {
    // SAFETY: upheld by the caller.
    let listed = unsafe { list("ys", k, ys) };
    let ys: Vec<*const u8> = match listed {
        Ok(ys) => ys.iter().map(|y| y.cast()).collect(),
        Err(failure) => {
            call.wrong = Some(failure);
            Vec::new()
        }
    };
    // SAFETY: upheld by the caller.
    unsafe { call.with(&ys).run(request) }
}

/// Computes the dot product of two distributed vectors, the exact sum of x[i] y[i] over all
/// elements of all ranks, rounded once. This rank holds n elements of each at x and y; n may be 0,
/// and x and y NULL then. The elements are of type float, double or their complex types.
///
/// The bits of the result depend neither on the number of ranks nor on how the vectors are
/// distributed. Nothing overflows or underflows on the way. A product of complex numbers is the sum
/// of its four real products.
///
/// Collective. May differ between ranks: x, y, n, result. Errors: those of all functions over a
/// communicator.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_dot(
    x: *const c_void,
    y: *const c_void,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let ys = [y.cast()];
    let call = VectorSums::new(DOT, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.with(&ys).run(None) }
}

/// Starts what samebits_allreduce_dot does, with the same bits: the vectors have been read when it
/// returns, and the result is stored when the request completes.
///
/// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
/// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
/// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_iallreduce_dot(
    x: *const c_void,
    y: *const c_void,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    let ys = [y.cast()];
    let call = VectorSums::new(DOT, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.with(&ys).run(Some(request)) }
}

/// Like samebits_allreduce_dot, of the complex conjugates of x[i]. For real elements there is no
/// difference.
///
/// Collective. May differ between ranks: x, y, n, result. Errors: those of all functions over a
/// communicator.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_conjugated_dot(
    x: *const c_void,
    y: *const c_void,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let ys = [y.cast()];
    let call = VectorSums::new(CONJUGATED_DOT, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.with(&ys).run(None) }
}

/// Starts what samebits_allreduce_conjugated_dot does, with the same bits: the vectors have been
/// read when it returns, and the result is stored when the request completes.
///
/// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
/// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
/// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_iallreduce_conjugated_dot(
    x: *const c_void,
    y: *const c_void,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    let ys = [y.cast()];
    let call = VectorSums::new(CONJUGATED_DOT, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.with(&ys).run(Some(request)) }
}

/// Computes the dot products of one distributed vector with k others, in one pass over x and one
/// exchange: results[j] is what samebits_allreduce_dot returns for x and ys[j].
///
/// Collective. May differ between ranks: x, ys, n, results, but not k. Errors: those of all
/// functions over a communicator; MPI_ERR_COUNT if k is negative, MPI_ERR_ARG if ys is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_dots(
    k: c_int,
    x: *const c_void,
    ys: *const *const c_void,
    n: usize,
    results: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let call = VectorSums::new(DOTS, (x, n), results, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { with_list(call, k, ys, None) }
}

/// Starts what samebits_allreduce_dots does, with the same bits: the vectors have been read when it
/// returns, and the result is stored when the request completes.
///
/// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
/// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
/// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_iallreduce_dots(
    k: c_int,
    x: *const c_void,
    ys: *const *const c_void,
    n: usize,
    results: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    let call = VectorSums::new(DOTS, (x, n), results, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { with_list(call, k, ys, Some(request)) }
}

/// Like samebits_allreduce_dots, of the complex conjugates of x[i].
///
/// Collective. May differ between ranks: x, ys, n, results, but not k. Errors: those of
/// samebits_allreduce_dots.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_conjugated_dots(
    k: c_int,
    x: *const c_void,
    ys: *const *const c_void,
    n: usize,
    results: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let call = VectorSums::new(CONJUGATED_DOTS, (x, n), results, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { with_list(call, k, ys, None) }
}

/// Starts what samebits_allreduce_conjugated_dots does, with the same bits: the vectors have been
/// read when it returns, and the result is stored when the request completes.
///
/// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
/// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
/// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_iallreduce_conjugated_dots(
    k: c_int,
    x: *const c_void,
    ys: *const *const c_void,
    n: usize,
    results: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    let call = VectorSums::new(CONJUGATED_DOTS, (x, n), results, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { with_list(call, k, ys, Some(request)) }
}

/// Computes the Euclidean norm of a distributed vector: the square root of the exact sum of
/// |x[i]|^2, rounded once. Nothing overflows or underflows on the way. The result is real: a float
/// or a double, also of complex elements. An infinity gives infinity, a NaN gives NaN; the norm of
/// no element is 0.
///
/// Collective. May differ between ranks: x, n, result. Errors: those of all functions over a
/// communicator.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_norm2(
    x: *const c_void,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let call = VectorSums::new(NORM2, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.run(None) }
}

/// Starts what samebits_allreduce_norm2 does, with the same bits: the vectors have been read when
/// it returns, and the result is stored when the request completes.
///
/// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
/// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
/// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_iallreduce_norm2(
    x: *const c_void,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    let call = VectorSums::new(NORM2, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.run(Some(request)) }
}
