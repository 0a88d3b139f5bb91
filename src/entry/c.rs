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
        let call = Call {
            name: "MPI_Allreduce",
            send: sendbuf.cast(),
            recv: recvbuf.cast(),
            count: i64::from(count),
            datatype,
            op,
            root: None,
            comm,
        };
        reduce(&call, || {
            pass_on!("MPI_Allreduce", (
                sendbuf => *const c_void, recvbuf => *mut c_void, count => c_int,
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
        let call = Call {
            name: "MPI_Reduce",
            send: sendbuf.cast(),
            recv: recvbuf.cast(),
            count: i64::from(count),
            datatype,
            op,
            root: Some(root),
            comm,
        };
        reduce(&call, || {
            pass_on!("MPI_Reduce", (
                sendbuf => *const c_void, recvbuf => *mut c_void, count => c_int,
                datatype => Handle, op => Handle, root => c_int, comm => Handle
            ) -> c_int)
        })
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
        let call = Call {
            name: "MPI_Allreduce",
            send: sendbuf.cast(),
            recv: recvbuf.cast(),
            count,
            datatype,
            op,
            root: None,
            comm,
        };
        reduce(&call, || {
            static LARGE: Forward = Forward::new("MPI_Allreduce_c");
            if LARGE.find().is_some() {
                return pass_on!("MPI_Allreduce_c", (
                    sendbuf => *const c_void, recvbuf => *mut c_void, count => MpiCount,
                    datatype => Handle, op => Handle, comm => Handle
                ) -> c_int);
            }
            let Some(count) = narrow(count) else { return too_many(&call) };
            pass_on!("MPI_Allreduce", (
                sendbuf => *const c_void, recvbuf => *mut c_void, count => c_int,
                datatype => Handle, op => Handle, comm => Handle
            ) -> c_int)
        })
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
        let call = Call {
            name: "MPI_Reduce",
            send: sendbuf.cast(),
            recv: recvbuf.cast(),
            count,
            datatype,
            op,
            root: Some(root),
            comm,
        };
        reduce(&call, || {
            static LARGE: Forward = Forward::new("MPI_Reduce_c");
            if LARGE.find().is_some() {
                return pass_on!("MPI_Reduce_c", (
                    sendbuf => *const c_void, recvbuf => *mut c_void, count => MpiCount,
                    datatype => Handle, op => Handle, root => c_int, comm => Handle
                ) -> c_int);
            }
            let Some(count) = narrow(count) else { return too_many(&call) };
            pass_on!("MPI_Reduce", (
                sendbuf => *const c_void, recvbuf => *mut c_void, count => c_int,
                datatype => Handle, op => Handle, root => c_int, comm => Handle
            ) -> c_int)
        })
    })
}

/// The error of a count that the MPI library cannot take.
fn too_many(call: &Call) -> c_int {
    // Without an MPI library that we know the call went no further than here.
    process().map_or(1, |process| {
        Subject::from(call).raise(process, process.library.constants.err_count)
    })
}
