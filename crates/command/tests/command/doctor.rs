//! doctor on programs and libraries that a compiler makes here, and behind a launcher that is a script.
//! Without a compiler these tests pass over what needs one.

use crate::schema::Schema;
use crate::skipped::skipped;
use crate::support::contains;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// It starts as many processes as -n says, with the variables of -x, after what `setup` does.
const LAUNCHER: &str = r#"#!/bin/sh
if [ "$1" = --version ]; then echo 'mpirun (Open MPI) 4.1.4'; exit; fi
n=1
while :; do
    case $1 in
    -x) export "$2"; shift 2 ;;
    -n) n=$2; shift 2 ;;
    *) break ;;
    esac
done
rank=0
while [ $rank -lt $n ]; do
    export OMPI_COMM_WORLD_RANK=$rank
    SETUP
    "$@" || exit
    rank=$((rank + 1))
done
"#;

/// It starts two processes, as Slurm numbers them, and hands the environment on.
const SRUN: &str = r#"#!/bin/sh
while :; do
    case $1 in
    -n) shift 2 ;;
    --export=*) all=${1#--export=ALL,}; export "${all?}"; shift ;;
    *) break ;;
    esac
done
for rank in 0 1; do
    export SLURM_PROCID=$rank SLURM_STEP_NUM_TASKS=2 PREFIX_RANK=$rank
    "$@" || exit
done
"#;

const MPI: &str = "int ompi_mpi_comm_world;
int PMPI_Allreduce(void) { return 0; }
int MPI_Allreduce(void) { return 0; }
int MPI_Accumulate(void) { return 0; }
int MPI_Init(void) { return 0; }";

const PROGRAM: &str = "int MPI_Init(void), MPI_Allreduce(void), MPI_Accumulate(void);
int main(void) { return MPI_Init() + MPI_Allreduce() + MPI_Accumulate(); }";

struct Place {
    top: TempDir,
}

impl Place {
    fn new() -> Option<Place> {
        let place = Place { top: tempfile::tempdir().unwrap() };
        let version = samebits_policy::VERSION;
        let samebits = format!("const char *samebits_version(void) {{ return \"{version}\"; }}");
        let shared = ["-shared", "-fPIC"];
        // Only the first one finds out whether there is a compiler.
        place.compile(&samebits, "libsamebits.so", &shared)?;
        place.compile(
            MPI,
            "libmpi_made.so.1",
            &[&shared[..], &["-Wl,-soname,libmpi_made.so.1"]].concat(),
        );
        place.launcher("mpirun", ":");
        Some(place)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.top.path().join(name)
    }

    fn compile(&self, source: &str, name: &str, options: &[&str]) -> Option<()> {
        let file = self.path("source.c");
        fs::write(&file, source).unwrap();
        let mut command = Command::new("cc");
        command.current_dir(self.top.path()).arg("source.c").args(["-w", "-o", name]).args(options);
        match command.output() {
            Ok(output) if output.status.success() => Some(()),
            Ok(output) => panic!("{output:?}"),
            Err(_) => {
                skipped("there is no compiler");
                None
            }
        }
    }

