//! Which kind of stores ([`samebits_kernel::stores`]) a rank uses, found by trying: cores may share
//! a cache or not, and ranks may move.
//!
//! **Trials.** Vectors are in classes of sizes, a power of two of bytes each, and blocks are counted
//! in each class of a segment. Since calls are collective, a block has the same number on all ranks:
//! so all try the same kind at the same time without having agreed on it. A trial is some rounds
//! in which each kind has a [turn](super::turns) of [`TURN`] blocks. Of these the first [`WARM`] are not
//! timed, because every slot is then in the state in which that kind leaves it; nor is the last
//! one, since the next kind's first is written before it is read. What counts for a kind is the
//! least time of a turn, and the median of that over the rounds. A kind replaces ordinary stores if
//! it takes clearly less time. What a rank chooses is its own affair.
//!
//! **Cost.** The first trial begins with block [`FIRST`], the next one [`FIRST_GAP`] blocks after
//! that, and then after twice as many each time, up to [`LAST_GAP`]: 72 of 4168 blocks, 1.8 %, and
//! later 0.1 %. A kind that took twice the time of the best one has only one turn a trial: by a kind
//! that takes five times the best one's time 4168 blocks become 0.8 % slower, by one that takes less
//! than twice its time 0.6 % at most. A block that is timed costs four looks at the clock and a
//! fence; a call outside a trial a comparison.

use super::turns::{Times, Turn, KINDS, TRIAL, TURN, UNKNOWN};
use samebits_base::lock::lock;
use samebits_kernel::stores::{Stores, ALL};
use std::sync::atomic::{AtomicU64, AtomicU8, Ordering::Relaxed};
use std::sync::Mutex;
use std::time::Duration;

/// As many as a rank has slots.
const WARM: u64 = 4;

const FIRST: u64 = 32;
const FIRST_GAP: u64 = 1 << 12;
const LAST_GAP: u64 = 1 << 16;

const _: () = assert!(50 * TRIAL < FIRST_GAP + TRIAL, "trials are less than 2 % of the blocks");

/// Bytes of a vector from which on it matters how they are stored.
pub(super) const LEAST: usize = 2 << 10;

/// The last one is that of all vectors of 4 MiB and more.
const CLASSES: usize = 12;

/// A segment's classes, as one of its ranks sees them.
#[derive(Debug, Default)]
pub struct Trials([SizeClass; CLASSES]);

impl Trials {
    /// The class of vectors of `bytes` bytes, at least [`LEAST`].
    pub fn class(&self, bytes: usize) -> &SizeClass {
        let class = (bytes / LEAST).checked_ilog2().unwrap_or(0) as usize;
        &self.0[class.min(CLASSES - 1)]
    }
}

/// (Numbers are atomic because segments are used by any thread, one at a time.)
#[derive(Debug)]
pub struct SizeClass {
    /// The number of the next block.
    next: AtomicU64,
    /// The first block of the current or the next trial.
    trial: AtomicU64,
    /// Blocks from its end to the one that follows.
    gap: AtomicU64,
    /// The row of [`ALL`] that has been chosen.
    chosen: AtomicU8,
    times: Mutex<Times>,
}

impl Default for SizeClass {
    fn default() -> SizeClass {
        let (next, trial, gap) = (0.into(), FIRST.into(), FIRST_GAP.into());
        SizeClass { next, trial, gap, chosen: 0.into(), times: Mutex::default() }
    }
}

impl SizeClass {
    /// What has been chosen.
    pub fn chosen(&self) -> Stores {
        ALL[usize::from(self.chosen.load(Relaxed))].1
    }

    /// Counts some blocks, which all ranks write and read; returns the first one's number if one
    /// of them may be in a trial.
    pub fn begin(&self, blocks: u64) -> Option<u64> {
        let first = self.next.load(Relaxed);
        self.next.store(first + blocks, Relaxed);
        (KINDS > 1 && first + blocks > self.trial.load(Relaxed)).then_some(first)
    }

