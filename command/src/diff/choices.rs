//! MPI's open choices that the two runs made otherwise.

use super::side::{choices_part, Item, Side};
use crate::source::Sources;
use crate::trace::rank::RankFile;
use crate::trace::view::ChoiceView;
use samebits::trace::format::Choice;
use serde::Serialize;

/// The first choice that differs between two reductions of a rank.
#[derive(Clone, Debug, Serialize)]
pub struct ChoiceDifference {
    pub rank: u32,
    /// The position of the reduction before it among the rank's; 0 if there is none.
    pub after: u64,
    /// What each run chose; null where it made no choice any more.
    pub runs: [Option<ChoiceView>; 2],
}

/// What differs on a rank up to a reduction: since the one before, and the last one earlier.
#[derive(Clone, Debug, Default)]
pub struct Differing {
    pub recent: Option<ChoiceDifference>,
    pub earlier: Option<ChoiceDifference>,
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
            let difference = Some(ChoiceDifference { rank, after, runs });
            match last {
                true => found.recent = difference,
                false => found.earlier = difference,
            }
        }
        if last {
            break;
        }
    }
    for difference in [&mut found.recent, &mut found.earlier].into_iter().flatten() {
        difference.runs.iter_mut().flatten().for_each(|choice| sources.add(choice.site.as_mut()));
    }
    found
}
