//! Whether the launcher has started the ranks that it was asked for, and as one job.

use super::super::facts::{Facts, Rank, Ranks};
use super::super::findings::{list, Findings};
use super::super::launch::first_line;
use super::ranks::{groups, ranks};
use crate::run::launcher::Launcher;
use std::collections::BTreeSet;
use std::path::Path;

pub fn started(facts: &Facts, findings: &mut Findings) {
    let advice = "try the launcher's command by itself; --no-probe leaves this out";
    let found = match &facts.ranks {
        None => return,
        Some(Err(why)) => {
            return findings.error(format!("no ranks could be started: {why}"), advice)
        }
        Some(Ok(found)) => found,
    };
    let said =
        first_line(&found.said).map_or(String::new(), |line| format!(", which says \"{line}\""));
    if found.ranks.is_empty() {
        let failed = found.failed.as_deref().unwrap_or("it says nothing");
        return findings
            .error(format!("the launcher has started no rank ({failed}){said}"), advice);
    }
    let numbers: BTreeSet<Option<u64>> = found.ranks.iter().map(|rank| rank.rank).collect();
    let count = found.ranks.len();
    match (found.missing(), &found.failed) {
        (Some(missing), failed) if missing > 0 => {
            let expected = count as u64 + missing;
            let failed = failed.as_ref().map_or(String::new(), |failed| format!(" ({failed})"));
            findings.error(
                format!("{count} of {expected} ranks answered{failed}{said}{}", who_is_silent(found)),
                "install samebits under the same path on all nodes; try the launcher's command by itself",
            );
        }
        (_, Some(failed)) => {
            findings.error(format!("the launcher has failed ({failed}){said}"), advice);
        }
        _ => {}
    }
    if numbers.len() < count && !numbers.contains(&None) {
        return findings.error(
            format!(
                "{count} processes were started, but several are rank {}",
                first_twice(&found.ranks)
            ),
            "the launcher starts each rank as a job of its own: use the launcher of the program's \
             MPI library",
        );
    }
    let hosts: BTreeSet<&str> = found.ranks.iter().map(|rank| rank.host.as_str()).collect();
    let hosts: Vec<&str> = hosts.into_iter().collect();
    let each = if count == 1 { "rank" } else { "ranks" };
    findings.ok(format!("{count} {each} on {}", list(&hosts, 4)));
}

/// ": is PREFIX missing on n2?", where PREFIX is where this command is installed.
fn who_is_silent(found: &Ranks) -> String {
    let file = Path::new(&found.command);
    let folder = file.parent().unwrap_or(file);
    let prefix = match folder.file_name().is_some_and(|name| name == "bin") {
        true => folder.parent().unwrap_or(folder),
        false => folder,
    };
    let silent = found.silent_hosts();
    let whose = if silent.is_empty() { "the others' node".into() } else { list(&silent, 4) };
    format!(": is {} missing on {whose}?", prefix.display())
}

/// srun starts the ranks of an MPI library only where both speak one PMI.
pub fn pmi(facts: &Facts, findings: &mut Findings) {
    let Some(found) = ranks(facts).filter(|found| found.ranks.len() > 1) else { return };
    let own = facts.program.as_ref().is_some_and(|program| program.slurm_pmi)
        || facts.variables.contains_key("I_MPI_PMI_LIBRARY");
    let by_srun = facts.launcher == Some(Launcher::Srun);
    if by_srun && !own && found.ranks.iter().all(|rank| !rank.pmi) {
        findings.error(
            format!(
                "srun offers the {} ranks no PMI: each becomes a job of one rank, or MPI_Init fails",
                found.ranks.len()
            ),
            "srun --mpi=list names what there is: srun --mpi=pmix (or pmi2), as the MPI library was built; or \
             its own mpirun within the allocation",
        );
    }
}

