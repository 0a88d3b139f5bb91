//! Programs behind the library: by dry runs, and by a launcher that prints what it is told.

use crate::support::contains;
use samebits_policy::VARIABLES;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A directory with a library, launchers, and nothing else in PATH.
pub struct Place {
    top: TempDir,
}

pub const OPEN_MPI: &str = "mpirun (Open MPI) 4.1.4";
pub const MPICH: &str = "HYDRA build details:\n    Version: 4.0.2";
pub const INTEL: &str = "Intel(R) MPI Library for Linux* OS, Version 2021.13";

impl Place {
    pub fn new() -> Place {
        let place = Place { top: tempfile::tempdir().unwrap() };
        fs::write(place.library(), "").unwrap();
        place
    }

    pub fn path(&self) -> &Path {
        self.top.path()
    }

    fn library(&self) -> PathBuf {
        self.path().join("libsamebits.so")
    }

    /// A launcher that prints its version, or the arguments and what it finds set.
    pub fn launcher(&self, name: &str, version: &str) -> PathBuf {
        let path = self.path().join(name);
        let script = format!(
            "#!/bin/sh\nif [ \"$1\" = --version ]; then printf '%s\\n' '{version}'; exit; fi\n\
             printf '<%s>' \"$@\"\necho \" preload=$LD_PRELOAD\"\nexit 7\n"
        );
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    pub fn run(&self, variables: &[(&str, &str)], arguments: &[&str]) -> Output {
        self.run_by(Path::new(env!("CARGO_BIN_EXE_samebits")), variables, arguments)
    }

    fn run_by(&self, own: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> Output {
        let mut command = Command::new(own);
        command.env_clear().envs(variables.iter().copied());
        command.env("PATH", format!("{}:/usr/bin:/bin", self.path().display()));
        let library = format!("--library={}", self.library().display());
        command.current_dir(self.path()).arg("run").arg(library).args(arguments);
        command.output().unwrap()
    }

    /// What a dry run prints; `L` stands for the library.
    pub fn dry(&self, variables: &[(&str, &str)], arguments: &[&str]) -> String {
        let output = self.run(variables, &[&["--dry-run"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        text.trim_end().replace(self.library().to_str().unwrap(), "L")
    }

    pub fn wrong(&self, arguments: &[&str]) -> String {
        let output = self.run(&[], arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert_eq!(output.stdout, b"");
        String::from_utf8(output.stderr).unwrap()
    }
}

#[test]
fn the_launcher_is_told_in_its_own_way() {
    let place = Place::new();
    for (version, told) in [
        (OPEN_MPI, "mpirun -x LD_PRELOAD=L -n 2 ./a"),
        ("mpirun (OpenRTE) 4.1.4", "mpirun -x LD_PRELOAD=L -n 2 ./a"),
        (MPICH, "mpirun -genv LD_PRELOAD L -n 2 ./a"),
        (INTEL, "mpirun -genv LD_PRELOAD L -n 2 ./a"),
    ] {
        place.launcher("mpirun", version);
        assert_eq!(place.dry(&[], &["--", "mpirun", "-n", "2", "./a"]), told);
    }
    place.launcher("srun", "");
    assert_eq!(place.dry(&[], &["--", "srun", "./a"]), "srun --export=ALL,LD_PRELOAD=L ./a");
    place.launcher("flux", "");
    assert_eq!(place.dry(&[], &["--", "flux", "run", "./a"]), "flux run --env=LD_PRELOAD=L ./a");
}

#[test]
fn links_and_names_tell_the_launcher() {
    let place = Place::new();
    // It would not say what it is.
    place.launcher("orterun", "");
    std::os::unix::fs::symlink("orterun", place.path().join("mpiexec")).unwrap();
    assert_eq!(place.dry(&[], &["--", "mpiexec", "./a"]), "mpiexec -x LD_PRELOAD=L ./a");
    place.launcher("mpiexec.mpich", "");
    let path = place.path().join("mpiexec.mpich").display().to_string();
    let told = place.dry(&[], &["--", &path, "./a"]);
    assert!(told.ends_with("mpiexec.mpich -genv LD_PRELOAD L ./a"), "{told}");
}

#[test]
fn options_become_variables_of_the_ranks() {
    let place = Place::new();
    place.launcher("mpirun", MPICH);
    let here = place.path().canonicalize().unwrap();
    let here = here.display();
    let told = place.dry(
        &[("SAMEBITS_THREADS", "2"), ("SAMEBITS_SCHEDULE", "gather"), ("LD_PRELOAD", "")],
        &[
            "--arithmetic=tree",
            "--schedule=slices",
            "--unsupported=error",
            "--report",
            "--trace=t",
            "--trace-values=8",
            "--set",
            "SAMEBITS_VERBOSE=1",
            "--",
            "mpirun",
            "./a b",
        ],
    );
    let expected = format!(
        "mpirun -genv LD_PRELOAD L -genv SAMEBITS_THREADS 2 -genv SAMEBITS_VERBOSE 1 \
         -genv SAMEBITS_ARITHMETIC tree -genv SAMEBITS_SCHEDULE slices -genv SAMEBITS_UNSUPPORTED \
         error -genv SAMEBITS_REPORT 1 -genv SAMEBITS_TRACE {here}/t -genv SAMEBITS_TRACE_VALUES 8 \
         './a b'"
    );
    assert_eq!(told, expected);
    // What a module system says of where samebits is installed is not for the ranks.
    let told = place.dry(&[("SAMEBITS_ROOT", "/opt/s")], &["--file-mode=600", "--", "mpirun", "a"]);
    assert_eq!(told, "mpirun -genv LD_PRELOAD L -genv SAMEBITS_FILE_MODE 600 a");
    let told = place.dry(&[], &["--report=out", "--", "mpirun", "a"]);
    contains(&told, &[&format!("SAMEBITS_REPORT {here}/out")]);
    // By the number of ranks, say: the variable's own values do not matter to the option.
    let told = place.dry(&[], &["--trace=1", "--", "mpirun", "a"]);
    contains(&told, &[&format!("SAMEBITS_TRACE {here}/1")]);
}

#[test]
fn options_end_where_the_command_begins() {
    let place = Place::new();
    place.launcher("mpirun", MPICH);
    let told = "mpirun -genv LD_PRELOAD L -n 2 ./a --report";
    for dashes in [&["--"][..], &[]] {
        let arguments = [dashes, &["mpirun", "-n", "2", "./a", "--report"]].concat();
        assert_eq!(place.dry(&[], &arguments), told);
    }
}

#[test]
fn a_reports_file_may_be_a_word_of_its_own_before_the_dashes() {
    let place = Place::new();
    place.launcher("mpirun", OPEN_MPI);
    let here = place.path().canonicalize().unwrap();
    let told = |arguments: &[&str]| place.dry(&[], arguments);
    assert_eq!(
        told(&["--report", "out.json", "--", "mpirun", "./a"]),
        format!("mpirun -x LD_PRELOAD=L -x SAMEBITS_REPORT={}/out.json ./a", here.display())
    );
    let standing_alone = "mpirun -x LD_PRELOAD=L -x SAMEBITS_REPORT=1 ./a";
    assert_eq!(told(&["--report", "mpirun", "./a"]), standing_alone);
    assert_eq!(told(&["--report", "--", "mpirun", "./a"]), standing_alone);
    let wrong = place.wrong(&["--report", "out.json", "mpirun", "./a"]);
    contains(&wrong, &["there is no program out.json", "write --report=out.json"]);
}

#[test]
fn a_tilde_is_the_home_directory() {
    let place = Place::new();
    place.launcher("mpirun", OPEN_MPI);
    let home = [("HOME", "/h")];
    for arguments in [
        &["--trace=~/t", "--report=~/r"][..],
        &["--set", "SAMEBITS_TRACE=~/t", "--set=SAMEBITS_REPORT=~/r"],
    ] {
        let told = place.dry(&home, &[arguments, &["--", "mpirun", "./a"]].concat());
        contains(&told, &["SAMEBITS_TRACE=/h/t", "SAMEBITS_REPORT=/h/r"]);
    }
    let told = place.dry(&[home[0], ("SAMEBITS_PROFILE", "~/p")], &["--", "mpirun", "./a"]);
    contains(&told, &["SAMEBITS_PROFILE=/h/p"]);
    contains(&place.wrong(&["--trace=~other/t", "mpirun"]), &["--trace", "~other is not expanded"]);
    contains(&place.wrong(&["--report=~other/t", "--", "mpirun"]), &["--report: ~other"]);
}

#[test]
fn an_installation_has_nothing_to_make() {
    let place = Place::new();
    place.launcher("mpirun", OPEN_MPI);
    let own = place.path().join("samebits");
    fs::copy(env!("CARGO_BIN_EXE_samebits"), &own).unwrap();
    for option in ["--sundials", "--petsc", "--math"] {
        let output = place.run_by(&own, &[], &[option, "--", "mpirun", "./a"]);
        let wrong = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        contains(&wrong, &["there is no ", &option[2..]]);
        assert!(!wrong.contains("make "), "{wrong}");
    }
    for page in ["run", "show", "diff", "doctor", "explain", "report"] {
        let output = crate::support::samebits(&[page, "--help"]);
        let help = String::from_utf8(output.stdout).unwrap();
        for make in ["make plugins", "make tune", "make build"] {
            assert!(!help.contains(make), "{help}");
        }
    }
}

#[test]
fn the_version_asks_no_launcher() {
    let place = Place::new();
    let launcher = place.launcher("mpirun", OPEN_MPI);
    fs::write(&launcher, "#!/bin/sh\n: >asked\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_samebits"));
    command.current_dir(place.path()).env("PATH", place.path()).arg("--version");
    contains(&String::from_utf8(command.output().unwrap().stdout).unwrap(), &["samebits ", "CPU:"]);
    assert!(!place.path().join("asked").exists());
}

#[test]
fn the_mathematical_functions_are_loaded_also_without_a_launcher() {
    let place = Place::new();
    place.launcher("mpirun", OPEN_MPI);
    let wrong = place.wrong(&["--math", "--", "mpirun", "./a"]);
    contains(&wrong, &["there is no ", "/libsamebits_math.so", "make build"]);
    let math = place.path().join("libsamebits_math.so");
    fs::write(&math, "").unwrap();
    let math = math.display();
    let told = place.dry(&[("LD_PRELOAD", "b.so")], &["--math", "--", "mpirun", "./a"]);
    assert_eq!(told, format!("mpirun -x LD_PRELOAD=L:{math}:b.so ./a"));
    let told = place.dry(&[("SAMEBITS_MATH_VARIANT", "x86-64")], &["--math", "/bin/echo", "-n"]);
    assert_eq!(told, format!("LD_PRELOAD=L:{math} SAMEBITS_MATH_VARIANT=x86-64 /bin/echo -n"));
    // It says so once, and what is started follows.
    place.launcher("orterun", "");
    let output = place.run(&[], &["--math", "orterun", "./a"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, format!("samebits: {math} is in front of libm\n"));
    contains(&String::from_utf8(output.stdout).unwrap(), &[&format!(":{math}>"), "<./a>"]);
    // A launcher of no known MPI is no program.
    place.launcher("mpiexec", "mpiexec (Some MPI) 1");
    contains(
        &place.wrong(&["--math", "mpiexec", "./a"]),
        &["of an MPI that samebits does not know"],
    );
}

#[test]
fn a_plug_in_is_loaded_behind_the_library() {
    let place = Place::new();
    place.launcher("mpirun", OPEN_MPI);
    let wrong = place.wrong(&["--sundials", "--", "mpirun", "./a"]);
    contains(
        &wrong,
        &["there is no plug-in", "/libsamebits_sundials.so", "--sundials", "make plugins"],
    );
    let plugin = place.path().join("libsamebits_sundials.so");
    fs::write(&plugin, "").unwrap();
    let told = place.dry(&[("LD_PRELOAD", "b.so")], &["--sundials", "--", "mpirun", "./a"]);
    assert_eq!(told, format!("mpirun -x LD_PRELOAD=L:{}:b.so ./a", plugin.display()));
    let told = place.dry(&[], &["--sundials", "--direct", "--", "/bin/true"]);
    assert_eq!(told, format!("LD_PRELOAD=L:{} /bin/true", plugin.display()));
}

#[test]
fn petsc_is_told_of_its_plug_in_beside_the_users_options() {
    let place = Place::new();
    place.launcher("mpirun", OPEN_MPI);
    place.launcher("srun", "");
    let wrong = place.wrong(&["--petsc", "--", "mpirun", "./a"]);
    contains(&wrong, &["there is no plug-in", "/libsamebits_petsc.so", "--petsc", "make plugins"]);
    let plugin = place.path().join("libsamebits_petsc.so");
    fs::write(&plugin, "").unwrap();
    let plugin = plugin.display();
    let own = ("PETSC_OPTIONS", "-ksp_type cg");
    let told =
        |own: &[(&str, &str)], command: &[&str]| place.dry(own, &[&["--petsc"], command].concat());
    assert_eq!(
        told(&[], &["--", "mpirun", "./a"]),
        format!("mpirun -x LD_PRELOAD=L -x 'PETSC_OPTIONS=-dll_append {plugin}' ./a")
    );
    assert_eq!(
        told(&[own], &["--direct", "--", "/bin/true"]),
        format!("LD_PRELOAD=L PETSC_OPTIONS='-ksp_type cg -dll_append {plugin}' /bin/true")
    );
    // The launcher's option, which would hide the environment's.
    assert_eq!(
        told(&[own], &["--", "mpirun", "-x", "PETSC_OPTIONS=-dll_append a.so", "./a"]),
        format!("mpirun -x LD_PRELOAD=L -x 'PETSC_OPTIONS=-dll_append a.so,{plugin}' ./a")
    );
    assert_eq!(
        told(&[own], &["--", "srun", "--export=ALL,PETSC_OPTIONS=-info", "./a"]),
        format!("srun '--export=ALL,LD_PRELOAD=L,PETSC_OPTIONS=-info -dll_append {plugin}' ./a")
    );
    let wrong = place.wrong(&["--petsc", "--", "mpirun", "./a", "-dll_append", "b.so"]);
    contains(&wrong, &["-dll_append of its own", "PETSC_OPTIONS"]);
}

#[test]
fn the_ranks_are_told_and_not_the_launcher() {
    let place = Place::new();
    place.launcher("mpirun", OPEN_MPI);
    let output = place.run(&[], &["--arithmetic=tree", "--", "mpirun", "-n", "2", "a"]);
    // Its status is the launcher's.
    assert_eq!(output.status.code(), Some(7));
    let library = place.library();
    let expected = format!(
        "<-x><LD_PRELOAD={}><-x><SAMEBITS_ARITHMETIC=tree><-n><2><a> preload=\n",
        library.display()
    );
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
}

#[test]
fn a_program_without_a_launcher_gets_its_environment() {
    let place = Place::new();
    place.launcher("program", "");
    let told = place.dry(&[("LD_PRELOAD", "/other.so")], &["--direct", "--", "program", "x"]);
    assert_eq!(told, "LD_PRELOAD=L:/other.so program x");
}

#[test]
fn what_is_wrong_is_said_before_anything_starts() {
    let place = Place::new();
    place.launcher("mpirun", "something new 1.0");
    place.launcher("program", "");
    let wrong = |arguments: &[&str], parts: &[&str]| contains(&place.wrong(arguments), parts);
    wrong(
        &["--", "program"],
        &[
            "program is not a launcher that samebits knows",
            "srun, flux run, jsrun, and aprun",
            "--launcher=openmpi",
            "--direct",
        ],
    );
    wrong(&["--", "mpirun", "a"], &["--version prints \"something new 1.0\""]);
    wrong(&["--", "nothing"], &["there is no program nothing in PATH"]);
    wrong(&["--", "./nothing"], &["there is no program ./nothing"]);
    wrong(&[], &["there is no command to run; it comes last"]);
    wrong(&["--ranks", "mpirun"], &["unexpected argument '--ranks'"]);
    wrong(&["--arithmetc=tree", "mpirun"], &["unexpected argument '--arithmetc'"]);
    let hint = "--arithmetic=exat is not accepted (did you mean exact?); it takes auto";
    wrong(&["--arithmetic=exat", "--", "mpirun"], &[hint]);
    let hint =
        "--set SAMEBITS_VERBOS is not a variable of samebits (did you mean SAMEBITS_VERBOSE?); acc";
    wrong(&["--set", "SAMEBITS_VERBOS=1", "--", "mpirun"], &[hint]);
    let hint = "--launcher=openmp is not accepted (did you mean openmpi?); it takes openmpi, mpich";
    wrong(&["--launcher=openmp", "--", "mpirun"], &[hint]);
    wrong(&["--trace-values=x", "--", "mpirun"], &["--trace-values=x is not accepted; it takes 0"]);
    wrong(&["--children=no", "--", "mpirun"], &["--children=no is not accepted; it takes with"]);
    let hint = "--trace-values=9999 is not accepted; it takes 0 or";
    wrong(&["--trace-values=9999", "--", "mpirun"], &[hint]);
    wrong(&["--set", "SAMEBITS_VERBOSE", "--", "mpirun"], &["--set takes NAME=VALUE"]);
    let told = place.dry(&[], &["--launcher=openmpi", "--", "program"]);
    assert_eq!(told, "program -x LD_PRELOAD=L");
    fs::remove_file(place.library()).unwrap();
    wrong(&["--", "program"], &["there is no library"]);
}

#[test]
fn the_command_explains_itself() {
    let run = |arguments: &[&str]| {
        let output = crate::support::samebits(arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    contains(&run(&["--version"]), &[&format!("samebits {}", samebits_policy::VERSION)]);
    contains(&run(&["--help"]), &["Examples:", "run", "show", "diff"]);
    contains(
        &run(&["run", "--help"]),
        &[
            "--dry-run",
            "Launchers:",
            "What reductions do:",
            "Reports and traces:",
            "[possible values: warn, error, native]",
            "(SAMEBITS_SCHEDULE) [default: auto]",
        ],
    );
    contains(&run(&["explain", "--help"]), &["The reduction:", "[possible values: auto, exact, "]);
    contains(&run(&["show", "--help"]), &["Which lines:", "--no-source", "[default: 0]"]);
    contains(&run(&["diff", "--help"]), &["Exit status: 0"]);
    contains(&run(&["completions", "bash"]), &["complete -F", "--trace-values"]);
    let top = tempfile::tempdir().unwrap();
    run(&["manual", top.path().to_str().unwrap()]);
    let page = |name| fs::read_to_string(top.path().join(name)).unwrap();
    contains(
        &page("samebits-diff.1"),
        &[".TH", ".SH EXIT STATUS\n0 if", ".SH EXAMPLES\n.nf\n  samebits run"],
    );
    let main = page("samebits.1");
    contains(&main, &[".SH EXAMPLES\n", ".SH VERSION\n", "samebits\\-run(1)"]);
    for variable in VARIABLES {
        contains(&main, &[&format!(".TP\n{}\n", variable.name)]);
    }
}
