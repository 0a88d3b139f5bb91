//! Two runs on different numbers of ranks: only results are compared, of reductions on communicators
//! of all ranks whose result is one for all. Rank 0 takes part in all of these, so its trace leads.

use super::detail::{self, Detail};
use super::elements;
use super::report::{notes, Blame, Compared, Difference, Report};
use super::spanning::{Ended, SpanKey, Spanning};
use crate::progress::Progress;
use crate::source::Sources;
use crate::trace::job::Job;
use crate::trace::rank::in_words;
use samebits_trace::format::{flags, Reduction};
use samebits_trace::read::Ending;
use std::collections::{BTreeMap, HashSet};

pub fn compare(jobs: [&Job; 2], sources: &mut Sources) -> Report {
    let compared = Compared { what: "results", ranks: 0, reductions: 0 };
    let mut report = Report::new(jobs, compared);
    let [Some(mut a), Some(mut b)] = jobs.map(Run::new) else {
        report
            .incomplete
            .push("Without the trace of rank 0 of both runs nothing was compared".into());
        return report;
    };
    let length = a.lead.file.length() + b.lead.file.length();
    let mut progress = Progress::new("comparing", length);
    // Communicators that are not the same ones in both runs.
    let mut unlike: HashSet<u32> = HashSet::new();
    let (mut counts, mut of_first) = (0u64, Unmatched::default());
    while let Some((key, x)) = a.lead.next() {
        progress.at(a.lead.reader.at() + b.lead.reader.at());
        if unlike.contains(&key.comm) {
            continue;
        }
        let Some(y) = b.lead.find(key, |_| true) else {
            of_first.add(x.position);
            continue;
        };
        if !same_origin(&a, &x, &b, &y) {
            unlike.insert(key.comm);
            continue;
        }
        if a.words(&x) != b.words(&y) {
            let places = [(0, x.position), (0, y.position)];
            finish(&mut report, Blame::Flow, jobs, places, sources);
            break;
        }
        if x.reduction.count != y.reduction.count {
            counts += 1;
            continue;
        }
        let (Some(x), Some(y)) = (a.result(key, x), b.result(key, y)) else { continue };
        report.compared.reductions += 1;
        let (r, s) = (&x.1.reduction, &y.1.reduction);
        let same_result = (r.result, r.code) == (s.result, s.code);
        let same_elements = a.elements(key, r).zip(b.elements(key, s)).map(|(x, y)| x == y);
        // Other elements may well have the same result, once that is rounded.
        let blame = match (same_result, same_elements) {
            (_, Some(false)) => Blame::Program,
            (true, _) => continue,
            (false, Some(true)) => Blame::Reduction,
            (false, None) => Blame::Results,
        };
        let places = [(x.0, x.1.position), (y.0, y.1.position)];
        finish(&mut report, blame, jobs, places, sources);
        if let Some(difference) = report.difference.as_mut().filter(|_| same_result) {
            difference.results.clear();
        }
        break;
    }
    report.compared.ranks = 1;
    let mut of_second = Unmatched::default();
    let passed = &mut report.incomplete;
    if report.difference.is_none() {
        b.lead.rest().filter(|(key, _)| !unlike.contains(&key.comm)).for_each(|(_, ended)| {
            of_second.add(ended.position);
        });
        for (which, run) in [("first", &a), ("second", &b)] {
            let why = in_words(run.lead.ending()).filter(|_| run.lead.ending() != Ending::Proper);
            passed.extend(why.map(|why| format!("Rank 0 of the {which} run {why}")));
        }
    }
    let plural = |number: u64| if number == 1 { "reduction was" } else { "reductions were" };
    if counts > 0 {
        let were = plural(counts);
        passed
            .push(format!("{counts} {were} not compared, because the numbers of elements differ"));
    }
    for (which, job, unmatched) in [("first", jobs[0], of_first), ("second", jobs[1], of_second)] {
        let Some(first) = unmatched.first else { continue };
        let (number, were) = (unmatched.number, plural(unmatched.number));
        let view = detail::at(&job.ranks[&0], first, sources).reduction;
        let words = view.map_or(String::new(), |view| format!(": {}", view.words_and_site()));
        let which_one = if number > 1 && !words.is_empty() { ", the first of them" } else { "" };
        passed.push(format!("{number} {were} found in the {which} run only{which_one}{words}"));
    }
    if !unlike.is_empty() {
        passed.push(format!(
            "Communicators of all ranks that were created differently: {}",
            unlike.len()
        ));
    }
    report
}

/// Reductions of rank 0 that the other run does not have.
#[derive(Default)]
struct Unmatched {
    number: u64,
    /// The first one's place.
    first: Option<u64>,
}

impl Unmatched {
    fn add(&mut self, position: u64) {
        self.number += 1;
        self.first = Some(self.first.map_or(position, |first| first.min(position)));
    }
}

