//! Programs in C that tests run, with and without the library in front of libm.

use super::{Function, Shape, Type, FUNCTIONS};
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

/// What tests/c/digests.c takes for a function.
fn words() -> Vec<String> {
    let public = FUNCTIONS.iter().filter(|function| function.public);
    let word = |(function, ty): (&Function, Type)| {
        let shape = match function.shape {
            Shape::One => "one",
            Shape::Two => "two",
            Shape::SinCos => "sincos",
            Shape::Sign => "sign",
        };
        format!("{shape}:{}:{}", ty.c(), function.name(ty))
    };
    public.flat_map(|function| Type::ALL.map(|ty| word((function, ty)))).collect()
}

/// How many of `count` results differ between two ways of running the program, by the function's name;
/// of the functions that both have, and in the table's order.
pub fn differing_results(count: usize, ways: [&dyn Fn() -> Command; 2]) -> Vec<(String, usize)> {
    let mut all = Vec::new();
    for some in words().chunks(8) {
        let [first, second] = ways.map(|way| results(way(), count, some));
        for (name, bytes) in first {
            let Some((_, others)) = second.iter().find(|(other, _)| *other == name) else {
                continue;
            };
            let size = bytes.len() / count;
            let pairs = bytes.chunks(size).zip(others.chunks(size));
            all.push((name, pairs.filter(|(one, other)| one != other).count()));
        }
    }
    all
}

fn results(mut command: Command, count: usize, functions: &[String]) -> Vec<(String, Vec<u8>)> {
    command.arg(count.to_string()).args(functions).env("DIGESTS_RESULTS", "1");
    let output = command.output().expect("the program can be run");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    let (mut rest, mut all) = (&output.stdout[..], Vec::new());
    while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
        let line = String::from_utf8_lossy(&rest[..end]).into_owned();
        let (name, bytes) = line.split_once(' ').expect("a name and a number");
        let bytes: usize = bytes.parse().expect("a number of bytes");
        all.push((name.to_string(), rest[end + 1..][..bytes].to_vec()));
        rest = &rest[end + 1 + bytes..];
    }
    all
}

/// In words, those that differ at all.
pub fn counts(counts: &[(String, usize)]) -> String {
    let differing = counts.iter().filter(|(_, count)| *count != 0);
    let words: Vec<_> = differing.map(|(name, count)| format!("{name} {count}")).collect();
    format!("{} of {} functions: {}", words.len(), counts.len(), words.join(", "))
}

/// Names whose digests differ.
pub fn differing(a: &BTreeMap<String, String>, b: &BTreeMap<String, String>) -> Vec<String> {
    assert_eq!(a.keys().collect::<Vec<_>>(), b.keys().collect::<Vec<_>>());
    a.iter().filter(|(name, digest)| b[*name] != **digest).map(|(name, _)| name.clone()).collect()
}

/// The digests of `count` results of every function, by its name, as tests/c/digests.c prints them; and
/// whether all came from this library.
pub fn digests(mut command: Command, count: usize) -> (BTreeMap<String, String>, bool) {
    command.arg(count.to_string()).args(words());
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
