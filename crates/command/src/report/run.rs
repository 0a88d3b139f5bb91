//! What the page shows of one run.

use super::advice::{self, Advice};
use super::bars::{stacked, Segment};
use super::read::{Outcome, Report, Row};
use super::runs::{Run, Totals};
use super::sizes::{sizes, Sizes};
use super::time::{times, Times};
use super::words;
use crate::source::Sources;
use crate::trace::view::SiteView;
use serde::Serialize;
use std::collections::BTreeMap;

/// Each has its row; beyond that they are counted.
const MOST_REPORTERS: usize = 40;
const MOST_HOSTS: usize = 32;

/// The name of the fact.
pub const HOSTS: &str = "hosts";
pub const REPORTING_HOSTS: &str = "hosts that report";

#[derive(Debug, Serialize)]
pub struct RunView {
    /// "A" of several.
    pub letter: String,
    pub program: String,
    pub facts: Vec<Fact>,
    pub verdict: Verdict,
    pub coverage: Vec<Cover>,
    pub time: Option<Times>,
    pub sizes: Option<Sizes>,
    /// Of what was not reproduced, reason by reason.
    pub not_reproduced: Vec<NotReproduced>,
    pub passed_on: Vec<Listed>,
    pub instead: Vec<Instead>,
    pub without_memory: Vec<WithoutMemory>,
    pub nonblocking: Option<String>,
    pub reporters: Vec<Reporter>,
    pub more_reporters: Option<String>,
    pub rows: Vec<Listed>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    pub name: String,
    pub value: String,
}

#[derive(Debug, Serialize)]
pub struct Verdict {
    /// "good", "bad" or "none".
    pub class: &'static str,
    pub title: String,
    pub text: String,
    pub advice: Option<Advice>,
}

/// The shares of the outcomes in all calls, bytes or time.
#[derive(Debug, Serialize)]
pub struct Cover {
    pub of: &'static str,
    pub total: String,
    pub amounts: Vec<String>,
    pub shares: Vec<String>,
    pub bar: Vec<Segment>,
}

#[derive(Debug, Serialize)]
pub struct NotReproduced {
    pub reason: String,
    pub advice: Advice,
    pub rows: Vec<Listed>,
}

/// A row of the report.
#[derive(Debug, Serialize)]
pub struct Listed {
    pub call: String,
    pub datatype: String,
    pub operator: String,
    pub calls: String,
    pub elements: String,
    pub bytes: String,
    pub time: String,
    pub how: String,
    pub class: &'static str,
    pub place: String,
}

#[derive(Debug, Serialize)]
pub struct Instead {
    pub requested: String,
    pub taken: String,
    pub reason: String,
    pub calls: String,
}

#[derive(Debug, Serialize)]
pub struct WithoutMemory {
    pub number: String,
    pub reason: String,
    pub advice: Advice,
}

#[derive(Debug, Serialize)]
pub struct Reporter {
    pub rank: String,
    pub host: String,
    pub process: u64,
    pub calls: String,
    pub time: String,
    pub elapsed: String,
    pub share: String,
}

pub fn view(run: &Run, letter: String, sources: &mut Sources) -> RunView {
    let rows = run.rows();
    let of = |outcome: Outcome| rows.iter().filter(move |row| row.outcome == outcome);
    // (Those that only say that their host is there have counted nothing.)
    let counts = |report: &&Report| !report.rows.is_empty() || report.nothing_intercepted.is_some();
    let who: Vec<&Report> = run.reports.iter().filter(counts).collect();
    let held = run.reports.iter().map(|report| report.nonblocking_bytes).max().unwrap_or(0);
    RunView {
        letter,
        program: words::program(&run.writer().command),
        facts: facts(run),
        verdict: verdict(run, &rows),
        coverage: coverage(&rows),
        time: times(&rows),
        sizes: sizes(&rows),
        not_reproduced: not_reproduced(&rows, sources),
        passed_on: of(Outcome::PassedOn).map(|row| listed(row, None)).collect(),
        instead: instead(&rows),
        without_memory: without_memory(run),
        nonblocking: (held > 0).then(|| words::bytes(held)),
        reporters: who.iter().take(MOST_REPORTERS).map(|report| reporter(report)).collect(),
        more_reporters: (who.len() > MOST_REPORTERS)
            .then(|| words::count((who.len() - MOST_REPORTERS) as u64)),
        rows: rows.iter().map(|row| listed(row, None)).collect(),
    }
}

