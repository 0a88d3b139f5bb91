//! Calls that complete by a request: nonblocking reductions, which are started at once, and
//! persistent ones, which MPI_Start starts.

use super::{bypassed, idle, passed};
use crate::blocking::ACCEPTED;
use crate::call::classify::{Declined, PassOn};
use crate::call::notices::{count, refuse, warn_once, PASSED_ON};
use crate::call::starts::Starts;
use crate::call::{Call, Completion};
use crate::communicator::Communicator;
use crate::decision::agree_later::{start_comparison, Comparison};
use crate::decision::cache::Key;
use crate::nonblocking::prepared::Prepared;
use crate::nonblocking::rows::TOO_LONG;
use crate::nonblocking::started::{Deliver, Started};
use crate::report::{Outcome, Seen};
use crate::{context::Context, nonblocking::intercomm, requests};
use libc::c_int;
use samebits_base::fault::Fault;
use samebits_base::stack::with_room;
use samebits_mpi::{abi::family::Handle, calls::handles};
use samebits_policy::Unsupported;

/// Where the program has its request.
pub trait Place {
    /// The one that the MPI library has stored there.
    fn request(&self) -> Handle;

    fn store(&self, request: Handle);
}

/// Starts or prepares a reduction, and stores a request of ours; or passes the call on to the MPI
/// library. Returns an MPI error code.
pub fn reduce(
    context: &'static Context,
    call: &Call<'_>,
    seen: Seen,
    place: &dyn Place,
    pass_on: &mut dyn FnMut() -> c_int,
) -> c_int {
    let watch = context.watch();
    let reports = watch.is_some() || call.how.is_some();
    let persistent = call.completion == Completion::Persistent;
    let done = match start(context, call, place, reports) {
        Ok(outcome) => Ok((outcome, 0)),
        Err(Declined::Fault(fault)) => Err(fault),
        Err(Declined::PassOn(reason)) => leave(context, call, reason, place, pass_on),
    };
    match done {
        Ok((outcome, code)) => {
            call.note(|| outcome);
            // (For what it rejects MPICH 5.0 returns success after its error handler.)
            if persistent && code == 0 && outcome != PassOn::Rejected.outcome() {
                seen.prepared();
                return code;
            }
            if matches!(outcome, Outcome::Reproduced { .. }) {
                seen.reproduced();
            }
            if let Some(watch) = &watch {
                let counted = count(context, &call.into(), outcome, watch);
                if let (Some(counted), Outcome::Reproduced { .. }) = (counted, outcome) {
                    requests::is_counted(place.request(), counted);
                }
            }
            code
        }
        Err(Fault(code)) => code,
    }
}

#[inline(always)]
fn start(
    context: &'static Context,
    call: &Call<'_>,
    place: &dyn Place,
    reports: bool,
) -> Result<Outcome, Declined> {
    if call.completion == Completion::Nonblocking && !call.lists_blocks() {
        if let Some(outcome) = start_again(call, place, reports) {
            return outcome;
        }
    }
    with_room(|| start_anew(context, call, place))
}

/// Starts a reduction as an equal one before, which is done. What it says of it is for the report.
#[inline(always)]
fn start_again(
    call: &Call<'_>,
    place: &dyn Place,
    reports: bool,
) -> Option<Result<Outcome, Declined>> {
    let mut request = idle::take(&Key::new(handles::generation(), call))?;
    let prepared = request.prepared.as_mut()?;
    let library = prepared.library();
    let started = prepared.set_buffers(call).and_then(|()| {
        complete_stragglers(prepared);
        Ok(prepared.start(request.idle.take())?)
    });
    let started = match started {
        Ok(started) => started,
        Err(declined) => return Some(Err(declined)),
    };
    let (arithmetic, schedule) = match reports {
        true => (prepared.reducer.arithmetic().name(), started.schedule()),
        false => ("", ""),
    };
    request.started = Some(started);
    Some(match requests::open(library, call.comm, request) {
        Ok(request) => {
            place.store(request);
            Ok(Outcome::Reproduced { arithmetic, schedule, instead_of: None })
        }
        Err(fault) => Err(fault.into()),
    })
}

fn complete_stragglers(prepared: &Prepared) {
    if let Some(board) = prepared.stragglers() {
        requests::complete_early(board);
    }
}

