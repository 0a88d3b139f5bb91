//! Python as a program: its interpreter, and the modules that are looked at.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Modules of Python whose files are looked at, and the beginnings of their names.
const MODULES: &[(&str, &[&str])] = &[
    ("mpi4py", &["MPI."]),
    ("numpy", &["_multiarray_umath.", "_umath_linalg."]),
    ("petsc4py", &["PETSc."]),
];

/// Whether a file is an interpreter of Python, by its name.
pub fn is_one(path: &Path) -> bool {
    let real = path.canonicalize().unwrap_or_else(|_| path.into());
    let python = |path: &Path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("python"))
    };
    python(path) || python(&real)
}

/// The interpreter behind a script that is called like it.
pub fn behind(path: &Path) -> Option<PathBuf> {
    let mut command = Command::new(path);
    command.args(["-c", "import sys; print(sys.executable)"]);
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let found = PathBuf::from(text.trim());
    found.is_file().then_some(found)
}

/// The files of modules that the interpreter would import. It says where they are; none is loaded.
pub fn modules(python: &Path) -> Vec<(&'static str, Vec<PathBuf>)> {
    let code = "import importlib.util as u, sys\n\
                for name in sys.argv[1:]:\n    s = u.find_spec(name)\n    \
                for p in (s.submodule_search_locations or []) if s else []: print(name, p)\n";
    let names = MODULES.iter().map(|(name, _)| *name);
    let mut command = Command::new(python);
    command.arg("-c").arg(code).args(names).stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().map(|output| output.stdout).unwrap_or_default();
    let mut found: HashMap<&str, Vec<PathBuf>> = HashMap::new();
    let text = String::from_utf8_lossy(&output).into_owned();
    for (name, folder) in text.lines().filter_map(|line| line.split_once(' ')) {
        if let Some((name, files)) = MODULES.iter().find(|(module, _)| *module == name) {
            let files = extensions(Path::new(folder), files, 3);
            found.extend((!files.is_empty()).then_some((*name, files)));
        }
    }
    MODULES.iter().filter_map(|(name, _)| Some((*name, found.remove(name)?))).collect()
}

/// Extension modules whose names begin so, in a package or the first of the folders below.
fn extensions(folder: &Path, begins: &[&str], depth: usize) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut entries: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    let is_one = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.ends_with(".so") && begins.iter().any(|begin| name.starts_with(begin))
    };
    let here: Vec<PathBuf> = entries.iter().filter(is_one).cloned().collect();
    let folders = entries.iter().filter(|path| depth > 0 && here.is_empty() && path.is_dir());
    let mut below = folders.map(|path| extensions(path, begins, depth - 1));
    let below = below.find(|found| !found.is_empty()).unwrap_or_default();
    [here, below].concat()
}
