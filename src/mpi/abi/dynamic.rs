//! What the dynamic linker knows of the loaded objects: which libraries the program was linked
//! with, and which functions an object imports from others.

use libc::{c_int, c_void, size_t};
use std::ffi::{c_char, CStr};
use std::ops::Range;

const DT_NULL: u64 = 0;
const DT_NEEDED: u64 = 1;
const DT_HASH: u64 = 4;
const DT_STRTAB: u64 = 5;
const DT_SYMTAB: u64 = 6;
const DT_STRSZ: u64 = 10;
const DT_GNU_HASH: u64 = 0x6fff_fef5;
const STT_FUNC: u8 = 2;

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

/// A loaded object, as dl_iterate_phdr describes it.
pub struct Loaded<'a>(&'a libc::dl_phdr_info);

impl Loaded<'_> {
    fn headers(&self) -> &[libc::Elf64_Phdr] {
        // SAFETY: an entry of dl_iterate_phdr's.
        unsafe { std::slice::from_raw_parts(self.0.dlpi_phdr, self.0.dlpi_phnum.into()) }
    }

    /// The addresses of its loaded segments, and their flags (`PF_W`, ...).
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = (Range<usize>, u32)> + '_ {
        self.headers().iter().filter(|h| h.p_type == libc::PT_LOAD).map(|h| {
            let start = (self.0.dlpi_addr + h.p_vaddr) as usize;
            (start..start + h.p_memsz as usize, h.p_flags)
        })
    }

    /// Its file; empty for the program.
    pub fn file(&self) -> String {
        // SAFETY: an entry of dl_iterate_phdr's has a C string here.
        unsafe { CStr::from_ptr(self.0.dlpi_name) }.to_string_lossy().into_owned()
    }

    /// How many objects the process has loaded so far.
    pub fn loads(&self) -> u64 {
        self.0.dlpi_adds
    }

    /// From its first address to its last.
    fn span(&self) -> Range<usize> {
        // (They are in this order.)
        let (mut first, mut last) = (self.segments(), self.segments());
        let start = first.next().map_or(0, |(segment, _)| segment.start);
        start..last.next_back().map_or(start, |(segment, _)| segment.end)
    }

    fn holds(&self, address: usize) -> bool {
        self.segments().any(|(segment, _)| segment.contains(&address))
    }

    /// The entries of its dynamic section: tags and values.
    fn dynamic(&self) -> impl Iterator<Item = [u64; 2]> {
        let header = self.headers().iter().find(|h| h.p_type == libc::PT_DYNAMIC);
        let section = header.map(|h| (self.0.dlpi_addr + h.p_vaddr) as *const [u64; 2]);
        (0..).map_while(move |index| {
            // SAFETY: a dynamic section ends with a null entry.
            let entry = unsafe { *section?.add(index) };
            (entry[0] != DT_NULL).then_some(entry)
        })
    }

    fn value(&self, tag: u64) -> Option<u64> {
        self.dynamic().find(|entry| entry[0] == tag).map(|[_, value]| value)
    }

    /// The address behind a tag; none in the kernel's own object, where it is not an absolute one.
    fn address(&self, tag: u64) -> Option<u64> {
        self.value(tag).filter(|address| self.holds(*address as usize))
    }

    /// The string at an offset in its string table.
    fn string(&self, offset: u64) -> Option<&CStr> {
        let strings = self.address(DT_STRTAB)?;
        self.value(DT_STRSZ).filter(|size| offset < *size)?;
        // SAFETY: the object's own table of C strings, which is mapped while it is loaded.
        Some(unsafe { CStr::from_ptr((strings + offset) as *const c_char) })
    }

    fn needed(&self) -> impl Iterator<Item = &CStr> {
        let needed = self.dynamic().filter(|entry| entry[0] == DT_NEEDED);
        needed.filter_map(|entry| self.string(entry[1]))
    }

    /// The length of a head of its symbol table that includes all imported symbols.
    fn symbols(&self) -> usize {
        // SAFETY: the number is the second of at least two words of either hash table.
        let number = |table| unsafe { *(table as *const u32).add(1) } as usize;
        match (self.address(DT_HASH), self.address(DT_GNU_HASH).map(number)) {
            (Some(table), _) => number(table),
            // GNU ld's hash table of an object that defines nothing does not tell; there, the
            // string table lies behind the symbol table.
            (None, Some(0 | 1)) => {
                let tables = self.address(DT_STRTAB).zip(self.address(DT_SYMTAB));
                tables.map_or(0, |(end, start)| end.saturating_sub(start) as usize)
                    / size_of::<Symbol>()
            }
            (None, number) => number.unwrap_or(0),
        }
    }

    /// The number of entries of its symbol table, those that it defines included.
    fn all_symbols(&self) -> usize {
        let Some(table) = self.address(DT_GNU_HASH) else { return self.symbols() };
        let word = |index: usize| {
            // SAFETY: a word of the table: its head, a bucket, or in a chain, which has an end.
            unsafe { *(table as *const u32).add(index) as usize }
        };
        // (The words of the filter have eight bytes.)
        let [buckets, first, filter] = [0, 1, 2].map(word);
        let start = 4 + 2 * filter;
        let Some(mut last) = (start..start + buckets).map(word).max().filter(|last| *last >= first)
        else {
            return self.symbols();
        };
        let chains = start + buckets;
        while word(chains + last - first) & 1 == 0 {
            last += 1;
        }
        last + 1
    }

    /// The first of so many entries of its symbol table that is wanted, by its name.
    fn symbol(&self, number: usize, wanted: impl Fn(&Symbol, &[u8]) -> bool) -> Option<String> {
        let table = self.address(DT_SYMTAB)?;
        (0..number).find_map(|index| {
            // SAFETY: an entry of the object's own symbol table.
            let symbol = unsafe { &*(table as *const Symbol).add(index) };
            let name = self.string(symbol.name.into())?;
            wanted(symbol, name.to_bytes()).then(|| name.to_string_lossy().into_owned())
        })
    }

    /// The first symbol that it imports from others and that is wanted.
    pub fn imported(&self, wanted: impl Fn(&[u8]) -> bool) -> Option<String> {
        self.symbol(self.symbols(), |symbol, name| symbol.section == 0 && wanted(name))
    }

    /// The first function that it defines for others and that is wanted.
    pub fn defined(&self, wanted: impl Fn(&[u8]) -> bool) -> Option<String> {
        let function = |symbol: &Symbol| symbol.section != 0 && symbol.info & 0xf == STT_FUNC;
        self.symbol(self.all_symbols(), |symbol, name| function(symbol) && wanted(name))
    }

    /// Whether it imports a symbol of that name.
    fn imports(&self, name: &str) -> bool {
        self.imported(|imported| imported == name.as_bytes()).is_some()
    }
}

