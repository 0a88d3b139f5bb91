//! What happens in a call of one of the reductions that are not made
//! reproducible: it is classified, warned of or refused as the policy says,
//! counted, and passed on as it came.
//!
//! A refused call is refused before anything is started: a request that the
//! caller does not expect would never be completed. The ranks' policies are not
//! compared here: a nonblocking call must not wait for the others.

use super::arguments::{Language, Role};
use super::fortran::served;
use super::forward::{call_with_words, Forward};
use super::int_form;
use super::lifecycle;
use super::passed_on::{count, refuse, say_once, PASSED_ON};
use super::process::{process, Process};
use crate::arithmetic::Fault;
use crate::classify::{uncovered, PassOn};
use crate::policy::{Policy, Unsupported};
use crate::report;
use libc::c_int;
use std::sync::atomic::{AtomicBool, Ordering};

/// What keeps a reduction from being made reproducible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Each rank gets a part of the result.
    ReduceScatter,
    /// Each rank gets the result of the ranks before it.
    Prefix,
    /// It ends later.
    Nonblocking,
    /// It is prepared now and started later.
    Persistent,
    /// It combines with another rank's memory.
    OneSided,
}

impl Form {
    /// As warnings and the report name it.
    fn name(self) -> &'static str {
        match self {
            Form::ReduceScatter => "a reduce-scatter",
            Form::Prefix => "a prefix reduction",
            Form::Nonblocking => "nonblocking",
            Form::Persistent => "persistent",
            Form::OneSided => "one-sided",
        }
    }
}

/// An MPI function whose reduction is not made reproducible.
#[derive(Debug)]
pub struct Function {
    /// Its name in C, without a `_c`.
    pub name: &'static str,
    /// What kind of reduction it is.
    pub form: Form,
    /// What its arguments are.
    pub roles: &'static [Role],
    /// The function behind us.
    pub next: Forward,
    /// Where the counts are MPI_Counts: the function with ints, which serves
    /// where the MPI library has no other.
    pub int_form: Option<Forward>,
    /// Its warning was written.
    pub said: AtomicBool,
}

impl Function {
    /// The argument of that role.
    pub fn word(&self, words: &[usize], role: Role) -> Option<usize> {
        Some(words[self.roles.iter().position(|r| *r == role)?])
    }

    /// Whether nothing more will be said of its calls, nor done with them.
    fn is_settled(&self, policy: &Policy) -> bool {
        match policy.unsupported {
            Unsupported::Native => true,
            Unsupported::Warn => self.said.load(Ordering::Relaxed),
            Unsupported::Error => false,
        }
    }
}

/// Serves a call in C.
///
/// # Safety
/// The words are arguments for the function.
pub unsafe fn in_c(function: &Function, words: &[usize]) -> c_int {
    let language = if function.int_form.is_some() { Language::CLarge } else { Language::C };
    // SAFETY: handed on to the caller.
    unsafe {
        let Some(process) = seen() else {
            return call_with_words(function.next.address(), words);
        };
        observe(process, function, language, words, || match function.next.find() {
            Some(address) => call_with_words(address, words),
            None => match language.subject(function, words, &process.library) {
                Ok(subject) => int_form::serve(process, function, words, &subject),
                Err(Fault(code)) => code,
            },
        })
    }
}

/// Serves a call in Fortran. Where the library's own procedure calls the C
/// function we see it there, and only pass on.
///
/// # Safety
/// The words are arguments for the procedure.
pub unsafe fn in_fortran(function: &Function, words: &[usize]) {
    // SAFETY: handed on to the caller; the last word is the address of the error
    // argument, or null (an absent optional argument of `mpi_f08`).
    unsafe {
        let call = || call_with_words::<()>(function.next.address(), words);
        let Some((process, convert)) = process().and_then(served) else {
            call();
            return;
        };
        drop(report::seen());
        let ierror = words[words.len() - 1] as *mut c_int;
        let code = observe(process, function, Language::Fortran(convert), words, || {
            call();
            // Where the error argument is there, the procedure has stored it.
            ierror.as_ref().copied().unwrap_or(0)
        });
        if let Some(ierror) = ierror.as_mut() {
            *ierror = code;
        }
    }
}

/// Counts a call as seen; this process, where more can be said of it.
fn seen() -> Option<&'static Process> {
    drop(report::seen());
    process().filter(|process| process.is_up())
}

/// Does with a call what the policy says; returns an MPI error code.
///
/// # Safety
/// The words are arguments for the function in that language.
unsafe fn observe(
    process: &Process,
    function: &Function,
    language: Language,
    words: &[usize],
    pass_on: impl FnOnce() -> c_int,
) -> c_int {
    lifecycle::started(process);
    let (policy, library) = (process.policy(), &process.library);
    if process.tallies.is_none() && function.is_settled(policy) {
        return pass_on();
    }
    let watch = process.watch();
    // SAFETY: handed on to the caller.
    let subject = match unsafe { language.subject(function, words, library) } {
        Ok(subject) => subject,
        Err(Fault(code)) => return code,
    };
    let reason = match uncovered(library, policy, &subject.operation(), function.form.name()) {
        _ if subject.is_null(library) => PassOn::Rejected,
        PassOn::Uncovered(form) => match subject.is_alone(process) {
            Ok(true) => PassOn::Harmless("one rank only"),
            Ok(false) => PassOn::Uncovered(form),
            Err(Fault(code)) => return code,
        },
        reason => reason,
    };
    let code = match (reason, policy.unsupported) {
        (PassOn::Uncovered(_), Unsupported::Error) => {
            // SAFETY: handed on to the caller.
            unsafe { language.store_null_request(function, words, library) };
            refuse(process, &subject, reason)
        }
        (PassOn::Uncovered(_), Unsupported::Warn) => {
            let code = pass_on();
            if code == 0 {
                say_once(process, &subject, reason, PASSED_ON);
                function.said.store(true, Ordering::Relaxed);
            }
            code
        }
        _ => pass_on(),
    };
    // Of a call that MPI has rejected nothing more can be asked without another error.
    let refused = matches!(reason, PassOn::Uncovered(_));
    if let Some(watch) = watch.filter(|_| code == 0 || refused) {
        count(process, &subject, reason.outcome(), &watch);
    }
    code
}
