//! Reductions of distributed arrays, as `samebits.h` declares them.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::arguments::{refuse, usable};
use super::call::Function;
use super::failure::{Class, Failure};
use super::guess::Slots;
use super::prepare::{prepare, Asked, AtOnce};
use super::reduction::{run, Buffered, First};
use crate::entry::guard::guarded;
use crate::mpi::family::{MPI_Comm, MPI_Datatype, MPI_Op};
use libc::{c_int, c_void};

/// Reduces an array that is distributed over the ranks of a communicator to one
/// element, which all ranks get. Rank i holds n consecutive elements, at local, in rank
/// order; n may be 0, and need not be the same on all ranks. There is room for the
/// element at result, which may not be MPI_IN_PLACE.
///
/// The bits of the result do not depend on the number of ranks, nor on how the array is
/// cut among them. Sums of float and double, real and complex, are exact and rounded
/// once, or with SAMEBITS_ARITHMETIC=tree reduced like everything else: in a binary tree
/// over all elements. User-defined operators need not commute.
///
/// Without any element the result is the operator's identity; a user-defined operator
/// has none: MPI_ERR_COUNT.
///
/// Collective. Returns MPI_SUCCESS, or an error code after the communicator's error
/// handler has got it; samebits_error_message says what is wrong. A rank that cannot take
/// part makes the call fail on all ranks.
///
/// All ranks call the same of those functions that take a communicator or a plan, with
/// arguments that mean the same. Where they do not, all return one error, which names what
/// they have called, and none waits; the next call finds them in step. It is
///
///   MPI_ERR_ARG    where they call different functions
///   MPI_ERR_COUNT  where the number of arrays differs
///   MPI_ERR_TYPE   where the datatype does
///   MPI_ERR_OP     where the operator does
///   MPI_ERR_ROOT   where the root does
///   MPI_ERR_ARG    where plans are for other shares, of another arithmetic or schedule, or
///                  accumulators were not created alike
///
/// and of several the first. User-defined operators are not told from each other, and the
/// datatypes that come with them by their sizes alone. A rank that has no communicator, or
/// no plan, has nobody to talk to: see samebits_plan_allreduce.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_array(
    local: *const c_void,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let function = Function::AllreduceArray;
    let lengths = [n];
    let asked = asked(function, (r#type, op, comm), &lengths);
    // SAFETY: handed on to the caller.
    guarded(function.name(), || unsafe { once(&asked, &[local], result, |_| Ok(())) })
}

/// Likewise, but that only the rank root gets the result; result is not looked at on the
/// others. The bits are those of samebits_allreduce_array.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_reduce_array(
    local: *const c_void,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    op: MPI_Op,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let function = Function::ReduceArray;
    let lengths = [n];
    let asked = Asked { root: Some(root), ..asked(function, (r#type, op, comm), &lengths) };
    // SAFETY: handed on to the caller.
    guarded(function.name(), || unsafe { once(&asked, &[local], result, |_| Ok(())) })
}

/// Reduces many arrays at once, each to one element: as samebits_allreduce_array for each
/// of them, at the latency of one. Of array i this rank holds n[i] elements at locals[i];
/// the results lie one after the other at results. The number of arrays is the same on
/// all ranks.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_arrays(
    arrays: c_int,
    locals: *const *const c_void,
    n: *const usize,
    results: *mut c_void,
    r#type: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let function = Function::AllreduceArrays;
    // SAFETY: handed on to the caller.
    guarded(function.name(), || unsafe {
        let asked = asked(function, (r#type, op, comm), &[]);
        many(&asked, arrays, locals, n, results)
    })
}

/// Likewise, but that only the rank root gets the results.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_reduce_arrays(
    arrays: c_int,
    locals: *const *const c_void,
    n: *const usize,
    results: *mut c_void,
    r#type: MPI_Datatype,
    op: MPI_Op,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let function = Function::ReduceArrays;
    // SAFETY: handed on to the caller.
    guarded(function.name(), || unsafe {
        let asked = Asked { root: Some(root), ..asked(function, (r#type, op, comm), &[]) };
        many(&asked, arrays, locals, n, results)
    })
}

/// As samebits_allreduce_array, for shares that are not in rank order: this rank's n
/// elements are those of the array from the index start on. All ranks' shares together
/// tile the array: a gap or an overlap is the error MPI_ERR_COUNT. Where n is 0, start
/// may be anything.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_region(
    local: *const c_void,
    start: u64,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let function = Function::AllreduceRegion;
    let lengths = [n];
    let starts = [start];
    let asked = Asked { starts: Some(&starts), ..asked(function, (r#type, op, comm), &lengths) };
    // SAFETY: handed on to the caller.
    guarded(function.name(), || unsafe { once(&asked, &[local], result, |_| Ok(())) })
}

/// Likewise, but that only the rank root gets the result.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_reduce_region(
    local: *const c_void,
    start: u64,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    op: MPI_Op,
    root: c_int,
    comm: MPI_Comm,
) -> c_int {
    let function = Function::ReduceRegion;
    let lengths = [n];
    let starts = [start];
    let asked = Asked {
        root: Some(root),
        starts: Some(&starts),
        ..asked(function, (r#type, op, comm), &lengths)
    };
    // SAFETY: handed on to the caller.
    guarded(function.name(), || unsafe { once(&asked, &[local], result, |_| Ok(())) })
}

/// What is asked, for all ranks and in rank order.
fn asked<'a>(
    function: Function,
    (datatype, op, comm): (MPI_Datatype, MPI_Op, MPI_Comm),
    lengths: &'a [usize],
) -> Asked<'a> {
    Asked { function, datatype, op, comm, root: None, lengths, starts: None, first: 0 }
}

/// The caller's list of `arrays` entries; none where it is no list.
///
/// # Safety
/// A list that is not null has so many entries.
pub(super) unsafe fn list<'a, T>(arrays: c_int, entries: *const T) -> Option<&'a [T]> {
    match usize::try_from(arrays) {
        Ok(0) => Some(&[]),
        Ok(_) if entries.is_null() => None,
        // SAFETY: handed on to the caller.
        Ok(arrays) => Some(unsafe { std::slice::from_raw_parts(entries, arrays) }),
        Err(_) => None,
    }
}

/// Reduces arrays that come in lists.
///
/// # Safety
/// As of [`samebits_allreduce_arrays`].
unsafe fn many(
    asked: &Asked<'_>,
    arrays: c_int,
    locals: *const *const c_void,
    n: *const usize,
    results: *mut c_void,
) -> c_int {
    // SAFETY: handed on to the caller.
    let lists = unsafe { (list(arrays, locals), list(arrays, n)) };
    match lists {
        // SAFETY: likewise.
        (Some(locals), Some(lengths)) => unsafe {
            once(&Asked { lengths, ..*asked }, locals, results, |_| Ok(()))
        },
        _ => no_list(asked, arrays, if lists.0.is_none() { "locals" } else { "n" }),
    }
}

/// The error of a list that is missing.
pub(super) fn no_list(asked: &Asked<'_>, arrays: c_int, name: &str) -> c_int {
    let failure = match arrays {
        0.. => Failure::new(Class::Arg, format!("the list {name} of {arrays} arrays is null")),
        _ => Failure::new(Class::Count, format!("the number of arrays is {arrays}")),
    };
    match usable(asked.function.name()) {
        Ok(process) => refuse(process, asked, &failure),
        Err(code) => code,
    }
}

/// Reduces arrays whose shares the ranks tell each other in this call. `known` is what
/// the caller finds wrong already, on a rank that receives the results or does not.
///
/// # Safety
/// The buffers hold what is asked, unless something is known to be wrong.
pub(super) unsafe fn once(
    asked: &Asked<'_>,
    locals: &[*const c_void],
    results: *mut c_void,
    known: impl FnOnce(bool) -> Result<(), Failure>,
) -> c_int {
    let process = match usable(asked.function.name()) {
        Ok(process) => process,
        Err(code) => return code,
    };
    let buffers = Buffered { locals, results };
    let in_place = process.library.constants.in_place;
    let lengths = asked.lengths.iter().map(|length| *length as u64);
    let own =
        |receives: bool| known(receives).and_then(|()| buffers.check(in_place, lengths, receives));
    let mut slots = Slots::new();
    let elements = locals.first().map_or(std::ptr::null(), |local| local.cast());
    let prepared = match prepare(process, asked, own, Some(AtOnce { elements, slots: &mut slots }))
    {
        Ok(prepared) => prepared,
        Err(code) => return code,
    };
    let first = First::Told(prepared.gathered.then_some(&slots));
    // SAFETY: handed on to the caller.
    unsafe { run(&prepared, asked.function, prepared.to, buffers, first) }
}
