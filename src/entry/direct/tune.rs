//! Measuring the machine, for the choice of schedules, and what the model makes of it.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::arguments::{communicator, evaluation, fail, usable};
use super::call::{in_words, Call, Function};
use super::failure::{Class, Failure};
use super::tell::{On, Telling};
use crate::arithmetic::Fault;
use crate::entry::guard::guarded;
use crate::entry::process::Process;
use crate::entry::tune;
use crate::kernel::fpenv::{within, Environment};
use crate::mpi::communicator::Communicator;
use crate::mpi::family::{Handle, MPI_Comm, MPI_Datatype, MPI_Op};
use crate::policy::profile::{Origin, Profile};
use crate::policy::variable;
use crate::schedule::node::nodes::Nodes;
use crate::schedule::{
    self, Asked as Settings, Case, Choices, Destination, Machine, Needs, Wanted,
};
use libc::{c_char, c_int};
use std::ffi::CStr;
use std::path::Path;
use std::sync::atomic::Ordering;

/// Measures how long messages, collectives, shared memory and arithmetic take on the machine
/// that the ranks of a communicator are on, and has rank 0 write that to a file, a profile. Where
/// SAMEBITS_PROFILE names it, schedules are chosen by it; it changes no bit. The ranks should be
/// placed as those of the program are that is to be tuned, and nothing else run. Takes some
/// seconds.
///
/// Collective; errors as of samebits_allreduce_array. A file that is there is replaced, if it
/// is a profile. Returns MPI_SUCCESS, or on all ranks an error: MPI_ERR_ARG where path is NULL
/// or the file cannot be written, MPI_ERR_COMM where the communicator has a single rank,
/// MPI_ERR_UNSUPPORTED_OPERATION where ranks share a process and its time is simulated (SMPI).
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_tune(comm: MPI_Comm, path: *const c_char) -> c_int {
    let function = "samebits_tune";
    guarded(function, || match usable(function) {
        // SAFETY: handed on to the caller.
        Ok(process) => unsafe { tuned(process, function, comm, path) },
        Err(code) => code,
    })
}

/// Tunes.
///
/// # Safety
/// A string that ends in a null character, or null.
pub(super) unsafe fn tuned(
    process: &'static Process,
    function: &'static str,
    comm: MPI_Comm,
    path: *const c_char,
) -> c_int {
    let communicator = match communicator(process, function, comm) {
        Ok(communicator) => communicator,
        Err(code) => return code,
    };
    // SAFETY: the caller gives a string.
    let path = (!path.is_null()).then(|| unsafe { CStr::from_ptr(path) }.to_string_lossy());
    let no_path = Failure::new(Class::Arg, "the path is null");
    let call = &Call::of(Function::Tune);
    let (wrong, mut words) = (path.is_none().then_some(&no_path), vec![0; communicator.size]);
    let telling = Telling { call, word: call.word(), wrong, flag: false, words: &mut words };
    let done = telling.tell(On { process, communicator, comm }, || in_words(call.function, &[]));
    let path = match done {
        Ok(Ok(_)) => path.expect("all ranks have one"),
        Ok(Err((failure, speaks))) => return fail(process, (function, comm), &failure, speaks),
        Err(Fault(code)) => return code,
    };
    let done =
        within(Environment::VectorAndX87, || write(process, communicator, comm, Path::new(&*path)));
    match done {
        Ok(Ok(())) => 0,
        Ok(Err(failure)) => fail(process, (function, comm), &failure, communicator.rank == 0),
        Err(Fault(code)) => code,
    }
}

/// Measures and writes; what is wrong is known to all ranks.
fn write(
    process: &Process,
    communicator: &Communicator,
    comm: MPI_Comm,
    path: &Path,
) -> Result<Result<(), Failure>, Fault> {
    let (library, rank) = (&process.library, communicator.rank);
    let refuse = |class, what: &str| Ok(Err(Failure::new(class, what)));
    if library.family.ranks_share_a_process() {
        return refuse(Class::Unsupported, "the ranks share a process, and time is simulated");
    }
    if communicator.size == 1 {
        return refuse(Class::Comm, "the communicator has a single rank; it takes two or more");
    }
    // Rank 0's word holds, and is asked for before anything takes time.
    let all_told = |done: Result<(), String>| -> Result<Result<(), Failure>, Fault> {
        let failed = library.any(comm, rank == 0 && done.is_err())?;
        Ok(match (failed, done) {
            (false, _) => Ok(()),
            (true, Err(why)) if rank == 0 => {
                let what = format!("{} cannot be written: {why}", path.display());
                Err(Failure::new(Class::Arg, what))
            }
            (true, _) => Err(Failure::new(Class::Arg, "rank 0 cannot write the file")),
        })
    };
    let possible = if rank == 0 { Profile::may_be_written(path) } else { Ok(()) };
    if let Err(failure) = all_told(possible)? {
        return Ok(Err(failure));
    }
    let hosts = tune::hosts(library, comm, communicator)?;
    let machine = tune::measure(library, comm, communicator, process.policy().node)?;
    let origin = Origin::here(&library.version, hosts, communicator.size);
    let profile = Profile { origin, machine };
    all_told(if rank == 0 { profile.store(path) } else { Ok(()) })
}

