//! `bintree`: a binary tree in rank order, pipelined (Gruber, Freinberger 2023, algorithms C
//! and D): the root of a range of ranks is the one in its middle, its children are the roots
//! of the ranges on its two sides, so that a partial always is of consecutive ranks and
//! operators need not commute. Blocks flow up; then the results flow down. The root that an
//! MPI_Reduce names has the trees of the ranks before and behind it as children.
//!
//! Cost, n bytes, p ranks, partials of w n bytes: up, by the pipelining lemma with s = 2 and
//! d = 2 floor(log2 p), (d - 2) α + 2 sqrt(2 (d - 2) α β w n) + 2 w n β, and 2 w n γ for
//! merging, down the same with w = 1.

use crate::arithmetic::ranks::Ranks;
use crate::schedule::case::{Destination, Settings};
use crate::schedule::cost::{height, Cost, Machine, Pipeline, Workload};
use crate::schedule::flow::Down;
use crate::schedule::place::{TreeNeighbour, TreePosition};
use crate::schedule::row::Schedule;
use crate::schedule::trees::Tree;
use crate::schedule::{merging, trees};
use std::ops::Range;

pub const ROW: Schedule = Schedule {
    name: "bintree",
    description: "blocks flow up a binary tree in rank order, and down again",
    scratch: trees::scratch::<Bintree>,
    cost: Cost::Pipelines(pipelines),
    run: Some(trees::run::<Bintree>),
    ..merging::ROW
};

fn pipelines(machine: &Machine, job: &Workload) -> Vec<Pipeline> {
    match job.to {
        Destination::All => [job.up(machine), machine.down()]
            .map(|way| Pipeline::new(2 * height(job.ranks), 2, way))
            .into(),
        Destination::Root(root) => vec![pipeline_to_root(machine, job, root)],
    }
}

/// The pipeline of the trees on the two sides of a root.
pub fn pipeline_to_root(machine: &Machine, job: &Workload, root: usize) -> Pipeline {
    let largest = root.max(job.ranks - 1 - root);
    Pipeline::new(2 * (height(largest) + 1), 2, job.up(machine))
}

/// A tree of all ranks.
struct Bintree;

impl Tree for Bintree {
    const DOWN: Down = Down::After;

    fn root(ranks: usize, to: Destination) -> usize {
        match to {
            Destination::All => middle(&(0..ranks)),
            Destination::Root(root) => root,
        }
    }

    fn place(rank: usize, ranks: usize, to: Destination, _settings: &Settings) -> TreePosition {
        place(rank, ranks, Self::root(ranks, to))
    }
}

/// The root of a range of ranks.
pub fn middle(range: &Range<usize>) -> usize {
    range.start + range.len() / 2
}

/// A rank's place in the tree of all ranks with that root.
pub fn place(rank: usize, ranks: usize, root: usize) -> TreePosition {
    match rank.cmp(&root) {
        std::cmp::Ordering::Equal => node(rank, 0..root, root + 1..ranks, None, 0),
        std::cmp::Ordering::Less => under(0..root, rank, Some(root), 1),
        std::cmp::Ordering::Greater => under(root + 1..ranks, rank, Some(root), 1),
    }
}

/// A rank's place in the tree of a range of ranks, whose root is so far from the last one.
pub fn under(
    mut range: Range<usize>,
    rank: usize,
    mut parent: Option<usize>,
    mut depth: usize,
) -> TreePosition {
    loop {
        let root = middle(&range);
        let (before, behind) = (range.start..root, root + 1..range.end);
        range = match rank.cmp(&root) {
            std::cmp::Ordering::Equal => return node(rank, before, behind, parent, depth),
            std::cmp::Ordering::Less => before,
            std::cmp::Ordering::Greater => behind,
        };
        (parent, depth) = (Some(root), depth + 1);
    }
}

fn node(
    rank: usize,
    before: Range<usize>,
    behind: Range<usize>,
    parent: Option<usize>,
    depth: usize,
) -> TreePosition {
    let child = |range: &Range<usize>| {
        let of = Ranks::from(range.clone());
        (!range.is_empty()).then(|| TreeNeighbour { rank: middle(range), of })
    };
    let children = child(&before).into_iter().chain(child(&behind)).collect();
    TreePosition { own: Ranks::one(rank), parent, children, partner: None, lag: 2 * depth }
}
