//! Accumulators, as `samebits.h` declares them: sums whose summands need never lie in an
//! array. What one of them does alone is here; over ranks and as bytes it is in the files
//! beside this one.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::accumulator_buffers::{on_host, store};
use super::arguments::usable;
use super::failure::{Class, Failure};
use crate::arithmetic::accumulator::{Accumulator, Purpose, Refusal, ACCEPTED};
use crate::arithmetic::Arithmetic;
use crate::entry::guard::guarded;
use crate::entry::process::Process;
use crate::kernel::fpenv::{within, Environment};
use crate::kernel::Kind;
use crate::mpi::datatypes;
use crate::mpi::family::{Handle, MPI_Datatype};
use libc::{c_char, c_int, c_void};
use std::ffi::CStr;

/// A sum to which numbers and products of numbers are added as they come.
#[allow(non_camel_case_types)] // its name in C
pub struct samebits_accumulator {
    pub(super) held: Accumulator,
    /// The datatype of its elements.
    pub(super) datatype: Handle,
}

/// Makes an accumulator, the sum of nothing, for elements of a type: float, double or their
/// complex types, by C's, C++'s or Fortran's name. What is added to it and merged with it
/// may come in any order and on any rank: the bits of the sum depend on nothing but the
/// multiset of summands.
///
/// arithmetic is one of
///
///   "exact"         the sum of the real numbers, and of the real products of numbers,
///                   rounded once; NULL, "" and "auto" are this one, too
///   "binned:K"      the sum with the bits of ReproBLAS, from K bins, 2 to 4; "binned"
///                   alone takes 3
///   "prerounded:K"  the pre-rounded sum (single sweep) with K levels, 1 to 4;
///                   "prerounded" alone takes 3
///
/// Pre-rounded sums depend on a bound on the number of summands, 1 to 2^48: summands is that
/// bound, for all accumulators together that are merged, and the same in all of them. To
/// exceed it is the error MPI_ERR_COUNT. The others do not look at summands.
///
/// Accumulators may be made after MPI_Init. None of the functions without a communicator is
/// collective, and none of those calls an error handler: they return MPI_SUCCESS, or an
/// error code after which nothing has changed; samebits_error_message says what is wrong. An
/// accumulator serves one thread at a time.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_create(
    arithmetic: *const c_char,
    summands: u64,
    r#type: MPI_Datatype,
    accumulator: *mut *mut samebits_accumulator,
) -> c_int {
    let function = "samebits_accumulator_create";
    guarded(function, || {
        let process = match usable(function) {
            Ok(process) => process,
            Err(code) => return code,
        };
        // SAFETY: handed on to the caller.
        let made = element(process, r#type)
            .and_then(|kind| unsafe { create(arithmetic, summands, (r#type, kind), accumulator) });
        answer(function, made)
    })
}

/// Frees an accumulator and sets it to NULL. One that is NULL is left alone.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_free(
    accumulator: *mut *mut samebits_accumulator,
) -> c_int {
    let function = "samebits_accumulator_free";
    guarded(function, || {
        // SAFETY: handed on to the caller.
        let Some(place) = (unsafe { accumulator.as_mut() }) else {
            return Failure::new(Class::Arg, "the address of the accumulator is null")
                .tell(function, true);
        };
        let accumulator = std::mem::replace(place, std::ptr::null_mut());
        if !accumulator.is_null() {
            // SAFETY: made by `create`, and freed once.
            drop(unsafe { Box::from_raw(accumulator) });
        }
        0
    })
}

/// Adds one element.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_add(
    a: *mut samebits_accumulator,
    value: *const c_void,
) -> c_int {
    // SAFETY: handed on to the caller.
    unsafe { with("samebits_accumulator_add", a, |a| add(a, value, 1)) }
}

/// Adds n elements, which lie one after the other at values: the same as to add each of
/// them, and faster.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_add_array(
    a: *mut samebits_accumulator,
    values: *const c_void,
    n: usize,
) -> c_int {
    // SAFETY: handed on to the caller.
    unsafe { with("samebits_accumulator_add_array", a, |a| add(a, values, n)) }
}

/// Adds the products x[i]*y[i] of the n elements of two vectors. "exact" adds the real
/// numbers x[i]*y[i], however large or small, and rounds their sum once; the others round
/// each product first. A product of complex numbers is four real products, of which two are
/// summands of the real part, and two of the imaginary part.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_add_products(
    a: *mut samebits_accumulator,
    x: *const c_void,
    y: *const c_void,
    n: usize,
) -> c_int {
    let function = "samebits_accumulator_add_products";
    // SAFETY: handed on to the caller.
    unsafe { with(function, a, |a| add_products(a, x, y, n, false)) }
}

/// Likewise the products of the conjugates of x[i] with y[i]; of real numbers, the same as
/// samebits_accumulator_add_products.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_add_conjugated_products(
    a: *mut samebits_accumulator,
    x: *const c_void,
    y: *const c_void,
    n: usize,
) -> c_int {
    let function = "samebits_accumulator_add_conjugated_products";
    // SAFETY: handed on to the caller.
    unsafe { with(function, a, |a| add_products(a, x, y, n, true)) }
}

/// Adds what another accumulator holds, which stays as it is. Both were created alike: with
/// one arithmetic, one bound and elements of one kind; else it is the error MPI_ERR_ARG.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_merge(
    into: *mut samebits_accumulator,
    other: *const samebits_accumulator,
) -> c_int {
    // SAFETY: handed on to the caller.
    unsafe {
        // (A copy: it may be the same one.)
        let other = other.as_ref().map(|other| other.held.clone());
        with("samebits_accumulator_merge", into, |into| match other {
            Some(other) => Ok(into.held.merge(&other)?),
            None => Err(Failure::new(Class::Arg, "the other accumulator is null")),
        })
    }
}

