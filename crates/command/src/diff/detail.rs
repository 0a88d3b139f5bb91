//! One place of a rank's trace in full: the reduction there, the one before, and its values.

use super::side::{Item, Side};
use crate::source::Sources;
use crate::trace::rank::{RankFile, Reader};
use crate::trace::tables::Key;
use crate::trace::view::{how, ReductionView};
use samebits_trace::format::{flags, Record, Reduction, Shape, NONE};

/// So many reductions behind one its values and its end are looked for.
const BEHIND: u64 = 4096;

#[derive(Clone, Debug, Default)]
pub struct Detail {
    pub reduction: Option<ReductionView>,
    pub previous: Option<ReductionView>,
    pub shape: Option<Shape>,
    /// What the trace says of the run up to there.
    pub notes: Vec<String>,
    pub contribution: Option<Vec<u8>>,
    pub result: Option<Vec<u8>>,
}

impl Detail {
    /// Whether elements mean the same in both runs.
    pub fn shape_agrees(&self, other: &Detail) -> bool {
        let meaning = |shape: &Shape| (shape.element, shape.parts, shape.size);
        self.shape.as_ref().map(meaning) == other.shape.as_ref().map(meaning)
    }
}

/// What a file says of the reduction at a position.
pub fn at(file: &RankFile, position: u64, sources: &mut Sources) -> Detail {
    let mut side = Side::new(file);
    let (mut previous, mut found) = (None, None);
    while side.position < position {
        match side.next() {
            Item::Reduction(reduction) if side.position == position => found = Some(reduction),
            Item::Reduction(reduction) => previous = Some((side.position, reduction)),
            Item::Interval { .. } => previous = None,
            Item::Over(_) => break,
        }
    }
    let tables = &side.reader.tables;
    let view = |(position, reduction): (u64, Reduction), sources: &mut Sources| {
        let mut view = ReductionView::new(tables, position, &reduction);
        sources.add(view.site.as_mut());
        view
    };
    let previous = previous.map(|previous| view(previous, sources));
    let notes = tables.notes.clone();
    let Some(reduction) = found else { return Detail { previous, notes, ..Detail::default() } };
    let mut detail = Detail {
        reduction: Some(view((position, reduction), sources)),
        previous,
        notes,
        shape: tables.shape(reduction.shape).cloned(),
        ..Detail::default()
    };
    let key = tables.key_of(&reduction);
    let done = reduction.flags & flags::DONE != 0;
    read_rest(side.reader, key, done, &mut detail);
    detail
}

/// The values of a reduction, and its end where that is a record of its own: both come behind it.
fn read_rest(mut reader: Reader, key: Key, mut done: bool, detail: &mut Detail) {
    let mut behind = 0;
    while let Some(record) = reader.next() {
        match record {
            Record::Reduction(_) => behind += 1,
            Record::Completed(end) if reader.tables.key(end.comm, end.number, end.start) == key => {
                let Some(view) = &mut detail.reduction else { continue };
                done = true;
                view.done = true;
                view.code = end.code;
                if end.flags & flags::RECEIVED != 0 {
                    view.result = Some(format!("{:016x}", end.result));
                }
                if let Some(words) = reader.tables.how(end.how).filter(|_| end.how != NONE) {
                    view.how = how(words);
                }
            }
            Record::Values(values)
                if reader.tables.key(values.comm, values.number, values.start) == key =>
            {
                let place =
                    if values.result { &mut detail.result } else { &mut detail.contribution };
                *place = Some(values.bytes);
            }
            _ => {}
        }
        // A request that never completes would have the whole file read.
        if behind > if done { 1 } else { BEHIND } {
            break;
        }
    }
}
