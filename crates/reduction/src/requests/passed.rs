//! Persistent reductions that were passed on: their requests are the MPI library's own. Their starts
//! are counted, and the trace follows them.

use super::followed::Followed;
use crate::call::starts::Starts;
use crate::call::traced::{Persistent, Traced};
use crate::context::Context;
use libc::c_int;
use samebits_mpi::abi::family::Handle;
use samebits_schedule::breakdown::Times;

struct Passed {
    starts: Starts,
    /// What the trace knows of it.
    traces: Option<Persistent>,
    /// Likewise, once it is started, until it is complete.
    under_way: Option<Traced>,
}

static PASSED: Followed<Passed> = Followed::new();

/// Whether there is any.
#[inline]
pub fn any() -> bool {
    PASSED.any()
}

/// The MPI library has made one.
pub fn add(request: Handle, starts: Starts) {
    PASSED.add(request, Passed { starts, traces: None, under_way: None });
}

/// The trace follows one.
pub fn follow(request: Handle, traces: Persistent) {
    PASSED.with(request, |passed| passed.traces = Some(traces));
}

/// Starts requests by `next`, which returns an error code; `handles` tells which, before and after.
/// None, and nothing is started, if none of them is one of these.
///
/// They are taken out meanwhile: a Fortran procedure may call the C function, and each start counts
/// once.
pub fn start(
    context: &Context,
    handles: impl Fn() -> Vec<Handle>,
    next: impl FnOnce() -> c_int,
) -> Option<c_int> {
    if !any() {
        return None;
    }
    let mut started: Vec<(usize, Passed)> = handles()
        .into_iter()
        .enumerate()
        .filter_map(|(place, handle)| Some((place, PASSED.take(handle)?)))
        .collect();
    if started.is_empty() {
        return None;
    }
    for (_, passed) in &mut started {
        passed.under_way = passed.traces.as_mut().and_then(|traces| traces.start(context));
    }
    let watch = context.watch();
    let code = next();
    // Of several that are started by one call, each takes its part of the time.
    let total = watch.map_or_else(Default::default, |watch| watch.times().total);
    let times = Times { total: total / started.len() as u32, ..Times::default() };
    // The MPI library may have replaced a request by another one.
    let handles = handles();
    for (place, mut passed) in started {
        if let Some(failed) = passed.under_way.take_if(|_| code != 0) {
            failed.complete(context, code);
        }
        passed.starts.passed_on(context, &times, code);
        PASSED.add(handles[place], passed);
    }
    Some(code)
}

/// One is complete, for the trace. The code is that of the call, which may be another request's.
pub fn complete(context: &Context, request: Handle, code: c_int) {
    let mut done = None;
    if any() {
        PASSED.with(request, |passed| done = passed.under_way.take());
    }
    if let Some(reduction) = done {
        reduction.complete(context, code);
    }
}

/// Frees one by `next`, which returns an error code. None, and nothing is freed, if it is not one of
/// these.
pub fn free(request: Handle, next: impl FnOnce() -> c_int) -> Option<c_int> {
    let passed = PASSED.take(request)?;
    let code = next();
    if code != 0 {
        PASSED.add(request, passed);
    }
    Some(code)
}

/// MPI ends, and nothing is started any more.
pub fn forget() {
    PASSED.clear();
}
