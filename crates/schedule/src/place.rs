//! The position of a rank in a tree of messages, and the scratch that it needs there.

use super::merging::{aligned, ScratchDivision};
use samebits_fold::vectors::ranks::Ranks;
use samebits_fold::vectors::Partials;
use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TreeNeighbour {
    pub rank: usize,
    /// Whose contributions its partial holds.
    pub of: Ranks,
}

impl TreeNeighbour {
    /// One whose partial holds the contributions of consecutive ranks.
    pub fn of_range(rank: usize, ranks: Range<usize>) -> TreeNeighbour {
        TreeNeighbour { rank, of: Ranks::from(ranks) }
    }
}

/// The position of a rank in a tree, or in one of two trees whose roots are partners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TreePosition {
    /// Whose contributions the rank has from the beginning.
    pub own: Ranks,
    /// Where its partial goes; none at a root.
    pub parent: Option<usize>,
    /// Who sends it partials, in the order in which they are merged.
    pub children: Vec<TreeNeighbour>,
    /// At one of two roots, the other one.
    pub partner: Option<TreeNeighbour>,
    /// How many blocks results lag behind partials where both are in flight at the same time:
    /// twice the distance from the root, and one more with two roots.
    pub lag: usize,
}

impl TreePosition {
    /// In the tree over the lower half of the ranks or the one over the upper half, whose roots are
    /// partners; `in_tree` gives the position in the tree over a range of ranks with that root.
    pub fn in_half(
        rank: usize,
        ranks: usize,
        roots: [usize; 2],
        in_tree: impl FnOnce(Range<usize>, usize) -> TreePosition,
    ) -> TreePosition {
        let halves = [0..ranks / 2, ranks / 2..ranks];
        let own = usize::from(rank >= ranks / 2);
        let mut position = in_tree(halves[own].clone(), roots[own]);
        if rank == roots[own] {
            let other = TreeNeighbour::of_range(roots[1 - own], halves[1 - own].clone());
            position.partner = Some(other);
        }
        position.lag += 1;
        position
    }
}

/// The ranks whose contributions have been accumulated after each merge.
pub(super) fn accumulate<'a>(own: &Ranks, merged: impl Iterator<Item = &'a Ranks>) -> Vec<Ranks> {
    merged
        .scan(own.clone(), |ranks, of| {
            *ranks = ranks.union(of);
            Some(ranks.clone())
        })
        .collect()
}

/// The layout of a rank's scratch. Two blocks are in flight, so there are two slots.
pub(super) struct TreeLayout {
    pub position: TreePosition,
    /// The ranks of this rank's partial after each merge.
    pub accumulated: Vec<Ranks>,
    /// The partials of children, in a slot.
    pub received: Vec<usize>,
    /// The partner's partial, in a slot.
    pub partner: usize,
    /// The merged partial, in a slot.
    pub merged: usize,
    /// The contribution and the results, in a slot, where the caller's buffers are not contiguous.
    pub stages: [usize; 2],
    slot: usize,
    slots: usize,
    /// The partial of the merge before the last.
    pub spare: usize,
    pub bytes: usize,
}

impl TreeLayout {
    /// For `blocks` blocks of at most n elements; `staged` is the bytes of a row if the caller's
    /// buffers are not contiguous, else 0.
    pub fn new(
        position: TreePosition,
        partials: &dyn Partials,
        ranks: usize,
        n: usize,
        blocks: usize,
        staged: usize,
    ) -> TreeLayout {
        let TreePosition { own, children, partner, .. } = &position;
        let accumulated = accumulate(own, children.iter().chain(partner).map(|other| &other.of));
        let max_bytes = |of: &Ranks| aligned(partials.most(of, ranks, n));
        // A single rank needs a copy of its contribution that it may write to.
        let alone = (ranks == 1).then_some(own);
        let partial = accumulated.iter().chain(alone).map(max_bytes).max().unwrap_or(0);
        let mut slot = ScratchDivision::default();
        let received = children.iter().map(|child| slot.take(max_bytes(&child.of))).collect();
        let partner_at = slot.take(partner.as_ref().map_or(0, |partner| max_bytes(&partner.of)));
        let merged = slot.take(partial);
        let stages = slot.take_two(aligned(staged));
        let (slot, slots) = (slot.bytes, blocks.clamp(1, 2));
        let spare = slots * slot;
        let uses_spare = accumulated.len() > 1 || partner.is_some();
        let bytes = spare + if uses_spare { partial } else { 0 };
        TreeLayout {
            position,
            accumulated,
            received,
            partner: partner_at,
            merged,
            stages,
            slot,
            slots,
            spare,
            bytes,
        }
    }

    pub fn slot(&self, block: usize) -> usize {
        block % self.slots
    }

    pub fn start(&self, block: usize) -> usize {
        self.slot(block) * self.slot
    }
}
