//! `chain`: the ranks in a row (the pipelined linear algorithm: Gruber, Freinberger 2023,
//! algorithms A and B, after Träff's Algorithms for Collective Communication). Blocks flow
//! from the last rank to the first, each rank merging what comes with its own; then the
//! results flow back. With a root the blocks flow to it from both ends.
//!
//! Cost, n bytes, p ranks, partials of w n bytes: up, by the pipelining lemma with d = p - 1
//! and s = 1, (p - 2) α + 2 sqrt((p - 2) α β w n) + w n β, and n w γ for merging, down the
//! same with w = 1. (A root in the middle: s = 2, d half.) The way for long vectors on few
//! ranks.

use crate::arithmetic::ranks::Ranks;
use crate::schedule::case::{Destination, Settings};
use crate::schedule::cost::{Cost, Machine, Pipeline, Workload};
use crate::schedule::flow::Down;
use crate::schedule::place::{TreeNeighbour, TreePosition};
use crate::schedule::row::Schedule;
use crate::schedule::trees::Tree;
use crate::schedule::{merging, trees};
use std::ops::Range;

pub const ROW: Schedule = Schedule {
    name: "chain",
    description: "blocks flow through the ranks in a row, and back",
    scratch: trees::scratch::<Chain>,
    cost: Cost::Pipelines(pipelines),
    run: Some(trees::run::<Chain>),
    ..merging::ROW
};

fn pipelines(machine: &Machine, job: &Workload) -> Vec<Pipeline> {
    match job.to {
        Destination::All => {
            [job.up(machine), machine.down()].map(|way| Pipeline::new(job.ranks - 1, 1, way)).into()
        }
        Destination::Root(root) => vec![pipeline_to_root(machine, job, root)],
    }
}

/// The pipeline of rows that meet at a root.
pub fn pipeline_to_root(machine: &Machine, job: &Workload, root: usize) -> Pipeline {
    let (before, behind) = (root, job.ranks - 1 - root);
    let next = 1 + usize::from(before.min(behind) > 0);
    Pipeline::new(before.max(behind), next, job.up(machine))
}

/// A row of ranks.
struct Chain;

impl Tree for Chain {
    const DOWN: Down = Down::After;

    fn root(_ranks: usize, to: Destination) -> usize {
        match to {
            Destination::All => 0,
            Destination::Root(root) => root,
        }
    }

    fn place(rank: usize, ranks: usize, to: Destination, _settings: &Settings) -> TreePosition {
        to_root(0..ranks, Self::root(ranks, to), rank)
    }
}

/// A rank's place in a row of ranks, of both sides of the root.
pub fn to_root(row: Range<usize>, root: usize, rank: usize) -> TreePosition {
    let before = |rank: usize| TreeNeighbour { rank: rank - 1, of: Ranks::from(row.start..rank) };
    let behind = |rank: usize| TreeNeighbour { rank: rank + 1, of: Ranks::from(rank + 1..row.end) };
    let before = (rank > row.start && rank <= root).then(|| before(rank));
    let behind = (rank + 1 < row.end && rank >= root).then(|| behind(rank));
    TreePosition {
        own: Ranks::one(rank),
        parent: match rank.cmp(&root) {
            std::cmp::Ordering::Less => Some(rank + 1),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(rank - 1),
        },
        children: before.into_iter().chain(behind).collect(),
        partner: None,
        lag: 2 * rank.abs_diff(root),
    }
}
