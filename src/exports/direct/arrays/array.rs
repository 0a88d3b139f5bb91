//! Reductions of distributed arrays, as `samebits.h` declares them.

use super::prepare::reduce_now;
use crate::exports::direct::call::arguments::{list, Buffers, DirectCall};
use crate::exports::direct::call::context::{exported, Context};
use crate::exports::direct::call::function::Function;
use libc::{c_int, c_void};
use samebits_array::failure::Failure;
use samebits_array::shares::Shares;
use samebits_base::fault::Outcome;
use samebits_mpi::abi::family::{MPI_Comm, MPI_Datatype, MPI_Op};

/// Reduces an array that is distributed over the ranks of a communicator to one element, which is
/// stored at result on all ranks. Each rank holds n consecutive elements at local, in rank order; n
/// may be 0.
///
/// The bits of the result depend neither on the number of ranks nor on how the array is
/// distributed. Sums of float and double, real and complex, are exact and rounded once, unless
/// SAMEBITS_ARITHMETIC says otherwise; everything else is reduced in a binary tree over all
/// elements. User-defined operators need not be commutative. The result of an empty array is the
/// operator's identity, which a user-defined operator does not have.
///
/// Collective. May differ between ranks: local, n, result. Errors: those of all functions over a
/// communicator; MPI_ERR_COUNT if the array is empty and the operator user-defined.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_array(
    local: *const c_void,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let call = DirectCall::new(Function::AllreduceArray, (r#type, op, comm), None);
    // SAFETY: upheld by the caller.
    unsafe { reduce_one(&call, local, None, n, result) }
}

/// Like samebits_allreduce_array, with the same bits, but only rank root gets the result.
///
/// Collective. May differ between ranks: local, n, result, which is ignored except on the root.
/// Errors: those of samebits_allreduce_array, and MPI_ERR_ROOT.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_reduce_array(
    local: *const c_void,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    op: MPI_Op,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let call = DirectCall::new(Function::ReduceArray, (r#type, op, comm), Some(root));
    // SAFETY: upheld by the caller.
    unsafe { reduce_one(&call, local, None, n, result) }
}

/// Reduces several arrays at once, each to one element as samebits_allreduce_array does, at the
/// latency of one reduction. This rank holds n[i] elements of array i at locals[i]; the results are
/// stored one after another at results.
///
/// Collective. May differ between ranks: locals, n, results, but not the number of arrays. Errors:
/// those of samebits_allreduce_array; MPI_ERR_COUNT if arrays is negative, MPI_ERR_ARG if a list is
/// NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_arrays(
    arrays: c_int,
    locals: *const *const c_void,
    n: *const usize,
    results: *mut c_void,
    r#type: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let call = DirectCall::new(Function::AllreduceArrays, (r#type, op, comm), None);
    // SAFETY: upheld by the caller.
    unsafe { reduce_listed(&call, arrays, locals, n, results) }
}

/// Like samebits_allreduce_arrays, with the same bits, but only rank root gets the results.
///
/// Collective. May differ between ranks: locals, n, results, which is ignored except on the root.
/// Errors: those of samebits_allreduce_arrays, and MPI_ERR_ROOT.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_reduce_arrays(
    arrays: c_int,
    locals: *const *const c_void,
    n: *const usize,
    results: *mut c_void,
    r#type: MPI_Datatype,
    op: MPI_Op,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let call = DirectCall::new(Function::ReduceArrays, (r#type, op, comm), Some(root));
    // SAFETY: upheld by the caller.
    unsafe { reduce_listed(&call, arrays, locals, n, results) }
}

/// Like samebits_allreduce_array, for shares that are not in rank order: this rank's n elements are
/// those of the array from index start on. The shares of all ranks tile the array. If n is 0, start
/// is ignored.
///
/// Collective. May differ between ranks: local, start, n, result. Errors: those of
/// samebits_allreduce_array; MPI_ERR_COUNT if shares overlap or leave a gap.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_region(
    local: *const c_void,
    start: u64,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let call = DirectCall::new(Function::AllreduceRegion, (r#type, op, comm), None);
    // SAFETY: upheld by the caller.
    unsafe { reduce_one(&call, local, Some(start), n, result) }
}

/// Like samebits_allreduce_region, with the same bits, but only rank root gets the result.
///
/// Collective. May differ between ranks: local, start, n, result, which is ignored except on the
/// root. Errors: those of samebits_allreduce_region, and MPI_ERR_ROOT.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_reduce_region(
    local: *const c_void,
    start: u64,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    op: MPI_Op,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let call = DirectCall::new(Function::ReduceRegion, (r#type, op, comm), Some(root));
    // SAFETY: upheld by the caller.
    unsafe { reduce_one(&call, local, Some(start), n, result) }
}

unsafe fn reduce_one(
    call: &DirectCall<'_>,
    local: *const c_void,
    start: Option<u64>,
    n: usize,
    result: *mut c_void,
) -> c_int {
    let starts = start.is_some().then_some(start.as_slice());
    let shares = Shares { lengths: &[n], starts, ..call.shares };
    let buffers = Buffers { locals: &[local], results: result };
    // SAFETY: upheld by the caller.
    exported(call.function.name(), || unsafe {
        reduce(&DirectCall { shares, ..*call }, buffers, |_| Ok(()))
    })
}

unsafe fn reduce_listed(
    call: &DirectCall<'_>,
    arrays: c_int,
    locals: *const *const c_void,
    n: *const usize,
    results: *mut c_void,
) -> c_int {
    // SAFETY: upheld by the caller.
    exported(call.function.name(), || unsafe {
        let lists =
            list("locals", arrays, locals).and_then(|locals| Ok((locals, list("n", arrays, n)?)));
        let (locals, lengths) = *lists.as_ref().unwrap_or(&(&[], &[]));
        let shares = Shares { lengths, ..call.shares };
        let buffers = Buffers { locals, results };
        reduce(&DirectCall { shares, ..*call }, buffers, |_| lists.map(|_| ()))
    })
}

/// Reduces arrays whose shares the ranks exchange in this call. `check` is the caller's own check
/// of the arguments, on a rank that receives the results or does not.
///
/// # Safety
/// The buffers hold the shares, unless the check fails.
pub(crate) unsafe fn reduce(
    call: &DirectCall<'_>,
    buffers: Buffers<'_>,
    check: impl FnOnce(bool) -> Result<(), Failure>,
) -> Outcome {
    let lengths = call.shares.lengths.iter().map(|length| *length as u64);
    let own = |context: &Context, receives: bool| {
        let in_place = context.process.library.constants.in_place;
        check(receives).and_then(|()| buffers.check(in_place, lengths, receives))
    };
    // SAFETY: upheld by the caller.
    unsafe { reduce_now(call, own, buffers) }
}
