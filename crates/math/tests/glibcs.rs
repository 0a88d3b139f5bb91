//! The same bits with each version of the C library: Debian 13's runs programs beside the system's, from a
//! folder (scripts/other-glibc.sh).
#![cfg(target_arch = "x86_64")]

use crate::support::cases;
use crate::support::programs::{counts, differing, differing_results, digests, library, program};
use crate::support::skipped::skipped;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the other C library's files.
fn other() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../target/glibc/trixie/usr/lib/x86_64-linux-gnu");
    folder.is_dir().then_some(folder)
}

#[test]
fn the_library_gives_the_same_bits_with_another_glibc() {
    let Some(other) = other() else {
        return skipped("there is no other C library (scripts/other-glibc.sh)");
    };
    let program = program("digests");
    let count = cases(200_000);
    let here = || {
        let mut command = Command::new(&program);
        command.env_remove("GLIBC_TUNABLES").env_remove("LD_PRELOAD");
        command
    };
    let there = || {
        let mut command = Command::new(other.join("ld-linux-x86-64.so.2"));
        command.env_remove("GLIBC_TUNABLES").env_remove("LD_PRELOAD");
        command.arg("--library-path").arg(&other).arg(&program);
        command
    };
    let with_library = |mut command: Command| {
        command.env("LD_PRELOAD", library());
        let (digests, ours) = digests(command, count);
        assert!(ours, "the library stands in front of libm");
        digests
    };
    let (one, another) = (with_library(here()), with_library(there()));
    assert!(one.len() > 60, "{}", one.len());
    assert_eq!(differing(&one, &another), [""; 0]);

    let native = differing_results(count, [&here, &there]);
    println!("of {count} results the two C libraries' differ in {}", counts(&native));
    assert!(native.len() > 50, "{native:?}");
    let version = |mut command: Command| {
        let output = command.arg("--version").output().expect("a C library's linker can be run");
        String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or("").to_string()
    };
    let there = version(Command::new(other.join("ld-linux-x86-64.so.2")));
    let here = version(Command::new("/lib64/ld-linux-x86-64.so.2"));
    println!("here: {here}; there: {there}");
    if there != here {
        assert!(native.iter().any(|(_, count)| *count > 0), "{native:?}");
    }
}
