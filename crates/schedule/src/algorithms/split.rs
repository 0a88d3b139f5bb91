//! `split:F`: the vector is split before an F-nomial tree (Moody et al. 2003, section 5.3): it is
//! halved s times between neighbours, each of which merges what it receives with its own; F-nomial
//! trees, each over every 2^s'th rank, reduce the 2^s pieces at the same time; the results are
//! gathered in the way in which the vector was split ([`crate::halves`]). It is halved
//! until the pieces are blocks. Moody et al. split at the full distance of the group; here the
//! nearest ranks go first, to keep the rank order.
//!
//! Cost, n bytes, p ranks, partials of w n bytes, h = ceil(log_F (p/2^s)): 2 s α + (2^s-1)/2^s
//! (1 + w) n β + (2^s-1)/2^s w n γ for splitting and gathering, and 2 h α + (F - 1) h
//! ((1 + w) n/2^s β + w n/2^s γ) for the trees: of log2 p levels, the first s alone see more than
//! 1/2^s of the vector.

use crate::halves::{self, Splits};
use crate::prelude::*;
use crate::row::DEGREE;

pub const ROW: Schedule = Schedule {
    parameter: DEGREE,
    ..halves::row::<ToBlocks>(
        "split",
        "the vector is halved among neighbours, F-nomial trees reduce the pieces",
        Degree::Tree,
    )
};

struct ToBlocks;

impl Splits for ToBlocks {
    fn splits(max: u32, blocks: usize) -> u32 {
        blocks.max(1).next_power_of_two().ilog2().min(max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halved_until_the_pieces_are_blocks() {
        let splits = |blocks| ToBlocks::splits(3, blocks);
        assert_eq!([0, 1, 2, 3, 4, 5, 8, 9, 100].map(splits), [0, 0, 1, 2, 2, 3, 3, 3, 3]);
    }
}
