//! One reduction, from whichever language: classified, agreed on, run, counted.

use super::agree::agree;
use super::kept::{self, Course};
use super::lifecycle;
use super::means::means;
use super::passed_on::{count, refuse, refuse_schedule, say_once, PASSED_ON};
use super::precedence;
use super::process::{process, Process};
use crate::arithmetic::tree::Tree;
use crate::arithmetic::{Arithmetic, Fault, Fold};
use crate::classify::{classify, contribution, Call, PassOn, Plan};
use crate::evaluation::Plain;
use crate::kernel::fpenv::{within, Caller, Environment};
use crate::mpi::communicator::Communicator;
use crate::mpi::device::staged::Staged;
use crate::mpi::handles;
use crate::mpi::private::Post;
use crate::mpi::reduce_local::ReduceLocal;
use crate::mpi::transport::Collectives;
use crate::mpi::waiting::Together;
use crate::mpi::Library;
use crate::policy::{Policy, Unsupported};
use crate::report::breakdown::{self, Part, Watch};
use crate::report::{self, Outcome};
use crate::schedule::packed::{Compression, Packed};
use crate::schedule::{self, Case, Messages, Needs, Reduction, Schedule, Settings, Transport};
use crate::threads::LITTLE;
use libc::c_int;
use std::ptr;

/// Does the reduction that the caller asked for and returns an MPI error code.
/// `pass_on` hands the call, as it came, to the MPI library.
pub fn reduce(call: &Call, mut pass_on: impl FnMut() -> c_int) -> c_int {
    let seen = report::seen();
    let Some(process) = process() else { return pass_on() };
    if !process.is_up() {
        return pass_on();
    }
    lifecycle::started(process);
    let policy = process.policy();
    let call = &with_null_bottom(&process.library, call);
    let watch = process.watch();
    let again = kept::again(call, |plain, course| {
        let library = &process.library;
        let receives = course.to.reaches(course.communicator.rank);
        let absolute = matches!(plain, Plain::Local(local) if local.absolute());
        let send = contribution(library, call, receives, absolute)?;
        if !course.means.are_all(course.communicator) {
            return None;
        }
        let run = |fold, environment, arithmetic| {
            let work = Work { send, fold, environment, arithmetic };
            Some(run(process, policy, call, &work, course, watch.as_ref()))
        };
        match plain {
            Plain::Own(own) => run(own.fold(), own.environment(), own.arithmetic()),
            Plain::Local(local) => {
                let fold = Tree(ReduceLocal::new(library, call.comm, *local));
                run(&fold, Environment::Caller, Arithmetic::Tree)
            }
        }
    });
    let reduced = match again.flatten() {
        Some(reduced) => reduced.map(Ok),
        None => first(process, policy, call, watch.as_ref()),
    };
    match reduced {
        Ok(Ok(())) => {
            seen.reproduced();
            0
        }
        Ok(Err(reason)) => match not_ours(process, policy, call, reason, &mut pass_on) {
            Ok((code, outcome)) => {
                if let Some(watch) = watch {
                    count(process, &call.into(), outcome, &watch);
                }
                code
            }
            Err(Fault(code)) => code,
        },
        Err(Fault(code)) => code,
    }
}

/// The call with buffers as most MPIs have them, where MPI_BOTTOM is the null address.
fn with_null_bottom(library: &Library, call: &Call) -> Call {
    let bottom = library.constants.bottom;
    let at = |address: *mut u8| if address.addr() == bottom { ptr::null_mut() } else { address };
    Call { send: at(call.send.cast_mut()), recv: at(call.recv), ..*call }
}

/// What this rank contributes, and how it is evaluated.
struct Work<'a> {
    send: *const u8,
    fold: &'a dyn Fold,
    environment: Environment,
    arithmetic: Arithmetic,
}

/// Finds out what is asked, agrees on it, chooses how it is done, keeps that and does it; or
/// says why the call is passed on.
#[inline(never)]
fn first(
    process: &'static Process,
    policy: &Policy,
    call: &Call,
    watch: Option<&Watch>,
) -> Result<Result<(), PassOn>, Fault> {
    precedence::arrived(call.name);
    let state = handles::state();
    let Plan { communicator, send, to, evaluation } =
        match classify(&process.library, policy, call)? {
            Ok(plan) => plan,
            Err(reason) => return Ok(Err(reason)),
        };
    agree(process, policy, call.name, call.comm, communicator)?;
    let choices = communicator.choices().unwrap_or(&policy.choices);
    let bytes = (call.count as usize).saturating_mul(evaluation.fold().size());
    let means = means(process, choices, call.comm, communicator, bytes)?;
    let size = communicator.size;
    let case = Case {
        fold: evaluation.fold(),
        ranks: size,
        count: call.count as usize,
        to,
        messages: means.private.is_some(),
        node: means.shared.map(|memory| &*memory.nodes),
    };
    let chosen = schedule::choose(choices, process.measured(communicator), &case);
    let instead_of = match (choices.schedule, chosen.passed_over) {
        (Some(wanted), Some(why)) if size > 1 => Some((wanted.schedule.name, why)),
        _ => None,
    };
    if let Some((name, why)) = instead_of {
        if policy.unsupported == Unsupported::Error {
            return Err(Fault(refuse_schedule(process, &call.into(), name, why)));
        }
    }
    let course = Course { communicator, to, means, chosen, instead_of };
    if process.library.is_watched(call.datatype) {
        kept::keep(state, call, evaluation.plain(), course);
    }
    let (environment, arithmetic) = (evaluation.environment(), evaluation.arithmetic());
    let work = Work { send, fold: evaluation.fold(), environment, arithmetic };
    run(process, policy, call, &work, &course, watch).map(Ok)
}

