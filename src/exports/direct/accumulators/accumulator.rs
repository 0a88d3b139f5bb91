//! Accumulators, as `samebits.h` declares them: sums whose summands need never lie in an array.

use super::buffers::{on_host, store};
use crate::exports::direct::call::arguments::{free, text, variable};
use crate::exports::direct::call::context::{exported_local, with_mpi, Process};
use crate::exports::direct::call::failure::ensure;
use libc::{c_char, c_int, c_void};
use samebits_array::failure::{Class, Failure};
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::Kind;
use samebits_mpi::abi::datatypes;
use samebits_mpi::abi::family::{Handle, MPI_Datatype};
use samebits_sum::accumulator::{Accumulator, AccumulatorSpec, ACCEPTED};
use samebits_sum::names::Arithmetic;

/// A sum to which numbers and products of numbers are added one by one.
#[allow(non_camel_case_types)] // its name in C
pub struct samebits_accumulator {
    pub(crate) sum: Accumulator,
    /// The datatype of its elements.
    pub(crate) datatype: Handle,
}

/// Creates an empty accumulator for elements of type float, double or their complex types, under
/// any of their names in C, C++ or Fortran. Summands may be added and accumulators merged in any
/// order and on any rank: the bits of the sum depend only on the multiset of summands.
///
/// arithmetic is one of
///
///   "exact"         the sum of the real numbers, and of the real products of numbers,
///                   rounded once; also selected by NULL, "" and "auto"
///   "binned:K"      the sum with the bits of ReproBLAS, with K bins, 2 to 4; "binned"
///                   means "binned:3"
///   "prerounded:K"  the pre-rounded sum (single sweep) with K levels, 1 to 4;
///                   "prerounded" means "prerounded:3"
///
/// A pre-rounded sum depends on a bound on the number of summands, from 1 to 2^48. summands is that
/// bound; it covers all accumulators that are merged, and is the same in all of them. Exceeding it
/// is the error MPI_ERR_COUNT. The other arithmetics ignore summands.
///
/// Not collective; after MPI_Init. Errors: MPI_ERR_ARG if arithmetic is none of these or
/// accumulator is NULL, MPI_ERR_COUNT if summands is out of range, MPI_ERR_TYPE.
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

/// Frees an accumulator and sets it to NULL. Does nothing if it is NULL already.
///
/// Not collective. Errors: MPI_ERR_ARG if the address of the accumulator is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_free(
    accumulator: *mut *mut samebits_accumulator,
) -> c_int {
    // SAFETY: upheld by the caller; made by `create`, and freed once.
    exported_local("samebits_accumulator_free", true, || unsafe {
        free(accumulator, "accumulator")
    })
}

/// Adds one element.
///
/// Not collective. Errors: MPI_ERR_ARG if the accumulator is NULL, MPI_ERR_BUFFER if value is NULL,
/// MPI_ERR_COUNT if there would be more summands than the bound.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_add(
    a: *mut samebits_accumulator,
    value: *const c_void,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { with("samebits_accumulator_add", a, |a| add(a, value, 1)) }
}

/// Adds n consecutive elements at values: equivalent to adding them one by one, but faster.
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

/// Adds the products x[i]*y[i] of two vectors of n elements. "exact" adds the real numbers
/// x[i]*y[i], however large or small, and rounds their sum once; the other arithmetics round each
/// product first. A product of complex numbers consists of four real products: two are summands of
/// the real part, and two of the imaginary part.
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

/// Like samebits_accumulator_add_products, but with the complex conjugates of x[i]. For real
/// elements there is no difference.
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

/// Adds the contents of another accumulator, which is left unchanged. Both must have been created
/// alike: with the same arithmetic, bound and kind of elements.
///
/// Not collective. Errors: MPI_ERR_ARG if an accumulator is NULL or they were not created alike,
/// MPI_ERR_COUNT if there would be more summands than the bound.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_merge(
    into: *mut samebits_accumulator,
    other: *const samebits_accumulator,
) -> c_int {
    // SAFETY: upheld by the caller; `other` is copied because it may be the same accumulator.
    unsafe {
        let other = other.as_ref().map(|other| other.sum.clone());
        with("samebits_accumulator_merge", into, |into| match other {
            Some(other) => Ok(into.sum.merge(&other)?),
            None => Err(Failure::new(Class::Arg, "the other accumulator is null")),
        })
    }
}

/// Makes an accumulator empty again.
///
/// Not collective. Errors: MPI_ERR_ARG if the accumulator is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_clear(a: *mut samebits_accumulator) -> c_int {
    let clear = |a: &mut samebits_accumulator| {
        a.sum.clear();
        Ok(())
    };
    // SAFETY: upheld by the caller.
    unsafe { with("samebits_accumulator_clear", a, clear) }
}

/// Stores the current sum, one element, at value. The sum of an empty accumulator is +0.0.
///
/// Not collective. Errors: MPI_ERR_ARG if the accumulator is NULL, MPI_ERR_BUFFER if value is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_value(
    a: *const samebits_accumulator,
    value: *mut c_void,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe { with("samebits_accumulator_value", a.cast_mut(), |a| self::value(a, value)) }
}

/// Stores the number of bytes that samebits_accumulator_write writes. It is the same for all
/// accumulators that were created alike, whatever they contain.
///
/// Not collective. Errors: MPI_ERR_ARG if an argument is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_size(
    a: *const samebits_accumulator,
    bytes: *mut usize,
) -> c_int {
    // SAFETY: upheld by the caller.
    unsafe {
        with("samebits_accumulator_size", a.cast_mut(), |a| {
            *variable(bytes, "number of bytes")? = a.sum.spec().bytes();
            Ok(())
        })
    }
}

