//! What a comparison has found. The fields are those of the JSON output, which docs/diff.schema.json
//! describes.

use super::aside::Aside;
use super::choices::ChoiceDifference;
use super::elements::Elements;
use crate::trace::job::Job;
use crate::trace::view::ReductionView;
use serde::Serialize;

/// Of this layout; another number where a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Blame {
    /// Nothing differs, as far as both traces go.
    None,
    /// The calls differ.
    Flow,
    /// A rank contributes something else.
    Program,
    /// All ranks contribute the same, and get something else.
    Reduction,
    /// A result differs, and it is not known of all ranks what they contributed.
    Undecided,
    /// The digest of many reductions differs.
    Interval,
    /// Of runs on other numbers of ranks: a result differs.
    Results,
}

#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub schema: u32,
    pub blame: Blame,
    pub runs: [RunView; 2],
    pub compared: Compared,
    /// Sentences about what could not be compared.
    pub incomplete: Vec<String>,
    pub difference: Option<Difference>,
    /// Files that were changed since the runs, so that no source line is given for them.
    pub changed: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct RunView {
    pub path: String,
    pub ranks: u32,
    /// 16 hexadecimal digits.
    pub job: String,
}

/// How much was compared before the difference.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// "calls", or of runs on other numbers of ranks "results".
    pub what: &'static str,
    /// Ranks of which both runs have a trace.
    pub ranks: usize,
    /// Reductions, each counted once for each rank that called it.
    pub reductions: u64,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Difference {
    /// The lowest rank on which this differs.
    pub rank: u32,
    /// The reduction's place among those of this rank, from 1.
    pub position: u64,
    /// The reduction in each run, as this rank saw it; null where the run has none there.
    pub reduction: [Option<ReductionView>; 2],
    /// This rank's reduction before it, which agrees with everything before.
    pub previous: Option<ReductionView>,
    /// Ranks whose calls differ, whose contributions differ, whose results differ.
    pub calls: Vec<u32>,
    pub contributions: Vec<u32>,
    pub results: Vec<u32>,
    /// If only results differ: ranks whose contributions are not known in both runs; otherwise 0.
    pub unknown: u64,
    /// An open choice of MPI's that was made otherwise, and may be the cause.
    pub choice: Option<ChoiceDifference>,
    /// It was made since this rank's last reduction that agrees.
    pub choice_is_recent: bool,
    /// Notes of the two traces that differ.
    pub notes: Vec<NoteDifference>,
    /// What is known of the choice's place.
    pub hints: Vec<String>,
    /// Where no choice of MPI's is certain to be the cause: libraries in the process that may be it.
    pub loaded: Vec<String>,
    /// So many more orders of messages and requests differ before.
    pub other_choices: usize,
    /// Elements, where both runs have kept them.
    pub elements: Vec<Elements>,
    /// Of a digest of many reductions.
    pub interval: Option<Interval>,
    /// So many more reductions differ that none of those that differ precedes.
    pub others: usize,
    /// What differs, too, perhaps earlier, and leads to nothing: the first of each place.
    pub aside: Vec<Aside>,
    /// Nothing that follows differs.
    pub leads_to_nothing: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NoteDifference {
    pub name: String,
    pub runs: [Option<String>; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Interval {
    pub from: u64,
    pub number: u64,
}

impl Report {
    pub fn new(jobs: [&Job; 2], compared: Compared) -> Report {
        let runs = jobs.map(|job| RunView {
            path: job.path.display().to_string(),
            ranks: job.size,
            job: format!("{:016x}", job.id),
        });
        let mut incomplete = Vec::new();
        for (which, job) in ["first", "second"].into_iter().zip(jobs) {
            incomplete.extend(job.problems.iter().map(|what| format!("In the {which} run {what}")));
        }
        Report {
            schema: SCHEMA,
            blame: Blame::None,
            runs,
            compared,
            incomplete,
            difference: None,
            changed: Vec::new(),
        }
    }

    /// As diff's: 0 if nothing differs, 1 if something does, 2 if that cannot be told.
    pub fn status(&self) -> u8 {
        match self.blame {
            Blame::None if self.incomplete.is_empty() => 0,
            Blame::None => 2,
            _ => 1,
        }
    }
}

/// Notes that differ in all runs: names of the job, and where its trace goes.
const ALWAYS: [&str; 5] =
    ["loaded", "job", "local_rank", "env:SAMEBITS_TRACE", "env:SAMEBITS_REPORT"];

/// Parts of names of variables by which a launcher tells ranks who and where they are.
const OF_THE_LAUNCHER: [&str; 9] = [
    "MCA_orte_",
    "MCA_ess",
    "MCA_pmix",
    "PMIX_MCA_",
    "MCA_initial_wdir",
    "RUNTIME_QUERY_hint",
    "HOSTNAME",
    "_jobid",
    "_rank",
];

fn is_of_every_run(name: &str) -> bool {
    let by_launcher = || OF_THE_LAUNCHER.iter().any(|part| name.contains(part));
    ALWAYS.contains(&name) || (name.starts_with("env:") && by_launcher())
}

/// The notes that differ, by their names.
pub fn notes(a: &[String], b: &[String]) -> Vec<NoteDifference> {
    let split = |note: &String| -> (String, String) {
        let (name, value) = note.split_once('=').unwrap_or((note, ""));
        (name.into(), value.into())
    };
    let (a, b): (Vec<_>, Vec<_>) = (a.iter().map(split).collect(), b.iter().map(split).collect());
    let mut names: Vec<&String> = Vec::new();
    for (name, _) in a.iter().chain(&b) {
        if !names.contains(&name) && !is_of_every_run(name) {
            names.push(name);
        }
    }
    let value = |notes: &[(String, String)], wanted: &String| {
        let values: Vec<&str> =
            notes.iter().filter(|(name, _)| name == wanted).map(|(_, value)| &**value).collect();
        (!values.is_empty()).then(|| values.join("; "))
    };
    let both = |name: &String| [value(&a, name), value(&b, name)];
    let differing = names.into_iter().map(|name| (name, both(name)));
    let differing = differing.filter(|(_, [a, b])| a != b);
    differing.map(|(name, runs)| NoteDifference { name: name.clone(), runs }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_that_differ_are_named() {
        let note = |text: &str| text.to_string();
        let found = notes(
            &[note("mpi=A"), note("same=1"), note("job=a")],
            &[note("same=1"), note("more=2"), note("job=b")],
        );
        let difference = |name: &str, runs: [Option<&str>; 2]| NoteDifference {
            name: name.into(),
            runs: runs.map(|value| value.map(Into::into)),
        };
        let expected =
            [difference("mpi", [Some("A"), None]), difference("more", [None, Some("2")])];
        assert_eq!(found, expected);
    }
}
