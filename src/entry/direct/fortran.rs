//! What the module `samebits` for Fortran calls (`fortran/samebits.F90`), and nobody else:
//! the functions of `samebits.h` for INTEGER handles, for elements of the four kinds that
//! the module knows, for shares that lie one after the other, and for indices and messages
//! that count from 1. A rank whose arguments are wrong takes part without its elements,
//! so that all ranks return the error.

// What the module owes is said in the prose.
#![allow(clippy::missing_safety_doc)]

use super::arguments::{refuse, usable};
use super::array::once;
use super::bound::{of_doubles, of_floats};
use super::call::Function;
use super::consecutive::{has_room, places, Shares};
use super::distribution::{answered, cost, score, share, wrong};
use super::failure::{Class, Failure};
use super::plan::{create, execute, samebits_plan};
use super::prepare::{Asked, Prepared};
use super::set::choose;
use super::tune::tuned;
use crate::entry::guard::guarded;
use crate::entry::process::Process;
use crate::kernel::{Format, Kind};
use crate::mpi::family::Handle;
use libc::{c_char, c_int, c_void};
use std::borrow::Cow;

/// A kind of elements, their datatype in C, and their size in bytes.
struct Elements(Kind, &'static str, usize);

/// The kinds by the numbers that the module gives them.
const KINDS: [Elements; 4] = [
    Elements(Kind::Real(Format::Float), "MPI_FLOAT", 4),
    Elements(Kind::Real(Format::Double), "MPI_DOUBLE", 8),
    Elements(Kind::Complex(Format::Float), "MPI_C_FLOAT_COMPLEX", 8),
    Elements(Kind::Complex(Format::Double), "MPI_C_DOUBLE_COMPLEX", 16),
];

/// The procedures by the numbers that the module gives them: with the result on all ranks,
/// and on the root.
const PROCEDURES: [[Function; 2]; 3] = [
    [Function::AllreduceArray, Function::ReduceArray],
    [Function::AllreduceArrays, Function::ReduceArrays],
    [Function::AllreduceRegion, Function::ReduceRegion],
];
const REGION: c_int = 2;

/// Reduces arrays: n(i) elements of each, `held` in all one after the other at `local`. There
/// is room for `room` results. `starts` means nothing but for a region, from the index
/// starts(1) on, and `root` nothing where the results go `to_all`.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_f_reduce(
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
) -> c_int {
    let root = (to_all == 0).then_some(root);
    let function = PROCEDURES[procedure as usize][usize::from(root.is_some())];
    let starts = (procedure == REGION).then_some(starts);
    guarded(function.name(), || {
        let called = Called { function, root, handles: (kind, datatype, op, comm) };
        called.with(|asked| {
            // SAFETY: as many entries as there are arrays.
            let shares = unsafe { Shares::new(arrays, n, starts, Some(held)) };
            let locals = places(local, shares.lengths.iter().copied(), size_of_element(kind));
            let asked = shares.ask(asked);
            let known = |receives| {
                shares.wrong.clone().and_then(|()| has_room(room, arrays as usize, receives))
            };
            // SAFETY: the shares and the results lie there, as far as was checked.
            unsafe { once(&asked, &locals, results, known) }
        })
    })
}

/// Prepares reductions of arrays: n(i) elements of each, from the index starts(i) on if
/// there are `started` of them, and in rank order if that is below 0.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_f_plan(
    arrays: c_int,
    n: *const i64,
    kind: c_int,
    datatype: c_int,
    op: c_int,
    comm: c_int,
    plan: *mut *mut samebits_plan,
    started: c_int,
    starts: *const i64,
) -> c_int {
    let regions = started >= 0;
    let function = if regions { Function::PlanRegions } else { Function::PlanArrays };
    guarded(function.name(), || {
        let called = Called { function, root: None, handles: (kind, datatype, op, comm) };
        called.with(|asked| {
            let matching = !regions || started == arrays;
            let starts = regions.then_some(if matching { starts } else { n });
            // SAFETY: as many entries as there are arrays, in either list.
            let mut shares = unsafe { Shares::new(arrays, n, starts, None) };
            if !matching {
                let what = format!("starts has {started} elements, and n has {arrays}");
                shares.wrong = Err(Failure::new(Class::Arg, what));
            }
            // SAFETY: there is room for the plan.
            unsafe { create(&shares.ask(asked), plan, shares.wrong.clone()) }
        })
    })
}

