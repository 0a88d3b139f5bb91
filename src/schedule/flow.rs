//! Blocks of a vector on their way through a tree: partials up to the root, which finishes
//! them, and results down again, several blocks at a time.
//!
//! Free of deadlock even if no message is buffered. Give step j of a rank at distance d from the
//! root, in a tree of height h, the time j + h - d. Whatever a rank waits for, its peer has started
//! earlier: a child sends partial j at j + h - d, its parent posts the receive one step ahead, at
//! the same time, and waits one step later. Results follow 2 d steps behind (2 d + 1 with two
//! roots): block j at j + h + d. A send is completed two steps later, before its buffer is reused.

use super::messages::{Messages, Pending};
use super::place::{TreeLayout, TreePosition};
use crate::arithmetic::vectors::{Partial, Partials};
use crate::arithmetic::Fault;
use crate::threads::Team;

/// Where the blocks of a vector come from, and where their results go.
pub(super) trait Ends {
    /// The number of blocks.
    fn blocks(&self) -> usize;

    /// The elements of a block, and the bytes that they have in a row.
    fn length(&self, block: usize) -> (usize, usize);

    /// What this rank knows of a block: a contribution, or a partial in scratch, which nobody
    /// needs afterwards.
    ///
    /// # Safety
    /// The stage has room for a row of it, where the caller's buffers are not contiguous.
    unsafe fn own(&self, block: usize, stage: *mut u8) -> Result<*const u8, Fault>;

    /// Where a row of results should be put.
    fn row(&self, block: usize, stage: *mut u8) -> *mut u8;

    /// Brings it to where it is wanted.
    ///
    /// # Safety
    /// The row holds the results.
    unsafe fn deliver(&self, block: usize, row: *const u8) -> Result<(), Fault>;

    /// The results once more, after they were delivered.
    ///
    /// # Safety
    /// As of `own`.
    unsafe fn again(&self, block: usize, stage: *mut u8) -> Result<*const u8, Fault>;
}

/// When results go down the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Down {
    /// Never: only the root wants them.
    Never,
    /// When all partials have gone up.
    After,
    /// While partials go up.
    Along,
}

/// A vector that goes through a tree, on one rank.
pub(super) struct Flow<'a> {
    pub partials: &'a dyn Partials,
    pub messages: &'a dyn Messages,
    /// The same, for results.
    pub results: &'a dyn Messages,
    pub ranks: usize,
    pub place: &'a TreePosition,
    pub layout: &'a TreeLayout,
    pub ends: &'a dyn Ends,
    pub down: Down,
    /// Who merges and finishes.
    pub team: Team,
}

/// What is under way, by slot.
#[derive(Default)]
struct UnderWay {
    received: [Vec<Pending>; 2],
    partner: [Option<Pending>; 2],
    /// What went to the parent or to the partner, and its block.
    up: [Option<(usize, Pending)>; 2],
    down: [Vec<Pending>; 2],
    result: Option<Pending>,
    /// Where this rank's partials lie.
    known: [usize; 2],
}

