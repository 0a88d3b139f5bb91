//! Calls of the reductions that are made reproducible.

use super::arguments::Language;
use super::from_fortran::{self, fortran_or};
use super::function::{position, Function, Role, Signature};
use super::handles::Handles;
use super::int_form::pass_on_in_c;
use crate::runtime::process::Process;
use crate::runtime::{lifecycle, precedence, process::process};
use libc::c_int;
use samebits_base::fault::Fault;
use samebits_reduction::call::traced::{self, Traced};
use samebits_reduction::call::{Call, Completion, Delivery, Form};
use samebits_reduction::report::Outcome;
use samebits_reduction::report::{self, Seen};
use samebits_reduction::requests::by_request::{self, Place};
use samebits_reduction::{blocking, local, requests};
use samebits_trace::{caller::Mark, recorder::Recorder};
use std::cell::OnceCell;
use std::sync::atomic::Ordering;

#[inline(always)]
pub unsafe fn in_c<S: Signature>(
    function: &'static Function,
    language: Language,
    words: &[usize],
    mark: Mark,
) -> c_int {
    let seen = seen::<S>();
    // SAFETY: upheld by the caller.
    let pass_on = |context| unsafe { pass_on_in_c(context, function, language, words) };
    let Some(process) = process().filter(|process| process.is_up()) else { return pass_on(None) };
    lifecycle::started(process);
    arrived(function);
    if S::FORM.completion != Completion::Blocking && from_fortran::is_left_to_mpi(process) {
        return pass_on(Some(process));
    }
    // SAFETY: upheld by the caller.
    match unsafe { language.call::<S>(words, &process.library) } {
        Ok(call) => {
            let pass_on = || pass_on(Some(process));
            let request = || language.request(request::<S>(words), &process.library);
            let site = |count| Site::of(function, language, count, mark);
            reduce::<S>(process, call, seen, site, pass_on, request)
        }
        Err(Fault(code)) => code,
    }
}

#[inline(always)]
pub unsafe fn in_fortran<S: Signature>(function: &'static Function, words: &[usize], mark: Mark) {
    // SAFETY: upheld by the caller.
    unsafe {
        let serve =
            |process: &'static Process, language: Language, seen, pass_on: &dyn Fn() -> _| {
                arrived(function);
                match language.call::<S>(words, &process.library) {
                    Ok(call) => {
                        let library = &process.library;
                        let request = || language.request(request::<S>(words), library);
                        let site = |count| Site::of(function, language, count, mark);
                        reduce::<S>(process, call, seen, site, pass_on, request)
                    }
                    Err(Fault(code)) => code,
                }
            };
        from_fortran::in_fortran(function, words, mark, seen::<S>, serve);
    }
}

/// A call counts; one that makes a persistent reduction does not, but each start of that.
#[inline(always)]
fn seen<S: Signature>() -> Seen {
    match S::FORM.completion {
        Completion::Persistent => report::preparing(),
        Completion::Blocking | Completion::Nonblocking => report::seen(),
    }
}

/// Does a call, which its caller has made: a result taken apart in here is copied, and that takes a
/// tenth of the time of the shortest reductions.
#[inline(always)]
fn reduce<'a, S: Signature>(
    process: &'static Process,
    call: Call<'_>,
    seen: Seen,
    site: impl FnOnce(i64) -> Site,
    mut pass_on: impl FnMut() -> c_int,
    request: impl FnOnce() -> Handles<'a>,
) -> c_int {
    let recorder = process.recorder().filter(|_| S::FORM.delivery != Delivery::Local);
    let (mut traced, how) = (None, OnceCell::new());
    let mut call = call; // with a lifetime of its own
    if let Some(recorder) = recorder {
        if let Err(Fault(code)) = trace(process, recorder, &call, site, &mut traced) {
            // The MPI library has raised it.
            return code;
        }
        call.how = Some(&how);
    }
    let call = &call;
    match const { (S::FORM.completion, S::FORM.delivery) } {
        (Completion::Blocking, delivery) => {
            let code = match delivery {
                Delivery::Local => local::reduce(process, call, seen, pass_on),
                _ => blocking::reduce(process, call, seen, pass_on),
            };
            if let Some((recorder, traced)) = recorder.zip(traced.as_ref()) {
                traced.end(process, recorder, how.get(), code);
            }
            code
        }
        _ => {
            let request = request();
            let code = by_request::reduce(process, call, seen, &request, &mut pass_on);
            if let Some((recorder, traced)) = recorder.zip(traced) {
                follow(process, recorder, (traced, how.get(), code), &request, S::FORM);
            }
            code
        }
    }
}

/// Begins the trace's record of a call that communicates.
#[cold]
fn trace(
    process: &Process,
    recorder: &Recorder,
    call: &Call<'_>,
    site: impl FnOnce(i64) -> Site,
    into: &mut Option<Traced>,
) -> Result<(), Fault> {
    let Site { address, readable } = site(call.operation.count);
    traced::begin(process, recorder, call, (fortran_or(|| address), readable), into)
}

/// Has the trace follow the request of a call that has returned.
#[cold]
fn follow(
    process: &Process,
    recorder: &Recorder,
    (traced, served, code): (Traced, Option<&Outcome>, c_int),
    request: &Handles<'_>,
    form: Form,
) {
    if code != 0 {
        return traced.end(process, recorder, served, code);
    }
    let handle = process.library.family.handle(request.request());
    requests::follow(process, recorder, handle, (traced, served), form);
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
    fn of(function: &Function, language: Language, count: i64, mark: Mark) -> Site {
        let fits = c_int::try_from(count).is_ok();
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
