//! Calls of the reductions that are not made reproducible: each is classified, warned of or refused
//! as the policy says, counted, and passed on unchanged.
//!
//! They are one-sided: the ranks' policies are not compared, because the others do not know of a
//! call. A refused call is refused before anything is started: nobody would complete its request.

use super::choices::fetching;
use super::function::{Function, Role};
use super::{arguments::Language, from_fortran, int_form::pass_on_in_c};
use crate::runtime::lifecycle;
use crate::runtime::process::{process, Process};
use libc::c_int;
use samebits_base::fault::Fault;
use samebits_policy::Unsupported;
use samebits_reduction::call::classify::{uncovered, PassOn};
use samebits_reduction::call::notices::{count, refuse, warn_once, PASSED_ON};
use samebits_reduction::requests::by_request::Place;
use samebits_reduction::{context::Context, report};
use samebits_trace::caller::Mark;
use std::sync::atomic::Ordering;

pub unsafe fn in_c(function: &Function, language: Language, words: &[usize], mark: Mark) -> c_int {
    drop(report::seen());
    // SAFETY: upheld by the caller.
    unsafe {
        let Some(process) = process().filter(|process| process.is_up()) else {
            return pass_on_in_c(None, function, language, words);
        };
        lifecycle::started(process);
        let pass_on = || pass_on_in_c(Some(process), function, language, words);
        done(process, function, language, (words, mark), pass_on)
    }
}

pub unsafe fn in_fortran(function: &Function, words: &[usize], mark: Mark) {
    // SAFETY: upheld by the caller.
    unsafe {
        from_fortran::in_fortran(
            function,
            words,
            mark,
            report::seen,
            |process, language, seen, pass_on| {
                drop(seen);
                done(process, function, language, (words, mark), pass_on)
            },
        );
    }
}

/// Treats a call as the policy says, and has the trace know of what it fetches; returns an MPI error
/// code.
unsafe fn done(
    process: &'static Process,
    function: &Function,
    language: Language,
    (words, mark): (&[usize], Mark),
    pass_on: impl FnOnce() -> c_int,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe {
        let code = observe(process, function, language, words, pass_on);
        let code = code.unwrap_or_else(|Fault(code)| code);
        if code == 0 && process.recorder().is_some() {
            fetching(process, function, language, (words, mark));
        }
        code
    }
}

/// Treats a call as the policy says; returns an MPI error code, also as a fault.
unsafe fn observe(
    context: &Context,
    function: &Function,
    language: Language,
    words: &[usize],
    pass_on: impl FnOnce() -> c_int,
) -> Result<c_int, Fault> {
    let (policy, library) = (context.policy(), &context.library);
    let is_settled = match policy.unsupported {
        Unsupported::Native => true,
        Unsupported::Warn => function.warned.load(Ordering::Relaxed),
        Unsupported::Error => false,
    };
    if is_settled && context.tallies.is_none() {
        return Ok(pass_on());
    }
    let watch = context.watch();
    // SAFETY: upheld by the caller.
    let info = unsafe { language.call_info(function, words, library) }?;
    let reason = match uncovered(library, policy, &info.operation) {
        _ if info.is_null(library) => PassOn::Rejected,
        reason => reason,
    };
    let is_uncovered = matches!(reason, PassOn::Uncovered(_));
    let code = match policy.unsupported {
        Unsupported::Error if is_uncovered => {
            if let Some(word) = function.word(words, Role::Request) {
                language.request(word, library).store(library.constants.request_null);
            }
            refuse(context, &info, reason)
        }
        Unsupported::Warn if is_uncovered => {
            let code = pass_on();
            if code == 0 {
                warn_once(context, &info, reason, PASSED_ON);
                function.warned.store(true, Ordering::Relaxed);
            }
            code
        }
        _ => pass_on(),
    };
    // Asking MPI about a call that it has rejected would raise another error.
    if let Some(watch) = watch.filter(|_| code == 0 || is_uncovered) {
        count(context, &info, reason.outcome(), &watch);
    }
    Ok(code)
}
