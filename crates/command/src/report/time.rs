//! Where the time of reproduced calls went.

use super::bars::{stacked, Segment};
use super::read::{Outcome, Parts, Row};
use super::words;
use serde::Serialize;

/// Kinds of calls that have a row of their own; the rest share one.
const MOST: usize = 12;

pub const PARTS: [&str; 4] = ["communication", "local", "gather", "other"];

#[derive(Debug, Serialize)]
pub struct TimeRow {
    pub call: String,
    /// Datatype and operator.
    pub of: String,
    pub calls: String,
    pub time: String,
    pub mean: String,
    pub share: String,
    pub parts: Vec<String>,
    pub bar: Vec<Segment>,
}

#[derive(Debug, Serialize)]
pub struct Times {
    pub all: TimeRow,
    pub kinds: Vec<TimeRow>,
}

struct Sum {
    call: String,
    of: String,
    calls: u64,
    seconds: f64,
    parts: Parts,
}

impl Sum {
    fn new(call: &str, of: String) -> Sum {
        Sum { call: call.into(), of, calls: 0, seconds: 0.0, parts: Parts::default() }
    }

    fn add(&mut self, calls: u64, seconds: f64, parts: &Parts) {
        self.calls += calls;
        self.seconds += seconds;
        self.parts.add(parts);
    }
}

/// None if nothing was reproduced.
pub fn times(rows: &[Row]) -> Option<Times> {
    let mut all = Sum::new("all", String::new());
    let mut kinds: Vec<Sum> = Vec::new();
    for row in rows.iter().filter(|row| row.outcome == Outcome::Reproduced) {
        let (call, of) = (&row.call, format!("{}, {}", row.datatype, row.operator));
        let place = kinds.iter().position(|kind| (&kind.call, &kind.of) == (call, &of));
        let place = place.unwrap_or_else(|| {
            kinds.push(Sum::new(call, of));
            kinds.len() - 1
        });
        let parts = row.parts.unwrap_or_default();
        kinds[place].add(row.calls, row.seconds, &parts);
        all.add(row.calls, row.seconds, &parts);
    }
    if kinds.is_empty() {
        return None;
    }
    kinds.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    if kinds.len() > MOST + 1 {
        let rest = kinds.split_off(MOST);
        let mut sum = Sum::new("others", format!("{} kinds", rest.len()));
        rest.iter().for_each(|kind| sum.add(kind.calls, kind.seconds, &kind.parts));
        kinds.push(sum);
    }
    let longest = kinds.iter().map(|kind| kind.seconds).fold(0.0, f64::max);
    let row = |sum: &Sum, scale: f64| {
        let amounts = amounts(&sum.parts);
        TimeRow {
            call: sum.call.clone(),
            of: sum.of.clone(),
            calls: words::count(sum.calls),
            time: words::seconds(sum.seconds),
            mean: words::seconds(sum.seconds / sum.calls.max(1) as f64),
            share: words::percent(sum.seconds, all.seconds),
            parts: amounts.map(|amount| words::percent(amount, sum.seconds)).into(),
            bar: bar(&sum.parts, scale),
        }
    };
    Some(Times {
        all: row(&all, all.seconds),
        kinds: kinds.iter().map(|kind| row(kind, longest)).collect(),
    })
}

pub fn amounts(parts: &Parts) -> [f64; 4] {
    [parts.communication, parts.local, parts.gather, parts.other]
}

pub fn bar(parts: &Parts, scale: f64) -> Vec<Segment> {
    let named = PARTS.into_iter().zip(amounts(parts));
    let named = named.map(|(name, amount)| {
        (name.to_string(), amount, format!("{name}: {}", words::seconds(amount)))
    });
    stacked(named, scale)
}
