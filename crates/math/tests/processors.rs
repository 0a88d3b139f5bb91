//! The same bits on every processor: with the instructions that glibc's functions choose by taken away,
//! with each variant forced, and on emulated processors, old and new.
#![cfg(target_arch = "x86_64")]

use crate::support::cases;
use crate::support::programs::{counts, differing, differing_results, digests, library, program};
use crate::support::skipped::skipped;
use std::path::Path;
use std::process::Command;

/// What glibc is told that the processor lacks.
const WITHOUT_FMA: &str = "glibc.cpu.hwcaps=-AVX2,-AVX2_Usable,-FMA,-FMA_Usable,-FMA4,-FMA4_Usable";

#[test]
fn glibc_depends_on_the_processor_and_the_library_does_not() {
    let program = program("digests");
    let count = cases(200_000);
    let run = |tunables: Option<&str>, preload: bool, variant: Option<&str>| {
        let mut command = Command::new(&program);
        command.env_remove("GLIBC_TUNABLES").env_remove("LD_PRELOAD");
        command.envs(tunables.map(|tunables| ("GLIBC_TUNABLES", tunables)));
        command.envs(variant.map(|variant| ("SAMEBITS_MATH_VARIANT", variant)));
        if preload {
            command.env("LD_PRELOAD", library());
        }
        digests(command, count)
    };
    let (fastest, ours) = run(None, true, None);
    assert!(ours, "the library stands in front of libm");
    assert!(fastest.len() > 60, "{}", fastest.len());
    let (other, ours) = run(Some(WITHOUT_FMA), true, None);
    assert!(ours);
    assert_eq!(differing(&fastest, &other), [""; 0]);
    let (base, _) = run(None, true, Some("x86-64"));
    assert_eq!(differing(&fastest, &base), [""; 0]);

    let native = |tunables: Option<&'static str>| {
        let mut command = Command::new(&program);
        command.env_remove("GLIBC_TUNABLES").env_remove("LD_PRELOAD");
        command.envs(tunables.map(|tunables| ("GLIBC_TUNABLES", tunables)));
        command
    };
    let (_, ours) = digests(native(None), 10);
    assert!(!ours, "without the library the functions are glibc's");
    let differing = differing_results(count, [&|| native(None), &|| native(Some(WITHOUT_FMA))]);
    println!("of {count} results glibc's differ with and without FMA in {}", counts(&differing));
    if std::arch::is_x86_feature_detected!("fma") {
        for name in ["exp", "sin", "cos", "pow", "atan"] {
            let found = differing.iter().any(|(other, count)| other == name && *count > 0);
            assert!(found, "{name}: {differing:?}");
        }
    }
}

#[test]
fn a_bad_variant_and_an_unknown_variable_are_named_once() {
    for (name, value, wanted) in [
        (
            "SAMEBITS_MATH_VARIANT",
            "x86-64-v9",
            "SAMEBITS_MATH_VARIANT=x86-64-v9 is not known; accepted here: x86-64",
        ),
        (
            "SAMEBITS_MATH_VARIENT",
            "x86-64",
            "SAMEBITS_MATH_VARIENT is not known; known are SAMEBITS_MATH_VARIANT",
        ),
    ] {
        let mut command = Command::new(program("digests"));
        command.args(["10", "one:double:exp"]).env("LD_PRELOAD", library());
        let output = command.env(name, value).output().expect("it can be run");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success());
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.contains(wanted), "{text}");
    }
}

/// On the emulator's first processor with nothing beyond x86-64, and on one with AVX2 and FMA.
#[test]
fn emulated_processors_give_the_same_bits() {
    let emulator = "qemu-x86_64";
    if Command::new(emulator).arg("--version").output().is_err() {
        return skipped(&format!("there is no {emulator} (make setup PARTS=math)"));
    }
    let program = program("digests");
    let count = cases(300);
    let mut native = Command::new(&program);
    native.env("LD_PRELOAD", library());
    let (native, ours) = digests(native, count);
    assert!(ours);
    for processor in ["core2duo", "Nehalem", "Haswell"] {
        let mut command = Command::new(emulator);
        command.args(["-cpu", processor]).arg("-E");
        command.arg(format!("LD_PRELOAD={}", library().display())).arg(Path::new(&program));
        let (emulated, ours) = digests(command, count);
        assert!(ours, "{processor}");
        assert_eq!(differing(&native, &emulated), [""; 0], "{processor}");
    }
    let on = |processor| {
        let mut command = Command::new(emulator);
        command.args(["-cpu", processor]).arg(&program);
        command
    };
    let differing = differing_results(count, [&|| on("core2duo"), &|| on("Haswell")]);
    println!("of {count} results glibc's differ on core2duo and Haswell in {}", counts(&differing));
}
