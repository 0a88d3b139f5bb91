//! The functions that the Fortran module `samebits` calls for accumulators, besides those of
//! `samebits.h`: with INTEGER handles, and elements whose kind is compared with the accumulator's.

use super::arguments::{comm_of, datatype, kind_of, module_functions, no_handles};
use crate::exports::direct::accumulators::accumulator::{
    add, add_products, create, samebits_accumulator, value, with,
};
use crate::exports::direct::accumulators::over_ranks::{handles, reduce};
use crate::exports::direct::call::context::{exported, exported_local, with_mpi};
use crate::exports::direct::call::failure::ensure;
use crate::exports::direct::call::function::Function;
use libc::{c_char, c_int, c_void};
use samebits_array::failure::{Class, Failure};

module_functions! {
    fn samebits_f_accumulator_create(
        arithmetic: *const c_char, summands: i64,
        kind: c_int, datatype: c_int,
        accumulator: *mut *mut samebits_accumulator,
    ) {
        exported_local("samebits_accumulator_create", true, || {
            let datatype = self::datatype(with_mpi()?, kind, datatype)?;
            let summands = u64::try_from(summands).map_err(|_| {
                let what = format!("summands={summands} is not accepted; it takes 0 or more");
                Failure::new(Class::Count, what)
            })?;
            create(arithmetic, summands, (datatype, kind_of(kind)), accumulator)
        })
    }

    fn samebits_f_accumulator_add(
        a: *mut samebits_accumulator,
        values: *const c_void, n: i64, kind: c_int,
    ) {
        with("samebits_accumulator_add", a, |a| {
            check_kind(a, kind)?;
            add(a, values, n as usize)
        })
    }

    fn samebits_f_accumulator_add_products(
        a: *mut samebits_accumulator,
        x: *const c_void, of_x: i64,
        y: *const c_void, of_y: i64,
        kind: c_int, conjugate: c_int,
    ) {
        with("samebits_accumulator_add_products", a, |a| {
            check_kind(a, kind)?;
            ensure(of_x == of_y, Class::Count, || {
                format!("x has {of_x} elements, and y has {of_y}")
            })?;
            add_products(a, x, y, of_x as usize, conjugate != 0)
        })
    }

    fn samebits_f_accumulator_value(
        a: *mut samebits_accumulator,
        element: *mut c_void, kind: c_int,
    ) {
        with("samebits_accumulator_value", a, |a| {
            check_kind(a, kind)?;
            value(a, element)
        })
    }

    fn samebits_f_accumulator_reduce(
        a: *mut samebits_accumulator,
        comm: c_int, to_all: c_int, root: c_int,
    ) {
        let root = (to_all == 0).then_some(root);
        let functions = [Function::AccumulatorAllreduce, Function::AccumulatorReduce];
        let function = Function::to(root, functions);
        exported(function.name(), || reduce(function, a, root, comm_of(function.name(), comm)?))
    }

    fn samebits_f_accumulator_handles(
        a: *const samebits_accumulator,
        datatype: *mut c_int, op: *mut c_int,
    ) {
        handles(a, Ok(()), |process, of_datatype, of_op| {
            let integers = process.library.to_fortran(of_datatype, of_op);
            (*datatype, *op) = integers.ok_or_else(no_handles)?;
            Ok(())
        })
    }
}

fn check_kind(a: &samebits_accumulator, kind: c_int) -> Result<(), Failure> {
    ensure(a.sum.spec().kind() == kind_of(kind), Class::Type, || {
        "the accumulator was made for elements of another type"
    })
}
