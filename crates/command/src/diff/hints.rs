//! Advice: of the place in which MPI chose otherwise; and, where no choice is certain to be the cause, of
//! libraries in the process that are known to differ by chance, by the number of threads or by the
//! processor.

use crate::trace::rank::RankFile;
use std::collections::BTreeSet;

const SCOTCH: &str = "Scotch partitions with threads of its own: set SCOTCH_PTHREAD_NUMBER=1";
const OPENMP: &str =
    "OpenMP's reductions depend on the threads: set OMP_NUM_THREADS, and OMP_DYNAMIC=false";
const FFTW: &str =
    "FFTW's plans by MEASURE or PATIENT are chosen by timing: take ESTIMATE, or one wisdom file";
const MKL: &str = "MKL chooses code by processor and alignment: set MKL_CBWR=COMPATIBLE";
const OPENBLAS: &str =
    "OpenBLAS splits work among threads: set OPENBLAS_NUM_THREADS=1, or the same number";

/// What the name of a library begins with, what to do, and the setting with which that is done.
const KNOWN: [(&str, &str, &str); 8] = [
    ("libfftw3", FFTW, ""),
    ("libscotch", SCOTCH, "SCOTCH_PTHREAD_NUMBER=1"),
    ("libptscotch", SCOTCH, "SCOTCH_PTHREAD_NUMBER=1"),
    ("libmkl_core", MKL, "MKL_CBWR=COMPATIBLE"),
    ("libopenblas", OPENBLAS, "OPENBLAS_NUM_THREADS=1"),
    ("libgomp", OPENMP, "OMP_NUM_THREADS=1"),
    ("libiomp5", OPENMP, "OMP_NUM_THREADS=1"),
    ("libomp.", OPENMP, "OMP_NUM_THREADS=1"),
];

/// What the file of a call site's name begins with, and what to do where what it receives or completes
/// decides.
const PLACES: [(&str, &str); 3] = [
    ("libscalapack", BLACS),
    ("libblacs", BLACS),
    (
        "libpetsc",
        "PETSc's matrix assembly adds entries of other ranks in this order; it has the options \
         -matstash_legacy -matstash_reproduce against that",
    ),
];

const BLACS: &str =
    "BLACS adds what it receives as it comes: call blacs_set(context, 15, 1), or set \
                     BLACS_REPEATABLE T in the &GLOBAL section of CP2K's input";

/// Of a choice that was made in that file.
pub fn of_place(module: &str) -> Option<String> {
    let name = module.rsplit('/').next()?;
    let (_, advice) = PLACES.iter().find(|(begins, _)| name.starts_with(begins))?;
    Some(advice.to_string())
}

/// Of the libraries that a rank had loaded when it ended, as far as nothing was set against it.
pub fn of(file: &RankFile) -> Vec<String> {
    let mut reader = file.reader();
    while reader.next().is_some() {}
    let notes = || reader.tables.notes.iter();
    let loaded = notes().filter_map(|note| note.strip_prefix("loaded="));
    let loaded: BTreeSet<&str> = loaded.flat_map(str::split_whitespace).collect();
    let set: BTreeSet<&str> = notes().filter_map(|note| note.strip_prefix("env:")).collect();
    let mut hints: Vec<String> = Vec::new();
    for (begins, advice, settled) in KNOWN {
        let library = loaded.iter().find(|name| name.starts_with(begins));
        let said = set.contains(settled) || hints.iter().any(|hint| hint.ends_with(advice));
        if let Some(library) = library.filter(|_| !said) {
            hints.push(format!("{library}: {advice}"));
        }
    }
    hints
}
