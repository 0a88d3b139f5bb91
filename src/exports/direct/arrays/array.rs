//! Reductions of distributed arrays whose shares the ranks exchange in the call.

use super::prepare::reduce_now;
use crate::exports::direct::call::arguments::{list, Buffers, DirectCall};
use crate::exports::direct::call::context::{exported, Context};
use libc::{c_int, c_void};
use samebits_array::failure::Failure;
use samebits_array::shares::Shares;
use samebits_base::fault::Outcome;

pub(super) unsafe fn reduce_one(
    call: &DirectCall<'_>,
    local: *const c_void,
    start: Option<u64>,
    n: usize,
    result: *mut c_void,
) -> c_int {
    let starts = start.is_some().then_some(start.as_slice());
    let shares = Shares { lengths: &[n], starts, ..call.shares };
    let buffers = Buffers { locals: &[local], results: result };
    // SAFETY: upheld by the caller.
    exported(call.function.name(), || unsafe {
        reduce(&DirectCall { shares, ..*call }, buffers, |_| Ok(()))
    })
}

pub(super) unsafe fn reduce_listed(
    call: &DirectCall<'_>,
    arrays: c_int,
    locals: *const *const c_void,
    n: *const usize,
    results: *mut c_void,
) -> c_int {
    // SAFETY: upheld by the caller.
    exported(call.function.name(), || unsafe {
        let lists =
            list("locals", arrays, locals).and_then(|locals| Ok((locals, list("n", arrays, n)?)));
        let (locals, lengths) = *lists.as_ref().unwrap_or(&(&[], &[]));
        let shares = Shares { lengths, ..call.shares };
        let buffers = Buffers { locals, results };
        reduce(&DirectCall { shares, ..*call }, buffers, |_| lists.map(|_| ()))
    })
}

/// Reduces arrays whose shares the ranks exchange in this call. `check` is the caller's own check
/// of the arguments, on a rank that receives the results or does not.
///
/// # Safety
/// The buffers hold the shares, unless the check fails.
pub(crate) unsafe fn reduce(
    call: &DirectCall<'_>,
    buffers: Buffers<'_>,
    check: impl FnOnce(bool) -> Result<(), Failure>,
) -> Outcome {
    let lengths = call.shares.lengths.iter().map(|length| *length as u64);
    let own = |context: &Context, receives: bool| {
        let in_place = context.process.library.constants.in_place;
        check(receives).and_then(|()| buffers.check(in_place, lengths, receives))
    };
    // SAFETY: upheld by the caller.
    unsafe { reduce_now(call, own, buffers) }
}
