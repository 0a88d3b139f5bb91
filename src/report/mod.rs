//! Counters of the intercepted calls, tallies for the report, and output to stderr.

pub mod breakdown;
pub mod call_site;
pub mod deferred_warnings;
pub mod node_position;
mod tally;

use crate::lock::lock;
use breakdown::Times;
use call_site::CallSite;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::Duration;
use tally::Tally;
pub use tally::{Kind, Outcome};

/// Reductions of every kind that this process called and samebits intercepted.
static INTERCEPTED: AtomicU64 = AtomicU64::new(0);

/// Those that samebits did not evaluate; counting them spares the others an atomic addition.
static NOT_REPRODUCED: AtomicU64 = AtomicU64::new(0);

#[derive(Debug, Default)]
pub struct Tallies {
    calls: Mutex<BTreeMap<Kind, Tally>>,
    without_memory: Mutex<BTreeMap<&'static str, u64>>,
}

impl Tallies {
    /// Counts a call. `site` is called only for the first of a kind that was not made reproducible.
    pub fn count(
        &self,
        kind: Kind,
        elements: u64,
        bytes: u64,
        times: &Times,
        site: impl FnOnce() -> Option<CallSite>,
    ) {
        let mut tallies = lock(&self.calls);
        let tally = tallies.entry(kind).or_default();
        if tally.calls == 0 && matches!(kind.outcome, Outcome::NotReproduced(_)) {
            tally.site = site();
        }
        tally.calls += 1;
        tally.elements += elements;
        tally.bytes += bytes;
        tally.times.add(times);
    }

    /// Counts a communicator that could have had shared memory but has none, for this reason.
    pub fn without_memory(&self, reason: &'static str) {
        *lock(&self.without_memory).entry(reason).or_default() += 1;
    }

    pub fn is_empty(&self) -> bool {
        lock(&self.calls).is_empty()
    }

    /// The report. `held` is the most memory that nonblocking and persistent reductions have held at
    /// one time, in bytes.
    pub fn report(&self, heading: &str, held: usize) -> String {
        let tallies = std::mem::take(&mut *lock(&self.calls));
        let mut text = format!("{heading}\n");
        let section = |kind: &Kind| match kind.outcome {
            Outcome::Reproduced { .. } => 0,
            Outcome::Harmless(_) => 1,
            Outcome::NotReproduced(_) => 2,
        };
        let titles = ["made reproducible", "passed on to the MPI library", "NOT made reproducible"];
        for (number, title) in titles.into_iter().enumerate() {
            let rows: Vec<_> = tallies.iter().filter(|(kind, _)| section(kind) == number).collect();
            if !rows.is_empty() {
                text += &format!("  {title}:\n{}", tally::render(&rows));
            }
        }
        for (reason, number) in std::mem::take(&mut *lock(&self.without_memory)) {
            let s = if number == 1 { "" } else { "s" };
            text += &format!("  without shared memory: {number} communicator{s} ({reason})\n");
        }
        if held > 0 {
            text += &format!(
                "  most memory of nonblocking reductions at one time: {} KiB\n",
                held.div_ceil(1024)
            );
        }
        text
    }
}

/// An intercepted call. When dropped, also by unwinding, it counts as passed on or failed.
pub struct Seen(());

#[inline]
pub fn seen() -> Seen {
    INTERCEPTED.fetch_add(1, Ordering::Relaxed);
    Seen(())
}

impl Seen {
    /// Counts the call as evaluated by samebits.
    #[inline]
    pub fn reproduced(self) {
        std::mem::forget(self);
    }
}

impl Drop for Seen {
    fn drop(&mut self) {
        NOT_REPRODUCED.fetch_add(1, Ordering::Release);
    }
}

pub fn intercepted() -> u64 {
    INTERCEPTED.load(Ordering::Relaxed)
}

pub fn reproduced() -> u64 {
    // Loaded first, so that the other counter includes all of these.
    let not_reproduced = NOT_REPRODUCED.load(Ordering::Acquire);
    intercepted() - not_reproduced
}

/// Writes lines to stderr, each with the prefix "samebits: ", in one write(2).
pub fn print_lines(text: &str) {
    let lines: String = text.lines().map(|line| format!("samebits: {line}\n")).collect();
    write_stderr(&lines);
}

/// Before an abort: otherwise MPICH's launcher loses the last output in one of five runs.
pub fn wait_for_output() {
    std::thread::sleep(Duration::from_millis(300));
}

/// Writes a text to stderr in one write(2), so that ranks do not interleave.
pub fn write_stderr(text: &str) {
    use std::io::Write;
    // Stderr is unbuffered, so this is one write(2). If it is closed there is nowhere to report to.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

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
            tallies.count(kind(exact), 10, 80, &times(1000, [600, 200, 100]), no_site);
        }
        tallies.count(kind(exact.among(1)), 1, 8, &times(70, [20, 10, 5]), || None);
        let inter = Outcome::NotReproduced("an intercommunicator");
        let site = || Some(CallSite { place: "prog+0x12 (main)".into() });
        tallies.count(kind(inter), 1, 8, &Times::default(), site);
        let report = tallies.report("heading", 1025);
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
        let held = "  most memory of nonblocking reductions at one time: 2 KiB";
        assert_eq!(lines.last(), Some(&held));
        assert!(!tallies.report("heading", 0).contains("memory"));
        assert!(tallies.is_empty());
    }
}
