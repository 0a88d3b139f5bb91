//! The names.

use crate::library::Library;
use samebits_math::vector::forms::FORMS;
use std::collections::BTreeSet;
use std::process::Command;

/// Where Debian and its like have libmvec; elsewhere the comparison has nothing to compare with.
const LIBMVEC: &str = "/lib/x86_64-linux-gnu/libmvec.so.1";

fn vector_names(file: &str) -> BTreeSet<String> {
    let output = Command::new("nm").args(["-D", "--defined-only", file]).output().expect("nm runs");
    let text = String::from_utf8(output.stdout).expect("nm writes text");
    text.lines()
        .filter_map(|line| line.split_whitespace().nth(2))
        .filter(|name| name.starts_with("_ZGV"))
        .map(|name| name.split('@').next().unwrap().to_string())
        .collect()
}

#[test]
fn every_name_of_libmvec_is_exported() {
    let ours: BTreeSet<String> =
        FORMS.iter().copied().flatten().map(|form| form.name.to_string()).collect();
    assert_eq!(ours.len(), 216);
    let library = Library::load("x86-64");
    for name in &ours {
        library.find(name);
    }
    if std::path::Path::new(LIBMVEC).exists() {
        let theirs = vector_names(LIBMVEC);
        let missing: Vec<_> = theirs.difference(&ours).collect();
        assert!(missing.is_empty(), "libmvec has, and we have not: {missing:?}");
    }
}
