//! A communicator's settings, measuring the machine, and predictions of the cost model.

use super::call::arguments::{refused, text};
use super::call::context::{exported, Context};
use super::call::evaluated::evaluated;
use super::call::function::Function;
use libc::{c_char, c_int};
use samebits_array::failure::{Class, Failure};
use samebits_array::{failure::Error, signature::Call};
use samebits_base::fault::Outcome;
use samebits_kernel::fpenv::{within, Environment};
use samebits_mpi::abi::family::{MPI_Comm, MPI_Datatype, MPI_Op};
use samebits_mpi::launcher;
use samebits_policy::profile::{Origin, Profile};
use samebits_policy::Policy;
use samebits_reduction::decision::resources::{may_share, wants_messages};
use samebits_reduction::measure;
use samebits_schedule::node::nodes::Nodes;
use samebits_schedule::{
    self as schedule, Case, Choices, Destination, Machine, Overrides as Settings, RequestedSchedule,
};
use std::{ffi::CStr, path::Path, sync::atomic::Ordering};

/// Sets how reductions on a communicator are evaluated, intercepted and direct ones alike,
/// overriding the environment: name is "arithmetic", "schedule", "threads", "block", "compress"
/// or "stores", and value is any value of SAMEBITS_ARITHMETIC, SAMEBITS_SCHEDULE, SAMEBITS_THREADS,
/// SAMEBITS_BLOCK, SAMEBITS_COMPRESS or SAMEBITS_STORES ("auto", "tree", ...). Existing plans keep the settings they
/// were made with; duplicates of the communicator follow the environment again.
///
/// Not collective, but all ranks must call it alike, between their reductions: the next reduction
/// compares the ranks' settings, except threads and stores, and stops the job if they differ. Errors:
/// MPI_ERR_ARG if the name or the value is not accepted, MPI_ERR_COMM; the settings are then
/// unchanged. Errors go to the communicator's error handler first.
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_set(
    comm: MPI_Comm,
    name: *const c_char,
    value: *const c_char,
) -> c_int {
    // SAFETY: upheld by the caller.
    exported(SET, || unsafe { set(comm, name, value) })
}

pub(super) const SET: &str = "samebits_set";

pub(super) unsafe fn set(comm: MPI_Comm, name: *const c_char, value: *const c_char) -> Outcome {
    let context = Context::new(SET, comm)?;
    let text = |text: *const c_char, what: &str| {
        if text.is_null() {
            return Err(format!("the {what} is null"));
        }
        // SAFETY: upheld by the caller.
        Ok(unsafe { CStr::from_ptr(text) }.to_string_lossy())
    };
    let chosen = text(name, "name").and_then(|name| {
        let value = text(value, "value")?;
        let (choices, policy) = (*context.choices(), context.process.policy());
        Policy { choices, ..policy.clone() }.with(&name, &value)
    });
    let communicator = context.communicator;
    let policy = chosen
        .map_err(|what| context.fail(&Failure::new(Class::Arg, what), communicator.rank == 0))?;
    communicator.choose(policy.choices);
    Ok(())
}

/// Measures how long messages, collectives, shared memory and arithmetic take on the machine, and
/// has rank 0 write the results to a file, a profile. Programs that name it in SAMEBITS_PROFILE
/// choose schedules by it; it changes no bits. The ranks should be placed like those of the program
/// to be tuned, and nothing else should run. Takes some seconds. An existing file is replaced if it
/// is a profile.
///
/// Collective. May differ between ranks: path, which only rank 0 uses. Errors: those of all
/// functions over a communicator; MPI_ERR_ARG if path is NULL or the file cannot be written,
/// MPI_ERR_COMM if the communicator has a single rank, MPI_ERR_UNSUPPORTED_OPERATION if ranks share
/// a process and time is simulated (SMPI).
#[no_mangle]
pub unsafe extern "C-unwind" fn samebits_tune(comm: MPI_Comm, path: *const c_char) -> c_int {
    // SAFETY: upheld by the caller.
    exported(Function::Tune.name(), || unsafe { tune(comm, path) })
}

pub(super) unsafe fn tune(comm: MPI_Comm, path: *const c_char) -> Outcome {
    let context = Context::new(Function::Tune.name(), comm)?;
    let no_path = Failure::new(Class::Arg, "the path is null");
    let wrong = path.is_null().then_some(&no_path);
    let signature = Function::Tune.signature();
    let describe = || Function::Tune.in_words(&[]);
    let call = Call { signature: &signature, word: signature.word(), describe: &describe };
    let mut words = vec![0; context.communicator.size];
    context.on_ranks(Environment::Vector, |group| group.exchange(&call, wrong, &mut words))?;
    // SAFETY: upheld by the caller.
    let path = unsafe { text(path) };
    within(Environment::VectorAndX87, || write(&context, Path::new(&*path)))
        .map_err(|error| context.raise(error))
}