fn first_twice(ranks: &[Rank]) -> u64 {
    let groups = groups(ranks, |rank| rank.rank);
    groups.into_iter().find(|(_, ranks)| ranks.len() > 1).and_then(|(rank, _)| rank).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::super::facts::Program;
    use super::super::super::findings::Severity;
    use super::super::made::{found, four, one};
    use super::*;

    #[test]
    fn a_launcher_that_starts_nothing_is_an_error() {
        let started = |ranks| one(&Facts { ranks: Some(ranks), ..Facts::default() }, "ranks");
        assert_eq!(started(Err("no mpirun".into())).0, Severity::Error);
        let said = "-----\nthere are not enough slots\n".to_string();
        let failed = Some("exit status: 1".to_string());
        let (severity, text) = started(Ok(Ranks { said, failed, ..Ranks::default() }));
        assert_eq!(severity, Severity::Error);
        assert!(text.contains("exit status: 1") && text.contains("enough slots"), "{text}");
    }

    /// The ranks that have answered, of four, and what else is known.
    fn some(answered: usize, change: impl Fn(&mut Ranks)) -> Facts {
        let mut facts = four(|_| {});
        let ranks = facts.ranks.as_mut().unwrap().as_mut().unwrap();
        ranks.ranks.truncate(answered);
        ranks.command = "/opt/samebits/bin/samebits".into();
        change(ranks);
        facts
    }

    #[test]
    fn ranks_that_do_not_answer_are_an_error_with_where_they_may_be() {
        let worst = |facts: &Facts| found(facts, "ranks")[0].clone();
        let all = some(4, |_| {});
        assert!(!all.ranks_are_missing() && worst(&all).severity == Severity::Ok);
        let two = some(2, |ranks| {
            ranks.hosts = ["n0.cluster", "n1.cluster"].map(String::from).into();
            ranks.failed = Some("exit status: 127".into());
        });
        let what =
            "2 of 4 ranks answered (exit status: 127): is /opt/samebits missing on n1.cluster?";
        let finding = worst(&two);
        assert_eq!((finding.severity, finding.what.as_str()), (Severity::Error, what));
        assert!(two.ranks_are_missing());
        // The launcher may say nothing, and exit with 0.
        assert!(worst(&some(2, |_| {})).what.ends_with("missing on the others' node?"));
        // Where ranks are not told how many they are, the launcher's arguments count.
        let untold = some(2, |ranks| {
            ranks.ranks.iter_mut().for_each(|rank| rank.size = None);
            ranks.asked = Some(8);
        });
        assert!(worst(&untold).what.starts_with("2 of 8 ranks answered"));
    }

    #[test]
    fn a_launcher_that_fails_behind_its_ranks_is_an_error() {
        let failed = some(4, |ranks| ranks.failed = Some("exit status: 1".into()));
        let finding = &found(&failed, "ranks")[0];
        assert_eq!(finding.severity, Severity::Error);
        assert!(finding.what.contains("has failed (exit status: 1)"), "{finding:?}");
        assert!(failed.ranks_are_missing());
    }

    #[test]
    fn srun_without_pmi_starts_jobs_of_one_rank() {
        let by = |launcher, pmi| Facts { launcher: Some(launcher), ..four(|rank| rank.pmi = pmi) };
        let (severity, text) = one(&by(Launcher::Srun, false), "rank-pmi");
        assert_eq!(severity, Severity::Error);
        assert!(text.contains("--mpi=pmix"), "{text}");
        assert!(found(&by(Launcher::Srun, true), "rank-pmi").is_empty());
        assert!(found(&by(Launcher::Openmpi, false), "rank-pmi").is_empty());
        // With Slurm's own library it finds the others without a variable.
        let program = Program { slurm_pmi: true, ..Program::default() };
        let own = Facts { program: Some(program), ..by(Launcher::Srun, false) };
        assert!(found(&own, "rank-pmi").is_empty());
        let one_rank =
            Facts { launcher: Some(Launcher::Srun), ..some(1, |ranks| ranks.ranks[0].pmi = false) };
        assert!(found(&one_rank, "rank-pmi").is_empty());
    }

    #[test]
    fn jobs_of_one_rank_are_noticed() {
        let (severity, text) = one(&four(|rank| rank.rank = Some(0)), "ranks");
        assert_eq!(severity, Severity::Error);
        assert!(text.contains("several are rank 0"), "{text}");
    }
}
