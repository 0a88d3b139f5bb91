//! Accumulators, as `samebits.h` declares them: sums whose summands need never lie in an
//! array. What one of them does alone is here; over ranks and as bytes it is in the files
//! beside this one.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::accumulator_buffers::{on_host, store};
use super::arguments::text;
use super::context::{exported_local, with_mpi, Process};
use super::failure::{Class, Failure};
use super::plan::free;
use crate::arithmetic::accumulator::{Accumulator, AccumulatorSpec, ACCEPTED};
use crate::arithmetic::Arithmetic;
use crate::kernel::fpenv::{within, Environment};
use crate::kernel::Kind;
use crate::mpi::datatypes;
use crate::mpi::family::{Handle, MPI_Datatype};
use libc::{c_char, c_int, c_void};

/// A sum to which numbers and products of numbers are added as they come.
#[allow(non_camel_case_types)] // its name in C
pub struct samebits_accumulator {
    pub(super) held: Accumulator,
    /// The datatype of its elements.
    pub(super) datatype: Handle,
}

/// Makes an accumulator, the sum of nothing, for elements of a type: float, double or their
/// complex types, by their names in C, C++ or Fortran. What is added to it and merged with it
/// may come in any order and on any rank: the bits of the sum depend on nothing but the
/// multiset of summands.
///
/// arithmetic is one of
///
///   "exact"         the sum of the real numbers, and of the real products of numbers,
///                   rounded once; NULL, "" and "auto" mean this one, too
///   "binned:K"      the sum with the bits of ReproBLAS, from K bins, 2 to 4; "binned"
///                   alone takes 3
///   "prerounded:K"  the pre-rounded sum (single sweep) with K levels, 1 to 4;
///                   "prerounded" alone takes 3
///
/// A pre-rounded sum depends on a bound on the number of summands, 1 to 2^48: summands is that
/// bound, for all accumulators together that are merged, and the same in all of them. To exceed
/// it is the error MPI_ERR_COUNT. The other arithmetics ignore summands.
///
/// Not collective; after MPI_Init. Errors: MPI_ERR_ARG where the arithmetic is none of these or
/// accumulator is NULL, MPI_ERR_COUNT where summands is out of range, MPI_ERR_TYPE.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_create(
    arithmetic: *const c_char,
    summands: u64,
    r#type: MPI_Datatype,
    accumulator: *mut *mut samebits_accumulator,
) -> c_int {
    exported_local("samebits_accumulator_create", true, || {
        let kind = element(with_mpi()?, r#type)?;
        // SAFETY: upheld by the caller.
        unsafe { create(arithmetic, summands, (r#type, kind), accumulator) }
    })
}

/// Frees an accumulator and sets it to NULL. One that is NULL is left alone.
///
/// Not collective. Errors: MPI_ERR_ARG where the address of the accumulator is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_free(
    accumulator: *mut *mut samebits_accumulator,
) -> c_int {
    exported_local("samebits_accumulator_free", true, || {
        // SAFETY: upheld by the caller; made by `create`, and freed once.
        unsafe { free(accumulator, "accumulator") }
    })
}

/// Adds one element.
///
/// Not collective. Errors: MPI_ERR_ARG where the accumulator is NULL, MPI_ERR_BUFFER where value is
/// NULL, MPI_ERR_COUNT where there would be more summands than the bound.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_add(
    a: *mut samebits_accumulator,
    value: *const c_void,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { with("samebits_accumulator_add", a, |a| add(a, value, 1)) }
}

/// Adds n elements, which lie one after the other at values: the same as to add each of them,
/// and faster.
///
/// Not collective. Errors: those of samebits_accumulator_add.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_add_array(
    a: *mut samebits_accumulator,
    values: *const c_void,
    n: usize,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { with("samebits_accumulator_add_array", a, |a| add(a, values, n)) }
}

/// Adds the products x[i]*y[i] of the n elements of two vectors. "exact" adds the real numbers
/// x[i]*y[i], however large or small, and rounds their sum once; the others round each product
/// first. A product of complex numbers is four real products, of which two are summands of the
/// real part, and two of the imaginary part.
///
/// Not collective. Errors: those of samebits_accumulator_add.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_add_products(
    a: *mut samebits_accumulator,
    x: *const c_void,
    y: *const c_void,
    n: usize,
) -> c_int {
    let function = "samebits_accumulator_add_products";
    // SAFETY: upheld by the caller.
    unsafe { with(function, a, |a| add_products(a, x, y, n, false)) }
}

/// As samebits_accumulator_add_products, with the conjugates of x[i] in place of x[i]; of real
/// numbers it is the same.
///
/// Not collective. Errors: those of samebits_accumulator_add.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_add_conjugated_products(
    a: *mut samebits_accumulator,
    x: *const c_void,
    y: *const c_void,
    n: usize,
) -> c_int {
    let function = "samebits_accumulator_add_conjugated_products";
    // SAFETY: upheld by the caller.
    unsafe { with(function, a, |a| add_products(a, x, y, n, true)) }
}

/// Adds what another accumulator holds, which stays as it is. Both were created alike: with one
/// arithmetic, one bound and elements of one kind.
///
/// Not collective. Errors: MPI_ERR_ARG where an accumulator is NULL or they were not created
/// alike, MPI_ERR_COUNT where there would be more summands than the bound.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_merge(
    into: *mut samebits_accumulator,
    other: *const samebits_accumulator,
) -> c_int {
    // SAFETY: upheld by the caller.
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
///
/// Not collective. Errors: MPI_ERR_ARG where the accumulator is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_clear(a: *mut samebits_accumulator) -> c_int {
    let clear = |a: &mut samebits_accumulator| {
        a.held.clear();
        Ok(())
    };
    // SAFETY: upheld by the caller.
    unsafe { with("samebits_accumulator_clear", a, clear) }
}

/// Stores the sum so far, an element, at value. The sum of nothing is +0.0.
///
/// Not collective. Errors: MPI_ERR_ARG where the accumulator is NULL, MPI_ERR_BUFFER where value
/// is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_value(
    a: *const samebits_accumulator,
    value: *mut c_void,
) -> c_int {
    // SAFETY: upheld by the caller.
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
    kind.filter(|kind| AccumulatorSpec::new(Arithmetic::Exact, *kind, 0).is_ok()).ok_or_else(|| {
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
    // SAFETY: upheld by the caller.
    let place = unsafe { accumulator.as_mut() };
    let place =
        place.ok_or_else(|| Failure::new(Class::Arg, "the address for the accumulator is null"))?;
    // SAFETY: upheld by the caller.
    let text = unsafe { text(arithmetic) };
    let arithmetic = match &*text {
        "" | "auto" => Arithmetic::Exact,
        text => Arithmetic::from_text(text).ok_or_else(|| {
            Failure::new(Class::Arg, format!("arithmetic={text} is not accepted; {ACCEPTED}"))
        })?,
    };
    let held = Accumulator::new(AccumulatorSpec::new(arithmetic, kind, summands)?);
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
    exported_local(function, true, || {
        // SAFETY: upheld by the caller.
        unsafe { a.as_mut() }.ok_or_else(null).and_then(body)
    })
}

/// What is wrong with a null accumulator.
pub(super) fn null() -> Failure {
    Failure::new(Class::Arg, "the accumulator is null")
}
