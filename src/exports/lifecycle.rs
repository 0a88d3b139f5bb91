//! What is done in the functions that start and end MPI.

use super::function::Function;
use crate::runtime::lifecycle::{
    aborting, close_session, ending, finalised, initialised, open_session,
};
use crate::runtime::{children, process::process};
use libc::c_int;

pub unsafe fn init(function: &Function, _words: &[usize], call: &dyn Fn() -> c_int) -> c_int {
    children::drop_preload();
    let code = call();
    initialised(function.name);
    code
}

pub unsafe fn finalize(_function: &Function, _words: &[usize], call: &dyn Fn() -> c_int) -> c_int {
    ending();
    let code = call();
    finalised();
    code
}

pub unsafe fn abort(_function: &Function, _words: &[usize], call: &dyn Fn() -> c_int) -> c_int {
    aborting();
    call()
}

pub unsafe fn session_init(
    function: &Function,
    _words: &[usize],
    call: &dyn Fn() -> c_int,
) -> c_int {
    children::drop_preload();
    function.next.find().map_or_else(no_sessions, |_| open_session(call))
}

pub unsafe fn session_finalize(
    function: &Function,
    _words: &[usize],
    call: &dyn Fn() -> c_int,
) -> c_int {
    function.next.find().map_or_else(no_sessions, |_| close_session(call))
}

/// The error code for a program that calls these functions under an MPI library without sessions.
fn no_sessions() -> c_int {
    process().map_or(1, |process| process.library.constants.err_unsupported_operation)
}
