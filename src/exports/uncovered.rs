//! What happens in a call of one of the reductions that are not made
//! reproducible: it is classified, warned of or refused as the policy says,
//! counted, and passed on as it came.
//!
//! A refused call is refused before anything is started: a request that the
//! caller does not expect would never be completed. The ranks' policies are not
//! compared here: a nonblocking call must not wait for the others.

use super::arguments::Language;
use super::from_fortran;
use super::function::Function;
use super::int_form::pass_on_in_c;
use crate::arithmetic::Fault;
use crate::policy::{Policy, Unsupported};
use crate::reduction::classify::{uncovered, PassOn};
use crate::reduction::context::Context;
use crate::reduction::notices::{count, refuse, say_once, PASSED_ON};
use crate::report;
use crate::runtime::lifecycle;
use crate::runtime::process::process;
use libc::c_int;
use std::sync::atomic::Ordering;

/// Whether nothing more will be said of a function's calls, nor done with them.
fn is_settled(function: &Function, policy: &Policy) -> bool {
    match policy.unsupported {
        Unsupported::Native => true,
        Unsupported::Warn => function.said.load(Ordering::Relaxed),
        Unsupported::Error => false,
    }
}

/// Serves a call in C.
///
/// # Safety
/// The words are arguments for the function.
pub unsafe fn in_c(function: &Function, language: Language, words: &[usize]) -> c_int {
    drop(report::seen());
    // SAFETY: upheld by the caller.
    unsafe {
        let Some(process) = process().filter(|process| process.is_up()) else {
            return pass_on_in_c(None, function, language, words);
        };
        lifecycle::started(process);
        observe(process, function, language, words, || {
            pass_on_in_c(Some(process), function, language, words)
        })
    }
}

/// Serves a call in Fortran. Where the library's own procedure calls the C
/// function we see it there, and only pass on.
///
/// # Safety
/// The words are arguments for the procedure; the last one as [`from_fortran::in_fortran`] says.
pub unsafe fn in_fortran(function: &Function, words: &[usize]) {
    // SAFETY: upheld by the caller.
    unsafe {
        from_fortran::in_fortran(function, words, |process, language, seen, pass_on| {
            drop(seen);
            observe(process, function, language, words, pass_on)
        });
    }
}

/// Does with a call what the policy says; returns an MPI error code.
///
/// # Safety
/// The words are arguments for the function in that language.
unsafe fn observe(
    context: &Context,
    function: &Function,
    language: Language,
    words: &[usize],
    pass_on: impl FnOnce() -> c_int,
) -> c_int {
    let (policy, library) = (context.policy(), &context.library);
    if context.tallies.is_none() && is_settled(function, policy) {
        return pass_on();
    }
    let watch = context.watch();
    // SAFETY: upheld by the caller.
    let subject = match unsafe { language.subject(function, words, library) } {
        Ok(subject) => subject,
        Err(Fault(code)) => return code,
    };
    let reason = match uncovered(library, policy, &subject.operation, function.form) {
        _ if subject.is_null(library) => PassOn::Rejected,
        PassOn::Uncovered(form) => match subject.is_alone(context) {
            Ok(true) => PassOn::Harmless("one rank only"),
            Ok(false) => PassOn::Uncovered(form),
            Err(Fault(code)) => return code,
        },
        reason => reason,
    };
    let code = match (reason, policy.unsupported) {
        (PassOn::Uncovered(_), Unsupported::Error) => {
            // SAFETY: upheld by the caller.
            unsafe { language.store_null_request(function, words, library) };
            refuse(context, &subject, reason)
        }
        (PassOn::Uncovered(_), Unsupported::Warn) => {
            let code = pass_on();
            if code == 0 {
                say_once(context, &subject, reason, PASSED_ON);
                function.said.store(true, Ordering::Relaxed);
            }
            code
        }
        _ => pass_on(),
    };
    // Of a call that MPI has rejected nothing more can be asked without another error.
    let refused = matches!(reason, PassOn::Uncovered(_));
    if let Some(watch) = watch.filter(|_| code == 0 || refused) {
        count(context, &subject, reason.outcome(), &watch);
    }
    code
}
