//! `chain2`: two rows of ranks that meet in the middle (the doubly pipelined linear algorithm:
//! Gruber, Freinberger 2023, section 5, with the two roots of Träff 2021, "A Doubly-pipelined,
//! Dual-root Reduction-to-all Algorithm"). Blocks flow from both ends to the middle, where two
//! ranks tell each other what their sides know, both finish it, and the results flow back
//! while later blocks are still coming. A root wants no results to flow back: it gets the
//! blocks from both ends, as in [`super::chain`].
//!
//! Cost, n bytes, p ranks, partials of w n bytes: by the pipelining lemma with d = p - 1 and
//! s = 2 (a rank deals with one neighbour and then with the other, both ways at a time):
//! (p - 3) α + 2 sqrt(2 (p - 3) α β w n) + 2 w n β, and w n γ for merging: half the latency of
//! `chain`.

use super::chain;
use crate::arithmetic::ranks::Ranks;
use crate::schedule::case::{Destination, Settings};
use crate::schedule::cost::{Cost, Machine, Pipeline, Workload};
use crate::schedule::flow::Down;
use crate::schedule::place::{TreeNeighbour, TreePosition};
use crate::schedule::row::Schedule;
use crate::schedule::trees::Tree;
use crate::schedule::{merging, trees};

pub const ROW: Schedule = Schedule {
    name: "chain2",
    description: "two rows that meet in the middle, both ways at the same time",
    scratch: trees::scratch::<Chain2>,
    cost: Cost::Pipelines(pipelines),
    run: Some(trees::run::<Chain2>),
    ..merging::ROW
};

fn pipelines(machine: &Machine, job: &Workload) -> Vec<Pipeline> {
    vec![match job.to {
        Destination::All => Pipeline::new(2 * (job.ranks.div_ceil(2) - 1) + 1, 2, job.up(machine)),
        Destination::Root(root) => chain::pipeline_to_root(machine, job, root),
    }]
}

/// Two rows of ranks, or one with a root.
pub struct Chain2;

impl Tree for Chain2 {
    const DOWN: Down = Down::Along;

    fn root(ranks: usize, to: Destination) -> usize {
        match to {
            Destination::All => ranks / 2,
            Destination::Root(root) => root,
        }
    }

    fn place(rank: usize, ranks: usize, to: Destination, _settings: &Settings) -> TreePosition {
        match to {
            Destination::All if ranks > 1 => place(rank, ranks),
            _ => chain::to_root(0..ranks, Self::root(ranks, to), rank),
        }
    }
}

/// A rank's place in one of the two rows.
fn place(rank: usize, ranks: usize) -> TreePosition {
    let half = ranks / 2;
    let (row, root) = if rank < half { (0..half, half - 1) } else { (half..ranks, half) };
    let mut place = chain::to_root(row, root, rank);
    if rank == root {
        let other = if rank < half { (half, half..ranks) } else { (half - 1, 0..half) };
        place.partner = Some(TreeNeighbour { rank: other.0, of: Ranks::from(other.1) });
    }
    place.lag += 1;
    place
}
