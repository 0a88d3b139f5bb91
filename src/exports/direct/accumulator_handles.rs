//! A datatype and an operator for accumulators as bytes, for collectives of the program's
//! own.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::accumulator::{null, samebits_accumulator};
use super::context::{exported, usable, Process};
use super::failure::{tell, Class, Failure};
use crate::mpi::family::{Handle, MPI_Datatype, MPI_Op};
use libc::c_int;

/// Gives out a datatype, of which one element is the bytes that samebits_accumulator_write
/// writes, and an operator that merges them: for MPI_Allreduce, MPI_Reduce, MPI_Scan,
/// MPI_Iallreduce and so on, as the program likes. The operator commutes, and the result has
/// the same bits whatever algorithm the MPI library uses. An operator cannot return an error:
/// samebits_accumulator_read says whether ranks have merged accumulators that were not created
/// alike, or have more summands together than the bound.
///
/// Both handles belong to samebits, serve all accumulators that are created alike, and are
/// valid until MPI_Finalize. The program does not free them.
///
/// Not collective. Errors: MPI_ERR_ARG where an argument is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_handles(
    a: *const samebits_accumulator,
    r#type: *mut MPI_Datatype,
    op: *mut MPI_Op,
) -> c_int {
    let place = match (r#type.is_null(), op.is_null()) {
        (_, true) => Err("the address for the operator is null"),
        (true, _) => Err("the address for the datatype is null"),
        _ => Ok(()),
    };
    // SAFETY: upheld by the caller, who gives room for handles as the MPI library has them.
    unsafe {
        given_out(a, place, |process, datatype, operator| {
            process.library.family.write_handle(r#type.cast(), datatype);
            process.library.family.write_handle(op.cast(), operator);
            Ok(())
        })
    }
}

/// Gives out the handles by `store`, if there is a `place` for them.
///
/// # Safety
/// An accumulator of ours, or null.
pub(super) unsafe fn given_out(
    a: *const samebits_accumulator,
    place: Result<(), &str>,
    store: impl FnOnce(&Process, Handle, Handle) -> Result<(), Failure>,
) -> c_int {
    let function = "samebits_accumulator_handles";
    let wrong = |failure: Failure| tell(&failure, function, true);
    exported(function, || {
        place.map_err(|what| wrong(Failure::new(Class::Arg, what)))?;
        let process = usable(function)?;
        // SAFETY: upheld by the caller.
        let a = unsafe { a.as_ref() }.ok_or_else(|| wrong(null()))?;
        let (datatype, operator) = process.library.accumulator_handles(a.held.purpose().bytes())?;
        store(process, datatype, operator).map_err(wrong)
    })
}
