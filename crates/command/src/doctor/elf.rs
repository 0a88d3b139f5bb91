//! What a program or a library says of itself in its ELF file.

use super::bindings;
use object::elf::{DynamicTag, DT_NEEDED, DT_RPATH, DT_RUNPATH, DT_SONAME, DT_STRSZ, DT_STRTAB};
use object::read::elf::{Dyn, ElfFile, FileHeader, ProgramHeader};
use object::{Architecture, File, Object, ObjectSymbol};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elf {
    pub architecture: String,
    /// Whether this machine's 64-bit processes can load it.
    pub native: bool,
    /// Whether the loader starts it; a static program has none.
    pub interpreter: bool,
    pub soname: Option<String>,
    pub needed: Vec<String>,
    pub rpath: Vec<String>,
    pub runpath: Vec<String>,
    /// Functions that it calls and does not define.
    pub imports: BTreeSet<String>,
    pub defines: BTreeSet<String>,
    /// Of the imports those that only MPI's C++ bindings call, which lie in the file.
    pub bindings: BTreeSet<String>,
    /// The newest version of the C library that it names: 2 and 34 for GLIBC_2.34.
    pub glibc: Option<(u32, u32)>,
}

/// None if the file is no ELF file. Of a program also what is defined in it without being exported.
pub fn read(path: &Path, program: bool) -> Result<Option<Elf>, String> {
    let trouble =
        |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", path.display());
    let file = fs::File::open(path).map_err(|error| trouble(&error))?;
    // SAFETY: the mapping is private to this process; a file that is cut meanwhile would end it.
    let bytes = unsafe { memmap2::Mmap::map(&file) }.map_err(|error| trouble(&error))?;
    parse(&bytes, program).map_err(|error| trouble(&error))
}

fn parse(bytes: &[u8], program: bool) -> Result<Option<Elf>, object::Error> {
    if !bytes.starts_with(b"\x7fELF") {
        return Ok(None);
    }
    let file = File::parse(bytes)?;
    let mut elf = Elf {
        architecture: format!("{:?}", file.architecture()),
        native: file.architecture() == HOST && file.is_64() && file.is_little_endian(),
        ..Elf::default()
    };
    match &file {
        File::Elf32(file) => dynamic(file, &mut elf),
        File::Elf64(file) => dynamic(file, &mut elf),
        _ => {}
    }
    for symbol in file.dynamic_symbols() {
        let Ok(name) = symbol.name() else { continue };
        match symbol.is_undefined() {
            _ if !is_of_interest(name) => {}
            true => drop(elf.imports.insert(name.into())),
            false => drop(elf.defines.insert(name.into())),
        }
    }
    if let File::Elf64(file) = &file {
        elf.bindings = bindings::only_theirs(file);
    }
    if program {
        let defined = file.symbols().filter(|symbol| symbol.is_definition());
        let names = defined.filter_map(|symbol| symbol.name().ok());
        elf.defines.extend(names.filter(|name| is_of_interest(name)).map(String::from));
    }
    Ok(Some(elf))
}

const HOST: Architecture = match () {
    () if cfg!(target_arch = "x86_64") => Architecture::X86_64,
    () if cfg!(target_arch = "aarch64") => Architecture::Aarch64,
    () if cfg!(target_arch = "riscv64") => Architecture::Riscv64,
    () if cfg!(target_arch = "powerpc64") => Architecture::PowerPc64,
    () => Architecture::Unknown,
};

/// Names of C++ are long, many, and none that a check asks for but one.
fn is_of_interest(name: &str) -> bool {
    !name.is_empty()
        && (!name.starts_with("_Z") || name.starts_with("_ZGV") || name.contains("random_device"))
}

/// What the loader reads: the segments alone, since a program may lack a table of sections.
fn dynamic<E: FileHeader>(file: &ElfFile<'_, E>, elf: &mut Elf) {
    let (endian, data) = (file.endian(), file.data());
    let headers = file.elf_program_headers();
    elf.interpreter =
        headers.iter().any(|header| header.interpreter(endian, data).is_ok_and(|it| it.is_some()));
    let entries = headers.iter().find_map(|header| header.dynamic(endian, data).ok()?);
    let Some(entries) = entries else { return };
    let entries = entries.iter().map(|entry| (entry.tag(endian), entry.val(endian)));
    let entries: Vec<(DynamicTag, u64)> =
        entries.take_while(|(tag, _)| *tag != object::elf::DT_NULL).collect();
    let value = |tag| entries.iter().find(|(other, _)| *other == tag).map(|(_, value)| *value);
    let strings = value(DT_STRTAB).zip(value(DT_STRSZ)).and_then(|(address, size)| {
        headers.iter().find_map(|header| header.data_range(endian, data, address, size).ok()?)
    });
    let Some(strings) = strings else { return };
    let text = |at: u64| {
        let rest = strings.get(usize::try_from(at).ok()?..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        Some(String::from_utf8_lossy(&rest[..end]).into_owned())
    };
    let all = |tag| {
        let values = entries.iter().filter(move |(other, _)| *other == tag);
        values.filter_map(|(_, value)| text(*value))
    };
    let paths =
        |tag| all(tag).flat_map(|list| list.split(':').map(str::to_string).collect::<Vec<_>>());
    elf.needed = all(DT_NEEDED).collect();
    elf.soname = all(DT_SONAME).next();
    elf.rpath = paths(DT_RPATH).collect();
    elf.runpath = paths(DT_RUNPATH).collect();
    let names = strings.split(|byte| *byte == 0);
    elf.glibc = names.filter_map(|name| version(std::str::from_utf8(name).ok()?)).max();
}

fn version(name: &str) -> Option<(u32, u32)> {
    let (major, rest) = name.strip_prefix("GLIBC_")?.split_once('.')?;
    let minor = rest.split('.').next()?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// Whether the loader would take the file; what it finds on its way and cannot use, it passes over.
pub fn is_native(path: &Path) -> bool {
    use std::io::Read;
    let mut head = [0; 20];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut head));
    let machine = u16::from_le_bytes([head[18], head[19]]);
    let host = match HOST {
        Architecture::X86_64 => 62,
        Architecture::Aarch64 => 183,
        Architecture::Riscv64 => 243,
        Architecture::PowerPc64 => 21,
        _ => machine,
    };
    // The fifth byte says 64 bits, the sixth the order of bytes.
    read.is_ok() && head.starts_with(b"\x7fELF\x02\x01") && machine == host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_program_is_read() {
        let own = std::env::current_exe().unwrap();
        let elf = read(&own, true).unwrap().unwrap();
        assert!(elf.native && elf.interpreter && is_native(&own), "{}", elf.architecture);
        assert!(elf.needed.iter().any(|name| name.starts_with("libc.so")), "{:?}", elf.needed);
        assert!(elf.imports.iter().any(|name| name == "malloc" || name == "write"));
        assert!(elf.glibc.unwrap() >= (2, 17));
    }

    #[test]
    fn what_is_no_program_is_none_and_what_is_damaged_is_an_error() {
        assert_eq!(parse(b"#!/bin/sh\n", true).unwrap(), None);
        assert!(parse(b"\x7fELF\x02\x01\x01", true).is_err());
    }

    #[test]
    fn versions_of_the_c_library() {
        assert_eq!(version("GLIBC_2.34"), Some((2, 34)));
        assert_eq!(version("GLIBC_2.3.4"), Some((2, 3)));
        assert_eq!(version("GLIBC_PRIVATE"), None);
    }
}
