//! Two runs on the same number of ranks: where they part, and what is to blame.

use super::aside::{self, Aside, Place};
use super::choices::{differing, ChoiceDifference, Strength};
use super::choose::{candidates, first, places, Candidate, Places};
use super::detail::{self, Detail};
use super::pair::{compare as compare_rank, First, Kind};
use super::report::{notes, Blame, Compared, Difference, Interval, Report};
use super::{elements, hints};
use crate::progress::Progress;
use crate::source::Sources;
use crate::trace::job::Job;
use crate::trace::rank::RankFile;
use std::collections::{BTreeMap, BTreeSet};

/// The two files of each rank that both runs have.
type Files<'a> = BTreeMap<u32, [&'a RankFile; 2]>;

pub fn compare(jobs: [&Job; 2], sources: &mut Sources) -> Report {
    let files = common(jobs);
    let report = compare_past(jobs, &files, &BTreeSet::new(), sources);
    if !matches!(report.blame, Blame::Program | Blame::Reduction | Blame::Undecided) {
        return report;
    }
    let asides = asides(&files, sources);
    let past: BTreeSet<Place> = asides.iter().map(|aside| aside.place.clone()).collect();
    if past.is_empty() {
        return report;
    }
    let mut later = compare_past(jobs, &files, &past, sources);
    match &mut later.difference {
        Some(difference) => {
            difference.aside = asides;
            later
        }
        None => {
            let mut report = report;
            report.difference.iter_mut().for_each(|difference| difference.leads_to_nothing = true);
            report
        }
    }
}

/// What differs on some rank, and leads to nothing.
fn asides(files: &Files<'_>, sources: &mut Sources) -> Vec<Aside> {
    let mut progress = Progress::new("looking further", files.values().map(bytes).sum());
    let mut found = Vec::new();
    for (&rank, files) in files {
        found.push(aside::of_rank(rank, *files, sources, |at| progress.at(at)));
        progress.done(bytes(files));
    }
    aside::of_all(found)
}

fn bytes(files: &[&RankFile; 2]) -> usize {
    files[0].length() + files[1].length()
}

fn compare_past(
    jobs: [&Job; 2],
    files: &Files<'_>,
    past: &BTreeSet<Place>,
    sources: &mut Sources,
) -> Report {
    let mut progress = Progress::new("comparing", files.values().map(bytes).sum());
    let mut firsts: BTreeMap<u32, First> = BTreeMap::new();
    let (mut remarks, mut reductions) = (Vec::new(), 0);
    let mut choices = BTreeSet::new();
    for (&rank, files) in files {
        let found = compare_rank(rank, *files, past, |at| progress.at(at));
        progress.done(bytes(files));
        reductions += found.compared;
        remarks.extend(found.remarks);
        firsts.extend(found.first.map(|first| (rank, first)));
        if found.choices {
            choices.insert(rank);
        }
    }
    let compared = Compared { what: "calls", ranks: files.len(), reductions };
    let mut report = Report::new(jobs, compared);
    report.incomplete.extend(unmatched(jobs));
    report.incomplete.extend(remarks);
    let candidates = candidates(&firsts);
    if candidates.is_empty() {
        return report;
    }
    let mut found = Places::new();
    if needs_places(&candidates, &choices) {
        let mut progress = Progress::new("ordering", files.values().map(bytes).sum());
        for (&rank, files) in files {
            found.insert(rank, places(*files, &candidates, |at| progress.at(at)));
            progress.done(bytes(files));
        }
    }
    let Some((candidate, others)) = first(&candidates, &firsts, &found) else { return report };
    let blamed = Blamed { jobs, files, firsts: &firsts, places: &found, candidate };
    let (blame, mut difference) = blamed.difference(sources);
    difference.others = others;
    if matches!(blame, Blame::Flow | Blame::Program) {
        blamed.name_choice(&mut difference, &choices, sources);
        if !difference.choice_is_recent {
            difference.loaded = hints::of(files[&difference.rank][0]);
        }
    }
    report.blame = blame;
    report.difference = Some(difference);
    report
}

/// Of a single one that is not the reduction's doing, and that no choice has led to, all is known.
fn needs_places(candidates: &[Candidate], choices: &BTreeSet<u32>) -> bool {
    let kind = candidates[0].kind();
    candidates.len() > 1 || !choices.is_empty() || !matches!(kind, Kind::Flow | Kind::Contribution)
}

fn common<'a>([a, b]: [&'a Job; 2]) -> Files<'a> {
    let both = a.ranks.iter().filter_map(|(rank, file)| Some((*rank, [file, b.ranks.get(rank)?])));
    both.collect()
}

/// Ranks that only one of the two runs has, if single files were named.
fn unmatched([a, b]: [&Job; 2]) -> Option<String> {
    let same = a.ranks.keys().eq(b.ranks.keys());
    (!same && (a.single || b.single))
        .then(|| "Only ranks whose files both runs have were compared".to_string())
}

