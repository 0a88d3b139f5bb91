//! A BLAS: its threads split sums by their number, and its kernels are chosen by the CPU.

use super::super::facts::{Facts, Program};
use super::super::findings::Findings;
use super::{parts, variable};

struct Blas {
    name: &'static str,
    /// The beginnings of its files' names.
    files: &'static [&'static str],
    /// Functions that no other one has.
    functions: &'static [&'static str],
    /// The variable for the number of threads.
    threads: &'static str,
    /// The variable for the kernels, and a value of it.
    kernels: (&'static str, &'static str),
}

const ALL: &[Blas] = &[
    Blas {
        name: "OpenBLAS",
        files: &["libopenblas", "libscipy_openblas"],
        functions: &["openblas_get_config", "openblas_get_num_threads", "openblas_get_corename"],
        threads: "OPENBLAS_NUM_THREADS",
        kernels: ("OPENBLAS_CORETYPE", "Haswell"),
    },
    Blas {
        name: "MKL",
        files: &["libmkl_"],
        functions: &["mkl_set_num_threads", "MKL_Set_Num_Threads", "mkl_cbwr_set", "MKL_CBWR_Set"],
        threads: "MKL_NUM_THREADS",
        kernels: ("MKL_CBWR", "AVX2"),
    },
    Blas {
        name: "BLIS",
        files: &["libblis"],
        functions: &["bli_thread_get_num_threads", "bli_arch_query_id"],
        threads: "BLIS_NUM_THREADS",
        kernels: ("BLIS_ARCH_TYPE", "haswell"),
    },
];

fn used(program: &Program) -> impl Iterator<Item = &'static Blas> + '_ {
    ALL.iter().filter(|blas| !parts(program, blas.files, blas.functions).is_empty())
}

pub fn threads(facts: &Facts, findings: &mut Findings) {
    for Blas { name, threads, .. } in facts.program.iter().flat_map(used) {
        match variable(facts, threads) {
            Some(value) => {
                findings.ok(format!("{threads}={value}: {name} has a fixed number of threads"));
            }
            None => findings.note(
                format!("{name} in the program: its threads split sums by their number"),
                format!("set {threads}=1, or the same number for all runs"),
            ),
        }
    }
}

pub fn kernels(facts: &Facts, findings: &mut Findings) {
    for Blas { name, kernels: (choice, example), .. } in facts.program.iter().flat_map(used) {
        match variable(facts, choice) {
            Some(value) => {
                findings.ok(format!("{choice}={value}: {name} uses the same kernels everywhere"));
            }
            None => findings.note(
                format!("{name} in the program: it chooses its kernels by the CPU"),
                format!(
                    "set {choice} to kernels that all machines have, such as {choice}={example}"
                ),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::facts::Facts;
    use super::super::super::findings::Severity;
    use super::super::made::{found, object, one, openmpi, program, with};

    fn using(path: &str) -> Facts {
        with(vec![object("/a", &[], &[]), object(path, &[], &[]), openmpi()])
    }

    #[test]
    fn threads_are_fixed_by_a_variable() {
        let mut facts = using("/lib/libopenblas.so.0");
        assert!(one(&facts, "blas-threads").1.contains("set OPENBLAS_NUM_THREADS=1"));
        facts.variables.insert("OPENBLAS_NUM_THREADS".into(), "1".into());
        assert_eq!(one(&facts, "blas-threads").0, Severity::Ok);
    }

    #[test]
    fn kernels_are_fixed_by_a_variable() {
        let mut facts = using("/lib/libmkl_rt.so.2");
        assert!(one(&facts, "blas-kernels").1.contains("MKL_CBWR=AVX2"));
        facts.variables.insert("MKL_CBWR".into(), "COMPATIBLE".into());
        assert_eq!(one(&facts, "blas-kernels").0, Severity::Ok);
        // The reference BLAS has neither.
        assert!(found(&program(&["dgemm_"]), "blas-kernels").is_empty());
    }
}
