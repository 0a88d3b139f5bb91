//! One reduction, from whichever language: classified, agreed on, run, counted.

use super::lifecycle;
use super::process::{process, Process};
use crate::arithmetic::Fault;
use crate::classify::{classify, Call, PassOn, Plan};
use crate::kernel::fpenv::{within, Environment};
use crate::mpi::communicator::Communicator;
use crate::mpi::locate;
use crate::mpi::transport::Collectives;
use crate::policy::{agreement, agreement::Agreement, Policy, Unsupported};
use crate::report::{self, call_site, Kind, Outcome};
use crate::schedule::{self, Reduction};
use libc::c_int;
use std::sync::atomic::Ordering;
use std::sync::Once;
use std::time::Instant;

/// Does the reduction that the caller asked for and returns an MPI error code.
/// `pass_on` hands the call, as it came, to the MPI library.
pub fn reduce(call: &Call, mut pass_on: impl FnMut() -> c_int) -> c_int {
    report::seen();
    let Some(process) = process() else { return pass_on() };
    if !process.is_up() {
        return before_init(call, &mut pass_on);
    }
    lifecycle::started(process);
    let policy = process.policy();
    let begun = process.tallies.as_ref().map(|_| Instant::now());
    let (code, outcome) = match classify(&process.library, policy, call) {
        Err(Fault(code)) => (code, None),
        Ok(Ok(plan)) => {
            match agree(process, policy, call, plan.communicator)
                .and_then(|()| run(process, policy, call, &plan))
            {
                Ok(outcome) => {
                    report::reproduced();
                    (0, Some(outcome))
                }
                Err(Fault(code)) => (code, None),
            }
        }
        Ok(Err(reason)) => match not_ours(process, policy, call, reason, &mut pass_on) {
            Ok((code, outcome)) => (code, Some(outcome)),
            Err(Fault(code)) => (code, None),
        },
    };
    if let (Some(begun), Some(outcome)) = (begun, outcome) {
        count(process, call, outcome, begun);
    }
    code
}

/// A reduction although MPI_Init was not called: by way of MPI sessions.
#[cold]
fn before_init(call: &Call, pass_on: &mut impl FnMut() -> c_int) -> c_int {
    static SAID: Once = Once::new();
    let code = pass_on();
    if code == 0 {
        SAID.call_once(|| {
            report::say(&format!(
                "{} without MPI_Init (in an MPI session) is left to the MPI library, so its \
                 result is not reproducible",
                call.name
            ));
        });
    }
    code
}

/// Compares the policies of the communicator's ranks at its first reduction.
fn agree(
    process: &Process,
    policy: &Policy,
    call: &Call,
    communicator: &Communicator,
) -> Result<(), Fault> {
    if communicator.agreed.load(Ordering::Relaxed) {
        return Ok(());
    }
    // Who says that there is no answer: nobody knows which ranks are here, so a
    // few do, spread over the communicator.
    let speaks = communicator.rank == 0 || communicator.rank.is_power_of_two();
    let waiting = || {
        if speaks {
            report::say(&format!(
                "rank {} of a communicator of {} ranks has waited for a minute in {} for the \
                 others; was every rank started with samebits (LD_PRELOAD)? If one is just late, \
                 this goes on",
                communicator.rank, communicator.size, call.name
            ));
        }
    };
    let size = communicator.size;
    // The MPI library may raise floating-point flags; the caller's come back.
    let comparison = within(Environment::VectorAndX87, || {
        agreement::compare(&process.library, call.comm, size, policy, &waiting)
    });
    match comparison? {
        Agreement::Same => {
            communicator.agreed.store(true, Ordering::Relaxed);
            Ok(())
        }
        Agreement::Differ(groups) => {
            let mut message = format!(
                "the {size} ranks of a communicator do not have the same policy in their \
                 environments:"
            );
            for (policy, ranks) in groups {
                message += &format!("\n  {policy}: {}", ranks_in_words(&ranks));
            }
            process.stop(&message, communicator.rank)
        }
    }
}

/// "rank 3" or "ranks 0, 1, 2 and 13 more".
fn ranks_in_words(ranks: &[usize]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<String> = ranks.iter().take(SHOWN).map(usize::to_string).collect();
    let more = match ranks.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("rank{} {}{more}", if ranks.len() == 1 { "" } else { "s" }, shown.join(", "))
}

/// Evaluates the reduction ourselves.
fn run(process: &Process, policy: &Policy, call: &Call, plan: &Plan<'_>) -> Result<Outcome, Fault> {
    let library = &process.library;
    let fold = plan.evaluation.fold();
    let (size, count) = (plan.communicator.size, call.count as usize);
    let (schedule, run) = schedule::choose(policy.schedule, size, count, plan.to, fold);
    let (rank, element) = (plan.communicator.rank, fold.size());
    let transport = Collectives { library, comm: call.comm, rank, size, element };
    let reduction = Reduction { send: plan.send, recv: call.recv, count, to: plan.to, fold };
    let bytes = schedule::scratch_needed(size, count, fold);
    let done = process.scratch.with(bytes, |scratch| {
        // SAFETY: the caller's buffers are as the MPI standard demands; the
        // scratch is aligned and as long as any schedule needs.
        within(plan.evaluation.environment(), || unsafe { run(&transport, &reduction, scratch) })
    });
    done.unwrap_or_else(|| {
        report::say(&format!("{}: no memory for {bytes} bytes of scratch", call.name));
        Err(Fault(library.raise(call.comm, library.constants.err_other)))
    })?;
    let arithmetic = plan.evaluation.arithmetic().name();
    Ok(Outcome::Reproduced { arithmetic, schedule: schedule.name })
}

