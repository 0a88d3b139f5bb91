//! A program in C: compiled so that its loops call vector forms, it has the results that it has when
//! compiled so that they call scalar functions. On emulated processors too, where there is qemu.

use crate::library;
use crate::skipped::skipped;
use samebits_math::vector::forms::Registers;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a compiler is told, and which forms it then calls.
struct Target {
    flags: &'static [&'static str],
    registers: Registers,
    prefix: &'static str,
}

const TARGETS: [Target; 4] = [
    Target { flags: &["-msse4.2"], registers: Registers::Sse, prefix: "_ZGVb" },
    Target { flags: &["-mavx"], registers: Registers::Avx, prefix: "_ZGVc" },
    Target { flags: &["-mavx2", "-mfma"], registers: Registers::Avx2, prefix: "_ZGVd" },
    Target {
        flags: &["-mavx512f", "-mprefer-vector-width=512"],
        registers: Registers::Avx512,
        prefix: "_ZGVe",
    },
];

/// Emulated processors: without AVX, and with AVX2; and which of the targets they run.
const EMULATED: [(&str, &[usize]); 2] = [("Nehalem", &[0]), ("Haswell", &[0, 1, 2])];

/// The functions of the program, both types; sincos's names, of which a compiler mixes widths.
const FORMS: usize = 52;

/// To a file of its own, as the tests run at the same time.
fn compile(flags: &[&str]) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("program-{count}"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vector/program.c");
    let status = Command::new("gcc")
        .args(flags)
        .arg("-o")
        .args([&program, &source])
        .arg("-lm")
        .status()
        .expect("gcc runs");
    assert!(status.success(), "gcc {flags:?} failed");
    program
}

/// Compiled for vectors. (gcc makes sincos another function of its own, which has no vector form.)
fn compile_for(target: &Target) -> PathBuf {
    let mut flags = vec!["-O3", "-ffast-math", "-fopenmp-simd"];
    flags.extend(["-fno-builtin-sincos", "-fno-builtin-sincosf"]);
    flags.extend(target.flags);
    compile(&flags)
}

fn run(command: &mut Command) -> Output {
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn expected() -> String {
    let output = run(Command::new(compile(&["-O1"])).env("LD_PRELOAD", library::file()));
    let lines = text(&output);
    assert_eq!(lines.lines().count(), FORMS + 4);
    lines
}

#[test]
fn a_vectorised_program_has_the_results_of_a_scalar_one() {
    let expected = expected();
    for target in TARGETS.iter().filter(|target| target.registers.here()) {
        let program = compile_for(target);
        let output = run(Command::new(&program).env("LD_PRELOAD", library::file()));
        assert_eq!(text(&output), expected, "{:?}", target.flags);
        // Nor is that because it calls something else.
        let output = run(Command::new(&program)
            .env("LD_PRELOAD", library::file())
            .env("LD_DEBUG", "bindings"));
        let bindings = String::from_utf8_lossy(&output.stderr).into_owned();
        let ours: BTreeSet<&str> = bindings
            .lines()
            .filter(|line| line.contains("libsamebits_math.so"))
            .filter_map(|line| line.split(['`', '\'']).nth(1))
            .filter(|name| name.starts_with(target.prefix))
            .collect();
        assert!(ours.len() >= FORMS, "{:?}: only {ours:?} are the library's", target.flags);
    }
}

#[test]
fn an_emulated_processor_gives_the_same_results() {
    if Command::new("qemu-x86_64").arg("--version").output().is_err() {
        return skipped("there is no qemu-x86_64 (make setup PARTS=math)");
    }
    let expected = expected();
    for (processor, targets) in EMULATED {
        for &target in targets {
            let program = compile_for(&TARGETS[target]);
            let preload = format!("LD_PRELOAD={}", library::file().display());
            let output = run(Command::new("qemu-x86_64")
                .args(["-cpu", processor, "-E", &preload])
                .arg(program));
            assert_eq!(text(&output), expected, "{processor}, {:?}", TARGETS[target].flags);
        }
    }
}