fn start_anew(
    context: &'static Context,
    call: &Call<'_>,
    place: &dyn Place,
) -> Result<Outcome, Declined> {
    let (library, mut prepared) = (&context.library, Prepared::new(context, call)?);
    let by_itself = prepared.completes_by_itself() && call.completion == Completion::Nonblocking;
    bypassed::check(context, call, !by_itself)?;
    let (arithmetic, bystander) = (prepared.reducer.arithmetic().name(), prepared.bystander);
    let served = |schedule| match bystander {
        Some(reason) => reason.outcome(),
        None => Outcome::Reproduced { arithmetic, schedule, instead_of: None },
    };
    let (request, outcome) = match call.completion {
        Completion::Persistent => {
            prepared.repeat()?;
            let outcome = served("persistent");
            let starts = Starts::of(context, call, outcome);
            (requests::open_prepared(library, call.comm, prepared, starts)?, outcome)
        }
        _ => {
            complete_stragglers(&prepared);
            if let Some(driven) = prepared.drive() {
                let (request, schedule) = driven?;
                place.store(followed(context, call, request)?);
                return Ok(served(schedule));
            }
            let started = prepared.start(None)?;
            let schedule = started.schedule();
            let again = prepared.key(call).map(|key| (key, prepared));
            (requests::open_started(library, call.comm, started, again)?, served(schedule))
        }
    };
    place.store(request);
    Ok(outcome)
}

/// What the program gets for the request of a reduction that the MPI library drives: that itself, unless
/// the trace needs to see its end.
fn followed(context: &'static Context, call: &Call<'_>, request: Handle) -> Result<Handle, Fault> {
    if context.recorder().is_none() || !bypassed::is_visible(context, call.name) {
        return Ok(request);
    }
    let started = Started::native((context, call.name), request, None);
    requests::open_started(&context.library, call.comm, started, None)
}

/// Starts what a direct call has prepared; `deliver` consumes the result. Returns the request, and
/// what brings the contributions together.
pub fn start_bundles(
    prepared: &Prepared,
    deliver: Deliver,
) -> Result<(Handle, &'static str), Fault> {
    complete_stragglers(prepared);
    let mut started = prepared.start(None)?;
    started.deliver = Some(deliver);
    let schedule = started.schedule();
    Ok((requests::open_started(prepared.library(), prepared.comm, started, None)?, schedule))
}

/// Passes a call on, warns of it or makes it an error as the policy says; returns the error code,
/// and what the report is to say. It is refused before anything is started: nobody would complete
/// its request.
fn leave(
    context: &'static Context,
    call: &Call<'_>,
    reason: PassOn,
    place: &dyn Place,
    pass_on: &mut dyn FnMut() -> c_int,
) -> Result<(Outcome, c_int), Fault> {
    let unsupported = context.policy().unsupported;
    let persistent = call.completion == Completion::Persistent;
    // The policy alone decides, so it is compared.
    let by_policy = matches!(
        reason,
        PassOn::NativeRequested(_) | PassOn::Unsupported(TOO_LONG | bypassed::BYPASSED)
    );
    let compares = by_policy || intercomm::compares(context, call, reason)?;
    let mut comparison = if compares { compare(context, call)? } else { None };
    if let Some(comparison) = comparison.take_if(|_| persistent) {
        // The request may never be started.
        comparison.finish(context)?;
    }
    if matches!(reason, PassOn::Unsupported(_)) && unsupported == Unsupported::Error {
        intercomm::refused(context, call)?;
        place.store(context.library.constants.request_null);
        return Ok((reason.outcome(), refuse(context, &call.into(), reason)));
    }
    let code = pass_on();
    if code != 0 {
        return Ok((reason.outcome(), code));
    }
    let reason = match reason {
        PassOn::InvalidBuffers => ACCEPTED,
        reason => reason,
    };
    if reason == PassOn::Unsupported(bypassed::BYPASSED) {
        bypassed::warn(context, call.name);
    } else if matches!(reason, PassOn::Unsupported(_)) && unsupported != Unsupported::Native {
        warn_once(context, &call.into(), reason, PASSED_ON);
    }
    // Ranks that differ would wait for one another, so the request completes after that; and the
    // trace needs to see its end. (Where samebits sees no completion, the comparison is judged in a
    // later call, or that of a rank which does.)
    let follows = comparison.is_some() || context.recorder().is_some();
    if persistent && reason != PassOn::Rejected {
        let request = context.library.family.handle(place.request());
        passed::add(request, Starts::of(context, call, reason.outcome()));
    } else if !persistent && follows && bypassed::is_visible(context, call.name) {
        let started = Started::native((context, call.name), place.request(), comparison);
        place.store(requests::open_started(&context.library, call.comm, started, None)?);
    }
    Ok((reason.outcome(), 0))
}

/// Starts the comparison of the policies, unless it is known what it gives.
fn compare(
    context: &'static Context,
    call: &Call<'_>,
) -> Result<Option<Comparison<'static>>, Fault> {
    let library = &context.library;
    if library.is_null_communicator(call.comm) {
        return Ok(None);
    }
    let communicator = Communicator::of(library, call.comm)?;
    start_comparison(context, call.name, call.comm, communicator)
}
