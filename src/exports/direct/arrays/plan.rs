//! Plans: arrays whose shares do not change, so that the ranks exchange what they hold only once.

use super::prepare::{prepare, Prepared};
use crate::exports::direct::call::arguments::{
    destination, free, list, names, root_word, variable, Buffers, DirectCall,
};
use crate::exports::direct::call::context::{exported, exported_local, usable, Context, Process};
use crate::exports::direct::call::failure::{ensure, report_failure};
use crate::exports::direct::call::function::Function;
use libc::{c_int, c_void};
use samebits_array::failure::{Class, Failure};
use samebits_array::signature::{Call, Signature};
use samebits_array::{plan::Plan, reduction::FirstMessage, shares::Shares};
use samebits_base::fault::{Fault, Outcome};
use samebits_mpi::abi::family::{MPI_Comm, MPI_Datatype, MPI_Op};
use samebits_mpi::calls::handles;
use samebits_reduction::communicator::Communicator;
use samebits_schedule::Destination;
use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

/// A prepared reduction of distributed arrays.
#[allow(non_camel_case_types)] // its name in C
pub struct samebits_plan {
    /// Its communicator may have been freed since, which has to be checked first.
    pub(crate) prepared: Prepared,
    communicator: Liveness,
    /// What has made it.
    pub(super) made_by: Function,
    /// The signature and the header word of samebits_plan_allreduce with this plan.
    allreduce: (Signature, u64),
}

impl samebits_plan {
    fn new(prepared: Prepared, communicator: Liveness, made_by: Function) -> samebits_plan {
        let allreduce = allreduce(&prepared);
        samebits_plan { prepared, communicator, made_by, allreduce }
    }

    /// Replaces what it plans.
    pub(super) fn set(&mut self, plan: Arc<Plan>) {
        self.prepared.plan = plan;
        self.allreduce = allreduce(&self.prepared);
    }
}

fn allreduce(prepared: &Prepared) -> (Signature, u64) {
    let function = Function::PlanAllreduce as u32;
    let allreduce = Signature { function, ..prepared.plan.signature };
    (allreduce, allreduce.word())
}

/// Whether a communicator still exists.
struct Liveness {
    number: u64,
    /// The [state](handles::generation) of handles in which it was last seen.
    seen: AtomicU64,
}

impl Liveness {
    fn new(communicator: &Communicator) -> Liveness {
        Liveness { number: communicator.number(), seen: handles::generation().into() }
    }

    fn check(&self) -> bool {
        let now = handles::generation();
        if self.seen.load(Ordering::Relaxed) == now {
            return true;
        }
        let lives = Communicator::lives(self.number);
        if lives {
            self.seen.store(now, Ordering::Relaxed);
        }
        lives
    }
}

/// Creates a plan for reductions of arrays whose shares do not change: this rank holds n[i]
/// elements of array i, in rank order. A reduction with a plan takes one message less than one
/// without.
///
/// The communicator, the datatype and the operator must not be freed before the plan. A plan may be
/// used by one thread at a time.
///
/// Collective. May differ between ranks: n, plan. Errors: those of samebits_allreduce_arrays;
/// MPI_ERR_ARG if plan is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_arrays(
    arrays: c_int,
    n: *const usize,
    r#type: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    plan: *mut *mut samebits_plan,
) -> c_int {
    let call = DirectCall::new(Function::PlanArrays, (r#type, op, comm), None);
    // SAFETY: upheld by the caller.
    unsafe { create_listed(&call, plan, list("n", arrays, n).map(|lengths| (lengths, None))) }
}

/// Like samebits_plan_arrays, for shares that are not in rank order: this rank holds the n[i]
/// elements of array i from index starts[i] on. The shares of all ranks tile each array.
///
/// Collective. May differ between ranks: starts, n, plan. Errors: those of samebits_plan_arrays;
/// MPI_ERR_COUNT if shares overlap or leave a gap.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_regions(
    arrays: c_int,
    starts: *const u64,
    n: *const usize,
    r#type: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    plan: *mut *mut samebits_plan,
) -> c_int {
    let call = DirectCall::new(Function::PlanRegions, (r#type, op, comm), None);
    // SAFETY: upheld by the caller.
    unsafe {
        let starts = list("starts", arrays, starts);
        let lists = starts.and_then(|starts| Ok((list("n", arrays, n)?, Some(starts))));
        create_listed(&call, plan, lists)
    }
}

/// Reduces the arrays of a plan, with this rank's shares at locals[0], locals[1], ...; all ranks
/// get the results, which are stored one after another at results.
///
/// Collective over the plan's communicator. May differ between ranks: locals, results. Errors:
/// those of all functions over a communicator; MPI_ERR_ARG if the ranks' plans are for different
/// shares, arithmetics or schedules.
///
/// If the plan is NULL (MPI_ERR_ARG) or its communicator was freed (MPI_ERR_COMM), only that rank
/// returns the error, and no error handler is called. That rank does not wait, but it cannot inform
/// the others: they wait until it calls a function on their communicator.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_allreduce(
    plan: *mut samebits_plan,
    locals: *const *const c_void,
    results: *mut c_void,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { execute_listed(Function::PlanAllreduce, plan, locals, results, None) }
}

/// Like samebits_plan_allreduce, with the same bits, but only rank root gets the results. Even so,
/// all ranks wait for one another, to compare their calls.
///
/// Collective over the plan's communicator. May differ between ranks: locals, results, which is
/// ignored except on the root. Errors: those of samebits_plan_allreduce, and MPI_ERR_ROOT.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_reduce(
    plan: *mut samebits_plan,
    locals: *const *const c_void,
    results: *mut c_void,
    root: c_int,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { execute_listed(Function::PlanReduce, plan, locals, results, Some(root)) }
}

/// Frees a plan and sets it to NULL. Does nothing if it is NULL already.
///
/// Not collective. Errors: MPI_ERR_ARG if the address of the plan is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_free(plan: *mut *mut samebits_plan) -> c_int {
    // SAFETY: upheld by the caller; made by `create`, and freed once.
    exported_local("samebits_plan_free", true, || unsafe { free(plan, "plan") })
}

