//! Where a rank is in a tree of messages, and the room that it needs there.

use super::merging::aligned;
use crate::arithmetic::ranks::Ranks;
use crate::arithmetic::vectors::Partials;

/// Another rank, which sends a partial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TreeNeighbour {
    pub rank: usize,
    /// Whose contributions its partial holds.
    pub of: Ranks,
}

/// A rank's place in a tree, or in one of two whose roots know each other.
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
    /// By how many blocks the results that come down are behind the partials that go up,
    /// where both are under way at the same time: twice the way to the root, since partials
    /// have to get there and results to come back, and one more for what two roots tell
    /// each other.
    pub lag: usize,
}

impl TreePosition {
    /// What the rank knows after each merge.
    pub fn grown(&self) -> Vec<Ranks> {
        let relatives = self.children.iter().chain(&self.partner);
        let grow = |known: &mut Ranks, relative: &TreeNeighbour| {
            *known = known.union(&relative.of);
            Some(known.clone())
        };
        relatives.scan(self.own.clone(), grow).collect()
    }
}

/// What lies where in a rank's scratch. Two blocks are under way, so nearly everything is
/// there twice.
pub(super) struct TreeLayout {
    /// What a rank knows after each merge.
    pub grown: Vec<Ranks>,
    /// The partials of children, in a slot.
    pub received: Vec<usize>,
    /// The partner's, in a slot.
    pub partner: usize,
    /// What was merged of them, in a slot.
    pub merged: usize,
    /// The contribution and the results, in a slot, where the caller's buffers are not contiguous.
    pub stages: [usize; 2],
    slot: usize,
    slots: usize,
    /// The merge before.
    pub spare: usize,
    /// All of it.
    pub bytes: usize,
}

impl TreeLayout {
    /// For blocks of at most n elements, that many of them, and rows of so many bytes by way
    /// of which the caller's buffers are reached, if they have to be.
    pub fn new(
        place: &TreePosition,
        partials: &dyn Partials,
        ranks: usize,
        n: usize,
        blocks: usize,
        staged: usize,
    ) -> TreeLayout {
        let grown = place.grown();
        let most = |of: &Ranks| aligned(partials.most(of, ranks, n));
        // (A rank that is all by itself needs a copy that it may write to.)
        let alone = (ranks == 1).then_some(&place.own);
        let merged = grown.iter().chain(alone).map(most).max().unwrap_or(0);
        let mut slot = 0;
        let mut take = |bytes: usize| {
            slot += bytes;
            slot - bytes
        };
        let received = place.children.iter().map(|child| take(most(&child.of))).collect();
        let partner = take(place.partner.as_ref().map_or(0, |partner| most(&partner.of)));
        let merged_at = take(merged);
        let stages = [(); 2].map(|()| take(aligned(staged)));
        let slots = blocks.clamp(1, 2);
        let spare = slots * slot;
        let bytes = spare + if grown.len() > 1 || place.partner.is_some() { merged } else { 0 };
        TreeLayout {
            grown,
            received,
            partner,
            merged: merged_at,
            stages,
            slot,
            slots,
            spare,
            bytes,
        }
    }

    /// The slot of a block.
    pub fn slot(&self, block: usize) -> usize {
        block % self.slots
    }

    /// Where a block's slot begins.
    pub fn start(&self, block: usize) -> usize {
        self.slot(block) * self.slot
    }
}
