//! Two runs side by side.

use super::bars::Segment;
use super::read::{Outcome, Parts, Row};
use super::run::{facts, Fact, HOSTS, REPORTING_HOSTS};
use super::runs::{Run, Totals};
use super::time::{amounts, bar, PARTS};
use super::words;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Serialize)]
pub struct Comparison {
    /// In a sentence each.
    pub summary: Vec<String>,
    pub facts: Vec<Compared>,
    pub numbers: Vec<Compared>,
    pub bars: Vec<PartsBar>,
    pub kinds: Vec<Kind>,
}

#[derive(Debug, PartialEq, Serialize)]
pub struct Compared {
    pub name: String,
    pub a: String,
    pub b: String,
    pub ratio: String,
    pub differs: bool,
}

#[derive(Debug, Serialize)]
pub struct PartsBar {
    pub letter: &'static str,
    pub time: String,
    pub bar: Vec<Segment>,
}

/// Calls of one function on one datatype by one operator.
#[derive(Debug, Serialize)]
pub struct Kind {
    pub call: String,
    pub of: String,
    pub calls: [String; 2],
    pub time: [String; 2],
    pub ratio: String,
    pub how: [String; 2],
    pub calls_differ: bool,
    pub how_differs: bool,
}

/// These differ between any two runs.
const INCIDENTAL: [&str; 3] = ["began", HOSTS, REPORTING_HOSTS];

pub fn compare(a: &Run, b: &Run) -> Comparison {
    let rows = [a.rows(), b.rows()];
    let facts = compared_facts(&facts(a), &facts(b));
    let reproduced = rows.each_ref().map(|rows| of(rows, Outcome::Reproduced));
    let times = reproduced.each_ref().map(|rows| Totals::of(rows.iter().copied()).seconds);
    let parts = reproduced.each_ref().map(|rows| parts(rows));
    let scale = times[0].max(times[1]);
    let bars = [("A", 0), ("B", 1)].map(|(letter, index)| PartsBar {
        letter,
        time: words::seconds(times[index]),
        bar: bar(&parts[index], scale),
    });
    Comparison {
        summary: summary(&facts, &rows, times),
        numbers: numbers(&rows, times, &parts),
        facts,
        bars: bars.into(),
        kinds: kinds(&rows),
    }
}

fn of(rows: &[Row], outcome: Outcome) -> Vec<&Row> {
    rows.iter().filter(|row| row.outcome == outcome).collect()
}

fn parts(rows: &[&Row]) -> Parts {
    let mut sum = Parts::default();
    rows.iter().filter_map(|row| row.parts.as_ref()).for_each(|parts| sum.add(parts));
    sum
}

/// All that either has, in the order of the first.
fn compared_facts(a: &[Fact], b: &[Fact]) -> Vec<Compared> {
    let value = |facts: &[Fact], name: &str| {
        let found = facts.iter().find(|fact| fact.name == name);
        found.map_or(String::new(), |fact| fact.value.clone())
    };
    let only_b = b.iter().filter(|fact| a.iter().all(|one| one.name != fact.name));
    let names = a.iter().chain(only_b).map(|fact| fact.name.as_str());
    let compared = names.map(|name| {
        let (a, b) = (value(a, name), value(b, name));
        let differs = a != b && !INCIDENTAL.contains(&name);
        Compared { name: name.into(), ratio: String::new(), differs, a, b }
    });
    compared.collect()
}

