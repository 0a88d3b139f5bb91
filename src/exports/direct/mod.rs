//! What `samebits.h` declares, and what the bindings for Fortran ([`fortran`]), C++ and
//! Python ([`bindings`]) call.

pub mod accumulator;
mod accumulator_buffers;
pub mod accumulator_over_ranks;
mod arguments;
pub mod array;
pub mod bindings;
mod context;
pub mod csr;
pub mod distribution;
pub mod dots;
pub mod error_bound;
pub mod evaluated;
mod failure;
pub mod fortran;
pub mod fortran_accumulator;
mod fortran_arguments;
pub mod fortran_csr;
pub mod fortran_pieces;
mod fortran_shares;
pub mod fortran_sums;
pub mod fortran_vectors;
mod function;
pub mod pieces;
pub mod plan;
pub mod plan_counts;
mod prepare;
pub mod prepared;
pub mod settings;
pub mod short;
pub mod short_by_type;
pub mod statistics;
mod sum_exchange;
pub mod sums;
pub mod sums_filled;
pub mod sums_over_ranks;
mod traced;
mod traced_sums;
mod vector_buffers;
mod vector_sums;
pub mod weighted;

use crate::report;
use std::ffi::c_char;

/// Returns the version of the loaded library as "major.minor.patch", a static string. The version
/// of the header is SAMEBITS_VERSION_MAJOR, _MINOR and _PATCH.
///
/// Not collective; at any time, also before MPI_Init. No errors.
#[no_mangle]
pub extern "C" fn samebits_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Returns how many reductions of any kind (MPI_Allreduce, MPI_Iallreduce, MPI_Scan,
/// MPI_Accumulate, ...), in C or Fortran, samebits has intercepted in this process so far. Zero
/// if the program's reductions bypass samebits.
///
/// Not collective; at any time. No errors.
#[no_mangle]
pub extern "C" fn samebits_calls_intercepted() -> u64 {
    report::intercepted()
}

/// Returns how many of the intercepted reductions samebits has computed itself. It has passed the
/// others on to the MPI library: integer, logical and bitwise operators, empty vectors, and what
/// SAMEBITS_REPORT lists as not made reproducible.
///
/// Not collective; at any time. No errors.
#[no_mangle]
pub extern "C" fn samebits_calls_reproduced() -> u64 {
    report::reproduced()
}
