//! Blocks of a vector on their way through a tree: partials up to the root, which finishes
//! them, and results down again, several blocks at a time.
//!
//! Free of deadlock even if no message is buffered. Give step j of a rank at distance d from the
//! root, in a tree of height h, the time j + h - d. Whatever a rank waits for, its peer has started
//! earlier: a child sends partial j at j + h - d, its parent posts the receive one step ahead, at
//! the same time, and waits one step later. Results follow 2 d steps behind (2 d + 1 with two
//! roots): block j at j + h + d. A send is completed two steps later, before its buffer is reused.

use super::messages::{Messages, Pending};
use super::place::TreeLayout;
use super::prelude::*;
use super::stepwise::wait;
use samebits_base::threads::Team;
use samebits_fold::vectors::{Partial, Partials};

/// Where the blocks of a vector come from on one rank, and where their results go.
pub(super) trait Endpoint {
    fn blocks(&self) -> usize;

    fn elements(&self, block: usize) -> usize;

    /// What this rank contributes to a block: its contribution, or a partial in scratch, which
    /// nobody needs afterwards. The stage has to hold a row of it, where the caller's buffers are
    /// not contiguous.
    unsafe fn own(&self, block: usize, stage: *mut u8) -> Result<*const u8, Fault>;

    /// Where a row of results should be put.
    fn result_row(&self, block: usize, stage: *mut u8) -> *mut u8;

    /// Brings a row of results to the caller's buffer.
    unsafe fn deliver(&self, block: usize, row: *const u8) -> Outcome;

    /// The results as a row, after they were delivered.
    unsafe fn reload(&self, block: usize, stage: *mut u8) -> Result<*const u8, Fault> {
        Ok(self.result_row(block, stage))
    }
}

/// When results go down the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Down {
    /// Never: only the root gets them.
    Never,
    /// After all partials have gone up.
    After,
    /// While partials go up.
    Overlapped,
}

/// Sends a vector through a tree, on one rank. The scratch has to be aligned and as long as the
/// layout says, which has to be made for blocks of that length.
pub(super) async unsafe fn run<M: Mode>(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    layout: &TreeLayout,
    ends: &dyn Endpoint,
    down: Down,
    scratch: *mut u8,
) -> Outcome {
    let mut flow = Flow {
        partials: reduction.partials(),
        messages: transport.needed_messages(),
        results: transport.needed_results(),
        ranks: transport.size(),
        size: reduction.fold.size(),
        team: reduction.settings.team(),
        layout,
        ends,
        down,
        scratch,
        in_flight: InFlight::default(),
    };
    // SAFETY: upheld by the caller.
    unsafe { flow.run::<M>().await }
}

struct Flow<'a> {
    partials: &'a dyn Partials,
    messages: &'a dyn Messages,
    results: &'a dyn Messages,
    ranks: usize,
    /// Bytes of an element in a row.
    size: usize,
    team: Team,
    layout: &'a TreeLayout,
    ends: &'a dyn Endpoint,
    down: Down,
    scratch: *mut u8,
    in_flight: InFlight,
}

/// The messages in flight, by slot.
#[derive(Default)]
struct InFlight {
    /// From the children.
    received: [Vec<Pending>; 2],
    partner: [Option<Pending>; 2],
    /// To the parent or the partner, with the block.
    up: [Option<(usize, Pending)>; 2],
    /// To the children.
    down: [Vec<Pending>; 2],
    result: Option<Pending>,
    /// The addresses of this rank's merged partials.
    partials: [usize; 2],
}

