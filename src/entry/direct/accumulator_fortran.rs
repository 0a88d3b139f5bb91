//! What the module `samebits` for Fortran calls of accumulators, beside the functions of
//! `samebits.h` that need no more: for INTEGER handles, and for elements whose kind is
//! compared with the accumulator's.

// What the module owes is said in the prose.
#![allow(clippy::missing_safety_doc)]

use super::accumulator::{add, add_products, answer, create, samebits_accumulator, value, with};
use super::accumulator_handles::given_out;
use super::accumulator_over_ranks::reduce;
use super::arguments::usable;
use super::call::Function;
use super::failure::{Class, Failure};
use super::fortran::{datatype, kind_of, no_handles};
use crate::entry::guard::guarded;
use libc::{c_char, c_int, c_void};

/// samebits_accumulator_create, for a kind of elements and its datatype.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_f_accumulator_create(
    arithmetic: *const c_char,
    summands: i64,
    kind: c_int,
    datatype: c_int,
    accumulator: *mut *mut samebits_accumulator,
) -> c_int {
    let function = "samebits_accumulator_create";
    guarded(function, || {
        let process = match usable(function) {
            Ok(process) => process,
            Err(code) => return code,
        };
        let made = self::datatype(process, kind, datatype).and_then(|datatype| {
            let summands = u64::try_from(summands).map_err(|_| {
                let what = format!("summands={summands} is not accepted; it takes 0 or more");
                Failure::new(Class::Count, what)
            })?;
            // SAFETY: a string that ends in a null character, and room for the accumulator.
            unsafe { create(arithmetic, summands, (datatype, kind_of(kind)), accumulator) }
        });
        answer(function, made)
    })
}

/// samebits_accumulator_add and samebits_accumulator_add_array.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_f_accumulator_add(
    a: *mut samebits_accumulator,
    values: *const c_void,
    n: i64,
    kind: c_int,
) -> c_int {
    // SAFETY: the module gives as many elements.
    unsafe {
        with("samebits_accumulator_add", a, |a| {
            of_kind(a, kind)?;
            add(a, values, n as usize)
        })
    }
}

/// samebits_accumulator_add_products, or of the conjugates of x.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_f_accumulator_add_products(
    a: *mut samebits_accumulator,
    x: *const c_void,
    of_x: i64,
    y: *const c_void,
    of_y: i64,
    kind: c_int,
    conjugate: c_int,
) -> c_int {
    // SAFETY: the module gives as many elements.
    unsafe {
        with("samebits_accumulator_add_products", a, |a| {
            of_kind(a, kind)?;
            if of_x != of_y {
                let what = format!("x has {of_x} elements, and y has {of_y}");
                return Err(Failure::new(Class::Count, what));
            }
            add_products(a, x, y, of_x as usize, conjugate != 0)
        })
    }
}

/// samebits_accumulator_value.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_f_accumulator_value(
    a: *mut samebits_accumulator,
    element: *mut c_void,
    kind: c_int,
) -> c_int {
    // SAFETY: the module gives room for the element.
    unsafe {
        with("samebits_accumulator_value", a, |a| {
            of_kind(a, kind)?;
            value(a, element)
        })
    }
}

/// samebits_accumulator_allreduce and samebits_accumulator_reduce.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_f_accumulator_reduce(
    a: *mut samebits_accumulator,
    comm: c_int,
    to_all: c_int,
    root: c_int,
) -> c_int {
    let root = (to_all == 0).then_some(root);
    let function = match root {
        None => Function::AccumulatorAllreduce,
        Some(_) => Function::AccumulatorReduce,
    };
    guarded(function.name(), || match usable(function.name()) {
        Err(code) => code,
        Ok(process) => match process.library.comm_from_fortran(comm) {
            // SAFETY: an accumulator of ours, or null.
            Some(comm) => unsafe { reduce(function, a, root, comm) },
            None => no_handles().tell(function.name(), true),
        },
    })
}

/// samebits_accumulator_handles.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_f_accumulator_handles(
    a: *const samebits_accumulator,
    datatype: *mut c_int,
    op: *mut c_int,
) -> c_int {
    // SAFETY: an accumulator of ours, or null, and room for two INTEGERs.
    unsafe {
        given_out(a, |process, of_datatype, of_op| {
            match process.library.to_fortran(of_datatype, of_op) {
                None => no_handles().tell("samebits_accumulator_handles", true),
                Some(integers) => {
                    (*datatype, *op) = integers;
                    0
                }
            }
        })
    }
}

/// That an accumulator has elements of a kind.
fn of_kind(a: &samebits_accumulator, kind: c_int) -> Result<(), Failure> {
    match a.held.purpose().kind() == kind_of(kind) {
        true => Ok(()),
        false => Err(Failure::new(
            Class::Type,
            "the elements are of another kind than those that the accumulator was made for",
        )),
    }
}
