//! Accumulators as bytes.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::accumulator::{samebits_accumulator, with};
use super::failure::{Class, Failure};
use libc::{c_int, c_void};

/// The number of bytes as which samebits_accumulator_write writes the accumulator: the same
/// for all that were created alike, whatever they hold.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_size(
    a: *const samebits_accumulator,
    bytes: *mut usize,
) -> c_int {
    let size = |a: &mut samebits_accumulator| {
        // SAFETY: handed on to the caller.
        let Some(place) = (unsafe { bytes.as_mut() }) else {
            return Err(Failure::new(Class::Arg, "the address for the number of bytes is null"));
        };
        *place = a.held.purpose().bytes();
        Ok(())
    };
    // SAFETY: handed on to the caller.
    unsafe { with("samebits_accumulator_size", a.cast_mut(), size) }
}

/// Writes the accumulator as size bytes, which are those of samebits_accumulator_size: the
/// same bytes on every machine, and for the same summands in whatever order they came. For a
/// file, or for a message of the program's own.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_write(
    a: *const samebits_accumulator,
    bytes: *mut c_void,
    size: usize,
) -> c_int {
    let write = |a: &mut samebits_accumulator| {
        let needed = a.held.purpose().bytes();
        if size != needed {
            let what = format!("size={size} is not accepted; the accumulator takes {needed} bytes");
            return Err(Failure::new(Class::Arg, what));
        }
        there(bytes)?;
        // SAFETY: the caller gives room for as many.
        a.held.write(unsafe { std::slice::from_raw_parts_mut(bytes.cast(), size) });
        Ok(())
    };
    // SAFETY: handed on to the caller.
    unsafe { with("samebits_accumulator_write", a.cast_mut(), write) }
}

/// Makes the accumulator hold what was written, in place of what it held. The one that was
/// written was created alike, and the bytes are as they were written; else it is the error
/// MPI_ERR_ARG.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_read(
    a: *mut samebits_accumulator,
    bytes: *const c_void,
    size: usize,
) -> c_int {
    let read = |a: &mut samebits_accumulator| {
        there(bytes)?;
        // SAFETY: the caller gives as many.
        Ok(a.held.read(unsafe { std::slice::from_raw_parts(bytes.cast(), size) })?)
    };
    // SAFETY: handed on to the caller.
    unsafe { with("samebits_accumulator_read", a, read) }
}

fn there(bytes: *const c_void) -> Result<(), Failure> {
    match bytes.is_null() {
        true => Err(Failure::new(Class::Buffer, "the buffer of the bytes is null")),
        false => Ok(()),
    }
}
