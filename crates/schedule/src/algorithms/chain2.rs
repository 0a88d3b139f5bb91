//! `chain2`: two chains of ranks that meet in the middle (the doubly pipelined linear algorithm:
//! Gruber, Freinberger 2023, section 5, with the two roots of Träff 2021, "A Doubly-pipelined,
//! Dual-root Reduction-to-all Algorithm"). Blocks flow from both ends to the middle, where two
//! ranks exchange the partials of their sides and both finish them, and the results flow back while
//! later blocks are still coming. A root that alone gets the results receives the blocks from both
//! ends, as in [`super::chain`].
//!
//! Cost, n bytes, p ranks, partials of w n bytes: by the pipelining lemma with d = p - 1 and
//! s = 2 (a rank deals with one neighbour and then with the other, both ways at a time):
//! (p - 3) α + 2 sqrt(2 (p - 3) α β w n) + 2 w n β, and w n γ for merging: half the latency of
//! `chain`.

use super::chain;
use crate::cost::Pipeline;
use crate::prelude::*;
use crate::trees::{self, Down, TreePosition, TreeSchedule};

pub const ROW: Schedule = trees::row::<Chain2>(
    "chain2",
    "two chains that meet in the middle, both ways at the same time",
    Cost::Pipelines(pipelines),
);

fn pipelines(machine: &Machine, job: &Workload) -> Vec<Pipeline> {
    vec![match job.to.root() {
        None => Pipeline::new(2 * (job.ranks.div_ceil(2) - 1) + 1, 2, job.up(machine)),
        Some(root) => chain::pipeline_to_root(machine, job, root),
    }]
}

pub struct Chain2;

impl TreeSchedule for Chain2 {
    const DOWN: Down = Down::Overlapped;

    fn root(ranks: usize, to: Destination) -> usize {
        to.root().unwrap_or(ranks / 2)
    }

    fn position(rank: usize, ranks: usize, to: Destination, _settings: &Settings) -> TreePosition {
        match to.root() {
            None if ranks > 1 => {
                let roots = [ranks / 2 - 1, ranks / 2];
                TreePosition::in_half(rank, ranks, roots, |half, root| {
                    chain::to_root(half, root, rank)
                })
            }
            _ => chain::to_root(0..ranks, Self::root(ranks, to), rank),
        }
    }
}