    /// How a block is written, and whether it is timed. To be asked in the order of the blocks.
    pub fn turn(&self, block: u64) -> (Stores, bool) {
        let trial = self.trial.load(Relaxed);
        let Some(place) = block.checked_sub(trial) else { return (self.chosen(), false) };
        let mut times = lock(&self.times);
        if place >= TRIAL {
            self.chosen.store(times.best() as u8, Relaxed);
            let gap = self.gap.load(Relaxed);
            self.trial.store(trial + TRIAL + gap, Relaxed);
            self.gap.store(LAST_GAP.min(2 * gap), Relaxed);
            return (self.chosen(), false);
        }
        let Turn { round, kind, place } = Turn::at(place);
        match times.takes_part(round, kind) {
            true => (ALL[kind].1, (WARM..TURN - 1).contains(&place)),
            false => (self.chosen(), false),
        }
    }

    /// Records the time that a block of `bytes` bytes took.
    pub fn record(&self, block: u64, time: Duration, bytes: usize) {
        let place = block.checked_sub(self.trial.load(Relaxed));
        let Some(place) = place.filter(|&place| place < TRIAL && bytes > 0) else { return };
        // Lengths differ within a class.
        let time = (time.as_nanos() << 16) / bytes as u128;
        lock(&self.times).record(Turn::at(place), time.min(u128::from(UNKNOWN - 1)) as u32);
    }
}

#[cfg(target_arch = "x86_64")]
#[cfg(test)]
mod tests {
    use super::*;

    const PREFETCH: usize = 1;
    const STREAM: usize = 2;

    /// Goes on to a block, as calls of one block do, where a kind's time in nanoseconds is given;
    /// returns how many blocks each kind had.
    fn go_on(class: &SizeClass, to: u64, time: impl Fn(u64, usize) -> u64) -> [u64; KINDS] {
        let mut blocks = [0; KINDS];
        while class.next.load(Relaxed) < to {
            let number = class.next.load(Relaxed);
            let in_trial = class.begin(1);
            let (stores, timed) = in_trial.map_or((class.chosen(), false), |n| class.turn(n));
            assert!(in_trial.is_none_or(|n| n == number));
            let kind = ALL.iter().position(|row| row.1 == stores).unwrap();
            blocks[kind] += 1;
            if timed {
                class.record(number, Duration::from_nanos(time(number, kind)), 4096);
            }
        }
        blocks
    }

    const AFTER_FIRST: u64 = FIRST + TRIAL + 1;

    fn chosen_after_first(time: impl Fn(u64, usize) -> u64) -> Stores {
        let class = SizeClass::default();
        assert_eq!(class.chosen(), Stores::Ordinary);
        go_on(&class, AFTER_FIRST, time);
        class.chosen()
    }

    #[test]
    fn the_best_kind_is_chosen() {
        let times = |times: [u64; KINDS]| chosen_after_first(|_, kind| times[kind]);
        assert_eq!(times([1000, 900, 500]), Stores::Streaming);
        assert_eq!(times([1000, 600, 2700]), Stores::Prefetched);
        assert_eq!(times([1000, 1100, 2700]), Stores::Ordinary);
        assert_eq!(times([5000, 4000, 1000]), Stores::Streaming);
        // What is hardly better is not.
        assert_eq!(times([1000, 920, 950]), Stores::Ordinary);
        assert_eq!(times([1000, 1000, 1000]), Stores::Ordinary);
        assert_eq!(times([1000, 880, 950]), Stores::Prefetched);
        assert_eq!(times([0, 0, 0]), Stores::Ordinary);
    }

    #[test]
    fn interruptions_and_a_lucky_round_do_not_count() {
        let place = |number: u64| number - FIRST;
        // All but one of each turn's blocks take a hundred times as long.
        let interrupted = |number, kind| {
            let slower = if place(number) % TURN == WARM { 1 } else { 100 };
            [1000u64, 900, 500][kind] * slower
        };
        assert_eq!(chosen_after_first(interrupted), Stores::Streaming);
        // In one round ordinary stores, or those past the cache, are stopped all along.
        let stopped = |which| {
            move |number, kind: usize| {
                let round = Turn::at(place(number)).round;
                [1000u64, 1000, 1500][kind] * if kind == which && round == 2 { 50 } else { 1 }
            }
        };
        assert_eq!(chosen_after_first(stopped(0)), Stores::Ordinary);
        let lucky = |number, kind: usize| {
            let round = Turn::at(place(number)).round;
            if kind == STREAM && round == 1 {
                600
            } else {
                1000
            }
        };
        assert_eq!(chosen_after_first(lucky), Stores::Ordinary);
    }

