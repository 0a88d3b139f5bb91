//! A node's side of the way over several ([`super::across`]): the contributions of its ranks
//! come into the memory that they share, and results go out of it, in steps.
//!
//! In a step each rank writes its contributions to a block of every lane's piece; the ranks
//! in a lane merge what all have written for theirs, and put results of an earlier block
//! behind it; everyone takes the results of all lanes. Each is one step ahead with what it
//! writes, and so a step is a piece of work as [`super::segment`] wants it.
//!
//! How many steps results are behind is the same for all ranks of a node: how far it is from
//! the root of the tree. All that a rank waits for on its node was done by the others in a
//! step before, or, where it is a contribution, is written one step ahead; so the times in
//! which [`crate::schedule::flow`] shows that nobody waits forever hold for what is waited for
//! here, too. What is left over at the end is worked off at once: where the vector has fewer
//! blocks than results are steps behind, these come in the steps after the last block.

use super::decomposition::Decomposition;
use super::protocol::Work;
use super::segment::Mapped;
use super::view::Node;
use crate::arithmetic::ranks::Ranks;
use crate::arithmetic::vectors::Partial;
use crate::arithmetic::Fault;
use crate::schedule::flow::Ends;
use crate::schedule::merging::aligned;
use crate::schedule::place::{TreeLayout, TreePosition};
use crate::schedule::reduction::Reduction;
use crate::threads::Team;
use std::cell::Cell;

/// What a rank in a lane has in its scratch.
pub(super) struct LaneLayout {
    pub tree: TreeLayout,
    /// The ranks of the node, one by one.
    ones: Vec<Ranks>,
    /// The first two of them, the first three, and so on to all.
    grown: Vec<Ranks>,
    /// Where what is known of them lies, of one block and the next.
    merged: [usize; 2],
    spare: usize,
    /// All of it.
    pub bytes: usize,
}

impl LaneLayout {
    /// Of a rank in a lane, at that place in the tree: behind what the tree needs, for the
    /// ranks of the node. (One that is alone on its node reaches the caller's buffers itself.)
    pub fn of(
        decomposition: &Decomposition<'_>,
        place: &TreePosition,
        lane: usize,
        buffers: bool,
    ) -> LaneLayout {
        let &Decomposition { nodes, partials, block, size, .. } = decomposition;
        let own = &place.own;
        let staged = if own.count() == 1 && buffers { block * size } else { 0 };
        let blocks = decomposition.blocks(lane);
        let tree = TreeLayout::new(place, partials, nodes.ranks(), block, blocks, staged);
        let ones: Vec<Ranks> = own.iter().map(Ranks::one).collect();
        let grow = |known: &mut Ranks, one: &Ranks| {
            *known = known.union(one);
            Some(known.clone())
        };
        let grown: Vec<Ranks> = ones[1..].iter().scan(ones[0].clone(), grow).collect();
        let of = |of: &Ranks| {
            decomposition.partials.most(of, decomposition.nodes.ranks(), decomposition.block)
        };
        let most = grown.iter().map(|ranks| aligned(of(ranks))).max().unwrap_or(0);
        let merged = [tree.bytes, tree.bytes + most];
        let spare = tree.bytes + 2 * most;
        let bytes = spare + if grown.len() > 1 { most } else { 0 };
        LaneLayout { tree, ones, grown, merged, spare, bytes }
    }
}

/// The steps of one rank.
pub(super) struct Steps<'a> {
    node: &'a dyn Node,
    reduction: &'a Reduction<'a>,
    decomposition: &'a Decomposition<'a>,
    /// By how many steps results are behind.
    lag: usize,
    /// Whether this rank takes the results.
    receives: bool,
    /// The number of steps.
    total: usize,
    work: Work<'a, Mapped>,
    /// The step that this rank is at; what it writes in the next one it has written.
    now: Cell<usize>,
}

impl<'a> Steps<'a> {
    /// Of a rank, with results that are so many steps behind.
    pub fn new(
        node: &'a dyn Node,
        reduction: &'a Reduction<'a>,
        decomposition: &'a Decomposition<'a>,
        rank: usize,
        lag: usize,
    ) -> Self {
        let blocks = decomposition.blocks(0);
        let lag = lag.min(blocks);
        let (total, receives) = (blocks + lag, reduction.to.reaches(rank));
        let work = node.segment().take(total as u64);
        Steps { node, reduction, decomposition, lag, receives, total, work, now: Cell::new(0) }
    }

    /// The number of a step's piece of work.
    fn number(&self, step: usize) -> u64 {
        self.work.first + step as u64
    }

    /// Where a rank of the node has its block of a lane's piece, in a step, or behind all of
    /// them, if it is in a lane, results of its own.
    fn at(&self, rank: usize, step: usize, lane: usize) -> *mut u8 {
        let pitch = aligned(self.decomposition.block * self.decomposition.size);
        self.node.segment().slot(rank, self.number(step)).wrapping_add(lane * pitch)
    }

    /// Writes what this rank contributes to a step.
    unsafe fn write(&self, step: usize) -> Result<(), Fault> {
        if step >= self.total {
            return Ok(());
        }
        let (segment, size) = (self.node.segment(), self.decomposition.size);
        segment.wait_for_slots(self.node, self.number(step));
        for lane in 0..self.decomposition.lanes() {
            let (from, n) = self.decomposition.part(lane, step);
            if n > 0 {
                let place = self.at(segment.rank(), step, lane);
                // SAFETY: the block lies within the vector, and there is room for it; nobody
                // else uses that until it is published.
                unsafe {
                    let own = self.reduction.contribution(from, n, place)?;
                    if !std::ptr::eq(own, place) {
                        std::ptr::copy_nonoverlapping(own, place, n * size);
                    }
                }
            }
        }
        segment.publish(self.number(step));
        Ok(())
    }

