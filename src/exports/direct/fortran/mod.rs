//! The functions that the Fortran module `samebits` (`fortran/samebits.F90`) calls, and nobody
//! else: those of `samebits.h` with INTEGER handles, the module's four kinds of elements,
//! consecutive shares, and indices that count from 1. A rank with wrong arguments takes part
//! without its elements, so that all ranks return the error.

pub mod accumulator;
pub(super) mod arguments;
pub mod csr;
pub mod fields;
pub mod pieces;
mod shares;
pub mod sums;
pub mod vectors;

use super::arrays::plan::{create, execute, samebits_plan};
use super::call::context::{exported, exported_local};
use super::call::failure::ensure;
use super::local::distribution::{cost, score, share, store};
use super::local::error_bound::{of_doubles, of_floats};
use super::settings::{set, tune, SET};
use super::{
    arrays::{array::reduce, prepare::Prepared},
    call::{arguments::Buffers, function::Function},
};
use arguments::{
    comm_of, datatype, direct_call, module_functions, number, numbers, size_of_element,
};
use libc::{c_char, c_int, c_void};
use samebits_array::failure::Class;
use shares::{addresses, check_results, FortranShares};
use std::borrow::Cow;

/// The functions by the module's numbers: with the result on all ranks, and on the root.
const PROCEDURES: [[Function; 2]; 3] = [
    [Function::AllreduceArray, Function::ReduceArray],
    [Function::AllreduceArrays, Function::ReduceArrays],
    [Function::AllreduceRegion, Function::ReduceRegion],
];
const REGION: c_int = 2;

module_functions! {
    /// Reduces arrays: n(i) elements of each, consecutive at `local`, which has `held` elements in
    /// all. `results` has `capacity` elements. A region starts at the index starts(1); `starts` is
    /// ignored otherwise, and `root` is where the results go `to_all`.
    fn samebits_f_reduce(
        procedure: c_int,
        local: *const c_void, held: i64,
        arrays: c_int, n: *const i64,
        results: *mut c_void, capacity: i64,
        kind: c_int, datatype: c_int, op: c_int, comm: c_int,
        to_all: c_int, root: c_int,
        starts: *const i64,
    ) {
        let root = (to_all == 0).then_some(root);
        let function = Function::to(root, PROCEDURES[procedure as usize]);
        let starts = (procedure == REGION).then_some(starts);
        exported(function.name(), || {
            let (call, checked) = direct_call(function, root, (kind, datatype, op, comm))?;
            let shares = FortranShares::new(arrays, n, starts, Some(held));
            let lengths = shares.lengths.iter().copied();
            let locals = &addresses(local, lengths, size_of_element(kind));
            reduce(&shares.of(&call), Buffers { locals, results }, |receives| {
                checked.and(shares.checked.clone())?;
                check_results(capacity, arrays as usize, receives)
            })
        })
    }

    /// Creates a plan: n(i) elements of array i, from the index starts(i) on if `starts` has a
    /// `started` number of entries, and in rank order if that is negative.
    fn samebits_f_plan(
        arrays: c_int, n: *const i64,
        kind: c_int, datatype: c_int, op: c_int, comm: c_int,
        plan: *mut *mut samebits_plan,
        started: c_int, starts: *const i64,
    ) {
        let regions = started >= 0;
        let function = if regions { Function::PlanRegions } else { Function::PlanArrays };
        exported(function.name(), || {
            let (call, checked) = direct_call(function, None, (kind, datatype, op, comm))?;
            let matching = !regions || started == arrays;
            let starts = regions.then_some(if matching { starts } else { n });
            let shares = FortranShares::new(arrays, n, starts, None);
            let checked = checked.and(ensure(matching, Class::Arg, || {
                format!("starts has {started} elements, and n has {arrays}")
            }));
            create(&shares.of(&call), plan, checked.and(shares.checked.clone()))
        })
    }

    /// Reduces by a plan, with `held` elements in all, consecutive at `local`.
    fn samebits_f_plan_reduce(
        plan: *mut samebits_plan,
        local: *const c_void, held: i64,
        results: *mut c_void, capacity: i64,
        kind: c_int, datatype: c_int,
        to_all: c_int, root: c_int,
    ) {
        let root = (to_all == 0).then_some(root);
        let function = Function::to(root, [Function::PlanAllreduce, Function::PlanReduce]);
        let shares = |prepared: &Prepared, receives: bool| {
            let datatype = self::datatype(prepared.context.process, kind, datatype)?;
            ensure(datatype == prepared.datatype, Class::Type, || {
                "the plan was made for elements of another type"
            })?;
            let plan = &prepared.plan;
            let planned = plan.lengths().sum::<u64>();
            ensure(u64::try_from(held) == Ok(planned), Class::Count, || {
                format!("local has {held} elements; the plan is for {planned}")
            })?;
            check_results(capacity, plan.arrays.len(), receives)?;
            let lengths = plan.lengths().map(|length| length as usize);
            Ok(Cow::Owned(addresses(local, lengths, size_of_element(kind))))
        };
        exported(function.name(), || execute(function, plan, results, root, shares))
    }

    fn samebits_f_set(comm: c_int, name: *const c_char, value: *const c_char) {
        let function = SET;
        exported(function, || set(comm_of(function, comm)?, name, value))
    }

    fn samebits_f_tune(comm: c_int, path: *const c_char) {
        let function = Function::Tune.name();
        exported(function, || tune(comm_of(function, comm)?, path))
    }

    fn samebits_f_share(
        distribution: *const c_char,
        total: i64, ranks: i64, rank: i64,
        start: *mut i64, count: *mut i64,
    ) {
        exported_local("samebits_share", false, || {
            let total = number("total", total)?;
            let (ranks, rank) = (number("ranks", ranks)?, number("rank", rank)?);
            let share = share(distribution, total, ranks, rank)?;
            // Neither exceeds total, which was an i64. Fortran's indices count from 1.
            start.write((share.start as i64).saturating_add(1));
            count.write(share.count as i64);
            Ok(())
        })
    }

    fn samebits_f_message_count(counts: *const i64, ranks: i64, messages: *mut i64) {
        store("samebits_message_count", "messages", messages, || {
            let counts = numbers("counts", counts, ranks)?;
            // At most 64 for each rank.
            Ok(cost(counts.as_ptr(), counts.len() as u64)?.messages as i64)
        })
    }

    fn samebits_f_score(
        counts: *const i64, ranks: i64,
        t_send: f64, t_add: f64,
        result: *mut f64,
    ) {
        store("samebits_score", "score", result, || {
            let counts = numbers("counts", counts, ranks)?;
            score(counts.as_ptr(), counts.len() as u64, t_send, t_add)
        })
    }

    fn samebits_f_error_bound(
        arithmetic: *const c_char, n: i64,
        largest: f64, sum: f64,
        result: *mut f64,
    ) {
        store("samebits_error_bound", "bound", result, || {
            of_doubles(arithmetic, number("n", n)?, largest, sum)
        })
    }

    fn samebits_f_error_bound_float(
        arithmetic: *const c_char, n: i64,
        largest: f32, sum: f32,
        result: *mut f32,
    ) {
        store("samebits_error_bound", "bound", result, || {
            of_floats(arithmetic, number("n", n)?, largest, sum)
        })
    }
}
