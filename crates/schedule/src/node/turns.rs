//! What a trial of kinds of stores ([`super::trials`]) has found: the least time of each turn, and
//! which kind is the best.
//!
//! Cost: a comparison for each block that is timed.

use samebits_kernel::stores::ALL;

pub const KINDS: usize = ALL.len();
pub const ROUNDS: usize = 3;

/// Blocks of a turn.
pub const TURN: u64 = 8;

/// Blocks of a trial.
pub const TRIAL: u64 = (ROUNDS * KINDS) as u64 * TURN;

/// Of how much less time than that of ordinary stores there has to be.
const BETTER: f64 = 0.9;

/// A block's place in a trial.
#[derive(Clone, Copy)]
pub struct Turn {
    pub round: usize,
    pub kind: usize,
    pub place: u64,
}

impl Turn {
    pub fn at(place: u64) -> Turn {
        let turn = (place / TURN) as usize;
        Turn { round: turn / KINDS, kind: turn % KINDS, place: place % TURN }
    }
}

/// Longer than any time that is recorded.
pub const UNKNOWN: u32 = u32::MAX;

/// What a trial has found so far: the least time of each turn.
#[derive(Debug)]
pub struct Times {
    least: [[u32; ROUNDS]; KINDS],
}

const NONE: [[u32; ROUNDS]; KINDS] = [[UNKNOWN; ROUNDS]; KINDS];

impl Default for Times {
    fn default() -> Times {
        Times { least: NONE }
    }
}

impl Times {
    pub fn record(&mut self, Turn { round, kind, .. }: Turn, time: u32) {
        let least = &mut self.least[kind][round];
        *least = time.min(*least);
    }

    /// Whether a kind is tried once more: unless it took twice the best one's time before.
    pub fn takes_part(&self, round: usize, kind: usize) -> bool {
        let before = |kind: usize| self.least[kind][..round].iter().min().copied();
        let best = (0..KINDS).filter_map(before).min().unwrap_or(UNKNOWN);
        before(kind).is_none_or(|time| time / 2 < best || best == UNKNOWN)
    }

    /// The best kind, and an end to this trial.
    pub fn best(&mut self) -> usize {
        // Of the rounds in which it took part.
        let median = |kind: usize| {
            let mut known = self.least[kind];
            known.sort_unstable();
            let n = known.iter().take_while(|&&time| time < UNKNOWN).count();
            known[n.saturating_sub(1) / 2]
        };
        let best = (0..KINDS).min_by_key(|&kind| median(kind)).unwrap_or(0);
        let better = f64::from(median(best)) < BETTER * f64::from(median(0));
        self.least = NONE;
        if better {
            best
        } else {
            0
        }
    }
}
