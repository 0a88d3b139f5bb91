//! What was done with the calls that we saw: counters that always run, and the
//! tallies for the report, which are kept only where one was asked for.

pub mod breakdown;
pub mod call_site;
pub mod held_back;
pub mod speaker;
mod table;
mod tally;

use crate::lock::lock;
use breakdown::Times;
use call_site::CallSite;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::Duration;
pub use tally::{Kind, Outcome, Tally};

/// Reductions of every kind that this process asked for and we saw.
static INTERCEPTED: AtomicU64 = AtomicU64::new(0);

/// Those of them whose result we did not evaluate ourselves. (They are the ones that are
/// counted: it is one addition less to memory for the others.)
static NOT_OURS: AtomicU64 = AtomicU64::new(0);

/// The tallies of a process.
#[derive(Debug, Default)]
pub struct Tallies {
    calls: Mutex<BTreeMap<Kind, Tally>>,
    /// Communicators that go without shared memory, by the reason.
    without: Mutex<BTreeMap<&'static str, u64>>,
}

impl Tallies {
    /// Counts one call. `site` is asked for at the first call of a kind that
    /// was not made reproducible.
    pub fn count(
        &self,
        kind: Kind,
        elements: u64,
        bytes: u64,
        times: &Times,
        site: impl FnOnce() -> Option<CallSite>,
    ) {
        let mut tallies = self.lock();
        let tally = tallies.entry(kind).or_default();
        if tally.calls == 0 && matches!(kind.outcome, Outcome::NotReproduced(_)) {
            tally.site = site();
        }
        tally.calls += 1;
        tally.elements += elements;
        tally.bytes += bytes;
        tally.times.add(times);
    }

    /// Counts a communicator that could have had shared memory, and why it has none.
    pub fn without_memory(&self, reason: &'static str) {
        *lock(&self.without).entry(reason).or_default() += 1;
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// The report of this process: who it is and what it counted since the last
    /// report.
    pub fn report(&self, heading: &str) -> String {
        let tallies = std::mem::take(&mut *self.lock());
        let mut text = format!("{heading}\n");
        let section = |text: &mut String, title: &str, wanted: fn(&Outcome) -> bool| {
            let rows: Vec<_> = tallies.iter().filter(|(kind, _)| wanted(&kind.outcome)).collect();
            if !rows.is_empty() {
                *text += &format!("  {title}\n{}", table::render(&rows));
            }
        };
        section(&mut text, "made reproducible:", |o| matches!(o, Outcome::Reproduced { .. }));
        section(&mut text, "passed on to the MPI library:", |o| matches!(o, Outcome::Harmless(_)));
        section(&mut text, "NOT made reproducible:", |o| matches!(o, Outcome::NotReproduced(_)));
        for (reason, number) in std::mem::take(&mut *lock(&self.without)) {
            let s = if number == 1 { "" } else { "s" };
            text += &format!("  without shared memory: {number} communicator{s} ({reason})\n");
        }
        text
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<Kind, Tally>> {
        lock(&self.calls)
    }
}

/// A call that was seen: one that we leave to the MPI library, or that fails, unless
/// [`Seen::reproduced`] says otherwise.
pub struct Seen(());

/// Notes that a call was seen.
#[inline]
pub fn seen() -> Seen {
    INTERCEPTED.fetch_add(1, Ordering::Relaxed);
    Seen(())
}

impl Seen {
    /// We have evaluated it.
    #[inline]
    pub fn reproduced(self) {
        std::mem::forget(self);
    }
}

/// (Also where an exception of the caller's operator passes.)
impl Drop for Seen {
    fn drop(&mut self) {
        NOT_OURS.fetch_add(1, Ordering::Release);
    }
}

/// Reductions of every kind that this process asked for and we saw.
pub fn intercepted() -> u64 {
    INTERCEPTED.load(Ordering::Relaxed)
}

/// Those of them whose result we evaluated ourselves.
pub fn reproduced() -> u64 {
    // (In this order: what is left was seen before.)
    let left = NOT_OURS.load(Ordering::Acquire);
    intercepted() - left
}

/// Writes lines to stderr, marked as ours, in one write(2).
pub fn say(text: &str) {
    let lines: String = text.lines().map(|line| format!("samebits: {line}\n")).collect();
    write_whole(&lines);
}

/// Launchers may lose what is written just before the job is aborted (MPICH's does, in one of
/// five runs): it gets the time to come through.
pub fn let_output_through() {
    std::thread::sleep(Duration::from_millis(300));
}

/// Writes a text to stderr in one write(2), so that ranks do not interleave.
pub fn write_whole(text: &str) {
    use std::io::Write;
    // Stderr is unbuffered, write_all is one write(2) where the
    // system takes all of it. If stderr is closed there is nobody to tell.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(op: &'static str, outcome: Outcome) -> Kind {
        Kind { call: "MPI_Allreduce", datatype: "MPI_DOUBLE", op, outcome }
    }

    #[test]
    fn the_report_has_a_row_for_each_kind_and_a_section_for_each_outcome() {
        let tallies = Tallies::default();
        assert!(tallies.is_empty());
        let exact =
            Outcome::Reproduced { arithmetic: "exact", schedule: "gather", instead_of: None };
        let microseconds = Duration::from_micros;
        let parts = [600, 200, 100].map(microseconds);
        for _ in 0..3 {
            let times = Times { total: microseconds(1000), parts };
            tallies.count(kind("MPI_SUM", exact), 10, 80, &times, || {
                panic!("no call site is needed for what was made reproducible")
            });
        }
        let site = || Some(CallSite { place: "prog+0x12 (main)".into() });
        let times = Times { total: microseconds(70), parts: [20, 10, 5].map(microseconds) };
        tallies.count(kind("MPI_SUM", exact.among(1)), 1, 8, &times, || None);
        let inter = Outcome::NotReproduced("an intercommunicator");
        tallies.count(kind("MPI_SUM", inter), 1, 8, &Times::default(), site);
        let report = tallies.report("heading");
        let lines: Vec<&str> = report.lines().collect();
        assert_eq!(lines[0], "heading");
        assert!(report.contains("NOT made reproducible:"), "{report}");
        let row = lines.iter().position(|line| line.contains("exact")).unwrap();
        let words: Vec<&str> = lines[row].split_whitespace().collect();
        assert_eq!(
            words,
            [
                "MPI_Allreduce",
                "MPI_DOUBLE",
                "MPI_SUM",
                "3",
                "30",
                "240",
                "0.003000",
                "exact,",
                "gather"
            ]
        );
        assert_eq!(
            lines[row + 1],
            "      communication 0.001800, local 0.000600, gather 0.000300, other 0.000300"
        );
        assert_eq!(report.matches("communication 0").count(), 1, "{report}");
        let alone = report.split("exact, one rank\n").nth(1).and_then(|rest| rest.lines().next());
        assert_eq!(alone, Some("      local 0.000010, other 0.000060"), "{report}");
        assert!(report.contains("an intercommunicator; first at prog+0x12 (main)"), "{report}");
        assert!(tallies.is_empty());
    }
}
