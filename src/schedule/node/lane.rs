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
//! which [`super::super::flow`] shows that nobody waits forever hold for what is waited for
//! here, too. What is left over at the end is worked off at once: where the vector has fewer
//! blocks than results are steps behind, these come in the steps after the last block.

use super::super::flow::Ends;
use super::super::merging::aligned;
use super::super::place::Layout;
use super::across::Course;
use super::segment::Work;
use super::Node;
use crate::arithmetic::ranks::Ranks;
use crate::arithmetic::vectors::Partial;
use crate::arithmetic::Fault;
use crate::schedule::Reduction;
use std::cell::Cell;

/// What a rank in a lane has in its scratch.
pub(super) struct Room {
    pub tree: Layout,
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

impl Room {
    /// Behind what the tree needs, for the ranks of a node.
    pub fn new(course: &Course<'_>, own: &Ranks, tree: Layout) -> Room {
        let ones: Vec<Ranks> = own.iter().map(Ranks::one).collect();
        let grow = |known: &mut Ranks, one: &Ranks| {
            *known = known.union(one);
            Some(known.clone())
        };
        let grown: Vec<Ranks> = ones[1..].iter().scan(ones[0].clone(), grow).collect();
        let of = |of: &Ranks| course.partials.most(of, course.nodes.ranks(), course.block);
        let most = grown.iter().map(|ranks| aligned(of(ranks))).max().unwrap_or(0);
        let merged = [tree.bytes, tree.bytes + most];
        let spare = tree.bytes + 2 * most;
        let bytes = spare + if grown.len() > 1 { most } else { 0 };
        Room { tree, ones, grown, merged, spare, bytes }
    }
}

/// The steps of one rank.
pub(super) struct Steps<'a> {
    node: &'a dyn Node,
    reduction: &'a Reduction<'a>,
    course: &'a Course<'a>,
    /// By how many steps results are behind.
    lag: usize,
    /// Whether this rank takes the results.
    receives: bool,
    /// The number of steps.
    total: usize,
    work: Work<'a>,
    /// The step that this rank is at; what it writes in the next one it has written.
    now: Cell<usize>,
}

impl<'a> Steps<'a> {
    /// Of a rank, with results that are so many steps behind.
    pub fn new(
        node: &'a dyn Node,
        reduction: &'a Reduction<'a>,
        course: &'a Course<'a>,
        rank: usize,
        lag: usize,
    ) -> Self {
        let blocks = course.blocks(0);
        let lag = lag.min(blocks);
        let (total, receives) = (blocks + lag, reduction.to.reaches(rank));
        let work = node.segment().take(total as u64);
        Steps { node, reduction, course, lag, receives, total, work, now: Cell::new(0) }
    }

    /// The number of a step's piece of work.
    fn number(&self, step: usize) -> u64 {
        self.work.first + step as u64
    }

    /// Where a rank of the node has its block of a lane's piece, in a step, or behind all of
    /// them, if it is in a lane, results of its own.
    fn at(&self, rank: usize, step: usize, lane: usize) -> *mut u8 {
        let pitch = aligned(self.course.block * self.course.size);
        self.node.segment().slot(rank, self.number(step)).wrapping_add(lane * pitch)
    }

    /// Writes what this rank contributes to a step.
    unsafe fn write(&self, step: usize) -> Result<(), Fault> {
        if step >= self.total {
            return Ok(());
        }
        let (segment, size) = (self.node.segment(), self.course.size);
        segment.wait_for_slots(self.node, self.number(step));
        for lane in 0..self.course.lanes() {
            let (from, n) = self.course.part(lane, step);
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
        // SAFETY: handed on to the caller.
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
            // SAFETY: handed on to the caller.
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
        for lane in 0..self.course.lanes() {
            let (from, n) = self.course.part(lane, block);
            if n > 0 {
                segment.wait_for_answer(self.node, lane, number);
                // SAFETY: a row of n results, which stays until this rank has begun the work
                // after the next; they lie within the vector.
                unsafe {
                    let row = self.at(lane, step, self.course.lanes());
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
        // SAFETY: handed on to the caller.
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
    pub room: &'a Room,
    /// Which it is.
    pub lane: usize,
    pub scratch: *mut u8,
    /// What went wrong where that could not be said.
    pub failed: Cell<Option<Fault>>,
}

impl Ends for Lane<'_> {
    fn blocks(&self) -> usize {
        self.steps.course.blocks(self.lane)
    }

    fn length(&self, block: usize) -> (usize, usize) {
        let (_, n) = self.steps.course.part(self.lane, block);
        (n, n * self.steps.course.size)
    }

    /// What the ranks of the node know of it.
    unsafe fn own(&self, block: usize, _stage: *mut u8) -> Result<*const u8, Fault> {
        let &Steps { node, course, .. } = self.steps;
        let (segment, number) = (node.segment(), self.steps.number(block));
        // SAFETY: handed on to the caller.
        unsafe { self.steps.start(block)? };
        for other in (0..segment.ranks()).filter(|other| *other != segment.rank()) {
            segment.wait_for(node, other, number);
            segment.check(other, number);
        }
        segment.all_begun(number);
        let (n, _) = self.length(block);
        let row = |rank| self.steps.at(rank, block, self.lane).cast_const();
        let ones = &self.room.ones;
        let mut known = Partial { of: &ones[0], at: row(0) };
        for (rank, of) in self.room.grown.iter().enumerate() {
            let (one, left) =
                (Partial { of: &ones[rank + 1], at: row(rank + 1) }, ones.len() - rank);
            let place =
                if left.is_multiple_of(2) { self.room.merged[block % 2] } else { self.room.spare };
            let into = self.scratch.wrapping_add(place);
            // SAFETY: the rows are there until this rank has begun the work after the next; in
            // the scratch there are two places, filled in turn, of which nobody needs what
            // was in them two blocks before.
            unsafe { course.partials.merge(known, one, course.nodes.ranks(), n, into)? };
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
        self.steps.at(segment.rank(), step, self.steps.course.lanes())
    }

    unsafe fn deliver(&self, block: usize, _row: *const u8) -> Result<(), Fault> {
        let step = block + self.steps.lag;
        self.failed.take().map_or(Ok(()), Err)?;
        // SAFETY: handed on to the caller.
        unsafe { self.steps.start(step)? };
        self.steps.node.segment().answer_with(self.steps.number(step), 0);
        Ok(())
    }

    unsafe fn again(&self, block: usize, stage: *mut u8) -> Result<*const u8, Fault> {
        Ok(self.row(block, stage))
    }
}
