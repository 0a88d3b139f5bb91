//! Counters of the intercepted calls, tallies for the report, and output to stderr.

pub mod json;
mod sizes;
pub mod summary;
mod tally;

use samebits_base::lock::lock;
use samebits_base::serial::Count;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::Duration;
use summary::Summary;
use tally::Tally;
pub use tally::{Counted, Kind, Outcome};

/// Reductions of every kind that this process called and samebits intercepted.
static INTERCEPTED: Count = Count::new();

/// Those that samebits did not evaluate; counting them spares the others an atomic addition.
static NOT_REPRODUCED: AtomicU64 = AtomicU64::new(0);

const NEVER_COMPLETED: &str = "never completed by a call that samebits sees";

#[derive(Debug, Default)]
pub struct Tallies {
    calls: Mutex<BTreeMap<Kind, Tally>>,
    without_memory: Mutex<BTreeMap<&'static str, u64>>,
    /// Persistent reductions that were made and not started yet.
    not_started: AtomicU64,
    /// How many reductions the MPI library has driven, by its hook.
    driven: Mutex<BTreeMap<&'static str, u64>>,
}

impl Tallies {
    /// Counts a call. `site` is called only for the first of a kind that was not made reproducible.
    pub fn count(&self, call: &Counted, site: impl FnOnce() -> Option<String>) {
        let mut tallies = lock(&self.calls);
        let tally = tallies.entry(call.kind).or_default();
        if tally.calls == 0 && matches!(call.kind.outcome, Outcome::NotReproduced(_)) {
            tally.site = site();
        }
        tally.count(call);
    }

    /// A call that was counted as made reproducible has never got its result.
    pub fn lost(&self, call: &Counted) {
        let mut tallies = lock(&self.calls);
        let Some(tally) = tallies.get_mut(&call.kind) else { return };
        tally.uncount(call);
        if tally.calls == 0 {
            tallies.remove(&call.kind);
        }
        let outcome = Outcome::NotReproduced(NEVER_COMPLETED);
        let kind = Kind { outcome, ..call.kind };
        tallies.entry(kind).or_default().count(call);
    }

    /// Counts a communicator that could have had shared memory but has none, for this reason.
    pub fn without_memory(&self, reason: &'static str) {
        *lock(&self.without_memory).entry(reason).or_default() += 1;
    }

    /// Counts a reduction that is started to be driven by the MPI library, which has this hook.
    pub fn driven(&self, hook: &'static str) {
        *lock(&self.driven).entry(hook).or_default() += 1;
    }

    /// A persistent reduction has been made: it counts when it is started.
    pub fn made(&self) {
        self.not_started.fetch_add(1, Ordering::Relaxed);
    }

    /// One that was made is started for the first time.
    pub fn started(&self) {
        // (One that a report has told of as never started counts no more.)
        let one_less = |number: u64| number.checked_sub(1);
        let _ = self.not_started.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
    }

    pub fn is_empty(&self) -> bool {
        lock(&self.calls).is_empty() && self.not_started.load(Ordering::Relaxed) == 0
    }

    /// What was counted since the last time. `held` is the most memory that nonblocking and persistent
    /// reductions have held at one time, in bytes.
    pub fn take(&self, held: usize) -> Summary {
        let rows = std::mem::take(&mut *lock(&self.calls));
        let without_memory = std::mem::take(&mut *lock(&self.without_memory));
        let driven = std::mem::take(&mut *lock(&self.driven));
        let never_started = self.not_started.swap(0, Ordering::Relaxed);
        Summary { rows, without_memory, driven, never_started, held, ..Summary::default() }
    }
}

/// An intercepted call. When dropped, also by unwinding, it counts as passed on or failed.
pub struct Seen {
    counted: bool,
}

#[inline]
pub fn seen() -> Seen {
    INTERCEPTED.add_one();
    Seen { counted: true }
}

/// A call that is to make a persistent reduction, which counts each time it is started. When
/// dropped, it counts as a call that failed.
#[inline]
pub fn preparing() -> Seen {
    Seen { counted: false }
}

impl Seen {
    /// Counts the call as evaluated by samebits.
    #[inline]
    pub fn reproduced(self) {
        std::mem::forget(self);
    }

    /// The call has made a persistent reduction, and does not count.
    pub fn prepared(self) {
        debug_assert!(!self.counted);
        std::mem::forget(self);
    }
}

impl Drop for Seen {
    fn drop(&mut self) {
        if !self.counted {
            INTERCEPTED.add_one();
        }
        NOT_REPRODUCED.fetch_add(1, Ordering::Release);
    }
}

/// Some calls that were counted as evaluated never got their results.
pub fn lost(number: u64) {
    NOT_REPRODUCED.fetch_add(number, Ordering::Release);
}

pub fn intercepted() -> u64 {
    INTERCEPTED.get()
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
