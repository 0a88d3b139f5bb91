//! What `samebits.h` declares, and what the bindings for Fortran ([`fortran`]), C++ and
//! Python ([`bindings`]) call.

pub mod accumulators;
pub mod arrays;
pub mod bindings;
pub mod call;
pub mod fortran;
pub mod local;
pub mod sets;
pub mod settings;
pub mod vectors;

use samebits_reduction::report;
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
/// MPI_Accumulate, ...), in C or Fortran, samebits has intercepted in this process so far. A
/// persistent one counts each time it is started. Zero if the program's reductions bypass samebits.
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