/// What decides a run, by its name.
pub fn facts(run: &Run) -> Vec<Fact> {
    let writer = run.writer();
    let mut facts =
        vec![("program", writer.command.join(" ")), ("samebits", writer.version.clone())];
    if let Some(first) = run.reports.first() {
        let began = run.reports.iter().map(|report| report.began).fold(f64::INFINITY, f64::min);
        facts.push(("MPI library", first.mpi.version.clone()));
        facts.push(("MPI library, file", first.mpi.path.clone()));
        facts.push(("ranks", first.ranks.map_or("a session".into(), words::count)));
        facts.push(("began", words::date(began)));
        // The variables' names, which are in this order in the library.
        let main = ["arithmetic", "schedule", "unsupported"];
        let others = first.policy.keys().map(String::as_str).filter(|name| !main.contains(name));
        for name in main.into_iter().chain(others) {
            if let Some(value) = first.policy.get(name) {
                facts.push((name, value.clone()));
            }
        }
    }
    facts.extend(hosts(run));
    facts.into_iter().map(|(name, value)| Fact { name: name.into(), value }).collect()
}

/// All hosts, where each has said how many ranks are there; otherwise those of which something is known.
fn hosts(run: &Run) -> Option<(&'static str, String)> {
    let hosts = run.reports.iter().map(|report| (&*report.writer.host, report.local_ranks));
    let hosts: BTreeMap<&str, Option<u64>> = hosts.collect();
    let known: u64 = hosts.values().flatten().sum();
    let are_all = run.reports.first().is_some_and(|first| first.ranks == Some(known));
    let named = hosts.iter().take(MOST_HOSTS).map(|(host, ranks)| match ranks {
        Some(ranks) => format!("{host} ({})", words::counted(*ranks, "rank", "ranks")),
        None => host.to_string(),
    });
    let named: Vec<String> = named.collect();
    let more = match hosts.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let name = if are_all { HOSTS } else { REPORTING_HOSTS };
    (!hosts.is_empty()).then(|| (name, named.join(", ") + &more))
}

fn verdict(run: &Run, rows: &[Row]) -> Verdict {
    let [reproduced, passed_on, not] =
        [Outcome::Reproduced, Outcome::PassedOn, Outcome::NotReproduced]
            .map(|outcome| Totals::of_outcome(rows, outcome).calls);
    let all = reproduced + passed_on + not;
    let nothing = run.nothing.first().map(|(_, why)| Some(why.clone())).or_else(|| {
        let nothing = run.reports.iter().find_map(|report| report.nothing_intercepted.as_ref());
        nothing.map(|nothing| nothing.reason.clone())
    });
    let calls = |number| words::counted(number, "call", "calls");
    let others = match (reproduced, passed_on) {
        (_, 0) => format!("{} made reproducible.", was(reproduced, &calls)),
        _ => format!(
            "{} made reproducible; {} passed on to the MPI library, whose result is the same on \
             every run anyway.",
            was(reproduced, &calls),
            was(passed_on, &calls)
        ),
    };
    match nothing {
        Some(why) if all == 0 => Verdict {
            class: "none",
            title: "No reduction was intercepted.".into(),
            text: why.map_or(String::new(), |why| format!("Because: {why}.")),
            advice: Some(advice::NOTHING_INTERCEPTED),
        },
        _ if not > 0 => Verdict {
            class: "bad",
            title: format!(
                "{} of {} NOT made reproducible ({}).",
                words::count(not),
                was(all, &calls),
                words::percent(not as f64, all as f64)
            ),
            text: others,
            advice: None,
        },
        _ => Verdict {
            class: "good",
            title: "Every reduction gives the same bits on every run, from the same contributions."
                .into(),
            text: others,
            advice: Some(advice::STILL_DIFFERENT),
        },
    }
}

fn was(number: u64, calls: &impl Fn(u64) -> String) -> String {
    format!("{} {}", calls(number), if number == 1 { "was" } else { "were" })
}

fn class(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Reproduced => "reproduced",
        Outcome::PassedOn => "passed-on",
        Outcome::NotReproduced => "not-reproduced",
    }
}

