//! Writing the report: at MPI_Finalize, at the end of the last session, before MPI_Abort, or when
//! the process ends without any of these.

use super::process::{process, Process};
use super::{guard::guarded, precedence};
use crate::kernel::fpenv::{within, Environment};
use crate::mpi::held_memory::HeldMemory;
use crate::policy::{Report, VERSION};
use crate::report;
use once_cell::sync::OnceCell;
use std::fs::{File, OpenOptions};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{io::Write, path::Path, time::Duration};

static WRITTEN: AtomicBool = AtomicBool::new(false);
static PROCESS_ID: OnceCell<u32> = OnceCell::new();

/// Ensures that a requested report is written even if the process ends without MPI_Finalize.
pub fn prepare(process: &Process) {
    if process.tallies.is_some() {
        // MPI cannot be asked any more when the process ends.
        introduction(process);
        // SAFETY: a function of this library, which is never unloaded.
        unsafe { libc::atexit(at_exit) };
    }
}

extern "C" fn at_exit() {
    // A forked child holds a copy of what its parent counted.
    let same_process = PROCESS_ID.get() == Some(&std::process::id());
    if let Some(process) = process().filter(|_| same_process) {
        guarded("the end of the process", || {
            write_report(process);
        });
    }
}

/// Writes what this rank has counted since the last report, if anything; the program's first rank
/// also reports if it has seen nothing at all. Returns whether there was anything.
pub fn write_report(process: &Process) -> bool {
    let Some(tallies) = &process.tallies else { return false };
    if process.is_stopping() {
        return false;
    }
    let saw_nothing = report::intercepted() == 0;
    let speaks = saw_nothing && process.is_first();
    let first = !WRITTEN.swap(true, Ordering::Relaxed);
    let nothing_counted = tallies.is_empty();
    if nothing_counted && !(speaks && first) {
        return false;
    }
    // Formatting numbers may raise floating-point flags, or trap.
    within(Environment::VectorAndX87, || {
        let policy = process.policy();
        let rank = process.world_rank().filter(|_| !process.is_alone());
        let who = rank.map_or(String::new(), |rank| format!(", communicators led by rank {rank}"));
        let introduction = introduction(process);
        let heading = format!("samebits report: {introduction}; {}{who}", policy.decisive());
        let mut text = tallies.report(&heading, HeldMemory::most());
        let obstacle = precedence::obstacle().filter(|_| saw_nothing);
        // A program may make direct calls only.
        if saw_nothing && (nothing_counted || obstacle.is_some()) {
            let why = obstacle.map_or(String::new(), |why| format!(": {why}"));
            text += &format!("  no reduction of this rank was intercepted{why}\n");
        }
        write(&policy.report, &text);
    });
    true
}

/// Writes a report, or a line that says why there is none, to where the user wants it.
pub fn write(report: &Report, text: &str) {
    if let Report::File(path) = report {
        match open(path).and_then(|mut file| file.write_all(text.as_bytes())) {
            Ok(()) => return,
            Err(error) => report::print_lines(&format!(
                "the report cannot be written to {}: {error}; here it is",
                path.display()
            )),
        }
    }
    report::write_stderr(text);
}

/// Gives rank 0, which tries to open the report's file, the time to stop the job if its directory
/// is missing here; on rank 0's node it may exist.
pub fn await_first_rank(path: &Path) {
    let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
    if directory.is_some_and(|directory| !directory.is_dir()) {
        std::thread::sleep(Duration::from_secs(5));
    }
}

pub fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().append(true).create(true).open(path)
}

/// The version of samebits, the MPI library and the number of ranks, in words.
pub fn introduction(process: &Process) -> &'static str {
    static INTRODUCTION: OnceCell<String> = OnceCell::new();
    INTRODUCTION.get_or_init(|| {
        PROCESS_ID.get_or_init(std::process::id);
        let library = &process.library;
        let ranks = match process.world() {
            Some((_, 1)) => ", 1 rank".to_string(),
            Some((_, size)) => format!(", {size} ranks"),
            None => ", a session".to_string(),
        };
        format!("{VERSION}, in front of {} ({}){ranks}", library.version, library.object.path)
    })
}
