//! The symbols that the library exports are those of tests/exported-symbols.txt, no more and no fewer,
//! and what glibc knows of the functions is among them.

use crate::support::programs::library;
use crate::support::skipped::skipped;
use crate::support::{Type, FUNCTIONS};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The defined dynamic symbols, without versions.
fn symbols(file: &Path) -> BTreeSet<String> {
    let output = Command::new("nm")
        .args(["-D", "--defined-only"])
        .arg(file)
        .output()
        .expect("nm can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| line.split_whitespace().last())
        .map(|name| name.split('@').next().unwrap_or(name).to_string())
        .collect()
}

fn of_the_table() -> BTreeSet<String> {
    FUNCTIONS
        .iter()
        .flat_map(|function| Type::ALL.into_iter().flat_map(|ty| function.exported(ty)))
        .collect()
}

#[test]
fn exported_symbols_are_the_listed_ones() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exported-symbols.txt");
    let exported = symbols(&library());
    if std::env::var_os("SAMEBITS_WRITE").is_some() {
        let text: String = exported.iter().map(|name| format!("{name}\n")).collect();
        std::fs::write(&file, text).expect("the list can be written");
    }
    let listed = std::fs::read_to_string(&file).expect("the list can be read");
    let listed: BTreeSet<String> = listed.lines().map(str::to_string).collect();
    let more: Vec<_> = exported.difference(&listed).collect();
    let fewer: Vec<_> = listed.difference(&exported).collect();
    assert!(
        more.is_empty() && fewer.is_empty(),
        "exported, but not listed: {more:?}; listed, but not exported: {fewer:?} \
         (SAMEBITS_WRITE=1 writes the list)"
    );
}

#[test]
fn the_tables_names_are_exported() {
    let missing: Vec<_> = of_the_table().difference(&symbols(&library())).cloned().collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The names of glibc's that belong to a function of ours, by its stem and what may follow.
#[test]
fn glibcs_names_are_exported() {
    let Some(libm) =
        ["/lib/x86_64-linux-gnu/libm.so.6", "/lib64/libm.so.6", "/lib/aarch64-linux-gnu/libm.so.6"]
            .into_iter()
            .map(Path::new)
            .find(|file| file.is_file())
    else {
        return skipped("no libm.so.6 is where it usually is");
    };
    let exported = symbols(&library());
    let missing: Vec<_> = symbols(libm)
        .into_iter()
        .filter(|name| !exported.contains(name))
        .filter(|name| {
            let plain = name
                .strip_prefix("__")
                .and_then(|name| name.strip_suffix("_finite"))
                .unwrap_or(name);
            FUNCTIONS.iter().flat_map(|f| std::iter::once(&f.stem).chain(f.also)).any(|stem| {
                plain.strip_prefix(stem).is_some_and(|rest| {
                    ["", "f", "f32", "f64", "f32x"]
                        .contains(&rest.strip_suffix("_r").unwrap_or(rest))
                })
            })
        })
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
