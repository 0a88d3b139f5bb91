//! Plans: distributed arrays whose shares do not change between reductions. What the
//! ranks tell each other is told once.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::arguments::{destination, names, root_word, Buffers, DirectCall};
use super::array::{asked, list};
use super::context::{exported, exported_local, usable, Context};
use super::failure::{tell, Class, Failure};
use super::function::Function;
use super::prepare::{prepare, Prepared};
use crate::arithmetic::Fault;
use crate::array::reduction::First;
use crate::array::shares::Shares;
use crate::array::signature::{Call, Signature};
use crate::mpi::communicator::Communicator;
use crate::mpi::family::{MPI_Comm, MPI_Datatype, MPI_Op};
use crate::mpi::handles;
use crate::schedule::Destination;
use libc::{c_int, c_void};
use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

/// A prepared reduction of distributed arrays.
#[allow(non_camel_case_types)] // its name in C
pub struct samebits_plan {
    /// Of a communicator that may have been freed since: to be asked before anything else.
    prepared: Prepared,
    communicator: Lives,
    /// What is compared of samebits_plan_allreduce with it, and the word of that.
    allreduce: (Signature, u64),
}

/// A communicator that is known to have lived.
struct Lives {
    number: u64,
    /// The [state](handles::state) of handles when it was there last.
    then: AtomicU64,
}

impl Lives {
    fn new(communicator: &Communicator) -> Lives {
        Lives { number: communicator.number(), then: handles::state().into() }
    }

    /// Whether it is there still.
    fn still(&self) -> bool {
        let now = handles::state();
        if self.then.load(Ordering::Relaxed) == now {
            return true;
        }
        let lives = Communicator::lives(self.number);
        if lives {
            self.then.store(now, Ordering::Relaxed);
        }
        lives
    }
}

/// Prepares reductions of arrays whose shares stay as they are: n[i] elements of array i on
/// this rank, in rank order. A reduction with the plan takes one message less than without.
///
/// The communicator, the datatype and the operator must not be freed before the plan. A plan
/// serves one thread at a time.
///
/// Collective. May differ between ranks: n, plan. Errors: those of samebits_allreduce_arrays;
/// MPI_ERR_ARG where plan is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_arrays(
    arrays: c_int,
    n: *const usize,
    r#type: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    plan: *mut *mut samebits_plan,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe {
        let asked = asked(Function::PlanArrays, (r#type, op, comm), None);
        create_listed(&asked, plan, list("n", arrays, n).map(|lengths| (lengths, None)))
    }
}

/// As samebits_plan_arrays, for shares that are not in rank order: of array i this rank holds
/// the n[i] elements from the index starts[i] on. The shares of all ranks tile each array.
///
/// Collective. May differ between ranks: starts, n, plan. Errors: those of samebits_plan_arrays;
/// MPI_ERR_COUNT where shares overlap or leave a gap.
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
    // SAFETY: upheld by the caller.
    unsafe {
        let asked = asked(Function::PlanRegions, (r#type, op, comm), None);
        let starts = list("starts", arrays, starts);
        let lists = starts.and_then(|starts| Ok((list("n", arrays, n)?, Some(starts))));
        create_listed(&asked, plan, lists)
    }
}

/// Reduces the arrays of a plan, of which this rank's shares lie at locals[0], locals[1], ...;
/// all ranks get the results, which lie one after the other at results.
///
/// Collective over the plan's communicator. May differ between ranks: locals, results. Errors:
/// those of all functions over a communicator; MPI_ERR_ARG where ranks reduce by plans for
/// other shares, or of another arithmetic or schedule.
///
/// A plan that is NULL (MPI_ERR_ARG), or whose communicator was freed (MPI_ERR_COMM), is an
/// error on that rank alone, and no error handler is called. The rank does not wait, but it
/// cannot tell the others: they wait until it calls something on their communicator.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_allreduce(
    plan: *mut samebits_plan,
    locals: *const *const c_void,
    results: *mut c_void,
) -> c_int {
    let function = Function::PlanAllreduce;
    // SAFETY: upheld by the caller.
    unsafe { execute_listed(function, plan, locals, results, None) }
}

/// As samebits_plan_allreduce, with the same bits, but only the rank root gets the results. All
/// ranks wait for each other nevertheless, to compare what they have called.
///
/// Collective over the plan's communicator. May differ between ranks: locals, results, which is
/// ignored but on the root. Errors: those of samebits_plan_allreduce, and MPI_ERR_ROOT.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_reduce(
    plan: *mut samebits_plan,
    locals: *const *const c_void,
    results: *mut c_void,
    root: c_int,
) -> c_int {
    let function = Function::PlanReduce;
    // SAFETY: upheld by the caller.
    unsafe { execute_listed(function, plan, locals, results, Some(root)) }
}

/// Frees a plan and sets it to NULL. A plan that is NULL is left alone.
///
/// Not collective. Errors: MPI_ERR_ARG where the address of the plan is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_free(plan: *mut *mut samebits_plan) -> c_int {
    exported_local("samebits_plan_free", true, || {
        // SAFETY: upheld by the caller; made by `create`, and freed once.
        unsafe { free(plan, "plan") }
    })
}

/// Frees what a handle is a pointer to, and sets it to null.
///
/// # Safety
/// The address of a handle, or null; the handle is null, or a box that nobody uses any more.
pub(super) unsafe fn free<T>(handle: *mut *mut T, name: &str) -> Result<(), Failure> {
    // SAFETY: upheld by the caller.
    let Some(place) = (unsafe { handle.as_mut() }) else {
        return Err(Failure::new(Class::Arg, format!("the address of the {name} is null")));
    };
    let boxed = std::mem::replace(place, std::ptr::null_mut());
    if !boxed.is_null() {
        // SAFETY: upheld by the caller.
        drop(unsafe { Box::from_raw(boxed) });
    }
    Ok(())
}

