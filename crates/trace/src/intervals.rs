//! Long runs: of most reductions only a digest of many together is recorded. Two runs that part are
//! compared by these first, and then traced in full where they part.
//!
//! Which reductions are recorded in full, and how the others are put together, depends on their number
//! and on what the user has asked for, on nothing else: so it is the same in both runs.

use std::collections::VecDeque;

/// Bytes of a record of a reduction, with those of its end, its choices and its values.
const IN_FULL: u64 = 256;

/// Reductions that are digested together, at first.
const FIRST: u64 = 1024;

/// By how much later intervals are longer.
const LONGER: u64 = 4;

/// Which reductions of a rank are recorded in full: numbered from 0 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The first one.
    from: u64,
    /// How many.
    full: u64,
    /// How many intervals there are of a length.
    per_length: u64,
}

impl Plan {
    /// For a file of up to `limit` bytes, where up to `kept` bytes of each buffer are recorded.
    pub fn new(limit: u64, from: u64, kept: u64) -> Plan {
        let each = IN_FULL + 2 * kept;
        Plan { from, full: (limit / 2 / each).max(1), per_length: (limit / 256).max(64) }
    }

    pub fn is_full(&self, number: u64) -> bool {
        (self.from..self.from.saturating_add(self.full)).contains(&number)
    }

    /// The interval that a reduction belongs to which is not recorded in full: its first one, and how
    /// many they are.
    fn interval(&self, number: u64) -> (u64, u64) {
        let before = number < self.from;
        let start = if before { 0 } else { self.from.saturating_add(self.full) };
        let (mut offset, mut length, mut first) = (number - start, FIRST, start);
        while offset / length >= self.per_length {
            offset -= self.per_length * length;
            first += self.per_length * length;
            length *= LONGER;
        }
        first += offset / length * length;
        (first, if before { length.min(self.from - first) } else { length })
    }
}

/// Reductions that are digested together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    pub from: u64,
    /// How many of them there were.
    pub number: u64,
    /// The sum of the digests of what is known of each.
    pub digest: u64,
    /// Reductions that have begun, and not ended.
    open: u64,
}

/// The intervals that are not complete.
#[derive(Debug, Default)]
pub struct Intervals(VecDeque<Interval>);

impl Intervals {
    /// A reduction begins. Returns an interval that is complete by that, if there is one.
    pub fn begin(&mut self, plan: &Plan, number: u64, digest: u64) -> Option<Interval> {
        let (from, _) = plan.interval(number);
        if self.0.back().is_none_or(|last| last.from != from) {
            self.0.push_back(Interval { from, number: 0, digest: 0, open: 0 });
        }
        let last = self.0.back_mut().expect("it was added");
        last.number += 1;
        last.open += 1;
        last.digest = last.digest.wrapping_add(digest);
        self.complete(plan)
    }

    /// The reduction of that number is done. Likewise.
    pub fn end(&mut self, plan: &Plan, number: u64, digest: u64) -> Option<Interval> {
        let (from, _) = plan.interval(number);
        let interval = self.0.iter_mut().find(|interval| interval.from == from)?;
        interval.open -= 1;
        interval.digest = interval.digest.wrapping_add(digest);
        self.complete(plan)
    }

    /// The first that is over, and of which all reductions are done.
    fn complete(&mut self, plan: &Plan) -> Option<Interval> {
        let done = |interval: &Interval| {
            interval.open == 0 && interval.number == plan.interval(interval.from).1
        };
        let at = self.0.iter().position(done)?;
        self.0.remove(at)
    }

    /// All others, at the end.
    pub fn rest(&mut self) -> impl Iterator<Item = Interval> + '_ {
        self.0.drain(..)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reduction_is_recorded_in_full_or_in_one_interval() {
        for (from, limit) in [(0, 1 << 16), (5000, 1 << 16), (100, 1 << 20)] {
            let plan = Plan::new(limit, from, 0);
            let mut next = None;
            for number in 0..400_000 {
                if plan.is_full(number) {
                    assert!(next.is_none_or(|next| next == number), "{number}");
                    next = None;
                    continue;
                }
                let (first, length) = plan.interval(number);
                assert!((first..first + length).contains(&number), "{number}");
                let ends = first + length;
                assert!(next.is_none_or(|next| next == ends || next == first), "{number}");
                next = Some(ends);
            }
        }
    }

    #[test]
    fn a_file_stays_within_its_limit() {
        for limit in [1 << 16, 1 << 20, 1 << 30] {
            let plan = Plan::new(limit, 0, 0);
            // Of more reductions than any program calls.
            let (mut number, mut intervals) = (plan.full, 0u64);
            while number < 1 << 44 && intervals < 1 << 22 {
                number = {
                    let (first, length) = plan.interval(number);
                    first + length
                };
                intervals += 1;
            }
            assert!(number >= 1 << 33 || intervals == 1 << 22, "{number}");
            assert!(plan.full * IN_FULL <= limit / 2);
        }
    }

    #[test]
    fn an_interval_is_complete_when_its_reductions_are_in_any_order() {
        let plan = Plan { from: 0, full: 1, per_length: 64 };
        let all = |order: &dyn Fn(u64) -> u64| {
            let mut intervals = Intervals::default();
            for number in 1..=FIRST {
                assert_eq!(intervals.begin(&plan, number, 3 * number), None);
            }
            assert_eq!(intervals.begin(&plan, FIRST + 1, 7), None);
            let mut complete = None;
            for number in 1..=FIRST {
                assert_eq!(complete, None);
                complete = intervals.end(&plan, order(number), 1);
            }
            assert_eq!(intervals.rest().map(|rest| rest.number).collect::<Vec<_>>(), [1]);
            complete.unwrap()
        };
        let forward = all(&|number| number);
        assert_eq!(forward, all(&|number| FIRST + 1 - number));
        assert_eq!((forward.from, forward.number), (1, FIRST));
        assert_eq!(forward.digest, 3 * FIRST * (FIRST + 1) / 2 + FIRST);
    }
}
