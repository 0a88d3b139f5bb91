//! MPI sessions in Fortran. (An MPI library without sessions has no procedures to
//! pass on to.)

use super::c_lifecycle::no_sessions;
use super::forward::{call_with_words, Forward};
use super::lifecycle::{close_session, open_session};
use super::procedures::procedures;
use libc::c_int;

procedures!(open(info, errhandler, session, ierror):
    mpi_session_init_ mpi_session_init__ MPI_SESSION_INIT mpi_session_init_f08_);
procedures!(close(session, ierror):
    mpi_session_finalize_ mpi_session_finalize__ MPI_SESSION_FINALIZE
    mpi_session_finalize_f08_);

/// # Safety
/// The words are arguments for the procedure behind us.
unsafe fn open(next: &Forward, words: &[usize]) {
    // SAFETY: handed on to the caller.
    open_session(|| unsafe { call(next, words) });
}

/// # Safety
/// The words are arguments for the procedure behind us.
unsafe fn close(next: &Forward, words: &[usize]) {
    // SAFETY: handed on to the caller.
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
            // SAFETY: handed on to the caller.
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