/// Passes a call on, and warns of it or makes it an error, as the policy says.
fn not_ours(
    process: &Process,
    policy: &Policy,
    call: &Call,
    reason: PassOn,
    pass_on: &mut impl FnMut() -> c_int,
) -> Result<(c_int, Outcome), Fault> {
    let library = &process.library;
    match reason {
        PassOn::Harmless(_) => Ok((pass_on(), reason.outcome())),
        PassOn::Wanted => {
            // Whether this rank may pass it on depends on its policy.
            agree(process, policy, call, Communicator::of(library, call.comm)?)?;
            Ok((pass_on(), reason.outcome()))
        }
        PassOn::Rejected => match pass_on() {
            0 => Ok((unsupported(process, policy, call, ACCEPTED), ACCEPTED_OUTCOME)),
            code => Ok((code, reason.outcome())),
        },
        PassOn::Unsupported(why) => {
            // The MPI library does it, or rejects it in its own words, before it
            // is made an error: ranks that differ in SAMEBITS_UNSUPPORTED do not
            // wait for each other.
            let code = pass_on();
            let code = if code == 0 { unsupported(process, policy, call, why) } else { code };
            Ok((code, reason.outcome()))
        }
    }
}

/// Arguments that we took for wrong, and the MPI library did not.
const ACCEPTED: &str = "arguments that the MPI library should have rejected";
const ACCEPTED_OUTCOME: Outcome = Outcome::NotReproduced(ACCEPTED);

/// What becomes of a call that the MPI library has done and that is not
/// reproducible: returns the error code for the caller.
fn unsupported(process: &Process, policy: &Policy, call: &Call, why: &'static str) -> c_int {
    match policy.unsupported {
        Unsupported::Native => 0,
        Unsupported::Warn => {
            warn(process, call, why, "left to the MPI library, so its result is not reproducible");
            0
        }
        Unsupported::Error => {
            warn(process, call, why, "an error (SAMEBITS_UNSUPPORTED=error)");
            let library = &process.library;
            library.raise(call.comm, library.constants.err_unsupported_operation)
        }
    }
}

/// Says once for each kind of call, from the first rank of the communicator's
/// (local) group, that a call is not made reproducible.
fn warn(process: &Process, call: &Call, why: &'static str, what: &str) {
    let speaks = Communicator::of(&process.library, call.comm).is_ok_and(|c| c.rank == 0);
    let mut warned = process.warned.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if warned.contains(&(call.name, why)) {
        return;
    }
    warned.push((call.name, why));
    if speaks {
        let place = site(process).map_or(String::new(), |site| format!(" at {}", site.place));
        report::say(&format!("{} on {why}{place} is {what}", call.name));
    }
}

fn site(process: &Process) -> Option<call_site::CallSite> {
    let own = locate::file_of(site as fn(&Process) -> _ as usize);
    let library = directory(&process.library.object.path);
    // The MPI library's Fortran layers lie beside it, and are named after it.
    let is_library = |file: &str| {
        Some(file) == own.as_deref()
            || (directory(file) == library && file.rsplit('/').next().is_some_and(is_mpi_name))
    };
    call_site::find(locate::describe, is_library)
}

fn directory(file: &str) -> Option<std::path::PathBuf> {
    std::fs::canonicalize(file).ok()?.parent().map(Into::into)
}

fn is_mpi_name(name: &str) -> bool {
    name.starts_with("libmpi") || name.starts_with("libpmpi")
}

/// Counts a call for the report.
#[cold]
fn count(process: &Process, call: &Call, outcome: Outcome, begun: Instant) {
    let Some(tallies) = &process.tallies else { return };
    let library = &process.library;
    let constants = &library.constants;
    if library.family.handle(call.comm) == constants.comm_null
        || !Communicator::of(library, call.comm).is_ok_and(|c| process.counts_for(c))
    {
        return;
    }
    let predefined = library.predefined();
    let null = library.family.handle(call.datatype) == constants.datatype_null;
    let datatype = match predefined.datatype(call.datatype) {
        _ if null => "MPI_DATATYPE_NULL",
        Some(datatype) => datatype.name,
        None if library.f90_kind(call.datatype).is_some() => "f90 datatype",
        None => "derived datatype",
    };
    let op = match predefined.operator(call.op) {
        _ if library.family.handle(call.op) == constants.op_null => "MPI_OP_NULL",
        Some((name, _)) => name,
        None => "user-defined",
    };
    let elements = call.count.max(0) as u64;
    let size = if null { None } else { library.size_of_type(call.datatype) };
    let bytes = elements * size.unwrap_or(0) as u64;
    let kind = Kind { call: call.name, datatype, op, outcome };
    tallies.count(kind, elements, bytes, begun.elapsed(), || site(process));
}
