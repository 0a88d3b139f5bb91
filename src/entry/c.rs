//! The reductions in C. Handles come in register-sized; an `int` argument in a
//! register has an undefined upper half, so it is declared as what it is.

use super::forward::{pass_on, Forward};
use super::guard::guarded;
use super::int_form::narrow;
use super::passed_on::Subject;
use super::process::process;
use super::reduction::reduce;
use crate::classify::Call;
use crate::mpi::family::Handle;
use libc::{c_int, c_void};

type MpiCount = i64;

/// MPI_Allreduce.
///
/// # Safety
/// As the MPI standard says of MPI_Allreduce.
#[no_mangle]
pub unsafe extern "C-unwind" fn MPI_Allreduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: Handle,
    op: Handle,
    comm: Handle,
) -> c_int {
    guarded("MPI_Allreduce", || {
        let call = allreduce(sendbuf, recvbuf, count.into(), datatype, op, comm);
        reduce(&call, || pass_on_allreduce(&call, count))
    })
}

/// MPI_Allreduce_c.
///
/// # Safety
/// As the MPI standard says of MPI_Allreduce_c.
#[no_mangle]
pub unsafe extern "C-unwind" fn MPI_Allreduce_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MpiCount,
    datatype: Handle,
    op: Handle,
    comm: Handle,
) -> c_int {
    guarded("MPI_Allreduce_c", || {
        let call = allreduce(sendbuf, recvbuf, count, datatype, op, comm);
        reduce(&call, || {
            static LARGE: Forward = Forward::new("MPI_Allreduce_c");
            if LARGE.find().is_none() {
                return narrow(count)
                    .map_or_else(|| too_many(&call), |count| pass_on_allreduce(&call, count));
            }
            pass_on!("MPI_Allreduce_c", (
                sendbuf => *const c_void, recvbuf => *mut c_void, count => MpiCount,
                datatype => Handle, op => Handle, comm => Handle
            ) -> c_int)
        })
    })
}

/// MPI_Reduce.
///
/// # Safety
/// As the MPI standard says of MPI_Reduce.
#[no_mangle]
pub unsafe extern "C-unwind" fn MPI_Reduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: c_int,
    datatype: Handle,
    op: Handle,
    root: c_int,
    comm: Handle,
) -> c_int {
    guarded("MPI_Reduce", || {
        let call = reduce_to(root, sendbuf, recvbuf, count.into(), datatype, op, comm);
        reduce(&call, || pass_on_reduce(&call, count, root))
    })
}

/// MPI_Reduce_c.
///
/// # Safety
/// As the MPI standard says of MPI_Reduce_c.
#[no_mangle]
pub unsafe extern "C-unwind" fn MPI_Reduce_c(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MpiCount,
    datatype: Handle,
    op: Handle,
    root: c_int,
    comm: Handle,
) -> c_int {
    guarded("MPI_Reduce_c", || {
        let call = reduce_to(root, sendbuf, recvbuf, count, datatype, op, comm);
        reduce(&call, || {
            static LARGE: Forward = Forward::new("MPI_Reduce_c");
            if LARGE.find().is_none() {
                return narrow(count)
                    .map_or_else(|| too_many(&call), |count| pass_on_reduce(&call, count, root));
            }
            pass_on!("MPI_Reduce_c", (
                sendbuf => *const c_void, recvbuf => *mut c_void, count => MpiCount,
                datatype => Handle, op => Handle, root => c_int, comm => Handle
            ) -> c_int)
        })
    })
}

/// A call of MPI_Allreduce, whichever way the count comes.
#[inline]
fn allreduce(
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MpiCount,
    datatype: Handle,
    op: Handle,
    comm: Handle,
) -> Call {
    let (send, recv) = (sendbuf.cast(), recvbuf.cast());
    Call { name: "MPI_Allreduce", send, recv, count, datatype, op, root: None, comm }
}

/// Likewise of MPI_Reduce.
#[inline]
fn reduce_to(
    root: c_int,
    sendbuf: *const c_void,
    recvbuf: *mut c_void,
    count: MpiCount,
    datatype: Handle,
    op: Handle,
    comm: Handle,
) -> Call {
    let call = allreduce(sendbuf, recvbuf, count, datatype, op, comm);
    Call { name: "MPI_Reduce", root: Some(root), ..call }
}

fn pass_on_allreduce(call: &Call, count: c_int) -> c_int {
    pass_on!("MPI_Allreduce", (
        call.send.cast() => *const c_void, call.recv.cast() => *mut c_void, count => c_int,
        call.datatype => Handle, call.op => Handle, call.comm => Handle
    ) -> c_int)
}

fn pass_on_reduce(call: &Call, count: c_int, root: c_int) -> c_int {
    pass_on!("MPI_Reduce", (
        call.send.cast() => *const c_void, call.recv.cast() => *mut c_void, count => c_int,
        call.datatype => Handle, call.op => Handle, root => c_int, call.comm => Handle
    ) -> c_int)
}

/// The error of a count that the MPI library cannot take.
fn too_many(call: &Call) -> c_int {
    // Without an MPI library that we know the call went no further than here.
    process().map_or(1, |process| {
        Subject::from(call).raise(process, process.library.constants.err_count)
    })
}
