//! What a trace holds.

use crate::schema::Schema;
use crate::skipped::skipped;
use crate::support::{contains, file, file_in, printed, refused, Run};
use samebits_trace::format::{padding, Class, Record, Values};
use serde_json::Value;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

fn run() -> Run {
    let mut run = Run::new(2);
    run.note("MPI=Open MPI 4.1.4");
    run.ranks[1].write(Record::Note("host=b".into()));
    run.how(Class::Reproduced, &["exact", "gather"]);
    run.usual(2);
    for rank in &mut run.ranks {
        let done = rank.iallreduce(1, 0x400, 9);
        rank.choice("MPI_Waitany", 0x500, 3);
        rank.complete(done, 10);
        let bytes = 0.5f64.to_le_bytes().to_vec();
        let (comm, number, start) = (done.comm, done.number, done.start);
        rank.write(Record::Values(Values { comm, number, start, result: true, bytes }));
        rank.bytes.extend(padding(16));
        rank.write(Record::Interval { from: 4, number: 2, digest: 5 });
    }
    run.end()
}

#[test]
fn a_trace_is_shown_as_a_table() {
    let top = run().save();
    let shown = printed(&["show", top.path().to_str().unwrap()], 0);
    contains(
        &shown,
        &[
            ", 2 ranks\n",
            "  MPI=Open MPI 4.1.4\n",
            "  host=b  (rank 1)\n",
            "All ranks have ended by MPI_Finalize",
            "     1       2  MPI_Allreduce        4 MPI_DOUBLE MPI_SUM            0000000000000066  \
             00000000000003e9  2 on MPI_COMM_WORLD; exact by gather; program+0x101 (step_101)\n",
            "(later)",
            "complete",
            "result: 0.5\n",
            "MPI_Waitany          took request 3",
            "reductions 4 to 5, digested together: 0000000000000005",
            "the end, after 3 reductions",
        ],
    );
}

#[test]
fn how_the_first_of_a_kind_was_served_is_said_behind_it() {
    let mut run = Run::new(1);
    run.ranks[0].next_how(1);
    run.usual(2);
    run.how(Class::Reproduced, &["exact", "gather"]);
    let top = run.end().save();
    let shown = printed(&["show", top.path().to_str().unwrap()], 0);
    assert_eq!(shown.matches("exact by gather").count(), 2, "{shown}");
}

#[test]
fn filters_choose_lines() {
    let top = run().save();
    let path = top.path().to_str().unwrap();
    let lines = |options: &[&str]| -> Vec<Value> {
        let shown = printed(&[&["show", "--json", path], options].concat(), 0);
        let lines: Vec<Value> =
            shown.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let schema = Schema::read("show.schema.json");
        lines.iter().for_each(|line| schema.check(line));
        lines
            .into_iter()
            .filter(|line: &Value| line["kind"] != "job" && line["kind"] != "rank")
            .collect()
    };
    assert_eq!(lines(&[]).len(), 16);
    assert_eq!(lines(&["--rank=1"]).len(), 8);
    assert_eq!(lines(&["--call=MPI_Allreduce"]).len(), 4);
    assert_eq!(lines(&["--call=MPI_Iallreduce"]).len(), 6);
    assert_eq!(lines(&["--site=step_500"]).len(), 2);
    assert_eq!(lines(&["--comm=WORLD", "--limit=1"]).len(), 2);
    assert_eq!(lines(&["--comm=other"]).len(), 0);
    let first = &lines(&["--rank=0"])[0];
    assert_eq!((&first["kind"], &first["rank"]), (&"reduction".into(), &0.into()));
    assert_eq!(first["contribution"], "0000000000000001");
    contains(&refused(&["show", path, "--rank=5"]), &["there is no trace of rank 5"]);
    let one = file_in(&top, 1);
    contains(&printed(&["show", one.to_str().unwrap()], 0), &["The rank has ended"]);
}

#[test]
fn a_trace_that_is_being_written_is_followed_to_its_end() {
    let (top, whole) = (tempfile::tempdir().unwrap(), run());
    let job = top.path().join("job-1-host-1");
    fs::create_dir(&job).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_samebits"));
    command.args(["show", "--follow", top.path().to_str().unwrap()]).stdout(Stdio::piped());
    let child = command.spawn().unwrap();
    let mut parts = Vec::new();
    for rank in &whole.ranks {
        // A file is longer than what is written in it.
        let path = file(&job, rank.header.rank);
        let bytes = [rank.header.encode().to_vec(), rank.bytes.clone()].concat();
        let mut first = bytes.clone();
        first[300..].fill(0);
        fs::write(&path, &first).unwrap();
        parts.push((path, bytes));
        std::thread::sleep(Duration::from_millis(150));
    }
    for (path, bytes) in parts {
        OpenOptions::new().write(true).open(path).unwrap().write_all(&bytes).unwrap();
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(shown.matches("the end, after 3").count(), 2, "{shown}");
    assert_eq!(shown.matches("MPI_Allreduce").count(), 4, "{shown}");
}

#[test]
fn source_lines_are_looked_for_unless_that_is_not_wanted() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("site.c"), "\n\nint called(int a) { return a * 3; }\n").unwrap();
    let mut compiler = Command::new("cc");
    compiler.current_dir(folder.path()).args(["-g", "-shared", "-fPIC", "-o", "site.so", "site.c"]);
    if !compiler.status().is_ok_and(|status| status.success()) {
        return skipped("there is no compiler");
    }
    let module = folder.path().join("site.so").to_str().unwrap().to_string();
    let mut run = Run::new(1);
    let rank = &mut run.ranks[0];
    let offset = offset_of(&module, c"called");
    rank.write(Record::Module { id: 2, path: module });
    rank.write(Record::Site { id: 9, module: 2, offset, function: "called".into() });
    let shape = rank.shape("MPI_Allreduce", "MPI_DOUBLE");
    let mut reduction = rank.reduction(1, shape, 0x100);
    reduction.site = 9;
    rank.write(Record::Reduction(reduction));
    // The file is older than the run.
    rank.header.began = u64::MAX;
    let top = run.end().save();
    let path = top.path().to_str().unwrap();
    for options in [&["show"][..], &["show", "--source"]] {
        contains(&printed(&[options, &[path]].concat(), 0), &["/site.c:3 [site.so+0x"]);
    }
    let without = printed(&["show", "--no-source", path], 0);
    contains(&without, &["(called)"]);
    assert!(!without.contains("site.c"), "{without}");
    let wrong = refused(&["show", "--rank=x", path]);
    contains(&wrong, &["'x' for '--rank", "it takes a whole number"]);
}

/// Behind a function's first byte, in the file that defines it.
fn offset_of(module: &str, function: &std::ffi::CStr) -> u64 {
    let module = std::ffi::CString::new(module).unwrap();
    // SAFETY: a library without constructors, that stays.
    let handle = unsafe { libc::dlopen(module.as_ptr(), libc::RTLD_NOW) };
    assert!(!handle.is_null());
    // SAFETY: a handle from above, and a C string.
    let address = unsafe { libc::dlsym(handle, function.as_ptr()) };
    // SAFETY: all fields may be null.
    let mut place: libc::Dl_info = unsafe { std::mem::zeroed() };
    // SAFETY: an address of that library, and room for what is known of it.
    assert_ne!(unsafe { libc::dladdr(address, &mut place) }, 0);
    (address as usize - place.dli_fbase as usize + 1) as u64
}
