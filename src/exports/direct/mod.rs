//! What `samebits.h` declares, and what the module for Fortran calls ([`fortran`]).

// (In the order of the header's declarations.)
pub mod accumulator;
pub mod accumulator_bytes;
pub mod accumulator_handles;
pub mod accumulator_over_ranks;

pub mod array;

pub mod error_bound;

pub mod distribution;

pub mod failure;

pub mod plan;

pub mod communicator_policy;

pub mod tune;

mod accumulator_buffers;
mod arguments;
mod context;
pub mod fortran;
pub mod fortran_accumulator;
mod fortran_arguments;
mod fortran_shares;
mod function;
mod prepare;

use crate::report;
use std::ffi::c_char;

/// The version of the library that is loaded, as "major.minor.patch". That of the header is
/// SAMEBITS_VERSION_MAJOR, _MINOR and _PATCH. The string is static.
///
/// Not collective; at any time, also before MPI_Init. No errors.
#[no_mangle]
pub extern "C" fn samebits_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The number of reductions of every kind (MPI_Allreduce, MPI_Iallreduce, MPI_Scan,
/// MPI_Accumulate, ...) that this process has called so far and samebits has seen, in C or
/// Fortran, each counted once. Zero in a program whose reductions go past samebits.
///
/// Not collective; at any time. No errors.
#[no_mangle]
pub extern "C" fn samebits_calls_intercepted() -> u64 {
    report::intercepted()
}

/// The number of those calls whose result samebits has computed itself. The others were passed
/// on to the MPI library: integer, logical and bitwise operators, empty vectors, and what
/// SAMEBITS_REPORT lists as not made reproducible.
///
/// Not collective; at any time. No errors.
#[no_mangle]
pub extern "C" fn samebits_calls_reproduced() -> u64 {
    report::reproduced()
}
