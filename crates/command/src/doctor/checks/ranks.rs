//! What the ranks of a probe see, and where they differ.

use super::super::facts::{Facts, Rank, Ranks};
use super::super::findings::{list, Findings};
use super::super::probe::DECISIVE;
use super::machine::judge;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn ranks(facts: &Facts) -> Option<&Ranks> {
    facts.ranks.as_ref()?.as_ref().ok().filter(|ranks| !ranks.ranks.is_empty())
}

/// Ranks by what they have in common.
pub(super) fn groups<'a, K: Ord>(
    ranks: &'a [Rank],
    key: impl Fn(&'a Rank) -> K,
) -> BTreeMap<K, Vec<&'a Rank>> {
    let mut groups: BTreeMap<K, Vec<&Rank>> = BTreeMap::new();
    for rank in ranks {
        groups.entry(key(rank)).or_default().push(rank);
    }
    groups
}

/// "rank 3 on n1", "3 ranks on n1 and n2".
fn who(ranks: &[&Rank]) -> String {
    let hosts: BTreeSet<&str> = ranks.iter().map(|rank| rank.host.as_str()).collect();
    let hosts: Vec<&str> = hosts.into_iter().collect();
    match ranks {
        [Rank { rank: Some(number), .. }] => format!("rank {number} on {}", list(&hosts, 3)),
        [_] => format!("a rank on {}", list(&hosts, 3)),
        _ => format!("{} ranks on {}", ranks.len(), list(&hosts, 3)),
    }
}

/// "x: 3 ranks on a; y: rank 4 on b".
fn differences<K: std::fmt::Display>(groups: &BTreeMap<K, Vec<&Rank>>) -> String {
    let parts = groups.iter().map(|(what, ranks)| format!("{what}: {}", who(ranks)));
    parts.collect::<Vec<_>>().join("; ")
}

pub fn environment(facts: &Facts, findings: &mut Findings) {
    let Some(found) = ranks(facts) else { return };
    for (name, value) in &found.sent {
        let lacks = |rank: &&Rank| rank.variables.get(name) != Some(value);
        let lacking: Vec<&Rank> = found.ranks.iter().filter(lacks).collect();
        if !lacking.is_empty() {
            let other = lacking[0].variables.get(name);
            let other = other.map_or("it is not set".into(), |value| format!("it is {value}"));
            findings.error(
                format!("{name}={value} does not reach {}: {other}", who(&lacking)),
                "the launcher does not pass it on: docs/use.md has each launcher's option",
            );
        }
    }
    let loaded = found.ranks.iter().filter(|rank| rank.loaded.is_none());
    let missing: Vec<&Rank> = loaded.collect();
    if missing.is_empty() {
        return findings.ok("every rank has loaded samebits");
    }
    let advice = match missing.iter().any(|rank| rank.digest.is_none()) {
        true => "put libsamebits.so where all nodes find it under the same path",
        false => "look at what the loader prints there, and at the rights of the file",
    };
    findings.error(format!("{} has not loaded {}", who(&missing), missing[0].library), advice);
}

pub fn library(facts: &Facts, findings: &mut Findings) {
    let Some(found) = ranks(facts) else { return };
    let path = &found.ranks[0].library;
    let there: Vec<Rank> =
        found.ranks.iter().filter(|rank| rank.digest.is_some()).cloned().collect();
    if there.len() < found.ranks.len() {
        let lacking: Vec<&Rank> = found.ranks.iter().filter(|rank| rank.digest.is_none()).collect();
        findings.error(
            format!("{path} cannot be read by {}", who(&lacking)),
            "put it where all nodes find it under the same path",
        );
    }
    let groups = groups(&there, |rank| rank.digest.as_deref().unwrap_or(""));
    if groups.len() > 1 {
        findings.error(
            format!("{path} is not the same everywhere: {}", differences(&groups)),
            "install one copy for all nodes",
        );
    }
}

pub fn processors(facts: &Facts, findings: &mut Findings) {
    let Some(found) = ranks(facts) else { return };
    let several = |rank: &Rank| rank.cpu == found.ranks[0].cpu;
    let name = |rank: &Rank| match found.ranks.iter().all(several) {
        // Machines that are virtual may all call their CPUs alike.
        true => format!("{} with {}", rank.cpu, rank.features.join(" ")),
        false => rank.cpu.clone(),
    };
    let groups = groups(&found.ranks, name);
    match groups.len() {
        1 => findings.ok(format!("all ranks have the same CPU: {}", found.ranks[0].cpu)),
        _ => findings.warning(
            format!("the ranks have different CPUs: {}", differences(&groups)),
            "reductions give the same bits there; libm and BLAS may not, and placement decides which rank \
             is where: ask for one kind of node, or fix their kernels",
        ),
    }
}

pub fn glibc(facts: &Facts, findings: &mut Findings) {
    let Some(found) = ranks(facts) else { return };
    let groups = groups(&found.ranks, |rank| rank.glibc.as_str());
    if groups.len() > 1 {
        findings.warning(
            format!("the ranks have different C libraries: {}", differences(&groups)),
            "their mathematical functions may differ in the last bit: run all ranks in one container",
        );
    }
}

