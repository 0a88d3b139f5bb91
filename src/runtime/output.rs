//! The report's way out: at MPI_Finalize, at the end of the last session, before
//! MPI_Abort, or when the process ends without any of these.

use super::guard::guarded;
use super::precedence;
use super::process::{process, Process};
use crate::kernel::fpenv::{within, Environment};
use crate::policy::{Report, VERSION};
use crate::report;
use once_cell::sync::OnceCell;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

static WRITTEN: AtomicBool = AtomicBool::new(false);

/// Where a report was asked for, sees to it that it is written even if the
/// process ends without MPI_Finalize.
pub fn prepare(process: &Process) {
    if process.tallies.is_some() {
        // MPI cannot be asked any more when the process ends.
        introduction(process);
        // SAFETY: a function of this library, which is never unloaded.
        unsafe { libc::atexit(at_exit) };
    }
}

extern "C" fn at_exit() {
    // A child that was forked holds a copy of what its parent counted.
    let same_process = PROCESS_ID.get() == Some(&std::process::id());
    if let Some(process) = process().filter(|_| same_process) {
        guarded("the end of the process", || {
            write_report(process);
        });
    }
}

static PROCESS_ID: OnceCell<u32> = OnceCell::new();

/// Each rank writes what it counted since the last report, if that is anything;
/// the first rank of the program also says so if it saw nothing at all. Returns
/// whether there was anything.
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
        let rank = process.world_rank();
        let led_by = |rank| format!(", communicators led by rank {rank}");
        let who = rank.filter(|_| !process.is_alone()).map_or(String::new(), led_by);
        let introduction = introduction(process);
        let heading = format!("samebits report: {introduction}; {}{who}", policy.decisive());
        let mut text = tallies.report(&heading);
        let obstacle = precedence::obstacle().filter(|_| saw_nothing);
        // (A program may make direct calls alone.)
        if saw_nothing && (nothing_counted || obstacle.is_some()) {
            let why = obstacle.map_or(String::new(), |why| format!(": {why}"));
            text += &format!("  no reduction of this rank was intercepted{why}\n");
        }
        put(&policy.report, &text);
    });
    true
}

/// Writes a report, or in its place a line that says why there is none, where the user wants it.
pub fn put(report: &Report, text: &str) {
    if let Report::File(path) = report {
        match open(path).and_then(|mut file| file.write_all(text.as_bytes())) {
            Ok(()) => return,
            Err(error) => report::say(&format!(
                "the report cannot be written to {}: {error}; here it is",
                path.display()
            )),
        }
    }
    report::write_whole(text);
}

/// Rank 0 tries the file. Another rank that sees that its folder is missing gives
/// rank 0 the time to stop the job before the program goes on; if rank 0 finds
/// the folder, on its node, all is well.
pub fn await_verdict(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        std::thread::sleep(Duration::from_secs(5));
    }
}

/// Opens the report's file, to append to it.
pub fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().append(true).create(true).open(path)
}

/// Who we are and what we stand in front of.
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
