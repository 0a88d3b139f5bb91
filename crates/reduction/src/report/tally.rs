//! The kinds of calls, what is counted of each, and how the report lists them: as tables and as JSON.

use super::json::{Json, NULL};
use super::sizes::Sizes;
use samebits_schedule::breakdown::{Part, Times, PARTS};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    Reproduced {
        arithmetic: &'static str,
        schedule: &'static str,
        /// The requested schedule and why it does not take the call, if so.
        instead_of: Option<(&'static str, &'static str)>,
    },
    /// Passed on, for this reason; the result is the same on every run anyway.
    Harmless(&'static str),
    NotReproduced(&'static str),
}

const ONE_RANK: &str = "one rank";

impl Outcome {
    /// The outcome of a call on a communicator of this size.
    pub fn among(self, ranks: usize) -> Outcome {
        match self {
            Outcome::Reproduced { arithmetic, .. } if ranks == 1 => {
                Outcome::Reproduced { arithmetic, schedule: ONE_RANK, instead_of: None }
            }
            any => any,
        }
    }

    /// Whether the report lists the time of that part separately.
    fn has_part(&self, part: Part) -> bool {
        match self {
            Outcome::Reproduced { schedule, .. } => part == Part::Local || *schedule != ONE_RANK,
            _ => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    pub call: &'static str,
    pub datatype: &'static str,
    pub op: &'static str,
    pub outcome: Outcome,
}

/// A call as it is counted.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    pub kind: Kind,
    pub elements: u64,
    pub bytes: u64,
    pub times: Times,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub calls: u64,
    pub elements: u64,
    pub bytes: u64,
    pub times: Times,
    pub sizes: Sizes,
    /// Of the first call, if it was not made reproducible.
    pub site: Option<String>,
}

impl Tally {
    pub fn count(&mut self, call: &Counted) {
        self.calls += 1;
        self.elements += call.elements;
        self.bytes += call.bytes;
        self.times.add(&call.times);
        self.sizes.count(call.bytes, call.times.total);
    }

    /// Takes back a call that was counted.
    pub fn uncount(&mut self, call: &Counted) {
        self.calls -= 1;
        self.elements -= call.elements;
        self.bytes -= call.bytes;
        self.times.remove(&call.times);
        self.sizes.uncount(call.bytes, call.times.total);
    }
}

const HEAD: [&str; 8] =
    ["call", "datatype", "operator", "calls", "elements", "bytes", "time [s]", "how"];
const RIGHT_ALIGNED: std::ops::Range<usize> = 3..7;

pub(super) fn render(rows: &[(&Kind, &Tally)]) -> String {
    let mut table = vec![(HEAD.map(String::from), String::new())];
    table.extend(rows.iter().map(|row| (cells(row), breakdown(row))));
    let width = |column: usize| table.iter().map(|(row, _)| row[column].len()).max().unwrap_or(0);
    let widths: [usize; HEAD.len()] = std::array::from_fn(width);
    let mut text = String::new();
    for (row, below) in &table {
        let mut line = String::from("   ");
        for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
            line += &match RIGHT_ALIGNED.contains(&column) {
                true => format!(" {cell:>width$}"),
                false => format!(" {cell:<width$}"),
            };
        }
        text += &format!("{}\n{below}", line.trim_end());
    }
    text
}

/// Where the time of reproduced calls went; adds up to the time in the row above.
fn breakdown((kind, tally): &(&Kind, &Tally)) -> String {
    if !matches!(kind.outcome, Outcome::Reproduced { .. }) {
        return String::new();
    }
    let parts = parts(kind, tally).into_iter();
    let parts: Vec<String> = parts.map(|(name, spent)| format!("{name} {}", time(spent))).collect();
    format!("      {}\n", parts.join(", "))
}

/// The parts of the time of reproduced calls, in microseconds; those that are not listed are in the
/// rest, which comes last.
fn parts(kind: &Kind, tally: &Tally) -> Vec<(&'static str, u128)> {
    let (_, parts, mut other) = tally.times.in_microseconds();
    let mut listed = Vec::new();
    for ((part, name), spent) in PARTS.iter().zip(parts) {
        match kind.outcome.has_part(*part) {
            true => listed.push((*name, spent)),
            false => other += spent,
        }
    }
    listed.push(("other", other));
    listed
}

/// The same as the table's row and the line below it, and the sizes of the calls.
pub(super) fn json((kind, tally): &(&Kind, &Tally)) -> Json {
    let microseconds = |time| Json::decimal(time, 6);
    let (outcome, how, instead_of, reason) = match kind.outcome {
        Outcome::Reproduced { arithmetic, schedule, instead_of } => {
            ("reproduced", Some((arithmetic, schedule)), instead_of, None)
        }
        Outcome::Harmless(reason) => ("passed on", None, None, Some(reason)),
        Outcome::NotReproduced(reason) => ("not reproduced", None, None, Some(reason)),
    };
    let parts = match how {
        Some(_) => Json::object(parts(kind, tally).into_iter().map(|(n, t)| (n, microseconds(t)))),
        None => NULL,
    };
    let instead_of = instead_of.map(|(schedule, why)| {
        Json::object([("schedule", Json::from(schedule)), ("reason", Json::from(why))])
    });
    let sizes = tally.sizes.classes().map(|(least, most, class)| {
        Json::object([
            ("from", least.into()),
            ("to", most.into()),
            ("calls", class.calls.into()),
            ("seconds", Json::decimal(class.nanoseconds.into(), 9)),
        ])
    });
    Json::object([
        ("call", kind.call.into()),
        ("datatype", kind.datatype.into()),
        ("operator", kind.op.into()),
        ("calls", tally.calls.into()),
        ("elements", tally.elements.into()),
        ("bytes", tally.bytes.into()),
        ("seconds", microseconds(tally.times.in_microseconds().0)),
        ("outcome", outcome.into()),
        ("arithmetic", how.map(|(arithmetic, _)| arithmetic).into()),
        ("schedule", how.map(|(_, schedule)| schedule).into()),
        ("in_place_of", instead_of.into()),
        ("reason", reason.into()),
        ("first_call", tally.site.as_deref().into()),
        ("parts", parts),
        ("sizes", Json::array(sizes)),
    ])
}

fn time(microseconds: u128) -> String {
    format!("{}.{:06}", microseconds / 1_000_000, microseconds % 1_000_000)
}

fn cells((kind, tally): &(&Kind, &Tally)) -> [String; HEAD.len()] {
    let mut how = match kind.outcome {
        Outcome::Reproduced { arithmetic, schedule, instead_of } => {
            let instead = |(name, why)| format!(" in place of {name} ({why})");
            let instead = instead_of.map_or(String::new(), instead);
            format!("{arithmetic}, {schedule}{instead}")
        }
        Outcome::Harmless(reason) | Outcome::NotReproduced(reason) => reason.to_string(),
    };
    if let Some(site) = &tally.site {
        how += &format!("; first at {site}");
    }
    let [call, datatype, op] = [kind.call, kind.datatype, kind.op].map(str::to_string);
    let [calls, elements, bytes] =
        [tally.calls, tally.elements, tally.bytes].map(|n| n.to_string());
    [call, datatype, op, calls, elements, bytes, time(tally.times.in_microseconds().0), how]
}
