//! What is shown of a record.

use crate::source::Sources;
use crate::trace::tables::Tables;
use crate::trace::view::{communicator, how, ChoiceView, ReductionView, SiteView};
use crate::values::Number;
use samebits_trace::format::{flags, Record, Shape};
use serde::Serialize;
use std::collections::HashMap;

/// A line of the output; in JSON `kind` tells which.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Row {
    Reduction {
        rank: u32,
        #[serde(flatten)]
        reduction: ReductionView,
    },
    /// The end of a reduction that completed by a request.
    Completed {
        rank: u32,
        call: String,
        communicator: String,
        number: u32,
        start: u32,
        how: String,
        result: Option<String>,
        code: i32,
        time: u32,
    },
    /// Elements of the contribution or the result of a reduction.
    Values {
        rank: u32,
        call: String,
        communicator: String,
        number: u32,
        start: u32,
        of: &'static str,
        values: Vec<String>,
    },
    Choice {
        rank: u32,
        #[serde(flatten)]
        choice: ChoiceView,
    },
    Interval {
        rank: u32,
        from: u64,
        number: u64,
        digest: String,
    },
    End {
        rank: u32,
        reductions: u64,
    },
}

impl Row {
    /// The call, the communicator and the site, by which rows are filtered.
    pub fn subjects(&self) -> (Option<&str>, Option<&str>, Option<&SiteView>) {
        match self {
            Row::Reduction { reduction, .. } => {
                (Some(&reduction.call), Some(&reduction.communicator), reduction.site.as_ref())
            }
            Row::Choice { choice, .. } => {
                (Some(&choice.call), Some(&choice.communicator), choice.site.as_ref())
            }
            Row::Completed { call, communicator, .. } | Row::Values { call, communicator, .. } => {
                (Some(call), Some(communicator), None)
            }
            Row::Interval { .. } | Row::End { .. } => (None, None, None),
        }
    }
}

/// Makes the rows of one rank.
pub struct Rows {
    rank: u32,
    position: u64,
    /// The shapes of reductions that may have completions or values to come, by what these say:
    /// communicator, number, start.
    shapes: HashMap<(u32, u32, u32), u32>,
    /// Of the last reduction, which is forgotten if it is complete.
    last: Option<(u32, u32, u32)>,
}

impl Rows {
    /// Reductions up to and with the last row.
    pub fn position(&self) -> u64 {
        self.position
    }

    pub fn new(rank: u32) -> Rows {
        Rows { rank, position: 0, shapes: HashMap::new(), last: None }
    }

    pub fn row(&mut self, tables: &Tables, record: Record, sources: &mut Sources) -> Option<Row> {
        let rank = self.rank;
        Some(match record {
            Record::Reduction(reduction) => {
                self.position += 1;
                if let Some(last) = self.last.take() {
                    self.shapes.remove(&last);
                }
                let key = (reduction.comm, reduction.number, reduction.start);
                self.shapes.insert(key, reduction.shape);
                self.last = (reduction.flags & flags::DONE != 0).then_some(key);
                let mut view = ReductionView::new(tables, self.position, &reduction);
                sources.add(view.site.as_mut());
                Row::Reduction { rank, reduction: view }
            }
            Record::Completed(done) => {
                let key = (done.comm, done.number, done.start);
                let received = done.flags & flags::RECEIVED != 0;
                let call = self.shape(tables, key).map_or("unknown".into(), |shape| shape.call);
                self.last = Some(key);
                Row::Completed {
                    rank,
                    call,
                    communicator: communicator(tables.communicator(done.comm)),
                    number: done.number,
                    start: done.start,
                    how: tables.how(done.how).map_or(String::new(), how),
                    result: received.then(|| format!("{:016x}", done.result)),
                    code: done.code,
                    time: done.time,
                }
            }
            Record::Values(values) => {
                let key = (values.comm, values.number, values.start);
                let shape = self.shape(tables, key).unwrap_or_default();
                let number = Number::of(&shape);
                let shown = values.bytes.chunks(number.size()).map(|bytes| number.show(bytes));
                Row::Values {
                    rank,
                    communicator: communicator(tables.communicator(values.comm)),
                    number: values.number,
                    start: values.start,
                    of: if values.result { "result" } else { "contribution" },
                    values: shown.collect(),
                    call: shape.call,
                }
            }
            Record::Choice(choice) => {
                let mut view = ChoiceView::new(tables, &choice);
                sources.add(view.site.as_mut());
                Row::Choice { rank, choice: view }
            }
            Record::Interval { from, number, digest } => {
                self.position = self.position.saturating_add(number);
                Row::Interval { rank, from, number, digest: format!("{digest:016x}") }
            }
            Record::End { reductions } => Row::End { rank, reductions },
            _ => return None,
        })
    }

    fn shape(&self, tables: &Tables, key: (u32, u32, u32)) -> Option<Shape> {
        tables.shape(*self.shapes.get(&key)?).cloned()
    }
}
