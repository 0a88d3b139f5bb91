//! The scratch of a schedule for prefixes: places for partials of all ranks, one of which may be
//! overwritten while another one is sent, and a row. The vector goes in blocks, as long as it allows.

use super::merging::{aligned, block};
use super::prelude::*;

/// So many places, of which the last one is a row's, for blocks of a number of elements: the same on
/// all ranks.
pub(super) struct PrefixScratch<const PLACES: usize> {
    /// The elements of a block.
    pub elements: usize,
    /// Of a partial.
    bytes: usize,
    pub all: usize,
}

impl<const PLACES: usize> PrefixScratch<PLACES> {
    pub fn new(case: &Case<'_>, settings: &Settings) -> Self {
        let wanted = settings.block.min(case.bytes());
        let needed = |n| Self::of_block(case, n).all;
        Self::of_block(case, block(wanted, case.fold.size(), needed))
    }

    fn of_block(case: &Case<'_>, elements: usize) -> Self {
        let row = aligned(elements * case.fold.size());
        let most = case.partials().most(&Ranks::all(case.ranks), case.ranks, elements);
        let bytes = aligned(most).max(row);
        PrefixScratch { elements, bytes, all: (PLACES - 1) * bytes + row }
    }

    pub fn places(&self, scratch: *mut u8) -> [*mut u8; PLACES] {
        std::array::from_fn(|place| scratch.wrapping_add(place * self.bytes))
    }
}
