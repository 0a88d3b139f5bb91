//! The report: what was counted, as text and as JSON.

use super::json::Json;
use super::tally::{self, Kind, Outcome, Tally};
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub struct Summary {
    pub(super) rows: BTreeMap<Kind, Tally>,
    /// Why communicators have no shared memory that could have some, and how many.
    pub(super) without_memory: BTreeMap<&'static str, u64>,
    /// How many reductions the MPI library has driven, by its hook.
    pub(super) driven: BTreeMap<&'static str, u64>,
    /// Persistent reductions that were made, but not started.
    pub(super) never_started: u64,
    pub(super) held: usize,
    /// What went wrong: sentences without a full stop.
    pub errors: Vec<String>,
    /// No reduction was intercepted; why not, if that is known.
    pub nothing: Option<Option<String>>,
}

impl Summary {
    pub fn text(&self, heading: &str) -> String {
        let mut text = format!("{heading}\n");
        let section = |kind: &Kind| match kind.outcome {
            Outcome::Reproduced { .. } => 0,
            Outcome::Harmless(_) => 1,
            Outcome::NotReproduced(_) => 2,
        };
        let titles = ["made reproducible", "passed on to the MPI library", "NOT made reproducible"];
        for (number, title) in titles.into_iter().enumerate() {
            let rows: Vec<_> =
                self.rows.iter().filter(|(kind, _)| section(kind) == number).collect();
            if !rows.is_empty() {
                text += &format!("  {title}:\n{}", tally::render(&rows));
            }
        }
        for error in &self.errors {
            text += &format!("  ERROR: {error}\n");
        }
        for (reason, number) in &self.without_memory {
            let s = if *number == 1 { "" } else { "s" };
            text += &format!("  without shared memory: {number} communicator{s} ({reason})\n");
        }
        for (hook, number) in &self.driven {
            let s = if *number == 1 { "" } else { "s" };
            text += &format!("  driven by the MPI library ({hook}): {number} reduction{s}\n");
        }
        if self.never_started > 0 {
            text += &format!(
                "  persistent reductions that were never started: {}\n",
                self.never_started
            );
        }
        if self.held > 0 {
            text += &format!(
                "  peak memory of nonblocking reductions: {} KiB\n",
                self.held.div_ceil(1024)
            );
        }
        if let Some(why) = &self.nothing {
            let why = why.as_ref().map_or(String::new(), |why| format!(": {why}"));
            text += &format!("  no reduction of this rank was intercepted{why}\n");
        }
        text
    }

