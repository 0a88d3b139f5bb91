//! A node's side of a reduction over several nodes ([`super::across`]): its ranks' contributions
//! come into shared memory, and results go out of it, in steps.
//!
//! In step k each rank writes to its slot a block of its contributions to every piece; each leader
//! merges block k of its piece from all slots, and puts the results of an earlier block after the
//! blocks in its own; every rank takes the results of all leaders. A rank writes for one step
//! ahead, so a step is an operation of [`super::protocol`].
//!
//! Results lag behind partials by a number of steps that is the same for all ranks of a node: by
//! twice the distance from the root of the tree. Whatever a rank waits for on its node the others
//! have done in an earlier step, or written one step ahead if it is a contribution; so the schedule
//! by which [`crate::flow`] is free of deadlock covers the waiting here, too. At the end
//! the remaining steps follow at once: a vector of fewer blocks than results lag behind gets its
//! results in the steps after the last block.

use super::decomposition::Decomposition;
use super::protocol::Operations;
use super::segment::MappedSegment;
use super::view::Node;
use crate::flow::Endpoint;
use crate::merging::aligned;
use crate::place::{accumulate, TreeLayout};
use crate::prelude::*;
use samebits_base::threads::Team;
use samebits_fold::vectors::Partial;
use std::cell::Cell;

/// The layout of a leader's scratch.
pub(super) struct LeaderLayout {
    pub tree: TreeLayout,
    /// The ranks of the node, one by one.
    ones: Vec<Ranks>,
    /// The first two of them, the first three, and so on up to all.
    accumulated: Vec<Ranks>,
    /// Where the node's partial of a block lies, and that of the next one.
    merged: [usize; 2],
    spare: usize,
    pub bytes: usize,
}

impl LeaderLayout {
    /// Behind what the tree needs comes what the ranks of the node need. A rank that is alone on
    /// its node reaches the caller's buffers, if these are not contiguous, through the tree's.
    pub fn new(decomposition: &Decomposition<'_>, node: usize, piece: usize) -> LeaderLayout {
        let &Decomposition { nodes, partials, block, size, is_staged, .. } = decomposition;
        let (position, blocks) = (decomposition.position(node, piece), decomposition.blocks(piece));
        let own = nodes.set(node);
        let staged = if own.count() == 1 && is_staged { block * size } else { 0 };
        let tree = TreeLayout::new(position, partials, nodes.ranks(), block, blocks, staged);
        let ones: Vec<Ranks> = own.iter().map(Ranks::one).collect();
        let accumulated = accumulate(&ones[0], ones[1..].iter());
        let max_bytes = |of: &Ranks| aligned(partials.most(of, nodes.ranks(), block));
        let partial = accumulated.iter().map(max_bytes).max().unwrap_or(0);
        let merged = [tree.bytes, tree.bytes + partial];
        let spare = tree.bytes + 2 * partial;
        let bytes = spare + if accumulated.len() > 1 { partial } else { 0 };
        LeaderLayout { tree, ones, accumulated, merged, spare, bytes }
    }
}

pub(super) struct Steps<'a> {
    node: &'a dyn Node,
    reduction: &'a Reduction<'a>,
    decomposition: &'a Decomposition<'a>,
    /// By how many steps results lag behind partials.
    lag: usize,
    receives: bool,
    total: usize,
    operations: Operations<'a, MappedSegment>,
    /// The current step; contributions to the next one have been written.
    now: Cell<usize>,
}

