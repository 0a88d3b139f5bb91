//! What `samebits.h` declares, and what the module for Fortran calls ([`fortran`]).

pub mod accumulator;
mod accumulator_buffers;
pub mod accumulator_bytes;
pub mod accumulator_fortran;
pub mod accumulator_handles;
pub mod accumulator_over_ranks;
mod arguments;
pub mod array;
pub mod bound;
mod call;
mod consecutive;
pub mod distribution;
pub mod failure;
pub mod fortran;
mod guess;
mod mismatch;
pub mod plan;
mod prepare;
mod reduction;
pub mod set;
mod shares;
mod tell;
pub mod tune;

use crate::report;
use std::ffi::c_char;

/// The version of the library, as "major.minor.patch". The string is static.
#[no_mangle]
pub extern "C" fn samebits_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The number of reductions of every kind (MPI_Allreduce, MPI_Iallreduce,
/// MPI_Scan, MPI_Accumulate, ...) that this process has asked for so far and
/// samebits saw, in C or Fortran, each counted once. Zero in a program whose
/// reductions go past samebits.
#[no_mangle]
pub extern "C" fn samebits_calls_intercepted() -> u64 {
    report::intercepted()
}

/// The number of those calls whose result samebits evaluated itself. The others
/// were passed on to the MPI library: integer, logical and bitwise operators,
/// empty vectors, and what SAMEBITS_REPORT lists as not made reproducible.
#[no_mangle]
pub extern "C" fn samebits_calls_reproduced() -> u64 {
    report::reproduced()
}
