//! Libraries that stand in place of MPI with handles of their own, and open an MPI library behind them:
//! Mukautuva, MPItrampoline, Wi4MPI and the like. The program's handles are theirs, so that the
//! library behind must not be given them.
//!
//! A profiling tool defines MPI's functions, too, but hands them on to the profiling functions of the
//! MPI library that the program itself is linked with. So a translation layer is what defines MPI's
//! functions, calls no profiling function, and is needed by somebody who does not need the MPI
//! library.

use super::dynamic::{find_loaded, Loaded};
use super::locate::{file_of, loads, next, own_file, Object};
use samebits_base::lock::lock;
use std::sync::Mutex;

/// What is known of a file with code, loaded or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Its path; empty for the program.
    pub file: String,
    /// The name by which others need it (DT_SONAME), if it has one.
    pub name: Option<String>,
    /// The names of what it needs (DT_NEEDED).
    pub needed: Vec<String>,
    /// Whether it calls functions of MPI that others define.
    pub calls: bool,
    /// Whether it defines them itself.
    pub defines: bool,
    /// Whether it calls profiling functions that others define.
    pub profiles: bool,
    /// Whether it defines these itself.
    pub defines_profiling: bool,
}

impl Facts {
    fn of(object: &Loaded) -> Facts {
        let mpi = |name: &[u8]| FUNCTIONS.iter().any(|function| function.as_bytes() == name);
        let calls = object.imported(mpi).is_some();
        let defines = FUNCTIONS.iter().any(|name| object.defines(name));
        Facts {
            file: object.file(),
            name: object.name(),
            needed: object.needed().map(|name| name.to_string_lossy().into_owned()).collect(),
            calls,
            defines,
            profiles: defines && object.imported(|name| name.starts_with(b"PMPI_")).is_some(),
            defines_profiling: object.defines("PMPI_Allreduce"),
        }
    }

    fn goes_by(&self, name: &str) -> bool {
        self.name.as_deref() == Some(name) || self.file.rsplit('/').next() == Some(name)
    }
}

/// Functions by which it is seen who calls or defines MPI.
pub const FUNCTIONS: [&str; 3] = ["MPI_Allreduce", "MPI_Init", "MPI_Init_thread"];

/// What an object needs, and what that needs, and so on, itself included.
fn closure(objects: &[Facts], of: usize) -> Vec<usize> {
    let mut found = vec![of];
    let mut next = 0;
    while let Some(&object) = found.get(next) {
        next += 1;
        for name in &objects[object].needed {
            let needed = objects.iter().position(|other| other.goes_by(name));
            found.extend(needed.filter(|needed| !found.contains(needed)));
        }
    }
    found
}

/// The translation layer, if there is one over the MPI library in the file `library`. The program comes
/// first; `own` is the file of this library. `in_front` is the file, if any, that gets this library's
/// calls although the MPI library's functions are for nobody but who has opened it.
pub fn layer<'a>(
    objects: &'a [Facts],
    library: &str,
    own: &str,
    in_front: Option<&str>,
) -> Option<&'a str> {
    let real = objects.iter().position(|object| object.file == library)?;
    // (What the library itself needs is no layer over it: it is a profiling library that is taken for
    // the MPI library in front of which it stands.)
    let beneath = closure(objects, real);
    let is_layer = |of: usize| {
        let object = &objects[of];
        object.defines && !object.profiles && object.file != own && !beneath.contains(&of)
    };
    let needs_it = |of: usize| closure(objects, of).contains(&real);
    if needs_it(0) {
        return None;
    }
    let callers = (0..objects.len()).filter(|of| objects[*of].calls && !needs_it(*of));
    let mut needed = callers.flat_map(|of| closure(objects, of));
    let found = needed.find(|object| is_layer(*object));
    let in_front = || objects.iter().position(|object| Some(&*object.file) == in_front);
    let found = found.or_else(|| in_front().filter(|object| is_layer(*object)));
    Some(&objects[found?].file)
}

