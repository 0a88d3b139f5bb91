//! What belongs to a launcher and what to the program, and in which order libraries are loaded.

use crate::run::{Place, INTEL, MPICH, OPEN_MPI};
use crate::skipped::skipped;
use crate::support::contains;
use std::fs;
use std::process::Command;

#[test]
fn what_looks_like_the_launchers_option_behind_the_program_is_the_programs() {
    let place = Place::new();
    place.launcher("a", "");
    for (version, ours, program) in [
        (MPICH, "-genv LD_PRELOAD L", "./a -env LD_PRELOAD x -genv LD_PRELOAD=y"),
        (INTEL, "-genv LD_PRELOAD L", "./a -genv LD_PRELOAD x"),
        (OPEN_MPI, "-x LD_PRELOAD=L", "./a -x LD_PRELOAD=x -x LD_PRELOAD"),
        (OPEN_MPI, "-x LD_PRELOAD=L", "taskset -c 0 ./a --x LD_PRELOAD=x"),
    ] {
        place.launcher("mpirun", version);
        let command = format!("-- mpirun -n 2 {program}");
        let told = place.dry(&[], &command.split(' ').collect::<Vec<_>>());
        assert_eq!(told, format!("mpirun {ours} -n 2 {program}"));
    }
    for (launcher, ours, program) in [
        ("jsrun", "-E LD_PRELOAD=L -n2", "./a -E LD_PRELOAD=x"),
        ("flux", "run --env=LD_PRELOAD=L -n2", "./a --env=LD_PRELOAD=x"),
        ("srun", "--export=ALL,LD_PRELOAD=L -n2", "./a --export=LD_PRELOAD=x"),
        ("aprun", "-e LD_PRELOAD=L -n2", "./a -e LD_PRELOAD=x"),
    ] {
        place.launcher(launcher, "");
        let run = if launcher == "flux" { "run " } else { "" };
        let command = format!("-- {launcher} {run}-n2 {program}");
        let told = place.dry(&[], &command.split(' ').collect::<Vec<_>>());
        assert_eq!(told, format!("{launcher} {ours} {program}"));
    }
}

#[test]
fn what_a_launchers_options_set_stays_in_its_place() {
    let place = Place::new();
    place.launcher("mpirun", OPEN_MPI);
    let told = |command: &str| {
        let words: Vec<&str> = command.split(' ').collect();
        place.dry(
            &[("SAMEBITS_VERBOSE", "1")],
            &[&["--report", "--", "mpirun"], &words[..]].concat(),
        )
    };
    let ours = "-x SAMEBITS_VERBOSE=1 -x SAMEBITS_REPORT=1";
    assert_eq!(
        told("-x LD_PRELOAD=a.so ./a : -x LD_PRELOAD=b.so -x SAMEBITS_REPORT=0 ./b"),
        format!(
            "mpirun {ours} -x LD_PRELOAD=L:a.so ./a : -x SAMEBITS_VERBOSE=1 -x LD_PRELOAD=L:b.so -x \
             SAMEBITS_REPORT=0 ./b"
        )
    );
    // One of several words between the launcher and the program.
    assert_eq!(
        told("-n 2 env A=1 LD_PRELOAD=a.so /bin/sh"),
        format!("mpirun -x LD_PRELOAD=L {ours} -n 2 env A=1 LD_PRELOAD=L:a.so /bin/sh")
    );
    let wrong = place.wrong(&["--", "mpirun", "env", "-u", "LD_PRELOAD", "/bin/sh"]);
    contains(&wrong, &["env -u LD_PRELOAD removes LD_PRELOAD from the program"]);
    let wrong = place.wrong(&["--", "mpirun", "--app", "list"]);
    contains(&wrong, &["--app list", "-x LD_PRELOAD=/", "mpirun -n 1 ./a : -n 2 ./b"]);
    place.launcher("mpirun", "mpirun (Open MPI) 5.0.11");
    contains(&told("--app list"), &["mpirun -x LD_PRELOAD=L", " --app list"]);
}

#[test]
fn a_sanitizers_runtime_comes_first() {
    let place = Place::new();
    let compile = |source: &str, name: &str, options: &[&str]| {
        fs::write(place.path().join("source.c"), source).unwrap();
        let mut command = Command::new("cc");
        command.current_dir(place.path()).args(["source.c", "-w", "-o", name]).args(options);
        command.output().is_ok_and(|output| output.status.success())
    };
    let program = "int main(void) { return 7; }";
    if !compile(program, "a", &["-fsanitize=address"]) {
        return skipped("there is no compiler, or no AddressSanitizer");
    }
    assert!(compile("int samebits;", "libsamebits.so", &["-shared", "-fPIC"]));
    // It looks by itself at what comes first, and ends the program otherwise.
    let launcher = place.launcher("mpirun", OPEN_MPI);
    let script = fs::read_to_string(&launcher).unwrap();
    let (version, _) = script.split_once("printf '<").unwrap();
    fs::write(&launcher, format!("{version}export \"$2\"; shift 2; exec \"$@\"\n")).unwrap();
    let run = |variables: &[(&str, &str)], arguments: &[&str]| {
        let variables = [&[("ASAN_OPTIONS", "detect_leaks=0")], variables].concat();
        let output = place.run(&variables, arguments);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for command in
        [&["--", "mpirun", "./a"][..], &["--", "mpirun", "env", "A=1", "./a"], &["--direct", "./a"]]
    {
        assert_eq!(run(&[], command), (Some(7), String::new()), "{command:?}");
    }
    let told = place.dry(&[], &["--", "mpirun", "./a"]);
    assert!(told.contains("libasan.so") && told.ends_with(":L ./a"), "{told}");
    // What the user names himself.
    let asan = told.trim_start_matches("mpirun -x LD_PRELOAD=").split(':').next().unwrap();
    let own = format!("b.so:{asan}");
    let told = place.dry(&[("LD_PRELOAD", &own)], &["--", "mpirun", "/bin/sh"]);
    assert_eq!(told, format!("mpirun -x LD_PRELOAD={asan}:L:b.so /bin/sh"));
    // (Others have no such wish.)
    if compile(program, "u", &["-fsanitize=undefined"]) {
        assert_eq!(place.dry(&[], &["--", "mpirun", "./u"]), "mpirun -x LD_PRELOAD=L ./u");
        assert_eq!(run(&[], &["--", "mpirun", "./u"]), (Some(7), String::new()));
    }
    if compile(program, "t", &["-fsanitize=thread"]) {
        let told = place.dry(&[], &["--", "mpirun", "./t"]);
        assert!(told.contains("libtsan.so") && told.ends_with(":L ./t"), "{told}");
    }
}