/// The reduction that is first of those that differ.
struct Blamed<'a> {
    jobs: [&'a Job; 2],
    files: &'a Files<'a>,
    firsts: &'a BTreeMap<u32, First>,
    places: &'a Places,
    candidate: &'a Candidate,
}

impl Blamed<'_> {
    fn difference(&self, sources: &mut Sources) -> (Blame, Difference) {
        let kind = self.candidate.kind();
        let of_kind = |wanted: fn(&First) -> bool| -> Vec<u32> {
            let ranks = self.candidate.ranks.iter().filter(|(_, first)| wanted(first));
            ranks.map(|(rank, _)| *rank).collect()
        };
        let (&rank, first) = self
            .candidate
            .ranks
            .iter()
            .find(|(_, first)| first.kind == kind)
            .expect("the kind is that of one of its ranks");
        let files = self.files[&rank];
        let details = files.map(|file| detail::at(file, first.position, sources));
        let unknown = if kind == Kind::Result { self.unknown() } else { 0 };
        let blame = match kind {
            Kind::Flow => Blame::Flow,
            Kind::Contribution => Blame::Program,
            Kind::Result if unknown == 0 && self.others_agree() => Blame::Reduction,
            Kind::Result => Blame::Undecided,
            Kind::Interval(..) => Blame::Interval,
        };
        let interval = match kind {
            Kind::Interval(from, number) => Some(Interval { from, number }),
            _ => None,
        };
        let difference = Difference {
            rank,
            position: first.position,
            elements: elements_of(rank, &details),
            notes: notes(&details[0].notes, &details[1].notes),
            previous: details[0].previous.clone(),
            reduction: details.map(|detail| detail.reduction),
            calls: of_kind(|first| first.kind == Kind::Flow),
            contributions: of_kind(|first| first.kind == Kind::Contribution),
            results: of_kind(|first| first.result),
            unknown,
            interval,
            ..Difference::default()
        };
        (blame, difference)
    }

    /// Ranks of the communicator that do not say in both runs what they contributed.
    fn unknown(&self) -> u64 {
        let Some(key) = self.candidate.keys.first() else { return 0 };
        let known = self.places.values().filter_map(|seen| seen.get(key));
        let known = known.filter(|seen| seen.is_known()).count();
        u64::from(key.comm.size()).saturating_sub(known as u64)
    }

    /// The result on an intercommunicator comes from the other group, whose communicator the trace
    /// does not name: whatever differs anywhere may be of it.
    fn others_agree(&self) -> bool {
        let between = self.candidate.keys.iter().any(|key| key.comm.is_intercommunicator());
        let all = self.jobs.iter().all(|job| job.ranks.len() == job.size as usize);
        !between || (all && self.firsts.values().all(|first| first.kind == Kind::Result))
    }

    /// The last reduction of a rank that may matter: the one that is blamed, or else its own first
    /// that differs.
    fn until(&self, rank: u32) -> Option<u64> {
        let seen = self.candidate.keys.iter().filter_map(|key| self.places.get(&rank)?.get(key));
        let own = self.firsts.get(&rank).map(|first| first.position);
        seen.map(|seen| seen.position).chain(own).min()
    }

    /// Of choices that explain as much, the blamed rank's own comes first.
    fn name_choice(
        &self,
        difference: &mut Difference,
        ranks: &BTreeSet<u32>,
        sources: &mut Sources,
    ) {
        let own = ranks.iter().filter(|rank| **rank == difference.rank);
        let others = ranks.iter().filter(|rank| **rank != difference.rank);
        let mut best: Option<(Strength, ChoiceDifference)> = None;
        let mut number = 0;
        for &rank in own.chain(others) {
            let found = differing(rank, self.files[&rank], self.until(rank), sources);
            number += found.orders;
            let Some((strength, choice)) = found.last.into_iter().next() else { continue };
            if best.as_ref().is_none_or(|(known, _)| strength < *known) {
                best = Some((strength, choice));
            }
        }
        if let Some((strength, choice)) = best {
            difference.choice_is_recent = strength.is_recent();
            difference.other_choices = number.saturating_sub(usize::from(!strength.is_test()));
            let site = choice.runs.iter().flatten().find_map(|choice| choice.site.as_ref());
            difference.hints =
                site.and_then(|site| hints::of_place(&site.module)).into_iter().collect();
            difference.choice = Some(choice);
        }
    }
}

fn elements_of(rank: u32, details: &[Detail; 2]) -> Vec<elements::Elements> {
    let [a, b] = details;
    let Some(shape) = a.shape.as_ref().filter(|_| a.shape_agrees(b)) else { return Vec::new() };
    let contribution = [a.contribution.as_ref(), b.contribution.as_ref()];
    let result = [a.result.as_ref(), b.result.as_ref()];
    let found = [("contribution", contribution), ("result", result)];
    let found = found.into_iter();
    found.filter_map(|(of, bytes)| elements::differing(of, rank, shape, bytes)).collect()
}
