//! The error bounds of [`samebits_sum::levels::bound`] for programs. They need no MPI.

use super::distribution::{accept, store};
use crate::exports::direct::call::arguments::{refused, text};
use crate::exports::direct::call::context::environment_policy;
use samebits_array::failure::{Class, Failure};
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::Format;
use samebits_sum::levels::bound::{error_bound, NoBound};
use samebits_sum::names::Arithmetic;
use std::ffi::{c_char, c_int};
use std::hint::black_box;

/// Bounds the absolute error of a sum of n doubles: *bound is never less than the distance from the
/// exact sum. largest is the largest magnitude of any summand, or more; sum is the computed sum, or
/// the exact one, or a number whose magnitude is at least that of both.
///
/// arithmetic is "exact", "tree", "prerounded:K", "prerounded2:K" or "binned:K", as in
/// SAMEBITS_ARITHMETIC, or NULL or "" for the value of that variable; a choice that samebits_set
/// has made for a communicator must be named. n is the number of summands, including zeros: the
/// ranks for MPI_Allreduce, the elements of the whole array for samebits_allreduce_array, the bound
/// that an accumulator was created with. A complex sum counts as two sums, one for each component.
/// A bound beyond the largest double is infinity. docs/arithmetics.md has the formulas.
///
/// Not collective; at any time, also before MPI_Init. Errors: MPI_ERR_COUNT if the arithmetic does
/// not take so many summands; MPI_ERR_ARG if largest is negative, infinite or NaN, sum is infinite
/// or NaN, bound is NULL, or the arithmetic has no bound ("native").
#[no_mangle]
pub unsafe extern "C" fn samebits_error_bound(
    arithmetic: *const c_char,
    n: u64,
    largest: f64,
    sum: f64,
    bound: *mut f64,
) -> c_int {
    // SAFETY: upheld by the caller.
    store("samebits_error_bound", "bound", bound, || unsafe {
        of_doubles(arithmetic, n, largest, sum)
    })
}

/// Like samebits_error_bound, for sums of floats, including the rounding of the result to float.
///
/// Not collective; at any time, also before MPI_Init. Errors: those of samebits_error_bound.
#[no_mangle]
pub unsafe extern "C" fn samebits_error_bound_float(
    arithmetic: *const c_char,
    n: u64,
    largest: f32,
    sum: f32,
    bound: *mut f32,
) -> c_int {
    // SAFETY: upheld by the caller.
    store("samebits_error_bound_float", "bound", bound, || unsafe {
        of_floats(arithmetic, n, largest, sum)
    })
}

pub(crate) unsafe fn of_doubles(
    arithmetic: *const c_char,
    n: u64,
    largest: f64,
    sum: f64,
) -> Result<f64, Failure> {
    // SAFETY: upheld by the caller.
    let arithmetic = unsafe { named(arithmetic) }?;
    // Independent of the caller's rounding mode and traps, and without raising a flag: nothing may
    // be computed before the environment is switched.
    within(Environment::Vector, || {
        let (largest, sum) = black_box((largest, sum));
        bound(arithmetic, Format::Double, n, largest, sum)
    })
}

pub(crate) unsafe fn of_floats(
    arithmetic: *const c_char,
    n: u64,
    largest: f32,
    sum: f32,
) -> Result<f32, Failure> {
    // SAFETY: upheld by the caller.
    let arithmetic = unsafe { named(arithmetic) }?;
    within(Environment::Vector, || {
        let (largest, sum) = black_box((largest, sum));
        let exact = bound(arithmetic, Format::Float, n, f64::from(largest), f64::from(sum))?;
        let near = exact as f32;
        Ok(if f64::from(near) < exact { near.next_up() } else { near })
    })
}

fn bound(
    arithmetic: Arithmetic,
    format: Format,
    n: u64,
    largest: f64,
    sum: f64,
) -> Result<f64, Failure> {
    accept(largest.is_finite() && largest >= 0.0, || {
        format!("largest={largest} is not accepted; it takes a finite number, 0 or more")
    })?;
    accept(sum.is_finite(), || format!("sum={sum} is not accepted; it takes a finite number"))?;
    let name = arithmetic.name();
    error_bound(arithmetic, format, n, largest, sum).map_err(|refusal| match refusal {
        NoBound::TooMany(max) => Failure::new(
            Class::Count,
            format!("n={n} is not accepted; {name} takes at most {max} summands"),
        ),
        NoBound::Unknown(why) => {
            Failure::new(Class::Arg, format!("arithmetic={name} has no bound: {why}"))
        }
    })
}

/// The arithmetic of sums that the caller or, for an empty name, the environment selects.
unsafe fn named(text: *const c_char) -> Result<Arithmetic, Failure> {
    // SAFETY: upheld by the caller.
    let text = unsafe { self::text(text) };
    let chosen = match &*text {
        "" => environment_policy()?.choices.arithmetic,
        "auto" => None,
        name => match Arithmetic::from_text(name) {
            None => return Err(refused("SAMEBITS_ARITHMETIC", "arithmetic", name)),
            arithmetic => arithmetic,
        },
    };
    Ok(chosen.unwrap_or(Arithmetic::Exact))
}
