//! `bintree`: a binary tree in rank order, pipelined (Gruber, Freinberger 2023, algorithms C
//! and D): the root of a range of ranks is the one in its middle, its children are the roots of the
//! ranges on its two sides, so that partials are always of consecutive ranks and operators need not
//! commute. Blocks flow up; then the results flow down. The root of an MPI_Reduce has the trees of
//! the ranks before and after it as children.
//!
//! Cost, n bytes, p ranks, partials of w n bytes: up, by the pipelining lemma with s = 2 and
//! d = 2 floor(log2 p), (d - 2) α + 2 sqrt(2 (d - 2) α β w n) + 2 w n β, and 2 w n γ for
//! merging, down the same with w = 1.

use crate::cost::{height, Pipeline};
use crate::prelude::*;
use crate::trees::{self, Down, TreeNeighbour, TreePosition, TreeSchedule};
use std::cmp::Ordering;
use std::ops::Range;

pub const ROW: Schedule = trees::row::<Bintree>(
    "bintree",
    "blocks flow up a binary tree in rank order, and down again",
    Cost::Pipelines(pipelines),
);

fn pipelines(machine: &Machine, job: &Workload) -> Vec<Pipeline> {
    match job.to.root() {
        None => [job.up(machine), machine.down()]
            .map(|round| Pipeline::new(2 * height(job.ranks), 2, round))
            .into(),
        Some(root) => vec![pipeline_to_root(machine, job, root)],
    }
}

/// The pipeline of the trees on the two sides of a root.
pub fn pipeline_to_root(machine: &Machine, job: &Workload, root: usize) -> Pipeline {
    let largest = root.max(job.ranks - 1 - root);
    Pipeline::new(2 * (height(largest) + 1), 2, job.up(machine))
}

struct Bintree;

impl TreeSchedule for Bintree {
    const DOWN: Down = Down::After;

    fn root(ranks: usize, to: Destination) -> usize {
        to.root().unwrap_or(middle(&(0..ranks)))
    }

    fn position(rank: usize, ranks: usize, to: Destination, _settings: &Settings) -> TreePosition {
        to_root(rank, ranks, Self::root(ranks, to))
    }
}

pub fn middle(range: &Range<usize>) -> usize {
    range.start + range.len() / 2
}

/// The position of a rank in the tree of all ranks with that root.
pub fn to_root(rank: usize, ranks: usize, root: usize) -> TreePosition {
    match rank.cmp(&root) {
        Ordering::Equal => node(rank, 0..root, root + 1..ranks, None, 0),
        Ordering::Less => under(0..root, rank, Some(root), 1),
        Ordering::Greater => under(root + 1..ranks, rank, Some(root), 1),
    }
}

/// The position of a rank in the tree of a range of ranks whose root is at that depth.
pub fn under(
    mut range: Range<usize>,
    rank: usize,
    mut parent: Option<usize>,
    mut depth: usize,
) -> TreePosition {
    loop {
        let root = middle(&range);
        let (before, after) = (range.start..root, root + 1..range.end);
        range = match rank.cmp(&root) {
            Ordering::Equal => return node(rank, before, after, parent, depth),
            Ordering::Less => before,
            Ordering::Greater => after,
        };
        (parent, depth) = (Some(root), depth + 1);
    }
}

fn node(
    rank: usize,
    before: Range<usize>,
    after: Range<usize>,
    parent: Option<usize>,
    depth: usize,
) -> TreePosition {
    let children = [before, after].into_iter().filter(|range| !range.is_empty());
    let children = children.map(|range| TreeNeighbour::of_range(middle(&range), range)).collect();
    TreePosition { own: Ranks::one(rank), parent, children, partner: None, lag: 2 * depth }
}