    fn launcher(&self, name: &str, setup: &str) {
        let path = self.path(name);
        fs::write(&path, LAUNCHER.replace("SETUP", setup)).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// A program that is linked to the MPI library.
    fn program(&self) {
        self.compile(PROGRAM, "program", &["./libmpi_made.so.1", "-Wl,-rpath,$ORIGIN"]);
    }

    fn doctor(&self, variables: &[(&str, &str)], arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_samebits"));
        command.env_clear().envs(variables.iter().copied());
        command.env("PATH", format!("{}:/usr/bin:/bin", self.top.path().display()));
        let library = format!("--library={}", self.path("libsamebits.so").display());
        command.current_dir(self.top.path()).args(["doctor", &library]).args(arguments);
        command.output().unwrap()
    }

    /// What it prints, if its status is that one.
    #[track_caller]
    fn found(&self, status: i32, arguments: &[&str]) -> String {
        let output = self.doctor(&[], arguments);
        assert_eq!(output.status.code(), Some(status), "{output:?}");
        assert_eq!(output.stderr, b"", "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }
}

#[track_caller]
fn lacks(text: &str, part: &str) {
    assert!(!text.contains(part), "{part:?} is in:\n{text}");
}

#[test]
fn without_a_command_it_looks_at_the_machine_and_the_library() {
    let Some(place) = Place::new() else { return };
    let found = place.found(0, &[]);
    contains(&found, &["ok       CPU: ", "/dev/shm", "mpirun (Open MPI)", "and loads", "0 errors"]);
    fs::write(place.path("libsamebits.so"), "").unwrap();
    contains(&place.found(1, &[]), &["error    ", "libsamebits.so is not a library", "1 error,"]);
    contains(&place.found(0, &["--checks"]), &["rank-library", "the program's calls before"]);
}

#[test]
fn a_program_is_looked_at_and_ranks_are_asked() {
    let Some(place) = Place::new() else { return };
    place.program();
    let found = place.found(0, &["--", "mpirun", "-n", "3", "./program"]);
    contains(
        &found,
        &[
            "warning  MPI_Accumulate in program",
            "ok       covered: MPI_Allreduce in program",
            "libmpi_made.so.1 (Open MPI)",
            "ok       3 ranks on ",
            "ok       every rank has loaded samebits",
        ],
    );
    let found = place.found(0, &["--no-probe", "--", "mpirun", "-n", "3", "./program"]);
    lacks(&found, "3 ranks");
    let found = place.found(0, &["--", "./program"]);
    contains(&found, &["covered: MPI_Allreduce"]);
}

#[test]
fn launchers_that_lose_something_are_noticed() {
    let Some(place) = Place::new() else { return };
    place.program();
    let with = |setup: &str, status: i32| {
        place.launcher("mpirun", setup);
        place.found(status, &["--", "mpirun", "-n", "2", "./program"])
    };
    let found = with("[ $rank = 0 ] || unset LD_PRELOAD", 1);
    contains(&found, &["does not reach rank 1 on ", "rank 1 on ", "has not loaded"]);
    contains(&with("export OMPI_COMM_WORLD_RANK=0", 1), &["several are rank 0"]);
    contains(
        &with("echo no slots; exit 3", 2),
        &["has started no rank (exit status: 3)", "no slots"],
    );
    let found = with("[ $rank = 0 ] || exit 7", 2);
    contains(&found, &["1 of 2 ranks answered (exit status: 7): is ", "missing on the others"]);
    let found = with("[ $rank = 0 ] || exit 0", 2);
    contains(&found, &["error    1 of 2 ranks answered: is "]);
    // As many as the launcher says, where its arguments do not tell.
    place.launcher("mpirun", "export OMPI_COMM_WORLD_SIZE=5");
    let found = place.found(2, &["mpirun", "./program"]);
    contains(&found, &["1 of 5 ranks answered"]);
    let found = with("export OMP_NUM_THREADS=$((rank + 1))", 0);
    contains(&found, &["warning  OMP_NUM_THREADS is not the same on all ranks: 1: rank 0 on "]);
}

#[test]
fn a_command_needs_no_dashes_in_front() {
    let Some(place) = Place::new() else { return };
    place.program();
    for dashes in [&[][..], &["--"]] {
        let found = place.found(0, &[dashes, &["./program", "--checks"]].concat());
        contains(&found, &["covered: MPI_Allreduce in program"]);
        let found = place.found(0, &[dashes, &["mpirun", "-n", "2", "./program"]].concat());
        contains(&found, &["ok       2 ranks on "]);
    }
}

#[test]
fn srun_without_pmi_is_an_error() {
    let Some(place) = Place::new() else { return };
    place.program();
    for (prefix, status) in [("SLURM", 1), ("PMI", 0)] {
        let path = place.path("srun");
        fs::write(&path, SRUN.replace("PREFIX", prefix)).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let found = place.found(status, &["srun", "-n", "2", "./program"]);
        let said = found.contains("error    srun offers the 2 ranks no PMI");
        assert_eq!(said, status == 1, "{found}");
    }
}

#[test]
fn what_only_mpis_bindings_for_cxx_call_is_not_the_programs() {
    let Some(place) = Place::new() else { return };
    // A method, as the compiler names it, that only a table of methods refers to.
    let method = "int MPI_Init(void), MPI_Allreduce(void), MPI_Accumulate(void);
        int _ZNK3MPI3Win10AccumulateEv(void) { return MPI_Accumulate() + 1; }
        int (*_ZTVN3MPI3WinE[])(void) = {_ZNK3MPI3Win10AccumulateEv};
        int other(void);
        int main(void) { return MPI_Init() + MPI_Allreduce() + other(); }
        int other(void) { return OTHER; }";
    let compile = |other: &str, more: &[&str]| {
        let own = ["./libmpi_made.so.1", "-Wl,-rpath,$ORIGIN"];
        place.compile(&method.replace("OTHER", other), "program", &[&own, more].concat());
        place.found(0, &["./program"]).contains("MPI_Accumulate in program")
    };
    for more in [&["-O0"][..], &["-O2"], &["-O2", "-fno-plt"], &["-fcf-protection=none"]] {
        if cfg!(target_arch = "x86_64") {
            assert!(!compile("0", more), "{more:?}");
        }
        assert!(compile("MPI_Accumulate()", more), "{more:?}");
        assert!(compile("_ZNK3MPI3Win10AccumulateEv()", more), "{more:?}");
        assert!(compile("(long)&MPI_Accumulate > 1", more), "{more:?}");
    }
}

#[test]
fn a_library_that_translates_mpi_is_named() {
    let Some(place) = Place::new() else { return };
    let layer = "void *dlopen(const char *, int);
        int MPI_Init(void) { return !dlopen(\"libmpi_made.so.1\", 1); }
        int MPI_Allreduce(void) { return 0; }
        int MPI_Accumulate(void) { return 0; }";
    place.compile(layer, "liblayer.so", &["-shared", "-fPIC", "-Wl,-soname,liblayer.so"]);
    place.compile(PROGRAM, "program", &["./liblayer.so", "-Wl,-rpath,$ORIGIN", "-ldl"]);
    let found = place.found(0, &["./program"]);
    contains(&found, &["warning  ", "liblayer.so takes the place of MPI and opens an MPI library"]);
    lacks(&found, "needs no MPI library");
}

#[test]
fn a_probe_that_does_not_end_is_ended() {
    let Some(place) = Place::new() else { return };
    place.program();
    place.launcher("mpirun", "exec sleep 60");
    let found = place.found(2, &["--timeout=1", "--", "mpirun", "./program"]);
    contains(&found, &["had not ended after 1 seconds"]);
}

#[test]
fn programs_that_cannot_be_helped() {
    let Some(place) = Place::new() else { return };
    let look = |status: i32| place.found(status, &["--", "./program"]);
    let inside = format!("{MPI}\n{}", PROGRAM.split_once('\n').unwrap().1);
    place.compile(&inside, "program", &[]);
    contains(&look(1), &["has the MPI library in it"]);
    let tool = "int PMPI_Allreduce(void); int MPI_Allreduce(void) { return PMPI_Allreduce(); }
        int main(void) { return MPI_Allreduce(); }";
    place.compile(tool, "program", &["./libmpi_made.so.1", "-Wl,-rpath,$ORIGIN"]);
    contains(&look(1), &["program intercepts MPI's reductions itself"]);
    place.program();
    fs::remove_file(place.path("libmpi_made.so.1")).unwrap();
    contains(&look(1), &["libmpi_made.so.1, which ", "program needs, is not found"]);
    fs::write(place.path("program"), "#!/bin/sh\n").unwrap();
    contains(&look(0), &["./program is a script", "/bin/sh"]);
    fs::write(place.path("program"), "text").unwrap();
    contains(&look(1), &["neither a program nor a script"]);
}

#[test]
fn json_has_findings_and_ranks() {
    let Some(place) = Place::new() else { return };
    place.program();
    let text = place.found(0, &["--json", "--", "mpirun", "-n", "2", "./program"]);
    let value: Value = serde_json::from_str(&text).unwrap();
    Schema::read("doctor.schema.json").check(&value);
    let ranks = value["ranks"].as_array().unwrap();
    assert_eq!(
        ranks.iter().map(|rank| rank["rank"].as_u64()).collect::<Vec<_>>(),
        [Some(0), Some(1)]
    );
    assert_eq!(ranks[0]["loaded"], samebits_policy::VERSION);
    assert_eq!(ranks[0]["digest"], ranks[1]["digest"]);
    let findings = value["findings"].as_array().unwrap();
    let check = |name: &str| findings.iter().find(|finding| finding["check"] == name).unwrap();
    assert_eq!(check("one-sided")["severity"], "warning");
    assert_eq!(check("reductions")["severity"], "ok");
}

#[test]
fn variables_are_handed_on_and_judged() {
    let Some(place) = Place::new() else { return };
    place.program();
    let run = |name: &str, value: &str| {
        let output = place.doctor(&[(name, value)], &["--", "mpirun", "./program"]);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (status, found) = run("SAMEBITS_ARITHMETIC", "exat");
    assert_eq!(status, Some(1));
    contains(&found, &["error    SAMEBITS_ARITHMETIC=exat is not accepted"]);
    let (status, found) = run("SAMEBITS_ARITHMETIC", "native");
    assert_eq!(status, Some(0));
    contains(&found, &["warning  SAMEBITS_ARITHMETIC=native"]);
}

#[test]
fn what_is_no_command_is_said() {
    let Some(place) = Place::new() else { return };
    let wrong = |arguments: &[&str], part: &str| {
        let output = place.doctor(&[], arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        contains(&String::from_utf8(output.stderr).unwrap(), &[part]);
    };
    wrong(&["--", "nothing"], "there is no program nothing in PATH");
    wrong(&["--", "mpirun", "-n", "2"], "no program is named after it");
    wrong(&["--", "mpirun", "--app", "list"], "the programs are named in a file (--app list)");
    wrong(&["--", "mpirun", "./nothing"], "there is no program ./nothing");
    fs::write(place.path("mpiexec"), "#!/bin/sh\necho something new\n").unwrap();
    fs::set_permissions(place.path("mpiexec"), fs::Permissions::from_mode(0o755)).unwrap();
    wrong(&["--", "mpiexec", "./a"], "of an MPI that samebits does not know");
    assert!(Path::new(env!("CARGO_BIN_EXE_samebits")).is_file());
}
