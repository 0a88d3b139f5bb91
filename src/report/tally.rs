//! The kinds of calls, what is counted of each, and the report's tables of them.

use super::breakdown::{Part, Times, PARTS};
use super::call_site::CallSite;

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
    /// The outcome of a call on a communicator of so many ranks.
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

#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub calls: u64,
    pub elements: u64,
    pub bytes: u64,
    pub times: Times,
    /// Of the first call, if it was not made reproducible.
    pub site: Option<CallSite>,
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
    let (_, parts, mut other) = tally.times.in_microseconds();
    let mut line = String::from("      ");
    for ((part, name), spent) in PARTS.iter().zip(parts) {
        match kind.outcome.has_part(*part) {
            true => line += &format!("{name} {}, ", time(spent)),
            false => other += spent,
        }
    }
    format!("{line}other {}\n", time(other))
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
        how += &format!("; first at {}", site.place);
    }
    let [call, datatype, op] = [kind.call, kind.datatype, kind.op].map(str::to_string);
    let [calls, elements, bytes] =
        [tally.calls, tally.elements, tally.bytes].map(|n| n.to_string());
    [call, datatype, op, calls, elements, bytes, time(tally.times.in_microseconds().0), how]
}
