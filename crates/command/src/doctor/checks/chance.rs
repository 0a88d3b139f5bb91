//! What is known to differ from run to run, whatever the reductions do. docs/troubleshooting.md has
//! the programs in which it was found.

use super::super::facts::Facts;
use super::super::findings::{list, Findings};
use super::{imported, parts};

const BLACS: &[&str] = &[
    "BI_TreeComb",
    "Cdgsum2d",
    "Csgsum2d",
    "Czgsum2d",
    "Ccgsum2d",
    "dgsum2d_",
    "sgsum2d_",
    "zgsum2d_",
    "cgsum2d_",
    "Cblacs_gridinit",
    "blacs_gridinit_",
    "Cblacs_gridmap",
    "blacs_gridmap_",
];

pub fn blacs(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    let users = parts(program, &["libscalapack", "libblacs", "libmkl_blacs"], BLACS);
    if !users.is_empty() {
        findings.warning(
            format!("BLACS in {}: it adds contributions in order of arrival", list(&users, 4)),
            "unless the program asks for repeatable sums: blacs_set(context, 15, 1), in CP2K's input \
             BLACS_REPEATABLE T",
        );
    }
}

const ARRIVAL: &[&str] = &["waitany", "waitsome", "testany", "testsome"];

/// The name of an MPI function without language and spelling.
fn bare(symbol: &str) -> Option<String> {
    let lower = symbol.to_ascii_lowercase();
    let name = lower.strip_prefix("mpi_")?.trim_end_matches('_');
    let name = ["_f08ts", "_f08"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    Some(name.to_string())
}

pub fn arrival(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    let wanted = |symbol: &str| bare(symbol).is_some_and(|name| ARRIVAL.contains(&name.as_str()));
    if let Some((who, symbols)) = imported(program, wanted) {
        findings.note(
            format!("{} in {who}: sums of what arrives in messages may differ from run to run", list(&symbols, 4)),
            "if runs with three ranks or more differ, look at SAMEBITS_TRACE (MPI_ANY_SOURCE cannot be \
             seen in a file), and add in rank order",
        );
    }
}

pub fn petsc(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    let users = parts(program, &["libpetsc"], &["MatAssemblyEnd", "matassemblyend_"]);
    if users.is_empty() {
        return;
    }
    let options = super::variable(facts, "PETSC_OPTIONS").unwrap_or("");
    if options.contains("-matstash_reproduce") {
        return findings.ok("PETSC_OPTIONS has -matstash_reproduce");
    }
    findings.note(
        format!("PETSc in {}: MatAssembly adds what other ranks send in order of arrival", list(&users, 3)),
        "set only entries that the rank owns, or try PETSC_OPTIONS=\"-matstash_legacy -matstash_reproduce\"",
    );
}

/// Of FFTW's names in all precisions and languages.
fn fftw_name(symbol: &str) -> Option<&str> {
    const PREFIXES: [&str; 7] =
        ["fftw_", "fftwf_", "fftwl_", "fftwq_", "dfftw_", "sfftw_", "lfftw_"];
    PREFIXES.iter().find_map(|prefix| symbol.strip_prefix(prefix))
}

pub fn fftw(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    let plans = |symbol: &str| {
        fftw_name(symbol).is_some_and(|name| {
            ["plan_", "mpi_plan_"].iter().any(|begin| name.starts_with(begin))
                && !name.starts_with("plan_with_nthreads")
        })
    };
    let wisdom = |symbol: &str| fftw_name(symbol).is_some_and(|name| name.contains("import_"));
    let Some((who, symbols)) = imported(program, plans) else { return };
    let advice = match imported(program, wisdom) {
        Some(_) => "it may read wisdom: give all runs one file; without one, plan by FFTW_ESTIMATE",
        None => "the flag cannot be seen in a file: plan by FFTW_ESTIMATE, or from one wisdom file",
    };
    findings.note(
        format!(
            "{} in {who}: FFTW_MEASURE and FFTW_PATIENT choose plans by timing",
            list(&symbols, 3)
        ),
        advice,
    );
}

const RANDOM: &[&str] = &[
    "getrandom",
    "getentropy",
    "arc4random",
    "arc4random_buf",
    "arc4random_uniform",
    "RAND_bytes",
    "_gfortran_random_init",
];

pub fn random(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    let wanted = |symbol: &str| RANDOM.contains(&symbol) || symbol.contains("random_device");
    if let Some((who, symbols)) = imported(program, wanted) {
        findings.note(
            format!("{} in {who}: random numbers that differ on every run", short(&symbols)),
            "if they decide what is computed, give the program a fixed seed",
        );
    }
}

/// C++'s name is long, and the same for all.
fn short(symbols: &[String]) -> String {
    let mut names: Vec<&str> = symbols
        .iter()
        .map(
            |name| {
                if name.contains("random_device") {
                    "std::random_device"
                } else {
                    name.as_str()
                }
            },
        )
        .collect();
    names.dedup();
    list(&names, 4)
}

const TIME: &[&str] = &[
    "time",
    "gettimeofday",
    "clock_gettime",
    "clock",
    "times",
    "MPI_Wtime",
    "mpi_wtime_",
    "_gfortran_system_clock_4",
    "_gfortran_system_clock_8",
    "_gfortran_cpu_time_8",
    "_gfortran_date_and_time",
    "_gfortran_random_seed_i4",
    "_gfortran_random_seed_i8",
];

pub fn time(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    if let Some((who, symbols)) = imported(program, |symbol| TIME.contains(&symbol)) {
        findings.note(
            format!("{} in {who}: what the clock decides differs on every run", list(&symbols, 4)),
            "harmless where it only reports; fix seeds, and switch off load balancing and tuning by time",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::findings::Severity;
    use super::super::made::{found, object, one, openmpi, program, with};

    #[test]
    fn blacs_is_known_by_its_library_or_by_its_functions() {
        let library = object("/lib/libscalapack-openmpi.so.2.2", &[], &["BI_TreeComb"]);
        let facts = with(vec![object("/a", &["pdgemm_"], &[]), library, openmpi()]);
        let (severity, text) = one(&facts, "blacs");
        assert_eq!(severity, Severity::Warning);
        assert!(text.contains("blacs_set(context, 15, 1)"), "{text}");
        assert_eq!(one(&program(&["dgsum2d_"]), "blacs").0, Severity::Warning);
        assert!(found(&program(&["MPI_Reduce"]), "blacs").is_empty());
    }

    #[test]
    fn orders_of_arrival_are_noted_in_both_languages() {
        for symbol in ["MPI_Waitany", "mpi_waitsome_", "mpi_testany_f08_", "MPI_Testsome"] {
            let (severity, text) = one(&program(&[symbol]), "arrival");
            assert_eq!(severity, Severity::Note);
            assert!(text.contains(symbol), "{text}");
        }
        assert!(found(&program(&["MPI_Waitall", "mpi_wait_"]), "arrival").is_empty());
    }

    #[test]
    fn petsc_and_its_options() {
        let mut facts = program(&["MatAssemblyEnd"]);
        assert_eq!(one(&facts, "petsc").0, Severity::Note);
        let options = "-matstash_legacy -matstash_reproduce";
        facts.variables.insert("PETSC_OPTIONS".into(), options.into());
        assert_eq!(one(&facts, "petsc").0, Severity::Ok);
    }

    #[test]
    fn planners_of_fftw() {
        let (_, text) = one(&program(&["fftwf_plan_dft_3d", "fftw_execute"]), "fftw");
        assert!(text.contains("fftwf_plan_dft_3d") && text.contains("cannot be seen"), "{text}");
        let wisdom = program(&["dfftw_plan_dft_1d_", "fftw_import_wisdom_from_filename"]);
        assert!(one(&wisdom, "fftw").1.contains("wisdom: give all runs one file"));
        assert!(found(&program(&["fftw_execute", "fftw_plan_with_nthreads"]), "fftw").is_empty());
    }

    #[test]
    fn chance_and_the_clock() {
        let device = "_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_string";
        assert!(one(&program(&[device]), "random").1.contains("std::random_device"));
        assert!(one(&program(&["getrandom"]), "random").1.contains("getrandom"));
        assert!(one(&program(&["MPI_Wtime"]), "time").1.contains("MPI_Wtime"));
        assert!(found(&program(&["timer"]), "time").is_empty());
    }
}
