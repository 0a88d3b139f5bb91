//! A datatype and an operator for accumulators as bytes, for collectives of the program's
//! own.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::accumulator::{answer, null, samebits_accumulator};
use super::arguments::usable;
use super::failure::{Class, Failure};
use crate::arithmetic::accumulator::bytes;
use crate::arithmetic::Fault;
use crate::entry::guard::guarded;
use crate::entry::process::Process;
use crate::kernel::fpenv::{within, Environment};
use crate::mpi::family::{Handle, MPI_Datatype, MPI_Op};
use libc::{c_int, c_void};

/// Gives out a datatype, one element of which are the bytes that samebits_accumulator_write
/// writes, and an operator that merges them: for MPI_Allreduce, MPI_Reduce, MPI_Scan,
/// MPI_Iallreduce and so on, as the program likes. The operator commutes, and the result has
/// the same bits however the MPI library goes about it. samebits_accumulator_read says
/// whether ranks have merged accumulators that were not created alike, or have more summands
/// together than were allowed.
///
/// Both handles belong to samebits, serve all accumulators that are created alike, and are
/// valid until MPI_Finalize. The program does not free them.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_handles(
    a: *const samebits_accumulator,
    r#type: *mut MPI_Datatype,
    op: *mut MPI_Op,
) -> c_int {
    if r#type.is_null() || op.is_null() {
        let what = if op.is_null() { "operator" } else { "datatype" };
        let what = format!("the address for the {what} is null");
        return guarded(FUNCTION, || Failure::new(Class::Arg, what).tell(FUNCTION, true));
    }
    // SAFETY: handed on to the caller, who gives room for handles as the MPI library has them.
    unsafe {
        given_out(a, |process, datatype, operator| {
            process.library.family.write_handle(r#type.cast(), datatype);
            process.library.family.write_handle(op.cast(), operator);
            0
        })
    }
}

const FUNCTION: &str = "samebits_accumulator_handles";

/// Gives out the handles by `store`, which returns an error code.
///
/// # Safety
/// An accumulator of ours, or null.
pub(super) unsafe fn given_out(
    a: *const samebits_accumulator,
    store: impl FnOnce(&Process, Handle, Handle) -> c_int,
) -> c_int {
    guarded(FUNCTION, || {
        let process = match usable(FUNCTION) {
            Ok(process) => process,
            Err(code) => return code,
        };
        // SAFETY: handed on to the caller.
        let Some(a) = (unsafe { a.as_ref() }) else { return answer(FUNCTION, Err(null())) };
        match handles(process, a.held.purpose().bytes()) {
            Ok((datatype, operator)) => store(process, datatype, operator),
            Err(Fault(code)) => code,
        }
    })
}

/// The datatype of accumulators of so many bytes, and the operator.
pub(super) fn handles(process: &Process, bytes: usize) -> Result<(Handle, Handle), Fault> {
    process.library.accumulator_handles(bytes, merge_each)
}

/// The operator. It runs wherever the MPI library likes, in any floating-point environment.
unsafe extern "C" fn merge_each(
    left: *mut c_void,
    right: *mut c_void,
    count: *mut c_int,
    _datatype: *mut c_void,
) {
    guarded("the operator of samebits_accumulator_handles", || {
        let (left, right) = (left.cast::<u8>().cast_const(), right.cast::<u8>());
        within(Environment::Vector, || {
            // SAFETY: the MPI library hands over so many elements, all of the length that the
            // first one says.
            unsafe {
                for element in 0..*count as usize {
                    let length = bytes::length(left);
                    let from = element * length;
                    let left = std::slice::from_raw_parts(left.add(from), length);
                    bytes::merge(left, std::slice::from_raw_parts_mut(right.add(from), length));
                }
            }
        });
    });
}
