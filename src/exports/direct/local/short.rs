//! Sums and dot products of a few local numbers, as `samebits.h` declares them: typed, for loops
//! that call them often. ([`super::short_by_type`] has those by datatype.)
//!
//! The typed functions know no MPI and no process. Nothing in them panics, so they go without the
//! panic boundary, whose cost would be a third of theirs.

use libc::c_void;
use samebits_kernel::fpenv::{within, Environment};
use samebits_sum::compensated::{complex_dot, dot, sum, Compensated};

/// Returns the sum of n doubles: the exact sum, rounded once, to nearest even. It is the same in
/// whatever order they are, in any rounding mode, and on every machine. The sum is NaN, the
/// positive quiet one, if a number is NaN or both infinities occur, and -0.0 if all numbers are;
/// of no numbers it is +0.0. x may have any alignment, and be NULL if n is 0.
///
/// A call takes some 10 ns and less than 1 ns a number (docs/direct.md). It raises no
/// floating-point flags.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_sum_double(x: *const f64, n: usize) -> f64 {
    // SAFETY: upheld by the caller, here and below.
    within(Environment::Vector, || unsafe { sum(x, n, 1) })[0]
}

/// Like samebits_sum_double, for floats: the exact sum is rounded to float, once.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_sum_float(x: *const f32, n: usize) -> f32 {
    // SAFETY: as above.
    within(Environment::Vector, || unsafe { sum(x, n, 1) })[0]
}

/// Stores the sum of n complex numbers at result: of the real parts and of the imaginary parts,
/// each as samebits_sum_double sums them. The numbers and the result are of the type double complex
/// of C, std::complex<double> or complex(real64).
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_sum_double_complex(
    x: *const c_void,
    n: usize,
    result: *mut c_void,
) {
    // SAFETY: as above.
    unsafe { sum_complex::<f64>(x, n, result) }
}

/// Like samebits_sum_double_complex, for the type float complex.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_sum_float_complex(
    x: *const c_void,
    n: usize,
    result: *mut c_void,
) {
    // SAFETY: as above.
    unsafe { sum_complex::<f32>(x, n, result) }
}

/// Returns the dot product of two vectors of n doubles: the exact sum of the real numbers x[i]*y[i],
/// however large or small these are, rounded once, to nearest even. Otherwise like
/// samebits_sum_double; 0 times infinity is NaN, and the sign of a product that is zero follows from
/// its factors.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_dot_double(x: *const f64, y: *const f64, n: usize) -> f64 {
    // SAFETY: as above.
    within(Environment::Vector, || unsafe { dot(x, y, n) })
}

/// Like samebits_dot_double, for floats: the exact sum is rounded to float, once.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_dot_float(x: *const f32, y: *const f32, n: usize) -> f32 {
    // SAFETY: as above.
    within(Environment::Vector, || unsafe { dot(x, y, n) })
}

/// Stores the sum of the products x[i]*y[i] of n complex numbers at result. Each product is four
/// real products, of which two are summands of the real part and two of the imaginary part; each
/// part is summed exactly and rounded once.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_dot_double_complex(
    x: *const c_void,
    y: *const c_void,
    n: usize,
    result: *mut c_void,
) {
    // SAFETY: as above.
    unsafe { dot_complex::<f64>([x, y], n, false, result) }
}

/// Like samebits_dot_double_complex, for the type float complex.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_dot_float_complex(
    x: *const c_void,
    y: *const c_void,
    n: usize,
    result: *mut c_void,
) {
    // SAFETY: as above.
    unsafe { dot_complex::<f32>([x, y], n, false, result) }
}

/// Like samebits_dot_double_complex, with the complex conjugates of x[i].
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_conjugated_dot_double_complex(
    x: *const c_void,
    y: *const c_void,
    n: usize,
    result: *mut c_void,
) {
    // SAFETY: as above.
    unsafe { dot_complex::<f64>([x, y], n, true, result) }
}

/// Like samebits_conjugated_dot_double_complex, for the type float complex.
///
/// Not collective; at any time, also before MPI_Init, in any thread. No errors.
#[no_mangle]
pub unsafe extern "C" fn samebits_conjugated_dot_float_complex(
    x: *const c_void,
    y: *const c_void,
    n: usize,
    result: *mut c_void,
) {
    // SAFETY: as above.
    unsafe { dot_complex::<f32>([x, y], n, true, result) }
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
