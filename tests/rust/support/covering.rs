//! Covering designs: rows with a level of each factor, such that any two levels of two factors
//! come together in some row, where they may. There are about as many rows as the two longest
//! factors have pairs, however many factors there are (Cohen et al. 1997, "The AETG
//! system": of some candidates the one that covers the most pairs becomes the next row).

use super::hostile::Random;
use std::collections::BTreeSet;

/// A factor and one of its levels.
pub type Level = (usize, usize);

/// Candidates for each row.
const CANDIDATES: usize = 20;

/// The pairs that may come together, each with the lower factor in front.
pub fn pairs(levels: &[usize], may: impl Fn(Level, Level) -> bool) -> BTreeSet<(Level, Level)> {
    let mut all = BTreeSet::new();
    for second in 0..levels.len() {
        for first in 0..second {
            let both = (0..levels[first]).flat_map(|a| (0..levels[second]).map(move |b| (a, b)));
            let both = both.map(|(a, b)| ((first, a), (second, b)));
            all.extend(both.filter(|(one, other)| may(*one, *other)));
        }
    }
    all
}

/// A design for factors with so many levels; `may` says of each two whether they may come
/// together, the lower factor in front.
pub fn design(
    levels: &[usize],
    may: impl Fn(Level, Level) -> bool,
    random: &mut Random,
) -> Vec<Vec<usize>> {
    let all = pairs(levels, may);
    let (mut open, mut rows) = (all.clone(), Vec::new());
    while !open.is_empty() {
        let candidates: Vec<_> =
            (0..CANDIDATES).filter_map(|_| candidate(levels, &all, &open, random)).collect();
        let gained = |row: &&Vec<usize>| of(row).filter(|pair| open.contains(pair)).count();
        let row = candidates.iter().max_by_key(gained).expect("levels that go together").clone();
        of(&row).for_each(|pair| {
            open.remove(&pair);
        });
        rows.push(row);
    }
    rows
}

/// The pairs in a row.
pub fn of(row: &[usize]) -> impl Iterator<Item = (Level, Level)> + '_ {
    (0..row.len()).flat_map(move |b| (0..b).map(move |a| ((a, row[a]), (b, row[b]))))
}

/// A row with one pair that is still open at least; none where that does not work out.
fn candidate(
    levels: &[usize],
    all: &BTreeSet<(Level, Level)>,
    open: &BTreeSet<(Level, Level)>,
    random: &mut Random,
) -> Option<Vec<usize>> {
    let any = random.below(open.len() as u64) as usize;
    let (one, other) = open.iter().nth(any).expect("as many are open");
    let mut set = vec![*one, *other];
    let mut rest: Vec<usize> = (0..levels.len()).filter(|f| *f != one.0 && *f != other.0).collect();
    while !rest.is_empty() {
        let factor = rest.swap_remove(random.below(rest.len() as u64) as usize);
        let pair = |level: Level, other: Level| (level.min(other), level.max(other));
        let among = |pairs: &BTreeSet<_>, level: Level| {
            set.iter().filter(|other| pairs.contains(&pair(level, **other))).count()
        };
        let fitting = (0..levels[factor]).filter(|l| among(all, (factor, *l)) == set.len());
        let level = fitting.max_by_key(|l| (among(open, (factor, *l)), random.next()))?;
        set.push((factor, level));
    }
    set.sort_unstable();
    Some(set.into_iter().map(|(_, level)| level).collect())
}

/// Numbers below a limit in an order that is different each time round.
pub struct Deck {
    numbers: Vec<usize>,
    next: usize,
    /// How often all of them have come.
    pub rounds: usize,
}

impl Deck {
    pub fn new(limit: usize) -> Self {
        Deck { numbers: (0..limit).collect(), next: 0, rounds: 0 }
    }

    pub fn deal(&mut self, random: &mut Random) -> usize {
        let other = self.next + random.below((self.numbers.len() - self.next) as u64) as usize;
        self.numbers.swap(self.next, other);
        let number = self.numbers[self.next];
        self.next = (self.next + 1) % self.numbers.len();
        self.rounds += usize::from(self.next == 0);
        number
    }
}
