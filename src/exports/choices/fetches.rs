//! Fetching one-sided calls: what they return depends on which rank came first. It is there when an
//! operation that completes them has returned: a synchronisation of the window, or the completion of
//! the call's request.

use super::watched::WatchedCall;
use crate::exports::arguments::{Language, Sentinels};
use crate::exports::from_fortran::fortran_or;
use crate::exports::function::{Function, Role};
use libc::c_int;
use samebits_base::lock::lock;
use samebits_mpi::abi::family::Handle;
use samebits_mpi::elements::data::Elements;
use samebits_reduction::nonblocking::held::Held;
use samebits_reduction::{
    call::{described::Describing, digested},
    context::Context,
};
use samebits_trace::caller::Mark;
use samebits_trace::format::{Choice, Chosen};
use samebits_trace::recorder::Recorder;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// A call whose result is not there yet.
struct Fetch {
    /// Its number, in the order of the calls.
    number: u64,
    win: Handle,
    request: Option<Handle>,
    call: &'static str,
    site: usize,
    target: c_int,
    result: *const u8,
    count: usize,
    elements: Elements,
    _datatype: Option<Arc<Held>>,
}

// SAFETY: the buffer is the caller's until the call is complete, whichever thread completes it.
unsafe impl Send for Fetch {}

/// In the order of the calls.
static PENDING: Mutex<Vec<Fetch>> = Mutex::new(Vec::new());
static NUMBER: AtomicUsize = AtomicUsize::new(0);

/// How many calls there have ever been.
static EVER: AtomicU64 = AtomicU64::new(0);

/// A point in time: an operation that begins then completes the calls before, and not those that other
/// threads make before it has returned to us.
#[derive(Clone, Copy, Debug)]
pub struct Moment(u64);

impl Moment {
    pub fn now() -> Moment {
        Moment(EVER.load(Ordering::Acquire))
    }

    fn is_after(self, fetch: &Fetch) -> bool {
        fetch.number < self.0
    }
}

/// What a call names, beside itself.
struct Named {
    win: Handle,
    request: Option<Handle>,
    target: c_int,
    result: *const u8,
    count: i64,
    datatype: Handle,
}

/// Notes that a call is under way, if it returns anything.
fn note_pending(context: &'static Context, (call, site): (&'static str, usize), named: Named) {
    let library = &context.library;
    let Named { win, request, target, result, count, datatype } = named;
    let Ok(count @ 1..) = usize::try_from(count) else { return };
    let Some(elements) = library.elements(datatype).ok().flatten() else { return };
    let nowhere = result.is_null() && !elements.absolute();
    if nowhere || elements.size() == 0 || target == library.constants.proc_null {
        return;
    }
    let (win, request) = (library.family.handle(win), request.map(|it| library.family.handle(it)));
    let _datatype = Held::new(library, datatype, library.constants.sum);
    let mut pending = lock(&PENDING);
    let number = EVER.fetch_add(1, Ordering::Release);
    let fetch =
        Fetch { number, win, request, call, site, target, result, count, elements, _datatype };
    pending.push(fetch);
    NUMBER.store(pending.len(), Ordering::Relaxed);
}

/// A one-sided call of the [reductions](samebits_calls::REDUCTIONS) has returned without an error.
///
/// # Safety
/// The words are its arguments.
#[cold]
pub unsafe fn fetching(
    context: &'static Context,
    function: &Function,
    language: Language,
    (words, mark): (&[usize], Mark),
) {
    let word = |role| function.word(words, role);
    let Some(result) = word(Role::Result) else { return };
    let role = match word(Role::ResultDatatype) {
        Some(_) => Role::ResultDatatype,
        None => Role::Datatype,
    };
    let [Some(win), Some(target), Some(datatype)] = [Role::Win, Role::Target, role].map(word)
    else {
        return;
    };
    let request = |word| language.request(word, &context.library);
    // SAFETY: upheld by the caller.
    let named = unsafe {
        Named {
            win: language.handle(win, |functions| functions.win),
            request: word(Role::Request).map(|word| request(word).read(0)),
            target: language.int(target),
            result: language.buffer(result),
            count: word(Role::ResultCount).map_or(1, |word| language.number(word)),
            datatype: language.handle(datatype, |functions| functions.datatype),
        }
    };
    note_pending(context, (function.name, fortran_or(|| function.frame.caller(mark))), named);
}

