//! A blocking reduction: decided on, started and finished, or left to the MPI library.

use super::agree::agree;
use super::cache;
use super::call::Call;
use super::classify::{Declined, PassOn};
use super::context::Context;
use super::decision::Decision;
use super::notices::{count, refuse, say_once, PASSED_ON};
use crate::arithmetic::Fault;
use crate::mpi::communicator::Communicator;
use crate::mpi::handles;
use crate::mpi::Library;
use crate::policy::{Policy, Unsupported};
use crate::report::breakdown::Watch;
use crate::report::{Outcome, Seen};
use libc::c_int;
use std::ptr;

/// Does the reduction that the caller asked for and returns an MPI error code.
/// `pass_on` hands the call, as it came, to the MPI library.
#[inline]
pub fn reduce(
    context: &'static Context,
    call: &Call,
    seen: Seen,
    mut pass_on: impl FnMut() -> c_int,
) -> c_int {
    let policy = context.policy();
    let call = &with_null_bottom(&context.library, call);
    let watch = context.watch();
    let again = cache::hit(call, |decision| {
        let send = decision.contribution(&context.library, call)?;
        Some(decision.start(context, call, send).finish(watch.as_ref()).map_err(Declined::Fault))
    });
    let reduced = again.unwrap_or_else(|| first(context, policy, call, watch.as_ref()));
    match reduced {
        Ok(()) => {
            seen.reproduced();
            0
        }
        Err(Declined::Fault(Fault(code))) => code,
        Err(Declined::PassOn(reason)) => {
            leave(context, policy, call, reason, watch.as_ref(), &mut pass_on)
        }
    }
}

/// The call with buffers as most MPIs have them, where MPI_BOTTOM is the null address.
#[inline]
fn with_null_bottom(library: &Library, call: &Call) -> Call {
    let bottom = library.constants.bottom;
    let at = |address: *mut u8| if address.addr() == bottom { ptr::null_mut() } else { address };
    Call { send: at(call.send.cast_mut()), recv: at(call.recv), ..*call }
}

/// A call for which nothing is kept: what is decided for it is kept for the next.
#[inline(never)]
fn first(
    context: &'static Context,
    policy: &Policy,
    call: &Call,
    watch: Option<&Watch>,
) -> Result<(), Declined> {
    let state = handles::state();
    let (decision, send) = Decision::find(context, policy, call)?;
    if context.library.is_watched(call.operation.datatype) {
        cache::keep(state, call, &decision);
    }
    decision.start(context, call, send).finish(watch).map_err(Declined::Fault)
}

/// Leaves a call to the MPI library, and counts it.
#[inline(never)]
fn leave(
    context: &Context,
    policy: &Policy,
    call: &Call,
    reason: PassOn,
    watch: Option<&Watch>,
    pass_on: &mut dyn FnMut() -> c_int,
) -> c_int {
    match left(context, policy, call, reason, pass_on) {
        Ok((code, outcome)) => {
            if let Some(watch) = watch {
                count(context, &call.into(), outcome, watch);
            }
            code
        }
        Err(Fault(code)) => code,
    }
}

/// Passes a call on, and warns of it or makes it an error, as the policy says.
fn left(
    context: &Context,
    policy: &Policy,
    call: &Call,
    reason: PassOn,
    pass_on: &mut dyn FnMut() -> c_int,
) -> Result<(c_int, Outcome), Fault> {
    match reason {
        PassOn::NativeRequested => {
            // Whether this rank may pass it on depends on its policy, but on an intercommunicator,
            // on which every rank does.
            let communicator = Communicator::of(&context.library, call.comm)?;
            if !communicator.inter {
                agree(context, policy, call.name, call.comm, communicator)?;
            }
            Ok((pass_on(), reason.outcome()))
        }
        // (Of what it rejects, MPICH 5.0 says success once the error handler has returned.)
        PassOn::Harmless(_) | PassOn::Rejected => Ok((pass_on(), reason.outcome())),
        PassOn::Doubtful => match pass_on() {
            0 => Ok((unsupported(context, policy, call, ACCEPTED), ACCEPTED.outcome())),
            code => Ok((code, reason.outcome())),
        },
        PassOn::Unsupported(_) | PassOn::Uncovered(_) => {
            // The MPI library does it, or rejects it in its own words, before it
            // is made an error: ranks that differ in SAMEBITS_UNSUPPORTED do not
            // wait for each other.
            let code = pass_on();
            let code = if code == 0 { unsupported(context, policy, call, reason) } else { code };
            Ok((code, reason.outcome()))
        }
    }
}

/// Buffers that looked invalid to us but that the MPI library accepted.
const ACCEPTED: PassOn = PassOn::Unsupported("buffers that the MPI library should have rejected");

/// What becomes of a call that the MPI library has done and that is not
/// reproducible: returns the error code for the caller.
fn unsupported(context: &Context, policy: &Policy, call: &Call, reason: PassOn) -> c_int {
    match policy.unsupported {
        Unsupported::Native => 0,
        Unsupported::Warn => {
            say_once(context, &call.into(), reason, PASSED_ON);
            0
        }
        Unsupported::Error => refuse(context, &call.into(), reason),
    }
}
