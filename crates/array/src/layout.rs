//! Where the parts of a distributed array are: what ranks know once all have sent their shares.

use samebits_fold::share::contribution::Run;
use samebits_sum::share::{Share, LONGEST};

/// A range of an array that a rank holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeldRange {
    pub start: u64,
    pub end: u64,
    pub rank: u32,
    /// How many roots that rank's data have before those of the range.
    pub roots_before: usize,
}

impl HeldRange {
    /// All that a rank holds.
    pub fn whole(share: Share, rank: usize) -> HeldRange {
        HeldRange { start: share.start, end: share.end, rank: rank as u32, roots_before: 0 }
    }

    /// `length` elements from `start` on; beyond the last index they end there, which [`tiled`] refuses.
    pub(super) fn of(start: u64, length: u64, rank: usize) -> HeldRange {
        HeldRange { start, end: start.saturating_add(length), rank: rank as u32, roots_before: 0 }
    }

    pub fn share(&self, total: u64) -> Share {
        Share { start: self.start, end: self.end, total }
    }
}

/// What a rank knows of an array once all have sent their shares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArrayLayout {
    pub share: Share,
    /// The maximum number of roots of a rank's share.
    pub roots: usize,
    /// The ranks in the order of their shares; `None` if that is rank order.
    pub order: Option<Vec<usize>>,
    /// What the ranks hold, in the order of the elements.
    pub parts: Vec<HeldRange>,
    /// What this rank holds.
    pub runs: Vec<Run>,
}

/// The length of the array that ranges tile, which are in the order of their first elements; else
/// what is wrong, with indices that begin at `first`.
pub(super) fn tiled(ranges: &[HeldRange], first: u64) -> Result<u64, String> {
    let mut before = HeldRange::default();
    for range in ranges {
        if range.start > before.end {
            return Err(missing(before.end, range.start, first));
        }
        if range.start < before.end {
            let shown = u128::from(range.start) + u128::from(first);
            let (one, two) = (before.rank.min(range.rank), before.rank.max(range.rank));
            return Err(match one == two {
                true => format!("rank {one} holds element {shown} twice"),
                false => format!("ranks {one} and {two} both hold element {shown}"),
            });
        }
        end(range.start, range.end - range.start)?;
        before = *range;
    }
    Ok(before.end)
}

/// Where a share ends.
pub(super) fn end(start: u64, length: u64) -> Result<u64, String> {
    let end = start.checked_add(length).filter(|end| *end <= LONGEST);
    end.ok_or_else(|| "the array has more than 2^63 elements".to_string())
}

/// That no rank holds the elements of a range, whose indices begin at `first` in messages.
fn missing(start: u64, end: u64, first: u64) -> String {
    let shown = |index: u64| u128::from(index) + u128::from(first);
    match end - start {
        1 => format!("no rank holds element {}", shown(start)),
        _ => format!("no rank holds elements {} to {}", shown(start), shown(end - 1)),
    }
}
