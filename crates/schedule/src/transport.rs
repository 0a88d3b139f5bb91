//! What schedules see of the ranks, and how vectors are cut among them.

use super::case::Destination;
use super::messages::Messages;
use super::node::view::Node;
use samebits_base::fault::Outcome;
#[cfg(doc)]
use samebits_fold::bundle;
use samebits_fold::offload::Addends;
#[cfg(doc)]
use samebits_sum::accumulator;

/// The ranks of a communicator, as far as a schedule needs them. Counts are in elements of the
/// reduction, which travel as bytes, without gaps; all calls are collective and do not interfere
/// with the collectives of the caller. Where a destination is a root, only that rank receives.
pub trait Transport {
    fn rank(&self) -> usize;

    fn size(&self) -> usize;

    /// An allgather (or gather) of `count` elements, in rank order, one row after the other.
    ///
    /// # Safety
    /// `send` holds `count` elements; `recv`, on a receiver, all rows, apart from `send` or with
    /// `send` as this rank's.
    unsafe fn gather_rows(
        &self,
        to: Destination,
        send: *const u8,
        recv: *mut u8,
        count: usize,
    ) -> Outcome;

    /// An all-to-all: each rank gets its slice of every rank's block, in rank order, one row
    /// after the other.
    ///
    /// # Safety
    /// `send` holds the block; `recv` holds `size` times this rank's slice, apart from `send`.
    unsafe fn exchange_slices(&self, cut: Cut, send: *const u8, recv: *mut u8) -> Outcome;

    /// An allgather (or gather) of each rank's slice to its place in the block.
    ///
    /// # Safety
    /// `send` holds this rank's slice; `recv`, on a receiver, the block, apart from `send` or with
    /// `send` in its place.
    unsafe fn gather_slices(
        &self,
        to: Destination,
        cut: Cut,
        send: *const u8,
        recv: *mut u8,
    ) -> Outcome;

    /// The bundles of all ranks, merged in rank order by [`bundle::merge`].
    ///
    /// # Safety
    /// `own` is a bundle, of the same arrays on all ranks, and `merged` is as long; both are
    /// aligned for records.
    unsafe fn merge_bundles(&self, to: Destination, own: &[u8], merged: &mut [u8]) -> Outcome;

    /// The accumulators of all ranks, merged in any order by [`accumulator::bytes::merge`].
    ///
    /// # Safety
    /// They are of one kind on all ranks; `merged` is as long as `own`.
    unsafe fn merge_accumulators(&self, to: Destination, own: &[u8], merged: &mut [u8]) -> Outcome;

    /// The maximum of all ranks' numbers at each place, in place.
    ///
    /// # Safety
    /// All ranks have as many.
    unsafe fn largest(&self, numbers: &mut [i32]) -> Outcome;

    /// The sums of all ranks' addends at each place, added in any order.
    ///
    /// # Safety
    /// All ranks have as many addends, of the same kind, and as many totals.
    unsafe fn sums(
        &self,
        to: Destination,
        kind: Addends,
        addends: &[u64],
        totals: &mut [u64],
    ) -> Outcome;

    /// Point-to-point messages, if samebits has a communicator for them. The same on all ranks.
    fn messages(&self) -> Option<&dyn Messages> {
        None
    }

    /// The same messages for results, which the report counts separately.
    fn results(&self) -> Option<&dyn Messages> {
        self.messages()
    }

    /// The node of this rank, if any ranks share memory.
    fn node(&self) -> Option<&dyn Node> {
        None
    }

    /// Between two ranks: each sends elements to the other one, and receives those of the other one.
    ///
    /// # Safety
    /// There are two ranks, which name each other's counts; `send` and `recv` hold as many
    /// elements, apart from each other.
    unsafe fn exchange(&self, send: (*const u8, usize), recv: (*mut u8, usize)) -> Outcome;

    /// The same with results, which the report counts separately.
    ///
    /// # Safety
    /// As for [`Transport::exchange`].
    unsafe fn exchange_results(&self, send: (*const u8, usize), recv: (*mut u8, usize)) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe { self.exchange(send, recv) }
    }
}

impl<'a> dyn Transport + 'a {
    /// The messages, for a schedule whose row says that it needs them.
    pub(super) fn needed_messages(&self) -> &dyn Messages {
        self.messages().expect("`takes` has checked that")
    }

    /// The messages for results, likewise.
    pub(super) fn needed_results(&self) -> &dyn Messages {
        self.results().expect("`takes` has checked that")
    }
}

/// How a block of elements is cut into one slice a rank: in rank order, as evenly as possible, the
/// longer ones first.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    total: usize,
    ranks: usize,
}

impl Cut {
    pub fn new(total: usize, ranks: usize) -> Self {
        Cut { total, ranks }
    }

    /// The length of every slice, if all have the same.
    pub fn uniform(&self) -> Option<usize> {
        self.total.is_multiple_of(self.ranks).then_some(self.total / self.ranks)
    }

    pub fn ranks(&self) -> usize {
        self.ranks
    }

    pub fn start(&self, rank: usize) -> usize {
        rank * (self.total / self.ranks) + rank.min(self.total % self.ranks)
    }

    pub fn length(&self, rank: usize) -> usize {
        self.total / self.ranks + usize::from(rank < self.total % self.ranks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_tiles_the_block() {
        for ranks in 1..=9 {
            for total in 0..=40 {
                let cut = Cut::new(total, ranks);
                let mut next = 0;
                for rank in 0..ranks {
                    assert_eq!(cut.start(rank), next);
                    next += cut.length(rank);
                }
                assert_eq!(next, total);
                assert_eq!(cut.uniform().is_some(), total % ranks == 0);
            }
        }
    }
}