unsafe fn create_listed(
    call: &DirectCall<'_>,
    plan: *mut *mut samebits_plan,
    lists: Result<(&[usize], Option<&[u64]>), Failure>,
) -> c_int {
    let (lengths, starts) = *lists.as_ref().unwrap_or(&(&[], None));
    let shares = Shares { lengths, starts, ..call.shares };
    // SAFETY: upheld by the caller.
    exported(call.function.name(), || unsafe {
        create(&DirectCall { shares, ..*call }, plan, lists.map(|_| ()))
    })
}

/// Creates a plan. `checked` is the result of the caller's own checks.
pub(crate) unsafe fn create(
    call: &DirectCall<'_>,
    plan: *mut *mut samebits_plan,
    checked: Result<(), Failure>,
) -> Outcome {
    // SAFETY: upheld by the caller.
    let plan = unsafe { variable(plan, "plan") };
    let own = plan.as_ref().map(|_| ()).map_err(Failure::clone).and(checked);
    let prepared = prepare(call, || own)?;
    let communicator = Liveness::new(prepared.context.communicator);
    let created = Box::new(samebits_plan::new(prepared, communicator, call.function));
    *plan.expect("a null address is an error") = Box::into_raw(created);
    Ok(())
}

unsafe fn execute_listed(
    function: Function,
    plan: *mut samebits_plan,
    locals: *const *const c_void,
    results: *mut c_void,
    root: Option<c_int>,
) -> c_int {
    let shares = |prepared: &Prepared, _receives: bool| {
        let arrays = prepared.plan.arrays.len();
        ensure(!locals.is_null() || arrays == 0, Class::Arg, || "the list locals is null")?;
        // SAFETY: upheld by the caller.
        Ok(Cow::Borrowed(unsafe { list("locals", arrays as c_int, locals) }?))
    };
    // SAFETY: upheld by the caller.
    exported(function.name(), || unsafe { execute(function, plan, results, root, shares) })
}

/// The process and the plan, if that can be used.
pub(super) unsafe fn usable_plan<'a>(
    function: Function,
    plan: *mut samebits_plan,
) -> Result<(&'static Process, &'a mut samebits_plan), Fault> {
    let process = usable(function.name())?;
    // There is no communicator whose error handler could be called.
    let refuse =
        |class, what: &str| Err(report_failure(&Failure::new(class, what), function.name(), true));
    // SAFETY: upheld by the caller.
    match unsafe { plan.as_mut() } {
        None => refuse(Class::Arg, "the plan is null"),
        Some(plan) if !plan.communicator.check() => {
            refuse(Class::Comm, "the communicator of the plan has been freed")
        }
        Some(plan) => Ok((process, plan)),
    }
}

/// Reduces by a plan. `shares` checks this rank's shares, given whether it gets the results.
pub(crate) unsafe fn execute<'a>(
    function: Function,
    plan: *mut samebits_plan,
    results: *mut c_void,
    root: Option<c_int>,
    shares: impl FnOnce(&Prepared, bool) -> Result<Cow<'a, [*const c_void]>, Failure>,
) -> Outcome {
    // SAFETY: upheld by the caller.
    let (process, plan) = unsafe { usable_plan(function, plan)? };
    let samebits_plan { prepared, allreduce, .. } = &*plan;
    let context = Context { function: function.name(), ..prepared.context };
    let Prepared { plan, .. } = prepared;
    let rank = context.communicator.rank;
    let (to, shares) = match destination(root, context.communicator.size) {
        Ok(to) => (to, shares(prepared, to.reaches(rank))),
        Err(failure) => (Destination::All, Err(failure)),
    };
    // A rank with wrong arguments takes part without its elements.
    let (locals, checked) = match shares {
        Ok(locals) => (locals, Ok(())),
        Err(failure) => (Cow::Owned(vec![std::ptr::null(); plan.arrays.len()]), Err(failure)),
    };
    let buffers = Buffers { locals: &locals, results };
    let in_place = process.library.constants.in_place;
    let own = checked.and_then(|()| buffers.check(in_place, plan.lengths(), to.reaches(rank)));
    let (signature, word) = match root {
        None => *allreduce,
        Some(_) => {
            let (function, root) = (function as u32, root_word(root));
            let to_root = Signature { function, root, ..plan.signature };
            (to_root, to_root.word())
        }
    };
    let describe = || in_words(function, root, prepared);
    let call = Call { signature: &signature, word, describe: &describe };
    // SAFETY: upheld by the caller.
    unsafe {
        prepared.reduce(&context, to, buffers, FirstMessage::Partials(call, own.as_ref().err()))
    }
}

pub(super) fn in_words(function: Function, root: Option<c_int>, prepared: &Prepared) -> String {
    let Prepared { plan, context, evaluated, .. } = prepared;
    let mut given = vec![
        ("arrays", plan.arrays.len().to_string()),
        ("elements", plan.elements().to_string()),
        ("shares", format!("#{:04x}", plan.signature.rest as u16)),
        ("arithmetic", evaluated.operation().arithmetic.name().to_string()),
        ("schedule", plan.method.name().to_string()),
    ];
    given.extend(names(context.process, prepared.datatype, prepared.op));
    given.extend(root.map(|root| ("root", root.to_string())));
    function.in_words(&given)
}
