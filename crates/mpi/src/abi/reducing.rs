//! Whether a program makes reductions by request, as far as that can be seen.

use super::dynamic::find_loaded;
use super::locate::{own_file, Object};

/// Nonblocking and persistent reductions, without what begins and ends their names.
const REDUCTIONS: [&str; 8] = [
    "iallreduce",
    "ireduce",
    "iscan",
    "iexscan",
    "allreduce_init",
    "reduce_init",
    "scan_init",
    "exscan_init",
];

/// Whether any object imports one, apart from the MPI library and its parts; `library` is that.
pub fn by_request(library: &Object) -> bool {
    let imports = find_loaded(|object| {
        object.imported(is_by_request)?;
        let file = object.file();
        let ours = Some(&file) == own_file().as_ref();
        (!ours && !library.has_part(&file)).then_some(())
    });
    imports.is_some()
}

/// Whether it is the name of one, in C or in any of Fortran's spellings and bindings.
fn is_by_request(name: &[u8]) -> bool {
    let Ok(name) = std::str::from_utf8(name) else { return false };
    let name = name.to_ascii_lowercase();
    let begun = ["mpi_", "mpix_", "mpir_"].iter().find_map(|begin| name.strip_prefix(begin));
    let Some(name) = begun.map(|name| name.trim_end_matches('_')) else { return false };
    let name =
        ["_c", "_f08", "_f08ts"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    REDUCTIONS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_by_request_are_known_in_all_spellings() {
        const NAMES: &str = "MPI_Iallreduce MPI_Iallreduce_c mpi_iallreduce_ MPI_Reduce_init \
            MPIX_Allreduce_init mpi_iscan__ MPI_IEXSCAN mpi_scan_init_f08_ mpir_ireduce_f08ts_";
        for name in NAMES.split(' ') {
            assert!(is_by_request(name.as_bytes()), "{name}");
        }
        const OTHERS: &str = "MPI_Allreduce MPI_Ireduce_scatter MPI_Ibcast PMPI_Iallreduce \
            iallreduce MPI_Send_init mpi_ ";
        for name in OTHERS.split(' ') {
            assert!(!is_by_request(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn this_program_makes_none() {
        let libc = Object::defining("qsort").expect("the C library is loaded");
        assert!(!by_request(&libc));
    }
}
