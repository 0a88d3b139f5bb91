//! `halving`: reduce-scatter by recursive halving, then an allgather by recursive doubling (Shan et
//! al. 2019, section III-C, `RedScat`), the nearest rank first, so that partials are always of
//! consecutive ranks. Where the number of ranks is no power of two, neighbours are merged first
//! ([`crate::halves`]).
//!
//! Cost, n bytes, p = 2^s ranks, partials of w n bytes: 2 s α + (n/2 + w n (p/2 - 1)/p) β +
//! n (p-1)/p β, and w n (p-1)/p γ: the bandwidth of `ring` at the latency of a tree. For any
//! other p at most 2 α + 2 n β + w n γ more (with a root α + n β less). Long pieces are merged by
//! the threads of a rank, which divides γ.

use crate::halves::{self, Splits};
use crate::prelude::*;

pub const ROW: Schedule = halves::row::<Halving>(
    "halving",
    "reduce-scatter by recursive halving, and back: the bandwidth of ring, the \
                  latency of a tree",
    Degree::None,
);

struct Halving;

impl Splits for Halving {
    fn splits(max: u32, _blocks: usize) -> u32 {
        max
    }
}
