//! Which schedules took calls of which sizes: a chart and a table.

use super::bars::tenths;
use super::colours::class;
use super::read::{Outcome, Row, Size};
use super::runs::add_sizes;
use super::words;
use serde::Serialize;

// The chart, in the units of its view box.
const WIDTH: f64 = 720.0;
const LEFT: f64 = 64.0;
const SHARES: f64 = 110.0;
const TIMES: f64 = 150.0;
const BETWEEN: f64 = 44.0;
const TOP: f64 = 26.0;
const BELOW: f64 = 34.0;

#[derive(Debug, Serialize)]
pub struct Sizes {
    pub schedules: Vec<Schedule>,
    pub rows: Vec<SizeRow>,
    pub chart: Chart,
}

#[derive(Debug, Serialize)]
pub struct Schedule {
    pub name: String,
    pub class: String,
    pub calls: String,
    pub time: String,
}

#[derive(Debug, Serialize)]
pub struct SizeRow {
    pub size: String,
    pub calls: String,
    pub time: String,
    pub mean: String,
    /// Of each schedule; empty where it took none.
    pub by: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct Chart {
    pub width: f64,
    pub height: f64,
    pub left: f64,
    pub right: f64,
    pub rectangles: Vec<Rectangle>,
    pub labels: Vec<Label>,
    /// The heights of horizontal lines.
    pub lines: Vec<f64>,
}

#[derive(Debug, Serialize)]
pub struct Rectangle {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    pub class: String,
    pub title: String,
}

#[derive(Debug, Serialize)]
pub struct Label {
    pub x: f64,
    pub y: f64,
    pub anchor: &'static str,
    pub text: String,
}

/// What one schedule took.
struct Taken {
    name: String,
    sizes: Vec<Size>,
}

impl Taken {
    fn seconds(&self) -> f64 {
        self.sizes.iter().map(|size| size.seconds).sum()
    }

    fn calls(&self) -> u64 {
        self.sizes.iter().map(|size| size.calls).sum()
    }

    fn of(&self, from: u64) -> (u64, f64) {
        let found = self.sizes.iter().find(|size| size.from == from);
        found.map_or((0, 0.0), |size| (size.calls, size.seconds))
    }
}

/// None if nothing was reproduced.
pub fn sizes(rows: &[Row]) -> Option<Sizes> {
    let mut taken: Vec<Taken> = Vec::new();
    let mut all: Vec<Size> = Vec::new();
    for row in rows.iter().filter(|row| row.outcome == Outcome::Reproduced) {
        let name = row.schedule.as_deref().unwrap_or("?");
        let place = taken.iter().position(|one| one.name == name);
        let place = place.unwrap_or_else(|| {
            taken.push(Taken { name: name.into(), sizes: Vec::new() });
            taken.len() - 1
        });
        add_sizes(&mut taken[place].sizes, &row.sizes);
        add_sizes(&mut all, &row.sizes);
    }
    if all.is_empty() {
        return None;
    }
    taken.sort_by(|a, b| b.seconds().total_cmp(&a.seconds()));
    let row = |size: &Size| SizeRow {
        size: words::class(size.from, size.to),
        calls: words::count(size.calls),
        time: words::seconds(size.seconds),
        mean: words::seconds(size.seconds / size.calls.max(1) as f64),
        by: taken.iter().map(|one| number(one.of(size.from).0)).collect(),
    };
    Some(Sizes {
        rows: all.iter().map(row).collect(),
        chart: chart(&taken, &all),
        schedules: taken
            .iter()
            .map(|one| Schedule {
                name: one.name.clone(),
                class: class(&one.name),
                calls: words::counted(one.calls(), "call", "calls"),
                time: words::seconds(one.seconds()),
            })
            .collect(),
    })
}

fn number(calls: u64) -> String {
    if calls == 0 {
        String::new()
    } else {
        words::count(calls)
    }
}

/// No bytes, one byte, 2 to 3, 4 to 7, …
fn column(from: u64) -> u32 {
    u64::BITS - from.leading_zeros()
}

/// Above the shares of calls, below the time: a column for each class of sizes.
fn chart(taken: &[Taken], all: &[Size]) -> Chart {
    let (first, last) = (column(all[0].from), column(all[all.len() - 1].from));
    let columns = last - first + 1;
    let step = ((WIDTH - LEFT) / f64::from(columns)).min(56.0);
    let longest = all.iter().map(|size| size.seconds).fold(0.0, f64::max);
    let (upper, lower) = (TOP + SHARES, TOP + SHARES + BETWEEN + TIMES);
    let mut rectangles = Vec::new();
    let mut labels = Vec::new();
    for size in all {
        let x = LEFT + f64::from(column(size.from) - first) * step;
        let (mut share, mut height) = (upper, lower);
        for one in taken {
            let (calls, seconds) = one.of(size.from);
            let name = format!("{}, {}", words::class(size.from, size.to), one.name);
            let mut rectangle = |bottom: &mut f64, part: f64, amount: String| {
                *bottom -= part;
                rectangles.push(Rectangle {
                    x: tenths(x + 0.08 * step),
                    y: tenths(*bottom),
                    width: tenths(0.84 * step),
                    height: tenths(part),
                    class: class(&one.name),
                    title: format!("{name}: {amount}"),
                });
            };
            if calls > 0 {
                let of_all = calls as f64 / size.calls as f64;
                let amount = words::counted(calls, "call", "calls");
                rectangle(&mut share, of_all * SHARES, amount);
            }
            if seconds > 0.0 && longest > 0.0 {
                rectangle(&mut height, seconds / longest * TIMES, words::seconds(seconds));
            }
        }
    }
    // As many as have room.
    let every = (44.0 / step).ceil().max(1.0) as u32;
    for column in (first..=last).filter(|column| (column - first).is_multiple_of(every)) {
        let from = if column == 0 { 0 } else { 1 << (column - 1) };
        let x = tenths(LEFT + (f64::from(column - first) + 0.5) * step);
        for bottom in [upper, lower] {
            labels.push(Label { x, y: bottom + 15.0, anchor: "middle", text: words::bytes(from) });
        }
    }
    let x = LEFT - 6.0;
    let mut left = |y: f64, text: String| labels.push(Label { x, y: y + 4.0, anchor: "end", text });
    left(TOP, "100 %".into());
    left(upper, "0".into());
    left(lower - TIMES, words::seconds(longest));
    left(lower - TIMES / 2.0, words::seconds(longest / 2.0));
    left(lower, "0".into());
    let heading = |y: f64, text: &str| Label { x: LEFT, y, anchor: "start", text: text.into() };
    labels.push(heading(TOP - 10.0, "share of calls, by bytes in a call"));
    labels.push(heading(lower - TIMES - 10.0, "time"));
    let right = tenths(LEFT + f64::from(columns) * step);
    let lines = vec![TOP, upper, lower - TIMES, lower - TIMES / 2.0, lower];
    Chart { width: WIDTH, height: lower + BELOW, left: LEFT, right, rectangles, labels, lines }
}
