//! Variables that begin as ours do and are set by others: where samebits is installed, as module systems
//! tell it. Spack's configuration sets `NAME_ROOT`; OpenHPC's modules set `NAME_DIR`, `_BIN`, `_INC` and
//! `_LIB`, other sites' `_HOME`, `_BASE`, `_PREFIX` and so on; `NAME_ROOT` and `NAME_DIR` are also what
//! CMake looks for. EasyBuild (`EBROOTNAME`) and TACC (`TACC_NAME_DIR`) begin with words of their own.

use super::variables::VARIABLES;

const ENDS: [&str; 12] = [
    "_ROOT", "_HOME", "_DIR", "_PREFIX", "_PATH", "_VERSION", "_BASE", "_INC", "_INCLUDE", "_LIB",
    "_BIN", "_DOC",
];

/// Whether a module system sets this variable, which is not one of ours. What is left of the name without its
/// end must not be one of ours, either: SAMEBITS_TRACE_DIR is meant for us.
pub fn sets(name: &str) -> bool {
    let stem = ENDS.iter().find_map(|end| name.strip_suffix(end));
    stem.is_some_and(|stem| {
        !VARIABLES.iter().any(|row| near(stem, row.name) || near(name, row.name))
    })
}

/// Whether the one is the other, or a misspelling of it. (A hint may guess further than this: here a wrong
/// guess stops a job.)
fn near(name: &str, ours: &str) -> bool {
    let own_part = ours.len().saturating_sub("SAMEBITS_".len());
    strsim::damerau_levenshtein(name, ours) <= own_part / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_package_is_installed_is_said_by_module_systems() {
        for end in ENDS {
            for package in ["SAMEBITS", "SAMEBITS_OPENMPI", "SAMEBITS_MPICH", "SAMEBITS_GCC_12"] {
                assert!(sets(&format!("{package}{end}")), "{package}{end}");
            }
        }
    }

    #[test]
    fn a_variable_of_ours_is_never_taken_for_theirs() {
        for row in VARIABLES {
            assert!(!sets(row.name), "{}", row.name);
            for end in ENDS {
                assert!(!sets(&format!("{}{end}", row.name)), "{}{end}", row.name);
            }
        }
        for misspelt in ["SAMEBITS_TARCE_DIR", "SAMEBITS_REPROT_PATH", "SAMEBITS_SHEDUEL_DIR"] {
            assert!(!sets(misspelt), "{misspelt}");
        }
        for other in ["SAMEBITS_ROOTS", "SAMEBITS_DIRECTORY", "SAMEBITS_", "SAMEBITS_LIBS"] {
            assert!(!sets(other), "{other}");
        }
    }
}