/// Measures and writes. All ranks return an error alike.
fn write(context: &Context, path: &Path) -> Result<(), Error> {
    let Context { process, communicator, comm, .. } = *context;
    let (library, rank) = (&process.library, communicator.rank);
    let refuse = |class, what: &str| {
        Err(Error::Failure { failure: Failure::new(class, what), speaks: rank == 0 })
    };
    if library.family.ranks_share_a_process() {
        return refuse(Class::Unsupported, "the ranks share a process, and time is simulated");
    }
    if communicator.size == 1 {
        return refuse(Class::Comm, "the communicator has a single rank; it takes two or more");
    }
    // Rank 0's result counts; it is first checked before anything takes time.
    let on_all_ranks = |done: Result<(), String>| -> Result<(), Error> {
        let failed = library.any(comm, rank == 0 && done.is_err())?;
        match (failed, done) {
            (false, _) => Ok(()),
            (true, Err(why)) if rank == 0 => {
                refuse(Class::Arg, &format!("{} cannot be written: {why}", path.display()))
            }
            (true, _) => refuse(Class::Arg, "rank 0 cannot write the file"),
        }
    };
    on_all_ranks(if rank == 0 { Profile::may_be_written(path) } else { Ok(()) })?;
    let hosts = measure::hosts(library, comm, communicator)?;
    let machine = measure::measure(library, comm, communicator, process.policy().node)?;
    let origin = Origin::local(&library.version, hosts, communicator.size);
    let profile = Profile { origin, machine };
    let mode = process.policy().file_mode;
    on_all_ranks(if rank == 0 { profile.store(path, mode) } else { Ok(()) })
}

/// Predicts by the cost model how many seconds an MPI_Allreduce of count elements takes on a
/// communicator with a schedule, named as in SAMEBITS_SCHEDULE, or with the schedule that samebits
/// would choose if the name is NULL, "" or "auto". The model uses the profile that SAMEBITS_PROFILE
/// names, or defaults. *seconds is infinity if the schedule does not take such a reduction.
///
/// Not collective. Errors, after the communicator's error handler: MPI_ERR_ARG if there is no such
/// schedule or seconds is NULL; MPI_ERR_COUNT if count is 0; another one if samebits does not
/// evaluate such a reduction.
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
        // SAFETY: upheld by the caller.
        let name = unsafe { text(schedule) };
        let predicted = match (seconds.is_null(), count) {
            (true, _) => wrong(Failure::new(Class::Arg, "seconds is null")),
            (_, 0) => wrong(Failure::new(Class::Count, "count is 0")),
            _ => predict(&context, (datatype, op), count, &name),
        };
        // SAFETY: the address of the caller's variable: a null one is an error.
        unsafe { seconds.write(predicted.map_err(|error| context.raise(error))?) };
        Ok(())
    })
}

fn wrong<T>(failure: Failure) -> Result<T, Error> {
    Err(Error::Failure { failure, speaks: true })
}

fn predict(
    context: &Context,
    (datatype, op): (MPI_Datatype, MPI_Op),
    count: usize,
    name: &str,
) -> Result<f64, Error> {
    let requested = match name {
        "" | "auto" => None,
        name => match RequestedSchedule::from_text(name) {
            None => return wrong(refused("SAMEBITS_SCHEDULE", "schedule", name)),
            requested => requested,
        },
    };
    let Context { process, communicator, .. } = *context;
    let (policy, choices) = (process.policy(), context.choices());
    let evaluation = evaluated(context, datatype, op)?;
    // The ranks compare their profiles at their first reduction; until then, this rank's counts.
    let agreed = communicator.size > 1 && communicator.agreed.load(Ordering::Relaxed);
    let measured = match &policy.profile {
        Some(profile) if !agreed && process.foreign_profile().is_none() => Some(&profile.machine),
        _ => process.measured(communicator),
    };
    let (fold, ranks) = (evaluation.fold(), communicator.size);
    // The resources that reductions would get.
    let automatic = Choices { schedule: None, ..*choices };
    let expected = expected_nodes(ranks, policy);
    let nodes = match communicator.shared.get() {
        Some(shared) => shared.as_ref().ok().map(|shared| &*shared.nodes),
        None => expected.as_ref(),
    };
    let node = nodes.filter(|_| may_share(&Choices { schedule: requested, ..automatic }));
    let profitable = || schedule::messages_are_profitable(measured, ranks, node);
    let messages =
        ranks > 1 && (requested.is_some() || wants_messages(&automatic, node, profitable));
    let case = Case { fold, ranks, count, to: Destination::All, messages, node };
    let requested = requested.unwrap_or_else(|| {
        let schedule = schedule::choose(&automatic, measured, &case).schedule;
        RequestedSchedule { schedule, parameter: None }
    });
    let settings = Settings { degree: None, block: choices.block };
    let seconds = within(Environment::Vector, || {
        // Ranks of a node share its way into the network, whatever they do.
        let machine = Machine::assumed(measured, nodes.filter(|nodes| nodes.several()).or(node));
        schedule::predicted(requested, &machine, &case, settings)
    });
    Ok(seconds.unwrap_or(f64::INFINITY))
}

/// The nodes that reductions will find, as far as the launcher tells: as many ranks on each as on this
/// one, in rank order.
fn expected_nodes(ranks: usize, policy: &Policy) -> Option<Nodes> {
    let each = launcher::local_size().unwrap_or(ranks).max(1);
    let machines: Vec<u64> = (0..ranks).map(|rank| (rank / each) as u64).collect();
    Some(Nodes::new(&machines, policy.node)).filter(|nodes| nodes.max_size() > 1)
}
