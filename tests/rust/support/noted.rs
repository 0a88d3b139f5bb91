//! Simulated ranks that note which collectives they make: those that distributed arrays need.

use super::mailbox;
use super::simulated::{Rank, Shared};
use super::turns;
use samebits_base::fault::Fault;
use samebits_fold::offload::Addends;
use samebits_schedule::node::nodes::Nodes;
use samebits_schedule::node::Node;
use samebits_schedule::{Cut, Destination, Transport};
use std::cell::RefCell;

/// Does some work on each of so many ranks, which share memory or do not; returns what each has
/// made of it.
pub fn on_ranks<R: Send>(
    ranks: usize,
    shared: bool,
    work: impl Fn(&Noted<'_>) -> R + Sync,
) -> Vec<R> {
    let memory = &Shared::new(&Nodes::one(ranks));
    turns::on_ranks(ranks, |rank| {
        let messages = mailbox::Box::new(rank, ranks, &memory.mailbox);
        let (segment, messages) = (&memory.segment(rank), &messages);
        let rank = Rank { rank, size: ranks, extent: 1, shared: memory, messages, segment };
        work(&Noted { rank, shared, notes: RefCell::default() })
    })
}

/// A rank that notes which collectives it makes.
pub struct Noted<'a> {
    pub rank: Rank<'a>,
    /// Whether all ranks share memory.
    pub shared: bool,
    pub notes: RefCell<Vec<(&'static str, usize)>>,
}

impl Transport for Noted<'_> {
    fn rank(&self) -> usize {
        self.rank.rank
    }

    fn size(&self) -> usize {
        self.rank.size
    }

    unsafe fn gather_rows(
        &self,
        to: Destination,
        send: *const u8,
        recv: *mut u8,
        count: usize,
    ) -> Result<(), Fault> {
        let what = if to == Destination::All { "rows" } else { "rows to a root" };
        self.notes.borrow_mut().push((what, count));
        // SAFETY: handed on to the caller.
        unsafe { self.rank.gather_rows(to, send, recv, count) }
    }

    unsafe fn merge_bundles(
        &self,
        to: Destination,
        own: &[u8],
        merged: &mut [u8],
    ) -> Result<(), Fault> {
        let what = if to == Destination::All { "bundles" } else { "bundles to a root" };
        self.notes.borrow_mut().push((what, own.len()));
        // SAFETY: handed on to the caller.
        unsafe { self.rank.merge_bundles(to, own, merged) }
    }

    unsafe fn largest(&self, numbers: &mut [i32]) -> Result<(), Fault> {
        self.notes.borrow_mut().push(("largest", numbers.len()));
        // SAFETY: handed on to the caller.
        unsafe { self.rank.largest(numbers) }
    }

    fn node(&self) -> Option<&dyn Node> {
        self.shared.then_some(&self.rank)
    }

    unsafe fn exchange_slices(&self, _: Cut, _: *const u8, _: *mut u8) -> Result<(), Fault> {
        unreachable!("not for arrays")
    }

    unsafe fn gather_slices(
        &self,
        _: Destination,
        _: Cut,
        _: *const u8,
        _: *mut u8,
    ) -> Result<(), Fault> {
        unreachable!("not for arrays")
    }

    unsafe fn merge_accumulators(
        &self,
        to: Destination,
        own: &[u8],
        merged: &mut [u8],
    ) -> Result<(), Fault> {
        self.notes.borrow_mut().push(("accumulators", own.len()));
        // SAFETY: handed on to the caller.
        unsafe { self.rank.merge_accumulators(to, own, merged) }
    }

    unsafe fn sums(
        &self,
        _: Destination,
        _: Addends,
        _: &[u64],
        _: &mut [u64],
    ) -> Result<(), Fault> {
        unreachable!("not for arrays")
    }

    unsafe fn exchange(&self, _: (*const u8, usize), _: (*mut u8, usize)) -> Result<(), Fault> {
        unreachable!("not for arrays")
    }
}
