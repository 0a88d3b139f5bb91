//! How far a sum may be from the exact one: [`crate::arithmetic::levels::bound`] for
//! programs. Needs no MPI and no communicator.

// The comments are the header's, and C says by types alone what a caller has to see to.
#![expect(clippy::missing_safety_doc)]

use super::arguments::{refused, text};
use super::context::{environment_policy, exported_local};
use super::distribution::{not_null, wrong};
use super::failure::{Class, Failure};
use crate::arithmetic::levels::bound::{error_bound, Refusal};
use crate::arithmetic::Arithmetic;
use crate::kernel::fpenv::{within, Environment};
use crate::kernel::Format;
use std::ffi::{c_char, c_int};
use std::hint::black_box;

/// How far a sum of n doubles may be from the exact one: *bound is never less than the absolute
/// error. largest is the largest magnitude among the summands, or anything above it; sum is the
/// computed sum, or the exact one, or in magnitude anything above both.
///
/// arithmetic is "exact", "tree", "prerounded:K", "prerounded2:K" or "binned:K", as
/// SAMEBITS_ARITHMETIC takes them, or NULL or "" for what that variable says. (What
/// samebits_set has chosen for a communicator must be named.) n is the number of summands,
/// zeros included: the ranks for MPI_Allreduce, the elements of the whole array for
/// samebits_allreduce_array, the bound that an accumulator was given. Complex sums are two
/// sums, one for each component. A bound beyond the largest double is infinity.
/// docs/arithmetics.md has the formulas.
///
/// Not collective; at any time, also before MPI_Init. Errors: MPI_ERR_COUNT where the
/// arithmetic does not take so many summands; MPI_ERR_ARG where largest is negative, infinite
/// or NaN, sum infinite or NaN, bound NULL, or the arithmetic has no bound ("native").
#[no_mangle]
pub unsafe extern "C" fn samebits_error_bound(
    arithmetic: *const c_char,
    n: u64,
    largest: f64,
    sum: f64,
    bound: *mut f64,
) -> c_int {
    exported_local("samebits_error_bound", false, || {
        not_null("bound", bound)?;
        // SAFETY: upheld by the caller; it points to a number.
        unsafe { bound.write(of_doubles(arithmetic, n, largest, sum)?) };
        Ok(())
    })
}

/// As samebits_error_bound, for sums of floats, the rounding of the result to float included.
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
    exported_local("samebits_error_bound_float", false, || {
        not_null("bound", bound)?;
        // SAFETY: upheld by the caller; it points to a number.
        unsafe { bound.write(of_floats(arithmetic, n, largest, sum)?) };
        Ok(())
    })
}

/// [`samebits_error_bound`].
///
/// # Safety
/// A string that ends in a null character, or null.
pub(super) unsafe fn of_doubles(
    arithmetic: *const c_char,
    n: u64,
    largest: f64,
    sum: f64,
) -> Result<f64, Failure> {
    // SAFETY: upheld by the caller.
    let arithmetic = unsafe { named(arithmetic) }?;
    // The caller's rounding mode and traps play no part, and no flag is raised; nothing
    // is computed before.
    within(Environment::Vector, || {
        let (largest, sum) = black_box((largest, sum));
        bound(arithmetic, Format::Double, n, largest, sum)
    })
}

/// [`samebits_error_bound_float`].
///
/// # Safety
/// As for [`of_doubles`].
pub(super) unsafe fn of_floats(
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
    if !(largest.is_finite() && largest >= 0.0) {
        return wrong(format!(
            "largest={largest} is not accepted; it takes a finite number from 0 on"
        ));
    }
    if !sum.is_finite() {
        return wrong(format!("sum={sum} is not accepted; it takes a finite number"));
    }
    let name = arithmetic.name();
    error_bound(arithmetic, format, n, largest, sum).map_err(|refusal| match refusal {
        Refusal::TooMany(most) => {
            let what = format!("n={n} is not accepted; {name} takes at most {most} summands");
            Failure::new(Class::Count, what)
        }
        Refusal::Unknown(why) => {
            let what = format!("arithmetic={name} has no bound: {why}");
            Failure::new(Class::Arg, what)
        }
    })
}

/// The arithmetic of sums that a caller names, or that the environment does for it.
///
/// # Safety
/// A string that ends in a null character, or null.
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