/// The MPI library, if any, over which `library` is itself a layer, with profiling functions of its
/// own: neither needs the other.
fn beneath<'a>(objects: &'a [Facts], library: &str) -> Option<&'a str> {
    let layer = objects.iter().position(|object| object.file == library)?;
    let above = closure(objects, layer);
    let other = (0..objects.len()).find(|other| {
        objects[*other].defines_profiling
            && !above.contains(other)
            && !closure(objects, *other).contains(&layer)
    })?;
    Some(&objects[other].file)
}

/// What version strings of translation layers have in them.
const NAMES: [&str; 4] = ["MPItrampoline", "MPIwrapper", "Mukautuva", "Wi4MPI"];

/// Whether the version string is that of a translation layer, which goes on with that of the library
/// behind.
pub(crate) fn is_version_of_one(version: &str) -> bool {
    let version = version.to_lowercase();
    NAMES.iter().any(|name| version.contains(&name.to_lowercase()))
}

fn loaded() -> Vec<Facts> {
    let mut objects = Vec::new();
    find_loaded(|object| {
        objects.push(Facts::of(object));
        None::<()>
    });
    objects
}

/// The file of the translation layer over a loaded MPI library, if there is one.
pub fn over(library: &Object) -> Option<String> {
    let in_front = next("MPI_Allreduce").and_then(file_of);
    if in_front.as_ref() == Some(&library.path) {
        return None;
    }
    /// The number of loaded objects, the MPI library's file, and the layer that was found.
    type Known = (u64, String, Option<String>);
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
    let now = loads();
    if let Some((when, path, layer)) = &*lock(&KNOWN) {
        if *when == now && *path == library.path {
            return layer.clone();
        }
    }
    let is_local = next("PMPI_Allreduce").and_then(file_of).as_ref() != Some(&library.path);
    let in_front = in_front.filter(|_| is_local);
    let own = own_file().unwrap_or_default();
    let layer = layer(&loaded(), &library.path, &own, in_front.as_deref()).map(str::to_string);
    *lock(&KNOWN) = Some((now, library.path.clone(), layer.clone()));
    layer
}

