//! The constants of mpi.h: a program in C that says their values is written,
//! compiled by the MPI's own compiler and loaded, and with it the MPI library.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{CStr, CString};
use std::fmt::Write;
use std::os::raw::{c_char, c_int};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What mpi.h says.
pub struct Header {
    /// The header after the preprocessor.
    pub preprocessed: String,
    /// The names of all predefined datatypes and operators.
    pub handles: Vec<String>,
    identifiers: BTreeSet<String>,
    folder: PathBuf,
}

/// The MPI's compiler: $MPICC, or mpicc.
fn compiler() -> Command {
    Command::new(std::env::var("MPICC").unwrap_or_else(|_| "mpicc".to_string()))
}

fn output_of(command: &mut Command) -> String {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}; MPICC names the MPI's compiler"));
    assert!(output.status.success(), "{command:?} failed");
    String::from_utf8(output.stdout).expect("headers are text")
}

/// Open MPI's extensions (MPIX_) have a header of their own.
const INCLUDES: &str = "#include <mpi.h>\n\
    #if defined(OPEN_MPI) && __has_include(<mpi-ext.h>)\n#include <mpi-ext.h>\n#endif\n";

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

impl Header {
    /// Reads it; files go to a folder of that name.
    pub fn read(folder: &str) -> Header {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        let source = folder.join("includes.c");
        std::fs::write(&source, INCLUDES).unwrap();
        let with_macros = output_of(compiler().args(["-E", "-dD"]).arg(&source));
        // For bindgen's clang, which does not know all that the C library's headers (SMPI's
        // mpi.h includes some) have for a new GCC.
        let older = ["-U__GNUC__", "-D__GNUC__=6"];
        let preprocessed = output_of(compiler().args(["-E", "-P"]).args(older).arg(&source));
        let identifiers = words(&with_macros).map(str::to_string).collect();
        Header { preprocessed, handles: handles(&with_macros), identifiers, folder }
    }

    /// Whether it has the name, as a macro, an enumerator or a function.
    pub fn has(&self, name: &str) -> bool {
        self.identifiers.contains(name)
    }

    /// The values of those of the names that it has. Handles and addresses too are
    /// register-sized, sign-extended numbers.
    pub fn values<'a>(&self, names: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
        self.run("values", names)
    }

    /// Loads the MPI library of this header, so that it can be found as in a program.
    pub fn load_library(&self) {
        self.run("library", std::iter::empty());
    }

    fn run<'a>(&self, file: &str, names: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
        let mut source = format!("{INCLUDES}#include <stdint.h>\n");
        // The library itself must be needed, or the linker may leave it out. (SMPI's MPI_
        // functions are declared weak.)
        source += "int (*library)(int *, int *) = PMPI_Get_version;\n";
        source += "void values(void (*take)(const char *, intptr_t))\n{\n";
        for name in names.filter(|name| self.has(name)) {
            writeln!(source, "    take(\"{name}\", (intptr_t)({name}));").unwrap();
        }
        source += "}\n";
        // A file that is loaded already would not be loaded again.
        let (text, object) = (format!("{file}.c"), format!("{file}.so"));
        let (text, object) = (self.folder.join(text), self.folder.join(object));
        std::fs::write(&text, source).unwrap();
        output_of(compiler().args(["-shared", "-fPIC", "-o"]).args([&object, &text]));
        load(&object)
    }
}

/// The macros that stand for handles of datatypes and operators, directly or by
/// way of other macros.
fn handles(with_macros: &str) -> Vec<String> {
    let mut expansions = BTreeMap::new();
    for line in with_macros.lines() {
        let Some(definition) = line.strip_prefix("#define MPI") else { continue };
        let Some((name, expansion)) = definition.split_once(' ') else { continue };
        let constant = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        if name.chars().all(constant) {
            expansions.insert(format!("MPI{name}"), expansion);
        }
    }
    let is_handle = |name: &str| {
        let mut name = name;
        // A chain of synonyms is short.
        (0..4).any(|_| {
            let expansion = expansions.get(name).copied().unwrap_or_default();
            name = words(expansion).find(|word| expansions.contains_key(*word)).unwrap_or_default();
            words(expansion).any(|word| word == "MPI_Datatype" || word == "MPI_Op")
        })
    };
    expansions.keys().filter(|name| is_handle(name)).cloned().collect()
}

/// Loads what the compiler made, which brings the MPI library along, and asks.
fn load(object: &Path) -> BTreeMap<String, usize> {
    thread_local! {
        static TAKEN: std::cell::RefCell<BTreeMap<String, usize>> = const {
            std::cell::RefCell::new(BTreeMap::new())
        };
    }
    extern "C" fn take(name: *const c_char, value: isize) {
        // SAFETY: a string in the program that was loaded.
        let name = unsafe { CStr::from_ptr(name) }.to_str().expect("ASCII").to_string();
        TAKEN.with(|taken| taken.borrow_mut().insert(name, value as usize));
    }
    type Values = extern "C" fn(extern "C" fn(*const c_char, isize));
    let path = CString::new(object.to_str().expect("a path in UTF-8")).unwrap();
    let flags: c_int = libc::RTLD_NOW | libc::RTLD_LOCAL;
    // SAFETY: a library that holds a function of that name and type.
    unsafe {
        let library = libc::dlopen(path.as_ptr(), flags);
        assert!(!library.is_null(), "{}", CStr::from_ptr(libc::dlerror()).to_string_lossy());
        let values = libc::dlsym(library, c"values".as_ptr());
        assert!(!values.is_null(), "{} has no function `values`", object.display());
        std::mem::transmute::<*mut libc::c_void, Values>(values)(take);
    }
    TAKEN.with(|taken| taken.take())
}
