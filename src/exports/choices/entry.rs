//! What a function that only a trace sees does: it is passed on, and watched if there is a trace.

use super::watched::{watch, watch_in_fortran, Observe};
use crate::exports::forward::Forward;
use crate::exports::from_fortran::untouched;
use crate::exports::function::Function;
use crate::runtime::guard::guarded;
use crate::runtime::process;
use libc::c_int;
use samebits_trace::caller::Mark;

#[inline(always)]
pub unsafe fn in_c(
    observe: Observe,
    function: &'static Function,
    words: &[usize],
    mark: Mark,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe {
        match process::traced() {
            None => next(function, words),
            Some(context) => guarded(function.symbol, || {
                watch(observe, context, function, words, mark, &|words| next(function, words))
            }),
        }
    }
}

#[inline(always)]
pub unsafe fn in_fortran(
    observe: Observe,
    function: &'static Function,
    words: &[usize],
    mark: Mark,
) {
    // SAFETY: upheld by the caller.
    unsafe {
        match process::traced() {
            None => function.next.call::<()>(words),
            Some(_) if function.is_wide() => {
                untouched(&function.next, words, || function.frame.caller(mark))
            }
            Some(context) => guarded(function.symbol, || {
                let next = |words: &[usize]| function.next.call::<()>(words);
                watch_in_fortran(observe, context, function, words, mark, &next);
            }),
        }
    }
}

/// Calls the next definition of a function in C or, of one with large counts, that with ints, where the
/// MPI library lacks it.
#[inline]
unsafe fn next(function: &Function, words: &[usize]) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe {
        match &function.int_form {
            None => function.next.call(words),
            Some(int_form) => call_large(function, int_form, words),
        }
    }
}

#[cold]
unsafe fn call_large(function: &Function, int_form: &Forward, words: &[usize]) -> c_int {
    if function.next.find().is_some() {
        // SAFETY: upheld by the caller.
        return unsafe { function.next.call(words) };
    }
    let counts = function.roles.iter().zip(words).filter(|(role, _)| role.is_count());
    match counts.map(|(_, count)| c_int::try_from(*count as i64)).all(|count| count.is_ok()) {
        // SAFETY: likewise; all counts are ints.
        true => unsafe { int_form.call(words) },
        false => process::constants().map_or(1, |constants| constants.err_count),
    }
}