/// Visits the loaded objects, the program first, until the visitor returns something.
#[inline]
pub fn find_loaded<R, F: FnMut(&Loaded<'_>) -> Option<R>>(visit: F) -> Option<R> {
    unsafe extern "C" fn call<R, F: FnMut(&Loaded<'_>) -> Option<R>>(
        info: *mut libc::dl_phdr_info,
        _size: size_t,
        state: *mut c_void,
    ) -> c_int {
        // SAFETY: dl_iterate_phdr passes a valid entry and the state below.
        let (info, (visit, found)) = unsafe { (&*info, &mut *state.cast::<(F, Option<R>)>()) };
        *found = visit(&Loaded(info));
        found.is_some().into()
    }
    let mut state = (visit, None);
    // SAFETY: the state outlives the call and has the callback's type.
    unsafe { libc::dl_iterate_phdr(Some(call::<R, F>), (&raw mut state).cast()) };
    state.1
}

/// The addresses of the library that holds one; none if that is the program.
pub fn library_around(address: usize) -> Option<Range<usize>> {
    find_loaded(|object| {
        object.holds(address).then(|| (!object.file().is_empty()).then(|| object.span()))
    })?
}

/// The names of the libraries that the program itself was linked with.
pub fn needed_by_program() -> Vec<String> {
    let name = |name: &CStr| name.to_string_lossy().into_owned();
    find_loaded(|program| Some(program.needed().map(name).collect())).unwrap_or_default()
}

/// Whether the object that holds the address imports a function of that name.
pub fn imports(address: usize, function: &str) -> bool {
    let imported = |object: &Loaded| object.holds(address).then(|| object.imports(function));
    find_loaded(imported).unwrap_or(false)
}

/// Whether any object but the one that holds the address imports a function of that name.
pub fn others_import(address: usize, function: &str) -> bool {
    let imports = |object: &Loaded| !object.holds(address) && object.imports(function);
    find_loaded(|object| imports(object).then_some(())).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_that_the_program_is_linked_with_are_listed() {
        let needed = needed_by_program();
        assert!(needed.iter().any(|name| name.starts_with("libc.so")), "{needed:?}");
    }

    #[test]
    fn imported_functions_are_distinguished_from_defined_ones() {
        let (own, libc) = (imports as fn(_, _) -> _ as usize, libc::qsort as *const () as usize);
        assert!(imports(own, "dl_iterate_phdr"));
        assert!(!imports(own, "no_such_function"));
        assert!(!imports(libc, "dl_iterate_phdr"), "it defines that itself");
        assert!(others_import(libc, "dl_iterate_phdr"));
        assert!(!others_import(own, "no_such_function"));
        assert!(!imports(0, "dl_iterate_phdr"));
    }

    #[test]
    fn functions_that_an_object_defines_are_found_and_others_are_not() {
        let defines = |name: &str| {
            let libc = libc::qsort as *const () as usize;
            find_loaded(|object| {
                object.holds(libc).then(|| object.defined(|own| own == name.as_bytes()))
            })
            .flatten()
        };
        for name in ["qsort", "dl_iterate_phdr", "write"] {
            assert_eq!(defines(name).as_deref(), Some(name));
        }
        assert_eq!(defines("no_such_function"), None);
        assert_eq!(defines("environ"), None, "no function");
    }
}
