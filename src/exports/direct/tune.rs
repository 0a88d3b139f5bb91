//! Measuring the machine, for the choice of schedules, and what the model makes of it.

// What a caller owes is said in the prose, which becomes the header's.
#![allow(clippy::missing_safety_doc)]

use super::arguments::{evaluation, refused, text};
use super::context::{exported, Context};
use super::failure::{Class, Failure};
use super::function::Function;
use crate::arithmetic::Fault;
use crate::array::failure::Error;
use crate::array::signature::Call;
use crate::kernel::fpenv::{within, Caller, Environment};
use crate::mpi::family::{MPI_Comm, MPI_Datatype, MPI_Op};
use crate::policy::profile::measure;
use crate::policy::profile::{Origin, Profile};
use crate::schedule::node::nodes::Nodes;
use crate::schedule::{
    self, Case, Choices, Destination, Machine, Needs, Overrides as Settings, RequestedSchedule,
};
use libc::{c_char, c_int};
use std::path::Path;
use std::sync::atomic::Ordering;

/// Measures how long messages, collectives, shared memory and arithmetic take on the machine,
/// and has rank 0 write that to a file, a profile. Where SAMEBITS_PROFILE names it, schedules
/// are chosen by it; it changes no bit. The ranks should be placed as those of the program to
/// be tuned, and nothing else should run. Takes some seconds. A file that is there is replaced,
/// if it is a profile.
///
/// Collective. May differ between ranks: path, which only rank 0 uses. Errors: those of all
/// functions over a communicator; MPI_ERR_ARG where path is NULL or the file cannot be written,
/// MPI_ERR_COMM where the communicator has a single rank, MPI_ERR_UNSUPPORTED_OPERATION where
/// ranks share a process and time is simulated (SMPI).
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_tune(comm: MPI_Comm, path: *const c_char) -> c_int {
    // SAFETY: upheld by the caller.
    exported(Function::Tune.name(), || unsafe { tuned(comm, path) })
}

/// Tunes.
///
/// # Safety
/// A string that ends in a null character, or null.
pub(super) unsafe fn tuned(comm: MPI_Comm, path: *const c_char) -> Result<(), Fault> {
    let context = Context::new(Function::Tune.name(), comm)?;
    let no_path = Failure::new(Class::Arg, "the path is null");
    let wrong = path.is_null().then_some(&no_path);
    let signature = Function::Tune.signature();
    let describe = || Function::Tune.in_words(&[]);
    let call = Call { signature: &signature, word: signature.word(), describe: &describe };
    let caller = Caller::before(Environment::Vector);
    let ranks = context.ranks(&caller, context.begin()?);
    let group = context.group(&ranks);
    let mut words = vec![0; context.communicator.size];
    let told = within(Environment::Vector, || group.exchange(&call, wrong, false, &mut words));
    told.map_err(|error| context.raise(error))?;
    // SAFETY: the caller gives a string.
    let path = unsafe { text(path) };
    within(Environment::VectorAndX87, || write(&context, Path::new(&*path)))
        .map_err(|error| context.raise(error))
}

/// Measures and writes; what is wrong is known to all ranks.
fn write(context: &Context<'_>, path: &Path) -> Result<(), Error> {
    let Context { process, communicator, comm, .. } = *context;
    let (library, rank) = (&process.library, communicator.rank);
    let refuse = |class, what: String| {
        Err(Error::Failure { failure: Failure::new(class, what), speaks: rank == 0 })
    };
    if library.family.ranks_share_a_process() {
        let what = "the ranks share a process, and time is simulated";
        return refuse(Class::Unsupported, what.to_string());
    }
    if communicator.size == 1 {
        let what = "the communicator has a single rank; it takes two or more";
        return refuse(Class::Comm, what.to_string());
    }
    // Rank 0's word holds, and is asked for before anything takes time.
    let all_told = |done: Result<(), String>| -> Result<(), Error> {
        let failed = library.any(comm, rank == 0 && done.is_err())?;
        match (failed, done) {
            (false, _) => Ok(()),
            (true, Err(why)) if rank == 0 => {
                refuse(Class::Arg, format!("{} cannot be written: {why}", path.display()))
            }
            (true, _) => refuse(Class::Arg, "rank 0 cannot write the file".to_string()),
        }
    };
    all_told(if rank == 0 { Profile::may_be_written(path) } else { Ok(()) })?;
    let hosts = measure::hosts(library, comm, communicator)?;
    let machine = measure::measure(library, comm, communicator, process.policy().node)?;
    let origin = Origin::here(&library.version, hosts, communicator.size);
    let profile = Profile { origin, machine };
    all_told(if rank == 0 { profile.store(path) } else { Ok(()) })
}

/// How many seconds the cost model predicts for an MPI_Allreduce of count elements on a
/// communicator by a schedule, as SAMEBITS_SCHEDULE names it, or where it is NULL, "" or "auto"
/// by the one that is chosen: by the profile that SAMEBITS_PROFILE names, else by defaults.
/// *seconds is infinity where the schedule does not take such a reduction.
///
/// Not collective. Errors, after the communicator's error handler: MPI_ERR_ARG where the
/// schedule is none or seconds is NULL; MPI_ERR_COUNT where count is 0; another one where
/// samebits does not evaluate such a reduction.
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
    exported(function, || {
        let context = Context::new(function, comm)?;
        // SAFETY: the caller gives a string, or null.
        let name = unsafe { text(schedule) };
        let predicted = match (seconds.is_null(), count) {
            (true, _) => wrong(Failure::new(Class::Arg, "seconds is null")),
            (_, 0) => wrong(Failure::new(Class::Count, "count is 0")),
            _ => predict(&context, (datatype, op), count, &name),
        };
        // SAFETY: it points to a number.
        unsafe { seconds.write(predicted.map_err(|error| context.raise(error))?) };
        Ok(())
    })
}

fn wrong<T>(failure: Failure) -> Result<T, Error> {
    Err(Error::Failure { failure, speaks: true })
}

fn predict(
    context: &Context<'static>,
    (datatype, op): (MPI_Datatype, MPI_Op),
    count: usize,
    name: &str,
) -> Result<f64, Error> {
    let wanted = match name {
        "" | "auto" => None,
        name => match RequestedSchedule::from_text(name) {
            None => return wrong(refused("SAMEBITS_SCHEDULE", "schedule", name)),
            wanted => wanted,
        },
    };
    let Context { process, communicator, .. } = *context;
    let (policy, choices) = (process.policy(), context.choices());
    let evaluation = evaluation(context, datatype, op)?;
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
    let messages =
        ranks > 1 && (wanted.is_some() || schedule::messages_are_worthwhile(measured, ranks, node));
    let case = Case { fold, ranks, count, to: Destination::All, messages, node };
    let wanted = wanted.unwrap_or_else(|| {
        let choices = Choices { schedule: None, ..*choices };
        RequestedSchedule {
            schedule: schedule::choose(&choices, measured, &case).schedule,
            parameter: None,
        }
    });
    let settings = Settings { degree: None, block: choices.block };
    let seconds =
        within(Environment::Vector, || schedule::predicted(wanted, machine, &case, settings));
    Ok(seconds.unwrap_or(f64::INFINITY))
}
