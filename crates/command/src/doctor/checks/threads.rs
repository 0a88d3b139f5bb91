//! Threads of the program, whose number or order may show in results.

use super::super::facts::{Facts, Program, Role};
use super::super::findings::{list, Findings};
use super::{imported, parts, variable};

pub fn scotch(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    let names = ["SCOTCH_graphPart", "SCOTCH_dgraphPart", "SCOTCH_graphMap", "SCOTCH_graphOrder"];
    let users =
        parts(program, &["libscotch-", "libscotch.so", "libptscotch-", "libptscotch.so"], &names);
    match variable(facts, "SCOTCH_PTHREAD_NUMBER") {
        _ if users.is_empty() => {}
        Some("1") => findings.ok("SCOTCH_PTHREAD_NUMBER=1: Scotch partitions with one thread"),
        _ => findings.warning(
            format!(
                "Scotch in {}: it partitions with threads of its own, whatever OMP_NUM_THREADS says",
                list(&users, 3)
            ),
            "set SCOTCH_PTHREAD_NUMBER=1 for all ranks",
        ),
    }
}

const OPENMP: &[&str] = &["libgomp", "libiomp5", "libomp.", "libomp5"];

/// Calls that begin a parallel region, by compiler: GCC's, then LLVM's and Intel's.
const GCC_REGION: &str = "GOMP_parallel";
const LLVM_REGION: &str = "__kmpc_fork_call";

pub fn openmp(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    let begins = |begin: &'static str| imported(program, move |name| name.starts_with(begin));
    let (gcc, llvm) = (begins(GCC_REGION), begins(LLVM_REGION));
    let users = llvm.as_ref().or(gcc.as_ref()).map(|(who, _)| who.clone());
    let Some(who) = users.or_else(|| runtime(program).map(str::to_string)) else { return };
    // GCC's regions call LLVM's library, too, and fold their reductions themselves.
    let can_be_told = gcc.is_none() && (llvm.is_some() || !who.starts_with("libgomp"));
    let told = variable(facts, "KMP_DETERMINISTIC_REDUCTION").is_some_and(is_true);
    let fixed =
        variable(facts, "OMP_DYNAMIC").is_some_and(|value| value.eq_ignore_ascii_case("false"));
    let more = match can_be_told && !told {
        true => "KMP_DETERMINISTIC_REDUCTION=true, then ",
        false => "",
    };
    match variable(facts, "OMP_NUM_THREADS") {
        Some("1") => findings.ok("OMP_NUM_THREADS=1: OpenMP adds in one order"),
        Some(number) if fixed && can_be_told && told => findings.ok(format!(
            "KMP_DETERMINISTIC_REDUCTION and {number} threads: OpenMP in {who} adds the parts of loops that \
             are scheduled statically in one order"
        )),
        Some(number) if fixed => findings.note(
            format!("OpenMP in {who}, with {number} threads: its reductions add as threads finish"),
            format!("if runs differ, try {more}OMP_NUM_THREADS=1; sum over blocks of a fixed length"),
        ),
        _ => findings.note(
            format!("OpenMP in {who}: its reductions depend on the number of threads, and on which finishes first"),
            format!(
                "set OMP_NUM_THREADS and OMP_DYNAMIC=false for all ranks; if runs still differ, \
                 {more}OMP_NUM_THREADS=1"
            ),
        ),
    }
}

/// As LLVM's library reads a variable that is true or false.
fn is_true(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    ["1", "true", "t", "yes", "y", "on", "enabled", ".true.", ".t."].contains(&value.as_str())
}

/// OpenMP's runtime library, where no object of the program's calls it by a name that is known.
fn runtime(program: &Program) -> Option<&str> {
    let own = program.objects.iter().filter(|object| object.role != Role::Mpi);
    let mut names = own.map(|object| object.name());
    names.find(|name| OPENMP.iter().any(|begin| name.starts_with(begin)))
}

pub fn own(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    let starts = |symbol: &str| matches!(symbol, "pthread_create" | "thrd_create");
    if let Some((who, _)) = imported(program, starts) {
        findings.note(
            format!("{who} may start threads"),
            "if runs with several threads differ, look for sums in the order in which threads finish",
        );
    }
}

