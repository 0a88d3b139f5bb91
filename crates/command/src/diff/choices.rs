//! MPI's open choices that the two runs made otherwise.

use super::side::{choices_part, Item, Side};
use crate::source::Sources;
use crate::trace::rank::RankFile;
use crate::trace::view::ChoiceView;
use samebits_trace::format::{Choice, Chosen};
use serde::Serialize;
use std::collections::BTreeMap;

/// The first choice that differs between two reductions of a rank.
#[derive(Clone, Debug, Serialize)]
pub struct ChoiceDifference {
    pub rank: u32,
    /// The position of the reduction before it among the rank's; 0 if there is none.
    pub after: u64,
    /// What each run chose; null where it made no further choice.
    pub runs: [Option<ChoiceView>; 2],
}

/// How well a choice may explain a difference, the best first: which messages and requests were
/// chosen tells more than what tests have found, and what was chosen since the last reduction more
/// than what was chosen earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    Recent,
    Earlier,
    RecentTest,
    EarlierTest,
}

impl Strength {
    pub fn is_test(self) -> bool {
        matches!(self, Strength::RecentTest | Strength::EarlierTest)
    }

    pub fn is_recent(self) -> bool {
        matches!(self, Strength::Recent | Strength::RecentTest)
    }
}

/// What differs on a rank up to a reduction.
#[derive(Clone, Debug, Default)]
pub struct Differing {
    /// Of each strength the last one.
    pub last: BTreeMap<Strength, ChoiceDifference>,
    /// Between how many reductions messages or requests were chosen otherwise.
    pub orders: usize,
}

/// `until` is a reduction's position; without it both files are read to their ends.
pub fn differing(
    rank: u32,
    files: [&RankFile; 2],
    until: Option<u64>,
    sources: &mut Sources,
) -> Differing {
    let (mut a, mut b) = (Side::new(files[0]), Side::new(files[1]));
    let mut found = Differing::default();
    loop {
        let after = a.position;
        let items = (a.next(), b.next());
        let over = matches!(items, (Item::Over(_), _) | (_, Item::Over(_)));
        let last = over || until.is_some_and(|until| a.position >= until);
        if let Some([x, y]) = choices_part(&a, &b) {
            let view = |side: &Side, choice: &Choice| ChoiceView::new(&side.reader.tables, choice);
            let runs = [x.map(|x| view(&a, &x)), y.map(|y| view(&b, &y))];
            let test = x.or(y).is_some_and(|choice| choice.chosen == Chosen::Test);
            let strength = match (last, test) {
                (true, false) => Strength::Recent,
                (false, false) => Strength::Earlier,
                (true, true) => Strength::RecentTest,
                (false, true) => Strength::EarlierTest,
            };
            found.orders += usize::from(!strength.is_test());
            found.last.insert(strength, ChoiceDifference { rank, after, runs });
        }
        if last {
            break;
        }
    }
    for difference in found.last.values_mut() {
        difference.runs.iter_mut().flatten().for_each(|choice| sources.add(choice.site.as_mut()));
    }
    found
}