/// Makes a plan of shares that come in lists.
///
/// # Safety
/// As for [`create`].
unsafe fn create_listed(
    asked: &DirectCall<'_>,
    plan: *mut *mut samebits_plan,
    lists: Result<(&[usize], Option<&[u64]>), Failure>,
) -> c_int {
    let (lengths, starts) = *lists.as_ref().unwrap_or(&(&[], None));
    let shares = Shares { lengths, starts, ..asked.shares };
    // SAFETY: upheld by the caller.
    exported(asked.function.name(), || unsafe {
        create(&DirectCall { shares, ..*asked }, plan, lists.map(|_| ()))
    })
}

/// Makes a plan. `known` is what the caller finds wrong already.
///
/// # Safety
/// There is room for it, if its place is not null.
pub(super) unsafe fn create(
    asked: &DirectCall<'_>,
    plan: *mut *mut samebits_plan,
    known: Result<(), Failure>,
) -> Result<(), Fault> {
    // SAFETY: upheld by the caller.
    let place = unsafe { plan.as_mut() };
    let own = |_receives: bool| match place {
        Some(_) => known,
        None => Err(Failure::new(Class::Arg, "the address for the plan is null")),
    };
    // SAFETY: no elements.
    let prepared = unsafe { prepare(asked, own, None) }?;
    let communicator = Lives::new(prepared.context.communicator);
    let function = Function::PlanAllreduce as u32;
    let allreduce = Signature { function, ..prepared.plan.signature };
    let allreduce = (allreduce, allreduce.word());
    let made = Box::new(samebits_plan { prepared, communicator, allreduce });
    *place.expect("a null one was said to be wrong") = Box::into_raw(made);
    Ok(())
}

/// Reduces by a plan, with the shares in a list.
///
/// # Safety
/// As for [`execute`], and a list that is not null has an entry for each array.
unsafe fn execute_listed(
    function: Function,
    plan: *mut samebits_plan,
    locals: *const *const c_void,
    results: *mut c_void,
    root: Option<c_int>,
) -> c_int {
    let given = |prepared: &Prepared, _receives: bool| {
        let arrays = prepared.plan.arrays.len();
        match locals.is_null() && arrays > 0 {
            true => Err(Failure::new(Class::Arg, "the list locals is null")),
            // SAFETY: upheld by the caller.
            false => Ok(Cow::Borrowed(unsafe { list("locals", arrays as c_int, locals) }?)),
        }
    };
    // SAFETY: upheld by the caller.
    exported(function.name(), || unsafe { execute(function, plan, results, root, given) })
}

/// Reduces by a plan. `given` are the shares of each array, or what is wrong with them, on
/// a rank that receives the results or does not.
///
/// # Safety
/// A plan of ours, or null, and buffers as it says.
pub(super) unsafe fn execute<'a>(
    function: Function,
    plan: *mut samebits_plan,
    results: *mut c_void,
    root: Option<c_int>,
    given: impl FnOnce(&Prepared, bool) -> Result<Cow<'a, [*const c_void]>, Failure>,
) -> Result<(), Fault> {
    let process = usable(function.name())?;
    // (There is no communicator to fail on, or there is none any more.)
    let refuse = |class, what: &str| Err(tell(&Failure::new(class, what), function.name(), true));
    // SAFETY: upheld by the caller.
    let Some(plan) = (unsafe { plan.as_ref() }) else {
        return refuse(Class::Arg, "the plan is null");
    };
    let samebits_plan { prepared, communicator, allreduce } = plan;
    if !communicator.still() {
        return refuse(Class::Comm, "the communicator of the plan has been freed");
    }
    let context = Context { function: function.name(), ..prepared.context };
    let Prepared { plan, .. } = prepared;
    let rank = context.communicator.rank;
    let (to, given) = match destination(root, context.communicator.size) {
        Ok(to) => (to, given(prepared, to.reaches(rank))),
        Err(failure) => (Destination::All, Err(failure)),
    };
    // A rank that has something wrong takes part without its elements.
    let (locals, listed) = match given {
        Ok(locals) => (locals, Ok(())),
        Err(failure) => (Cow::Owned(vec![std::ptr::null(); plan.arrays.len()]), Err(failure)),
    };
    let buffers = Buffers { locals: &locals, results };
    let in_place = process.library.constants.in_place;
    let own = listed.and_then(|()| buffers.check(in_place, plan.lengths(), to.reaches(rank)));
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
    unsafe { prepared.reduce(&context, to, buffers, First::Records(call, own.as_ref().err())) }
}

/// A call on a plan as messages name it.
fn in_words(function: Function, root: Option<c_int>, prepared: &Prepared) -> String {
    let Prepared { plan, context, evaluation, .. } = prepared;
    let mut given = vec![
        ("arrays", plan.arrays.len().to_string()),
        ("elements", plan.elements().to_string()),
        ("shares", format!("#{:04x}", plan.signature.rest as u16)),
        ("arithmetic", evaluation.arithmetic().name().to_string()),
        ("schedule", plan.way.name().to_string()),
    ];
    given.extend(names(context.process, prepared.datatype, prepared.op));
    given.extend(root.map(|root| ("root", root.to_string())));
    function.in_words(&given)
}
