//! The functions that complete requests, ask for them, start or free them, in C and in Fortran. A
//! call without a request of ours, and every call while there is none, is passed on.
//!
//! The MPI library gets null requests in place of ours: for these it returns at once and fills in
//! an empty status, in whatever form the caller's binding has one. (Some take an inactive request
//! for a complete one, or free it.) So what is done here is to bring our operations to their end, to
//! let the MPI library do the rest, and to make the handle null.

mod call;
pub mod one;
pub mod one_by_one;
pub mod several;

use super::choices::{observe, watch, watch_in_fortran};
use super::forward::Forward;
use super::from_fortran::untouched;
use super::function::Function;
use crate::runtime::guard::guarded;
use crate::runtime::process::{process, traced, Process};
use call::count;
pub use call::{Binding, CompletionCall};
use libc::c_int;
use samebits_calls::Requests;
use samebits_mpi::{abi::family::Handle, progress};
use samebits_reduction::requests::{self, passed};
use samebits_trace::caller::Mark;

/// Whether there is a request that matters to the function.
#[inline(always)] // which requests is known at compile time
fn any(of: Requests) -> bool {
    match of {
        Requests::AnyOrPassed | Requests::ManyOrPassed => {
            requests::any() || passed::any() || progress::has_requests()
        }
        _ => requests::any(),
    }
}

/// Serves a call that has a request of ours, while there are any; none if it has none. `serve` gives an
/// error code, or nothing if the call is to be passed on.
#[inline(always)] // which requests is known at compile time
unsafe fn serve<S: Into<Option<c_int>>>(
    process: &'static Process,
    (binding, next): (&'static Binding, &'static Forward),
    words: &[usize],
    of: Requests,
    serve: unsafe fn(&CompletionCall<'_>) -> S,
) -> Option<c_int> {
    let call = CompletionCall { process, binding, next, words, ours: &[] };
    let (one, many);
    // SAFETY: upheld by the caller.
    unsafe {
        let ours = match of {
            Requests::Any | Requests::AnyOrPassed | Requests::One | Requests::Value => {
                one = [(0, handle(&call, matches!(of, Requests::Value))?)];
                let needed = matches!(of, Requests::One | Requests::Value);
                if needed && !requests::is_ours(one[0].1) {
                    return None;
                }
                &one[..]
            }
            Requests::Many | Requests::ManyOrPassed => {
                many = ours_of_several(&call)?;
                if matches!(of, Requests::Many) && many.is_empty() {
                    return None;
                }
                &many[..]
            }
        };
        serve(&CompletionCall { ours, ..call }).into()
    }
}

/// The handle of one request; none if there is no place for one.
#[inline]
unsafe fn handle(call: &CompletionCall<'_>, by_value: bool) -> Option<Handle> {
    let mut requests = call.requests(0);
    if by_value && !call.binding.fortran {
        // The word lies there as a handle does in memory.
        requests.address = call.words.as_ptr() as usize;
    }
    // SAFETY: the caller's request.
    (requests.address != 0).then(|| call.library().family.handle(unsafe { requests.read(0) }))
}

/// Ours of several requests, and their places; none if there is no array of requests.
unsafe fn ours_of_several(call: &CompletionCall<'_>) -> Option<Vec<(usize, Handle)>> {
    let requests = call.requests(1);
    // SAFETY: the caller's requests.
    (requests.address != 0).then(|| unsafe {
        let number = count(call.binding.fortran, call.words[0]);
        requests::ours(call.library(), (0..number).map(|i| requests.read(i)))
    })
}

/// Serves a call in C of a function of several requests, which the MPI library lacks, by others that
/// it has.
unsafe fn replaced(
    binding: &'static Binding,
    missing: &Forward,
    words: &[usize],
    instead: unsafe fn(&CompletionCall<'_>) -> c_int,
) -> c_int {
    static GET_STATUS: Forward = Forward::new("MPI_Request_get_status");
    let Some(process) = process() else {
        // SAFETY: upheld by the caller. (If no MPI library is found at all, that is said.)
        return if GET_STATUS.find().is_some() { 1 } else { unsafe { missing.call(words) } };
    };
    let call = CompletionCall { process, binding, next: &GET_STATUS, words, ours: &[] };
    let (number, requests) = (words[0] as c_int, words[1]);
    // SAFETY: upheld by the caller.
    unsafe {
        if number >= 0 && (number == 0 || requests != 0) {
            return instead(&call);
        }
        // The MPI library raises the error.
        let (mut index, mut flag): (c_int, c_int) = (0, 0);
        let [index, flag] = [&raw mut index, &raw mut flag].map(|place| place as usize);
        let ignored = process.library.constants.status_ignore;
        call.invoke(&binding.testany, &[words[0], requests, index, flag, ignored])
    }
}

/// Completes what is asked for in C, by what serves a call with a request of ours.
#[inline(always)] // all but the words and the mark is known at compile time
pub unsafe fn in_c<S: Into<Option<c_int>>>(
    (binding, function): (&'static Binding, &'static Function),
    of: Requests,
    by: unsafe fn(&CompletionCall<'_>) -> S,
    instead: Option<unsafe fn(&CompletionCall<'_>) -> c_int>,
    words: &[usize],
    mark: Mark,
) -> c_int {
    let (symbol, next) = (function.symbol, &function.next);
    // SAFETY: upheld by the caller.
    unsafe {
        let complete = |words: &[usize]| {
            if let Some(instead) = instead {
                if next.find().is_none() {
                    return guarded(symbol, || replaced(binding, next, words, instead));
                }
            }
            if !any(of) {
                return next.call(words);
            }
            guarded(symbol, || {
                let served =
                    process().and_then(|process| serve(process, (binding, next), words, of, by));
                served.unwrap_or_else(|| next.call(words))
            })
        };
        match traced() {
            None => complete(words),
            Some(context) => watch(observe, context, function, words, mark, &complete),
        }
    }
}

/// Likewise in Fortran.
#[inline(always)] // likewise
pub unsafe fn in_fortran<S: Into<Option<c_int>>>(
    (binding, function): (&'static Binding, &'static Function),
    of: Requests,
    by: unsafe fn(&CompletionCall<'_>) -> S,
    words: &[usize],
    mark: Mark,
) {
    let next = &function.next;
    // SAFETY: upheld by the caller.
    unsafe {
        let complete = |words: &[usize]| {
            let (ierror, arguments) = words.split_last().expect("the error argument");
            if !any(of) || function.is_wide() {
                return next.call(words);
            }
            guarded(function.symbol, || {
                let served = process()
                    .and_then(|process| serve(process, (binding, next), arguments, of, by));
                match served {
                    None => next.call(words),
                    Some(code) => {
                        if let Some(ierror) = (*ierror as *mut c_int).as_mut() {
                            *ierror = code;
                        }
                    }
                }
            });
        };
        match traced() {
            None => complete(words),
            Some(_) if function.is_wide() => untouched(next, words, || function.frame.caller(mark)),
            Some(context) => {
                watch_in_fortran(observe, context, function, words, mark, &complete);
            }
        }
    }
}
