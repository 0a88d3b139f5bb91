//! MPI_Init and MPI_Finalize, seen from whichever language: what is said at the
//! start, and the report at the end.

use super::process::{process, Process};
use crate::kernel::fpenv::{within, Environment};
use crate::mpi::communicator::Communicator;
use crate::policy::{Report, VERSION};
use crate::report::{self, Tallies, INTERCEPTED};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

static STARTED: AtomicBool = AtomicBool::new(false);
static ENDED: AtomicBool = AtomicBool::new(false);

/// Called when an MPI_Init, in any language, has returned. Whether it succeeded
/// is asked of the library: Fortran's error argument may be absent.
pub fn initialised() {
    if let Some(process) = process().filter(|process| process.is_up()) {
        started(process);
    }
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
    if process.world_rank() != Some(0) {
        if let Report::File(path) = &policy.report {
            await_verdict(path);
        }
        return;
    }
    if let Report::File(path) = &policy.report {
        // Found out now rather than at the end of a long run.
        if let Err(error) = open(path) {
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
    if policy.verbose {
        report::say(&format!("{}; {}", introduction(process), policy.decisive()));
    }
}

/// Called before MPI is finalised: writes the report and frees what is kept.
pub fn ending() {
    let Some(process) = process() else { return };
    started(process);
    if ENDED.swap(true, Ordering::Relaxed) {
        return;
    }
    if let Some(tallies) = &process.tallies {
        within(Environment::VectorAndX87, || write_report(process, tallies));
    }
    let constants = &process.library.constants;
    if process.library.is_initialized() && !process.library.is_finalized() {
        Communicator::forget(&process.library, constants.comm_world);
        Communicator::forget(&process.library, constants.comm_self);
        process.library.forget_acceptance();
    }
    process.scratch.clear();
}

/// Each rank writes what it counted, if that is anything; the first rank of the
/// world also says so if it saw nothing at all.
fn write_report(process: &Process, tallies: &Tallies) {
    let rank = process.world_rank();
    let saw_nothing = INTERCEPTED.load(Ordering::Relaxed) == 0;
    if tallies.is_empty() && !(rank == Some(0) && saw_nothing) {
        return;
    }
    let policy = process.policy();
    let who = rank.map_or(String::new(), |rank| format!(", communicators led by rank {rank}"));
    let heading = format!("samebits report: {}; {}{who}", introduction(process), policy.decisive());
    let mut text = tallies.report(&heading);
    if saw_nothing {
        text += "  no MPI_Reduce or MPI_Allreduce of this rank was intercepted\n";
    }
    if let Report::File(path) = &policy.report {
        match open(path).and_then(|mut file| file.write_all(text.as_bytes())) {
            Ok(()) => return,
            Err(error) => report::say(&format!(
                "the report cannot be written to {}: {error}; here it is",
                path.display()
            )),
        }
    }
    report::write_whole(&text);
}

/// Rank 0 tries the file. Another rank that sees that its folder is missing gives
/// rank 0 the time to stop the job before the program goes on; if rank 0 finds
/// the folder, on its node, all is well.
fn await_verdict(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        std::thread::sleep(Duration::from_secs(5));
    }
}

fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().append(true).create(true).open(path)
}

/// Who we are and what we stand in front of.
fn introduction(process: &Process) -> String {
    let library = &process.library;
    let ranks = library
        .rank_and_size(library.constants.comm_world)
        .map_or(String::new(), |(_, size)| format!(", {size} ranks"));
    format!("{VERSION}, in front of {} ({}){ranks}", library.version, library.object.path)
}