/// The file of the MPI library over which a loaded library is a layer, if it is.
pub fn under(library: &Object) -> Option<String> {
    beneath(&loaded(), &library.path).map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(file: &str, needed: &[&str]) -> Facts {
        let needed = needed.iter().map(|name| name.to_string()).collect();
        Facts { file: file.into(), needed, ..Facts::default() }
    }

    /// One that calls MPI's functions.
    fn caller(file: &str, needed: &[&str]) -> Facts {
        Facts { calls: true, ..object(file, needed) }
    }

    fn defines(file: &str, needed: &[&str]) -> Facts {
        Facts { defines: true, ..object(file, needed) }
    }

    fn mpi() -> Facts {
        let name = Some("libmpi.so.40".into());
        Facts { name, defines_profiling: true, ..defines("/usr/lib/libmpi.so.40.30", &["libc.so"]) }
    }

    const MPI: &str = "/usr/lib/libmpi.so.40.30";
    const OWN: &str = "/s/libsamebits.so";

    fn of(objects: &[Facts], in_front: Option<&str>) -> Option<String> {
        let own = defines(OWN, &[]);
        let all: Vec<Facts> = objects.iter().cloned().chain([own, mpi()]).collect();
        layer(&all, MPI, OWN, in_front).map(str::to_string)
    }

    #[test]
    fn what_a_program_needs_in_place_of_mpi_is_a_layer() {
        let layer = defines("/l/liblayer.so", &["libdl.so"]);
        let program = caller("", &["liblayer.so"]);
        let found = Some("/l/liblayer.so".to_string());
        assert_eq!(of(&[program.clone(), layer.clone()], None), found);
        // By a library of the program's, which has a wrapper that needs the MPI library.
        let (solver, wrapper) = (caller("/l/libsolver.so", &["liblayer.so"]), "/l/libwrap.so");
        let wrapper = caller(wrapper, &["libmpi.so.40"]);
        let program = object("", &["libsolver.so"]);
        assert_eq!(of(&[program, solver, layer.clone(), wrapper], None), found);
        // By a module that an interpreter has opened.
        let module = caller("/p/MPI.so", &["liblayer.so"]);
        assert_eq!(of(&[object("/usr/bin/python3", &[]), module, layer.clone()], None), found);
        // Preloaded, over one that it has opened for itself.
        let program = caller("", &["libmpi.so.12"]);
        assert_eq!(of(&[program.clone(), layer.clone()], Some("/l/liblayer.so")), found);
        assert_eq!(of(&[program, layer], None), None);
    }

    #[test]
    fn tools_are_no_layers() {
        let program = caller("", &["libmpi.so.40"]);
        let tool = Facts { profiles: true, ..defines("/t/libtool.so", &["libmpi.so.40"]) };
        assert_eq!(of(&[program.clone(), tool.clone()], None), None);
        // One that looks the profiling functions up, preloaded and needed.
        let looks_up = defines("/t/liblooks.so", &[]);
        assert_eq!(of(&[program, looks_up.clone()], None), None);
        let program = caller("", &["liblooks.so", "libmpi.so.40"]);
        assert_eq!(of(&[program, looks_up.clone()], None), None);
        // Under an interpreter whose module needs the MPI library.
        let module = caller("/p/MPI.so", &["libmpi.so.40"]);
        assert_eq!(of(&[object("/usr/bin/python3", &[]), module, looks_up, tool], None), None);
        // A program that gets MPI by a tool.
        let tool = Facts { profiles: true, ..defines("/t/libtool.so", &["libmpi.so.40"]) };
        assert_eq!(of(&[caller("", &["libtool.so"]), tool], None), None);
        // A library of profiling functions alone, which is taken for the MPI library that it needs.
        let shim = "/t/libshim.so";
        let shims = Facts { defines_profiling: true, ..object(shim, &["libmpi.so.40"]) };
        let all = [caller("", &["libmpi.so.40"]), shims, mpi()];
        assert_eq!(layer(&all, shim, OWN, None), None);
        // Not an MPI library at all.
        assert_eq!(layer(&[caller("", &["liblayer.so"])], MPI, OWN, None), None);
    }

    #[test]
    fn a_layer_with_profiling_functions_is_one_if_another_library_has_them_too() {
        let layer = Facts { defines_profiling: true, ..defines("/l/liblayer.so", &["libdl.so"]) };
        let program = caller("", &["liblayer.so"]);
        let under = |objects: &[Facts]| beneath(objects, "/l/liblayer.so").map(str::to_string);
        assert_eq!(under(&[program.clone(), layer.clone(), mpi()]).as_deref(), Some(MPI));
        assert_eq!(under(&[program.clone(), layer.clone()]), None);
        // MPICH's library of the standard ABI may need the other one.
        let needs = Facts { needed: vec!["libmpi.so.40".into()], ..layer };
        assert_eq!(under(&[program, needs, mpi()]), None);
    }

    #[test]
    fn version_strings_tell_layers() {
        assert!(is_version_of_one(
            "MPItrampoline 5.4.0, using MPIwrapper 2.11, wrapping MPICH 4.1"
        ));
        assert!(is_version_of_one("WI4MPI 3.6.4 MPICH"));
        assert!(
            !is_version_of_one("MPICH Version: 4.0.2") && !is_version_of_one("Open MPI v4.1.4")
        );
    }

    #[test]
    fn nothing_translates_here() {
        let libc = Object::defining("qsort").expect("the C library is loaded");
        assert_eq!((over(&libc), under(&libc)), (None, None));
        assert!(loaded().iter().all(|object| !object.defines));
    }
}
