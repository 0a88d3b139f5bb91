//! The mean and the variance of distributed vectors, as `samebits.h` declares them.

use super::common::VectorSums;
use super::table::{MEAN, VARIANCE};
use libc::{c_int, c_uchar, c_void};
use samebits_mpi::abi::family::{MPI_Comm, MPI_Datatype, MPI_Request};

/// Computes the mean of a distributed vector: the exact sum divided by the number N of elements
/// that count, rounded once. An element counts where its byte in mask is not 0; if mask is NULL,
/// all elements count. The mean of no element is NaN.
///
/// Collective. May differ between ranks: x, mask, n, result. Errors: those of all functions over a
/// communicator.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_mean(
    x: *const c_void,
    mask: *const c_uchar,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let call = VectorSums::new(MEAN, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.masked(mask).run(None) }
}

/// Starts what samebits_allreduce_mean does, with the same bits: the vectors have been read when it
/// returns, and the result is stored when the request completes.
///
/// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
/// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
/// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_iallreduce_mean(
    x: *const c_void,
    mask: *const c_uchar,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    let call = VectorSums::new(MEAN, (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.masked(mask).run(Some(request)) }
}

/// Computes the variance of a distributed vector: the sum of |x[i] - mean|^2 over the N elements
/// that count, divided by N - ddof, where the mean is not rounded and the result is, once. ddof is
/// 0 for the population, 1 for a sample. The result is real. An element counts where its byte in
/// mask is not 0; if mask is NULL, all elements count. It is NaN where N - ddof is not positive or
/// an element is not finite, and +0.0 of one element with ddof 0.
///
/// Collective. May differ between ranks: x, mask, n, result, but not ddof. Errors: those of all
/// functions over a communicator.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_variance(
    x: *const c_void,
    mask: *const c_uchar,
    n: usize,
    ddof: c_int,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
) -> c_int {
    let call = VectorSums::new(VARIANCE.corrected(ddof), (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.masked(mask).run(None) }
}

/// Starts what samebits_allreduce_variance does, with the same bits: the vectors have been read
/// when it returns, and the result is stored when the request completes.
///
/// Collective, in the order of nonblocking calls. May differ between ranks: as there. Errors: as
/// there; MPI_ERR_ARG if request is NULL. A rank that finds an error starts nothing, and the others
/// wait for it. If the ranks' calls do not match, the request may complete with MPI_ERR_ARG.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_iallreduce_variance(
    x: *const c_void,
    mask: *const c_uchar,
    n: usize,
    ddof: c_int,
    result: *mut c_void,
    r#type: MPI_Datatype,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> c_int {
    let call = VectorSums::new(VARIANCE.corrected(ddof), (x, n), result, (r#type, comm));
    // SAFETY: upheld by the caller.
    unsafe { call.masked(mask).run(Some(request)) }
}
