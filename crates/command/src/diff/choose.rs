//! Which of the reductions that differ comes first.
//!
//! A reduction comes before another one if some rank has called it before. On each rank only the
//! first that differs can be the first of all. Of those that no other one precedes, the one that was
//! called first by the clock is taken; they do not depend on each other by reductions.

use super::pair::{First, Kind};
use crate::trace::rank::RankFile;
use crate::trace::tables::Key;
use samebits_trace::format::{flags, Record};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Where a rank has called a reduction, and whether its contribution is known in both runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub position: u64,
    /// In how many of the two runs this rank's record is there, with a contribution or without one
    /// in both alike.
    pub runs: u32,
    contributed: u32,
}

impl Seen {
    /// Both runs say what this rank contributed.
    pub fn is_known(&self) -> bool {
        self.runs == 2 && self.contributed != 1
    }
}

/// A reduction that differs, or a digest of many that does.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The ranks on which it is the first that differs.
    pub ranks: BTreeMap<u32, First>,
    pub keys: BTreeSet<Key>,
}

impl Candidate {
    pub fn kind(&self) -> Kind {
        let kinds = || self.ranks.values().map(|first| first.kind);
        let order = |kind: &Kind| match kind {
            Kind::Flow => 0,
            Kind::Contribution => 1,
            Kind::Result => 2,
            Kind::Interval(..) => 3,
        };
        kinds().min_by_key(order).expect("a candidate differs on a rank")
    }

    fn moment(&self) -> u64 {
        self.ranks.values().map(|first| first.moment).min().expect("as above")
    }

    fn is_between_groups(&self) -> bool {
        self.keys.iter().any(|key| key.comm.is_intercommunicator())
    }
}

/// The places of the reductions that differ, on each rank.
pub type Places = BTreeMap<u32, HashMap<Key, Seen>>;

/// The reductions that are first on some rank.
pub fn candidates(firsts: &BTreeMap<u32, First>) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for (&rank, first) in firsts {
        let keys: BTreeSet<Key> = first.keys.iter().flatten().copied().collect();
        let same = found.iter_mut().find(|other| !other.keys.is_disjoint(&keys));
        match same {
            Some(other) => {
                other.keys.extend(keys);
                other.ranks.insert(rank, first.clone());
            }
            None => found.push(Candidate { ranks: [(rank, first.clone())].into(), keys }),
        }
    }
    found
}

/// Looks for all keys of the candidates in a rank's two files.
pub fn places(
    files: [&RankFile; 2],
    candidates: &[Candidate],
    mut tick: impl FnMut(usize),
) -> HashMap<Key, Seen> {
    let mut places: HashMap<Key, Seen> = HashMap::new();
    let mut wanted: BTreeSet<Key> = BTreeSet::new();
    candidates.iter().for_each(|candidate| wanted.extend(&candidate.keys));
    let mut read = 0;
    for file in files {
        let mut reader = file.reader();
        let (mut position, mut missing) = (0, wanted.clone());
        while let Some(record) = reader.next() {
            match record {
                Record::Reduction(reduction) => {
                    position += 1;
                    let key = reader.tables.key_of(&reduction);
                    if missing.remove(&key) {
                        let seen =
                            places.entry(key).or_insert(Seen { position, ..Seen::default() });
                        seen.position = seen.position.min(position);
                        seen.runs += 1;
                        seen.contributed += u32::from(reduction.flags & flags::CONTRIBUTED != 0);
                    }
                }
                Record::Interval { number, .. } => position = position.saturating_add(number),
                _ => {}
            }
            if missing.is_empty() {
                break;
            }
            tick(read + reader.at());
        }
        read += file.length();
    }
    places
}

/// The candidate that is first, and how many others are not preceded by any.
pub fn first<'a>(
    candidates: &'a [Candidate],
    firsts: &BTreeMap<u32, First>,
    places: &Places,
) -> Option<(&'a Candidate, usize)> {
    let preceded = |candidate: &Candidate| {
        places.iter().any(|(rank, seen)| {
            let own =
                candidate.keys.iter().filter_map(|key| seen.get(key)).map(|seen| seen.position);
            let Some(own) = own.min() else { return false };
            let by_key =
                || seen.iter().any(|(key, at)| !candidate.keys.contains(key) && at.position < own);
            firsts.get(rank).is_some_and(|first| first.position < own) || by_key()
        })
    };
    let by_time = |candidate: &&Candidate| {
        let kind = matches!(candidate.kind(), Kind::Result | Kind::Interval(..));
        (candidate.moment(), kind, candidate.ranks.keys().next().copied())
    };
    let free: Vec<&Candidate> = candidates.iter().filter(|c| !preceded(c)).collect();
    // Requests that are started in opposite orders may precede each other.
    let free = if free.is_empty() { candidates.iter().collect() } else { free };
    let chosen = *free.iter().min_by_key(|c| by_time(c))?;
    // What one group of an intercommunicator gets is what the other one contributes.
    let cause = free.iter().find(|other| {
        chosen.kind() == Kind::Result
            && chosen.is_between_groups()
            && other.is_between_groups()
            && other.kind() != Kind::Result
    });
    Some((cause.unwrap_or(&chosen), free.len() - 1))
}
