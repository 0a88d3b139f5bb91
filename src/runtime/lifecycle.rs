//! The start and the end of MPI, seen from whichever language: what is said at
//! the start, and what is freed at the end.

use super::process::{process, Process};
use super::{output, precedence};
use crate::kernel::fpenv::{within, Environment};
use crate::mpi::communicator::Communicator;
use crate::mpi::spare;
use crate::policy::Report;
use crate::report;
use libc::c_int;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

static STARTED: AtomicBool = AtomicBool::new(false);

/// MPI_Init was seen, and no MPI_Finalize since. (MPI_Initialized does not tell:
/// under Intel MPI it is true in a session too.)
static WORLD: AtomicBool = AtomicBool::new(false);

/// Called when an MPI_Init, or MPI_Init_thread, in any language, has returned. Whether it
/// succeeded is asked of the library: Fortran's error argument may be absent.
pub fn initialised(function: &str) {
    precedence::arrived(function);
    if let Some(process) = process().filter(|process| process.is_up()) {
        WORLD.store(true, Ordering::Relaxed);
        process.refuse_second_rank();
        started(process);
    }
}

/// Opens a session by `pass_on`, which returns an MPI error code.
pub fn open_session(pass_on: impl FnOnce() -> c_int) -> c_int {
    let Some(outermost) = Outermost::enter() else { return nested(pass_on()) };
    let code = outermost.code(pass_on());
    if let Some(process) = process().filter(|_| code == 0) {
        process.open_session();
        started(process);
    }
    code
}

/// Whether anything has come to us while MPI was up, a direct call too.
pub fn has_started() -> bool {
    STARTED.load(Ordering::Relaxed)
}

/// Called when MPI has been initialised, and at every reduction in case we did
/// not see that (the first time does the work).
#[inline]
pub fn started(process: &Process) {
    if !STARTED.load(Ordering::Relaxed) {
        start(process);
    }
}

#[cold]
fn start(process: &Process) {
    if STARTED.swap(true, Ordering::Relaxed) {
        return;
    }
    // Formatting numbers may raise floating-point flags, or trap.
    within(Environment::VectorAndX87, || introduce(process));
}

fn introduce(process: &Process) {
    let policy = process.policy();
    output::prepare(process);
    if !process.is_first() {
        if let Report::File(path) = &policy.report {
            output::await_verdict(path);
        }
        return;
    }
    if let Report::File(path) = &policy.report {
        // Found out now rather than at the end of a long run.
        if let Err(error) = output::open(path) {
            process.stop(
                &format!(
                    "SAMEBITS_REPORT={} is not accepted: {error}; it takes 0, 1 or the path of \
                     a file that can be written",
                    path.display()
                ),
                0,
            );
        }
    }
    precedence::notice();
    if let (Some(path), Some(why)) = (&policy.profile_path, process.foreign_profile()) {
        report::say(&format!("SAMEBITS_PROFILE={} is not used: {why}", path.display()));
    }
    if policy.verbose {
        report::say(&format!("{}; {}", output::introduction(process), policy.decisive()));
    }
}

/// Called before MPI is finalised: writes the report and frees what is kept.
pub fn ending() {
    precedence::arrived("MPI_Finalize");
    let Some(process) = process() else { return };
    if !process.library.has_world() {
        return;
    }
    WORLD.store(false, Ordering::Relaxed);
    started(process);
    process.held_back.say_once(&process.library);
    report_and_release(process);
}

/// What is done while MPI is still there, for the last time.
fn report_and_release(process: &Process) {
    if process.is_first() {
        precedence::conclude();
    }
    process.held_back.say_all();
    output::write_report(process);
    Communicator::forget_all(&process.library);
    spare::free_all();
    process.library.forget_acceptance();
    process.library.forget_accumulators();
    process.library.forget_datatypes();
    process.library.forget_pending();
    process.scratch.clear();
    process.packed.clear();
}

/// Closes a session by `pass_on`, which returns an MPI error code. With the last
/// one, in a program without MPI_Init, MPI ends.
pub fn close_session(pass_on: impl FnOnce() -> c_int) -> c_int {
    let Some(outermost) = Outermost::enter() else { return nested(pass_on()) };
    let Some(process) = process() else { return pass_on() };
    if process.close_session() && !WORLD.load(Ordering::Relaxed) {
        report_and_release(process);
    }
    let code = outermost.code(pass_on());
    if code == 0 {
        process.may_be_down();
    } else {
        process.open_session();
    }
    code
}

/// The function through which a session is opened or closed: a Fortran procedure
/// calls the C function, or its profiling name, as the MPI library and the binding
/// have it, and only one of the two counts.
struct Outermost;

impl Outermost {
    /// None in a function that such a one has called.
    fn enter() -> Option<Outermost> {
        (!ENTERED.replace(true)).then_some(Outermost)
    }

    /// What the call returned: what the C function did, where it was called. (The
    /// procedure's own error argument may be absent.)
    fn code(&self, returned: c_int) -> c_int {
        NESTED.take().unwrap_or(returned)
    }
}

/// Notes what the inner function has returned.
fn nested(code: c_int) -> c_int {
    NESTED.set(Some(code));
    code
}

impl Drop for Outermost {
    fn drop(&mut self) {
        ENTERED.set(false);
        NESTED.set(None);
    }
}

thread_local! {
    static ENTERED: Cell<bool> = const { Cell::new(false) };
    static NESTED: Cell<Option<c_int>> = const { Cell::new(None) };
}

/// Called before the job is aborted: what was counted or held back is not lost.
pub fn aborting() {
    let Some(process) = process().filter(|process| process.is_up()) else { return };
    let said = process.held_back.say_all();
    if output::write_report(process) || said {
        report::let_output_through();
    }
}
