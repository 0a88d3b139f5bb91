//! The report's tables: columns as wide as they have to be, and below each row of what was
//! evaluated by us where its time has gone.

use super::breakdown::PARTS;
use super::tally::{Kind, Outcome, Tally};

const HEAD: [&str; 8] =
    ["call", "datatype", "operator", "calls", "elements", "bytes", "time [s]", "how"];

/// Columns that are numbers, set flush right.
const NUMBERS: std::ops::Range<usize> = 3..7;

/// The rows of one section, with a head line, indented.
pub fn render(rows: &[(&Kind, &Tally)]) -> String {
    let cells: Vec<[String; 8]> =
        std::iter::once(HEAD.map(String::from)).chain(rows.iter().map(cells)).collect();
    let width = |column: usize| cells.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: [usize; 8] = std::array::from_fn(width);
    let mut text = String::new();
    let below = std::iter::once(String::new()).chain(rows.iter().map(breakdown));
    for (row, below) in cells.iter().zip(below) {
        let mut line = String::from("   ");
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            if NUMBERS.contains(&column) {
                line += &format!(" {cell:>width$}");
            } else {
                line += &format!(" {cell:<width$}");
            }
        }
        text += line.trim_end();
        text.push('\n');
        text += &below;
    }
    text
}

/// Where the time has gone of what we have evaluated: a line, which adds up to the time in the
/// row above it.
fn breakdown((kind, tally): &(&Kind, &Tally)) -> String {
    if !matches!(kind.outcome, Outcome::Reproduced { .. }) {
        return String::new();
    }
    let (_, parts, mut other) = tally.times.in_microseconds();
    let mut words = Vec::new();
    for ((part, name), spent) in PARTS.iter().zip(parts) {
        match kind.outcome.has_part(*part) {
            true => words.push(format!("{name} {}", time(spent))),
            false => other += spent,
        }
    }
    words.push(format!("other {}", time(other)));
    format!("      {}\n", words.join(", "))
}

/// Seconds.
fn time(microseconds: u128) -> String {
    format!("{}.{:06}", microseconds / 1_000_000, microseconds % 1_000_000)
}

fn cells((kind, tally): &(&Kind, &Tally)) -> [String; 8] {
    let mut how = match kind.outcome {
        Outcome::Reproduced { arithmetic, schedule, instead_of } => {
            let instead_of = instead_of
                .map_or(String::new(), |(name, why)| format!(" in place of {name} ({why})"));
            format!("{arithmetic}, {schedule}{instead_of}")
        }
        Outcome::Harmless(reason) | Outcome::NotReproduced(reason) => reason.to_string(),
    };
    if let Some(site) = &tally.site {
        how += &format!("; first at {}", site.place);
    }
    [
        kind.call.to_string(),
        kind.datatype.to_string(),
        kind.op.to_string(),
        tally.calls.to_string(),
        tally.elements.to_string(),
        tally.bytes.to_string(),
        time(tally.times.in_microseconds().0),
        how,
    ]
}
