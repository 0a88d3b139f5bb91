//! The start and the end of MPI, in any language: what is reported and what is freed then.

use super::process::{self, process, Process};
use super::{guard::guarded, origin::origin, output, own_exchanges, precedence, tracing};
use libc::c_int;
use samebits_base::{serial, stack::with_room};
use samebits_kernel::fpenv::{within, Environment};
use samebits_mpi::{
    abi::{hidden, in_program},
    launcher,
    memory::spare,
    progress, Library,
};
use samebits_policy::{Policy, Report};
use samebits_reduction::call::notices;
use samebits_reduction::communicator::Communicator;
use samebits_reduction::report;
use samebits_reduction::requests::{self, Lost};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// A call, perhaps a direct one, has arrived while MPI was initialised.
static STARTED: AtomicBool = AtomicBool::new(false);

/// MPI_Init was called, and MPI_Finalize not since. Intel MPI is initialised by a session too.
static WORLD: AtomicBool = AtomicBool::new(false);

/// Called after MPI_Init or MPI_Init_thread, whose error argument in Fortran may be absent.
pub fn initialised(function: &str) {
    precedence::arrived(function);
    if let Some(process) = process().filter(|process| process.is_up()) {
        WORLD.store(true, Ordering::Relaxed);
        process.refuse_second_rank();
        started(process);
        // Formatting numbers may raise floating-point flags, or trap.
        within(Environment::VectorAndX87, || tracing::begin(process));
    }
}

/// Opens a session by `pass_on`, which returns an MPI error code.
pub fn open_session(pass_on: impl FnOnce() -> c_int) -> c_int {
    let Some(outermost) = Outermost::enter() else { return nested(pass_on()) };
    // A session has threads of its own.
    serial::end();
    let code = outermost.code(pass_on());
    if let Some(process) = process().filter(|_| code == 0) {
        process.open_session();
        started(process);
    }
    code
}

/// Called when MPI has been initialised and at every reduction; the first time does the work.
#[inline]
pub fn started(process: &Process) {
    if !STARTED.load(Ordering::Relaxed) {
        start(process);
    }
}

#[cold]
fn start(process: &Process) {
    if !STARTED.swap(true, Ordering::Relaxed) {
        progress::enter_by(|work| guarded("a reduction that MPI drives", work));
        // (By a session, threads of other levels may come.)
        if WORLD.load(Ordering::Relaxed) && process.library.is_serial() {
            serial::begin();
        }
        // Formatting numbers may raise floating-point flags, or trap.
        with_room(|| within(Environment::VectorAndX87, || introduce(process)));
    }
}

fn introduce(process: &Process) {
    let policy = process.policy();
    output::prepare(process);
    if !process.is_first() {
        if let Report::File(path) = &policy.report {
            output::await_first_rank(path);
        }
        return;
    }
    if let Report::File(path) = &policy.report {
        // Found out now rather than at the end of a long run.
        if let Err(error) = output::open(path, policy.file_mode) {
            process.stop(
                &format!(
                    "SAMEBITS_REPORT={} is not accepted: {error}; it takes 0, 1 or the path of a \
                     writable file",
                    path.display()
                ),
                0,
            );
        }
    }
    precedence::warn_at_start();
    warn_of_jobs_of_one_rank(process);
    if let (Some(path), Some(why)) = (&policy.profile_path, process.foreign_profile()) {
        report::print_lines(&format!("SAMEBITS_PROFILE={} is not used: {why}", path.display()));
    }
    if policy.verbose {
        report::print_lines(&format!("{}; {}", origin(process).introduction, policy.decisive()));
    }
}

/// Where the launcher and the MPI library do not understand each other, as srun without a PMI, each rank is
/// the only one of a job of its own. One of them says so.
fn warn_of_jobs_of_one_rank(process: &Process) {
    let alone = process.is_alone() && !process.library.family.ranks_share_a_process();
    let Some((0, started)) = launcher::rank_and_size().filter(|_| alone) else { return };
    if started > 1 {
        report::print_lines(&format!(
            "{started} ranks were started, but MPI_COMM_WORLD has one rank: each rank is a job of \
             its own, and no reduction includes the others; use the launcher of this MPI library, \
             or srun --mpi=pmix or pmi2, whichever the library was built for"
        ));
    }
}

/// Called before MPI is finalised: writes the report and frees what is cached.
pub fn ending() {
    precedence::arrived("MPI_Finalize");
    let Some(process) = process() else { return };
    if !process.library.has_world() {
        return;
    }
    WORLD.store(false, Ordering::Relaxed);
    started(process);
    let lost = find_lost(process);
    process.deferred_warnings.print_once(&process.library);
    report_and_release(process, "MPI_Finalize", &lost);
}

/// Called after MPI was finalised: nothing can be done by it any more, unless a session is open.
pub fn finalised() {
    if let Some(process) = process::known() {
        process.may_be_down();
    }
}

