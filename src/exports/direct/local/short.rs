//! Sums and dot products of a few local numbers, as `samebits.h` declares them: typed, for loops
//! that call them often. ([`super::short_by_type`] has those by datatype.)
//!
//! The typed functions know no MPI and no process. Nothing in them panics, so they go without the
//! panic boundary, whose cost would be a third of theirs.

use libc::c_void;
use samebits_kernel::fpenv::{within, Environment};
use samebits_sum::compensated::{complex_dot, dot, sum, Compensated};

// build.rs writes them from their rows in `samebits_calls`.
include!(concat!(env!("OUT_DIR"), "/short_sums.rs"));

#[inline(always)]
unsafe fn sum_real<T: Compensated>(x: *const T, n: usize) -> T {
    // SAFETY: upheld by the caller.
    within(Environment::Vector, || unsafe { sum(x, n, 1) })[0]
}

#[inline(always)]
unsafe fn dot_real<T: Compensated>(x: *const T, y: *const T, n: usize) -> T {
    // SAFETY: upheld by the caller.
    within(Environment::Vector, || unsafe { dot(x, y, n) })
}

unsafe fn sum_complex<T: Compensated>(x: *const c_void, n: usize, result: *mut c_void) {
    // SAFETY: upheld by the caller.
    let sum = within(Environment::Vector, || unsafe { sum::<T>(x.cast(), 2 * n, 2) });
    // SAFETY: the caller provides memory for an element, at any address.
    unsafe { result.cast::<[T; 2]>().write_unaligned(sum) }
}

unsafe fn dot_complex<T: Compensated>(
    two: [*const c_void; 2],
    n: usize,
    conjugated: bool,
    result: *mut c_void,
) {
    let two = two.map(<*const c_void>::cast);
    // SAFETY: upheld by the caller.
    let dot = within(Environment::Vector, || unsafe { complex_dot::<T>(two, n, conjugated) });
    // SAFETY: the caller provides memory for an element, at any address.
    unsafe { result.cast::<[T; 2]>().write_unaligned(dot) }
}
