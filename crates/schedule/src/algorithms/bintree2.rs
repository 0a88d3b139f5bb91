//! `bintree2`: two binary trees in rank order, doubly pipelined (Träff 2021, "A
//! Doubly-pipelined, Dual-root Reduction-to-all Algorithm"; Gruber, Freinberger 2023,
//! algorithm E): one over each half of the ranks. The two roots exchange the partials of their
//! halves and both finish them, and the results flow down while later blocks are still coming up.
//! Where only a root gets the results there is one tree, as in [`super::bintree`].
//!
//! Cost, n bytes, p ranks, partials of w n bytes: by the pipelining lemma with s = 3 (two
//! children and the parent, both ways at a time) and d = 4 h + 1, h = floor(log2 (p/2)):
//! (d - 3) α + 2 sqrt(3 (d - 3) α β w n) + 3 w n β, and 2 w n γ for merging: three quarters of
//! the bytes of `bintree`.

use super::bintree;
use crate::cost::{height, Pipeline};
use crate::prelude::*;
use crate::trees::{self, Down, TreePosition, TreeSchedule};

pub const ROW: Schedule = trees::row::<Bintree2>(
    "bintree2",
    "two binary trees whose roots exchange blocks, up and down at the same time",
    Cost::Pipelines(pipelines),
);

fn pipelines(machine: &Machine, job: &Workload) -> Vec<Pipeline> {
    vec![match job.to.root() {
        None => Pipeline::new(4 * height(job.ranks.div_ceil(2)) + 1, 3, job.up(machine)),
        Some(root) => bintree::pipeline_to_root(machine, job, root),
    }]
}

pub struct Bintree2;

impl TreeSchedule for Bintree2 {
    const DOWN: Down = Down::Overlapped;

    fn root(ranks: usize, to: Destination) -> usize {
        to.root().unwrap_or(bintree::middle(&(ranks / 2..ranks)))
    }

    fn position(rank: usize, ranks: usize, to: Destination, _settings: &Settings) -> TreePosition {
        match to.root() {
            None if ranks > 1 => {
                let roots = [0..ranks / 2, ranks / 2..ranks].map(|half| bintree::middle(&half));
                TreePosition::in_half(rank, ranks, roots, |half, _| {
                    bintree::under(half, rank, None, 0)
                })
            }
            _ => bintree::to_root(rank, ranks, Self::root(ranks, to)),
        }
    }
}
