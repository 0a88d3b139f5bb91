//! Where partials are merged: by the ranks that get the result, or on their way.

use crate::arithmetic::bundle::Code;
use crate::arithmetic::record::Merge;
use crate::schedule::algorithms::{gather, native};
use crate::schedule::reduction::GATHER_LIMIT;
use crate::schedule::row::Merging;
use crate::schedule::wanted::RequestedSchedule;

/// Ranks up to which gathering takes no more messages than merging on the way.
const FEW: usize = 4;

/// How partials are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By every rank for itself.
    Gather,
    /// By the MPI library's own reduction, with an operator for that arithmetic.
    Native(Code),
}

impl Way {
    /// The name of the schedule.
    pub fn name(self) -> &'static str {
        match self {
            Way::Gather => gather::ROW.name,
            Way::Native(_) => native::ROW.name,
        }
    }

    /// Whether the user has named the MPI library's own reduction.
    pub fn is_native(wanted: Option<RequestedSchedule>) -> bool {
        wanted.is_some_and(|wanted| wanted.schedule.arrays == Some(Merging::ByLibrary))
    }

    /// The way for arrays, of each of which are given the most roots of a rank's share
    /// and the length; `code` is none where the MPI library cannot merge partials, because its
    /// operators are the user's or shares are not in rank order. Depends only on what
    /// all ranks know alike.
    pub fn choose(
        wanted: Option<RequestedSchedule>,
        code: Option<Code>,
        merge: &dyn Merge,
        ranks: usize,
        arrays: impl Iterator<Item = (usize, u64)>,
    ) -> Way {
        let Some(code) = code else { return Way::Gather };
        match wanted.and_then(|wanted| wanted.schedule.arrays) {
            Some(Merging::ByReceivers) => return Way::Gather,
            Some(Merging::ByLibrary) => return Way::Native(code),
            None => {}
        }
        let records = |roots| merge.record(roots).saturating_mul(ranks);
        let bytes = arrays.fold(0, |sum: usize, (roots, _)| sum.saturating_add(records(roots)));
        if ranks <= FEW || bytes <= GATHER_LIMIT {
            Way::Gather
        } else {
            Way::Native(code)
        }
    }

    /// Bytes of every rank's record of an array of `total` elements, of which no share
    /// has more than that many roots.
    pub fn record(self, merge: &dyn Merge, roots: usize, total: u64) -> usize {
        match self {
            Way::Gather => merge.record(roots),
            Way::Native(_) => merge.whole(total),
        }
    }

    /// Rows of records that lie in the scratch at one time.
    pub(super) fn rows(self, ranks: usize) -> usize {
        match self {
            Way::Gather => ranks,
            Way::Native(_) => 1,
        }
    }
}
