//! What schedules over trees share: what stands in their rows, and the way of the caller's vector
//! through a tree, block by block.

use super::case::{Case, Destination, Settings};
use super::flow::{Down, Ends, Flow};
use super::merging::block;
use super::place::{TreeLayout, TreePosition};
use super::reduction::Reduction;
use super::transport::Transport;
use crate::arithmetic::{Fault, Fold};

/// A schedule over a tree.
pub(super) trait Tree {
    /// How results get to all ranks, where all want them.
    const DOWN: Down;

    /// A root of it, where the most room is needed.
    fn root(ranks: usize, to: Destination) -> usize;

    /// Where a rank is in it.
    fn place(rank: usize, ranks: usize, to: Destination, settings: &Settings) -> TreePosition;
}

/// The elements of a block: the same on all ranks.
fn elements<T: Tree>(
    fold: &dyn Fold,
    ranks: usize,
    count: usize,
    to: Destination,
    settings: &Settings,
) -> usize {
    let partials = fold.partials().expect("`takes` was asked");
    let root = T::place(T::root(ranks, to), ranks, to, settings);
    let needed = |n| TreeLayout::new(&root, partials, ranks, n, 2, 0).bytes;
    let wanted = settings.block.min(count.saturating_mul(fold.size()));
    block(wanted, fold.size(), needed)
}

/// As of the row.
pub(super) fn scratch<T: Tree>(case: &Case<'_>, settings: &Settings, rank: usize) -> usize {
    let Case { fold, ranks, count, to, .. } = *case;
    let n = elements::<T>(fold, ranks, count, to, settings);
    layout(fold, &T::place(rank, ranks, to, settings), ranks, count, n).bytes
}

/// As of the row.
pub(super) unsafe fn run<T: Tree>(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    scratch: *mut u8,
) -> Result<(), Fault> {
    let (rank, ranks) = (transport.rank(), transport.size());
    let &Reduction { fold, count, to, ref settings, .. } = reduction;
    let n = elements::<T>(fold, ranks, count, to, settings);
    let place = T::place(rank, ranks, to, settings);
    let flow = Flow {
        partials: fold.partials().expect("`takes` was asked"),
        messages: transport.messages().expect("`takes` was asked"),
        results: transport.results().expect("`takes` was asked"),
        ranks,
        place: &place,
        layout: &layout(fold, &place, ranks, count, n),
        ends: &Vector { reduction, block: n },
        down: if to == Destination::All { T::DOWN } else { Down::Never },
        team: settings.team(),
    };
    // SAFETY: upheld by the caller; the layout is that of `scratch`.
    unsafe { flow.run(scratch) }
}

fn layout(
    fold: &dyn Fold,
    place: &TreePosition,
    ranks: usize,
    count: usize,
    n: usize,
) -> TreeLayout {
    let partials = fold.partials().expect("`takes` was asked");
    let staged = fold.buffers().map_or(0, |_| n * fold.size());
    TreeLayout::new(place, partials, ranks, n, count.div_ceil(n), staged)
}

/// The caller's vector, in blocks of so many elements.
pub(super) struct Vector<'a> {
    pub reduction: &'a Reduction<'a>,
    pub block: usize,
}

impl Ends for Vector<'_> {
    fn blocks(&self) -> usize {
        self.reduction.count.div_ceil(self.block)
    }

    fn length(&self, block: usize) -> (usize, usize) {
        let n = self.block.min(self.reduction.count - block * self.block);
        (n, n * self.reduction.fold.size())
    }

    unsafe fn own(&self, block: usize, stage: *mut u8) -> Result<*const u8, Fault> {
        let (n, _) = self.length(block);
        // SAFETY: upheld by the caller; a block lies within the vector.
        unsafe { self.reduction.contribution(block * self.block, n, stage) }
    }

    fn row(&self, block: usize, stage: *mut u8) -> *mut u8 {
        self.reduction.result_row(block * self.block, stage)
    }

    unsafe fn deliver(&self, block: usize, row: *const u8) -> Result<(), Fault> {
        let (n, _) = self.length(block);
        // SAFETY: upheld by the caller; a block lies within the vector.
        unsafe { self.reduction.deliver(row, block * self.block, n) }
    }

    unsafe fn again(&self, block: usize, stage: *mut u8) -> Result<*const u8, Fault> {
        let (n, _) = self.length(block);
        // SAFETY: upheld by the caller; a block lies within the vector.
        unsafe { self.reduction.results(block * self.block, n, stage) }
    }
}
