//! `bintree`: a binary tree in rank order, pipelined (Gruber, Freinberger 2023, algorithms C
//! and D): the root of a range of ranks is the one in its middle, its children are the roots
//! of the ranges on its two sides, so that a partial always is of consecutive ranks and
//! operators need not commute. Blocks flow up; then the results flow down. The root that an
//! MPI_Reduce names has the trees of the ranks before and behind it as children.
//!
//! Cost, n bytes, p ranks, partials of w n bytes: up, by the pipelining lemma with s = 2 and
//! d = 2 floor(log2 p), (d - 2) α + 2 sqrt(2 (d - 2) α β w n) + 2 w n β, and 2 w n γ for
//! merging, down the same with w = 1.

use super::flow::Down;
use super::place::{Place, Relative};
use super::trees::Tree;
use super::{Destination, Settings};
use crate::arithmetic::ranks::Ranks;
use std::ops::Range;

/// A tree of all ranks.
pub(super) struct Bintree;

impl Tree for Bintree {
    const DOWN: Down = Down::After;

    fn root(ranks: usize, to: Destination) -> usize {
        match to {
            Destination::All => middle(&(0..ranks)),
            Destination::Root(root) => root,
        }
    }

    fn place(rank: usize, ranks: usize, to: Destination, _settings: &Settings) -> Place {
        place(rank, ranks, Self::root(ranks, to))
    }
}

/// The root of a range of ranks.
pub(super) fn middle(range: &Range<usize>) -> usize {
    range.start + range.len() / 2
}

/// A rank's place in the tree of all ranks with that root.
pub(super) fn place(rank: usize, ranks: usize, root: usize) -> Place {
    match rank.cmp(&root) {
        std::cmp::Ordering::Equal => node(rank, 0..root, root + 1..ranks, None, 0),
        std::cmp::Ordering::Less => under(0..root, rank, Some(root), 1),
        std::cmp::Ordering::Greater => under(root + 1..ranks, rank, Some(root), 1),
    }
}

/// A rank's place in the tree of a range of ranks, whose root is so far from the last one.
pub(super) fn under(
    mut range: Range<usize>,
    rank: usize,
    mut parent: Option<usize>,
    mut depth: usize,
) -> Place {
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
) -> Place {
    let child = |range: &Range<usize>| {
        let of = Ranks::from(range.clone());
        (!range.is_empty()).then(|| Relative { rank: middle(range), of })
    };
    let children = child(&before).into_iter().chain(child(&behind)).collect();
    Place { own: Ranks::one(rank), parent, children, partner: None, lag: 2 * depth }
}
