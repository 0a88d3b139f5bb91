//! Reductions of distributed arrays, as `samebits.h` declares them.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::arguments::{Buffers, DirectCall};
use super::context::{exported, usable};
use super::failure::{Class, Failure};
use super::function::Function;
use super::prepare::prepare;
use crate::arithmetic::Fault;
use crate::array::piggyback::Slots;
use crate::array::plan::Eager;
use crate::array::reduction::First;
use crate::array::shares::Shares;
use crate::mpi::device::Drivers;
use crate::mpi::family::{Handle, MPI_Comm, MPI_Datatype, MPI_Op};
use libc::{c_int, c_void};

/// Reduces an array that is distributed over the ranks of a communicator to one element, which
/// all ranks get at result. Rank i holds n consecutive elements at local, in rank order; n may
/// be 0.
///
/// The bits of the result do not depend on the number of ranks, nor on how the array is cut
/// among them. Sums of float and double, real and complex, are exact and rounded once, unless
/// SAMEBITS_ARITHMETIC says otherwise; everything else is reduced in a binary tree over all
/// elements. User-defined operators need not commute. An array without elements gives the
/// operator's identity; a user-defined operator has none.
///
/// Collective. May differ between ranks: local, n, result. Errors: those of all functions over
/// a communicator; MPI_ERR_COUNT where a user-defined operator has no element to reduce.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_allreduce_array(
    local: *const c_void,
    n: usize,
    result: *mut c_void,
    r#type: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
) -> c_int {
    let asked = asked(Function::AllreduceArray, (r#type, op, comm), None);
    // SAFETY: upheld by the caller.
    unsafe { reduce_one(&asked, local, None, n, result) }
}

/// As samebits_allreduce_array, with the same bits, but only the rank root gets the result.
///
/// Collective. May differ between ranks: local, n, result, which is ignored but on the root.
/// Errors: those of samebits_allreduce_array, and MPI_ERR_ROOT.
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
    let asked = asked(Function::ReduceArray, (r#type, op, comm), Some(root));
    // SAFETY: upheld by the caller.
    unsafe { reduce_one(&asked, local, None, n, result) }
}

/// Reduces many arrays at once, each to one element: as samebits_allreduce_array for each of
/// them, at the latency of one. Of array i this rank holds n[i] elements at locals[i]; the
/// results lie one after the other at results.
///
/// Collective. May differ between ranks: locals, n, results; not the number of arrays. Errors:
/// those of samebits_allreduce_array; MPI_ERR_COUNT where arrays is negative, MPI_ERR_ARG where
/// a list is NULL.
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
    let asked = asked(Function::AllreduceArrays, (r#type, op, comm), None);
    // SAFETY: upheld by the caller.
    unsafe { reduce_listed(&asked, arrays, locals, n, results) }
}

/// As samebits_allreduce_arrays, with the same bits, but only the rank root gets the results.
///
/// Collective. May differ between ranks: locals, n, results, which is ignored but on the root.
/// Errors: those of samebits_allreduce_arrays, and MPI_ERR_ROOT.
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
    let asked = asked(Function::ReduceArrays, (r#type, op, comm), Some(root));
    // SAFETY: upheld by the caller.
    unsafe { reduce_listed(&asked, arrays, locals, n, results) }
}

/// As samebits_allreduce_array, for shares that are not in rank order: this rank's n elements
/// are those of the array from the index start on. The shares of all ranks tile the array.
/// Where n is 0, start is ignored.
///
/// Collective. May differ between ranks: local, start, n, result. Errors: those of
/// samebits_allreduce_array; MPI_ERR_COUNT where shares overlap or leave a gap.
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
    let asked = asked(Function::AllreduceRegion, (r#type, op, comm), None);
    // SAFETY: upheld by the caller.
    unsafe { reduce_one(&asked, local, Some(start), n, result) }
}

/// As samebits_allreduce_region, with the same bits, but only the rank root gets the result.
///
/// Collective. May differ between ranks: local, start, n, result, which is ignored but on the
/// root. Errors: those of samebits_allreduce_region, and MPI_ERR_ROOT.
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
    let asked = asked(Function::ReduceRegion, (r#type, op, comm), Some(root));
    // SAFETY: upheld by the caller.
    unsafe { reduce_one(&asked, local, Some(start), n, result) }
}

/// What is asked, as yet of no array.
pub(super) fn asked(
    function: Function,
    (datatype, op, comm): (Handle, Handle, Handle),
    root: Option<c_int>,
) -> DirectCall<'static> {
    let shares = Shares { lengths: &[], starts: None, first: 0 };
    DirectCall { function, datatype, op, comm, root, shares }
}

/// The caller's list of `arrays` entries; else what is wrong with it.
///
/// # Safety
/// A list that is not null has so many entries.
pub(super) unsafe fn list<'a, T>(
    name: &str,
    arrays: c_int,
    entries: *const T,
) -> Result<&'a [T], Failure> {
    match usize::try_from(arrays) {
        Ok(0) => Ok(&[]),
        Ok(_) if entries.is_null() => {
            Err(Failure::new(Class::Arg, format!("the list {name} of {arrays} arrays is null")))
        }
        // SAFETY: upheld by the caller.
        Ok(arrays) => Ok(unsafe { std::slice::from_raw_parts(entries, arrays) }),
        Err(_) => Err(Failure::new(Class::Count, format!("the number of arrays is {arrays}"))),
    }
}

/// Reduces one array.
///
/// # Safety
/// As for [`samebits_allreduce_region`].
unsafe fn reduce_one(
    asked: &DirectCall<'_>,
    local: *const c_void,
    start: Option<u64>,
    n: usize,
    result: *mut c_void,
) -> c_int {
    let starts = start.as_slice();
    let shares = Shares { lengths: &[n], starts: start.is_some().then_some(starts), first: 0 };
    let buffers = Buffers { locals: &[local], results: result };
    // SAFETY: upheld by the caller.
    exported(asked.function.name(), || unsafe {
        reduce(&DirectCall { shares, ..*asked }, buffers, |_| Ok(()))
    })
}

/// Reduces arrays that come in lists.
///
/// # Safety
/// As for [`samebits_allreduce_arrays`].
unsafe fn reduce_listed(
    asked: &DirectCall<'_>,
    arrays: c_int,
    locals: *const *const c_void,
    n: *const usize,
    results: *mut c_void,
) -> c_int {
    // SAFETY: upheld by the caller.
    exported(asked.function.name(), || unsafe {
        let lists =
            list("locals", arrays, locals).and_then(|locals| Ok((locals, list("n", arrays, n)?)));
        let (locals, lengths) = *lists.as_ref().unwrap_or(&(&[], &[]));
        let shares = Shares { lengths, ..asked.shares };
        let buffers = Buffers { locals, results };
        reduce(&DirectCall { shares, ..*asked }, buffers, |_| lists.map(|_| ()))
    })
}

/// Reduces arrays whose shares the ranks exchange in this call. `known` is what the caller finds
/// wrong already, on a rank that receives the results or does not.
///
/// # Safety
/// The buffers hold what is asked, unless something is known to be wrong.
pub(super) unsafe fn reduce(
    asked: &DirectCall<'_>,
    buffers: Buffers<'_>,
    known: impl FnOnce(bool) -> Result<(), Failure>,
) -> Result<(), Fault> {
    let in_place = usable(asked.function.name())?.library.constants.in_place;
    let lengths = asked.shares.lengths.iter().map(|length| *length as u64);
    let own =
        |receives: bool| known(receives).and_then(|()| buffers.check(in_place, lengths, receives));
    let mut slots = Slots::new();
    let first = buffers.locals.first().map(|local| local.cast());
    let elements = first.filter(|_| !Drivers::loaded().any());
    // SAFETY: upheld by the caller.
    unsafe {
        let prepared = prepare(asked, own, Some(Eager { elements, slots: &mut slots }))?;
        let first = First::Sent(prepared.gathered.then_some(&slots));
        prepared.reduce(&prepared.context, prepared.to, buffers, first)
    }
}
