//! Which files of a source tree import which: a small parser of paths, `use` lines and others,
//! that begin with `crate`, `super`, `self` or a module of the file's own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The Rust files under a folder.
pub fn sources(under: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(under).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            sources(&entry, found);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            found.push(entry);
        }
    }
}

/// A module, by the names on the way to it.
pub type Module = Vec<String>;

/// The modules that each module names, itself and comments apart, and what is in its own `tests`.
pub fn imports(src: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut files = Vec::new();
    sources(src, &mut files);
    let modules: BTreeMap<Module, String> =
        files.iter().map(|file| (module(src, file), code(file))).collect();
    let named = |own: &Module| {
        let paths = paths(&modules[own]);
        let found = paths.iter().filter_map(|path| resolved(&modules, own, path));
        found.filter(|other| other != own).collect()
    };
    modules.keys().map(|own| (own.clone(), named(own))).collect()
}

fn module(src: &Path, file: &Path) -> Module {
    let inside = file.strip_prefix(src).unwrap().with_extension("");
    let mut names: Module = inside.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if matches!(names.last().map(String::as_str), Some("mod" | "lib")) {
        names.pop();
    }
    names
}

fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    text.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join(" ")
}

/// Every path of two names or more, with the groups in braces written out, and what stands
/// before each `*` that imports all names.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    // What stands before each brace that is open: a path, where the brace is a group's.
    let mut groups: Vec<Vec<String>> = Vec::new();
    let mut path: Vec<String> = Vec::new();
    let mut name = String::new();
    let mut previous = ' ';
    let mut joined = false;
    for c in code.chars().chain([';']) {
        if c.is_alphanumeric() || c == '_' {
            if name.is_empty() && !joined {
                path.clear();
            }
            name.push(c);
            joined = false;
        } else {
            if !name.is_empty() {
                path.push(std::mem::take(&mut name));
            }
            match c {
                ':' if previous == ':' => joined = true,
                ':' => {}
                c if c.is_whitespace() && joined => {}
                '{' => {
                    let before = if joined { path.clone() } else { Vec::new() };
                    groups.push([groups.last().cloned().unwrap_or_default(), before].concat());
                    path.clear();
                    joined = false;
                }
                c => {
                    let whole = [groups.last().cloned().unwrap_or_default(), path.clone()].concat();
                    let named = !path.is_empty() && whole.len() > 1;
                    let glob = c == '*' && (path.is_empty() || joined) && !whole.is_empty();
                    if named || glob {
                        found.push(whole);
                    }
                    path.clear();
                    joined = false;
                    if c == '}' {
                        groups.pop();
                    }
                }
            }
        }
        previous = c;
    }
    found
}

/// The module that a path in a module leads to or into, if it is one of these.
fn resolved(modules: &BTreeMap<Module, String>, own: &Module, path: &[String]) -> Option<Module> {
    let mut at = own.clone();
    let mut rest = path;
    match path[0].as_str() {
        "crate" | "$crate" => (at, rest) = (Vec::new(), &path[1..]),
        "self" => rest = &path[1..],
        "super" => {
            while rest.first().is_some_and(|name| name == "super") {
                at.pop()?;
                rest = &rest[1..];
            }
        }
        first => {
            at.push(first.to_string());
            if !modules.contains_key(&at) {
                return None;
            }
            rest = &path[1..];
        }
    }
    for name in rest {
        at.push(name.clone());
        if !modules.contains_key(&at) {
            at.pop();
            break;
        }
    }
    Some(at)
}

/// The groups of modules of which each leads to each other one.
pub fn circles(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<BTreeSet<Module>> {
    let reached = |from: &Module| {
        let mut reached = BTreeSet::new();
        let mut next: Vec<&Module> = imports[from].iter().collect();
        while let Some(module) = next.pop() {
            if reached.insert(module.clone()) {
                next.extend(&imports[module]);
            }
        }
        reached
    };
    let from: BTreeMap<&Module, BTreeSet<Module>> =
        imports.keys().map(|module| (module, reached(module))).collect();
    let with = |module: &Module| -> BTreeSet<Module> {
        let back = |other: &&Module| from[other].contains(module);
        from[module].iter().filter(back).cloned().collect()
    };
    let circles: BTreeSet<_> = imports.keys().map(with).filter(|all| all.len() > 1).collect();
    circles.into_iter().collect()
}
