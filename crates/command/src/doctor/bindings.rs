//! Which of MPI's functions only MPI's own C++ bindings call: their classes have virtual methods, which lie
//! in every program that a compiler sees <mpi.h> in, and refer to nearly all of MPI, whatever the program
//! calls. So the calls in the machine code are looked for: one from outside of the bindings is the
//! program's. (A virtual call of a method cannot be seen.) x86-64 only; elsewhere all count as the program's.

use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionKind, SymbolKind};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

/// By which a function's name begins that is a member of one of their classes.
const BEGINS: [&str; 2] = ["_ZN3MPI", "_ZNK3MPI"];

fn is_of_bindings(name: &str) -> bool {
    BEGINS.iter().any(|begin| name.starts_with(begin))
}

pub fn only_theirs<'d>(file: &impl Object<'d>) -> BTreeSet<String> {
    if file.architecture() != object::Architecture::X86_64 {
        return BTreeSet::new();
    }
    let methods = methods(file);
    if methods.is_empty() {
        return BTreeSet::new();
    }
    let references = References::find(file, &methods);
    let within = |site: u64| {
        let before = methods.range(..=site).next_back();
        before.filter(|(_, method)| method.range.contains(&site)).map(|(_, method)| method)
    };
    // Methods that code outside of them calls by name.
    let called: HashSet<&str> = references
        .sites
        .iter()
        .filter(|(site, name)| is_of_bindings(name) && within(*site).is_none())
        .map(|(_, name)| name.as_str())
        .collect();
    let is_theirs =
        |site: u64| within(site).is_some_and(|method| !called.contains(method.name.as_str()));
    let (mut theirs, mut own) = (BTreeSet::new(), HashSet::new());
    for (site, name) in references.sites.iter().filter(|(_, name)| name.starts_with("MPI_")) {
        match is_theirs(*site) {
            true => drop(theirs.insert(name.clone())),
            false => drop(own.insert(name.as_str())),
        }
    }
    theirs.retain(|name| !own.contains(name.as_str()) && !references.stored.contains(name));
    theirs
}

struct Method {
    name: String,
    range: Range<u64>,
}

/// The bindings' functions that are in the file, by where they begin.
fn methods<'d>(file: &impl Object<'d>) -> BTreeMap<u64, Method> {
    let symbols = file.symbols().chain(file.dynamic_symbols());
    let functions = symbols.filter(|symbol| {
        symbol.kind() == SymbolKind::Text && symbol.is_definition() && symbol.size() > 0
    });
    functions
        .filter_map(|symbol| {
            let (name, start) = (symbol.name().ok()?, symbol.address());
            let range = start..start + symbol.size();
            is_of_bindings(name).then(|| (start, Method { name: name.into(), range }))
        })
        .collect()
}

/// Where functions of MPI and of its bindings are referred to.
struct References {
    /// Addresses in the code, and the names.
    sites: Vec<(u64, String)>,
    /// Names whose address lies in data, where anyone may find it.
    stored: HashSet<String>,
}

