//! Reductions by a plan whose shares may have changed: all ranks notice it in the call's own exchange.

use super::plan::{in_words, samebits_plan, usable_plan};
use super::prepare::Elements;
use crate::exports::direct::call::arguments::{destination, list, root_word, Buffers};
use crate::exports::direct::call::context::{exported, Context};
use crate::exports::direct::call::failure::ensure;
use crate::exports::direct::call::function::Function;
use libc::{c_int, c_void};
use samebits_array::failure::{Class, Failure};
use samebits_array::signature::{Call, Signature};
use samebits_array::{form::OnStack, reduction::FirstMessage, shares::Shares, slots::Slots};
use samebits_base::fault::Outcome;
use samebits_schedule::Destination;
use std::borrow::Cow;

/// Like samebits_plan_allreduce, for shares that may have changed: this rank now holds n[i] elements
/// of array i, in rank order. If no rank's numbers have changed, this takes one exchange, as
/// samebits_plan_allreduce does. If any have, all ranks notice it there and prepare anew, which
/// takes one exchange more; afterwards the plan is for the new shares.
///
/// Collective over the plan's communicator. May differ between ranks: locals, n, results. Errors:
/// those of samebits_plan_allreduce and samebits_plan_arrays; MPI_ERR_ARG if the plan is not one of
/// samebits_plan_arrays.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_allreduce_counts(
    plan: *mut samebits_plan,
    locals: *const *const c_void,
    n: *const usize,
    results: *mut c_void,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { execute_listed(Function::PlanAllreduceCounts, plan, (locals, n), results, None) }
}

/// Like samebits_plan_allreduce_counts, with the same bits, but only rank root gets the results.
///
/// Collective over the plan's communicator. May differ between ranks: locals, n, results, which is
/// ignored except on the root. Errors: those of samebits_plan_allreduce_counts, and MPI_ERR_ROOT.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_reduce_counts(
    plan: *mut samebits_plan,
    locals: *const *const c_void,
    n: *const usize,
    results: *mut c_void,
    root: c_int,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { execute_listed(Function::PlanReduceCounts, plan, (locals, n), results, Some(root)) }
}

unsafe fn execute_listed(
    function: Function,
    plan: *mut samebits_plan,
    (locals, n): (*const *const c_void, *const usize),
    results: *mut c_void,
    root: Option<c_int>,
) -> c_int {
    let shares = |plan: &samebits_plan, _receives: bool| {
        let arrays = plan.prepared.plan.arrays.len() as c_int;
        // SAFETY: upheld by the caller.
        unsafe {
            let locals = Cow::Borrowed(list("locals", arrays, locals)?);
            Ok((locals, Cow::Borrowed(list("n", arrays, n)?)))
        }
    };
    // SAFETY: upheld by the caller.
    exported(function.name(), || unsafe { execute(function, plan, results, root, 0, shares) })
}

/// The elements of each array, and how many they are.
type Given<'a> = (Cow<'a, [*const c_void]>, Cow<'a, [usize]>);

/// Reduces by a plan, whose shares are as `shares` says, given whether this rank gets the results;
/// in messages the lowest index is `first`.
pub(crate) unsafe fn execute<'a>(
    function: Function,
    plan: *mut samebits_plan,
    results: *mut c_void,
    root: Option<c_int>,
    first: u64,
    shares: impl FnOnce(&samebits_plan, bool) -> Result<Given<'a>, Failure>,
) -> Outcome {
    // SAFETY: upheld by the caller.
    let (process, plan) = unsafe { usable_plan(function, plan)? };
    let context = Context { function: function.name(), ..plan.prepared.context };
    let rank = context.communicator.rank;
    let arrays = plan.prepared.plan.arrays.len();
    let in_order = plan.made_by == Function::PlanArrays;
    let given = |to: Destination| {
        ensure(in_order, Class::Arg, || {
            "the plan is not one of samebits_plan_arrays, whose numbers of elements may change"
        })?;
        shares(plan, to.reaches(rank))
    };
    let (to, given) = match destination(root, context.communicator.size) {
        Ok(to) => (to, given(to)),
        Err(failure) => (Destination::All, Err(failure)),
    };
    // A rank with wrong arguments takes part without its elements.
    let nothing = || (Cow::Owned(vec![std::ptr::null(); arrays]), Cow::Owned(vec![0; arrays]));
    let ((locals, lengths), checked) = match given {
        Ok(given) => (given, Ok(())),
        Err(failure) => (nothing(), Err(failure)),
    };
    let buffers = Buffers { locals: &locals, results };
    let in_place = process.library.constants.in_place;
    let each = lengths.iter().map(|length| *length as u64);
    let own = checked.and_then(|()| buffers.check(in_place, each, to.reaches(rank)));
    let prepared = &plan.prepared;
    let signature =
        Signature { function: function as u32, root: root_word(root), ..prepared.plan.signature };
    let describe = || in_words(function, root, prepared);
    let call = Call { signature: &signature, word: signature.word(), describe: &describe };
    let by = prepared.evaluated.operation();
    let shares = Shares { lengths: &lengths, starts: None, runs: None, first };
    let mut stack = OnStack::uninit();
    let mut slots = Slots::new(&mut stack);
    let elements = Elements { locals: &locals, slots: &mut slots };
    // SAFETY: upheld by the caller.
    unsafe {
        let by = own.as_ref().map(|()| &by);
        let anew = prepared.again(&context, (&call, shares), by, elements)?;
        plan.set(anew);
        let first = FirstMessage::Sent(&slots);
        plan.prepared.reduce(&context, to, buffers, first)
    }
}
