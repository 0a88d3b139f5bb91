//! A blocking reduction: decided on, started and finished, or passed on to the MPI library.

use super::call::classify::{with_null_bottom, Declined, PassOn, NATIVE};
use super::call::notices::{count, refuse, warn_once, PASSED_ON};
use super::{
    call::Call,
    context::Context,
    decision::{agree::agree, cache, Decision},
    intercomm,
};
use crate::communicator::Communicator;
use crate::report::Seen;
use libc::c_int;
use samebits_base::{fault::Fault, stack::with_room};
use samebits_mpi::calls::handles;
use samebits_policy::Unsupported;
use samebits_schedule::breakdown::Watch;

/// Does a reduction and returns an MPI error code. `pass_on` passes it on to the MPI library.
#[inline]
pub fn reduce(
    context: &'static Context,
    call: &Call<'_>,
    seen: Seen,
    pass_on: impl FnMut() -> c_int,
) -> c_int {
    let mut replaced = None;
    let call = with_null_bottom(&context.library, call, &mut replaced);
    let watch = context.watch();
    let cached = cache::hit(call, |decision| {
        let send = decision.contribution(&context.library, call)?;
        Some(decision.start(context, call, send).finish(watch.as_ref()).map_err(Declined::Fault))
    });
    let decide = || with_room(|| decide_and_reduce(context, call, watch.as_ref()));
    let reduced = cached.unwrap_or_else(decide);
    conclude(context, call, reduced, seen, watch.as_ref(), pass_on)
}

/// Counts a call that was reduced, or passes it on; returns an MPI error code.
#[inline(always)]
pub(super) fn conclude(
    context: &Context,
    call: &Call<'_>,
    reduced: Result<(), Declined>,
    seen: Seen,
    watch: Option<&Watch>,
    mut pass_on: impl FnMut() -> c_int,
) -> c_int {
    match reduced {
        Ok(()) => {
            seen.reproduced();
            0
        }
        Err(Declined::Fault(Fault(code))) => code,
        Err(Declined::PassOn(reason)) => {
            leave(context, call, reason, watch, &mut pass_on).unwrap_or_else(|Fault(code)| code)
        }
    }
}

/// A call for which no decision is cached.
fn decide_and_reduce(
    context: &'static Context,
    call: &Call<'_>,
    watch: Option<&Watch>,
) -> Result<(), Declined> {
    let state = handles::generation();
    let (decision, send) = match Decision::find(context, call) {
        Ok(found) => found,
        Err(declined) => return intercomm::reduce(context, call, declined, watch),
    };
    if context.library.is_watched(call.operation.datatype) {
        cache::insert(state, call, &decision);
    }
    decision.start(context, call, send).finish(watch).map_err(Declined::Fault)
}

/// Passes a call on, warns of it or makes it an error as the policy says, and counts it.
#[inline(never)]
fn leave(
    context: &Context,
    call: &Call<'_>,
    reason: PassOn,
    watch: Option<&Watch>,
    pass_on: &mut dyn FnMut() -> c_int,
) -> Result<c_int, Fault> {
    if reason == NATIVE && !context.library.is_null_communicator(call.comm) {
        // The policy alone decides, so it is compared.
        let communicator = Communicator::of(&context.library, call.comm)?;
        agree(context, call.name, call.comm, communicator)?;
    }
    // The MPI library does the call, or rejects it in its own words, before it is made an error:
    // ranks that differ in SAMEBITS_UNSUPPORTED do not wait for one another.
    let code = pass_on();
    let reason = match reason {
        PassOn::InvalidBuffers if code == 0 => ACCEPTED,
        reason => reason,
    };
    let code = match reason {
        PassOn::Unsupported(_) | PassOn::Uncovered(_) if code == 0 => {
            unsupported(context, call, reason)
        }
        // For a call that it rejects, MPICH 5.0 returns success after its error handler.
        _ => code,
    };
    call.note(|| reason.outcome());
    if let Some(watch) = watch {
        count(context, &call.into(), reason.outcome(), watch);
    }
    Ok(code)
}

/// Buffers that looked invalid but that the MPI library accepted.
pub(super) const ACCEPTED: PassOn =
    PassOn::Unsupported("buffers that the MPI library should have rejected");

/// The error code of a call that the MPI library has done and that is not reproducible.
fn unsupported(context: &Context, call: &Call<'_>, reason: PassOn) -> c_int {
    match context.policy().unsupported {
        Unsupported::Native => 0,
        Unsupported::Warn => {
            warn_once(context, &call.into(), reason, PASSED_ON);
            0
        }
        Unsupported::Error => refuse(context, &call.into(), reason),
    }
}
