//! The layers point one way: a module uses only layers below its own.

use crate::imports::{circles, imports, sources, Module};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Lowest first.
const LAYERS: [&str; 22] = [
    "cache_line",
    "delegation",
    "files",
    "futex",
    "hash",
    "cache",
    "lock",
    "serial",
    "stack",
    "threads",
    "trace",
    "distribution",
    "kernel",
    "arithmetic",
    "schedule",
    "array",
    "policy",
    "report",
    "mpi",
    "reduction",
    "runtime",
    "exports",
];

/// What is in these folders, each file and each folder as a whole, imports one way too.
const FOLDED: [&str; 4] = ["arithmetic", "mpi", "reduction", "exports/direct"];

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

#[test]
fn no_files_import_each_other() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let imports = imports(&src);
    assert!(imports.values().map(BTreeSet::len).sum::<usize>() > 500, "the parser sees too little");
    let left: Vec<String> = circles(&imports)
        .iter()
        .map(|circle| circle.iter().map(|file| file.join("::")).collect::<Vec<_>>().join(", "))
        .collect();
    assert!(left.is_empty(), "files that import each other:\n{}", left.join("\n"));
}

#[test]
fn no_folders_import_each_other() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let imports = imports(&src);
    let mut found = Vec::new();
    for folder in FOLDED {
        let folder: Module = folder.split('/').map(str::to_string).collect();
        let within = |module: &Module| -> Option<Module> {
            let deeper = module.starts_with(&folder) && module.len() > folder.len();
            deeper.then(|| module[..=folder.len()].to_vec())
        };
        let mut between: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (file, named) in &imports {
            let Some(own) = within(file) else { continue };
            let others = named.iter().filter_map(within).filter(|other| *other != own);
            between.entry(own.clone()).or_default().extend(others);
        }
        assert!(between.len() > 5, "{} is not there", folder.join("/"));
        found.extend(circles(&between));
    }
    assert!(found.is_empty(), "folders that import each other: {found:#?}");
}

#[test]
fn a_circle_is_found() {
    let folder = std::env::temp_dir().join(format!("samebits-layers-{}", std::process::id()));
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