/// How many seconds the model says that an MPI_Allreduce of count elements takes on a
/// communicator with a schedule, as SAMEBITS_SCHEDULE names it, or where it is NULL, "" or "auto"
/// with the one that is chosen by itself: by the profile that SAMEBITS_PROFILE names, else by
/// defaults. *seconds is infinity where the schedule does not take such a reduction.
///
/// Not collective. Returns MPI_SUCCESS; MPI_ERR_ARG where the schedule is not one, or seconds is
/// NULL; MPI_ERR_COUNT where count is 0; another error where such a reduction is not evaluated
/// by samebits.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_predict(
    schedule: *const c_char,
    count: usize,
    datatype: MPI_Datatype,
    op: MPI_Op,
    comm: MPI_Comm,
    seconds: *mut f64,
) -> c_int {
    let function = "samebits_predict";
    guarded(function, || {
        let process = match usable(function) {
            Ok(process) => process,
            Err(code) => return code,
        };
        let communicator = match communicator(process, function, comm) {
            Ok(communicator) => communicator,
            Err(code) => return code,
        };
        // SAFETY: the caller gives a string, or null.
        let name = (!schedule.is_null()).then(|| unsafe { CStr::from_ptr(schedule) });
        let name = name.map_or("".into(), CStr::to_string_lossy);
        let asked = (datatype, op, comm);
        let predicted = match (seconds.is_null(), count) {
            (true, _) => Ok(Err(Failure::new(Class::Arg, "seconds is null"))),
            (_, 0) => Ok(Err(Failure::new(Class::Count, "count is 0"))),
            _ => predict(process, communicator, asked, count, &name),
        };
        match predicted {
            Ok(Ok(predicted)) => {
                // SAFETY: it points to a number.
                unsafe { seconds.write(predicted) };
                0
            }
            Ok(Err(failure)) => fail(process, (function, comm), &failure, true),
            Err(Fault(code)) => code,
        }
    })
}

fn predict(
    process: &'static Process,
    communicator: &Communicator,
    asked: (Handle, Handle, Handle),
    count: usize,
    name: &str,
) -> Result<Result<f64, Failure>, Fault> {
    let wanted = match name {
        "" | "auto" => None,
        name => match Wanted::from_text(name) {
            Some(wanted) => Some(wanted),
            None => {
                let row = variable("SAMEBITS_SCHEDULE").expect("it is in the table");
                return Ok(Err(Failure::new(Class::Arg, row.refusal("schedule", name))));
            }
        },
    };
    let policy = process.policy();
    let choices = communicator.choices().unwrap_or(&policy.choices);
    let evaluation = match evaluation(process, choices, asked)? {
        Ok(evaluation) => evaluation,
        Err(failure) => return Ok(Err(failure)),
    };
    // (Before the first reduction the others have not been asked.)
    let agreed = communicator.size > 1 && communicator.agreed.load(Ordering::Relaxed);
    let measured = match &policy.profile {
        Some(profile) if !agreed && process.foreign_profile().is_none() => Some(&profile.machine),
        _ => process.measured(communicator),
    };
    let (fold, ranks) = (evaluation.fold(), communicator.size);
    let one = (ranks > 1).then(|| Nodes::one(ranks));
    // (As it is made for reductions: see `means`.)
    let needs = wanted.map(|wanted| wanted.schedule.needs);
    let node = match communicator.shared.get().map(|shared| shared.as_ref().ok()) {
        _ if !matches!(needs, None | Some(Needs::Node)) => None,
        Some(shared) => shared.as_ref().map(|shared| &*shared.nodes),
        None => one.as_ref(),
    };
    let machine = measured.unwrap_or(Machine::unmeasured(node.is_some()));
    let messages = ranks > 1 && (wanted.is_some() || schedule::messages_pay(measured, ranks, node));
    let case = Case { fold, ranks, count, to: Destination::All, messages, node };
    let wanted = wanted.unwrap_or_else(|| {
        let choices = Choices { schedule: None, ..*choices };
        Wanted { schedule: schedule::choose(&choices, measured, &case).schedule, parameter: None }
    });
    let settings = Settings { degree: None, block: choices.block };
    let seconds =
        within(Environment::Vector, || schedule::predicted(wanted, machine, &case, settings));
    Ok(Ok(seconds.unwrap_or(f64::INFINITY)))
}
