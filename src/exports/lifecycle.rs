//! The functions in C that start and end MPI.

use super::forward::{pass_on, Forward};
use crate::mpi::family::Handle;
use crate::runtime::guard::guarded;
use crate::runtime::lifecycle::{aborting, close_session, ending, initialised, open_session};
use crate::runtime::process::process;
use libc::{c_int, c_void};

/// MPI_Init.
///
/// # Safety
/// As the MPI standard says of MPI_Init.
#[no_mangle]
pub unsafe extern "C-unwind" fn MPI_Init(argc: *mut c_int, argv: *mut c_void) -> c_int {
    guarded("MPI_Init", || {
        let code = pass_on!("MPI_Init", (argc => *mut c_int, argv => *mut c_void) -> c_int);
        initialised("MPI_Init");
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
        initialised("MPI_Init_thread");
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

/// MPI_Abort.
///
/// # Safety
/// As the MPI standard says of MPI_Abort.
#[no_mangle]
pub unsafe extern "C-unwind" fn MPI_Abort(comm: Handle, errorcode: c_int) -> c_int {
    guarded("MPI_Abort", || {
        aborting();
        pass_on!("MPI_Abort", (comm => Handle, errorcode => c_int) -> c_int)
    })
}

/// MPI_Session_init.
///
/// # Safety
/// As the MPI standard says of MPI_Session_init.
#[no_mangle]
pub unsafe extern "C-unwind" fn MPI_Session_init(
    info: Handle,
    errhandler: Handle,
    session: *mut c_void,
) -> c_int {
    guarded("MPI_Session_init", || {
        static NEXT: Forward = Forward::new("MPI_Session_init");
        if NEXT.find().is_none() {
            return no_sessions();
        }
        open_session(|| {
            pass_on!("MPI_Session_init", (
                info => Handle, errhandler => Handle, session => *mut c_void
            ) -> c_int)
        })
    })
}

/// MPI_Session_finalize.
///
/// # Safety
/// As the MPI standard says of MPI_Session_finalize.
#[no_mangle]
pub unsafe extern "C-unwind" fn MPI_Session_finalize(session: *mut c_void) -> c_int {
    guarded("MPI_Session_finalize", || {
        static NEXT: Forward = Forward::new("MPI_Session_finalize");
        if NEXT.find().is_none() {
            return no_sessions();
        }
        close_session(|| pass_on!("MPI_Session_finalize", (session => *mut c_void) -> c_int))
    })
}

/// What a program gets that finds our functions under an MPI library that has no
/// sessions.
pub fn no_sessions() -> c_int {
    process().map_or(1, |process| process.library.constants.err_unsupported_operation)
}
