//! What loaded objects say of themselves to the dynamic linker: which libraries the program
//! was linked with, and which functions an object gets from others by their names.

use libc::{c_int, c_void, size_t};
use std::ffi::{c_char, CStr};

const DT_NULL: u64 = 0;
const DT_NEEDED: u64 = 1;
const DT_HASH: u64 = 4;
const DT_STRTAB: u64 = 5;
const DT_SYMTAB: u64 = 6;
const DT_GNU_HASH: u64 = 0x6fff_fef5;

/// An entry of a symbol table (Elf64_Sym).
#[repr(C)]
struct Symbol {
    name: u32,
    info: u8,
    other: u8,
    section: u16,
    value: u64,
    size: u64,
}

/// A loaded object.
struct Loaded<'a> {
    info: &'a libc::dl_phdr_info,
    dynamic: Vec<[u64; 2]>,
}

impl<'a> Loaded<'a> {
    /// None where it has no dynamic section.
    ///
    /// # Safety
    /// The entry is one that dl_iterate_phdr hands over.
    unsafe fn new(info: &'a libc::dl_phdr_info) -> Option<Loaded<'a>> {
        // SAFETY: the caller's entry; a dynamic section ends with a null entry.
        unsafe {
            let header = headers(info).iter().find(|h| h.p_type == libc::PT_DYNAMIC)?;
            let mut entry = (info.dlpi_addr + header.p_vaddr) as *const [u64; 2];
            let mut dynamic = Vec::new();
            while (*entry)[0] != DT_NULL {
                dynamic.push(*entry);
                entry = entry.add(1);
            }
            Some(Loaded { info, dynamic })
        }
    }

    /// Whether the address is in one of its segments.
    fn holds(&self, address: usize) -> bool {
        // SAFETY: an entry of dl_iterate_phdr's.
        unsafe { headers(self.info) }.iter().filter(|h| h.p_type == libc::PT_LOAD).any(|h| {
            let start = (self.info.dlpi_addr + h.p_vaddr) as usize;
            (start..start + h.p_memsz as usize).contains(&address)
        })
    }

    fn value(&self, tag: u64) -> Option<u64> {
        Some(self.dynamic.iter().find(|entry| entry[0] == tag)?[1])
    }

    /// An address in it. The loader has made them absolute, but not those of the kernel's own
    /// object.
    fn address(&self, tag: u64) -> Option<u64> {
        self.value(tag).filter(|address| self.holds(*address as usize))
    }

    /// The string at that offset.
    fn string(&self, offset: u64) -> Option<&CStr> {
        let strings = self.address(DT_STRTAB)?;
        // SAFETY: the object's own table of C strings, which is mapped as long as it is loaded.
        Some(unsafe { CStr::from_ptr((strings + offset) as *const c_char) })
    }

    /// The libraries that it needs.
    fn needed(&self) -> impl Iterator<Item = &CStr> {
        let needed = self.dynamic.iter().filter(|entry| entry[0] == DT_NEEDED);
        needed.filter_map(|entry| self.string(entry[1]))
    }

    /// How many symbols there are that others may define: all, or those in front of the ones
    /// that it defines itself.
    fn symbols(&self) -> u32 {
        // SAFETY: the heads of the object's own hash tables: two words, and at least four.
        unsafe {
            match (self.address(DT_HASH), self.address(DT_GNU_HASH)) {
                (Some(table), _) => *(table as *const u32).add(1),
                (None, Some(table)) => *(table as *const u32).add(1),
                (None, None) => 0,
            }
        }
    }

    /// Whether it gets a symbol of that name from another object.
    fn imports(&self, name: &str) -> bool {
        let Some(table) = self.address(DT_SYMTAB) else { return false };
        (0..self.symbols()).any(|index| {
            // SAFETY: an entry of the object's own symbol table.
            let symbol = unsafe { &*(table as *const Symbol).add(index as usize) };
            symbol.section == 0
                && self
                    .string(symbol.name.into())
                    .is_some_and(|own| own.to_bytes() == name.as_bytes())
        })
    }
}

/// # Safety
/// The entry is one that dl_iterate_phdr hands over.
unsafe fn headers(info: &libc::dl_phdr_info) -> &[libc::Elf64_Phdr] {
    // SAFETY: as the caller says.
    unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) }
}

/// Calls a function for each loaded object, the program first, until it says that this is enough.
fn each_loaded<F: FnMut(&Loaded<'_>) -> bool>(mut enough: F) {
    unsafe extern "C" fn visit<F: FnMut(&Loaded<'_>) -> bool>(
        info: *mut libc::dl_phdr_info,
        _size: size_t,
        enough: *mut c_void,
    ) -> c_int {
        // SAFETY: called by dl_iterate_phdr with a valid entry and our function.
        unsafe {
            let loaded = Loaded::new(&*info);
            loaded.is_some_and(|loaded| (*enough.cast::<F>())(&loaded)).into()
        }
    }
    // SAFETY: the callback gets the address of the function, which outlives it.
    unsafe { libc::dl_iterate_phdr(Some(visit::<F>), (&raw mut enough).cast()) };
}

/// The names of the libraries that the program itself was linked with.
pub fn needed_by_program() -> Vec<String> {
    let mut names = Vec::new();
    each_loaded(|program| {
        names.extend(program.needed().map(|name| name.to_string_lossy().into_owned()));
        true
    });
    names
}

/// Whether the object that holds the address gets a function of that name from another one.
pub fn imports(address: usize, function: &str) -> bool {
    let mut found = false;
    each_loaded(|object| {
        let this = object.holds(address);
        found |= this && object.imports(function);
        this
    });
    found
}

/// Whether any object but the one that holds the address does so.
pub fn others_import(address: usize, function: &str) -> bool {
    let mut found = false;
    each_loaded(|object| {
        found |= !object.holds(address) && object.imports(function);
        found
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_program_is_linked_with_is_known() {
        let needed = needed_by_program();
        assert!(needed.iter().any(|name| name.starts_with("libc.so")), "{needed:?}");
    }

    #[test]
    fn what_an_object_gets_from_others_is_known() {
        let (here, libc) = (imports as fn(_, _) -> _ as usize, libc::qsort as *const () as usize);
        assert!(imports(here, "dl_iterate_phdr"));
        assert!(!imports(here, "no_such_function"));
        assert!(!imports(libc, "dl_iterate_phdr"), "it defines that itself");
        assert!(others_import(libc, "dl_iterate_phdr"));
        assert!(!others_import(here, "no_such_function"));
        assert!(!imports(0, "dl_iterate_phdr"));
    }
}
