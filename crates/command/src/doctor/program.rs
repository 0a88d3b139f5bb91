//! The program and its libraries, as they lie in files.

use super::elf::{self, Elf};
use super::facts::{Kind, Object, Program, Role};
use super::python;
use super::search::{Loading, Search};
use samebits_mpi::abi::{family::Family, in_program};
use std::collections::{BTreeSet, VecDeque};
use std::ffi::CString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Libraries that are part of every program, by the beginnings of their names.
const SYSTEM: &[&str] = &[
    "ld-linux",
    "libc.so",
    "libm.so",
    "libmvec.so",
    "libpthread.so",
    "libdl.so",
    "librt.so",
    "libutil.so",
    "libresolv.so",
    "libgcc_s.so",
    "libstdc++.so",
    "libgfortran",
    "libquadmath",
    "libgomp",
    "libiomp5",
    "libomp.so",
    "libz.so",
    "libpython",
    "libc++",
];

/// The MPI library's own parts and bindings, likewise.
const MPI: &[&str] = &[
    "libmpi",
    "libpmpi",
    "libfmpich",
    "libopen-",
    "libpmix",
    "libprrte",
    "libmpl.so",
    "libopa.so",
    "libucp.so",
    "libucs.so",
    "libuct.so",
    "libfabric.so",
    "libpsm",
];

/// Programs that start another one in a container.
pub const CONTAINERS: &[&str] = &[
    "apptainer",
    "singularity",
    "docker",
    "podman",
    "podman-hpc",
    "shifter",
    "sarus",
    "enroot",
    "charliecloud",
    "ch-run",
    "udocker",
];

/// A program's file, or of a script its interpreter's, and the libraries that it needs.
pub fn files(program: &Path) -> Vec<PathBuf> {
    let own = if elf::is_native(program) { None } else { interpreter(program) };
    let start = own.unwrap_or_else(|| program.into());
    let mut closure = Closure { search: Search::new(), objects: Vec::new(), missing: Vec::new() };
    // What cannot be read is for the launcher to say.
    let _ = closure.add(&start);
    closure.objects.into_iter().map(|loaded| loaded.path).collect()
}

/// Looks at a program that a shell would run.
pub fn look(name: &str, path: &Path) -> Result<Program, String> {
    let file_name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut program =
        Program { name: name.into(), privileges: privileges(path), ..Program::default() };
    if CONTAINERS.contains(&file_name.as_str()) {
        program.kind = Kind::Container;
        return Ok(program);
    }
    let mut start = path.to_path_buf();
    if elf::read(path, true)?.is_none() {
        match interpreter(path) {
            None => {
                program.kind = Kind::Unknown;
                return Ok(program);
            }
            Some(interpreter) => {
                // A version manager's python is a script.
                let python = [path, &interpreter].into_iter().find(|path| python::is_one(path));
                start = python.and_then(python::behind).unwrap_or(interpreter);
                program.kind = Kind::Script(start.display().to_string());
                // The rights of a script's file are not given to it.
                program.privileges = privileges(&start);
            }
        }
    }
    let mut closure = Closure { search: Search::new(), objects: Vec::new(), missing: Vec::new() };
    closure.add(&start)?;
    if python::is_one(&start) {
        program.kind = Kind::Python;
        let prefix = start.parent().and_then(Path::parent).unwrap_or(Path::new("/usr"));
        closure.search.also(prefix.join("lib"));
        for (module, files) in python::modules(&start) {
            program.modules.push(module);
            closure.add(closure.complete(&files))?;
        }
        // It looks for the library itself when it is imported.
        closure.missing.retain(|(_, by)| !is_mpi4py(Path::new(by)));
    }
    program.missing = closure.missing.clone();
    program.objects = closure.into_objects(program.kind != Kind::Program);
    program.slurm_pmi = program.objects.iter().any(is_slurms_pmi);
    if let Some(first) = program.objects.first_mut() {
        first.contains_mpi = in_program::is_in(&fs::read(&start).unwrap_or_default());
    }
    Ok(program)
}

/// A library that is loaded into the program, by itself.
pub fn library(path: &Path) -> Option<Object> {
    let elf = elf::read(path, false).ok()??;
    let role = if elf.defines.contains("samebits_version") { Role::Samebits } else { Role::Own };
    Some(object(path, elf, role))
}

struct Closure {
    search: Search,
    objects: Vec<Loaded>,
    missing: Vec<(String, String)>,
}

struct Loaded {
    path: PathBuf,
    /// None if it cannot be read, or was not built for this machine and so is not looked into.
    elf: Option<Elf>,
    /// Which object has led to it, and which it leads to.
    by: Option<usize>,
    needs: Vec<usize>,
}