/// Reduces by a plan: `held` elements in all, one after the other at `local`.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_f_plan_reduce(
    plan: *mut samebits_plan,
    local: *const c_void,
    held: i64,
    results: *mut c_void,
    room: i64,
    kind: c_int,
    datatype: c_int,
    to_all: c_int,
    root: c_int,
) -> c_int {
    let root = (to_all == 0).then_some(root);
    let function = if root.is_some() { Function::PlanReduce } else { Function::PlanAllreduce };
    let given = |prepared: &Prepared<'_>, receives: bool| {
        if self::datatype(prepared.process, kind, datatype)? != prepared.datatype {
            let what = "the elements are of another kind than those that the plan was made for";
            return Err(Failure::new(Class::Type, what));
        }
        let lengths = || prepared.arrays.iter().map(|array| array.share.length());
        let planned = lengths().sum::<u64>();
        if u64::try_from(held) != Ok(planned) {
            let what = format!("local has {held} elements; the plan is for {planned}");
            return Err(Failure::new(Class::Count, what));
        }
        has_room(room, prepared.arrays.len(), receives)?;
        let lengths = lengths().map(|length| length as usize);
        Ok(Cow::Owned(places(local, lengths, size_of_element(kind))))
    };
    // SAFETY: a plan of ours; the shares and the results lie there, as far as was checked.
    guarded(function.name(), || unsafe { execute(function, plan, results, root, given) })
}

/// samebits_set.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_f_set(
    comm: c_int,
    name: *const c_char,
    value: *const c_char,
) -> c_int {
    let function = "samebits_set";
    guarded(function, || match usable(function) {
        Err(code) => code,
        Ok(process) => match process.library.comm_from_fortran(comm) {
            // SAFETY: strings that end in a null character.
            Some(comm) => unsafe { choose(process, function, comm, (name, value)) },
            None => no_handles().tell(function, true),
        },
    })
}

/// samebits_tune.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_f_tune(comm: c_int, path: *const c_char) -> c_int {
    let function = "samebits_tune";
    guarded(function, || match usable(function) {
        Err(code) => code,
        Ok(process) => match process.library.comm_from_fortran(comm) {
            // SAFETY: a string that ends in a null character.
            Some(comm) => unsafe { tuned(process, function, comm, path) },
            None => no_handles().tell(function, true),
        },
    })
}

/// samebits_share. The index counts from 1.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C" fn samebits_f_share(
    distribution: *const c_char,
    total: i64,
    ranks: i64,
    rank: i64,
    start: *mut i64,
    count: *mut i64,
) -> c_int {
    answered("samebits_share", || {
        let total = number("total", total)?;
        let (ranks, rank) = (number("ranks", ranks)?, number("rank", rank)?);
        // SAFETY: a string that ends in a null character.
        let share = unsafe { share(distribution, total, ranks, rank) }?;
        // SAFETY: they point to integers. (No number is larger than total, which was an i64.)
        unsafe {
            start.write((share.start as i64).saturating_add(1));
            count.write(share.count as i64);
        }
        Ok(())
    })
}

/// samebits_message_count.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C" fn samebits_f_message_count(
    counts: *const i64,
    ranks: i64,
    messages: *mut i64,
) -> c_int {
    // SAFETY: as many integers as there are ranks, and room for one.
    answered("samebits_message_count", || unsafe {
        let counts = numbers("counts", counts, ranks)?;
        // (At most 64 for each rank.)
        messages.write(cost(counts.as_ptr(), counts.len() as u64)?.messages as i64);
        Ok(())
    })
}