    #[test]
    fn what_is_slow_has_one_turn_a_trial() {
        let class = SizeClass::default();
        go_on(&class, FIRST, |_, _| unreachable!("nothing is timed yet"));
        let blocks = go_on(&class, AFTER_FIRST, |_, kind| [1000, 1000, 2700][kind]);
        assert_eq!(blocks, [TRIAL - 4 * TURN + 1, 3 * TURN, TURN]);
        let class = SizeClass::default();
        go_on(&class, FIRST, |_, _| 0);
        let blocks = go_on(&class, AFTER_FIRST, |_, kind| [5000, 5000, 1000][kind]);
        // (Until something else is chosen, ordinary stores stand in for what is left out.)
        assert_eq!(blocks[STREAM], 3 * TURN + 1);
        let (mut trials, mut slow) = (0, 0);
        for _ in 0..20 {
            let to = class.trial.load(Relaxed) + TRIAL + 1;
            let blocks = go_on(&class, to, |_, kind| [5000, 5000, 1000][kind]);
            assert_eq!(class.chosen(), Stores::Streaming);
            trials += 1;
            slow += blocks[0] + blocks[PREFETCH];
        }
        assert_eq!(slow, trials * 2 * TURN);
    }

    #[test]
    fn it_is_tried_again_ever_more_rarely_and_for_ever() {
        let class = SizeClass::default();
        let far = |_, kind: usize| [5000, 4000, 1000][kind];
        let near = |_, kind: usize| [1000, 1000, 2700][kind];
        go_on(&class, AFTER_FIRST, far);
        assert_eq!(class.chosen(), Stores::Streaming);
        let second = FIRST + TRIAL + FIRST_GAP;
        // The ranks move.
        go_on(&class, second + TRIAL, near);
        assert_eq!(class.chosen(), Stores::Streaming, "not before the end of the trial");
        go_on(&class, second + TRIAL + 1, near);
        assert_eq!(class.chosen(), Stores::Ordinary);
        let mut at = second;
        for gap in [2, 4, 8, 16, 16, 16].map(|times| times * FIRST_GAP) {
            at += TRIAL + gap;
            assert_eq!(class.trial.load(Relaxed), at);
            go_on(&class, at + TRIAL + 1, near);
        }
    }

    #[test]
    fn a_call_of_many_blocks_and_one_that_is_given_up() {
        let class = SizeClass::default();
        // It goes through the whole trial, and beyond it; block k + 1 is written before k is read.
        let blocks = FIRST + TRIAL + 20;
        let first = class.begin(blocks).unwrap();
        let mut timed = None;
        for block in first..first + blocks {
            let (stores, next) = class.turn(block);
            if let Some(before) = timed.take() {
                let (_, kind) = before;
                let time = [1000, 1000, 500][kind];
                class.record(block - 1, Duration::from_nanos(time), 4096);
            }
            let kind = ALL.iter().position(|row| row.1 == stores).unwrap();
            timed = next.then_some((block, kind));
        }
        assert_eq!(class.chosen(), Stores::Streaming);
        assert_eq!(class.begin(1), None);
        // One that is given up within a trial leaves it unfinished; the next one ends it.
        let trial = class.trial.load(Relaxed);
        let first = class.next.load(Relaxed);
        assert!(class.begin(trial + TRIAL + 5 - first).is_some());
        class.turn(trial);
        let next = class.begin(1).unwrap();
        assert_eq!(class.turn(next), (Stores::Ordinary, false), "nothing was timed");
        assert!(class.trial.load(Relaxed) > next);
        assert_eq!(class.begin(1), None);
    }

    #[test]
    fn classes_are_powers_of_two() {
        let trials = Trials::default();
        let number = |bytes: usize| {
            (0..CLASSES).position(|i| std::ptr::eq(&trials.0[i], trials.class(bytes))).unwrap()
        };
        let sizes = [2048, 4095, 4096, 65536, 4 << 20, 1 << 30, usize::MAX];
        assert_eq!(sizes.map(number), [0, 0, 1, 5, 11, 11, 11]);
    }
}
