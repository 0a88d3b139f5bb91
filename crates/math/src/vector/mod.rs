//! The vector forms: what compilers call in loops (`-O3 -ffast-math`), under the names of glibc's
//! libmvec. Each lane has the bits of the scalar function, in the caller's rounding mode.
//!
//! `forms` is the table of all of them. A form goes lane by lane (`lanewise`), or has a kernel
//! (`kernels`) over registers (`lanes`): that computes an approximation with a known error bound
//! and a rounding test; lanes that fail the test, or are outside the kernel's range, get the scalar
//! function's result (`vectorised`).
//!
//! `errno` is that of the scalar function where that was called; a kernel leaves it alone. Exception
//! flags: a kernel raises none but "inexact" for lanes that it decides itself.

// The C conventions for vectors are those that each function's instructions give.
#![allow(improper_ctypes_definitions)]

mod approximation;
pub mod examine;
pub mod forms;
mod functions;
mod kernels;
mod lanes;
mod lanewise;
mod range;

mod tables;
mod vectorised;
