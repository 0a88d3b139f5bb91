//! Programs in C that tests run, with and without the library in front of libm.

use super::{Shape, Type, FUNCTIONS};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The shared library, which cargo builds beside the tests.
pub fn library() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let library = test.with_file_name("libsamebits_math.so");
    assert!(library.is_file(), "{} is there", library.display());
    library
}

/// Compiles a program of tests/c/, each time into a file of its own: tests run side by side, and one
/// must not write what another runs.
pub fn program(name: &str) -> PathBuf {
    static PROGRAMS: AtomicUsize = AtomicUsize::new(0);
    let file =
        format!("{name}-{}-{}", std::process::id(), PROGRAMS.fetch_add(1, Ordering::Relaxed));
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    let status = Command::new(std::env::var_os("CC").unwrap_or("cc".into()))
        .args(["-O1", "-std=gnu11", "-Wall", "-Wno-pedantic", "-o"])
        .arg(&out)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c").join(format!("{name}.c")))
        .args(["-Wl,--no-as-needed", "-lm", "-ldl"])
        .status()
        .expect("there is a C compiler");
    assert!(status.success(), "{name}.c can be compiled");
    out
}

/// The digests of `count` results of every function, by its name, as tests/c/digests.c prints them; and
/// whether all came from this library.
pub fn digests(mut command: Command, count: usize) -> (BTreeMap<String, String>, bool) {
    command.arg(count.to_string());
    for function in FUNCTIONS.iter().filter(|function| function.public) {
        for ty in Type::ALL {
            let shape = match function.shape {
                Shape::One => "one",
                Shape::Two => "two",
                Shape::SinCos => "sincos",
                Shape::Sign => "sign",
            };
            command.arg(format!("{shape}:{}:{}", ty.c(), function.name(ty)));
        }
    }
    let output = command.output().expect("the program can be run");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    let mut all_ours = true;
    let digests = text
        .lines()
        .map(|line| {
            let mut words = line.split(' ');
            let mut word = || words.next().expect("three words a line").to_string();
            let (name, digest, file) = (word(), word(), word());
            all_ours &= file.ends_with("libsamebits_math.so");
            (name, digest)
        })
        .collect();
    (digests, all_ours)
}
