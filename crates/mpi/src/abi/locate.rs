//! Where the MPI library is. samebits is linked to none: the library in use is the loaded object
//! that defines `PMPI_Allreduce`, whatever its file is called.

use super::dynamic::find_loaded;
use libc::{c_char, c_void};
use std::ffi::{CStr, CString};

/// A loaded object.
#[derive(Debug)]
pub struct Object {
    handle: *mut c_void,
    /// The path under which it was loaded.
    pub path: String,
}

// SAFETY: the handle of a loaded object may be used from any thread.
unsafe impl Send for Object {}
// SAFETY: as above.
unsafe impl Sync for Object {}

impl Object {
    /// Whether a file is a part of it, if it is an MPI library: its Fortran layer, a component that it loads.
    pub(super) fn has_part(&self, file: &str) -> bool {
        const BESIDE: [&str; 3] = ["libmpi", "libpmpi", "liboshmem"];
        let name = file.rsplit('/').next().unwrap_or_default();
        let directory =
            |file: &str| Some(std::fs::canonicalize(file).ok()?.parent()?.to_path_buf());
        let beside = || directory(file).is_some_and(|at| Some(at) == directory(&self.path));
        name.starts_with("mca_") || (BESIDE.iter().any(|begin| name.starts_with(begin)) && beside())
    }

    /// The loaded object that defines the function: mostly the next one in the search order, but
    /// not if it was opened late and locally, as by Python's mpi4py.
    pub fn defining(function: &str) -> Option<Object> {
        next(function).and_then(|address| Object::open(&file_of(address)?)).or_else(|| {
            let own = own_file();
            let others = loaded_files().into_iter().filter(|file| Some(file) != own.as_ref());
            others.filter_map(|file| Object::open(&file)).find(|object| {
                // A look-up by handle also searches what the object needs.
                object.symbol(function).is_some_and(|address| {
                    file_of(address).as_deref() == Some(object.path.as_str())
                })
            })
        })
    }

    /// The loaded object whose file name begins with `prefix`.
    pub fn named(prefix: &str) -> Option<Object> {
        loaded_files()
            .iter()
            .filter(|file| file.rsplit('/').next().is_some_and(|name| name.starts_with(prefix)))
            .find_map(|file| Object::open(file))
    }

    /// Opens an object that is loaded already.
    pub fn open(path: &str) -> Option<Object> {
        let (name, lazy) = (CString::new(path).ok()?, libc::RTLD_LAZY);
        // SAFETY: nothing is loaded and no constructor runs; null opens the program.
        let open = |name, flags| unsafe { libc::dlopen(name, flags) };
        let mut handle = open(name.as_ptr(), libc::RTLD_NOLOAD | lazy);
        if handle.is_null() && path_is_program(path) {
            handle = open(std::ptr::null(), lazy);
        }
        (!handle.is_null()).then(|| Object { handle, path: path.to_string() })
    }

    /// Whether it is a copy of this library: where ranks share a process, each has one.
    pub fn is_samebits(&self) -> bool {
        let own = self.symbol("samebits_calls_intercepted").and_then(file_of);
        own.as_deref() == Some(&self.path)
    }

    /// The address of a symbol in this object or in what it needs.
    pub fn symbol(&self, name: &str) -> Option<usize> {
        look_up(self.handle, name)
    }

    /// A data symbol as programs see it: an executable may hold a copy, in the global scope.
    pub fn data(&self, name: &str) -> Option<usize> {
        data(name).or_else(|| self.symbol(name))
    }
}

/// The next definition of a function after this library, to which calls are passed on.
pub fn next(function: &str) -> Option<usize> {
    look_up(libc::RTLD_NEXT, function)
}

/// What a program reaches before this library when it calls a function.
#[derive(Debug, PartialEq, Eq)]
pub enum InFront {
    /// The MPI library itself, or a program that contains it.
    Library(String),
    /// Anything else that defines the function.
    Tool(Tool),
}

/// A file that is neither this library nor the MPI library, and the function that it defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    pub path: String,
    pub address: usize,
}

impl Tool {
    /// Whether it is part of the program itself.
    pub fn is_program(&self) -> bool {
        path_is_program(&self.path)
    }
}

