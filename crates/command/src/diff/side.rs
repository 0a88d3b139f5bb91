//! One rank's trace in one of the two runs, reduction by reduction.

use crate::trace::rank::{RankFile, Reader};
use crate::trace::tables::Key;
use samebits_trace::format::{flags, Choice, Chosen, Completed, Record, Reduction};
use samebits_trace::read::Ending;
use std::collections::HashMap;

/// What a rank's sequence consists of.
pub enum Item {
    Reduction(Reduction),
    Interval { from: u64, number: u64, digest: u64 },
    Over(Ending),
}

/// How a reduction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    received: bool,
    result: u64,
    code: i32,
}

impl Outcome {
    pub fn of(reduction: &Reduction) -> Option<Outcome> {
        let Reduction { flags, result, code, .. } = *reduction;
        Outcome::from_flags(flags, result, code)
    }

    fn of_completed(done: &Completed) -> Option<Outcome> {
        Outcome::from_flags(done.flags | flags::DONE, done.result, done.code)
    }

    fn from_flags(found: u8, result: u64, code: i32) -> Option<Outcome> {
        let received = found & flags::RECEIVED != 0;
        (found & flags::DONE != 0).then_some(Outcome { received, result, code })
    }

    /// Whether they are known to differ; a result that one run lacks is not.
    pub fn differs(&self, other: &Outcome) -> bool {
        let both = self.received && other.received;
        (both && self.result != other.result) || self.code != other.code
    }
}

pub struct Side<'a> {
    pub reader: Reader<'a>,
    /// Reductions up to and with the last item.
    pub position: u64,
    /// Those that had not come to their end when they were recorded, and where they are.
    pub open: HashMap<Key, u64>,
    /// What has come to its end by a later record, since this was emptied.
    pub completed: Vec<(u64, Outcome)>,
    /// The open choices between the last item and the one before.
    pub choices: Vec<Choice>,
    /// Nanoseconds since 1970.
    began: u64,
}

impl Side<'_> {
    pub fn new(file: &RankFile) -> Side<'_> {
        Side {
            reader: file.reader(),
            position: 0,
            open: HashMap::new(),
            completed: Vec::new(),
            choices: Vec::new(),
            began: file.header.began,
        }
    }

    pub fn next(&mut self) -> Item {
        self.choices.clear();
        loop {
            match self.reader.next() {
                Some(Record::Reduction(reduction)) => {
                    self.position += 1;
                    if reduction.flags & flags::DONE == 0 {
                        let key = self.reader.tables.key_of(&reduction);
                        self.open.insert(key, self.position);
                    }
                    return Item::Reduction(reduction);
                }
                Some(Record::Interval { from, number, digest }) => {
                    self.position = self.position.saturating_add(number);
                    return Item::Interval { from, number, digest };
                }
                Some(Record::Completed(done)) => {
                    let key = self.reader.tables.key(done.comm, done.number, done.start);
                    let outcome = Outcome::of_completed(&done);
                    if let Some((position, outcome)) = self.open.remove(&key).zip(outcome) {
                        self.completed.push((position, outcome));
                    }
                }
                Some(Record::Choice(choice)) => self.choices.push(choice),
                Some(_) => {}
                None => {
                    // A reader without a next record knows how its file ends.
                    let ending = self.reader.ending().unwrap_or(Ending::Unfinished);
                    return Item::Over(ending);
                }
            }
        }
    }

    /// When a reduction was called, in nanoseconds since 1970.
    pub fn moment(&self, reduction: &Reduction) -> u64 {
        self.began.saturating_add(u64::from(reduction.time) * 1_000_000)
    }
}

/// Whether the calls are the same, but for the data: what is reduced, where, and in which order.
pub fn same_call(a: &Side, x: &Reduction, b: &Side, y: &Reduction) -> bool {
    let (s, t) = (a.reader.tables.shape(x.shape), b.reader.tables.shape(y.shape));
    let same_shape = match (s, t) {
        (Some(s), Some(t)) => {
            (&s.call, &s.datatype, &s.operator, s.size)
                == (&t.call, &t.datatype, &t.operator, t.size)
        }
        (s, t) => s.is_none() && t.is_none(),
    };
    let distributed = |reduction: &Reduction| reduction.flags & flags::DISTRIBUTED;
    same_shape
        && (x.count, x.root, distributed(x)) == (y.count, y.root, distributed(y))
        && a.reader.tables.key_of(x) == b.reader.tables.key_of(y)
}

/// The first choices since the item before that the runs made otherwise; none behind the last one of
/// a run that made fewer.
pub type Parting = [Option<Choice>; 2];

/// Which messages and requests were chosen tells more than what tests have found, which depends on
/// the time in every run; so tests count only where nothing else differs.
pub fn choices_part(a: &Side, b: &Side) -> Option<Parting> {
    part(a, b, |choice| choice.chosen != Chosen::Test).or_else(|| part(a, b, |_| true))
}

fn part(a: &Side, b: &Side, counts: fn(&&Choice) -> bool) -> Option<Parting> {
    let of = |side: &Side| -> Vec<Choice> { side.choices.iter().filter(counts).copied().collect() };
    let same =
        |x: &Choice, y: &Choice| a.reader.tables.choice_key(x) == b.reader.tables.choice_key(y);
    let (x, y) = (of(a), of(b));
    let shorter = x.len().min(y.len());
    let at = (0..shorter).find(|at| !same(&x[*at], &y[*at]));
    let at = at.or((x.len() != y.len()).then_some(shorter))?;
    Some([x.get(at).copied(), y.get(at).copied()])
}