impl Flow<'_> {
    async unsafe fn run<M: Mode>(&mut self) -> Outcome {
        let &mut Flow { layout: TreeLayout { position, .. }, ends, down, .. } = self;
        let (blocks, root) = (ends.blocks(), position.parent.is_none());
        let lag = match down {
            Down::Never => 0,
            Down::After => blocks,
            Down::Overlapped => position.lag,
        };
        // SAFETY: upheld by the caller; every block goes up before it comes down, and a message
        // in flight keeps its buffer until it was waited for.
        unsafe {
            self.receive(0)?;
            for step in 0..blocks + lag {
                if step < blocks {
                    self.up::<M>(step).await?;
                    if root && down != Down::Overlapped {
                        let row = self.finish::<M>(step).await?;
                        ends.deliver(step, row)?;
                    }
                }
                if down == Down::Never {
                    continue;
                }
                if let Some(block) = step.checked_sub(lag) {
                    self.down::<M>(block).await?;
                }
                match (step + 1).checked_sub(lag) {
                    Some(next) if next < blocks && !root => self.receive_result::<M>(next).await?,
                    _ => {}
                }
            }
        }
        for block in blocks.saturating_sub(2)..blocks {
            self.wait_for_up::<M>(block).await?;
            self.wait_for_down::<M>(block).await?;
        }
        Ok(())
    }

    /// The slot of a block in the scratch.
    fn slot(&self, block: usize) -> *mut u8 {
        self.scratch.wrapping_add(self.layout.start(block))
    }

    fn spare(&self) -> *mut u8 {
        self.scratch.wrapping_add(self.layout.spare)
    }

    /// Where a block's results are staged.
    fn result_stage(&self, block: usize) -> *mut u8 {
        self.slot(block).wrapping_add(self.layout.stages[1])
    }

    /// Starts to receive the children's partials of a block.
    unsafe fn receive(&mut self, block: usize) -> Outcome {
        let &mut Flow { partials, messages, ranks, layout, ends, .. } = self;
        if block < ends.blocks() {
            let (slot, n) = (self.slot(block), ends.elements(block));
            for (child, &at) in layout.position.children.iter().zip(&layout.received) {
                let max_bytes = partials.most(&child.of, ranks, n);
                // SAFETY: the child's buffer, whose previous partial has been merged.
                let pending = unsafe { messages.receive(child.rank, slot.add(at), max_bytes)? };
                self.in_flight.received[layout.slot(block)].push(pending);
            }
        }
        Ok(())
    }

    /// Merges this rank's and the children's partials of a block, and sends the result on.
    async unsafe fn up<M: Mode>(&mut self, block: usize) -> Outcome {
        let &mut Flow { partials, messages, ranks, layout, ends, team, .. } = self;
        let position = &layout.position;
        let (n, slot, at) = (ends.elements(block), layout.slot(block), self.slot(block));
        // SAFETY: the slot of this block, whose previous block is finished, and the spare buffer
        // are in the scratch; merges go to these two alternately.
        unsafe {
            self.receive(block + 1)?;
            if let Some(partner) = &position.partner {
                let max_bytes = partials.most(&partner.of, ranks, n);
                let into = at.add(layout.partner);
                self.in_flight.partner[slot] =
                    Some(messages.receive(partner.rank, into, max_bytes)?);
            }
            if let Some((_, pending)) = self.in_flight.up[slot].take() {
                wait::<M>(messages, pending).await?;
            }
            let own = ends.own(block, at.wrapping_add(layout.stages[0]))?;
            let mut partial = Partial { of: &position.own, at: own };
            let received = std::mem::take(&mut self.in_flight.received[slot]);
            for (child, pending) in received.into_iter().enumerate() {
                wait::<M>(messages, pending).await?;
                let of = &position.children[child].of;
                let theirs = Partial { of, at: at.add(layout.received[child]) };
                let last = (position.children.len() - child) % 2 == 1;
                let into = if last { at.add(layout.merged) } else { self.spare() };
                partials.merge(team, partial, theirs, ranks, n, into)?;
                partial = Partial { of: &layout.accumulated[child], at: into };
            }
            self.in_flight.partials[slot] = partial.at as usize;
            let to = position.parent.or(position.partner.as_ref().map(|partner| partner.rank));
            if let Some(to) = to {
                let bytes = partials.length(partial, ranks, n);
                self.in_flight.up[slot] = Some((block, messages.send(to, partial.at, bytes)?));
            }
        }
        Ok(())
    }

    /// Waits until the partial of a block has been sent.
    async fn wait_for_up<M: Mode>(&mut self, block: usize) -> Outcome {
        let slot = self.layout.slot(block);
        match self.in_flight.up[slot].take_if(|(sent, _)| *sent <= block) {
            Some((_, pending)) => wait::<M>(self.messages, pending).await.map(|_| ()),
            None => Ok(()),
        }
    }

    /// Waits until the results in a block's slot have been sent.
    async fn wait_for_down<M: Mode>(&mut self, block: usize) -> Outcome {
        for pending in self.in_flight.down[self.layout.slot(block)].drain(..) {
            wait::<M>(self.results, pending).await?;
        }
        Ok(())
    }

    /// At a root: the results of a block, as a row.
    async unsafe fn finish<M: Mode>(&mut self, block: usize) -> Result<*mut u8, Fault> {
        let &mut Flow { partials, messages, ranks, layout, ends, team, .. } = self;
        let position = &layout.position;
        let (n, slot, at) = (ends.elements(block), layout.slot(block), self.slot(block));
        let mut total = self.in_flight.partials[slot] as *mut u8;
        // The results may overwrite the contribution.
        self.wait_for_up::<M>(block).await?;
        self.wait_for_down::<M>(block).await?;
        // SAFETY: the slot of this block; a partial of more ranks than one is in scratch.
        unsafe {
            if let Some(partner) = &position.partner {
                let pending = self.in_flight.partner[slot].take().expect("started with this block");
                wait::<M>(messages, pending).await?;
                let merges = position.children.len();
                let of = merges.checked_sub(1).map_or(&position.own, |i| &layout.accumulated[i]);
                let own = Partial { of, at: total };
                let theirs = Partial { of: &partner.of, at: at.add(layout.partner) };
                partials.merge(team, own, theirs, ranks, n, self.spare())?;
                total = self.spare();
            } else if ranks == 1 {
                std::ptr::copy_nonoverlapping(total, at.add(layout.merged), n * self.size);
                total = at.add(layout.merged);
            }
            let row = ends.result_row(block, self.result_stage(block));
            partials.finish(team, total, ranks, n, row)?;
            Ok(row)
        }
    }

    async unsafe fn receive_result<M: Mode>(&mut self, block: usize) -> Outcome {
        let parent = self.layout.position.parent.expect("not at the root");
        self.wait_for_up::<M>(block).await?;
        self.wait_for_down::<M>(block).await?;
        let &mut Flow { results, ends, size, .. } = self;
        let row = ends.result_row(block, self.result_stage(block));
        let bytes = ends.elements(block) * size;
        // SAFETY: the row is free: in place, the contribution has been sent.
        self.in_flight.result = Some(unsafe { results.receive(parent, row, bytes)? });
        Ok(())
    }

    /// Sends the results of a block to the children, and delivers them.
    async unsafe fn down<M: Mode>(&mut self, block: usize) -> Outcome {
        let &mut Flow { results, layout, ends, down, size, .. } = self;
        let stage = self.result_stage(block);
        let mut delivered = false;
        // SAFETY: upheld by the caller; the stage keeps the results until the children have them.
        unsafe {
            let row = if let Some(pending) = self.in_flight.result.take() {
                wait::<M>(results, pending).await?;
                ends.result_row(block, stage).cast_const()
            } else if down == Down::After {
                self.wait_for_down::<M>(block).await?;
                delivered = true;
                ends.reload(block, stage)?
            } else {
                self.finish::<M>(block).await?.cast_const()
            };
            for child in &layout.position.children {
                let pending = results.send(child.rank, row, ends.elements(block) * size)?;
                self.in_flight.down[layout.slot(block)].push(pending);
            }
            if !delivered {
                ends.deliver(block, row)?;
            }
        }
        Ok(())
    }
}
