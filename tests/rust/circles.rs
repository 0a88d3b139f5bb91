//! Inside a crate the files and the folders import one way, too.

use crate::imports::{circles, imports, Module};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Where each crate of the library's has its files. (Between crates cargo sees to it.)
fn crates() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let others = ["command", "fortran", "math"];
    let layers = folders.filter(|folder| others.iter().all(|other| !folder.ends_with(other)));
    layers.chain([root.to_path_buf()]).map(|folder| folder.join("src")).collect()
}

#[test]
fn no_files_import_each_other() {
    let mut seen = 0;
    for src in crates() {
        let imports = imports(&src);
        seen += imports.values().map(BTreeSet::len).sum::<usize>();
        let left: Vec<String> = circles(&imports)
            .iter()
            .map(|circle| {
                let files = circle.iter().map(|file| file.join("::"));
                files.collect::<Vec<_>>().join(", ")
            })
            .collect();
        let src = src.display();
        assert!(left.is_empty(), "files of {src} that import each other:\n{}", left.join("\n"));
    }
    assert!(seen > 500, "the parser sees too little");
}

#[test]
fn no_folders_import_each_other() {
    let mut folders = 0;
    // (Schedules and their choice know each other; so do the process and the exported functions.)
    let exports = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let apart = |src: &PathBuf| !src.ends_with("schedule/src") && *src != exports;
    for src in crates().into_iter().filter(apart) {
        let imports = imports(&src);
        let mut between: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (file, named) in &imports {
            let [own, ..] = file.as_slice() else { continue };
            let tops = named.iter().filter_map(|other| other.first());
            let others = tops.filter(|other| *other != own).map(|other| vec![other.clone()]);
            between.entry(vec![own.clone()]).or_default().extend(others);
        }
        folders += between.len();
        let found = circles(&between);
        assert!(
            found.is_empty(),
            "folders of {} that import each other: {found:#?}",
            src.display()
        );
    }
    assert!(folders > 100, "the folders are not there");
}

#[test]
fn a_circle_is_found() {
    let folder = std::env::temp_dir().join(format!("samebits-circles-{}", std::process::id()));
    fs::create_dir_all(folder.join("one")).unwrap();
    let file = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    file("one/mod.rs", "mod two;\nmod four;\n");
    file("one/two.rs", "use std::fs;\nuse super::{\n    four::{f, g},\n    missing,\n};\n");
    file("one/four.rs", "fn f() {\n    if true { crate::three::h() }\n}\n");
    file("three.rs", "use crate::one::two::{self, x};\nuse crate::five; // crate::six\n");
    file("five.rs", "fn f() {}\n#[cfg(test)]\nmod tests {\n    use crate::one::two::x;\n}\n");
    file("six.rs", "pub use crate::five::f;\nuse super::three;\nfn f() { a * b }\n");
    file("seven.rs", "pub use crate::six::{five, g::{*}};\nuse crate::{five::*, three};\n");
    file("nine.rs", "#[cfg(test)]\nmod tests;\npub(super) use crate::seven::x;\n");
    file("one/eight.rs", "use super::*;\nuse crate::one::{four, two};\n");
    let found = imports(&folder);
    fs::remove_dir_all(&folder).unwrap();
    let module = |path: &str| -> Module { path.split("::").map(str::to_string).collect() };
    let set = |paths: &[&str]| paths.iter().map(|path| module(path)).collect::<BTreeSet<_>>();
    let expected = BTreeMap::from([
        (module("five"), set(&[])),
        (module("nine"), set(&["seven"])),
        (module("one"), set(&[])),
        (module("one::eight"), set(&["one", "one::four", "one::two"])),
        (module("one::four"), set(&["three"])),
        (module("one::two"), set(&["one", "one::four"])),
        (module("seven"), set(&["five", "six", "three"])),
        (module("six"), set(&["five", "three"])),
        (module("three"), set(&["five", "one::two"])),
    ]);
    assert_eq!(found, expected);
    assert_eq!(circles(&found), [set(&["one::four", "one::two", "three"])]);
}

#[test]
fn each_file_of_tests_is_in_a_program() {
    let programs: [(&str, &[&str]); 2] = [
        ("tests/rust", &["library", "texts", "threads_started"]),
        ("crates/math/tests", &["library", "gamma_sign", "special", "vector"]),
    ];
    for (folder, programs) in programs {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let read = |name: &&str| fs::read_to_string(tests.join(format!("{name}.rs"))).unwrap();
        let modules: String = programs.iter().map(read).collect();
        for file in fs::read_dir(&tests).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            let Some(name) = name.strip_suffix(".rs") else { continue };
            let module = modules.contains(&format!("\nmod {name};\n"));
            assert!(programs.contains(&name) || module, "{folder}/{name}.rs");
        }
    }
}
