//! Where the time of a call goes, by Shan et al. 2019, section V-A: communication, local work,
//! the gathering of results, and the rest. Schedules and arithmetics know nothing of it: where
//! a report was asked for they get a transport and a fold that look at a clock around each call
//! ([`transport`], [`fold`]).
//!
//! Cost: without a report none; with one two looks at the clock, some 50 ns, for each message,
//! collective, fold and merge.

pub mod fold;
pub mod transport;

use std::cell::Cell;
use std::time::{Duration, Instant};

/// What time is spent in; everything else is the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Contributions and partials on their way to other ranks, and waiting for them.
    Communication,
    /// Contributions that are folded, merged and finished on this rank.
    Local,
    /// Results on their way to all who get them, and waiting for them.
    Gather,
}

/// The parts, in the order in which they are reported.
pub const PARTS: [(Part, &str); 3] =
    [(Part::Communication, "communication"), (Part::Local, "local"), (Part::Gather, "gather")];

/// The time of some calls, and of the parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// From the first line of ours to the last one.
    pub total: Duration,
    /// Of each of [`PARTS`].
    pub parts: [Duration; PARTS.len()],
}

impl Times {
    /// Those of one more call.
    pub fn add(&mut self, call: &Times) {
        self.total += call.total;
        for (sum, part) in self.parts.iter_mut().zip(call.parts) {
            *sum += part;
        }
    }

    /// In microseconds, rounded so that they add up: all, the parts, the rest.
    pub fn in_microseconds(&self) -> (u128, [u128; PARTS.len()], u128) {
        let total = (self.total.as_nanos() + 500) / 1000;
        let parts = self.parts.map(|part| part.as_micros());
        (total, parts, total.saturating_sub(parts.iter().sum()))
    }
}

/// Watches one call.
#[derive(Debug)]
pub struct Watch {
    begun: Instant,
    parts: [Cell<Duration>; PARTS.len()],
}

impl Watch {
    /// From now on.
    pub fn start() -> Watch {
        Watch { begun: Instant::now(), parts: Default::default() }
    }

    /// Does some work, whose time belongs to a part.
    pub fn time<R>(&self, part: Part, work: impl FnOnce() -> R) -> R {
        let begun = Instant::now();
        let result = work();
        self.more(part, begun.elapsed());
        result
    }

    /// Does some work, of whose time that belongs to a part which no other part has got.
    pub fn time_rest<R>(&self, part: Part, work: impl FnOnce() -> R) -> R {
        let (begun, before) = (Instant::now(), self.known());
        let result = work();
        self.more(part, begun.elapsed().saturating_sub(self.known() - before));
        result
    }

    fn known(&self) -> Duration {
        self.parts.iter().map(Cell::get).sum()
    }

    fn more(&self, part: Part, time: Duration) {
        let cell = &self.parts[part as usize];
        cell.set(cell.get() + time);
    }

    /// What was seen so far.
    pub fn times(&self) -> Times {
        Times { total: self.begun.elapsed(), parts: self.parts.each_ref().map(Cell::get) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;

    const SHORT: Duration = Duration::from_millis(5);

    #[test]
    fn parts_and_rest_add_up() {
        let watch = Watch::start();
        watch.time(Part::Local, || sleep(SHORT));
        watch.time_rest(Part::Communication, || {
            sleep(2 * SHORT);
            watch.time(Part::Gather, || sleep(SHORT));
            watch.time(Part::Local, || sleep(SHORT));
        });
        sleep(SHORT);
        let times = watch.times();
        let (total, [communication, local, gather], rest) = times.in_microseconds();
        assert_eq!(communication + local + gather + rest, total);
        let short = SHORT.as_micros();
        for (part, least) in [(communication, 2), (local, 2), (gather, 1), (rest, 1)] {
            assert!(part >= least * short, "{times:?}");
        }
        assert!(communication <= total - 4 * short, "{times:?}");
    }

    #[test]
    fn times_are_named_in_order() {
        for (i, (part, _)) in PARTS.into_iter().enumerate() {
            assert_eq!(part as usize, i);
        }
    }

    #[test]
    fn rounding_keeps_the_sum() {
        let nanoseconds = Duration::from_nanos;
        let call = Times { total: nanoseconds(2999), parts: [999, 999, 999].map(nanoseconds) };
        assert_eq!(call.in_microseconds(), (3, [0, 0, 0], 3));
        let mut all = Times::default();
        for _ in 0..1000 {
            all.add(&call);
        }
        assert_eq!(all.in_microseconds(), (2999, [999, 999, 999], 2));
    }
}