impl Closure {
    /// Adds a file and what it needs, one generation after the other, as the loader does.
    fn add(&mut self, path: &Path) -> Result<(), String> {
        let mut waiting = VecDeque::new();
        let elf = elf::read(path, true)?;
        waiting.push_back(self.objects.len());
        self.objects.push(Loaded { path: path.into(), elf, by: None, needs: Vec::new() });
        while let Some(at) = waiting.pop_front() {
            let names = self.objects[at].elf.as_ref().map_or(Vec::new(), |elf| elf.needed.clone());
            for name in names {
                let Some(path) = self.find(at, &name) else {
                    let by = self.objects[at].path.display().to_string();
                    self.missing.push((name, by));
                    continue;
                };
                let same = |loaded: &Loaded| same_file(&loaded.path, &path);
                let known = self.objects.iter().position(same);
                let index = known.unwrap_or(self.objects.len());
                if known.is_none() {
                    let elf = elf::read(&path, false).unwrap_or(None);
                    self.objects.push(Loaded { path, elf, by: Some(at), needs: Vec::new() });
                    waiting.push_back(index);
                }
                self.objects[at].needs.push(index);
            }
        }
        Ok(())
    }

    /// The first of some files for which everything that it needs is found: a module may be there for
    /// several MPI libraries.
    fn complete<'a>(&self, files: &'a [PathBuf]) -> &'a Path {
        let finds = |path: &&PathBuf| {
            let Ok(Some(elf)) = elf::read(path, false) else { return false };
            let loading = Loading { path, elf: &elf, loaders: Vec::new() };
            elf.needed.iter().all(|name| self.search.find(name, &loading).is_some())
        };
        files.iter().find(finds).unwrap_or(&files[0])
    }

    fn find(&self, at: usize, name: &str) -> Option<PathBuf> {
        // Loaded under that name already, whatever the paths of this object say.
        let loaded = self.objects.iter().find(|loaded| {
            loaded.elf.as_ref().is_some_and(|elf| elf.soname.as_deref() == Some(name))
        });
        if let Some(loaded) = loaded {
            return Some(loaded.path.clone());
        }
        let mut loaders = Vec::new();
        let mut by = self.objects[at].by;
        while let Some(index) = by {
            let loader = &self.objects[index];
            loaders.extend(loader.elf.as_ref().map(|elf| (loader.path.as_path(), elf)));
            by = loader.by;
        }
        let Loaded { path, elf, .. } = &self.objects[at];
        self.search.find(name, &Loading { path, elf: elf.as_ref()?, loaders })
    }

    /// With their roles: what only the MPI library needs is its own, and what only an interpreter
    /// needs, which is the first object then, is not the program's.
    fn into_objects(self, interpreted: bool) -> Vec<Object> {
        let classes: Vec<Role> = self.objects.iter().map(class).collect();
        let first = usize::from(interpreted);
        let roots = (first..self.objects.len()).filter(|at| self.objects[*at].by.is_none());
        let mut waiting: Vec<usize> = roots.collect();
        let mut reached: BTreeSet<usize> = waiting.iter().copied().collect();
        while let Some(at) = waiting.pop() {
            if classes[at] == Role::Own {
                waiting.extend(self.objects[at].needs.iter().filter(|next| reached.insert(**next)));
            }
        }
        let role = |at: usize| match classes[at] {
            Role::Own if !reached.contains(&at) && interpreted => Role::System,
            Role::Own if !reached.contains(&at) => Role::Mpi,
            class => class,
        };
        let roles: Vec<Role> = (0..classes.len()).map(role).collect();
        let all = self.objects.into_iter().zip(roles);
        all.map(|(loaded, role)| object(&loaded.path, loaded.elf.unwrap_or_default(), role))
            .collect()
    }
}

fn class(loaded: &Loaded) -> Role {
    let name = loaded.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let defines =
        |symbol: &str| loaded.elf.as_ref().is_some_and(|elf| elf.defines.contains(symbol));
    let begins = |names: &[&str]| names.iter().any(|begin| name.starts_with(begin));
    if is_mpi4py(&loaded.path) {
        // It calls every function of MPI's, whatever the script does.
        Role::Mpi
    } else if loaded.by.is_none() {
        Role::Own
    } else if defines("samebits_version") {
        Role::Samebits
    } else if begins(SYSTEM) {
        Role::System
    } else if begins(MPI) || defines("PMPI_Allreduce") {
        Role::Mpi
    } else {
        Role::Own
    }
}

fn is_mpi4py(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "mpi4py")
}

fn object(path: &Path, elf: Elf, role: Role) -> Object {
    let Elf { architecture, native, interpreter, imports, bindings, defines, .. } = elf;
    let mut object = Object {
        path: path.display().to_string(),
        role,
        architecture,
        native,
        interpreter,
        imports,
        bindings,
        defines,
        ..Object::default()
    };
    if object.is_mpi() {
        object.family = family(path, &object.defines);
    }
    object
}