pub unsafe fn compare_and_swap(call: &WatchedCall<'_>, next: &dyn Fn(&[usize]) -> c_int) -> c_int {
    let code = next(call.words);
    let [Some(result), Some(datatype)] =
        [Role::Result, Role::Datatype].map(|role| call.word(&[role]))
    else {
        return code;
    };
    // SAFETY: upheld by the caller.
    unsafe {
        let (Some(win), Some(target)) = (call.window(), call.passed(Role::Target)) else {
            return code;
        };
        let result: *const u8 = match call.function.fortran {
            false => result as *const u8,
            true => Sentinels::of(call.library()).translate(result),
        };
        let datatype = call.handle(datatype, |functions| functions.datatype);
        let named = Named { win, request: None, target, result, count: 1, datatype };
        if code == 0 {
            note_pending(call.context, (call.function.name, call.site()), named);
        }
    }
    code
}

/// What a synchronisation of a window completes: the calls there, to one target or to all.
pub unsafe fn synchronise(call: &WatchedCall<'_>, next: &dyn Fn(&[usize]) -> c_int) -> c_int {
    let begun = Moment::now();
    let code = next(call.words);
    if code == 0 && NUMBER.load(Ordering::Relaxed) != 0 {
        // SAFETY: upheld by the caller.
        let (win, rank) = unsafe { (call.window(), call.passed(Role::Target)) };
        complete(call.context, call.recorder, |fetch| {
            begun.is_after(fetch)
                && Some(fetch.win) == win
                && rank.is_none_or(|rank| rank == fetch.target)
        });
    }
    code
}

/// A request is complete by a call that began then: that of a fetching call, if there is one.
pub fn complete_request(context: &Context, recorder: &Recorder, request: Handle, begun: Moment) {
    if NUMBER.load(Ordering::Relaxed) != 0 {
        complete(context, recorder, |fetch| {
            begun.is_after(fetch) && fetch.request == Some(request)
        });
    }
}

/// A request is freed by a call that began then; what completes its window completes the call.
pub fn forget_request(request: Handle, begun: Moment) {
    if NUMBER.load(Ordering::Relaxed) != 0 {
        let mut pending = lock(&PENDING);
        let of_it = |fetch: &&mut Fetch| begun.is_after(fetch) && fetch.request == Some(request);
        pending.iter_mut().filter(of_it).for_each(|fetch| fetch.request = None);
    }
}

fn complete(context: &Context, recorder: &Recorder, which: impl Fn(&Fetch) -> bool) {
    let mut pending = lock(&PENDING);
    let done: Vec<Fetch> = pending.extract_if(.., |fetch| which(fetch)).collect();
    NUMBER.store(pending.len(), Ordering::Relaxed);
    drop(pending);
    for fetch in done {
        record(context, recorder, &fetch);
    }
}

fn record(context: &Context, recorder: &Recorder, fetch: &Fetch) {
    let library = &context.library;
    let (of, bytes) = ((library, library.comm_alone()), fetch.count * fetch.elements.size());
    let mut short = Vec::new();
    let keep = (bytes <= 8).then_some(&mut short);
    // SAFETY: the caller's buffer, as the MPI standard demands until the call is complete.
    let digest = unsafe { digested::digest(of, &fetch.elements, fetch.result, fetch.count, keep) };
    let Some(digest) = digest else { return };
    let mut value = [0; 8];
    let digest = match bytes {
        1..=8 => {
            value[..bytes].copy_from_slice(&short);
            u64::from_le_bytes(value)
        }
        _ => digest,
    };
    let choice = Choice {
        chosen: Chosen::Fetched,
        taken: fetch.target,
        second: i32::try_from(bytes).unwrap_or(i32::MAX),
        times: 1,
        digest,
        ..Choice::default()
    };
    recorder.choice(fetch.call, fetch.site, None, choice, &Describing::places(library));
}