    /// Begins the first step.
    ///
    /// # Safety
    /// The buffers of the reduction are as it says.
    pub unsafe fn begin(&self) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        unsafe {
            self.write(0)?;
            self.write(1)
        }
    }

    /// Goes on to a step, if this rank is not there yet.
    ///
    /// # Safety
    /// As of `begin`.
    unsafe fn start(&self, step: usize) -> Result<(), Fault> {
        while self.now.get() < step {
            let now = self.now.get();
            // SAFETY: upheld by the caller.
            unsafe {
                self.complete(now)?;
                self.now.set(now + 1);
                self.write(now + 2)?;
            }
        }
        Ok(())
    }

    /// Takes the results that come in a step.
    unsafe fn complete(&self, step: usize) -> Result<(), Fault> {
        let (segment, number) = (self.node.segment(), self.number(step));
        let Some(block) = step.checked_sub(self.lag).filter(|_| self.receives) else {
            return Ok(());
        };
        for lane in 0..self.decomposition.lanes() {
            let (from, n) = self.decomposition.part(lane, block);
            if n > 0 {
                segment.wait_for_result_row(self.node, lane, number);
                // SAFETY: a row of n results, which stays until this rank has begun the work
                // after the next; they lie within the vector.
                unsafe {
                    let row = self.at(lane, step, self.decomposition.lanes());
                    self.reduction.deliver(row, from, n)?;
                }
            }
        }
        Ok(())
    }

    /// Does what is left to do.
    ///
    /// # Safety
    /// As of `begin`.
    pub unsafe fn finish(self) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        unsafe {
            self.start(self.total - 1)?;
            self.complete(self.total - 1)?;
        }
        self.work.done();
        Ok(())
    }
}

/// A rank in a lane, as the tree over the nodes sees it.
pub(super) struct Lane<'a> {
    pub steps: &'a Steps<'a>,
    pub layout: &'a LaneLayout,
    /// Which it is.
    pub lane: usize,
    pub scratch: *mut u8,
    /// What went wrong where that could not be said.
    pub failed: Cell<Option<Fault>>,
}

impl Ends for Lane<'_> {
    fn blocks(&self) -> usize {
        self.steps.decomposition.blocks(self.lane)
    }

    fn length(&self, block: usize) -> (usize, usize) {
        let (_, n) = self.steps.decomposition.part(self.lane, block);
        (n, n * self.steps.decomposition.size)
    }

    /// What the ranks of the node know of it.
    unsafe fn own(&self, block: usize, _stage: *mut u8) -> Result<*const u8, Fault> {
        let &Steps { node, decomposition, .. } = self.steps;
        let (segment, number) = (node.segment(), self.steps.number(block));
        // SAFETY: upheld by the caller.
        unsafe { self.steps.start(block)? };
        for other in (0..segment.ranks()).filter(|other| *other != segment.rank()) {
            segment.wait_for(node, other, number);
            segment.check(other, number);
        }
        segment.all_begun(number);
        let (n, _) = self.length(block);
        let row = |rank| self.steps.at(rank, block, self.lane).cast_const();
        let ones = &self.layout.ones;
        let mut known = Partial { of: &ones[0], at: row(0) };
        for (rank, of) in self.layout.grown.iter().enumerate() {
            let (one, left) =
                (Partial { of: &ones[rank + 1], at: row(rank + 1) }, ones.len() - rank);
            let place = if left.is_multiple_of(2) {
                self.layout.merged[block % 2]
            } else {
                self.layout.spare
            };
            let into = self.scratch.wrapping_add(place);
            // SAFETY: the rows are there until this rank has begun the work after the next; in
            // the scratch there are two places, filled in turn, of which nobody needs what
            // was in them two blocks before.
            unsafe {
                decomposition.partials.merge(
                    Team::ALONE,
                    known,
                    one,
                    decomposition.nodes.ranks(),
                    n,
                    into,
                )?
            };
            known = Partial { of, at: into };
        }
        Ok(known.at)
    }

    /// In the slot of the step in which they come, which has to be begun for that.
    fn row(&self, block: usize, _stage: *mut u8) -> *mut u8 {
        let step = block + self.steps.lag;
        // SAFETY: that of the reduction's buffers was promised when it began.
        if let Err(fault) = unsafe { self.steps.start(step.saturating_sub(1)) } {
            self.failed.set(Some(fault));
        }
        let segment = self.steps.node.segment();
        self.steps.at(segment.rank(), step, self.steps.decomposition.lanes())
    }

    unsafe fn deliver(&self, block: usize, _row: *const u8) -> Result<(), Fault> {
        let step = block + self.steps.lag;
        self.failed.take().map_or(Ok(()), Err)?;
        // SAFETY: upheld by the caller.
        unsafe { self.steps.start(step)? };
        self.steps.node.segment().publish_result_row(self.steps.number(step), 0);
        Ok(())
    }

    unsafe fn again(&self, block: usize, stage: *mut u8) -> Result<*const u8, Fault> {
        Ok(self.row(block, stage))
    }
}
