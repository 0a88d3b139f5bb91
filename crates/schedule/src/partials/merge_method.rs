//! Where partials are merged: by the ranks that get the result, or on their way.

use crate::algorithms::{gather, native};
use crate::reduction::GATHER_LIMIT;
use crate::requested::RequestedSchedule;
use crate::row::Merging;
use samebits_fold::bundle::Code;
use samebits_fold::share::shape::PartialShape;

/// The number of ranks up to which a gather takes no more messages than merging on the way.
const ALWAYS_GATHER: usize = 4;

/// p times the bytes of a rank's records up to which all of them are gathered if their short forms
/// are short enough: nearly always these are what is sent. (Where a sum is too wide for its short form,
/// the full records are sent after all, at most this many bytes.)
const GATHER_LIMIT_IN_FULL: usize = 8 * GATHER_LIMIT;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeMethod {
    /// By every rank that gets the result.
    Gather,
    /// By the MPI library's own reduction, with a user-defined operator for that arithmetic.
    Native(Code),
}

impl MergeMethod {
    pub fn name(self) -> &'static str {
        match self {
            MergeMethod::Gather => gather::ROW.name,
            MergeMethod::Native(_) => native::ROW.name,
        }
    }

    pub fn is_native(requested: Option<RequestedSchedule>) -> bool {
        MergeMethod::requested(requested) == Some(Merging::ByLibrary)
    }

    /// Where a requested schedule has partials merged; all that it means for arrays.
    pub fn requested(requested: Option<RequestedSchedule>) -> Option<Merging> {
        requested.and_then(|requested| requested.schedule.arrays)
    }

    /// For arrays, each given by the maximum number of roots of a rank's share and its length;
    /// `code` is none where the MPI library cannot merge partials, because its operators are the
    /// user's or shares are not in rank order. Depends only on what all ranks know alike.
    pub fn choose(
        requested: Option<RequestedSchedule>,
        code: Option<Code>,
        shape: &PartialShape,
        ranks: usize,
        arrays: impl Iterator<Item = (usize, u64)>,
    ) -> MergeMethod {
        let Some(code) = code else { return MergeMethod::Gather };
        match MergeMethod::requested(requested) {
            Some(Merging::ByReceivers) => return MergeMethod::Gather,
            Some(Merging::ByLibrary) => return MergeMethod::Native(code),
            None => {}
        }
        if ranks <= ALWAYS_GATHER {
            return MergeMethod::Gather;
        }
        let (mut full, mut short) = (0usize, 0usize);
        for (roots, _) in arrays {
            let record = shape.record(roots);
            full = full.saturating_add(record.saturating_mul(ranks));
            short =
                short.saturating_add(shape.short_bytes().unwrap_or(record).saturating_mul(ranks));
        }
        if full <= GATHER_LIMIT || short <= GATHER_LIMIT && full <= GATHER_LIMIT_IN_FULL {
            MergeMethod::Gather
        } else {
            MergeMethod::Native(code)
        }
    }

    /// Bytes of every rank's record of an array whose shares have at most `roots` roots.
    pub fn record(self, shape: &PartialShape, roots: usize, total: u64) -> usize {
        match self {
            MergeMethod::Gather => shape.record(roots),
            MergeMethod::Native(_) => shape.whole(total),
        }
    }

    /// Rows of records in the scratch at one time.
    pub(super) fn rows(self, ranks: usize) -> usize {
        match self {
            MergeMethod::Gather => ranks,
            MergeMethod::Native(_) => 1,
        }
    }
}
