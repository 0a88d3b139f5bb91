//! The checks, one row each. A check is a function over [`Facts`] alone.

mod blas;
mod calls;
mod chance;
mod libm_names;
mod libraries;
mod library;
mod machine;
mod math;
mod program;
mod ranks;
mod runtimes;
mod started;
mod threads;

use super::facts::{Facts, Object, Program};
use super::findings::{list, Finding, Findings};
use std::collections::BTreeSet;

pub struct Check {
    pub id: &'static str,
    /// What it looks at.
    pub about: &'static str,
    find: fn(&Facts, &mut Findings),
}

macro_rules! checks {
    ($($id:literal $find:path: $about:literal;)*) => {
        pub const CHECKS: &[Check] = &[$(Check { id: $id, about: $about, find: $find },)*];
    };
}

checks! {
    "processor" machine::processor: "the CPU of this machine";
    "shared-memory" machine::shared_memory: "size and free space of /dev/shm";
    "mpi-libraries" machine::mpi_libraries: "launchers in PATH, and MPI libraries that the loader knows";
    "library" library::library: "where libsamebits.so is, and whether a process of this machine loads it";
    "math-library" math::library: "where libsamebits_math.so is, and whether a process of this machine gets its functions";
    "policy" library::policy: "the variables SAMEBITS_… of this environment";
    "preload" library::preload: "other libraries in LD_PRELOAD that intercept MPI";

    "format" program::format: "whether the program is for this machine, and the loader can start \
                               it";
    "privileges" program::privileges: "set-uid, set-gid and capabilities: LD_PRELOAD is ignored then";
    "missing" program::missing: "libraries of the program that are not found";
    "mpi" program::mpi: "the MPI library of the program: none, in the program, of no known family, several, not the launcher's";
    "runtimes" runtimes::first: "sanitizers and other runtimes that have to be loaded before samebits";
    "in-front" program::in_front: "tools that get the program's calls before samebits";
    "translation" program::translation: "a library in MPI's place, which opens the real one when the program runs";

    "reductions" calls::reductions: "the reductions that the program and its libraries import, and which are covered";
    "one-sided" calls::one_sided: "one-sided accumulates, which add in order of arrival";
    "profiling-names" calls::profiling_names: "calls of PMPI_ functions, which samebits does not see";
    "python" calls::python: "mpi4py: reductions of objects, and orders that depend on hashes";

    "blacs" chance::blacs: "BLACS and ScaLAPACK, whose sums are added in order of arrival";
    "arrival" chance::arrival: "MPI_Waitany and its like, by which a program may add in order of arrival";
    "petsc" chance::petsc: "PETSc's matrix assembly, which adds in order of arrival";
    "libraries" libraries::libraries: "MUMPS, hypre, ESMF and OpenFOAM, which add in order of arrival unless they are told not to";
    "fftw" chance::fftw: "FFTW's planners, which may choose by timing";
    "random" chance::random: "sources of random numbers that differ on every run";
    "time" chance::time: "functions that tell the time";

    "scotch" threads::scotch: "Scotch, which partitions with threads of its own";
    "openmp" threads::openmp: "OpenMP, whose reductions depend on the number of threads";
    "blas-threads" blas::threads: "threads of a BLAS";
    "threads" threads::own: "other threads";
    "gpu" threads::gpu: "GPU libraries";

    "blas-kernels" blas::kernels: "a BLAS that chooses its kernels by the CPU";
    "libm" math::libm: "mathematical functions of the C library, and which libsamebits_math.so covers";
    "math-elsewhere" math::elsewhere: "mathematical functions that are not the C library's";

    "ranks" started::started: "whether the launcher starts all ranks";
    "rank-pmi" started::pmi: "whether srun offers a PMI, without which each rank is a job of its own";
    "rank-environment" ranks::environment: "whether LD_PRELOAD and SAMEBITS_… reach all ranks";
    "rank-library" ranks::library: "whether all ranks load the same copy of samebits";
    "rank-processors" ranks::processors: "whether all ranks have the same CPU";
    "rank-glibc" ranks::glibc: "whether all ranks have the same C library";
    "rank-shared-memory" ranks::shared_memory: "/dev/shm of each node";
    "rank-cores" ranks::cores: "ranks of a node against the cores that they may use";
    "rank-variables" ranks::variables: "whether variables that decide bits are the same on all ranks";
}

/// What all checks find, the worst first.
pub fn all(facts: &Facts) -> Vec<Finding> {
    let mut findings = Findings::default();
    for check in CHECKS {
        findings.check = check.id;
        (check.find)(facts, &mut findings);
    }
    findings.all.sort_by_key(|finding| finding.severity);
    findings.all
}

/// Which of the program's own objects call a function that is wanted, in words, and the functions' names.
fn imported(program: &Program, wanted: impl Fn(&str) -> bool) -> Option<(String, Vec<String>)> {
    by(program, |object, name| wanted(name) && !object.bindings.contains(name))
}

/// The same, of all that they refer to: what MPI's C++ bindings call may be called through them.
fn referred_to(program: &Program, wanted: impl Fn(&str) -> bool) -> Option<(String, Vec<String>)> {
    by(program, |_, name| wanted(name))
}