pub fn shared_memory(facts: &Facts, findings: &mut Findings) {
    let Some(found) = ranks(facts) else { return };
    for (host, ranks) in groups(&found.ranks, |rank| rank.host.as_str()) {
        judge(findings, &format!(" on {host}"), ranks[0].shm);
    }
}

pub fn cores(facts: &Facts, findings: &mut Findings) {
    let Some(found) = ranks(facts) else { return };
    for (host, ranks) in groups(&found.ranks, |rank| rank.host.as_str()) {
        let cores: BTreeSet<usize> =
            ranks.iter().flat_map(|rank| rank.cores.iter().copied()).collect();
        if ranks.len() > cores.len() {
            findings.note(
                format!("{} ranks on {host} share {} cores", ranks.len(), cores.len()),
                "results are the same, but waiting ranks take the cores of those that work",
            );
        }
    }
}

pub fn variables(facts: &Facts, findings: &mut Findings) {
    let Some(found) = ranks(facts) else { return };
    for name in DECISIVE.iter().filter(|name| **name != "LD_PRELOAD") {
        let value = |rank: &'static str| rank;
        let unset = value("not set");
        let groups =
            groups(&found.ranks, |rank| rank.variables.get(*name).map_or(unset, |it| it.as_str()));
        if groups.len() > 1 {
            findings.warning(
                format!("{name} is not the same on all ranks: {}", differences(&groups)),
                "pass it on to all ranks by the launcher's option",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::facts::Shm;
    use super::super::super::findings::Severity;
    use super::super::made::{found, four as facts, one};
    use super::*;

    const CHECKS: [&str; 5] =
        ["rank-library", "rank-glibc", "rank-cores", "rank-variables", "shared-memory"];

    #[test]
    fn equal_ranks_are_fine() {
        let facts = facts(|_| {});
        assert!(one(&facts, "ranks").1.starts_with("4 ranks on n0 and n1"));
        for check in ["rank-environment", "rank-processors"] {
            assert_eq!(one(&facts, check).0, Severity::Ok);
        }
        assert_eq!(found(&facts, "rank-shared-memory").len(), 2);
        for check in CHECKS {
            assert!(found(&facts, check).is_empty(), "{check}");
        }
    }

    #[test]
    fn what_does_not_arrive_is_named_with_the_ranks() {
        let lost = facts(|rank| {
            if rank.rank == Some(3) {
                rank.variables.clear();
                rank.loaded = None;
            }
        });
        let all = found(&lost, "rank-environment");
        assert_eq!(all.len(), 2);
        assert!(all[0].what.contains("does not reach rank 3 on n1: it is not set"), "{all:?}");
        assert!(all[1].what.contains("rank 3 on n1 has not loaded /l.so"), "{all:?}");
    }

    #[test]
    fn nodes_that_differ_are_named() {
        let second = |rank: &Rank| rank.host == "n1";
        let differing = facts(|rank| {
            if second(rank) {
                (rank.cpu, rank.glibc, rank.digest) =
                    ("EPYC".into(), "2.31".into(), Some("2".into()));
                rank.cores = vec![0];
                rank.shm = Some(Shm { size: 1 << 30, free: 1 });
                rank.variables.insert("OMP_NUM_THREADS".into(), "2".into());
            }
        });
        assert!(one(&differing, "rank-processors")
            .1
            .contains("EPYC: 2 ranks on n1; Xeon: 2 ranks on n0"));
        assert_eq!(one(&differing, "rank-glibc").0, Severity::Warning);
        assert_eq!(one(&differing, "rank-library").0, Severity::Error);
        assert!(one(&differing, "rank-cores").1.starts_with("2 ranks on n1 share 1 cores"));
        let memory = found(&differing, "rank-shared-memory");
        assert_eq!((memory[0].severity, memory.len()), (Severity::Warning, 2));
        let (_, text) = one(&differing, "rank-variables");
        assert!(text.contains("2: 2 ranks on n1; not set: 2 ranks on n0"), "{text}");
    }

    #[test]
    fn cpus_of_one_name_may_differ() {
        let facts = facts(|rank| {
            let all = ["fma", "avx2"].map(String::from);
            rank.features = all[..1 + usize::from(rank.host == "n1")].into();
        });
        let (severity, text) = one(&facts, "rank-processors");
        assert_eq!(severity, Severity::Warning);
        assert!(
            text.contains("Xeon with fma: 2 ranks on n0; Xeon with fma avx2: 2 ranks on n1"),
            "{text}"
        );
    }

    #[test]
    fn a_node_without_the_library_is_named() {
        let missing = facts(|rank| {
            if rank.rank == Some(0) {
                (rank.digest, rank.loaded) = (None, None);
            }
        });
        assert!(one(&missing, "rank-library")
            .1
            .starts_with("/l.so cannot be read by rank 0 on n0"));
        assert!(one(&missing, "rank-environment").1.contains("where all nodes find it"));
    }
}
