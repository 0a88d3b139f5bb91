//! What schedules over trees share: functions of their rows, and the path of the caller's vector
//! through a tree, block by block.

pub(super) use super::flow::Down;
use super::flow::{self, Endpoint};
use super::merging;
use super::place::TreeLayout;
pub(super) use super::place::{TreeNeighbour, TreePosition};
use super::prelude::*;
use std::marker::PhantomData;

pub(super) trait TreeSchedule: 'static {
    /// How results get to all ranks.
    const DOWN: Down;

    /// A root, where the most scratch is needed.
    fn root(ranks: usize, to: Destination) -> usize;

    fn position(rank: usize, ranks: usize, to: Destination, settings: &Settings) -> TreePosition;
}

pub(super) const fn row<T: TreeSchedule>(
    name: &'static str,
    description: &'static str,
    cost: Cost,
) -> Schedule {
    Schedule {
        name,
        description,
        scratch: scratch::<T>,
        cost,
        run: Some(stepwise::run::<Tree<T>>),
        later: Some(stepwise::later::<Tree<T>>()),
        ..merging::ROW
    }
}

/// The layout of a rank's scratch, and the elements of a block, which are the same on all ranks.
fn layout<T: TreeSchedule>(
    case: &Case<'_>,
    settings: &Settings,
    rank: usize,
) -> (TreeLayout, usize) {
    let &Case { fold, ranks, count, to, .. } = case;
    let partials = case.partials();
    let position = |rank| T::position(rank, ranks, to, settings);
    let root = position(T::root(ranks, to));
    let needed = |n| TreeLayout::new(root.clone(), partials, ranks, n, 2, 0).bytes;
    let n = merging::block(settings.block.min(case.bytes()), fold.size(), needed);
    let staged = fold.buffers().map_or(0, |_| n * fold.size());
    (TreeLayout::new(position(rank), partials, ranks, n, count.div_ceil(n), staged), n)
}

pub(super) fn scratch<T: TreeSchedule>(case: &Case<'_>, settings: &Settings, rank: usize) -> usize {
    layout::<T>(case, settings, rank).0.bytes
}

pub(super) struct Tree<T>(PhantomData<T>);

impl<T: TreeSchedule> Body for Tree<T> {
    async unsafe fn work<M: Mode>(
        transport: &dyn Transport,
        reduction: &Reduction<'_>,
        scratch: *mut u8,
    ) -> Outcome {
        let case = reduction.case(transport.size());
        let (layout, block) = layout::<T>(&case, &reduction.settings, transport.rank());
        let down = if reduction.to == Destination::All { T::DOWN } else { Down::Never };
        let ends = &Vector { reduction, block };
        // SAFETY: upheld by the caller; the layout is that of `scratch`.
        unsafe { flow::run::<M>(transport, reduction, &layout, ends, down, scratch).await }
    }
}

/// The caller's vector, in blocks of at most `block` elements.
pub(super) struct Vector<'a> {
    pub reduction: &'a Reduction<'a>,
    pub block: usize,
}

impl Endpoint for Vector<'_> {
    fn blocks(&self) -> usize {
        self.reduction.count.div_ceil(self.block)
    }

    fn elements(&self, block: usize) -> usize {
        self.reduction.block(block, self.block).1
    }

    unsafe fn own(&self, block: usize, stage: *mut u8) -> Result<*const u8, Fault> {
        let (from, n) = self.reduction.block(block, self.block);
        // SAFETY: upheld by the caller; a block lies within the vector.
        unsafe { self.reduction.contribution(from, n, stage) }
    }

    fn result_row(&self, block: usize, stage: *mut u8) -> *mut u8 {
        self.reduction.result_row(block * self.block, stage)
    }

    unsafe fn deliver(&self, block: usize, row: *const u8) -> Outcome {
        let (from, n) = self.reduction.block(block, self.block);
        // SAFETY: upheld by the caller; a block lies within the vector.
        unsafe { self.reduction.deliver(row, from, n) }
    }

    unsafe fn reload(&self, block: usize, stage: *mut u8) -> Result<*const u8, Fault> {
        let (from, n) = self.reduction.block(block, self.block);
        // SAFETY: upheld by the caller; a block lies within the vector.
        unsafe { self.reduction.delivered(from, n, stage) }
    }
}
