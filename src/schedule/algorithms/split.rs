//! `split:F`: the vector is split in front of an F-nomial tree (Moody et al. 2003, section
//! 5.3): it is halved, s times, between neighbours, who each merge what they get with their
//! own; F-nomial trees, each over every 2^s'th rank, reduce the 2^s pieces at the same time;
//! the results are put together again in the way in which the vector was split
//! ([`crate::schedule::halves`]). It is halved until the pieces are blocks. Moody et al. split at the
//! whole length of the group; here nearest ranks go first, for the sake of the rank order.
//!
//! Cost, n bytes, p ranks, partials of w n bytes, h = ceil(log_F (p/2^s)): 2 s α + (2^s-1)/2^s
//! (1 + w) n β + (2^s-1)/2^s w n γ for splitting and uniting, and 2 h α + (F - 1) h
//! ((1 + w) n/2^s β + w n/2^s γ) for the trees: instead of each of log2 p levels, the first s
//! alone see more than 1/2^s of the vector.

use crate::schedule::cost::Cost;
use crate::schedule::halves::{self, Splits};
use crate::schedule::merging;
use crate::schedule::row::Schedule;
use crate::schedule::row::DEGREE;

pub const ROW: Schedule = Schedule {
    name: "split",
    description: "the vector is halved among neighbours, F-nomial trees reduce the pieces",
    parameter: DEGREE,
    scratch: halves::scratch::<Split>,
    cost: Cost::Blocks { seconds: halves::seconds::<Split>, degree: true },
    run: Some(halves::run::<Split>),
    ..merging::ROW
};

/// Halved until the pieces are blocks.
struct Split;

impl Splits for Split {
    fn splits(most: u32, blocks: usize) -> u32 {
        blocks.max(1).next_power_of_two().ilog2().min(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halved_until_the_pieces_are_blocks() {
        let splits = |blocks| Split::splits(3, blocks);
        assert_eq!([0, 1, 2, 3, 4, 5, 8, 9, 100].map(splits), [0, 0, 1, 2, 2, 3, 3, 3, 3]);
    }
}
