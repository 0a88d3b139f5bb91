//! Calls that one Rust function serves, alike in C and in Fortran.

use super::from_fortran::with_error_argument;
use super::function::Function;
use crate::runtime::guard::guarded;
use libc::c_int;

/// Does a call, whose words are its arguments and in Fortran the error argument; the last argument
/// passes it on. Both return an error code.
pub type Serve = unsafe fn(&'static Function, &[usize], &dyn Fn() -> c_int) -> c_int;

#[inline]
pub unsafe fn in_c(function: &'static Function, serve: Serve, words: &[usize]) -> c_int {
    // SAFETY: upheld by the caller.
    guarded(function.symbol, || unsafe { serve(function, words, &|| function.next.call(words)) })
}

#[inline]
pub unsafe fn in_fortran(function: &'static Function, serve: Serve, words: &[usize]) {
    // SAFETY: upheld by the caller.
    guarded(function.symbol, || unsafe {
        with_error_argument(&function.next, words, |pass_on| serve(function, words, pass_on));
    });
}
