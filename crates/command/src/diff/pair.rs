//! One rank in both runs, side by side: where it first differs.

use super::aside::Place;
use super::side::{choices_part, same_call, Item, Outcome, Side};
use crate::trace::rank::{in_words, RankFile};
use crate::trace::tables::Key;
use crate::trace::view::{completes_later, number_of, ReductionView};
use samebits_trace::format::{flags, Reduction};
use samebits_trace::read::Ending;
use std::collections::{BTreeMap, BTreeSet};

/// What differs first on a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The calls.
    Flow,
    /// What this rank contributes.
    Contribution,
    /// Only what it gets.
    Result,
    /// The digest of many reductions: that one, and how many.
    Interval(u64, u64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// Among this rank's reductions, from 1.
    pub position: u64,
    pub kind: Kind,
    /// The reduction in each run; equal unless the flow differs.
    pub keys: [Option<Key>; 2],
    /// When it was called, in nanoseconds since 1970.
    pub moment: u64,
    /// Its result differs, whatever else does.
    pub result: bool,
}

#[derive(Default)]
pub struct Comparison {
    pub first: Option<First>,
    /// Reductions that were compared.
    pub compared: u64,
    /// Some of MPI's open choices were made otherwise.
    pub choices: bool,
    /// Sentences about what could not be compared, or ended early.
    pub remarks: Vec<String>,
}

/// The results of reductions that were not complete when they were recorded.
type Open = BTreeMap<u64, (Pending, [Option<Outcome>; 2])>;

#[derive(Clone, Copy)]
struct Pending {
    key: Key,
    moment: u64,
}

/// Reductions of the places that are looked past count as equal.
pub fn compare(
    rank: u32,
    files: [&RankFile; 2],
    past: &BTreeSet<Place>,
    mut tick: impl FnMut(usize),
) -> Comparison {
    let (mut a, mut b) = (Side::new(files[0]), Side::new(files[1]));
    let mut found = Comparison::default();
    let mut open = Open::new();
    loop {
        let items = (a.next(), b.next());
        tick(a.reader.at() + b.reader.at());
        settle(&mut a, 0, &mut open, &mut found.first);
        settle(&mut b, 1, &mut open, &mut found.first);
        if let Some(first) = &found.first {
            // Results of earlier reductions may still come, and may differ, too.
            if open.range(..first.position).next().is_none() || over(&items.0) || over(&items.1) {
                break;
            }
            continue;
        }
        found.choices |= choices_part(&a, &b).is_some();
        match items {
            (Item::Reduction(x), Item::Reduction(y)) => {
                found.first = reductions(&a, &x, &b, &y, past, &mut open);
                found.compared = a.position;
            }
            (
                Item::Interval { from, number, digest },
                Item::Interval { from: f, number: n, digest: d },
            ) if (from, number) == (f, n) => {
                if digest != d {
                    found.first = Some(First {
                        position: a.position.saturating_sub(number).saturating_add(1),
                        kind: Kind::Interval(from, number),
                        keys: [None; 2],
                        moment: u64::MAX,
                        result: false,
                    });
                }
                found.compared = a.position;
            }
            (Item::Over(x), Item::Over(y)) => {
                let sides = [("first", &a, x), ("second", &b, y)];
                for (which, side, ending) in sides {
                    found.remarks.extend(ended(rank, which, side, ending, files));
                }
                break;
            }
            (Item::Over(ending), item) | (item, Item::Over(ending)) => {
                let (which, side) =
                    if a.position < b.position { ("first", &a) } else { ("second", &b) };
                found.remarks.extend(ended(rank, which, side, ending, files));
                if ending == Ending::Proper {
                    found.first = one_more(&a, &b, item);
                }
                if found.first.is_none() {
                    break;
                }
            }
            _ => {
                found.remarks.push(format!(
                    "Rank {rank} is compared up to its reduction {}: beyond it, one run has a \
                     digest of many reductions where the other has not",
                    found.compared
                ));
                break;
            }
        }
    }
    found
}

fn over(item: &Item) -> bool {
    matches!(item, Item::Over(_))
}

