//! What is written from the declarations of include/samebits.h: the signatures by which Python calls
//! its functions, and the list of the exported ones. `make header` (BLESS=1) writes it anew.

mod bindings;

use crate::generated::check;
use crate::header::declarations;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What Python passes for an argument or gets for a result of that type in C.
fn in_python(of: &str) -> &'static str {
    let words: Vec<&str> =
        of.split([' ', '*']).filter(|w| !["const", "struct", ""].contains(w)).collect();
    let pointers = of.matches('*').count();
    match (words[..].concat().as_str(), pointers) {
        ("void", 0) => "None",
        ("int", 0) => "c_int",
        ("size_t", 0) => "c_size_t",
        ("ptrdiff_t" | "intptr_t", 0) => "c_ssize_t",
        ("uint64_t", 0) => "c_uint64",
        ("double", 0) => "c_double",
        ("float", 0) => "c_float",
        (handle, 0) if handle.starts_with("MPI_") => "_handle",
        ("char", 1) => "c_char_p",
        ("size_t", 1) => "_sizes",
        ("uint64_t", 1) => "_starts",
        ("void", 2) => "_buffers",
        (object, 1) if object.starts_with("samebits_") => "_object",
        (object, 2) if object.starts_with("samebits_") => "_made",
        (_, 1) => "_buffer",
        _ => panic!("no type in Python for {of:?}"),
    }
}

/// A declaration's result and arguments, in Python.
fn signature(declaration: &str) -> (&'static str, Vec<&'static str>) {
    let code =
        declaration.lines().filter(|line| !line.starts_with("//")).collect::<Vec<_>>().join(" ");
    let (head, arguments) = code.split_once('(').expect("a function");
    // The type is what stands before the name.
    let before = |text: &str| {
        let text = text.trim();
        let name = text.rfind([' ', '*']).expect("a type and a name") + 1;
        in_python(&text[..name])
    };
    let arguments = arguments.trim_end_matches(");");
    let arguments = match arguments {
        "void" => Vec::new(),
        _ => arguments.split(',').map(before).collect(),
    };
    (before(head), arguments)
}

/// The functions of the header, by their names.
fn functions() -> BTreeMap<String, String> {
    let mut all = declarations(Path::new(env!("CARGO_MANIFEST_DIR")));
    all.retain(|name, _| !name.starts_with("type_"));
    all
}

#[test]
fn python_knows_the_signatures() {
    let mut text = String::from(
        r#""""What the functions of samebits.h return, and their arguments, by their names without "samebits_".

Written from the header's declarations, by `make header`. MPI handles are passed as numbers of a
pointer's width, whatever the MPI library has.
"""

from ctypes import (
    POINTER,
    c_char_p,
    c_double,
    c_float,
    c_int,
    c_size_t,
    c_ssize_t,
    c_uint64,
    c_void_p,
)

_buffer, _object, _handle = c_void_p, c_void_p, c_size_t
_sizes, _starts, _buffers = POINTER(c_size_t), POINTER(c_uint64), POINTER(c_void_p)
_made = POINTER(c_void_p)

SIGNATURES = {
"#,
    );
    for (name, declaration) in functions() {
        let name = name.strip_prefix("samebits_").expect("our name");
        let (result, arguments) = signature(&declaration);
        let line = format!("    \"{name}\": ({result}, [{}]),\n", arguments.join(", "));
        if line.chars().count() <= 100 {
            text += &line;
            continue;
        }
        text += &format!("    \"{name}\": (\n        {result},\n        [\n");
        arguments.iter().for_each(|argument| text += &format!("            {argument},\n"));
        text += "        ],\n    ),\n";
    }
    check("python/samebits/_signatures.py", &(text + "}\n"));
}

/// For c_tests/behaviour/exported_symbols.sh: the functions of the header, and those that only the
/// bindings call, by what the source defines.
#[test]
fn all_exported_functions_of_our_own_are_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    crate::imports::sources(&root.join("src/exports/direct"), &mut files);
    let mut names: BTreeSet<String> = functions().into_keys().collect();
    for file in files {
        let text = fs::read_to_string(file).unwrap();
        for (at, _) in text.match_indices("    fn samebits_") {
            let name = &text[at + "    fn ".len()..];
            names.insert(name[..name.find('(').expect("arguments")].to_string());
        }
    }
    assert!(names.len() > 100, "only {} functions", names.len());
    let list: String = names.iter().map(|name| format!("{name}\n")).collect();
    check("c_tests/behaviour/exported-symbols.txt", &list);
}
