//! MPI libraries that are not among the loaded objects: opened by dlmopen in a namespace of their own, or
//! closed again before the process ends.

use super::dynamic::find_loaded;
use std::fs;

/// Why there is nothing to report where the second is to be expected.
pub const CLOSED: &str =
    "no MPI call has reached samebits, and the process has closed libraries that it opened: if one \
     of them used MPI, it was opened with RTLD_DEEPBIND, or by dlmopen";

/// The file of an MPI library that is loaded, but not in this namespace: by its name.
pub fn library() -> Option<String> {
    let maps = fs::read_to_string("/proc/self/maps").ok()?;
    let loaded = |address| find_loaded(|object| object.holds(address).then_some(())).is_some();
    maps.lines().filter_map(library_in).find(|(address, _)| !loaded(*address)).map(|(_, file)| file)
}

/// The address and the file of a line of that table, if it is the code of an MPI library.
fn library_in(line: &str) -> Option<(usize, String)> {
    let file = &line[line.find('/')?..];
    let name = file.rsplit('/').next()?;
    let is_mpi = name.starts_with("libmpi") || name.starts_with("libpmpi");
    let mut words = line.split(' ');
    let (addresses, rights) = (words.next()?, words.next()?);
    let start = usize::from_str_radix(addresses.split('-').next()?, 16).ok()?;
    (is_mpi && rights.contains('x')).then(|| (start, file.to_string()))
}

/// Whether the process has closed any library that it had opened.
pub fn has_closed() -> bool {
    find_loaded(|object| Some(object.unloads() > 0)).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_mpi_libraries_is_found_by_its_name() {
        let line = |rights: &str, file: &str| {
            format!("7f00aa000000-7f00ab000000 {rights} 00001000 08:01 42      {file}")
        };
        let mpi = "/opt/my mpi/lib/libmpi.so.40.30";
        assert_eq!(library_in(&line("r-xp", mpi)), Some((0x7f00_aa00_0000, mpi.to_string())));
        assert_eq!(library_in(&line("r--p", mpi)), None);
        assert_eq!(library_in(&line("r-xp", "/lib/libc.so.6")), None);
        assert_eq!(library_in(&line("r-xp", "[vdso]")), None);
        assert_eq!(library_in(""), None);
    }

    #[test]
    fn no_mpi_library_is_hidden_here() {
        assert_eq!(library(), None);
    }
}
