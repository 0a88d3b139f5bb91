//! The layers point one way: a module uses only layers below its own.

use std::fs;
use std::path::{Path, PathBuf};

/// Lowest first.
const LAYERS: [&str; 13] = [
    "futex",
    "lock",
    "threads",
    "distribution",
    "kernel",
    "arithmetic",
    "schedule",
    "mpi",
    "policy",
    "report",
    "evaluation",
    "classify",
    "entry",
];

fn sources(under: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(under).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            sources(&entry, found);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            found.push(entry);
        }
    }
}

#[test]
fn a_module_uses_only_layers_below_its_own() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut upward = Vec::new();
    let mut uses = 0;
    for file in &files {
        let inside = file.strip_prefix(&src).unwrap();
        let first = inside.components().next().unwrap().as_os_str().to_string_lossy();
        let Some(own) = LAYERS.iter().position(|layer| first.trim_end_matches(".rs") == *layer)
        else {
            assert_eq!(first, "lib.rs", "{} belongs to no layer", inside.display());
            continue;
        };
        let text = fs::read_to_string(file).unwrap();
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap();
            for (index, layer) in LAYERS.iter().enumerate() {
                let named = [format!("crate::{layer}::"), format!("crate::{layer};")];
                // `use crate::{arithmetic, schedule};`
                let listed = code.contains("use crate::{")
                    && code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == *layer);
                if named.iter().any(|name| code.contains(name.as_str())) || listed {
                    uses += 1;
                    if index > own {
                        upward.push(format!("{}:{}: {line}", inside.display(), number + 1));
                    }
                }
            }
        }
    }
    assert!(uses > 20, "the check sees no uses at all");
    assert!(upward.is_empty(), "layers that know one above them:\n{}", upward.join("\n"));
}

#[test]
fn the_two_halves_know_no_mpi() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for half in ["distribution", "kernel", "arithmetic", "schedule"] {
        let mut files = Vec::new();
        sources(&src.join(half), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let code: String = text.lines().map(|line| line.split("//").next().unwrap()).collect();
            assert!(!code.contains("PMPI_"), "{} calls MPI", file.display());
            assert!(!code.contains("libc::"), "{} uses libc", file.display());
        }
    }
}