impl Flow<'_> {
    /// Runs it.
    ///
    /// # Safety
    /// The scratch is aligned and as long as the layout says; the ends have blocks of at most
    /// as many elements as it was made for.
    pub unsafe fn run(&self, scratch: *mut u8) -> Result<(), Fault> {
        let (blocks, place) = (self.ends.blocks(), self.place);
        let (root, state) = (place.parent.is_none(), &mut UnderWay::default());
        let lag = match self.down {
            Down::Never => 0,
            Down::After => blocks,
            Down::Along => place.lag,
        };
        // SAFETY: upheld by the caller; every block goes up before it comes down, and what
        // is under way keeps its place until it was waited for.
        unsafe {
            self.receive(0, scratch, state)?;
            for step in 0..blocks + lag {
                if step < blocks {
                    self.up(step, scratch, state)?;
                    if root && self.down != Down::Along {
                        let row = self.finish(step, scratch, state)?;
                        self.ends.deliver(step, row)?;
                    }
                }
                if self.down == Down::Never {
                    continue;
                }
                if let Some(block) = step.checked_sub(lag) {
                    self.down(block, scratch, state)?;
                }
                match (step + 1).checked_sub(lag) {
                    Some(next) if next < blocks && !root => {
                        self.receive_result(next, scratch, state)?;
                    }
                    _ => {}
                }
            }
        }
        for block in blocks.saturating_sub(2)..blocks {
            self.sent(block, state)?;
            self.passed_on(block, state)?;
        }
        Ok(())
    }

    /// Starts to receive the children's partials of a block.
    unsafe fn receive(
        &self,
        block: usize,
        scratch: *mut u8,
        state: &mut UnderWay,
    ) -> Result<(), Fault> {
        if block < self.ends.blocks() {
            let slot = scratch.wrapping_add(self.layout.start(block));
            let (n, _) = self.ends.length(block);
            for (child, &at) in self.place.children.iter().zip(&self.layout.received) {
                let most = self.partials.most(&child.of, self.ranks, n);
                // SAFETY: the child's room, whose last partial has been merged.
                let pending = unsafe { self.messages.receive(child.rank, slot.add(at), most)? };
                state.received[self.layout.slot(block)].push(pending);
            }
        }
        Ok(())
    }

    /// Merges a block with what the children know of it, and sends that on.
    unsafe fn up(&self, block: usize, scratch: *mut u8, state: &mut UnderWay) -> Result<(), Fault> {
        let (place, layout) = (self.place, self.layout);
        let (n, slot) = (self.ends.length(block).0, layout.slot(block));
        let at = scratch.wrapping_add(layout.start(block));
        // SAFETY: the slot of this block, whose last one is finished, and the spare place are
        // in the scratch; merges go to the one and the other in turn.
        unsafe {
            self.receive(block + 1, scratch, state)?;
            if let Some(partner) = &place.partner {
                let most = self.partials.most(&partner.of, self.ranks, n);
                let into = at.add(layout.partner);
                state.partner[slot] = Some(self.messages.receive(partner.rank, into, most)?);
            }
            if let Some((_, pending)) = state.up[slot].take() {
                self.messages.wait(pending)?;
            }
            let own = self.ends.own(block, at.wrapping_add(layout.stages[0]))?;
            let mut known = Partial { of: &place.own, at: own };
            let received = std::mem::take(&mut state.received[slot]);
            for (child, pending) in received.into_iter().enumerate() {
                self.messages.wait(pending)?;
                let theirs =
                    Partial { of: &place.children[child].of, at: at.add(layout.received[child]) };
                let last = (place.children.len() - child) % 2 == 1;
                let into = if last { at.add(layout.merged) } else { scratch.add(layout.spare) };
                self.partials.merge(self.team, known, theirs, self.ranks, n, into)?;
                known = Partial { of: &layout.grown[child], at: into };
            }
            state.known[slot] = known.at as usize;
            let to = place.parent.or(place.partner.as_ref().map(|partner| partner.rank));
            if let Some(to) = to {
                let bytes = self.partials.length(known, self.ranks, n);
                state.up[slot] = Some((block, self.messages.send(to, known.at, bytes)?));
            }
        }
        Ok(())
    }

    /// Waits until the partial of a block was taken by whom it was sent to.
    fn sent(&self, block: usize, state: &mut UnderWay) -> Result<(), Fault> {
        match state.up[self.layout.slot(block)].take_if(|(sent, _)| *sent <= block) {
            Some((_, pending)) => self.messages.wait(pending).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Waits until the results that lie in a block's slot were taken by the children.
    fn passed_on(&self, block: usize, state: &mut UnderWay) -> Result<(), Fault> {
        for pending in state.down[self.layout.slot(block)].drain(..) {
            self.results.wait(pending)?;
        }
        Ok(())
    }

    /// At a root: the results of a block, as a row.
    unsafe fn finish(
        &self,
        block: usize,
        scratch: *mut u8,
        state: &mut UnderWay,
    ) -> Result<*mut u8, Fault> {
        let (place, layout) = (self.place, self.layout);
        let ((n, bytes), slot) = (self.ends.length(block), layout.slot(block));
        let at = scratch.wrapping_add(layout.start(block));
        let mut total = state.known[slot] as *mut u8;
        // The results may get the place of the contribution.
        self.sent(block, state)?;
        self.passed_on(block, state)?;
        // SAFETY: the slot of this block; a partial of more ranks than one is in scratch.
        unsafe {
            if let Some(partner) = &place.partner {
                let pending = state.partner[slot].take().expect("started with this block");
                self.messages.wait(pending)?;
                let merges = place.children.len();
                let of = merges.checked_sub(1).map_or(&place.own, |last| &layout.grown[last]);
                let theirs = Partial { of: &partner.of, at: at.add(layout.partner) };
                let into = scratch.add(layout.spare);
                let known = Partial { of, at: total };
                self.partials.merge(self.team, known, theirs, self.ranks, n, into)?;
                total = into;
            } else if self.ranks == 1 {
                std::ptr::copy_nonoverlapping(total, at.add(layout.merged), bytes);
                total = at.add(layout.merged);
            }
            let row = self.ends.row(block, at.wrapping_add(layout.stages[1]));
            self.partials.finish(self.team, total, self.ranks, n, row)?;
            Ok(row)
        }
    }

    /// Starts to receive the results of a block.
    unsafe fn receive_result(
        &self,
        block: usize,
        scratch: *mut u8,
        state: &mut UnderWay,
    ) -> Result<(), Fault> {
        let parent = self.place.parent.expect("not at the root");
        self.sent(block, state)?;
        self.passed_on(block, state)?;
        let row = self.row(block, scratch);
        // SAFETY: the row is free: in place, the contribution was taken.
        let pending = unsafe { self.results.receive(parent, row, self.ends.length(block).1)? };
        state.result = Some(pending);
        Ok(())
    }

    fn row(&self, block: usize, scratch: *mut u8) -> *mut u8 {
        let stage = self.layout.start(block) + self.layout.stages[1];
        self.ends.row(block, scratch.wrapping_add(stage))
    }

    /// Passes the results of a block on to the children, and delivers them.
    unsafe fn down(
        &self,
        block: usize,
        scratch: *mut u8,
        state: &mut UnderWay,
    ) -> Result<(), Fault> {
        let slot = self.layout.slot(block);
        let stage = scratch.wrapping_add(self.layout.start(block) + self.layout.stages[1]);
        let mut delivered = false;
        // SAFETY: upheld by the caller; the stage keeps the results until the children
        // have them.
        unsafe {
            let row = if let Some(pending) = state.result.take() {
                self.results.wait(pending)?;
                self.row(block, scratch).cast_const()
            } else if self.down == Down::After {
                self.passed_on(block, state)?;
                delivered = true;
                self.ends.again(block, stage)?
            } else {
                self.finish(block, scratch, state)?.cast_const()
            };
            for child in &self.place.children {
                let bytes = self.ends.length(block).1;
                state.down[slot].push(self.results.send(child.rank, row, bytes)?);
            }
            if !delivered {
                self.ends.deliver(block, row)?;
            }
        }
        Ok(())
    }
}
