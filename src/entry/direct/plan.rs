//! Plans: distributed arrays whose shares do not change between reductions. What the
//! ranks tell each other is told once.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::arguments::{destination, usable};
use super::array::{list, no_list};
use super::call::{root_word, Call, Function};
use super::failure::{Class, Failure};
use super::prepare::{prepare, Asked, Prepared};
use super::reduction::{run, Buffered, First};
use crate::entry::guard::guarded;
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
    prepared: Prepared<'static>,
    communicator: Lives,
    /// samebits_plan_allreduce with it, and the word of that.
    allreduce: (Call, u64),
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

/// Prepares reductions of arrays whose shares stay as they are: n[i] elements of array i
/// on this rank, in rank order. The plan goes to plan; a reduction with it takes one
/// message less than without. Collective; errors as of samebits_allreduce_array.
///
/// The communicator, the datatype and the operator must not be freed before the plan.
/// A plan serves one thread at a time.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_arrays(
    arrays: c_int,
    n: *const usize,
    r#type: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    plan: *mut *mut samebits_plan,
) -> c_int {
    let function = Function::PlanArrays;
    // SAFETY: handed on to the caller.
    guarded(function.name(), || unsafe {
        let asked = asked(function, r#type, op, comm);
        match list(arrays, n) {
            Some(lengths) => create(&Asked { lengths, ..asked }, plan, Ok(())),
            None => no_list(&asked, arrays, "n"),
        }
    })
}

/// Likewise for shares that are not in rank order: of array i this rank holds the n[i]
/// elements from the index starts[i] on. All ranks' shares tile each array.
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
    let function = Function::PlanRegions;
    // SAFETY: handed on to the caller.
    guarded(function.name(), || unsafe {
        let asked = asked(function, r#type, op, comm);
        match (list(arrays, starts), list(arrays, n)) {
            (Some(starts), Some(lengths)) => {
                create(&Asked { lengths, starts: Some(starts), ..asked }, plan, Ok(()))
            }
            (None, _) => no_list(&asked, arrays, "starts"),
            (_, None) => no_list(&asked, arrays, "n"),
        }
    })
}

/// Reduces the arrays of a plan, of which this rank's shares lie at locals[0],
/// locals[1], ...; all ranks get the results, which lie one after the other at results.
/// Collective; errors as of samebits_allreduce_array, where a rank reduces by a plan for
/// other shares, too.
///
/// A plan that is NULL (MPI_ERR_ARG), or whose communicator was freed (MPI_ERR_COMM), is an
/// error on that rank alone, which no error handler gets: the rank does not wait, but it can
/// tell nobody. Ranks that call something on another communicator wait for it there, until it
/// calls something there, too.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_allreduce(
    plan: *mut samebits_plan,
    locals: *const *const c_void,
    results: *mut c_void,
) -> c_int {
    let function = Function::PlanAllreduce;
    // SAFETY: handed on to the caller.
    guarded(function.name(), || unsafe { by_list(function, plan, locals, results, None) })
}

/// Likewise, but that only the rank root gets the results. All ranks wait for each other all
/// the same, to know whether they have called alike.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_reduce(
    plan: *mut samebits_plan,
    locals: *const *const c_void,
    results: *mut c_void,
    root: c_int,
) -> c_int {
    let function = Function::PlanReduce;
    // SAFETY: handed on to the caller.
    guarded(function.name(), || unsafe { by_list(function, plan, locals, results, Some(root)) })
}

/// Frees a plan and sets it to NULL. Not collective. A plan that is NULL is left alone.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_plan_free(plan: *mut *mut samebits_plan) -> c_int {
    let function = "samebits_plan_free";
    guarded(function, || {
        // SAFETY: handed on to the caller.
        let Some(place) = (unsafe { plan.as_mut() }) else {
            return Failure::new(Class::Arg, "the address of the plan is null")
                .tell(function, true);
        };
        let plan = std::mem::replace(place, std::ptr::null_mut());
        if !plan.is_null() {
            // SAFETY: made by `create`, and freed once.
            drop(unsafe { Box::from_raw(plan) });
        }
        0
    })
}

