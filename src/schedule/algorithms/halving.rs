//! `halving`: reduce-scatter by recursive halving, then the results are gathered the same way
//! back (Shan et al. 2019, section III-C, `RedScat`): vector halving and distance doubling, the
//! nearest rank first, so that what a rank knows always is of consecutive ranks. Where the
//! number of ranks is no power of two, neighbours become one first ([`crate::schedule::halves`]).
//!
//! Cost, n bytes, p = 2^s ranks, partials of w n bytes: 2 s α + (n/2 + w n (p/2 - 1)/p) β +
//! n (p-1)/p β, and w n (p-1)/p γ: the bandwidth of `ring` at the latency of a tree. For any
//! other p 2 α + 2 n β + w n γ more (with a root α + n β less), at the most. Long pieces are
//! merged by the threads of a rank, which divides γ.

use crate::schedule::cost::Cost;
use crate::schedule::halves::{self, Splits};
use crate::schedule::merging;
use crate::schedule::row::Schedule;

pub const ROW: Schedule = Schedule {
    name: "halving",
    description: "reduce-scatter by recursive halving, and back: the bandwidth of ring, the \
                  latency of a tree",
    scratch: halves::scratch::<Halving>,
    cost: Cost::Blocks { seconds: halves::seconds::<Halving>, degree: false },
    run: Some(halves::run::<Halving>),
    ..merging::ROW
};

/// Halved as often as the ranks can.
struct Halving;

impl Splits for Halving {
    fn splits(most: u32, _blocks: usize) -> u32 {
        most
    }
}
