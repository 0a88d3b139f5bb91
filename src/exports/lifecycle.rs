//! The functions that start and end MPI, in C and in Fortran.

use super::{forward::Forward, from_fortran::with_error_argument};
use crate::mpi::abi::family::Handle;
use crate::runtime::lifecycle::{
    aborting, close_session, ending, finalised, initialised, open_session,
};
use crate::runtime::{guard::guarded, process::process};
use libc::{c_int, c_void};

/// Exports each function in C, and in Fortran under the names that compilers and bindings give it,
/// with arguments that are addresses. What the function is done by gets its name in C, its next
/// definition, and a function that calls that and returns an error code.
macro_rules! functions {
    ($(
        $serve:ident $name:ident($($argument:ident: $type:ty),*)
            / $($procedure:ident)+: $addresses:tt;
    )*) => {$(
        #[no_mangle]
        pub unsafe extern "C-unwind" fn $name($($argument: $type),*) -> c_int {
            static NEXT: Forward = Forward::new(stringify!($name));
            // SAFETY: the caller's own arguments.
            let call = || unsafe { NEXT.call(&[$($argument as usize),*]) };
            guarded(stringify!($name), || $serve(stringify!($name), &NEXT, call))
        }
        $(functions!(@procedure $serve $name $procedure $addresses);)+
    )*};
    (@procedure $serve:ident $name:ident $procedure:ident ($($address:ident)*)) => {
        #[no_mangle]
        #[allow(non_snake_case)]
        pub unsafe extern "C-unwind" fn $procedure($($address: usize),*) {
            static NEXT: Forward = Forward::new(stringify!($procedure));
            // SAFETY: the caller's own arguments.
            guarded(stringify!($procedure), || unsafe {
                with_error_argument(&NEXT, &[$($address),*], |call| {
                    $serve(stringify!($name), &NEXT, call)
                });
            });
        }
    };
}

functions! {
    init MPI_Init(argc: *mut c_int, argv: *mut c_void)
        / mpi_init_ mpi_init__ MPI_INIT mpi_init_f08_:
        (ierror);
    init MPI_Init_thread(
        argc: *mut c_int, argv: *mut c_void, required: c_int, provided: *mut c_int)
        / mpi_init_thread_ mpi_init_thread__ MPI_INIT_THREAD mpi_init_thread_f08_:
        (required provided ierror);
    finalize MPI_Finalize()
        / mpi_finalize_ mpi_finalize__ MPI_FINALIZE mpi_finalize_f08_:
        (ierror);
    abort MPI_Abort(comm: Handle, errorcode: c_int)
        / mpi_abort_ mpi_abort__ MPI_ABORT mpi_abort_f08_:
        (comm errorcode ierror);
    session_init MPI_Session_init(info: Handle, errhandler: Handle, session: *mut c_void)
        / mpi_session_init_ mpi_session_init__ MPI_SESSION_INIT mpi_session_init_f08_:
        (info errhandler session ierror);
    session_finalize MPI_Session_finalize(session: *mut c_void)
        / mpi_session_finalize_ mpi_session_finalize__ MPI_SESSION_FINALIZE
          mpi_session_finalize_f08_:
        (session ierror);
}

fn init(name: &'static str, _next: &Forward, call: impl FnOnce() -> c_int) -> c_int {
    let code = call();
    initialised(name);
    code
}

fn finalize(_name: &str, _next: &Forward, call: impl FnOnce() -> c_int) -> c_int {
    ending();
    let code = call();
    finalised();
    code
}

fn abort(_name: &str, _next: &Forward, call: impl FnOnce() -> c_int) -> c_int {
    aborting();
    call()
}

fn session_init(_name: &str, next: &Forward, call: impl FnOnce() -> c_int) -> c_int {
    next.find().map_or_else(no_sessions, |_| open_session(call))
}

fn session_finalize(_name: &str, next: &Forward, call: impl FnOnce() -> c_int) -> c_int {
    next.find().map_or_else(no_sessions, |_| close_session(call))
}

/// The error code for a program that calls these functions under an MPI library without sessions.
fn no_sessions() -> c_int {
    process().map_or(1, |process| process.library.constants.err_unsupported_operation)
}