fn by(program: &Program, wanted: impl Fn(&Object, &str) -> bool) -> Option<(String, Vec<String>)> {
    let (mut who, mut names) = (Vec::new(), BTreeSet::new());
    for object in program.own() {
        let found = object.imports.iter().filter(|name| wanted(object, name));
        let found: Vec<&String> = found.collect();
        if !found.is_empty() {
            who.push(object.name());
            names.extend(found.into_iter().cloned());
        }
    }
    (!who.is_empty()).then(|| (list(&who, 4), names.into_iter().collect()))
}

/// The program's libraries whose names begin so, or that define or call one of the names.
fn parts<'a>(program: &'a Program, begins: &[&str], names: &[&str]) -> Vec<&'a str> {
    let is_part = |object: &&Object| {
        begins.iter().any(|begin| object.name().starts_with(begin))
            || names
                .iter()
                .any(|name| object.defines.contains(*name) || object.imports.contains(*name))
    };
    program.own().filter(is_part).map(|object| object.name()).collect()
}

/// The value of a variable as the program would see it: as the ranks do, where they were asked.
fn variable<'a>(facts: &'a Facts, name: &str) -> Option<&'a str> {
    let ranks = facts.ranks.as_ref().and_then(|ranks| ranks.as_ref().ok());
    let first = ranks.and_then(|ranks| ranks.ranks.first());
    let variables = first.map_or(&facts.variables, |rank| &rank.variables);
    variables.get(name).map(String::as_str).filter(|value| !value.is_empty())
}

#[cfg(test)]
pub mod made {
    //! Facts that were never found.

    use super::super::facts::{Facts, Object, Program, Rank, Ranks, Role, Shm};
    use super::super::findings::{Finding, Severity};
    use samebits_mpi::abi::family::Family;

    pub fn object(path: &str, imports: &[&str], defines: &[&str]) -> Object {
        let set = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        Object {
            path: path.into(),
            native: true,
            interpreter: true,
            imports: set(imports),
            defines: set(defines),
            ..Object::default()
        }
    }

    pub fn openmpi() -> Object {
        let mut object = object(
            "/lib/libmpi.so.40",
            &[],
            &["MPI_Allreduce", "PMPI_Allreduce", "ompi_mpi_comm_world"],
        );
        (object.role, object.family) = (Role::Mpi, Some(Family::OpenMpi));
        object
    }

    /// A program with these imports under Open MPI.
    pub fn program(imports: &[&str]) -> Facts {
        with(vec![object("/a", imports, &[]), openmpi()])
    }

    pub fn with(objects: Vec<Object>) -> Facts {
        let program = Program { name: "./a".into(), objects, ..Program::default() };
        Facts { program: Some(program), ..Facts::default() }
    }

    fn rank(number: u64) -> Rank {
        Rank {
            rank: Some(number),
            size: Some(4),
            pmi: true,
            host: format!("n{}", number / 2),
            cpu: "Xeon".into(),
            features: vec!["fma".into()],
            cores: vec![0, 1],
            glibc: "2.36".into(),
            shm: Some(Shm { size: 1 << 33, free: 1 << 33 }),
            variables: [("LD_PRELOAD".to_string(), "/l.so".to_string())].into(),
            library: "/l.so".into(),
            digest: Some("1".into()),
            loaded: Some("0.1.0".into()),
            exp: None,
        }
    }

    /// Four ranks on two nodes.
    pub fn four(change: impl Fn(&mut Rank)) -> Facts {
        let mut ranks: Vec<Rank> = (0..4).map(rank).collect();
        ranks.iter_mut().for_each(change);
        let sent = vec![("LD_PRELOAD".to_string(), "/l.so".to_string())];
        let ranks = Ranks { ranks, sent, ..Ranks::default() };
        Facts { ranks: Some(Ok(ranks)), ..Facts::default() }
    }

    /// What one check finds.
    pub fn found(facts: &Facts, check: &str) -> Vec<Finding> {
        super::all(facts).into_iter().filter(|finding| finding.check == check).collect()
    }

    /// Its only finding.
    #[track_caller]
    pub fn one(facts: &Facts, check: &str) -> (Severity, String) {
        let found = found(facts, check);
        let [finding] = &found[..] else { panic!("{check}: {found:?}") };
        (finding.severity, format!("{}. {}", finding.what, finding.advice))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_checks_differ_and_what_they_find_is_a_line() {
        let names: BTreeSet<&str> = CHECKS.iter().map(|check| check.id).collect();
        assert_eq!(names.len(), CHECKS.len());
        let facts = made::program(&["MPI_Allreduce", "exp", "time", "fftw_plan_dft_1d"]);
        for finding in all(&facts) {
            let text = format!("{} {}", finding.what, finding.advice);
            assert!(!text.contains('\n') && !text.contains("  "), "{text:?}");
        }
    }

    #[test]
    fn the_worst_comes_first() {
        let found = all(&made::program(&["MPI_Allreduce", "MPI_Accumulate", "exp"]));
        assert!(found.is_sorted_by_key(|finding| finding.severity));
    }
}
