//! Calls of the reductions that are made reproducible.

use super::arguments::Language;
use super::choices::{Passed, PASSED};
use super::from_fortran::{self, fortran_or};
use super::function::{position, Function, Role, Signature};
use super::handles::Handles;
use super::int_form::pass_on_in_c;
use crate::arithmetic::Fault;
use crate::reduction::by_request::{self, Place};
use crate::reduction::call::{Call, Completion, Delivery};
use crate::reduction::traced::{self, Traced};
use crate::reduction::{blocking, local, requests};
use crate::report::{self, Seen};
use crate::runtime::process::Process;
use crate::runtime::{lifecycle, precedence, process::process};
use crate::trace::{caller::Mark, recorder::Recorder};
use libc::c_int;
use std::sync::atomic::Ordering;

#[inline(always)]
pub unsafe fn in_c<S: Signature>(
    function: &'static Function,
    language: Language,
    words: &[usize],
    mark: Mark,
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
            let site = || Site::of(function, language, &call, mark);
            reduce::<S>(process, &call, seen, site, pass_on, request)
        }
        Err(Fault(code)) => code,
    }
}

#[inline(always)]
pub unsafe fn in_fortran<S: Signature>(function: &'static Function, words: &[usize], mark: Mark) {
    // SAFETY: upheld by the caller.
    unsafe {
        from_fortran::in_fortran(function, words, mark, |process, language, seen, pass_on| {
            arrived(function);
            match language.call::<S>(words, &process.library) {
                Ok(call) => {
                    let library = &process.library;
                    let request = || language.request(request::<S>(words), library);
                    let site = || Site::of(function, language, &call, mark);
                    reduce::<S>(process, &call, seen, site, pass_on, request)
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
    site: impl FnOnce() -> Site,
    mut pass_on: impl FnMut() -> c_int,
    request: impl FnOnce() -> Handles<'a>,
) -> c_int {
    let traced = match process.recorder() {
        None => None,
        Some(recorder) => match trace::<S>(process, recorder, call, site) {
            Ok(traced) => traced,
            // The MPI library has raised it.
            Err(Fault(code)) => return code,
        },
    };
    match const { (S::FORM.completion, S::FORM.delivery) } {
        (Completion::Blocking, delivery) => {
            let code = match delivery {
                Delivery::Local => local::reduce(process, call, seen, pass_on),
                _ => blocking::reduce(process, call, seen, pass_on),
            };
            if let Some((recorder, traced)) = traced {
                traced.end(process, recorder, code);
            }
            code
        }
        _ => {
            let request = request();
            let code = by_request::reduce(process, call, seen, &request, &mut pass_on);
            match traced {
                Some((recorder, traced)) if code == 0 => {
                    let handle = process.library.family.handle(request.request());
                    let passed = requests::follow(process, recorder, handle, traced, S::FORM);
                    if let Some(reduction) = passed {
                        PASSED.add(handle, Passed { reduction, under_way: None });
                    }
                }
                Some((recorder, traced)) => traced.end(process, recorder, code),
                None => {}
            }
            code
        }
    }
}

/// Begins the trace's record of a call that communicates.
#[cold]
fn trace<'a, S: Signature>(
    process: &'static Process,
    recorder: &'a Recorder,
    call: &Call<'_>,
    site: impl FnOnce() -> Site,
) -> Result<Option<(&'a Recorder, Traced)>, Fault> {
    if const { matches!(S::FORM.delivery, Delivery::Local) } {
        return Ok(None);
    }
    let Site { address, readable } = site();
    let traced = traced::begin(process, recorder, call, fortran_or(|| address), readable)?;
    Ok(Some((recorder, traced)))
}

/// What the trace asks of a call beside its arguments.
struct Site {
    /// Where it was called from.
    address: usize,
    /// Whether there are as many elements as it says. Of more than an int counts that is not certain
    /// where the MPI library has no such function: it returns an error then.
    readable: bool,
}

impl Site {
    #[cold]
    fn of(function: &Function, language: Language, call: &Call<'_>, mark: Mark) -> Site {
        let fits = c_int::try_from(call.operation.count).is_ok();
        let readable =
            fits || !matches!(language, Language::CLarge) || function.next.find().is_some();
        Site { address: function.frame.caller(mark), readable }
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
