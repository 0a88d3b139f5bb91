//! Calls of the reductions that are made reproducible.

use super::function::{Function, Signature};
use super::{arguments::Language, from_fortran, int_form::pass_on_in_c};
use crate::arithmetic::Fault;
use crate::reduction::call::{Call, Delivery};
use crate::reduction::{blocking, local};
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
        Ok(call) => reduce::<S>(process, &call, seen, || pass_on(Some(process))),
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
                Ok(call) => reduce::<S>(process, &call, seen, pass_on),
                Err(Fault(code)) => code,
            }
        });
    }
}

#[inline(always)]
fn reduce<S: Signature>(
    process: &'static Process,
    call: &Call<'_>,
    seen: Seen,
    pass_on: impl FnMut() -> c_int,
) -> c_int {
    match const { S::FORM.delivery } {
        Delivery::Local => local::reduce(process, call, seen, pass_on),
        _ => blocking::reduce(process, call, seen, pass_on),
    }
}

#[inline]
fn arrived(function: &Function) {
    if !function.arrived.load(Ordering::Relaxed) {
        function.arrived.store(true, Ordering::Relaxed);
        precedence::arrived(function.name);
    }
}