fn asked(function: Function, datatype: MPI_Datatype, op: MPI_Op, comm: MPI_Comm) -> Asked<'static> {
    Asked { function, datatype, op, comm, root: None, lengths: &[], starts: None, first: 0 }
}

/// Makes a plan. `known` is what the caller finds wrong already.
///
/// # Safety
/// There is room for it, if its place is not null.
pub(super) unsafe fn create(
    asked: &Asked<'_>,
    plan: *mut *mut samebits_plan,
    known: Result<(), Failure>,
) -> c_int {
    let process = match usable(asked.function.name()) {
        Ok(process) => process,
        Err(code) => return code,
    };
    // SAFETY: handed on to the caller.
    let place = unsafe { plan.as_mut() };
    let own = |_receives: bool| match place {
        Some(_) => known,
        None => Err(Failure::new(Class::Arg, "the address for the plan is null")),
    };
    match (prepare(process, asked, own, None), place) {
        (Ok(prepared), Some(place)) => {
            let communicator = Lives::new(prepared.communicator);
            let allreduce = Call { function: Function::PlanAllreduce, ..prepared.call };
            let allreduce = (allreduce, allreduce.word());
            *place = Box::into_raw(Box::new(samebits_plan { prepared, communicator, allreduce }));
            0
        }
        (Ok(_), None) => unreachable!("said to be wrong"),
        (Err(code), _) => code,
    }
}

/// Reduces by a plan, with the shares in a list.
///
/// # Safety
/// As of [`execute`], and a list that is not null has an entry for each array.
unsafe fn by_list(
    function: Function,
    plan: *mut samebits_plan,
    locals: *const *const c_void,
    results: *mut c_void,
    root: Option<c_int>,
) -> c_int {
    let given = |prepared: &Prepared<'_>, _receives: bool| {
        // SAFETY: handed on to the caller.
        let list = unsafe { list(prepared.arrays.len() as c_int, locals) };
        list.map(Cow::Borrowed).ok_or_else(|| Failure::new(Class::Arg, "the list locals is null"))
    };
    // SAFETY: handed on to the caller.
    unsafe { execute(function, plan, results, root, given) }
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
    given: impl FnOnce(&Prepared<'_>, bool) -> Result<Cow<'a, [*const c_void]>, Failure>,
) -> c_int {
    let process = match usable(function.name()) {
        Ok(process) => process,
        Err(code) => return code,
    };
    // SAFETY: handed on to the caller.
    let Some(plan) = (unsafe { plan.as_ref() }) else {
        // There is no communicator to fail on.
        return Failure::new(Class::Arg, "the plan is null").tell(function.name(), true);
    };
    let samebits_plan { prepared, communicator, allreduce } = plan;
    if !communicator.still() {
        // Nor is there one any more.
        let what = "the communicator of the plan has been freed";
        return Failure::new(Class::Comm, what).tell(function.name(), true);
    }
    let rank = prepared.communicator.rank;
    let (to, given) = match destination(root, prepared.communicator) {
        Ok(to) => (to, given(prepared, to.reaches(rank))),
        Err(failure) => (Destination::All, Err(failure)),
    };
    // A rank that has something wrong takes part without its elements.
    let (locals, listed) = match given {
        Ok(locals) => (locals, Ok(())),
        Err(failure) => (Cow::Owned(vec![std::ptr::null(); prepared.arrays.len()]), Err(failure)),
    };
    let buffers = Buffered { locals: &locals, results };
    let lengths = prepared.arrays.iter().map(|array| array.share.length());
    let in_place = process.library.constants.in_place;
    let own = listed.and_then(|()| buffers.check(in_place, lengths, to.reaches(rank)));
    let to_root;
    let (call, word) = match root {
        None => (&allreduce.0, allreduce.1),
        Some(_) => {
            to_root = Call { function, root: root_word(root), ..prepared.call };
            (&to_root, to_root.word())
        }
    };
    // SAFETY: handed on to the caller.
    unsafe { run(prepared, function, to, buffers, First::Records(call, word, own.err().as_ref())) }
}