/// As the library finds it when it runs; the version string is somewhere in the file.
pub fn family(path: &Path, defines: &BTreeSet<String>) -> Option<Family> {
    let file = path.canonicalize().unwrap_or_else(|_| path.into());
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Family::of_file(&name, |symbol| defines.contains(symbol)).or_else(|| {
        let bytes = fs::read(path).unwrap_or_default();
        Family::of_version(&String::from_utf8_lossy(&bytes))
    })
}

/// Slurm's libraries for PMI-1 and PMI-2, with which an MPI library may be linked, or Open MPI's plug-ins
/// for them.
fn is_slurms_pmi(object: &Object) -> bool {
    const PLUGINS: [&str; 2] = ["mca_pmix_s1.so", "mca_pmix_s2.so"];
    let name = object.name();
    let folders = Path::new(&object.path).canonicalize().ok();
    let folder = folders.as_deref().and_then(Path::parent).filter(|_| object.is_mpi());
    let plugins = |folder: &Path| {
        let places = [folder.join("openmpi"), folder.join("openmpi/lib/openmpi")];
        places.iter().any(|place| PLUGINS.iter().any(|plugin| place.join(plugin).exists()))
    };
    name.starts_with("libpmi.so") || name.starts_with("libpmi2.so") || folder.is_some_and(plugins)
}

fn same_file(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().ok().zip(b.canonicalize().ok()).is_some_and(|(a, b)| a == b)
}

fn privileges(path: &Path) -> Option<&'static str> {
    let file = fs::metadata(path).ok()?;
    let (user, group) = {
        // SAFETY: these only say who runs this process.
        unsafe { (libc::getuid(), libc::getgid()) }
    };
    if file.mode() & libc::S_ISUID != 0 && file.uid() != user {
        return Some("set-uid");
    }
    if file.mode() & libc::S_ISGID != 0 && file.gid() != group {
        return Some("set-gid");
    }
    let name = CString::new(path.as_os_str().as_bytes()).ok()?;
    let attribute = c"security.capability".as_ptr();
    // SAFETY: two C strings, and no room for a value, of which only the length is wanted.
    let length = unsafe { libc::getxattr(name.as_ptr(), attribute, std::ptr::null_mut(), 0) };
    (length > 0 && user != 0).then_some("a file with capabilities")
}

/// The program that runs a script.
fn interpreter(path: &Path) -> Option<PathBuf> {
    let bytes = fs::read(path).ok()?;
    let line = bytes.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line).into_owned();
    let mut words = line.split_whitespace();
    let first = words.next()?;
    if !first.ends_with("/env") {
        return Some(first.into());
    }
    let name = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    crate::run::execute::find(name.as_ref()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_program_has_its_libraries() {
        let own = std::env::current_exe().unwrap();
        let program = look("own", &own).unwrap();
        assert_eq!((&program.kind, program.privileges), (&Kind::Program, None));
        assert_eq!(program.missing, []);
        let c = program.objects.iter().find(|object| object.name().starts_with("libc.so")).unwrap();
        assert_eq!(c.role, Role::System);
        assert!(program.own().next().unwrap().interpreter);
    }

    #[test]
    fn scripts_are_followed_to_their_interpreters() {
        let top = tempfile::tempdir().unwrap();
        let at = |text: &str| {
            let path = top.path().join("script");
            fs::write(&path, text).unwrap();
            look("script", &path).unwrap().kind
        };
        assert_eq!(at("#!/bin/sh -e\nexit\n"), Kind::Script("/bin/sh".into()));
        assert!(
            matches!(at("#!/usr/bin/env -S sh\n"), Kind::Script(path) if path.ends_with("/sh"))
        );
        assert_eq!(at("no program"), Kind::Unknown);
        let container = look("apptainer", Path::new("/usr/bin/apptainer")).unwrap();
        assert_eq!(container.kind, Kind::Container);
    }

    #[test]
    fn what_only_mpi_needs_is_not_the_programs() {
        let loaded = |path: &str, by, needs: &[usize], defines: &[&str]| Loaded {
            path: path.into(),
            elf: Some(Elf {
                defines: defines.iter().map(|name| name.to_string()).collect(),
                ..Elf::default()
            }),
            by,
            needs: needs.into(),
        };
        let objects = vec![
            loaded("/a", None, &[1, 2], &[]),
            loaded("/libmpi.so.40", Some(0), &[3, 4], &["PMPI_Allreduce", "MPI_Allreduce"]),
            loaded("/libsolver.so", Some(0), &[4, 1], &[]),
            loaded("/libhwloc.so", Some(1), &[], &[]),
            loaded("/libblas.so", Some(1), &[], &[]),
        ];
        let closure = Closure { search: Search::new(), objects, missing: Vec::new() };
        let roles: Vec<Role> =
            closure.into_objects(false).iter().map(|object| object.role).collect();
        assert_eq!(roles, [Role::Own, Role::Mpi, Role::Own, Role::Mpi, Role::Own]);
    }
}
