//! The tables of `crates/mpi/src/` against an MPI library's own mpi.h. `MPICC` names its
//! compiler; `scripts/test.sh` runs this once for each MPI.

mod support;

use samebits_calls::{prototypes, Spelling};
use samebits_mpi::abi::functions::{FaultTolerance, FromFortran, Functions, Persistent};
use samebits_mpi::abi::names::{Named, DATATYPES, OPERATORS};
use samebits_mpi::Library;
use std::collections::BTreeMap;
use support::header::Header;
use support::prototypes::Prototypes;

fn hexadecimal(handle: Option<usize>) -> String {
    handle.map_or_else(|| "none".to_string(), |handle| format!("{handle:#x}"))
}

fn none(of: &[String], what: &str) {
    assert!(of.is_empty(), "{what}:\n  {}", of.join("\n  "));
}

/// Kinds of which a library need not have all: Fortran's and C++'s, and extensions.
/// Everything else has to be there.
fn may_be_missing(name: &str) -> bool {
    const FORTRAN: [&str; 12] = [
        "MPI_INTEGER",
        "MPI_LOGICAL",
        "MPI_REAL",
        "MPI_COMPLEX",
        "MPI_DOUBLE_PRECISION",
        "MPI_DOUBLE_COMPLEX",
        "MPI_CHARACTER",
        "MPI_2INTEGER",
        "MPI_2REAL",
        "MPI_2DOUBLE_PRECISION",
        "MPI_2COMPLEX",
        "MPI_2DOUBLE_COMPLEX",
    ];
    let of_some_size = name.trim_end_matches(|c: char| c.is_ascii_digit());
    FORTRAN.contains(&of_some_size)
        || name.starts_with("MPI_CXX_")
        || name.starts_with("MPIX_")
        || name == "MPI_2LONG" // SMPI's
}

/// Compares a table with the header; what is wrong goes to `wrong`.
fn compare<T>(
    library: &Library,
    table: &[Named<T>],
    header: &BTreeMap<String, usize>,
    null: usize,
    wrong: &mut Vec<String>,
) {
    for row in table {
        let name = row.name;
        let ours = row.handle(library.family, &library.object);
        match header.get(name).copied() {
            Some(theirs) if theirs != null => {
                if ours != Some(theirs) {
                    let (ours, theirs) = (hexadecimal(ours), hexadecimal(Some(theirs)));
                    wrong.push(format!("{name} is {theirs} in mpi.h, {ours} in the table"));
                }
            }
            theirs if may_be_missing(name) => {
                let how = if theirs.is_some() { "is null" } else { "is not there" };
                println!("{name} {how} in this mpi.h; the table has {}", hexadecimal(ours));
            }
            _ => wrong.push(format!("{name} is not in mpi.h")),
        }
    }
}

#[test]
fn constants_and_handles() {
    let header = Header::read("constants");
    header.load_library();
    let library = Library::find().expect("the library behind $MPICC");
    println!("{}, {:?}", library.version, library.family);
    // SMPI's MPI_COMM_SELF is what a function says in the simulation.
    let mut constants = library.constants.named();
    constants
        .retain(|(name, ours)| name != "MPI_COMM_SELF" || *ours != library.constants.comm_null);
    let mut wrong = Vec::new();

    let failures = library.failure_constants();
    let names = constants.iter().map(|(name, _)| name.as_str());
    let names = names.chain(failures.iter().map(|(name, _)| *name));
    let names = names.chain(DATATYPES.iter().map(|row| row.name));
    let names = names.chain(OPERATORS.iter().map(|row| row.name));
    let names = names.chain(header.handles.iter().map(String::as_str));
    let values = header.values(names);
    for (name, ours) in &constants {
        let theirs = values.get(name).copied();
        if theirs != Some(*ours) {
            let theirs = hexadecimal(theirs);
            wrong.push(format!("{name} is {theirs} in mpi.h, {ours:#x} in the table"));
        }
    }
    for (name, ours) in &failures {
        match values.get(*name).copied() {
            Some(theirs) if theirs != *ours as usize => {
                wrong.push(format!("{name} is {theirs} in mpi.h, {ours} in the table"));
            }
            Some(_) => {}
            None => wrong.push(format!("{name} is not in mpi.h")),
        }
    }
    compare(&library, DATATYPES, &values, library.constants.datatype_null, &mut wrong);
    compare(&library, OPERATORS, &values, library.constants.op_null, &mut wrong);

    // The other way round: what the header has, under whatever name.
    let predefined = library.predefined();
    for name in &header.handles {
        let handle = values[name];
        let null = [library.constants.datatype_null, library.constants.op_null].contains(&handle);
        let known = predefined.has(handle) || NOT_OURS.contains(&name.as_str());
        if !null && !known {
            wrong.push(format!("{name} ({handle:#x}) is in no table"));
        }
    }
    none(&wrong, "not as in mpi.h");
}

/// What is in some mpi.h and belongs in no table: markers of MPI-1, on which
/// nothing is reduced, types without a kernel, whose reductions are reported as
/// not reproducible, and an operator that is treated like a user's.
const NOT_OURS: [&str; 5] = ["MPI_LB", "MPI_UB", "MPIX_BFLOAT16", "MPIX_C_BF16", "MPIX_EQUAL"];

#[test]
fn functions() {
    let header = Prototypes::of(&Header::read("functions").preprocessed);
    let mut wrong = Vec::new();
    for (name, ours) in Functions::prototypes() {
        match header.has(name) {
            true => wrong.extend(header.difference(name, ours)),
            false => wrong.push(format!("{name} is not in mpi.h")),
        }
    }
    // Some libraries lack them, or have macros, and are served otherwise.
    let optional =
        [FromFortran::prototypes(), Persistent::prototypes(), FaultTolerance::prototypes()];
    for (name, ours) in optional.into_iter().flatten() {
        if header.has(name) {
            wrong.extend(header.difference(name, ours));
        }
    }
    none(&wrong, "not as in mpi.h");
}

#[test]
fn exported_functions() {
    let header = Prototypes::of(&Header::read("exported_functions").preprocessed);
    let ours = prototypes().flat_map(|prototype| {
        let large =
            prototype.has_large_counts.then(|| Spelling::LargeCounts.symbol(prototype.name));
        let large = large.map(|name| (name, prototype.c_type(true)));
        [(prototype.name.to_string(), prototype.c_type(false))].into_iter().chain(large)
    });
    let ours: Vec<(String, String)> = ours.collect();
    assert!(ours.len() > 100, "only {} functions", ours.len());
    let wrong: Vec<String> = ours
        .iter()
        // An older MPI does not have all of them; ours are there all the same.
        .filter(|(name, _)| header.has(name))
        .filter_map(|(name, ours)| header.difference(name, ours))
        .collect();
    none(&wrong, "not as in mpi.h");
}
