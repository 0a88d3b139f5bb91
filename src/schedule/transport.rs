//! What schedules see of the ranks, and how vectors are cut among them.

use super::case::Destination;
use super::messages::Messages;
use super::node::view::Node;
use crate::arithmetic::offload::Addends;
use crate::arithmetic::Fault;
#[cfg(doc)]
use crate::arithmetic::{accumulator, bundle};

/// The ranks of a communicator, as far as a schedule needs them. All counts are
/// in elements of the reduction, which travel as bytes, without gaps; all calls
/// are collective and safe between the collectives of the caller.
pub trait Transport {
    /// The number of this rank.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn size(&self) -> usize;

    /// `count` elements of every rank to every rank (or to the root only), in
    /// rank order, one row after the other.
    ///
    /// # Safety
    /// `send` holds `count` elements; `recv`, where this rank gets the rows,
    /// has room for `size` times as many, apart from `send` or with `send` as
    /// this rank's row.
    unsafe fn gather_rows(
        &self,
        to: Destination,
        send: *const u8,
        recv: *mut u8,
        count: usize,
    ) -> Result<(), Fault>;

    /// Each rank gets its slice of every rank's block, in rank order, one row
    /// after the other.
    ///
    /// # Safety
    /// `send` holds the block; `recv` has room for `size` times this rank's
    /// slice, apart from `send`.
    unsafe fn exchange_slices(&self, cut: Cut, send: *const u8, recv: *mut u8)
        -> Result<(), Fault>;

    /// Each rank's slice to its place in the block on every rank (or on the
    /// root only).
    ///
    /// # Safety
    /// `send` holds this rank's slice; `recv`, where this rank gets the block,
    /// has room for it, apart from `send` or with `send` in its place.
    unsafe fn gather_slices(
        &self,
        to: Destination,
        cut: Cut,
        send: *const u8,
        recv: *mut u8,
    ) -> Result<(), Fault>;

    /// The bundles of all ranks, in rank order, merged by [`bundle::merge`], to every rank
    /// (or to the root only).
    ///
    /// # Safety
    /// `own` is a bundle, of the same arrays on all ranks; `merged`, which is as long, is
    /// apart from it. Both are aligned for records.
    unsafe fn merge_bundles(
        &self,
        to: Destination,
        own: &[u8],
        merged: &mut [u8],
    ) -> Result<(), Fault>;

    /// The accumulators of all ranks as bytes, merged by [`accumulator::bytes::merge`] in any
    /// order, to every rank (or to the root only).
    ///
    /// # Safety
    /// They are made for the same on all ranks; `merged` is as long as `own`, and apart from it.
    unsafe fn merge_accumulators(
        &self,
        to: Destination,
        own: &[u8],
        merged: &mut [u8],
    ) -> Result<(), Fault>;

    /// The largest of all ranks' numbers at each place, in place of this rank's.
    ///
    /// # Safety
    /// All ranks have as many.
    unsafe fn largest(&self, numbers: &mut [i32]) -> Result<(), Fault>;

    /// The sums of all ranks' addends at each place, to every rank (or to the root only). Whoever
    /// adds does so in any order.
    ///
    /// # Safety
    /// All ranks have as many addends, of the same kind, and room for as many totals.
    unsafe fn sums(
        &self,
        to: Destination,
        kind: Addends,
        addends: &[u64],
        totals: &mut [u64],
    ) -> Result<(), Fault>;

    /// Messages between two ranks at a time; none where the ranks have no communicator of
    /// ours for them. The same on all ranks.
    fn messages(&self) -> Option<&dyn Messages> {
        None
    }

    /// The same messages, for results on their way to those who get them: whoever measures
    /// tells them apart.
    fn results(&self) -> Option<&dyn Messages> {
        self.messages()
    }

    /// The node of this rank, and its memory; none where no ranks share any. The same on all
    /// ranks, whether there is one.
    fn node(&self) -> Option<&dyn Node> {
        None
    }

    /// Between two ranks: the first `send_count` elements of `send` to the other
    /// one, and `recv_count` of its elements to `recv`.
    ///
    /// # Safety
    /// There are two ranks, which name each other's counts; `send` holds as many
    /// elements, and `recv` has room for as many, apart from those.
    unsafe fn exchange(
        &self,
        send: *const u8,
        send_count: usize,
        recv: *mut u8,
        recv_count: usize,
    ) -> Result<(), Fault>;

    /// The same with results: whoever measures tells them apart.
    ///
    /// # Safety
    /// As for [`Transport::exchange`].
    unsafe fn exchange_results(
        &self,
        send: *const u8,
        send_count: usize,
        recv: *mut u8,
        recv_count: usize,
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        unsafe { self.exchange(send, send_count, recv, recv_count) }
    }
}

/// How a block of elements is cut into one slice a rank: in rank order, as
/// evenly as it goes, the longer ones first.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    total: usize,
    ranks: usize,
}

impl Cut {
    /// Cuts `total` elements among `ranks` ranks.
    pub fn new(total: usize, ranks: usize) -> Self {
        Cut { total, ranks }
    }

    /// The length of every slice, if they are all as long.
    pub fn uniform(&self) -> Option<usize> {
        self.total.is_multiple_of(self.ranks).then_some(self.total / self.ranks)
    }

    /// The number of ranks.
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// Where the slice of a rank begins.
    pub fn start(&self, rank: usize) -> usize {
        rank * (self.total / self.ranks) + rank.min(self.total % self.ranks)
    }

    /// How long the slice of a rank is.
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