/// The traces of one of the two runs.
struct Run<'a> {
    job: &'a Job,
    /// Rank 0's.
    lead: Spanning<'a>,
    /// Of other ranks to which something was reduced.
    roots: BTreeMap<u32, Spanning<'a>>,
    /// Of all ranks, for their parts of arrays.
    shares: BTreeMap<u32, Spanning<'a>>,
}

impl<'a> Run<'a> {
    fn new(job: &'a Job) -> Option<Run<'a>> {
        let lead = Spanning::new(job.ranks.get(&0)?);
        Some(Run { job, lead, roots: BTreeMap::new(), shares: BTreeMap::new() })
    }

    /// What has to be the same on any number of ranks.
    fn words(&self, ended: &Ended) -> [String; 3] {
        let shape = self.lead.reader.tables.shape(ended.reduction.shape);
        let shape = shape.cloned().unwrap_or_default();
        [shape.call, shape.datatype, shape.operator]
    }

    /// The rank that has the result, and its record; none if the ranks get different ones.
    fn result(&mut self, key: SpanKey, ended: Ended) -> Option<(u32, Ended)> {
        let [call, ..] = self.words(&ended);
        let call = call.to_lowercase();
        let received = |ended: &Ended| ended.reduction.flags & flags::RECEIVED != 0;
        let distributed = ended.reduction.flags & flags::DISTRIBUTED != 0;
        if call.contains("allreduce") || distributed {
            return received(&ended).then_some((0, ended));
        }
        if !call.contains("reduce") || call.contains("scatter") || call.contains("local") {
            return None;
        }
        let root = u32::try_from(ended.reduction.root).ok()?;
        let own = self.lead.communicator(&ended.reduction)?.rank;
        if own == root {
            return received(&ended).then_some((0, ended));
        }
        // The communicator may have the ranks in another order than MPI_COMM_WORLD.
        let (world, found) = self.at_root(root, key)?;
        received(&found).then_some((world, found))
    }

    fn at_root(&mut self, root: u32, key: SpanKey) -> Option<(u32, Ended)> {
        let likely = self.job.ranks.contains_key(&root).then_some(root);
        let all = self.job.ranks.keys().copied().filter(|rank| *rank != 0 && Some(*rank) != likely);
        for world in likely.into_iter().chain(all) {
            let file = &self.job.ranks[&world];
            let spanning = self.roots.entry(world).or_insert_with(|| Spanning::new(file));
            let received = |reduction: &Reduction| reduction.flags & flags::RECEIVED != 0;
            let Some(ended) = spanning.find(key, |r| r.root >= 0 && received(r)) else { continue };
            if spanning.communicator(&ended.reduction)?.rank == root {
                return Some((world, ended));
            }
        }
        None
    }

    /// The digest of all elements of an array that is distributed over the ranks; none if this is no
    /// such reduction, or if a rank's trace lacks it.
    fn elements(&mut self, key: SpanKey, reduction: &Reduction) -> Option<u64> {
        if reduction.flags & flags::DISTRIBUTED == 0 {
            return None;
        }
        if self.job.ranks.len() != self.job.size as usize {
            return None;
        }
        let mut sum = 0u64;
        for (rank, file) in &self.job.ranks {
            let share = self.shares.entry(*rank).or_insert_with(|| Spanning::new(file));
            let ended = share.find(key, |reduction| reduction.flags & flags::DISTRIBUTED != 0)?;
            if ended.reduction.flags & flags::CONTRIBUTED == 0 {
                return None;
            }
            sum = sum.wrapping_add(ended.reduction.contribution);
        }
        Some(sum)
    }
}

fn same_origin(a: &Run, x: &Ended, b: &Run, y: &Ended) -> bool {
    let origin = |run: &Run, ended: &Ended| {
        run.lead.communicator(&ended.reduction).map(|comm| comm.origin.clone())
    };
    origin(a, x) == origin(b, y)
}

/// `places` are a rank and a position of it, in each run.
fn finish(
    report: &mut Report,
    blame: Blame,
    jobs: [&Job; 2],
    places: [(u32, u64); 2],
    sources: &mut Sources,
) {
    let file = |which: usize| &jobs[which].ranks[&places[which].0];
    let details = [0, 1].map(|which| detail::at(file(which), places[which].1, sources));
    let (rank, position) = places[0];
    let [a, b]: &[Detail; 2] = &details;
    let shape = a.shape.as_ref().filter(|_| a.shape_agrees(b) && blame != Blame::Flow);
    let found = shape.and_then(|shape| {
        elements::differing("result", rank, shape, [a.result.as_ref(), b.result.as_ref()])
    });
    report.blame = blame;
    report.difference = Some(Difference {
        rank,
        position,
        previous: a.previous.clone(),
        elements: found.into_iter().collect(),
        notes: notes(&a.notes, &b.notes),
        results: if blame == Blame::Flow { vec![] } else { vec![rank] },
        calls: if blame == Blame::Flow { vec![rank] } else { vec![] },
        reduction: details.map(|detail| detail.reduction),
        ..Difference::default()
    });
}