const GPU: &[&str] = &[
    "libcudart",
    "libcuda.so",
    "libcublas",
    "libcufft",
    "libamdhip64",
    "librocblas",
    "libze_loader",
    "libOpenCL",
];

pub fn gpu(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    let users = parts(program, GPU, &["cudaLaunchKernel", "hipLaunchKernel"]);
    if !users.is_empty() {
        findings.note(
            format!("the program uses a GPU ({})", list(&users, 4)),
            "atomicAdd adds in no fixed order, and libraries choose kernels by the device: use \
             their deterministic modes",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::facts::Facts;
    use super::super::super::findings::Severity;
    use super::super::made::{found, object, one, openmpi, program, with};
    use super::*;

    fn set(mut facts: Facts, variables: &[(&str, &str)]) -> Facts {
        facts.variables = variables.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
        facts
    }

    fn library(path: &str) -> Facts {
        with(vec![object("/a", &[], &[]), object(path, &[], &[]), openmpi()])
    }

    #[test]
    fn scotch_wants_one_thread() {
        let facts = || library("/lib/libptscotch-7.0.so");
        assert_eq!(one(&facts(), "scotch").0, Severity::Warning);
        assert_eq!(one(&set(facts(), &[("SCOTCH_PTHREAD_NUMBER", "1")]), "scotch").0, Severity::Ok);
        assert!(found(&program(&[]), "scotch").is_empty());
    }

    #[test]
    fn openmp_wants_a_fixed_number() {
        let facts = || program(&["GOMP_parallel"]);
        assert!(one(&facts(), "openmp").1.contains("OMP_DYNAMIC=false"));
        let four = set(facts(), &[("OMP_NUM_THREADS", "4"), ("OMP_DYNAMIC", "false")]);
        assert!(one(&four, "openmp").1.contains("with 4 threads"));
        assert_eq!(one(&set(facts(), &[("OMP_NUM_THREADS", "1")]), "openmp").0, Severity::Ok);
        let mut runtime = library("/lib/libgomp.so.1");
        runtime.program.as_mut().unwrap().objects[1].role = Role::System;
        assert!(one(&runtime, "openmp").1.contains("libgomp.so.1"));
    }

    #[test]
    fn llvms_reductions_can_be_told_their_order() {
        let facts = || program(&["__kmpc_fork_call"]);
        let name = "KMP_DETERMINISTIC_REDUCTION";
        assert!(one(&facts(), "openmp").1.contains("KMP_DETERMINISTIC_REDUCTION=true"));
        let fixed = [("OMP_NUM_THREADS", "4"), ("OMP_DYNAMIC", "false")];
        assert!(one(&set(facts(), &fixed), "openmp").1.contains(name));
        let told = |facts, value| set(facts, &[fixed[0], fixed[1], (name, value)]);
        for value in ["true", "TRUE", "1", "on"] {
            assert_eq!(one(&told(facts(), value), "openmp").0, Severity::Ok, "{value}");
        }
        assert_eq!(one(&told(facts(), "false"), "openmp").0, Severity::Note);
        // Without a fixed number of threads it is of no use.
        assert_eq!(one(&set(facts(), &[(name, "true")]), "openmp").0, Severity::Note);
        // GCC's library does not know it.
        let gcc = one(&told(program(&["GOMP_parallel"]), "true"), "openmp");
        assert!(gcc.0 == Severity::Note && !gcc.1.contains("KMP"), "{gcc:?}");
        let mut runtime = library("/lib/libiomp5.so");
        runtime.program.as_mut().unwrap().objects[1].role = Role::System;
        assert!(one(&runtime, "openmp").1.contains(name));
    }

    #[test]
    fn other_threads_and_devices() {
        assert!(one(&program(&["pthread_create"]), "threads").1.contains("a may start threads"));
        assert!(one(&library("/lib/libcudart.so.12"), "gpu").1.contains("libcudart.so.12"));
    }
}