/// Writes an accumulator as size bytes, the number that samebits_accumulator_size stores, for a
/// file or for a message of the program's own. The bytes are the same on every machine, and for the
/// same summands in any order.
///
/// Not collective. Errors: MPI_ERR_ARG if the accumulator is NULL or size is a different number,
/// MPI_ERR_BUFFER if bytes is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_write(
    a: *const samebits_accumulator,
    bytes: *mut c_void,
    size: usize,
) -> c_int {
    let write = |a: &mut samebits_accumulator| {
        let needed = a.sum.spec().bytes();
        ensure(size == needed, Class::Arg, || {
            format!("size={size} is not accepted; the accumulator takes {needed} bytes")
        })?;
        ensure(!bytes.is_null(), Class::Buffer, || "the byte buffer is null")?;
        // SAFETY: the caller provides so many bytes.
        a.sum.write(unsafe { std::slice::from_raw_parts_mut(bytes.cast(), size) });
        Ok(())
    };
    // SAFETY: upheld by the caller.
    unsafe { with("samebits_accumulator_write", a.cast_mut(), write) }
}

/// Replaces the contents of an accumulator by those that were written. The accumulator that was
/// written must have been created alike.
///
/// Not collective. Errors: MPI_ERR_ARG if the accumulator is NULL or the bytes are not those of an
/// accumulator that was created alike, MPI_ERR_BUFFER if bytes is NULL.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_accumulator_read(
    a: *mut samebits_accumulator,
    bytes: *const c_void,
    size: usize,
) -> c_int {
    let read = |a: &mut samebits_accumulator| {
        ensure(!bytes.is_null(), Class::Buffer, || "the byte buffer is null")?;
        // SAFETY: the caller provides so many bytes.
        Ok(a.sum.read(unsafe { std::slice::from_raw_parts(bytes.cast(), size) })?)
    };
    // SAFETY: upheld by the caller.
    unsafe { with("samebits_accumulator_read", a, read) }
}

/// The kind of a datatype's elements, if an accumulator takes them.
pub(crate) fn element(process: &Process, datatype: MPI_Datatype) -> Result<Kind, Failure> {
    let library = &process.library;
    let is_null = library.family.handle(datatype) == library.constants.datatype_null;
    ensure(!is_null, Class::Type, || "the datatype is MPI_DATATYPE_NULL")?;
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

pub(crate) unsafe fn create(
    arithmetic: *const c_char,
    summands: u64,
    (datatype, kind): (Handle, Kind),
    accumulator: *mut *mut samebits_accumulator,
) -> Result<(), Failure> {
    // SAFETY: upheld by the caller.
    let (variable, text) = unsafe { (variable(accumulator, "accumulator")?, text(arithmetic)) };
    let arithmetic = match &*text {
        "" | "auto" => Arithmetic::Exact,
        text => Arithmetic::from_text(text).ok_or_else(|| {
            Failure::new(Class::Arg, format!("arithmetic={text} is not accepted; {ACCEPTED}"))
        })?,
    };
    let sum = Accumulator::new(AccumulatorSpec::new(arithmetic, kind, summands)?);
    *variable = Box::into_raw(Box::new(samebits_accumulator { sum, datatype }));
    Ok(())
}

pub(crate) fn add(
    a: &mut samebits_accumulator,
    elements: *const c_void,
    n: usize,
) -> Result<(), Failure> {
    check(elements, n, "elements")?;
    // SAFETY: the caller of the exported function provides them.
    unsafe { on_host(&mut a.sum, [elements.cast()], n, |sum, [elements], n| sum.add(elements, n)) }
}

pub(crate) fn add_products(
    a: &mut samebits_accumulator,
    x: *const c_void,
    y: *const c_void,
    n: usize,
    conjugated: bool,
) -> Result<(), Failure> {
    check(x, n, "elements x")?;
    check(y, n, "elements y")?;
    // SAFETY: the caller of the exported function provides them.
    unsafe {
        on_host(&mut a.sum, [x.cast(), y.cast()], n, |sum, two, n| {
            sum.add_products(two, n, conjugated)
        })
    }
}

pub(crate) fn value(a: &samebits_accumulator, value: *mut c_void) -> Result<(), Failure> {
    ensure(!value.is_null(), Class::Buffer, || "the address for the value is null")?;
    let mut element = [0; 16];
    let element = &mut element[..a.sum.spec().size()];
    within(Environment::Vector, || a.sum.value(element));
    // SAFETY: the caller of the exported function provides memory for an element.
    unsafe { store(element, value.cast()) }
}

pub(crate) fn check(elements: *const c_void, n: usize, what: &str) -> Result<(), Failure> {
    ensure(!elements.is_null() || n == 0, Class::Buffer, || {
        format!("the buffer of the {n} {what} is null")
    })
}

/// Runs the body of a function on one accumulator.
pub(crate) unsafe fn with(
    function: &'static str,
    a: *mut samebits_accumulator,
    body: impl FnOnce(&mut samebits_accumulator) -> Result<(), Failure>,
) -> c_int {
    exported_local(function, true, || {
        // SAFETY: upheld by the caller.
        unsafe { a.as_mut() }.ok_or_else(null).and_then(body)
    })
}

/// The failure where an accumulator is null.
pub(super) fn null() -> Failure {
    Failure::new(Class::Arg, "the accumulator is null")
}