    /// One line; docs/report.schema.json describes it. `heading` comes first.
    pub fn json(&self, heading: Vec<(&str, Json)>) -> String {
        let rows = self.rows.iter().map(|row| tally::json(&row));
        let without_memory = self.without_memory.iter().map(|(reason, number)| {
            Json::object([("communicators", Json::from(*number)), ("reason", Json::from(*reason))])
        });
        let driven = self.driven.iter().map(|(hook, number)| {
            Json::object([("reductions", Json::from(*number)), ("hook", Json::from(*hook))])
        });
        let nothing = self.nothing.as_ref();
        let nothing = nothing.map(|why| Json::object([("reason", why.as_deref().into())]));
        let counted = [
            ("rows", Json::array(rows)),
            ("without_shared_memory", Json::array(without_memory)),
            ("driven", Json::array(driven)),
            ("never_started", self.never_started.into()),
            ("nonblocking_bytes", self.held.into()),
            ("errors", Json::array(self.errors.iter().map(|error| error.as_str().into()))),
            ("nothing_intercepted", nothing.into()),
        ];
        format!("{}\n", Json::object(heading.into_iter().chain(counted)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Counted, Tallies};
    use super::*;
    use samebits_schedule::breakdown::Times;
    use std::time::Duration;

    fn kind(outcome: Outcome) -> Kind {
        Kind { call: "MPI_Allreduce", datatype: "MPI_DOUBLE", op: "MPI_SUM", outcome }
    }

    #[test]
    fn the_report_has_a_row_for_each_kind_and_a_section_for_each_outcome() {
        let tallies = Tallies::default();
        assert!(tallies.is_empty());
        let exact =
            Outcome::Reproduced { arithmetic: "exact", schedule: "gather", instead_of: None };
        let times = |total, parts: [u64; 3]| {
            let total = Duration::from_micros(total);
            Times { total, parts: parts.map(Duration::from_micros) }
        };
        for _ in 0..3 {
            let no_site = || panic!("reproduced calls need no call site");
            let times = times(1000, [600, 200, 100]);
            tallies.count(&Counted { kind: kind(exact), elements: 10, bytes: 80, times }, no_site);
        }
        let one = |outcome, times| Counted { kind: kind(outcome), elements: 1, bytes: 8, times };
        tallies.count(&one(exact.among(1), times(70, [20, 10, 5])), || None);
        let inter = Outcome::NotReproduced("an intercommunicator");
        let site = || Some("prog+0x12 (main)".into());
        tallies.count(&one(inter, Times::default()), site);
        // Two persistent ones, of which one is started.
        tallies.made();
        tallies.made();
        tallies.started();
        (0..3).for_each(|_| tallies.driven("opal_progress_register"));
        let summary = tallies.take(1025);
        let report = summary.text("heading");
        let lines: Vec<&str> = report.lines().collect();
        assert_eq!(lines[0], "heading");
        assert!(report.contains("NOT made reproducible:"), "{report}");
        let row = lines.iter().position(|line| line.contains("exact")).unwrap();
        let cells: Vec<&str> = lines[row].split_whitespace().collect();
        let expected = "MPI_Allreduce MPI_DOUBLE MPI_SUM 3 30 240 0.003000 exact, gather";
        assert_eq!(cells.join(" "), expected);
        let parts = "communication 0.001800, local 0.000600, gather 0.000300, other 0.000300";
        assert_eq!(lines[row + 1], format!("      {parts}"));
        assert_eq!(report.matches("communication 0").count(), 1, "{report}");
        let alone = report.split("exact, one rank\n").nth(1).and_then(|rest| rest.lines().next());
        assert_eq!(alone, Some("      local 0.000010, other 0.000060"), "{report}");
        assert!(report.contains("an intercommunicator; first at prog+0x12 (main)"), "{report}");
        let never = "  persistent reductions that were never started: 1";
        assert_eq!(lines[lines.len() - 2], never);
        let driven = "  driven by the MPI library (opal_progress_register): 3 reductions";
        assert_eq!(lines[lines.len() - 3], driven);
        let json = summary.json(vec![]);
        let driven = r#""driven":[{"reductions":3,"hook":"opal_progress_register"}]"#;
        assert!(json.contains(driven), "{json}");
        let held = "  peak memory of nonblocking reductions: 2 KiB";
        assert_eq!(lines.last(), Some(&held));
        let rest = tallies.take(0).text("heading");
        assert!(
            !rest.contains("memory") && !rest.contains("driven") && !rest.contains("started"),
            "{rest}"
        );
        assert!(tallies.is_empty());
        tallies.made();
        assert!(!tallies.is_empty());
        tallies.started();
        assert!(tallies.is_empty());
    }

    #[test]
    fn what_is_lost_is_not_among_what_was_made_reproducible() {
        let tallies = Tallies::default();
        let exact = Outcome::Reproduced { arithmetic: "exact", schedule: "node", instead_of: None };
        let times = Times { total: Duration::from_micros(3), ..Times::default() };
        let call = Counted { kind: kind(exact), elements: 4, bytes: 32, times };
        (0..3).for_each(|_| tallies.count(&call, || None));
        tallies.lost(&call);
        let two = tallies.take(0);
        assert!(two.text("").contains("made reproducible:"), "{}", two.text(""));
        (0..2).for_each(|_| tallies.count(&call, || None));
        (0..3).for_each(|_| tallies.lost(&call));
        let mut none = tallies.take(0);
        none.errors.push("two are lost".into());
        let lines: Vec<String> = none.text("heading").lines().map(str::to_string).collect();
        assert_eq!(lines[1], "  NOT made reproducible:", "{lines:?}");
        let row = lines[3].split_whitespace().collect::<Vec<_>>().join(" ");
        let expected = "MPI_Allreduce MPI_DOUBLE MPI_SUM 2 8 64 0.000006 never completed";
        assert!(row.starts_with(expected), "{row}");
        assert_eq!(lines.last().unwrap(), "  ERROR: two are lost");
        assert!(none.json(vec![]).contains(r#""errors":["two are lost"]"#));
    }
}
