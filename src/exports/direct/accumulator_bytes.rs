//! Accumulators as bytes.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::accumulator::{samebits_accumulator, with};
use super::failure::{Class, Failure};
use libc::{c_int, c_void};

/// The number of bytes that samebits_accumulator_write writes: the same for all accumulators
/// that were created alike, whatever they hold.
///
/// Not collective. Errors: MPI_ERR_ARG where an argument is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_size(
    a: *const samebits_accumulator,
    bytes: *mut usize,
) -> c_int {
    let size = |a: &mut samebits_accumulator| {
        // SAFETY: upheld by the caller.
        let Some(place) = (unsafe { bytes.as_mut() }) else {
            return Err(Failure::new(Class::Arg, "the address for the number of bytes is null"));
        };
        *place = a.held.purpose().bytes();
        Ok(())
    };
    // SAFETY: upheld by the caller.
    unsafe { with("samebits_accumulator_size", a.cast_mut(), size) }
}

/// Writes the accumulator as size bytes, which are as many as samebits_accumulator_size says:
/// the same bytes on every machine, and for the same summands in whatever order they came. For
/// a file, or for a message of the program's own.
///
/// Not collective. Errors: MPI_ERR_ARG where the accumulator is NULL or size is another number,
/// MPI_ERR_BUFFER where bytes is NULL.
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
    // SAFETY: upheld by the caller.
    unsafe { with("samebits_accumulator_write", a.cast_mut(), write) }
}

/// Makes the accumulator hold what was written, in place of what it held. The one that was
/// written was created alike.
///
/// Not collective. Errors: MPI_ERR_ARG where the accumulator is NULL, or the bytes are not those
/// of one that was created alike; MPI_ERR_BUFFER where bytes is NULL.
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
    // SAFETY: upheld by the caller.
    unsafe { with("samebits_accumulator_read", a, read) }
}

fn there(bytes: *const c_void) -> Result<(), Failure> {
    match bytes.is_null() {
        true => Err(Failure::new(Class::Buffer, "the buffer of the bytes is null")),
        false => Ok(()),
    }
}