/// Two reductions at one position of a rank.
fn reductions(
    a: &Side,
    x: &Reduction,
    b: &Side,
    y: &Reduction,
    past: &BTreeSet<Place>,
    open: &mut Open,
) -> Option<First> {
    let keys = [a.reader.tables.key_of(x), b.reader.tables.key_of(y)];
    let moment = a.moment(x);
    let first = |kind, result| {
        let keys = keys.map(Some);
        Some(First { position: a.position, kind, keys, moment, result })
    };
    if !same_call(a, x, b, y) {
        return first(Kind::Flow, false);
    }
    if !past.is_empty() && Place::of(&a.reader.tables, x).is_some_and(|place| past.contains(&place))
    {
        return None;
    }
    let outcomes = [Outcome::of(x), Outcome::of(y)];
    let result = match outcomes {
        [Some(x), Some(y)] => x.differs(&y),
        outcomes => {
            open.insert(a.position, (Pending { key: keys[0], moment }, outcomes));
            false
        }
    };
    let contributed = x.flags & y.flags & flags::CONTRIBUTED != 0;
    if contributed && x.contribution != y.contribution {
        return first(Kind::Contribution, result);
    }
    if result {
        first(Kind::Result, true)
    } else {
        None
    }
}

/// Compares results that have come by later records.
fn settle(side: &mut Side, which: usize, open: &mut Open, first: &mut Option<First>) {
    for (position, outcome) in side.completed.drain(..) {
        let Some((pending, outcomes)) = open.get_mut(&position) else { continue };
        outcomes[which] = Some(outcome);
        let [Some(x), Some(y)] = *outcomes else { continue };
        let Pending { key, moment } = *pending;
        open.remove(&position);
        if !x.differs(&y) {
            continue;
        }
        match first {
            Some(first) if first.position < position => {}
            Some(first) if first.position == position => first.result = true,
            _ => {
                let keys = [Some(key); 2];
                *first = Some(First { position, kind: Kind::Result, keys, moment, result: true });
            }
        }
    }
}

/// One run has a reduction where the other one has ended as it should.
fn one_more(a: &Side, b: &Side, item: Item) -> Option<First> {
    let (which, side) = if a.position < b.position { (1, b) } else { (0, a) };
    match item {
        Item::Reduction(reduction) => {
            let mut keys = [None; 2];
            keys[which] = Some(side.reader.tables.key_of(&reduction));
            let moment = side.moment(&reduction);
            let position = side.position;
            Some(First { position, kind: Kind::Flow, keys, moment, result: false })
        }
        Item::Interval { from, number, .. } => Some(First {
            position: side.position.saturating_sub(number).saturating_add(1),
            kind: Kind::Interval(from, number),
            keys: [None; 2],
            moment: u64::MAX,
            result: false,
        }),
        Item::Over(_) => None,
    }
}

/// What is to be said of a file that does not end as it should.
fn ended(
    rank: u32,
    which: &str,
    side: &Side,
    ending: Ending,
    files: [&RankFile; 2],
) -> Option<String> {
    let why = in_words(ending)?;
    let file = files[usize::from(which == "second")];
    let inside = inside(file).map_or(String::new(), |view| {
        let stage = if completes_later(&view.call) { "had not completed" } else { "was inside" };
        format!("; it {stage} {}", view.words_and_site())
    });
    let reductions = number_of(side.position, "reduction");
    Some(format!("Rank {rank} of the {which} run {why}, after {reductions}{inside}"))
}

/// The last reduction of a file, if it had not come to its end.
pub fn inside(file: &RankFile) -> Option<ReductionView> {
    let mut side = Side::new(file);
    let mut last = None;
    loop {
        match side.next() {
            Item::Reduction(reduction) => last = Some((side.position, reduction)),
            Item::Interval { .. } => last = None,
            Item::Over(_) => break,
        }
    }
    let (position, reduction) = last?;
    let key = side.reader.tables.key_of(&reduction);
    side.open
        .contains_key(&key)
        .then(|| ReductionView::new(&side.reader.tables, position, &reduction))
}
