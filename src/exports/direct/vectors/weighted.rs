//! Weighted and masked sums over distributed vectors, as `samebits.h` declares them.

use super::common::VectorSums;
use super::table::{
    SUM_ABS, WEIGHTED_CONJUGATED_DOT, WEIGHTED_DOT, WEIGHTED_SQUARES, WEIGHTED_SUM,
};
use libc::{c_int, c_uchar, c_void};
use samebits_mpi::abi::family::{MPI_Comm, MPI_Datatype, MPI_Request};

/// Computes the exact sum of |x[i]| over a distributed vector, rounded once; of complex elements
/// that of |re x[i]| + |im x[i]|. The result is real. An element counts where its byte in mask is
/// not 0; if mask is NULL, all elements count.
///
/// Collective. May differ between ranks: x, mask, n, result. Errors: those of all functions over a
/// communicator.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_sum_abs(
    x: *const c_void,
    mask: *const c_uchar,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let call = VectorSums::new(SUM_ABS, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.masked(mask).run(None) }
}

/// Starts what samebits_allreduce_sum_abs does, with the same bits: the vectors have been read when
/// it returns, and the result is stored when the request completes.
///
/// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
/// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
/// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_iallreduce_sum_abs(
    x: *const c_void,
    mask: *const c_uchar,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    let call = VectorSums::new(SUM_ABS, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.masked(mask).run(Some(request)) }
}

/// Computes the exact sum of w[i] x[i] over a distributed vector, rounded once. The weights are of
/// type weights: that of the elements, that of their real numbers, or a signed or unsigned integer
/// of 4 or 8 bytes (MPI_INT, MPI_UNSIGNED, MPI_LONG, MPI_INT64_T, MPI_INTEGER, ...). An element
/// counts where its byte in mask is not 0; if mask is NULL, all elements count.
///
/// Collective. May differ between ranks: x, w, mask, n, result. Errors: those of all functions over
/// a communicator; MPI_ERR_TYPE if weights is another type.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_weighted_sum(
    x: *const c_void,
    w: *const c_void,
    weights: MPI_Datatype,
    mask: *const c_uchar,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let call = VectorSums::new(WEIGHTED_SUM, (x, n), result, (r#type, comm));
    let call = VectorSums { weights: Some(weights), ..call };
    // SAFETY: upheld by the caller.
    unsafe { call.weighted(w).masked(mask).run(None) }
}

/// Starts what samebits_allreduce_weighted_sum does, with the same bits: the vectors have been read
/// when it returns, and the result is stored when the request completes.
///
/// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
/// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
/// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_iallreduce_weighted_sum(
    x: *const c_void,
    w: *const c_void,
    weights: MPI_Datatype,
    mask: *const c_uchar,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    let call = VectorSums::new(WEIGHTED_SUM, (x, n), result, (r#type, comm));
    let call = VectorSums { weights: Some(weights), ..call };
    // SAFETY: upheld by the caller.
    unsafe { call.weighted(w).masked(mask).run(Some(request)) }
}

/// Computes the exact sum of |x[i] w[i]|^2 over a distributed vector, where each product x[i] w[i]
/// is rounded as in a loop, and the sum once. Weights are of the type of the elements; the result
/// is real. An element counts where its byte in mask is not 0; if mask is NULL, all elements count.
///
/// Collective. May differ between ranks: x, w, mask, n, result. Errors: those of all functions over
/// a communicator.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_weighted_squares(
    x: *const c_void,
    w: *const c_void,
    mask: *const c_uchar,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let call = VectorSums::new(WEIGHTED_SQUARES, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.weighted(w).masked(mask).run(None) }
}

/// Starts what samebits_allreduce_weighted_squares does, with the same bits: the vectors have been
/// read when it returns, and the result is stored when the request completes.
///
/// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
/// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
/// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_iallreduce_weighted_squares(
    x: *const c_void,
    w: *const c_void,
    mask: *const c_uchar,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    let call = VectorSums::new(WEIGHTED_SQUARES, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.weighted(w).masked(mask).run(Some(request)) }
}

/// Computes the exact sum of (w[i] x[i]) y[i] over distributed vectors, where each product w[i]
/// x[i] is rounded as in a loop, and the sum once. Weights are of the type of the elements. A
/// product of complex numbers (a + bi)(c + di) is rounded to (ac - bd) + (ad + bc)i, each operation
/// once. An element counts where its byte in mask is not 0; if mask is NULL, all elements count.
///
/// Collective. May differ between ranks: x, y, w, mask, n, result. Errors: those of all functions
/// over a communicator.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_weighted_dot(
    x: *const c_void,
    y: *const c_void,
    w: *const c_void,
    mask: *const c_uchar,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let ys = [y.cast()];
    let call = VectorSums::new(WEIGHTED_DOT, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.with(&ys).weighted(w).masked(mask).run(None) }
}

/// Starts what samebits_allreduce_weighted_dot does, with the same bits: the vectors have been read
/// when it returns, and the result is stored when the request completes.
///
/// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
/// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
/// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_iallreduce_weighted_dot(
    x: *const c_void,
    y: *const c_void,
    w: *const c_void,
    mask: *const c_uchar,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    let ys = [y.cast()];
    let call = VectorSums::new(WEIGHTED_DOT, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.with(&ys).weighted(w).masked(mask).run(Some(request)) }
}

/// Like samebits_allreduce_weighted_dot, of the complex conjugates of the products w[i] x[i].
///
/// Collective. May differ between ranks: x, y, w, mask, n, result. Errors: those of all functions
/// over a communicator.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_weighted_conjugated_dot(
    x: *const c_void,
    y: *const c_void,
    w: *const c_void,
    mask: *const c_uchar,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let ys = [y.cast()];
    let call = VectorSums::new(WEIGHTED_CONJUGATED_DOT, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.with(&ys).weighted(w).masked(mask).run(None) }
}

/// Starts what samebits_allreduce_weighted_conjugated_dot does, with the same bits: the vectors
/// have been read when it returns, and the result is stored when the request completes.
///
/// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
/// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
/// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_iallreduce_weighted_conjugated_dot(
    x: *const c_void,
    y: *const c_void,
    w: *const c_void,
    mask: *const c_uchar,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    let ys = [y.cast()];
    let call = VectorSums::new(WEIGHTED_CONJUGATED_DOT, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.with(&ys).weighted(w).masked(mask).run(Some(request)) }
}