/// samebits_score.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C" fn samebits_f_score(
    counts: *const i64,
    ranks: i64,
    t_send: f64,
    t_add: f64,
    result: *mut f64,
) -> c_int {
    // SAFETY: as many integers as there are ranks, and room for a number.
    answered("samebits_score", || unsafe {
        let counts = numbers("counts", counts, ranks)?;
        result.write(score(counts.as_ptr(), counts.len() as u64, t_send, t_add)?);
        Ok(())
    })
}

/// samebits_error_bound.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C" fn samebits_f_error_bound(
    arithmetic: *const c_char,
    n: i64,
    largest: f64,
    sum: f64,
    result: *mut f64,
) -> c_int {
    // SAFETY: a string that ends in a null character, and room for a number.
    answered("samebits_error_bound", || unsafe {
        result.write(of_doubles(arithmetic, number("n", n)?, largest, sum)?);
        Ok(())
    })
}

/// samebits_error_bound_float.
///
/// cbindgen:ignore
#[no_mangle]
pub unsafe extern "C" fn samebits_f_error_bound_float(
    arithmetic: *const c_char,
    n: i64,
    largest: f32,
    sum: f32,
    result: *mut f32,
) -> c_int {
    // SAFETY: a string that ends in a null character, and room for a number.
    answered("samebits_error_bound", || unsafe {
        result.write(of_floats(arithmetic, number("n", n)?, largest, sum)?);
        Ok(())
    })
}

/// An integer that is not below 0.
fn number(name: &str, number: i64) -> Result<u64, Failure> {
    u64::try_from(number)
        .or_else(|_| wrong(format!("{name}={number} is not accepted; it takes a number from 0 on")))
}

/// Likewise many of them.
///
/// # Safety
/// There are so many.
unsafe fn numbers(name: &str, of: *const i64, many: i64) -> Result<Vec<u64>, Failure> {
    let many = many as usize;
    // SAFETY: handed on to the caller.
    let of = if many == 0 { &[] } else { unsafe { std::slice::from_raw_parts(of, many) } };
    of.iter().zip(1..).map(|(value, index)| number(&format!("{name}({index})"), *value)).collect()
}

/// The arguments that all procedures have.
struct Called {
    function: Function,
    root: Option<c_int>,
    /// The kind, and INTEGERs: its datatype, the operator and the communicator.
    handles: (c_int, c_int, c_int, c_int),
}

impl Called {
    /// Goes on with handles as they are in C.
    fn with(&self, body: impl FnOnce(&Asked<'_>) -> c_int) -> c_int {
        let Called { function, root, handles: (kind, datatype, op, comm) } = *self;
        let process = match usable(function.name()) {
            Ok(process) => process,
            Err(code) => return code,
        };
        let library = &process.library;
        let handles = library.op_from_fortran(op).zip(library.comm_from_fortran(comm));
        let Some((op, comm)) = handles else {
            return no_handles().tell(function.name(), true);
        };
        let mut asked =
            Asked { function, datatype: 0, op, comm, root, lengths: &[], starts: None, first: 1 };
        match self::datatype(process, kind, datatype) {
            Ok(datatype) => asked.datatype = datatype,
            Err(failure) => return refuse(process, &asked, &failure),
        }
        body(&asked)
    }
}

pub(super) fn no_handles() -> Failure {
    Failure::new(Class::Unsupported, "the MPI library has no Fortran handles")
}

/// The datatype of a kind's elements.
pub(super) fn datatype(process: &Process, kind: c_int, given: c_int) -> Result<Handle, Failure> {
    let Elements(kind, name, _) = KINDS[kind as usize];
    let handle = process.library.datatype_from_fortran(given, kind, name);
    handle.ok_or_else(|| Failure::new(Class::Type, format!("the MPI library has no {name}")))
}

/// A kind by its number.
pub(super) fn kind_of(kind: c_int) -> Kind {
    KINDS[kind as usize].0
}

fn size_of_element(kind: c_int) -> usize {
    KINDS[kind as usize].2
}