/// Evaluates the reduction ourselves; under a watch the report counts it.
fn run(
    process: &Process,
    policy: &Policy,
    call: &Call,
    work: &Work<'_>,
    course: &Course,
    watch: Option<&Watch>,
) -> Result<(), Fault> {
    let Course { communicator, to, ref means, ref chosen, instead_of } = *course;
    let Work { send, fold, environment, arithmetic } = *work;
    let library = &process.library;
    let (rank, size, count) = (communicator.rank, communicator.size, call.count as usize);
    let element = fold.size();
    let choices = communicator.choices().unwrap_or(&policy.choices);
    let caller = &Caller::before(environment);
    let together = Together::new(library, caller, means.shared);
    let post = means.private.map(|private| Post::new(library, private, call.comm, caller));
    let packing = post.as_ref().filter(|_| choices.compression != Compression::Off);
    let packed =
        packing.map(|post| Packed::new(post, choices.compression, element, &process.packed));
    let plain = post.as_ref().map(|post| post as &dyn Messages);
    let messages = packed.as_ref().map(|packed| packed as &dyn Messages).or(plain);
    let comm = call.comm;
    let transport = Collectives { library, comm, rank, size, element, caller, together, messages };
    let recv = to.reaches(rank).then_some(call.recv);
    let staged = Staged::needed(fold, send, recv);
    let fold = staged.as_ref().map_or(fold, |staged| staged as &dyn Fold);
    let threads = match size.saturating_mul(count).saturating_mul(element) {
        0..LITTLE => 1,
        _ => process.threads(choices),
    };
    let settings = Settings { threads, ..chosen.settings };
    let node = means.shared.map(|memory| &*memory.nodes);
    let case = Case { fold, ranks: size, count, to, messages: means.private.is_some(), node };
    let bytes = (chosen.schedule.scratch)(&case, &settings, rank);
    let run = |transport: &dyn Transport, fold: &dyn Fold| {
        let reduction = Reduction { send, recv: call.recv, count, to, fold, settings };
        process.scratch.with(bytes, |scratch| {
            // SAFETY: the caller's buffers are as the MPI standard demands; the
            // scratch is aligned and as long as any schedule needs.
            within(environment, || unsafe { (chosen.run)(transport, &reduction, scratch) })
        })
    };
    let Some(watch) = watch else { return run(&transport, fold) };
    watched(watch, chosen.schedule, &transport, fold, run)?;
    let (arithmetic, schedule) = (arithmetic.name(), chosen.schedule.name);
    let outcome = Outcome::Reproduced { arithmetic, schedule, instead_of };
    super::passed_on::count(process, &call.into(), outcome, watch);
    Ok(())
}

/// Runs a schedule under a watch.
#[cold]
fn watched(
    watch: &Watch,
    schedule: &Schedule,
    transport: &dyn Transport,
    fold: &dyn Fold,
    run: impl FnOnce(&dyn Transport, &dyn Fold) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let transport = breakdown::transport::Timed::new(transport, watch);
    let fold = breakdown::fold::Timed::new(fold, watch);
    match schedule.needs {
        // What is done with shared memory, but for folding, is to write to others and to read
        // what they have written.
        Needs::Node => watch.time_rest(Part::Communication, || run(&transport, &fold)),
        Needs::Nothing | Needs::Messages => run(&transport, &fold),
    }
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
        PassOn::Wanted => {
            // Whether this rank may pass it on depends on its policy.
            let communicator = Communicator::of(library, call.comm)?;
            agree(process, policy, call.name, call.comm, communicator)?;
            Ok((pass_on(), reason.outcome()))
        }
        // (Of what it rejects, MPICH 5.0 says success once the error handler has returned.)
        PassOn::Harmless(_) | PassOn::Rejected => Ok((pass_on(), reason.outcome())),
        PassOn::Doubtful => match pass_on() {
            0 => Ok((unsupported(process, policy, call, ACCEPTED), ACCEPTED.outcome())),
            code => Ok((code, reason.outcome())),
        },
        PassOn::Unsupported(_) | PassOn::Uncovered(_) => {
            // The MPI library does it, or rejects it in its own words, before it
            // is made an error: ranks that differ in SAMEBITS_UNSUPPORTED do not
            // wait for each other.
            let code = pass_on();
            let code = if code == 0 { unsupported(process, policy, call, reason) } else { code };
            Ok((code, reason.outcome()))
        }
    }
}

/// Buffers that we took for wrong, and the MPI library did not.
const ACCEPTED: PassOn = PassOn::Unsupported("buffers that the MPI library should have rejected");

/// What becomes of a call that the MPI library has done and that is not
/// reproducible: returns the error code for the caller.
fn unsupported(process: &Process, policy: &Policy, call: &Call, reason: PassOn) -> c_int {
    match policy.unsupported {
        Unsupported::Native => 0,
        Unsupported::Warn => {
            say_once(process, &call.into(), reason, PASSED_ON);
            0
        }
        Unsupported::Error => refuse(process, &call.into(), reason),
    }
}
