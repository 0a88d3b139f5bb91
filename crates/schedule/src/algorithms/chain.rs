//! `chain`: the ranks in a chain (the pipelined linear algorithm: Gruber, Freinberger 2023,
//! algorithms A and B, after Träff's Algorithms for Collective Communication). Blocks flow from
//! the last rank to the first, each rank merging what it receives with its own; then the results
//! flow back. With a root the blocks flow to it from both ends. Prefixes are in [`super::prefix_chain`].
//!
//! Cost, n bytes, p ranks, partials of w n bytes: up, by the pipelining lemma with d = p - 1 and
//! s = 1, (p - 2) α + 2 sqrt((p - 2) α β w n) + w n β, and n w γ for merging, down the same with
//! w = 1. (A root in the middle: s = 2, d half.) For long vectors on few ranks.

use super::prefix_chain;
use crate::cost::Pipeline;
use crate::prelude::*;
use crate::trees::{self, Down, TreeNeighbour, TreePosition, TreeSchedule};
use std::cmp::Ordering;
use std::ops::Range;

pub const ROW: Schedule = Schedule {
    prefixes: true,
    takes: prefix_chain::takes,
    scratch,
    run: Some(stepwise::run::<AnyChain>),
    later: Some(stepwise::later::<AnyChain>()),
    ..trees::row::<Chain>(
        "chain",
        "blocks flow along a chain of ranks, and back; in scans of exact sums, from each rank to the \
         next",
        Cost::Pipelines(pipelines),
    )
};

fn pipelines(machine: &Machine, job: &Workload) -> Vec<Pipeline> {
    match job.to.root() {
        None if job.to.is_prefix() => prefix_chain::pipelines(machine, job),
        None => [job.up(machine), machine.down()]
            .map(|round| Pipeline::new(job.ranks - 1, 1, round))
            .into(),
        Some(root) => vec![pipeline_to_root(machine, job, root)],
    }
}

/// The pipeline of chains that meet at a root.
pub fn pipeline_to_root(machine: &Machine, job: &Workload, root: usize) -> Pipeline {
    let (before, after) = (root, job.ranks - 1 - root);
    let next = 1 + usize::from(before.min(after) > 0);
    Pipeline::new(before.max(after), next, job.up(machine))
}

fn scratch(case: &Case<'_>, settings: &Settings, rank: usize) -> usize {
    match case.to.is_prefix() {
        true => prefix_chain::scratch(case, settings),
        false => trees::scratch::<Chain>(case, settings, rank),
    }
}

/// To the ends of a chain, or to each rank.
struct AnyChain;

impl Body for AnyChain {
    async unsafe fn work<M: Mode>(
        transport: &dyn Transport,
        reduction: &Reduction<'_>,
        scratch: *mut u8,
    ) -> Outcome {
        // SAFETY: upheld by the caller.
        unsafe {
            match reduction.to.is_prefix() {
                true => prefix_chain::run::<M>(transport, reduction, scratch).await,
                false => trees::Tree::<Chain>::work::<M>(transport, reduction, scratch).await,
            }
        }
    }
}

struct Chain;

impl TreeSchedule for Chain {
    const DOWN: Down = Down::After;

    fn root(_ranks: usize, to: Destination) -> usize {
        to.root().unwrap_or(0)
    }

    fn position(rank: usize, ranks: usize, to: Destination, _settings: &Settings) -> TreePosition {
        to_root(0..ranks, Self::root(ranks, to), rank)
    }
}

/// The position of a rank in a chain of ranks, on both sides of the root.
pub fn to_root(chain: Range<usize>, root: usize, rank: usize) -> TreePosition {
    let before = (rank > chain.start && rank <= root)
        .then(|| TreeNeighbour::of_range(rank - 1, chain.start..rank));
    let after = (rank + 1 < chain.end && rank >= root)
        .then(|| TreeNeighbour::of_range(rank + 1, rank + 1..chain.end));
    TreePosition {
        own: Ranks::one(rank),
        parent: match rank.cmp(&root) {
            Ordering::Less => Some(rank + 1),
            Ordering::Equal => None,
            Ordering::Greater => Some(rank - 1),
        },
        children: before.into_iter().chain(after).collect(),
        partner: None,
        lag: 2 * rank.abs_diff(root),
    }
}
