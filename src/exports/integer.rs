//! How many bytes an INTEGER has in the Fortran calls of this process. The program was compiled for
//! what it calls: an MPI library that was itself built with INTEGERs of eight bytes, or one in front
//! of it that converts them (Intel's `libmpi_ilp64`). No datatype says which, since the one behind may
//! have others. What a procedure writes does: MPI_GET_VERSION may be called at any time, on any
//! thread, and does nothing else.

use super::forward::Forward;
use libc::c_int;
use std::sync::atomic::{AtomicU8, Ordering};

/// Whether INTEGERs of that binding have eight bytes. (Procedures of mpi_f08 may have others than those
/// of mpif.h and of the module mpi: Intel's layer has none.)
#[inline]
pub fn are_wide(f08: bool) -> bool {
    bytes(f08) == 8
}

/// How many bytes they have.
#[inline]
pub fn bytes(f08: bool) -> u8 {
    match BYTES[f08 as usize].load(Ordering::Relaxed) {
        0 => find(f08),
        bytes => bytes,
    }
}

/// By binding; zero is unknown.
static BYTES: [AtomicU8; 2] = [AtomicU8::new(0), AtomicU8::new(0)];

// The names of MPI_GET_VERSION.
include!(concat!(env!("OUT_DIR"), "/get_version.rs"));

#[cold]
fn find(f08: bool) -> u8 {
    let names: &[Forward] = if f08 { &PROCEDURES_OF_F08 } else { &PROCEDURES };
    let known = names.iter().find(|next| next.find().is_some());
    // SAFETY: a procedure of that name, which is MPI's.
    let bytes = known.map_or(4, |next| written(|words| unsafe { next.call(words) }));
    BYTES[f08 as usize].store(bytes, Ordering::Relaxed);
    bytes
}

/// How many bytes that procedure writes of its first argument, a small number.
fn written(get_version: impl FnOnce(&[usize])) -> u8 {
    let mut places = [-1i64; 3];
    get_version(&places.each_mut().map(|place| &raw mut *place as usize));
    match c_int::try_from(places[0]) {
        Ok(0..) => 8,
        _ => 4,
    }
}

/// An INTEGER that is an error code; zero if the place is null.
///
/// # Safety
/// There is one of that binding.
#[inline]
pub unsafe fn load(place: usize, f08: bool) -> c_int {
    if place == 0 {
        return 0;
    }
    // SAFETY: upheld by the caller.
    unsafe {
        match are_wide(f08) {
            false => *(place as *const c_int),
            true => *(place as *const i64) as c_int,
        }
    }
}

/// Stores an INTEGER.
///
/// # Safety
/// There is a place for one of that binding.
#[inline]
pub unsafe fn store(place: usize, number: c_int, f08: bool) {
    // SAFETY: upheld by the caller.
    unsafe {
        match are_wide(f08) {
            false => *(place as *mut c_int) = number,
            true => *(place as *mut i64) = i64::from(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does as MPI_GET_VERSION where an INTEGER is of that type.
    fn get_version<Integer: From<u8>>(words: &[usize]) {
        for (word, number) in words.iter().zip([3, 1, 0]) {
            // SAFETY: there is room for eight bytes.
            unsafe { *(*word as *mut Integer) = number.into() };
        }
    }

    #[test]
    fn what_is_written_tells_how_many_bytes_an_integer_has() {
        assert_eq!(written(get_version::<c_int>), 4);
        assert_eq!(written(get_version::<i64>), 8);
        assert_eq!(written(|_| {}), 4, "one that does nothing");
    }
}
