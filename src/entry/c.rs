//! The MPI functions in C. Handles come in register-sized; an `int` argument
//! in a register has an undefined upper half, so it is declared as what it is.

use super::forward::pass_on;
use super::guard::guarded;
use super::lifecycle::{ending, initialised};
use super::reduction::reduce;
use crate::classify::Call;
use crate::mpi::family::Handle;
use libc::{c_int, c_void};

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

/// MPI_Init.
///
/// # Safety
/// As the MPI standard says of MPI_Init.
#[no_mangle]
pub unsafe extern "C-unwind" fn MPI_Init(argc: *mut c_int, argv: *mut c_void) -> c_int {
    guarded("MPI_Init", || {
        let code = pass_on!("MPI_Init", (argc => *mut c_int, argv => *mut c_void) -> c_int);
        initialised();
        code
    })
}

/// MPI_Init_thread.
///
/// # Safety
/// As the MPI standard says of MPI_Init_thread.
#[no_mangle]
pub unsafe extern "C-unwind" fn MPI_Init_thread(
    argc: *mut c_int,
    argv: *mut c_void,
    required: c_int,
    provided: *mut c_int,
) -> c_int {
    guarded("MPI_Init_thread", || {
        let code = pass_on!("MPI_Init_thread", (
            argc => *mut c_int, argv => *mut c_void, required => c_int, provided => *mut c_int
        ) -> c_int);
        initialised();
        code
    })
}

/// MPI_Finalize.
///
/// # Safety
/// As the MPI standard says of MPI_Finalize.
#[no_mangle]
pub unsafe extern "C-unwind" fn MPI_Finalize() -> c_int {
    guarded("MPI_Finalize", || {
        ending();
        pass_on!("MPI_Finalize", () -> c_int)
    })
}
