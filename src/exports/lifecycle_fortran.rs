//! The procedures in Fortran that start and end MPI.

use super::forward::{call_with_words, Forward};
use super::lifecycle::no_sessions;
use super::procedures::procedures;
use crate::runtime::lifecycle::{aborting, close_session, ending, initialised, open_session};
use libc::c_int;

procedures!(init(ierror):
    mpi_init_ mpi_init__ MPI_INIT mpi_init_f08_);
procedures!(init_thread(required, provided, ierror):
    mpi_init_thread_ mpi_init_thread__ MPI_INIT_THREAD mpi_init_thread_f08_);
procedures!(finalize(ierror):
    mpi_finalize_ mpi_finalize__ MPI_FINALIZE mpi_finalize_f08_);
procedures!(abort(comm, errorcode, ierror):
    mpi_abort_ mpi_abort__ MPI_ABORT mpi_abort_f08_);

/// # Safety
/// The words are arguments for the procedure behind us, here and below.
unsafe fn init(next: &Forward, words: &[usize; 1]) {
    // SAFETY: upheld by the caller.
    unsafe { call_with_words::<()>(next.address(), words) };
    initialised("MPI_Init");
}

unsafe fn init_thread(next: &Forward, words: &[usize; 3]) {
    // SAFETY: upheld by the caller.
    unsafe { call_with_words::<()>(next.address(), words) };
    initialised("MPI_Init_thread");
}

unsafe fn finalize(next: &Forward, words: &[usize; 1]) {
    ending();
    // SAFETY: upheld by the caller.
    unsafe { call_with_words::<()>(next.address(), words) };
}

unsafe fn abort(next: &Forward, words: &[usize; 3]) {
    aborting();
    // SAFETY: upheld by the caller.
    unsafe { call_with_words::<()>(next.address(), words) };
}

procedures!(open(info, errhandler, session, ierror):
    mpi_session_init_ mpi_session_init__ MPI_SESSION_INIT mpi_session_init_f08_);
procedures!(close(session, ierror):
    mpi_session_finalize_ mpi_session_finalize__ MPI_SESSION_FINALIZE
    mpi_session_finalize_f08_);

/// # Safety
/// The words are arguments for the procedure behind us.
unsafe fn open(next: &Forward, words: &[usize]) {
    // SAFETY: upheld by the caller.
    open_session(|| unsafe { call(next, words) });
}

/// # Safety
/// The words are arguments for the procedure behind us.
unsafe fn close(next: &Forward, words: &[usize]) {
    // SAFETY: upheld by the caller.
    close_session(|| unsafe { call(next, words) });
}

/// Calls the procedure, and returns what it leaves in its error argument.
///
/// # Safety
/// The words are arguments for the procedure behind us.
unsafe fn call(next: &Forward, words: &[usize]) -> c_int {
    // An absent optional argument of `mpi_f08` is null.
    // SAFETY: the address of the caller's error argument, or null.
    let ierror = unsafe { (words[words.len() - 1] as *mut c_int).as_mut() };
    match next.find() {
        Some(address) => {
            // SAFETY: upheld by the caller.
            unsafe { call_with_words::<()>(address, words) };
            ierror.map_or(0, |ierror| *ierror)
        }
        None => {
            let code = no_sessions();
            if let Some(ierror) = ierror {
                *ierror = code;
            }
            code
        }
    }
}