fn summary(facts: &[Compared], rows: &[Vec<Row>; 2], times: [f64; 2]) -> Vec<String> {
    let names: Vec<&str> = facts.iter().filter(|fact| fact.differs).map(|f| &*f.name).collect();
    let mut sentences = vec![match &names[..] {
        [] => "Program, MPI library, ranks and policy are the same.".to_string(),
        names => format!("They differ in: {}.", names.join(", ")),
    }];
    if let Some(ratio) = words::ratio(times[0], times[1]) {
        let (a, b) = (words::seconds(times[0]), words::seconds(times[1]));
        sentences
            .push(format!("The reproducible reductions took {a} in A, and {b} in B ({ratio})."));
    }
    let [a, b] = rows.each_ref().map(|rows| Totals::of_outcome(rows, Outcome::NotReproduced).calls);
    if a + b > 0 {
        let calls = |number| words::counted(number, "call", "calls");
        sentences.push(format!("Not made reproducible: {} in A, {} in B.", calls(a), calls(b)));
    }
    sentences
}

fn numbers(rows: &[Vec<Row>; 2], times: [f64; 2], parts: &[Parts; 2]) -> Vec<Compared> {
    let outcomes = [
        ("calls made reproducible", Outcome::Reproduced),
        ("calls passed on, the same anyway", Outcome::PassedOn),
        ("calls NOT made reproducible", Outcome::NotReproduced),
    ];
    let counts = outcomes.map(|(name, outcome)| {
        let [a, b] = rows.each_ref().map(|rows| Totals::of_outcome(rows, outcome).calls);
        let (ratio, differs) = (String::new(), a != b);
        Compared { name: name.into(), a: words::count(a), b: words::count(b), ratio, differs }
    });
    let seconds = |name: String, a, b| Compared {
        name,
        a: words::seconds(a),
        b: words::seconds(b),
        ratio: words::ratio(a, b).unwrap_or_default(),
        differs: false,
    };
    let [a, b] = parts.each_ref().map(amounts);
    let by_part = PARTS.iter().zip(a.into_iter().zip(b));
    let by_part = by_part.map(|(name, (a, b))| seconds(format!("– {name}"), a, b));
    let whole = [seconds("time of what was made reproducible".into(), times[0], times[1])];
    counts.into_iter().chain(whole).chain(by_part).collect()
}

/// The kinds of both runs, those that took most time first.
fn kinds(rows: &[Vec<Row>; 2]) -> Vec<Kind> {
    let name = |row: &Row| (row.call.clone(), format!("{}, {}", row.datatype, row.operator));
    let mut names: Vec<(String, String)> = Vec::new();
    for row in rows.iter().flatten() {
        if !names.contains(&name(row)) {
            names.push(name(row));
        }
    }
    let mut kinds = Vec::new();
    for (call, of) in names {
        let sides = rows.each_ref().map(|rows| {
            let rows = rows.iter().filter(|row| name(row) == (call.clone(), of.clone()));
            let rows: Vec<&Row> = rows.collect();
            let how = how(&rows);
            (Totals::of(rows.iter().copied()), how)
        });
        let [(a, how_a), (b, how_b)] = sides;
        let kind = Kind {
            call,
            of,
            calls: [a, b].map(|side| words::count(side.calls)),
            time: [a, b].map(|side| words::seconds(side.seconds)),
            ratio: words::ratio(a.seconds, b.seconds).unwrap_or_default(),
            calls_differ: a.calls != b.calls,
            how_differs: how_a != how_b,
            how: [how_a, how_b],
        };
        kinds.push((a.seconds.max(b.seconds), kind));
    }
    kinds.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    kinds.into_iter().map(|(_, kind)| kind).collect()
}

/// Each arithmetic with its schedules, and the reasons why calls were passed on.
fn how(rows: &[&Row]) -> String {
    let mut words: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in rows {
        let first = row.reason.as_ref().or(row.arithmetic.as_ref());
        words.entry(first.map_or("", |word| word)).or_default().extend(row.schedule.as_deref());
    }
    let words = words.into_iter().map(|(first, schedules)| {
        let schedules: Vec<&str> = schedules.into_iter().collect();
        match &schedules[..] {
            [] => first.to_string(),
            schedules => format!("{first}: {}", schedules.join(", ")),
        }
    });
    words.collect::<Vec<_>>().join("; ")
}
