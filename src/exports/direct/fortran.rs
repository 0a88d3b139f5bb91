//! What the module `samebits` for Fortran calls (`fortran/samebits.F90`), and nobody else:
//! the functions of `samebits.h` for INTEGER handles, for elements of the four kinds that
//! the module knows, for shares that lie one after the other, and for indices and messages
//! that count from 1. A rank whose arguments are wrong takes part without its elements,
//! so that all ranks return the error.

use super::arguments::Buffers;
use super::array::reduce;
use super::communicator_policy::{self, choose};
use super::context::{exported, exported_local};
use super::distribution::{cost, score, share};
use super::error_bound::{of_doubles, of_floats};
use super::failure::{Class, Failure};
use super::fortran_arguments::{
    asked_of, comm_of, datatype, module_functions, number, numbers, size_of_element,
};
use super::fortran_shares::{has_room, places, Given};
use super::function::Function;
use super::plan::{create, execute, samebits_plan};
use super::prepare::Prepared;
use super::tune::tuned;
use libc::{c_char, c_int, c_void};
use std::borrow::Cow;

/// The procedures by the numbers that the module gives them: with the result on all ranks,
/// and on the root.
const PROCEDURES: [[Function; 2]; 3] = [
    [Function::AllreduceArray, Function::ReduceArray],
    [Function::AllreduceArrays, Function::ReduceArrays],
    [Function::AllreduceRegion, Function::ReduceRegion],
];
const REGION: c_int = 2;

module_functions! {
    /// Reduces arrays: n(i) elements of each, `held` in all one after the other at `local`. There
    /// is room for `room` results. `starts` means nothing but for a region, from the index
    /// starts(1) on, and `root` nothing where the results go `to_all`.
    fn samebits_f_reduce(
        procedure: c_int,
        local: *const c_void,
        held: i64,
        arrays: c_int,
        n: *const i64,
        results: *mut c_void,
        room: i64,
        kind: c_int,
        datatype: c_int,
        op: c_int,
        comm: c_int,
        to_all: c_int,
        root: c_int,
        starts: *const i64,
    ) {
        let root = (to_all == 0).then_some(root);
        let function = Function::to(root, PROCEDURES[procedure as usize]);
        let starts = (procedure == REGION).then_some(starts);
        exported(function.name(), || {
            let (asked, known) = asked_of(function, root, (kind, datatype, op, comm))?;
            let given = Given::new(arrays, n, starts, Some(held));
            let locals = &places(local, given.lengths.iter().copied(), size_of_element(kind));
            reduce(&given.ask(&asked), Buffers { locals, results }, |receives| {
                known.and(given.wrong.clone())?;
                has_room(room, arrays as usize, receives)
            })
        })
    }

    /// Prepares reductions of arrays: n(i) elements of each, from the index starts(i) on if
    /// there are `started` of them, and in rank order if that is below 0.
    fn samebits_f_plan(
        arrays: c_int,
        n: *const i64,
        kind: c_int,
        datatype: c_int,
        op: c_int,
        comm: c_int,
        plan: *mut *mut samebits_plan,
        started: c_int,
        starts: *const i64,
    ) {
        let regions = started >= 0;
        let function = if regions { Function::PlanRegions } else { Function::PlanArrays };
        exported(function.name(), || {
            let (asked, mut known) = asked_of(function, None, (kind, datatype, op, comm))?;
            let matching = !regions || started == arrays;
            let starts = regions.then_some(if matching { starts } else { n });
            let given = Given::new(arrays, n, starts, None);
            if !matching {
                let what = format!("starts has {started} elements, and n has {arrays}");
                known = known.and(Err(Failure::new(Class::Arg, what)));
            }
            create(&given.ask(&asked), plan, known.and(given.wrong.clone()))
        })
    }

    /// Reduces by a plan: `held` elements in all, one after the other at `local`.
    fn samebits_f_plan_reduce(
        plan: *mut samebits_plan,
        local: *const c_void,
        held: i64,
        results: *mut c_void,
        room: i64,
        kind: c_int,
        datatype: c_int,
        to_all: c_int,
        root: c_int,
    ) {
        let root = (to_all == 0).then_some(root);
        let function = Function::to(root, [Function::PlanAllreduce, Function::PlanReduce]);
        let given = |prepared: &Prepared, receives: bool| {
            if self::datatype(prepared.context.process, kind, datatype)? != prepared.datatype {
                let what =
                    "the elements are of another kind than those that the plan was made for";
                return Err(Failure::new(Class::Type, what));
            }
            let plan = &prepared.plan;
            let planned = plan.lengths().sum::<u64>();
            if u64::try_from(held) != Ok(planned) {
                let what = format!("local has {held} elements; the plan is for {planned}");
                return Err(Failure::new(Class::Count, what));
            }
            has_room(room, plan.arrays.len(), receives)?;
            let lengths = plan.lengths().map(|length| length as usize);
            Ok(Cow::Owned(places(local, lengths, size_of_element(kind))))
        };
        exported(function.name(), || execute(function, plan, results, root, given))
    }

    /// samebits_set.
    fn samebits_f_set(comm: c_int, name: *const c_char, value: *const c_char) {
        let function = communicator_policy::FUNCTION;
        exported(function, || choose(comm_of(function, comm)?, name, value))
    }

    /// samebits_tune.
    fn samebits_f_tune(comm: c_int, path: *const c_char) {
        let function = Function::Tune.name();
        exported(function, || tuned(comm_of(function, comm)?, path))
    }

    /// samebits_share. The index counts from 1.
    fn samebits_f_share(
        distribution: *const c_char,
        total: i64,
        ranks: i64,
        rank: i64,
        start: *mut i64,
        count: *mut i64,
    ) {
        exported_local("samebits_share", false, || {
            let total = number("total", total)?;
            let (ranks, rank) = (number("ranks", ranks)?, number("rank", rank)?);
            let share = share(distribution, total, ranks, rank)?;
            // (No number is larger than total, which was an i64.)
            start.write((share.start as i64).saturating_add(1));
            count.write(share.count as i64);
            Ok(())
        })
    }

    /// samebits_message_count.
    fn samebits_f_message_count(counts: *const i64, ranks: i64, messages: *mut i64) {
        exported_local("samebits_message_count", false, || {
            let counts = numbers("counts", counts, ranks)?;
            // (At most 64 for each rank.)
            messages.write(cost(counts.as_ptr(), counts.len() as u64)?.messages as i64);
            Ok(())
        })
    }

    /// samebits_score.
    fn samebits_f_score(
        counts: *const i64,
        ranks: i64,
        t_send: f64,
        t_add: f64,
        result: *mut f64,
    ) {
        exported_local("samebits_score", false, || {
            let counts = numbers("counts", counts, ranks)?;
            result.write(score(counts.as_ptr(), counts.len() as u64, t_send, t_add)?);
            Ok(())
        })
    }

    /// samebits_error_bound.
    fn samebits_f_error_bound(
        arithmetic: *const c_char,
        n: i64,
        largest: f64,
        sum: f64,
        result: *mut f64,
    ) {
        exported_local("samebits_error_bound", false, || {
            result.write(of_doubles(arithmetic, number("n", n)?, largest, sum)?);
            Ok(())
        })
    }

    /// samebits_error_bound_float.
    fn samebits_f_error_bound_float(
        arithmetic: *const c_char,
        n: i64,
        largest: f32,
        sum: f32,
        result: *mut f32,
    ) {
        exported_local("samebits_error_bound", false, || {
            result.write(of_floats(arithmetic, number("n", n)?, largest, sum)?);
            Ok(())
        })
    }
}