fn coverage(rows: &[Row]) -> Vec<Cover> {
    let outcomes = [Outcome::Reproduced, Outcome::PassedOn, Outcome::NotReproduced];
    let totals = outcomes.map(|outcome| Totals::of_outcome(rows, outcome));
    let cover = |of, amount: fn(&Totals) -> f64, word: fn(f64) -> String| {
        let amounts = totals.map(|total| amount(&total));
        let whole: f64 = amounts.iter().sum();
        let named = outcomes.iter().zip(amounts);
        let titled = named.map(|(outcome, amount)| (class(*outcome).into(), amount, word(amount)));
        Cover {
            of,
            total: word(whole),
            amounts: amounts.map(word).into(),
            shares: amounts.map(|amount| words::percent(amount, whole)).into(),
            bar: stacked(titled, whole),
        }
    };
    if rows.is_empty() {
        return Vec::new();
    }
    vec![
        cover("calls", |total| total.calls as f64, |calls| words::count(calls as u64)),
        cover("bytes", |total| total.bytes as f64, |bytes| words::bytes(bytes as u64)),
        cover("time", |total| total.seconds, words::seconds),
    ]
}

fn listed(row: &Row, place: Option<String>) -> Listed {
    let how = match (&row.reason, &row.arithmetic, &row.schedule) {
        (Some(reason), _, _) => reason.clone(),
        (None, Some(arithmetic), Some(schedule)) => format!("{arithmetic}, {schedule}"),
        _ => String::new(),
    };
    Listed {
        call: row.call.clone(),
        datatype: row.datatype.clone(),
        operator: row.operator.clone(),
        calls: words::count(row.calls),
        elements: words::count(row.elements),
        bytes: words::bytes(row.bytes),
        time: words::seconds(row.seconds),
        how,
        class: class(row.outcome),
        place: place.or_else(|| row.first_call.clone()).unwrap_or_default(),
    }
}

fn not_reproduced(rows: &[Row], sources: &mut Sources) -> Vec<NotReproduced> {
    let mut by_reason: BTreeMap<&str, Vec<Listed>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.outcome == Outcome::NotReproduced) {
        let place = row.first_call.as_ref().map(|place| with_source(place, sources));
        by_reason.entry(row.reason.as_deref().unwrap_or("")).or_default().push(listed(row, place));
    }
    let each = by_reason.into_iter();
    each.map(|(reason, rows)| NotReproduced {
        reason: reason.into(),
        advice: advice::not_reproduced(reason),
        rows,
    })
    .collect()
}

/// A place in a program, with its line of the source where the program is here and tells.
fn with_source(place: &str, sources: &mut Sources) -> String {
    let Some((module, rest)) = place.rsplit_once("+0x") else { return place.into() };
    let (offset, _) = rest.split_once(' ').unwrap_or((rest, ""));
    let Ok(offset) = u64::from_str_radix(offset, 16) else { return place.into() };
    let (module, function, source) = (module.into(), String::new(), None);
    let mut site = SiteView { module, offset, function, source };
    sources.add(Some(&mut site));
    site.source.map_or(place.into(), |source| format!("{source} [{place}]"))
}

fn instead(rows: &[Row]) -> Vec<Instead> {
    let mut sums: BTreeMap<_, u64> = BTreeMap::new();
    for row in rows {
        if let Some(instead) = &row.in_place_of {
            let taken = row.schedule.clone().unwrap_or_default();
            *sums.entry((instead.clone(), taken)).or_default() += row.calls;
        }
    }
    let each = sums.into_iter();
    each.map(|((instead, taken), calls)| Instead {
        requested: instead.schedule,
        taken,
        reason: instead.reason,
        calls: words::count(calls),
    })
    .collect()
}

fn without_memory(run: &Run) -> Vec<WithoutMemory> {
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    for without in run.reports.iter().flat_map(|report| &report.without_shared_memory) {
        *sums.entry(&without.reason).or_default() += without.communicators;
    }
    let each = sums.into_iter();
    each.map(|(reason, number)| WithoutMemory {
        number: words::counted(number, "communicator", "communicators"),
        reason: reason.into(),
        advice: advice::without_memory(reason),
    })
    .collect()
}

fn reporter(report: &Report) -> Reporter {
    let totals = Totals::of(&report.rows);
    let elapsed = (report.writer.written - report.began).max(0.0);
    Reporter {
        rank: report.rank.map_or("in a session".into(), words::count),
        host: report.writer.host.clone(),
        process: report.writer.process,
        calls: words::count(totals.calls),
        time: words::seconds(totals.seconds),
        elapsed: words::seconds(elapsed),
        share: words::percent(totals.seconds, elapsed),
    }
}
