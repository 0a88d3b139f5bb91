//! Which of MPI's reductions the program calls, as far as its files tell.

use super::super::facts::Facts;
use super::super::findings::{list, Findings};
use super::{imported, referred_to};
use samebits_calls::{Coverage, Reduction, REDUCTIONS};
use samebits_mpi::abi::locate::profiling_name;

/// Whether a symbol is one of a row's, in C or in Fortran.
fn is_of(row: &Reduction, symbol: &str) -> bool {
    // (MPICH's and Open MPI 6's Fortran 2008; they call the C function, or are intercepted.)
    let descriptors = symbol.strip_suffix("_f08ts_");
    row.prototype.is_called(symbol)
        || descriptors.is_some_and(|name| row.prototype.name.eq_ignore_ascii_case(name))
}

fn row(symbol: &str) -> Option<&'static Reduction> {
    let name = symbol.get(..3).filter(|start| start.eq_ignore_ascii_case("mpi"));
    name.and_then(|_| REDUCTIONS.iter().find(|row| is_of(row, symbol)))
}

fn is(symbol: &str, coverage: Coverage) -> bool {
    row(symbol).is_some_and(|row| row.coverage == coverage)
}

/// The rows' names in C, each once.
fn names(symbols: &[String]) -> Vec<&'static str> {
    let mut names: Vec<&str> =
        symbols.iter().filter_map(|symbol| Some(row(symbol)?.prototype.name)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

pub fn reductions(facts: &Facts, findings: &mut Findings) {
    let Some(program) = facts.program.as_ref().filter(|program| program.mpi().next().is_some())
    else {
        return;
    };
    let covered = |symbol: &str| is(symbol, Coverage::Covered);
    match imported(program, covered).or_else(|| referred_to(program, covered)) {
        None if program.modules.contains(&"mpi4py") => {}
        Some((who, symbols)) => {
            findings.ok(format!("covered: {} in {who}", list(&names(&symbols), 12)));
        }
        None => findings.warning(
            "neither the program nor its libraries import a reduction that is covered",
            "it makes none, or looks them up when it runs: SAMEBITS_REPORT=1 says what was intercepted",
        ),
    }
}

pub fn one_sided(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    if let Some((who, symbols)) = imported(program, |symbol| is(symbol, Coverage::Uncovered)) {
        findings.warning(
            format!("{} in {who}: added in order of arrival", list(&names(&symbols), 6)),
            "not covered: send the values instead, and let their owner add them in a fixed order; \
             SAMEBITS_UNSUPPORTED=error stops at the first such call",
        );
    }
}

pub fn profiling_names(facts: &Facts, findings: &mut Findings) {
    let Some(program) = &facts.program else { return };
    // A tool calls them for the program, and is spoken of where it is in front.
    let symbols = REDUCTIONS.iter().flat_map(|row| row.prototype.symbols());
    let names: Vec<String> = symbols.map(|symbol| profiling_name(&symbol.name)).collect();
    for object in program.own().filter(|object| !object.is_tool()) {
        let called = object.imports.iter().filter(|symbol| names.contains(symbol));
        let called: Vec<&String> = called.collect();
        if !called.is_empty() {
            findings.warning(
                format!("{} calls {} itself", object.path, list(&called, 4)),
                "samebits does not see these calls: call the MPI_ functions instead",
            );
        }
    }
}

pub fn python(facts: &Facts, findings: &mut Findings) {
    let Some(program) = facts.program.as_ref().filter(|program| !program.modules.is_empty()) else {
        return;
    };
    if program.modules.contains(&"mpi4py") {
        findings.note(
            format!("the Python modules {} are examined, not the script", list(&program.modules, 4)),
            "Allreduce and its like, with a capital letter, are covered; allreduce and reduce of Python \
             objects are not",
        );
    }
    if super::variable(facts, "PYTHONHASHSEED").is_none_or(|seed| seed == "random") {
        findings.note(
            "PYTHONHASHSEED is not set: sets of strings have a different order on every run",
            "set PYTHONHASHSEED=0 for all ranks",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::findings::Severity;
    use super::super::made::{found, object, one, openmpi, program, with};
    use super::*;

    #[test]
    fn reductions_of_all_bindings_are_known() {
        for symbol in ["MPI_Allreduce", "MPI_Allreduce_c", "mpi_allreduce_", "mpi_allreduce_f08_"] {
            assert_eq!(row(symbol).unwrap().prototype.name, "MPI_Allreduce", "{symbol}");
        }
        assert_eq!(row("mpi_iallreduce_f08ts_").unwrap().prototype.name, "MPI_Iallreduce");
        assert!(row("MPI_Bcast").is_none() && row("PMPI_Allreduce").is_none());
        let (severity, text) =
            one(&program(&["mpi_allreduce_", "MPI_Allreduce", "MPI_Scan"]), "reductions");
        assert_eq!(severity, Severity::Ok);
        assert!(text.starts_with("covered: MPI_Allreduce and MPI_Scan in a"), "{text}");
        assert_eq!(one(&program(&["MPI_Bcast"]), "reductions").0, Severity::Warning);
    }

    #[test]
    fn what_is_not_covered_is_named_with_who_calls_it() {
        let library = object("/lib/liba.so", &["MPI_Accumulate", "mpi_fetch_and_op_"], &[]);
        let facts = with(vec![object("/a", &[], &[]), library, openmpi()]);
        let (severity, text) = one(&facts, "one-sided");
        assert_eq!(severity, Severity::Warning);
        assert!(text.contains("MPI_Accumulate and MPI_Fetch_and_op in liba.so"), "{text}");
        assert!(found(&program(&["MPI_Put"]), "one-sided").is_empty());
    }

    #[test]
    fn calls_past_samebits_are_named() {
        let (severity, text) = one(&program(&["PMPI_Allreduce"]), "profiling-names");
        assert_eq!(severity, Severity::Warning);
        assert!(text.starts_with("/a calls PMPI_Allreduce itself"), "{text}");
        let tool = object("/libmpiP.so", &["PMPI_Allreduce"], &["MPI_Allreduce"]);
        let facts = with(vec![object("/a", &[], &[]), tool, openmpi()]);
        assert!(found(&facts, "profiling-names").is_empty());
    }

    #[test]
    fn python_is_told_about_its_objects_and_sets() {
        let mut facts = program(&[]);
        facts.program.as_mut().unwrap().modules = vec!["mpi4py", "numpy"];
        assert_eq!(found(&facts, "python").len(), 2);
        facts.variables.insert("PYTHONHASHSEED".into(), "0".into());
        assert!(one(&facts, "python").1.contains("with a capital letter"));
    }
}
