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
const DT_SONAME: u64 = 14;
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

impl Symbol {
    /// Whether it is a function that its object defines.
    fn is_function(&self) -> bool {
        self.section != 0 && self.info & 0xf == STT_FUNC
    }
}

/// GNU's hash table of what an object defines: by hashes, the first entry of the symbol table with
/// each, behind which are the others.
struct HashTable {
    words: *const u32,
    /// The first entry that is in it.
    first: usize,
    buckets: Range<usize>,
}

impl HashTable {
    fn at(address: u64) -> HashTable {
        let mut table = HashTable { words: address as *const u32, first: 0, buckets: 0..0 };
        let [buckets, first, filter] = [0, 1, 2].map(|index| table.word(index) as usize);
        // (The words of the filter have eight bytes.)
        let start = 4 + 2 * filter;
        (table.first, table.buckets) = (first, start..start + buckets);
        table
    }

    fn word(&self, index: usize) -> u32 {
        // SAFETY: a word of the table of a loaded object: its head, a bucket, or in a chain, which
        // has an end.
        unsafe { *self.words.add(index) }
    }

    /// What is kept of the hash of an entry; whether it is the last one of its chain is the lowest bit.
    fn hash(&self, entry: usize) -> u32 {
        self.word(self.buckets.end + entry - self.first)
    }

    /// The entries from one on, to the end of its chain.
    fn from(&self, entry: usize) -> impl Iterator<Item = usize> + '_ {
        let entry = Some(entry).filter(|entry| *entry >= self.first);
        std::iter::successors(entry, |entry| (self.hash(*entry) & 1 == 0).then_some(entry + 1))
    }

    /// The entries that may have that hash.
    fn chain(&self, hash: u32) -> impl Iterator<Item = usize> + '_ {
        let bucket = (hash as usize).checked_rem(self.buckets.len());
        let entry = bucket.map(|bucket| self.word(self.buckets.start + bucket) as usize);
        let entries = entry.into_iter().flat_map(|entry| self.from(entry));
        entries.filter(move |entry| self.hash(*entry) | 1 == hash | 1)
    }

    /// The number of entries up to the last one that is in it.
    fn symbols(&self) -> usize {
        let last = self.buckets.clone().map(|bucket| self.word(bucket) as usize).max();
        last.and_then(|last| self.from(last).last()).map_or(0, |last| last + 1)
    }
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

    /// How many objects the process has unloaded so far.
    pub(crate) fn unloads(&self) -> u64 {
        self.0.dlpi_subs
    }

    /// From its first address to its last.
    fn span(&self) -> Range<usize> {
        // (They are in this order.)
        let (mut first, mut last) = (self.segments(), self.segments());
        let start = first.next().map_or(0, |(segment, _)| segment.start);
        start..last.next_back().map_or(start, |(segment, _)| segment.end)
    }

    pub fn holds(&self, address: usize) -> bool {
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

    /// The name by which others need it.
    pub fn name(&self) -> Option<String> {
        Some(self.string(self.value(DT_SONAME)?)?.to_string_lossy().into_owned())
    }

    pub fn needed(&self) -> impl Iterator<Item = &CStr> {
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

    fn hash_table(&self) -> Option<HashTable> {
        self.address(DT_GNU_HASH).map(HashTable::at)
    }

    /// The first of these entries of its symbol table that is wanted, by its name.
    fn symbol(
        &self,
        mut entries: Range<usize>,
        wanted: impl Fn(&Symbol, &[u8]) -> bool,
    ) -> Option<String> {
        let table = self.address(DT_SYMTAB)?;
        entries.find_map(|index| {
            // SAFETY: an entry of the object's own symbol table.
            let symbol = unsafe { &*(table as *const Symbol).add(index) };
            let name = self.string(symbol.name.into())?;
            wanted(symbol, name.to_bytes()).then(|| name.to_string_lossy().into_owned())
        })
    }

    /// The first symbol that it imports from others and that is wanted.
    pub fn imported(&self, wanted: impl Fn(&[u8]) -> bool) -> Option<String> {
        self.symbol(0..self.symbols(), |symbol, name| symbol.section == 0 && wanted(name))
    }

    /// The first function that it defines for others and that is wanted.
    pub fn defined(&self, wanted: impl Fn(&[u8]) -> bool) -> Option<String> {
        let number = self.hash_table().map_or(0, |table| table.symbols()).max(self.symbols());
        self.symbol(0..number, |symbol, name| symbol.is_function() && wanted(name))
    }

    /// Whether it defines a function of that name for others.
    pub fn defines(&self, name: &str) -> bool {
        let Some(hashed) = self.hash_table() else {
            return self.defined(|own| own == name.as_bytes()).is_some();
        };
        let hash = name
            .bytes()
            .fold(5381u32, |hash, byte| hash.wrapping_mul(33).wrapping_add(byte.into()));
        let is_it = |symbol: &Symbol, own: &[u8]| symbol.is_function() && own == name.as_bytes();
        let mut entries = hashed.chain(hash);
        entries.any(|entry| self.symbol(entry..entry + 1, is_it).is_some())
    }

    /// Whether it imports a symbol of that name.
    fn imports(&self, name: &str) -> bool {
        self.imported(|imported| imported == name.as_bytes()).is_some()
    }
}

/// Visits the loaded objects, the program first, until the visitor returns something.
#[inline]
pub(crate) fn find_loaded<R, F: FnMut(&Loaded<'_>) -> Option<R>>(visit: F) -> Option<R> {
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
pub(crate) fn others_import(address: usize, function: &str) -> bool {
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
            let both = find_loaded(|object| {
                let found = || object.defined(|own| own == name.as_bytes()).is_some();
                object.holds(libc).then(|| [found(), object.defines(name)])
            });
            let [found, defines] = both.expect("the C library is loaded");
            assert_eq!(found, defines, "{name}");
            defines
        };
        assert!(["qsort", "dl_iterate_phdr", "write"].into_iter().all(defines));
        assert!(!defines("no_such_function"));
        assert!(!defines("environ"), "no function");
    }
}
