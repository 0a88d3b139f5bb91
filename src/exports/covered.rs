//! Calls of the reductions that are made reproducible.

use super::arguments::{Handles, Language};
use super::function::{position, Function, Role, Signature};
use super::{from_fortran, int_form::pass_on_in_c};
use crate::arithmetic::Fault;
use crate::reduction::call::{Call, Completion, Delivery};
use crate::reduction::{blocking, by_request, local};
use crate::report::{self, Seen};
use crate::runtime::process::Process;
use crate::runtime::{lifecycle, precedence, process::process};
use libc::c_int;
use std::sync::atomic::Ordering;

#[inline(always)]
pub unsafe fn in_c<S: Signature>(
    function: &'static Function,
    language: Language,
    words: &[usize],
) -> c_int {
    let seen = report::seen();
    // SAFETY: upheld by the caller.
    let pass_on = |context| unsafe { pass_on_in_c(context, function, language, words) };
    let Some(process) = process().filter(|process| process.is_up()) else { return pass_on(None) };
    lifecycle::started(process);
    arrived(function);
    // SAFETY: upheld by the caller.
    match unsafe { language.call::<S>(words, &process.library) } {
        Ok(call) => {
            let pass_on = || pass_on(Some(process));
            let request = || language.request(request::<S>(words), &process.library);
            reduce::<S>(process, &call, seen, pass_on, request)
        }
        Err(Fault(code)) => code,
    }
}

#[inline(always)]
pub unsafe fn in_fortran<S: Signature>(function: &'static Function, words: &[usize]) {
    // SAFETY: upheld by the caller.
    unsafe {
        from_fortran::in_fortran(function, words, |process, language, seen, pass_on| {
            arrived(function);
            match language.call::<S>(words, &process.library) {
                Ok(call) => {
                    let library = &process.library;
                    let request = || language.request(request::<S>(words), library);
                    reduce::<S>(process, &call, seen, pass_on, request)
                }
                Err(Fault(code)) => code,
            }
        });
    }
}

#[inline(always)]
fn reduce<'a, S: Signature>(
    process: &'static Process,
    call: &Call<'_>,
    seen: Seen,
    mut pass_on: impl FnMut() -> c_int,
    request: impl FnOnce() -> Handles<'a>,
) -> c_int {
    match const { (S::FORM.completion, S::FORM.delivery) } {
        (Completion::Blocking, Delivery::Local) => local::reduce(process, call, seen, pass_on),
        (Completion::Blocking, _) => blocking::reduce(process, call, seen, pass_on),
        _ => by_request::reduce(process, call, seen, &request(), &mut pass_on),
    }
}

/// Of a call that has a request.
#[inline(always)]
fn request<S: Signature>(words: &[usize]) -> usize {
    let place = const { position(S::ROLES, Role::Request) };
    words[place.expect("the function has a request")]
}

#[inline]
fn arrived(function: &Function) {
    if !function.arrived.load(Ordering::Relaxed) {
        function.arrived.store(true, Ordering::Relaxed);
        precedence::arrived(function.name);
    }
}
