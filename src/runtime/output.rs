//! Writing the report: at MPI_Finalize, at the end of the last session, before MPI_Abort, or when
//! the process ends without any of these.

use super::origin::{self, origin};
use super::process::{process, Process};
use super::{guard::guarded, precedence};
use samebits_base::files::{self, Existing, Mode};
use samebits_kernel::fpenv::{within, Environment};
use samebits_mpi::{launcher, memory::held::HeldMemory};
use samebits_policy::{Policy, Report};
use samebits_reduction::report::{self, json::Json};
use samebits_reduction::requests::{self, Lost};
use std::fs::File;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{io::Write, path::Path, time::Duration};

static WRITTEN: AtomicBool = AtomicBool::new(false);

/// Ensures that a requested report is written even if the process ends without MPI_Finalize.
pub fn prepare(process: &Process) {
    if process.tallies.is_some() {
        // MPI cannot be asked any more when the process ends.
        origin(process);
        // SAFETY: a function of this library, which is never unloaded.
        unsafe { libc::atexit(at_exit) };
    }
}

extern "C" fn at_exit() {
    // A forked child holds a copy of what its parent counted.
    let same_process = origin::is_this_process();
    if let Some(process) = process().filter(|_| same_process) {
        guarded("the end of the process", || {
            write_report(process, &requests::lost());
        });
    }
}

/// Writes what this rank has counted since the last report, if anything; the program's first rank
/// also reports if it has seen nothing at all, and to a file in JSON the first one of each host, so that all
/// hosts are there. `lost` is what nobody has completed and nobody will. Returns whether there was anything.
pub fn write_report(process: &Process, lost: &Lost) -> bool {
    let Some(tallies) = &process.tallies else { return false };
    if process.is_stopping() {
        return false;
    }
    lost.counted.iter().for_each(|call| tallies.lost(call));
    let saw_nothing = report::intercepted() == 0;
    let speaks = saw_nothing && process.is_first();
    let first = !WRITTEN.swap(true, Ordering::Relaxed);
    let nothing_counted = tallies.is_empty();
    let for_host = || process.policy().report.is_json() && launcher::local_rank() == Some(0);
    if nothing_counted && !(first && (speaks || for_host())) {
        return false;
    }
    // Formatting numbers may raise floating-point flags, or trap.
    within(Environment::VectorAndX87, || {
        let mut summary = tallies.take(HeldMemory::most());
        let obstacle = precedence::obstacle().filter(|_| saw_nothing);
        // A program may make direct calls only.
        if saw_nothing && (nothing_counted || obstacle.is_some()) {
            summary.nothing = Some(obstacle);
        }
        summary.errors.extend(lost.words());
        let policy = process.policy();
        write(
            policy,
            || summary.text(&heading(process)),
            || summary.json(origin(process).heading(process)),
        );
    });
    true
}

fn heading(process: &Process) -> String {
    let rank = process.world_rank().filter(|_| !process.is_alone());
    let who = rank.map_or(String::new(), |rank| format!(", communicators led by rank {rank}"));
    let introduction = &origin(process).introduction;
    format!("samebits report: {introduction}; {}{who}", process.policy().decisive())
}

/// Writes instead of a report why there is none.
pub fn write_why_not(policy: &Policy, why: &str) {
    let text = || format!("samebits: no report: {why}\n");
    write(policy, text, || {
        let why = [("no_report", Json::from(why))];
        format!("{}\n", Json::object(origin::this_process().into_iter().chain(why)))
    });
}

/// Writes a report to where the user wants it, in the form that its name asks for.
fn write(policy: &Policy, text: impl Fn() -> String, json: impl Fn() -> String) {
    if let Report::File(path) = &policy.report {
        let written = if policy.report.is_json() { json() } else { text() };
        match open(path, policy.file_mode).and_then(|mut file| file.write_all(written.as_bytes())) {
            Ok(()) => return,
            Err(error) => report::print_lines(&format!(
                "the report cannot be written to {}: {error}; here it is",
                path.display()
            )),
        }
    }
    report::write_stderr(&text());
}

/// Gives rank 0, which tries to open the report's file, the time to stop the job if its directory
/// is missing here, or a link is in the file's place; on rank 0's node it may be otherwise.
pub fn await_first_rank(path: &Path) {
    let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
    if directory.is_some_and(|directory| !directory.is_dir()) || files::link(path).is_some() {
        std::thread::sleep(Duration::from_secs(5));
    }
}

pub fn open(path: &Path, mode: Mode) -> std::io::Result<File> {
    files::open(path, Existing::Appended, mode)
}
