//! Where the time of a call goes (Shan et al. 2019, section V-A): communication, local work, the
//! gathering of results, and the rest. For a report, schedules get a transport and a fold that time
//! each call ([`transport`], [`fold`]).
//!
//! Cost: two readings of the clock, some 50 ns, per message, collective, fold and merge.

pub mod fold;
pub mod transport;

use std::cell::Cell;
use std::time::{Duration, Instant};

/// What time is spent on; everything else is the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Exchanging contributions and partials, with the waiting.
    Communication,
    /// Folding, merging and finishing on this rank.
    Local,
    /// Distributing results, with the waiting.
    Gather,
}

/// The parts and their names, in the order of the enum and of the report.
pub const PARTS: [(Part, &str); 3] =
    [(Part::Communication, "communication"), (Part::Local, "local"), (Part::Gather, "gather")];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    pub total: Duration,
    pub parts: [Duration; PARTS.len()],
}

impl Times {
    pub fn add(&mut self, call: &Times) {
        self.total += call.total;
        for (sum, part) in self.parts.iter_mut().zip(call.parts) {
            *sum += part;
        }
    }

    pub fn remove(&mut self, call: &Times) {
        self.total -= call.total;
        for (sum, part) in self.parts.iter_mut().zip(call.parts) {
            *sum -= part;
        }
    }

    /// The total, the parts and the rest in microseconds, rounded so that they add up.
    pub fn in_microseconds(&self) -> (u128, [u128; PARTS.len()], u128) {
        let total = (self.total.as_nanos() + 500) / 1000;
        let parts = self.parts.map(|part| part.as_micros());
        (total, parts, total.saturating_sub(parts.iter().sum()))
    }
}

#[derive(Debug)]
pub struct Watch {
    begun: Instant,
    parts: [Cell<Duration>; PARTS.len()],
}

impl Watch {
    pub fn start() -> Watch {
        Watch { begun: Instant::now(), parts: Default::default() }
    }

    pub fn time<R>(&self, part: Part, work: impl FnOnce() -> R) -> R {
        let begun = Instant::now();
        let result = work();
        self.add(part, begun.elapsed());
        result
    }

    /// Does some work, whose time counts for this part unless the work counts it for another.
    pub fn time_rest<R>(&self, part: Part, work: impl FnOnce() -> R) -> R {
        let (begun, before) = (Instant::now(), self.counted());
        let result = work();
        self.add(part, begun.elapsed().saturating_sub(self.counted() - before));
        result
    }

    fn counted(&self) -> Duration {
        self.parts.iter().map(Cell::get).sum()
    }

    fn add(&self, part: Part, time: Duration) {
        let cell = &self.parts[part as usize];
        cell.set(cell.get() + time);
    }

    pub fn times(&self) -> Times {
        Times { total: self.begun.elapsed(), parts: self.parts.each_ref().map(Cell::get) }
    }
}

/// Something that may be called with this part's clock running, or without.
struct Clocked<'a, I: ?Sized + 'a> {
    inner: &'a I,
    watch: &'a Watch,
    part: Part,
}

impl<'a, I: ?Sized> Clocked<'a, I> {
    fn maybe(inner: Option<&'a I>, watch: &'a Watch, part: Part) -> Option<Self> {
        inner.map(|inner| Clocked { inner, watch, part })
    }

    fn time<R>(&self, call: impl FnOnce(&'a I) -> R) -> R {
        self.watch.time(self.part, || call(self.inner))
    }

    fn untimed<R>(&self, call: impl FnOnce(&'a I) -> R) -> R {
        call(self.inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;

    #[test]
    fn parts_and_rest_add_up() {
        let pause = Duration::from_millis(5);
        let watch = Watch::start();
        watch.time(Part::Local, || sleep(pause));
        watch.time_rest(Part::Communication, || {
            sleep(2 * pause);
            watch.time(Part::Gather, || sleep(pause));
            watch.time(Part::Local, || sleep(pause));
        });
        sleep(pause);
        let times = watch.times();
        let (total, [communication, local, gather], rest) = times.in_microseconds();
        assert_eq!(communication + local + gather + rest, total);
        let pause = pause.as_micros();
        for (part, min) in [(communication, 2), (local, 2), (gather, 1), (rest, 1)] {
            assert!(part >= min * pause, "{times:?}");
        }
        assert!(communication <= total - 4 * pause, "{times:?}");
    }

    #[test]
    fn parts_are_named_in_their_order() {
        assert_eq!(PARTS.map(|(part, _)| part as usize), [0, 1, 2]);
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
