//! The functions that the Fortran module `samebits` calls for sets of sums: with sums that count
//! from 1, INTEGER handles, and elements whose kind is compared with the set's.

use super::arguments::{comm_of, datatype, kind_of, module_functions, with_request};
use super::shares::check_results;
use super::vectors::weights_of;
use crate::exports::direct::call::context::{exported, exported_local, with_mpi, Context};
use crate::exports::direct::call::failure::ensure;
use crate::exports::direct::call::function::Function;
use crate::exports::direct::sets::filled::{add, add_weighted};
use crate::exports::direct::sets::over_ranks::exchange;
use crate::exports::direct::sets::set::{create, null, samebits_sums, value, with};
use libc::{c_int, c_void};
use samebits_array::failure::{Class, Failure};
use samebits_fold::sums::vectors::{Term, Vectors};
use samebits_sum::number::Numbers;

module_functions! {
    fn samebits_f_sums_create(
        k: c_int,
        kind: c_int, datatype: c_int,
        sums: *mut *mut samebits_sums,
    ) {
        exported_local("samebits_sums_create", true, || {
            create(k, self::datatype(with_mpi()?, kind, datatype)?, sums)
        })
    }

    fn samebits_f_sums_add(
        sums: *mut samebits_sums, i: c_int,
        values: *const c_void, n: i64, kind: c_int,
    ) {
        with("samebits_sums_add", sums, |sums| {
            let i = number(sums, i, kind)?;
            add(sums, i, Term::Numbers, vectors(values, &[], n))
        })
    }

    fn samebits_f_sums_add_products(
        sums: *mut samebits_sums, i: c_int,
        x: *const c_void, of_x: i64,
        y: *const c_void, of_y: i64,
        kind: c_int, conjugate: c_int,
    ) {
        with("samebits_sums_add_products", sums, |sums| {
            let i = number(sums, i, kind)?;
            same("y", of_x, of_y)?;
            let term = Term::Products { conjugated: conjugate != 0 };
            add(sums, i, term, vectors(x, &[y.cast()], of_x))
        })
    }

    fn samebits_f_sums_add_weighted(
        sums: *mut samebits_sums, i: c_int,
        x: *const c_void, of_x: i64,
        w: *const c_void, of_w: i64,
        kind: c_int, weights: c_int, of_weights: c_int,
    ) {
        with("samebits_sums_add_weighted", sums, |sums| {
            let i = number(sums, i, kind)?;
            same("w", of_x, of_w)?;
            let weights = weights_of(with_mpi()?, weights, of_weights)?;
            add_weighted(sums, i, weights, Vectors { w: w.cast(), ..vectors(x, &[], of_x) })
        })
    }

    fn samebits_f_sums_value(
        sums: *mut samebits_sums, i: c_int,
        element: *mut c_void, kind: c_int,
    ) {
        with("samebits_sums_value", sums, |sums| {
            let i = number(sums, i, kind)?;
            value(sums, i, element)
        })
    }

    /// `results` has `capacity` elements. The call is nonblocking if there is a place for a request.
    fn samebits_f_sums_allreduce(
        sums: *mut samebits_sums,
        results: *mut c_void, capacity: i64, kind: c_int,
        comm: c_int,
        request: *mut c_int,
    ) {
        let nonblocking = usize::from(!request.is_null());
        let function = [Function::SumsAllreduce, Function::SumsIallreduce][nonblocking];
        exported(function.name(), || {
            let context = Context::new(function.name(), comm_of(function.name(), comm)?)?;
            let sums = sums.as_ref().ok_or_else(null).and_then(|sums| {
                check_kind(sums, kind)?;
                check_results(capacity, sums.count(), true)?;
                Ok(sums)
            });
            with_request(context.process, request, |request| {
                exchange(function, &context, sums, results, request)
            })
        })
    }
}

/// The number in C of a sum of elements of that kind.
fn number(sums: &samebits_sums, i: c_int, kind: c_int) -> Result<c_int, Failure> {
    check_kind(sums, kind)?;
    let count = sums.count();
    let listed = usize::try_from(i).is_ok_and(|i| (1..=count).contains(&i));
    ensure(listed, Class::Arg, || {
        format!("i={i} is not accepted; the set's sums are numbered from 1 to {count}")
    })?;
    Ok(i - 1)
}

fn check_kind(sums: &samebits_sums, kind: c_int) -> Result<(), Failure> {
    ensure(Numbers::of(kind_of(kind)) == Some(sums.numbers), Class::Type, || {
        "the set was made for elements of another type"
    })
}

fn same(what: &str, of_x: i64, n: i64) -> Result<(), Failure> {
    ensure(n == of_x, Class::Count, || format!("x has {of_x} elements, and {what} has {n}"))
}

fn vectors<'a>(x: *const c_void, ys: &'a [*const u8], n: i64) -> Vectors<'a> {
    let (w, mask) = (std::ptr::null(), std::ptr::null());
    Vectors { x: x.cast(), ys, w, mask, n: n as usize }
}
