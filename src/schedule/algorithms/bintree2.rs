//! `bintree2`: two binary trees in rank order, doubly pipelined (Träff 2021, "A
//! Doubly-pipelined, Dual-root Reduction-to-all Algorithm"; Gruber, Freinberger 2023,
//! algorithm E): one over each half of the ranks. The two roots tell each other what their
//! halves know, both finish it, and the results flow down while later blocks are still coming
//! up. A root wants no results to flow down: it gets them as in [`super::bintree`].
//!
//! Cost, n bytes, p ranks, partials of w n bytes: by the pipelining lemma with s = 3 (two
//! children and the parent, both ways at a time) and d = 4 h + 1, h = floor(log2 (p/2)):
//! (d - 3) α + 2 sqrt(3 (d - 3) α β w n) + 3 w n β, and 2 w n γ for merging: three quarters of
//! the bytes of `bintree`.

use super::bintree;
use crate::arithmetic::ranks::Ranks;
use crate::schedule::case::{Destination, Settings};
use crate::schedule::cost::{height, Cost, Machine, Pipeline, Workload};
use crate::schedule::flow::Down;
use crate::schedule::place::{TreeNeighbour, TreePosition};
use crate::schedule::row::Schedule;
use crate::schedule::trees::Tree;
use crate::schedule::{merging, trees};

pub const ROW: Schedule = Schedule {
    name: "bintree2",
    description: "two binary trees whose roots exchange blocks, up and down at the same time",
    scratch: trees::scratch::<Bintree2>,
    cost: Cost::Pipelines(pipelines),
    run: Some(trees::run::<Bintree2>),
    ..merging::ROW
};

fn pipelines(machine: &Machine, job: &Workload) -> Vec<Pipeline> {
    vec![match job.to {
        Destination::All => {
            Pipeline::new(4 * height(job.ranks.div_ceil(2)) + 1, 3, job.up(machine))
        }
        Destination::Root(root) => bintree::pipeline_to_root(machine, job, root),
    }]
}

/// A tree of each half of the ranks, or one of all of them with a root.
pub struct Bintree2;

impl Tree for Bintree2 {
    const DOWN: Down = Down::Along;

    fn root(ranks: usize, to: Destination) -> usize {
        match to {
            Destination::All => bintree::middle(&(ranks / 2..ranks)),
            Destination::Root(root) => root,
        }
    }

    fn place(rank: usize, ranks: usize, to: Destination, _settings: &Settings) -> TreePosition {
        match to {
            Destination::All if ranks > 1 => place(rank, ranks),
            _ => bintree::place(rank, ranks, Self::root(ranks, to)),
        }
    }
}

/// A rank's place in the tree of its half.
fn place(rank: usize, ranks: usize) -> TreePosition {
    let (before, behind) = (0..ranks / 2, ranks / 2..ranks);
    let (own, other) = if before.contains(&rank) { (before, behind) } else { (behind, before) };
    let mut place = bintree::under(own, rank, None, 0);
    if place.parent.is_none() {
        place.partner =
            Some(TreeNeighbour { rank: bintree::middle(&other), of: Ranks::from(other) });
    }
    place.lag += 1;
    place
}