/// The file of this library.
pub fn own_file() -> Option<String> {
    file_of(own_file as fn() -> _ as usize)
}

/// The loaded object, if any, that defines an MPI function before this library.
pub fn in_front(function: &str) -> Option<InFront> {
    let address = data(function)?;
    let path = file_of(address)?;
    if Some(&path) == own_file().as_ref() {
        return None;
    }
    // The MPI library defines the function under its profiling name, too.
    let profiling = data(&profiling_name(function)).and_then(file_of);
    Some(if profiling.as_ref() == Some(&path) {
        InFront::Library(path)
    } else {
        InFront::Tool(Tool { path, address })
    })
}

/// The PMPI name of an MPI function, in C or in one of Fortran's spellings.
pub fn profiling_name(function: &str) -> String {
    format!("{}{function}", if function.starts_with('m') { 'p' } else { 'P' })
}

/// The address of a symbol in the global scope.
pub fn data(name: &str) -> Option<usize> {
    look_up(libc::RTLD_DEFAULT, name)
}

fn look_up(handle: *mut c_void, name: &str) -> Option<usize> {
    let name = CString::new(name).ok()?;
    // SAFETY: a valid handle (or pseudo-handle) and a C string.
    let address = unsafe { libc::dlsym(handle, name.as_ptr()) };
    (!address.is_null()).then_some(address as usize)
}

/// The file of the loaded object that holds an address.
pub fn file_of(address: usize) -> Option<String> {
    Some(describe(address)?.0)
}

/// The file that holds a code address, the offset there, and the exported function around it.
pub fn describe(address: usize) -> Option<(String, usize, Option<String>)> {
    // SAFETY: a Dl_info may be all zero.
    let mut info: libc::Dl_info = unsafe { std::mem::zeroed() };
    // SAFETY: dladdr takes any address, and fills the structure.
    if unsafe { libc::dladdr(address as *const c_void, &mut info) } == 0 {
        return None;
    }
    let text = |s: *const c_char| {
        // SAFETY: dladdr's strings live as long as the object.
        (!s.is_null()).then(|| unsafe { CStr::from_ptr(s) }.to_string_lossy().into_owned())
    };
    Some((text(info.dli_fname)?, address - info.dli_fbase as usize, text(info.dli_sname)))
}

fn path_is_program(path: &str) -> bool {
    let canonical = |p: &str| std::fs::canonicalize(p).ok();
    canonical(path).is_some_and(|p| Some(p) == canonical("/proc/self/exe"))
}

/// The paths of all loaded objects but the program.
pub fn loaded_files() -> Vec<String> {
    let mut files = Vec::new();
    find_loaded(|object| {
        files.extend(Some(object.file()).filter(|file| !file.is_empty()));
        None::<()>
    });
    files
}

/// How many objects have been loaded since the process began. Costs about 20 ns.
pub fn loads() -> u64 {
    find_loaded(|object| Some(object.loads())).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_object_that_defines_a_function_is_found() {
        let libc = Object::defining("qsort").expect("the C library is loaded");
        assert!(libc.path.contains("libc"), "{}", libc.path);
        assert!(libc.symbol("no_such_symbol_at_all").is_none());
        assert!(Object::defining("PMPI_No_such_function").is_none());
    }

    #[test]
    fn a_function_that_others_define_first_is_named() {
        let tool = in_front("qsort");
        assert!(matches!(tool, Some(InFront::Tool(tool)) if tool.path.contains("libc")));
        assert_eq!(in_front("MPI_No_such_function"), None);
    }

    #[test]
    fn an_object_is_found_by_its_name_and_loads_are_counted() {
        let libc = Object::named("libc.so").expect("the C library is loaded");
        assert!(libc.symbol("qsort").is_some());
        assert!(Object::named("libno_such_library").is_none());
        assert!(loads() > 0);
        assert_eq!(loads(), loads(), "nothing is loaded by looking");
    }

    #[test]
    fn an_address_is_described() {
        let own = an_address_is_described as fn() as usize;
        let (file, offset, _) = describe(own).unwrap();
        assert!(path_is_program(&file), "{file}");
        assert!(offset > 0);
    }
}