/// What the program has started and nobody will complete, of which one rank warns.
fn find_lost(process: &Process) -> Lost {
    let lost = requests::lost();
    if let Some(words) = lost.words() {
        report::lost(lost.calls.len() as u64);
        notices::warn_once_for_all(process, "requests that nobody has completed", || {
            format!(
                "ERROR: {words}. Either the program does not complete it, or something calls \
                 PMPI_Wait or the like for it; in that case set SAMEBITS_NONBLOCKING=native, which \
                 leaves such reductions to the MPI library"
            )
        });
    }
    lost
}

/// The last work that is done while MPI is still usable, in a function that ends it.
fn report_and_release(process: &Process, function: &str, lost: &Lost) {
    if process.is_first() {
        precedence::warn_at_end();
    }
    process.deferred_warnings.print_all();
    output::write_report(process, lost);
    tracing::end(process);
    requests::finish_freed(&process.library);
    own_exchanges::finish_all(process, function);
    Communicator::forget_all(&process.library);
    progress::end(&process.library);
    spare::free_all();
    process.library.forget_all();
    process.scratch.clear();
    process.packed.clear();
}

/// Closes a session by `pass_on`. In a program without MPI_Init, MPI ends with the last session.
pub fn close_session(pass_on: impl FnOnce() -> c_int) -> c_int {
    let Some(outermost) = Outermost::enter() else { return nested(pass_on()) };
    let Some(process) = process() else { return pass_on() };
    if process.close_session() && !WORLD.load(Ordering::Relaxed) {
        report_and_release(process, "MPI_Session_finalize", &find_lost(process));
    }
    let code = outermost.code(pass_on());
    if code == 0 {
        process.may_be_down();
    } else {
        process.open_session();
    }
    code
}

thread_local! {
    static ENTERED: Cell<bool> = const { Cell::new(false) };
    static NESTED: Cell<Option<c_int>> = const { Cell::new(None) };
}

/// The function by which the program opens or closes a session. A Fortran procedure calls the C
/// function or its profiling name, depending on the MPI library and the binding, and only one of
/// the two counts.
struct Outermost;

impl Outermost {
    /// None in a function that the outermost one has called.
    fn enter() -> Option<Outermost> {
        (!ENTERED.replace(true)).then_some(Outermost)
    }

    /// The error code of the inner C function, if there was one, because the procedure's error
    /// argument may be absent; else what the outermost function has `returned`.
    fn code(&self, returned: c_int) -> c_int {
        NESTED.take().unwrap_or(returned)
    }
}

impl Drop for Outermost {
    fn drop(&mut self) {
        ENTERED.set(false);
        NESTED.set(None);
    }
}

/// Notes what the inner function has returned.
fn nested(code: c_int) -> c_int {
    NESTED.set(Some(code));
    code
}

/// Called before the job is aborted, so that counts and warnings are not lost.
pub fn aborting() {
    let Some(process) = process().filter(|process| process.is_up()) else { return };
    let warned = process.deferred_warnings.print_all();
    if output::write_report(process, &Lost::default()) || warned {
        report::wait_for_output();
    }
}

/// Called after everything that the program has registered for its end.
extern "C" fn ended() {
    if !precedence::is_forked() {
        guarded("the end of the process", || {
            within(Environment::VectorAndX87, end_without_finalize)
        });
    }
}

/// The end of a process whose MPI_Finalize, or whose MPI calls, may not have arrived.
fn end_without_finalize() {
    if let Some(why) = process::inactive() {
        if launcher::is_first() {
            report_why_not(&format!("not active: {why}"));
        }
        return;
    }
    if !precedence::nothing_arrived() || STARTED.load(Ordering::Relaxed) {
        if let Some(process) = process::known() {
            process.deferred_warnings.print_all();
            if process.is_first() {
                precedence::warn_at_end();
            }
        }
        return;
    }
    // SMPI's ranks have ended before, and it cannot be asked any more.
    let used_mpi =
        |library: &Library| !library.family.ranks_share_a_process() && library.is_initialized();
    if !launcher::is_first() {
        return;
    }
    let why = match Library::find() {
        Ok(library) if used_mpi(&library) => precedence::warn_without_calls(),
        // Shells and compilers are not looked through, unless they are ranks.
        Err(_) if launcher::is_rank() && in_program::is_in_this_program() => {
            precedence::warn_of_mpi_in_program()
        }
        Err(_) if launcher::is_rank() => match hidden::library() {
            Some(file) => precedence::warn_of_namespace(&file),
            // Nothing else shows of one that is gone.
            None if launcher::has_started_this() && hidden::has_closed() => hidden::CLOSED.into(),
            None => return,
        },
        _ => return,
    };
    report_why_not(&why);
}

/// Says instead of a report why there is none, if one was requested.
fn report_why_not(why: &str) {
    match Policy::from_environment() {
        Err(wrong) => report::print_lines(&wrong),
        Ok(policy) if policy.report == Report::Off => {}
        Ok(policy) => output::write_why_not(&policy, why),
    }
}

#[used]
#[link_section = ".fini_array"]
static AT_END: extern "C" fn() = ended;
