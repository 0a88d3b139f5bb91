//! Libraries that are known to add in order of arrival, and what they can be told against it. (Those that
//! a variable decides have checks of their own, in `chance.rs` and `threads.rs`.) docs/troubleshooting.md
//! has what is known of each.

use super::super::facts::Facts;
use super::super::findings::{list, Findings};
use super::parts;

struct Known {
    name: &'static str,
    /// By which the names of its files begin.
    files: &'static [&'static str],
    /// Functions by which it is known where it is linked in.
    functions: &'static [&'static str],
    /// What it does.
    does: &'static str,
    advice: &'static str,
}

const KNOWN: &[Known] = &[
    Known {
        name: "MUMPS",
        files: &["libsmumps", "libdmumps", "libcmumps", "libzmumps", "libmumps_common"],
        functions: &[
            "smumps_c", "dmumps_c", "cmumps_c", "zmumps_c", "smumps_", "dmumps_", "cmumps_", "zmumps_",
        ],
        does: "it adds contributions in order of arrival, in the solve too, and gives work to ranks by \
               their load",
        advice: "no option of it prevents that: on one rank (a communicator of its own) or by another \
                 direct solver the results are the same in every run",
    },
    Known {
        name: "hypre",
        files: &["libHYPRE"],
        functions: &["HYPRE_IJMatrixAddToValues", "HYPRE_IJVectorAddToValues", "HYPRE_BoomerAMGCreate"],
        does: "values that are added to rows of other ranks may be added in order of arrival, and with \
               OpenMP its dot products as threads finish",
        advice: "add only to rows that the rank owns, and give it one thread (OMP_NUM_THREADS=1); it has \
                 no option that fixes the order",
    },
    Known {
        name: "ESMF",
        files: &["libesmf"],
        functions: &[
            "__esmf_fieldregridmod_MOD_esmf_fieldregrid",
            "__esmf_fieldsmmmod_MOD_esmf_fieldsmm",
            "esmf_fieldregridmod_mp_esmf_fieldregrid_",
        ],
        does: "regridding and sparse products add in order of arrival (ESMF_TERMORDER_FREE), and tune \
               by timing where they add",
        advice: "pass termorderflag=ESMF_TERMORDER_SRCSEQ and a fixed srcTermProcessing; for NUOPC's \
                 connectors the options :termOrder=srcseq:srcTermProcessing=0",
    },
    Known {
        name: "OpenFOAM",
        files: &["libOpenFOAM", "libPstream"],
        functions: &[],
        does: "from v2306 on the switch pbufs.tuning decides whether buffers are exchanged as messages \
               arrive",
        advice: "keep to the exchange by MPI_Alltoall: -opt-switch pbufs.tuning=-1, or pbufs.tuning -1 in \
                 OptimisationSwitches of etc/controlDict",
    },
];

pub fn libraries(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    for known in KNOWN {
        let users = parts(program, known.files, known.functions);
        if !users.is_empty() {
            let what = format!("{} in {}: {}", known.name, list(&users, 3), known.does);
            findings.note(what, known.advice);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::findings::Severity;
    use super::super::made::{found, object, one, openmpi, program, with};
    use super::*;

    #[test]
    fn each_is_known_by_its_file_and_by_its_functions() {
        for known in KNOWN {
            for file in known.files {
                let library = object(&format!("/lib/{file}-1.2.so.3"), &[], &[]);
                let facts = with(vec![object("/a", &[], &[]), library, openmpi()]);
                let (severity, text) = one(&facts, "libraries");
                assert_eq!(severity, Severity::Note);
                assert!(text.starts_with(&format!("{} in {file}-1.2.so.3", known.name)), "{text}");
            }
            for function in known.functions {
                assert!(one(&program(&[function]), "libraries").1.starts_with(known.name));
            }
        }
        assert!(found(&program(&["MPI_Reduce"]), "libraries").is_empty());
    }

    #[test]
    fn what_helps_is_said() {
        let text = |file: &str| {
            let facts = with(vec![object("/a", &[], &[]), object(file, &[], &[]), openmpi()]);
            one(&facts, "libraries").1
        };
        assert!(text("/lib/libesmf.so").contains("termorderflag=ESMF_TERMORDER_SRCSEQ"));
        assert!(text("/lib/libPstream.so").contains("pbufs.tuning=-1"));
        assert!(text("/lib/libdmumps-5.5.so").contains("in the solve too"));
    }
}
