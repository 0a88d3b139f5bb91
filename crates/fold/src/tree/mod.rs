//! The reproducible binary tree (Stelz 2022, chapter 2), over p contributions.
//!
//! Leaves (0,0) … (p-1,0). Node (x,y), x a multiple of 2^y, is node (x,y-1) where
//! x + 2^(y-1) ≥ p, else node (x,y-1) ∘ node (x+2^(y-1), y-1); the root is (0, ceil(log2 p)). The
//! left operand always is the one of the lower ranks, so operators need not commute.
//!
//! Cost: p - 1 operations an element; the rows are folded in pieces that stay in the first-level
//! cache, so each contribution is read from memory once.

pub mod partial;
mod vectors;

use super::vectors::fold::{Buffers, Fold, FoldTwo, Folded};
use super::vectors::{columns::over_columns, combine::Combine, Partials};
use samebits_base::threads::{Address, Team};
use samebits_kernel::Kernel;
use std::ops::Range;

/// Bytes of one row that are folded at a time: a few rows of it, one for each open level, fit
/// into the first-level cache.
pub(super) const PIECE: usize = 4096;

/// Visits the inner nodes of the tree over `leaves` ≥ 1 leaves, each after its children:
/// `join(left, right)` gets the leaves in whose places the children's values lie, and has to
/// leave the node's value in the place of the right one. The root's value ends in the place of
/// the last leaf.
pub fn visit<E>(
    leaves: usize,
    mut join: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<(), E> {
    // The places of the finished subtrees, largest first, as in a binary counter: after leaf i
    // they are those of the binary digits of i + 1.
    let mut open = [0usize; usize::BITS as usize + 1];
    let mut depth = 0;
    for leaf in 0..leaves {
        open[depth] = leaf;
        depth += 1;
        for _ in 0..(leaf + 1).trailing_zeros() {
            join(open[depth - 2], open[depth - 1])?;
            open[depth - 2] = open[depth - 1];
            depth -= 1;
        }
    }
    // The subtrees that p clips, from the right.
    while depth > 1 {
        join(open[depth - 2], open[depth - 1])?;
        open[depth - 2] = open[depth - 1];
        depth -= 1;
    }
    Ok(())
}

/// The tree over rows of contributions, with any operator.
#[derive(Clone, Copy, Debug)]
pub struct Tree<C>(pub C);

impl Tree<Kernel> {
    /// (All that this names would be there once more in each crate that inlines it.)
    #[inline(never)]
    pub fn as_fold(&self) -> &(dyn Fold + Sync) {
        self
    }
}

impl<C: Combine> Fold for Tree<C> {
    fn size(&self) -> usize {
        self.0.size()
    }

    unsafe fn fold(&self, team: Team, rows: *mut u8, ranks: usize, n: usize) -> Folded {
        let Some(combine) = team.of_several(|| self.0.parallel()) else {
            // SAFETY: upheld by the caller.
            return unsafe { fold_columns(&self.0, rows, ranks, n, 0..n) };
        };
        let (bytes, rows) = (ranks * n * combine.size(), Address(rows));
        over_columns(team, n, bytes, combine.environment(), |columns| {
            // SAFETY: columns of the rows, which no other thread has.
            let folded = unsafe { fold_columns(combine, rows.at(0), ranks, n, columns) };
            folded.expect("what threads may do does not fail");
        });
        Ok(ranks - 1)
    }

    fn buffers(&self) -> Option<&dyn Buffers> {
        self.0.buffers()
    }

    fn two(&self) -> Option<&dyn FoldTwo> {
        self.0.two()
    }

    fn partials(&self) -> Option<&dyn Partials> {
        Some(self)
    }
}

/// As [`Fold::fold`], of some of the n columns. Safety: the rows are there; nobody else uses these
/// columns.
unsafe fn fold_columns<C: Combine + ?Sized>(
    combine: &C,
    rows: *mut u8,
    ranks: usize,
    n: usize,
    columns: Range<usize>,
) -> Folded {
    let size = combine.size();
    let piece = (PIECE / size).max(1);
    let mut from = columns.start;
    while from < columns.end {
        let length = piece.min(columns.end - from);
        let place = |rank: usize| rows.wrapping_add((rank * n + from) * size);
        // SAFETY: pieces of `length` elements within the rows, two different ones in each join.
        unsafe {
            visit(ranks, |left, right| combine.combine(place(left), place(right), length))?;
            combine.finish(place(ranks - 1), length);
        }
        from += length;
    }
    Ok(ranks - 1)
}