/// Makes an accumulator the sum of nothing again.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_clear(a: *mut samebits_accumulator) -> c_int {
    let clear = |a: &mut samebits_accumulator| {
        a.held.clear();
        Ok(())
    };
    // SAFETY: handed on to the caller.
    unsafe { with("samebits_accumulator_clear", a, clear) }
}

/// Stores the sum so far, an element, at value. The sum of nothing is +0.0.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_value(
    a: *const samebits_accumulator,
    value: *mut c_void,
) -> c_int {
    // SAFETY: handed on to the caller.
    unsafe { with("samebits_accumulator_value", a.cast_mut(), |a| self::value(a, value)) }
}

/// The kind of the elements of a datatype, if an accumulator takes them.
fn element(process: &Process, datatype: MPI_Datatype) -> Result<Kind, Failure> {
    let library = &process.library;
    if library.family.handle(datatype) == library.constants.datatype_null {
        return Err(Failure::new(Class::Type, "the datatype is MPI_DATATYPE_NULL"));
    }
    let predefined = library.predefined().datatype(datatype);
    let kind = match predefined.map(|datatype| datatype.class) {
        Some(datatypes::Class::Floating(kind)) => Some(kind),
        Some(_) => None,
        None => library.f90_kind(datatype),
    };
    kind.filter(|kind| Purpose::new(Arithmetic::Exact, *kind, 0).is_ok()).ok_or_else(|| {
        let name = predefined.map_or("a derived datatype", |datatype| datatype.name);
        let takes = "it takes float, double and their complex types";
        Failure::new(Class::Type, format!("type={name} is not accepted; {takes}"))
    })
}

/// Makes an accumulator.
///
/// # Safety
/// A string that ends in a null character, or null; room for the accumulator, or null.
pub(super) unsafe fn create(
    arithmetic: *const c_char,
    summands: u64,
    (datatype, kind): (Handle, Kind),
    accumulator: *mut *mut samebits_accumulator,
) -> Result<(), Failure> {
    // SAFETY: handed on to the caller.
    let place = unsafe { accumulator.as_mut() };
    let place =
        place.ok_or_else(|| Failure::new(Class::Arg, "the address for the accumulator is null"))?;
    let text = match arithmetic.is_null() {
        true => "".into(),
        // SAFETY: handed on to the caller.
        false => unsafe { CStr::from_ptr(arithmetic) }.to_string_lossy(),
    };
    let arithmetic = match &*text {
        "" | "auto" => Arithmetic::Exact,
        text => Arithmetic::from_text(text).ok_or_else(|| {
            Failure::new(Class::Arg, format!("arithmetic={text} is not accepted; {ACCEPTED}"))
        })?,
    };
    let held = Accumulator::new(Purpose::new(arithmetic, kind, summands)?);
    *place = Box::into_raw(Box::new(samebits_accumulator { held, datatype }));
    Ok(())
}

/// Adds elements.
pub(super) fn add(
    a: &mut samebits_accumulator,
    elements: *const c_void,
    n: usize,
) -> Result<(), Failure> {
    there(elements, n, "elements")?;
    // SAFETY: the caller of the exported function gives them.
    unsafe { on_host(&mut a.held, [elements.cast()], n, |sum, [elements], n| sum.add(elements, n)) }
}

/// Adds products of elements.
pub(super) fn add_products(
    a: &mut samebits_accumulator,
    x: *const c_void,
    y: *const c_void,
    n: usize,
    conjugated: bool,
) -> Result<(), Failure> {
    there(x, n, "elements x")?;
    there(y, n, "elements y")?;
    // SAFETY: the caller of the exported function gives them.
    unsafe {
        on_host(&mut a.held, [x.cast(), y.cast()], n, |sum, [x, y], n| {
            sum.add_products(x, y, n, conjugated)
        })
    }
}

/// Stores the sum.
pub(super) fn value(a: &samebits_accumulator, value: *mut c_void) -> Result<(), Failure> {
    if value.is_null() {
        return Err(Failure::new(Class::Buffer, "the address for the value is null"));
    }
    let mut element = [0; 16];
    let element = &mut element[..a.held.purpose().size()];
    within(Environment::Vector, || a.held.value(element));
    // SAFETY: the caller of the exported function gives room for it.
    unsafe { store(element, value.cast()) }
}

fn there(elements: *const c_void, n: usize, what: &str) -> Result<(), Failure> {
    match elements.is_null() && n > 0 {
        true => Err(Failure::new(Class::Buffer, format!("the buffer of the {n} {what} is null"))),
        false => Ok(()),
    }
}

/// Runs the body of a function that works on one accumulator.
///
/// # Safety
/// One of ours, or null, that nobody else uses.
pub(super) unsafe fn with(
    function: &'static str,
    a: *mut samebits_accumulator,
    body: impl FnOnce(&mut samebits_accumulator) -> Result<(), Failure>,
) -> c_int {
    guarded(function, || {
        // SAFETY: handed on to the caller.
        let done = unsafe { a.as_mut() }.ok_or_else(null).and_then(body);
        answer(function, done)
    })
}

/// What is wrong with a null accumulator.
pub(super) fn null() -> Failure {
    Failure::new(Class::Arg, "the accumulator is null")
}

/// The code of a function that works without a communicator.
pub(super) fn answer(function: &str, done: Result<(), Failure>) -> c_int {
    done.map_or_else(|failure| failure.tell(function, true), |()| 0)
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        match refusal {
            Refusal::Count(what) => Failure::new(Class::Count, what),
            Refusal::Type(what) => Failure::new(Class::Type, what),
            Refusal::Argument(what) => Failure::new(Class::Arg, what),
        }
    }
}
