//! Where the MPI library is. samebits is linked to none; the library in use is
//! the loaded object that defines `PMPI_Allreduce`, whatever its file is called.

use libc::{c_char, c_int, c_void, size_t};
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
// SAFETY: likewise.
unsafe impl Sync for Object {}

impl Object {
    /// The loaded object that defines the function. Most often the next one in
    /// the search order; a library that was opened late and locally (as Python's
    /// mpi4py does) is found only by looking through all loaded objects.
    pub fn defining(function: &str) -> Option<Object> {
        next(function).and_then(|address| Object::open(&file_of(address)?)).or_else(|| {
            loaded_files().iter().filter_map(|file| Object::open(file)).find(|object| {
                // A look-up by handle also searches what the object needs,
                // so make sure that it is this one that defines it.
                object.symbol(function).is_some_and(|address| {
                    file_of(address).as_deref() == Some(object.path.as_str())
                })
            })
        })
    }

    /// The loaded object whose file name begins so.
    pub fn named(prefix: &str) -> Option<Object> {
        loaded_files()
            .iter()
            .filter(|file| file.rsplit('/').next().is_some_and(|name| name.starts_with(prefix)))
            .find_map(|file| Object::open(file))
    }

    /// A handle for an object that is loaded already.
    fn open(path: &str) -> Option<Object> {
        let name = CString::new(path).ok()?;
        // SAFETY: RTLD_NOLOAD loads nothing and runs no constructor; the
        // program itself, whose dladdr name cannot always be opened, is null.
        let handle = unsafe {
            let handle = libc::dlopen(name.as_ptr(), libc::RTLD_NOLOAD | libc::RTLD_LAZY);
            if handle.is_null() && path_is_program(path) {
                libc::dlopen(std::ptr::null(), libc::RTLD_LAZY)
            } else {
                handle
            }
        };
        (!handle.is_null()).then(|| Object { handle, path: path.to_string() })
    }

    /// The address of a symbol in this object or in what it needs.
    pub fn symbol(&self, name: &str) -> Option<usize> {
        look_up(self.handle, name)
    }

    /// The address of a data symbol as programs see it: an executable may hold
    /// a copy relocation, so the global scope comes first.
    pub fn data(&self, name: &str) -> Option<usize> {
        data(name).or_else(|| self.symbol(name))
    }
}

/// The address of the next definition of a function behind this library in the
/// search order, which is where a call that is passed on goes.
pub fn next(function: &str) -> Option<usize> {
    look_up(libc::RTLD_NEXT, function)
}

/// What a program reaches before this library when it calls a function.
#[derive(Debug, PartialEq, Eq)]
pub enum InFront {
    /// The MPI library itself (or a program that contains it): we are behind it.
    Library(String),
    /// Anything else that defines the function.
    Tool(Tool),
}

/// Where something that is neither this library nor the MPI library defines a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// The file.
    pub path: String,
    /// The function.
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
    let address = look_up(libc::RTLD_DEFAULT, function)?;
    let path = file_of(address)?;
    if Some(&path) == own_file().as_ref() {
        return None;
    }
    // The MPI library is what defines the function under its profiling name too.
    let profiling = look_up(libc::RTLD_DEFAULT, &profiling_name(function)).and_then(file_of);
    Some(if profiling.as_ref() == Some(&path) {
        InFront::Library(path)
    } else {
        InFront::Tool(Tool { path, address })
    })
}

/// What an MPI function, in C or in a spelling of Fortran's, is called behind all
/// tools.
pub fn profiling_name(function: &str) -> String {
    format!("{}{function}", if function.starts_with('m') { 'p' } else { 'P' })
}

/// The address of a variable in the global scope.
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

/// The file that holds a code address, its offset there, and the name of the
/// function around it where the object exports one.
pub fn describe(address: usize) -> Option<(String, usize, Option<String>)> {
    // SAFETY: all-zero is a valid Dl_info; dladdr fills it.
    let info = unsafe {
        let mut info: libc::Dl_info = std::mem::zeroed();
        if libc::dladdr(address as *const c_void, &mut info) == 0 {
            return None;
        }
        info
    };
    let text = |s: *const c_char| {
        // SAFETY: dladdr's strings are null or live as long as the object.
        (!s.is_null()).then(|| unsafe { CStr::from_ptr(s) }.to_string_lossy().into_owned())
    };
    Some((text(info.dli_fname)?, address - info.dli_fbase as usize, text(info.dli_sname)))
}

fn path_is_program(path: &str) -> bool {
    let canonical = |p: &str| std::fs::canonicalize(p).ok();
    canonical(path).is_some_and(|p| Some(p) == canonical("/proc/self/exe"))
}

/// The files of all loaded objects.
fn loaded_files() -> Vec<String> {
    unsafe extern "C" fn collect(
        info: *mut libc::dl_phdr_info,
        _size: size_t,
        files: *mut c_void,
    ) -> c_int {
        // SAFETY: called by dl_iterate_phdr with a valid entry and our vector.
        unsafe {
            let name = CStr::from_ptr((*info).dlpi_name).to_string_lossy().into_owned();
            if !name.is_empty() {
                (*files.cast::<Vec<String>>()).push(name);
            }
        }
        0
    }
    let mut files = Vec::new();
    // SAFETY: the callback gets the address of the vector, which outlives it.
    unsafe { libc::dl_iterate_phdr(Some(collect), (&raw mut files).cast()) };
    files
}

/// How many objects have been loaded since the process began: another number,
/// another look. Costs some 20 ns.
pub fn loads() -> u64 {
    unsafe extern "C" fn first(
        info: *mut libc::dl_phdr_info,
        _size: size_t,
        loads: *mut c_void,
    ) -> c_int {
        // SAFETY: called by dl_iterate_phdr with a valid entry and our number; the
        // C libraries that we run on have counted since long ago.
        unsafe { *loads.cast::<u64>() = (*info).dlpi_adds };
        1
    }
    let mut loads = 0u64;
    // SAFETY: the callback gets the address of the number, which outlives it.
    unsafe { libc::dl_iterate_phdr(Some(first), (&raw mut loads).cast()) };
    loads
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
        assert!(
            matches!(in_front("qsort"), Some(InFront::Tool(tool)) if tool.path.contains("libc"))
        );
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
        let here = an_address_is_described as fn() as usize;
        let (file, offset, _) = describe(here).unwrap();
        assert!(path_is_program(&file), "{file}");
        assert!(offset > 0);
    }
}
