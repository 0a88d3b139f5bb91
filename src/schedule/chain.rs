//! `chain`: the ranks in a row (the pipelined linear algorithm: Gruber, Freinberger 2023,
//! algorithms A and B, after Träff's Algorithms for Collective Communication). Blocks flow
//! from the last rank to the first, each rank merging what comes with its own; then the
//! results flow back. With a root the blocks flow to it from both ends.
//!
//! Cost, n bytes, p ranks, partials of w n bytes: up, by the pipelining lemma with d = p - 1
//! and s = 1, (p - 2) α + 2 sqrt((p - 2) α β w n) + w n β, and n w γ for merging, down the
//! same with w = 1. (A root in the middle: s = 2, d half.) The way for long vectors on few
//! ranks.

use super::flow::Down;
use super::place::{Place, Relative};
use super::trees::Tree;
use super::{Destination, Settings};
use crate::arithmetic::ranks::Ranks;
use std::ops::Range;

/// A row of ranks.
pub(super) struct Chain;

impl Tree for Chain {
    const DOWN: Down = Down::After;

    fn root(_ranks: usize, to: Destination) -> usize {
        match to {
            Destination::All => 0,
            Destination::Root(root) => root,
        }
    }

    fn place(rank: usize, ranks: usize, to: Destination, _settings: &Settings) -> Place {
        to_root(0..ranks, Self::root(ranks, to), rank)
    }
}

/// A rank's place in a row of ranks, of both sides of the root.
pub(super) fn to_root(row: Range<usize>, root: usize, rank: usize) -> Place {
    let before = |rank: usize| Relative { rank: rank - 1, of: Ranks::from(row.start..rank) };
    let behind = |rank: usize| Relative { rank: rank + 1, of: Ranks::from(rank + 1..row.end) };
    let before = (rank > row.start && rank <= root).then(|| before(rank));
    let behind = (rank + 1 < row.end && rank >= root).then(|| behind(rank));
    Place {
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