impl<'a> Steps<'a> {
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
        let (operations, now) = (node.segment().begin(total as u64), Cell::new(0));
        Steps { node, reduction, decomposition, lag, receives, total, operations, now }
    }

    fn sequence(&self, step: usize) -> u64 {
        self.operations.first + step as u64
    }

    /// Where a rank of the node has its block of a piece in a step, or after those of all pieces
    /// a leader's results.
    fn at(&self, rank: usize, step: usize, piece: usize) -> *mut u8 {
        let pitch = aligned(self.decomposition.block * self.decomposition.size);
        self.node.segment().slot(rank, self.sequence(step)).wrapping_add(piece * pitch)
    }

    unsafe fn write(&self, step: usize) -> Outcome {
        if step >= self.total {
            return Ok(());
        }
        let (segment, size) = (self.node.segment(), self.decomposition.size);
        segment.wait_for_free_slots(self.node, self.sequence(step))?;
        for piece in 0..self.decomposition.leaders() {
            let (from, n) = self.decomposition.part(piece, step);
            if n > 0 {
                let place = self.at(segment.rank(), step, piece);
                // SAFETY: the block lies within the vector and fits in its place in the slot,
                // which nobody else uses until it is published.
                unsafe {
                    let own = self.reduction.contribution(from, n, place)?;
                    if !std::ptr::eq(own, place) {
                        std::ptr::copy_nonoverlapping(own, place, n * size);
                    }
                }
            }
        }
        segment.publish(self.sequence(step));
        Ok(())
    }

    /// Begins the first step.
    pub unsafe fn begin(&self) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe {
            self.write(0)?;
            self.write(1)
        }
    }

    /// Goes on to a step, if this rank is not there yet.
    unsafe fn advance_to(&self, step: usize) -> Outcome {
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

    unsafe fn complete(&self, step: usize) -> Outcome {
        let Some(block) = step.checked_sub(self.lag).filter(|_| self.receives) else {
            return Ok(());
        };
        let leaders = self.decomposition.leaders();
        for leader in 0..leaders {
            let (from, n) = self.decomposition.part(leader, block);
            if n > 0 {
                let sequence = self.sequence(step);
                self.node.segment().wait_for_result(self.node, leader, sequence)??;
                // SAFETY: a row of n results, which stays until this rank has begun the operation
                // after the next; they lie within the vector.
                unsafe { self.reduction.deliver(self.at(leader, step, leaders), from, n)? };
            }
        }
        Ok(())
    }

    /// Completes all remaining steps.
    pub unsafe fn finish(self) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe {
            self.advance_to(self.total - 1)?;
            self.complete(self.total - 1)?;
        }
        self.operations.finish();
        Ok(())
    }
}

/// A leader, as the tree over the nodes sees it.
pub(super) struct Leader<'a> {
    pub steps: &'a Steps<'a>,
    pub layout: &'a LeaderLayout,
    pub piece: usize,
    pub scratch: *mut u8,
    /// An error of `result_row`, which cannot return one.
    pub failed: Cell<Option<Fault>>,
}

impl Endpoint for Leader<'_> {
    fn blocks(&self) -> usize {
        self.steps.decomposition.blocks(self.piece)
    }

    fn elements(&self, block: usize) -> usize {
        self.steps.decomposition.part(self.piece, block).1
    }

    unsafe fn own(&self, block: usize, _stage: *mut u8) -> Result<*const u8, Fault> {
        let &Steps { node, decomposition, .. } = self.steps;
        let (segment, sequence) = (node.segment(), self.steps.sequence(block));
        // SAFETY: upheld by the caller.
        unsafe { self.steps.advance_to(block)? };
        segment.wait_for_valid(node, segment.ranks(), sequence)?;
        let (partials, ranks) = (decomposition.partials, decomposition.nodes.ranks());
        let n = self.elements(block);
        let LeaderLayout { ones, accumulated, merged, spare, .. } = self.layout;
        let one = |rank| Partial {
            of: &ones[rank],
            at: self.steps.at(rank, block, self.piece).cast_const(),
        };
        let mut partial = one(0);
        for (rank, of) in accumulated.iter().enumerate() {
            // In turn, so that the last one goes to `merged`.
            let remaining = ones.len() - rank;
            let place = if remaining.is_multiple_of(2) { merged[block % 2] } else { *spare };
            let into = self.scratch.wrapping_add(place);
            // SAFETY: the rows are there until this rank has begun the operation after the next;
            // nobody needs what was in the two places two blocks before.
            unsafe { partials.merge(Team::ALONE, partial, one(rank + 1), ranks, n, into)? };
            partial = Partial { of, at: into };
        }
        Ok(partial.at)
    }

    /// In the slot of the step in which the results come, which has to be begun for that.
    fn result_row(&self, block: usize, _stage: *mut u8) -> *mut u8 {
        let step = block + self.steps.lag;
        // SAFETY: the buffers of the reduction were promised when the steps began.
        if let Err(fault) = unsafe { self.steps.advance_to(step.saturating_sub(1)) } {
            self.failed.set(Some(fault));
        }
        let own = self.steps.node.segment().rank();
        self.steps.at(own, step, self.steps.decomposition.leaders())
    }

    unsafe fn deliver(&self, block: usize, _row: *const u8) -> Outcome {
        let step = block + self.steps.lag;
        self.failed.take().map_or(Ok(()), Err)?;
        // SAFETY: upheld by the caller.
        unsafe { self.steps.advance_to(step)? };
        self.steps.node.segment().publish_result(self.steps.sequence(step), Ok(0));
        Ok(())
    }
}
