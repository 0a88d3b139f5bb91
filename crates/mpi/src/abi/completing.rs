//! Who completes requests without samebits, as far as that can be seen: another library or the program
//! that calls the profiling functions (PMPI_Wait), or that defines MPI's functions in front of
//! samebits. A request of ours that is completed so never is: its result is not written.

use super::dynamic::{find_loaded, imports, others_import, Loaded};
use super::locate::{in_front, own_file, profiling_name, InFront, Object, Tool};
use std::path::PathBuf;

/// What completes requests, or starts them, by its names in C and in Fortran.
pub const COMPLETIONS: [[&str; 2]; 10] = [
    ["MPI_Wait", "mpi_wait_"],
    ["MPI_Waitall", "mpi_waitall_"],
    ["MPI_Waitany", "mpi_waitany_"],
    ["MPI_Waitsome", "mpi_waitsome_"],
    ["MPI_Test", "mpi_test_"],
    ["MPI_Testall", "mpi_testall_"],
    ["MPI_Testany", "mpi_testany_"],
    ["MPI_Testsome", "mpi_testsome_"],
    ["MPI_Start", "mpi_start_"],
    ["MPI_Startall", "mpi_startall_"],
];

/// Whether a tool that defines a function of these bypasses samebits: it calls the profiling name, in
/// C or in Fortran, and another object, or the program if the tool is part of it, calls the function.
pub fn bypasses(names: [&str; 2], function: &str, tool: &Tool) -> bool {
    names.iter().any(|name| imports(tool.address, &profiling_name(name)))
        && (tool.is_program() || others_import(tool.address, function))
}

/// Who completes requests without samebits, in words, by what is imported; `library` is the MPI library.
pub fn by_imports(library: &Object) -> Option<String> {
    let by_tool = tools().find_map(|(names, function, tool)| {
        bypasses(names, function, &tool).then(|| {
            let profiling = profiling_name(function);
            format!(
                "{} intercepts {function} before samebits and calls {profiling} itself",
                tool.path
            )
        })
    });
    by_tool.or_else(|| find_loaded(|object| by_profiling_names(object, library)))
}

/// The tools that come before samebits when the program completes or starts a request: with the names
/// of the function, and that by which the tool defines it.
pub fn tools() -> impl Iterator<Item = ([&'static str; 2], &'static str, Tool)> {
    let each = COMPLETIONS.iter().flat_map(|names| names.iter().map(|name| (*names, *name)));
    each.filter_map(|(names, function)| match in_front(function)? {
        InFront::Tool(tool) => Some((names, function, tool)),
        InFront::Library(_) => None,
    })
}

/// An object that calls the profiling functions for requests that are not made by such, and defines
/// none of MPI's itself. (One that does is a tool: behind samebits it gets no request of ours, and in
/// front of it is found by that. One that makes requests by profiling functions, too, may complete
/// these alone.)
fn by_profiling_names(object: &Loaded, library: &Object) -> Option<String> {
    let function = object.imported(is_profiling_name)?;
    if object.imported(makes_requests).is_some() {
        return None;
    }
    let file = object.file();
    if library.has_part(&file) || Some(&file) == own_file().as_ref() {
        return None;
    }
    if object.defined(|name| name.starts_with(b"MPI_") || name.starts_with(b"mpi_")).is_some() {
        return None;
    }
    let file = if file.is_empty() { program() } else { file };
    Some(format!("{file} calls {function}"))
}

/// Whether it is the profiling name of a function that completes or starts requests.
fn is_profiling_name(name: &[u8]) -> bool {
    let mut functions = COMPLETIONS.iter().filter_map(|[name, _]| name.strip_prefix("MPI_"));
    profiled(name).is_some_and(|name| functions.any(|function| name.eq_ignore_ascii_case(function)))
}

/// Whether it is that of one which makes requests: a nonblocking or a persistent call.
fn makes_requests(name: &[u8]) -> bool {
    const OTHERS: [&str; 7] = ["init", "info_", "inter", "is_", "iprobe", "improbe", "session_"];
    const MORE: [&str; 4] = ["grequest_start", "rput", "rget", "raccumulate"];
    let Some(name) = profiled(name).map(|name| name.to_ascii_lowercase()) else { return false };
    let begins = |all: &[&str]| all.iter().any(|begin| name.starts_with(begin));
    let (nonblocking, persistent) = (name.starts_with('i'), name.ends_with("_init"));
    !begins(&OTHERS) && (nonblocking || persistent || begins(&MORE) || name.contains("_idup"))
}

/// What follows PMPI_ in the name of a profiling function, in C or in any of Fortran's spellings and
/// bindings.
fn profiled(name: &[u8]) -> Option<&str> {
    let name = std::str::from_utf8(name).ok()?;
    let begins = |prefix: &str| {
        let begin = name.get(..prefix.len())?;
        begin.eq_ignore_ascii_case(prefix).then(|| &name[prefix.len()..])
    };
    // (MPICH's for mpi_f08 begin with pmpir_.)
    let name = begins("PMPI_").or_else(|| begins("PMPIR_"))?.trim_end_matches('_');
    Some(name.strip_suffix("_f08").or_else(|| name.strip_suffix("_f08ts")).unwrap_or(name))
}

/// The program's file.
fn program() -> String {
    let path =
        std::fs::read_link("/proc/self/exe").unwrap_or_else(|_| PathBuf::from("the program"));
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiling_names_are_known_in_all_spellings() {
        const NAMES: &str =
            "PMPI_Wait pmpi_wait_ pmpi_testsome__ PMPI_WAITALL pmpi_start_f08_ pmpir_wait_f08_";
        assert!(NAMES.split(' ').all(|name| is_profiling_name(name.as_bytes())));
        let others = ["MPI_Wait", "PMPI_Send", "PMPI_Waits", "pmpi_", "P", "", "mpi_wait_"];
        assert!(!others.iter().any(|name| is_profiling_name(name.as_bytes())));
    }

    #[test]
    fn functions_that_make_requests_are_known() {
        const MAKERS: &str = "PMPI_Isend PMPI_Iallreduce pmpi_irecv_ PMPI_Allreduce_init \
            pmpi_send_init_f08_ PMPI_Grequest_start PMPI_Rget_accumulate PMPI_Comm_idup \
            pmpir_isend_f08ts_";
        assert!(MAKERS.split(' ').all(|name| makes_requests(name.as_bytes())));
        const OTHERS: &str = "PMPI_Init PMPI_Init_thread PMPI_Initialized PMPI_Info_create \
            PMPI_Intercomm_merge PMPI_Is_thread_main PMPI_Iprobe PMPI_Session_init PMPI_Reduce \
            PMPI_Wait MPI_Isend";
        assert!(!OTHERS.split(' ').any(|name| makes_requests(name.as_bytes())));
    }

    #[test]
    fn this_program_completes_no_request() {
        let libc = Object::defining("qsort").expect("the C library is loaded");
        assert_eq!(by_imports(&libc), None);
    }
}
