//! The colours of schedules: each has its own, the same in all runs and on all pages.

use serde::Serialize;

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Colour {
    /// The first word of the schedule's name, and so the class of the style sheet.
    pub name: &'static str,
    pub light: &'static str,
    pub dark: &'static str,
}

pub const NUMBER: usize = 21;

const fn colour(name: &'static str, light: &'static str, dark: &'static str) -> Colour {
    Colour { name, light, dark }
}

/// Those of the library's table, those by which nonblocking reductions travel, what has one rank only, and
/// the last one for a name that this command does not know.
pub const COLOURS: [Colour; NUMBER] = [
    colour("gather", "#e39b1e", "#e8ab45"),
    colour("slices", "#1a8f63", "#2fae7d"),
    colour("exchange", "#8d5bb5", "#ab7fd0"),
    colour("node", "#2f6fb7", "#5a9be0"),
    colour("offload", "#d0442d", "#e8634d"),
    colour("fnomial", "#45a6c4", "#62c0dc"),
    colour("split", "#7b5b3a", "#b08a62"),
    colour("halving", "#c2569b", "#dd7ab8"),
    colour("doubling", "#6c8f1f", "#9cc043"),
    colour("ring", "#e8763a", "#f2935f"),
    colour("chain", "#4c5fc4", "#8290ea"),
    colour("chain2", "#9aa3e0", "#bcc3f2"),
    colour("bintree", "#0d7f86", "#2fa9b0"),
    colour("bintree2", "#7cc4b8", "#9fdccf"),
    colour("native", "#9aa7b4", "#78838e"),
    colour("igather", "#f0c87a", "#f5d79a"),
    colour("iallgather", "#b3c96b", "#c9dd8c"),
    colour("ialltoallv", "#8fb4df", "#a9c9ee"),
    colour("iallreduce", "#d9a3c7", "#e8bcd9"),
    colour("one", "#5b6570", "#9aa5b1"),
    colour("unknown", "#c9b458", "#dccb78"),
];

/// The class of a schedule. What is behind a colon is a parameter, and other words say between whom.
pub fn class(schedule: &str) -> String {
    let name = schedule.split([':', ' ']).next().unwrap_or_default();
    let known = COLOURS.iter().find(|colour| colour.name == name);
    format!("s-{}", known.unwrap_or(&COLOURS[COLOURS.len() - 1]).name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_schedule_has_a_colour_of_its_own() {
        let mut classes: BTreeSet<String> =
            samebits_schedule::ALL.iter().map(|row| class(row.name)).collect();
        assert!(classes.insert(class("of a later version")));
        assert_eq!(classes.len(), samebits_schedule::ALL.len() + 1);
        assert_eq!(class("fnomial:4"), "s-fnomial");
        assert_eq!(class("ialltoallv between groups"), "s-ialltoallv");
        assert_eq!(class("one rank"), "s-one");
        for of in [|one: &Colour| one.light, |one: &Colour| one.dark] {
            assert_eq!(COLOURS.iter().map(of).collect::<BTreeSet<_>>().len(), COLOURS.len());
        }
    }
}