impl References {
    fn find<'d>(file: &impl Object<'d>, methods: &BTreeMap<u64, Method>) -> References {
        let mut names = HashMap::new();
        for symbol in file.dynamic_symbols() {
            let name = symbol.name().unwrap_or_default();
            if name.starts_with("MPI_") || is_of_bindings(name) {
                names.insert(symbol.index(), name.to_string());
            }
        }
        let (mut slots, mut stored) = (HashMap::new(), HashSet::new());
        for (slot, relocation) in file.dynamic_relocations().into_iter().flatten() {
            let RelocationTarget::Symbol(index) = relocation.target() else { continue };
            let Some(name) = names.get(&index) else { continue };
            match relocation.flags() {
                object::RelocationFlags::Elf { r_type }
                    if [object::elf::R_X86_64_JUMP_SLOT, object::elf::R_X86_64_GLOB_DAT]
                        .contains(&r_type) =>
                {
                    slots.insert(slot, name.clone());
                }
                _ => drop(stored.insert(name.clone())),
            }
        }
        let mut code = Vec::new();
        for section in file.sections().filter(|section| section.kind() == SectionKind::Text) {
            let stubs = section.name().is_ok_and(|name| name.starts_with(".plt"));
            code.extend(section.data().ok().map(|bytes| (section.address(), bytes, stubs)));
        }
        // A stub jumps to what its slot holds; what calls it calls the function. It begins at a multiple of
        // 8, with the jump or with an instruction or two before it.
        let mut targets: HashMap<u64, String> =
            methods.iter().map(|(start, method)| (*start, method.name.clone())).collect();
        for (address, bytes, _) in code.iter().filter(|(.., stubs)| *stubs) {
            let found = through(&slots, *address, bytes);
            targets.extend(found.map(|(site, name)| (site & !7, name)));
        }
        let mut sites = Vec::new();
        for (address, bytes, _) in code.iter().filter(|(.., stubs)| !stubs) {
            sites.extend(through(&slots, *address, bytes));
            sites.extend(to(&targets, *address, bytes));
        }
        References { sites, stored }
    }
}

/// Each place from which four bytes lead to one of the targets, and which are preceded by such an opcode.
/// They count from the end of the instruction, which may have an operand of so many bytes behind them.
fn relative<'a>(
    targets: &'a HashMap<u64, String>,
    address: u64,
    bytes: &'a [u8],
    operands: &'static [u64],
    opcode: impl Fn(&[u8]) -> bool + 'a,
) -> impl Iterator<Item = (u64, String)> + 'a {
    bytes.windows(6).enumerate().filter_map(move |(at, window)| {
        let (before, distance) = window.split_at(2);
        if !opcode(before) {
            return None;
        }
        let distance = i32::from_le_bytes(distance.try_into().expect("four bytes"));
        let next = address + at as u64 + 6;
        let target =
            |operand: &u64| targets.get(&(next + operand).wrapping_add_signed(distance.into()));
        Some((next - 4, operands.iter().find_map(target)?.clone()))
    })
}

/// Instructions that read a slot: a call, a jump, a load, a comparison with a constant.
fn through<'a>(
    slots: &'a HashMap<u64, String>,
    address: u64,
    bytes: &'a [u8],
) -> impl Iterator<Item = (u64, String)> + 'a {
    relative(slots, address, bytes, &[0, 1, 4], |before| before[1] & 0xc7 == 0x05)
}

/// Calls of the targets, jumps to them (conditional ones, too), and loads of their addresses.
fn to<'a>(
    targets: &'a HashMap<u64, String>,
    address: u64,
    bytes: &'a [u8],
) -> impl Iterator<Item = (u64, String)> + 'a {
    relative(targets, address, bytes, &[0], |before| match before {
        [_, 0xe8 | 0xe9] => true,
        [0x0f, 0x80..=0x8f] => true,
        [0x8d, modrm] => modrm & 0xc7 == 0x05,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_found_by_what_they_lead_to() {
        let targets = HashMap::from([(0x1000, "MPI_Accumulate".to_string())]);
        let names = |bytes: &[u8], address: u64| -> Vec<u64> {
            to(&targets, address, bytes).map(|(site, _)| site).collect()
        };
        // nop; call 0x1000, from 0x2000.
        let call = [[0x90, 0xe8].as_slice(), &(0x1000 - 0x2006_i32).to_le_bytes()].concat();
        assert_eq!(names(&call, 0x2000), [0x2002]);
        assert!(names(&call, 0x2001).is_empty());
        // The same distance in what is no call.
        let data = [[0x90, 0x90].as_slice(), &(0x1000 - 0x2006_i32).to_le_bytes()].concat();
        assert!(names(&data, 0x2000).is_empty());
        // jmp *slot(%rip), where the slot is at 0x1000.
        let jump = [[0xff, 0x25].as_slice(), &(0x1000 - 0x2006_i32).to_le_bytes()].concat();
        assert_eq!(through(&targets, 0x2000, &jump).count(), 1);
    }
}
