//! What schedules cost, in seconds: for a choice among them, and of their degrees and blocks.
//!
//! The linear model: a message of n bytes takes α + n β, merging n bytes n γ. And Moody's
//! (Moody et al. 2003, section 5.1), where many messages come to one rank at a time: the first
//! is there after L, each keeps the receiver busy for r, and for c while it is merged. A
//! partial of more ranks than one is w times as long as the vector. What the MPI library's
//! collectives and shared memory take is measured, not derived ([`Machine`]).
//!
//! All ranks have to come to the same choice, on whatever machine they run: what is chosen
//! follows from additions, multiplications, divisions and square roots alone, which IEEE 754
//! rounds alike everywhere; the logarithm of [`full_degree`] chooses nothing. The caller sees
//! to the floating-point environment.

mod collectives;
mod machine;
mod merging;
mod node;
mod pipeline;
mod tree;

use super::node::nodes::Nodes;
use super::{Case, Destination, Settings};
use crate::arithmetic::Family;
pub use machine::{Machine, Parameter, PARAMETERS};
pub use pipeline::{pipelines, Pipeline};
pub use tree::{best_degree, fnomial, full_degree};

/// A reduction.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// The number of ranks.
    pub ranks: usize,
    /// Bytes of the vector.
    pub bytes: usize,
    /// Who gets the result.
    pub to: Destination,
    /// How it is evaluated.
    pub family: Family,
    /// w: bytes of a partial of several ranks, for each byte of the vector.
    pub width: f64,
    /// Whether two rows are folded from where they lie.
    pub two: bool,
    /// The memory that ranks share, where they do.
    pub shared: Option<Shared>,
}

/// Memory that the ranks of each node share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shared {
    /// The number of nodes.
    pub nodes: usize,
    /// The most ranks of a node, and the least.
    pub ranks: (usize, usize),
}

impl Shared {
    /// So many ranks on one node.
    pub fn one(ranks: usize) -> Shared {
        Shared { nodes: 1, ranks: (ranks, ranks) }
    }

    /// Ranks on those nodes.
    pub fn of(nodes: &Nodes) -> Shared {
        let (most, least) = (nodes.most(), nodes.least());
        Shared { nodes: nodes.number(), ranks: (most, least) }
    }
}

impl Job {
    /// Of an operator with one operation for each contribution but one, without shared memory.
    pub fn new(ranks: usize, bytes: usize, to: Destination) -> Job {
        Job { ranks, bytes, to, family: Family::Tree, width: 1.0, two: true, shared: None }
    }

    /// What is to be reduced. (The largest partials that travel are of half of the ranks.)
    pub fn of(case: &Case<'_>) -> Job {
        let width = |half| case.fold.partials().map_or(1.0, |partials| partials.width(half));
        Job {
            ranks: case.ranks,
            bytes: case.bytes(),
            to: case.to,
            family: case.fold.family(),
            width: width(case.ranks.div_ceil(2)),
            two: case.fold.two().is_some(),
            shared: case.node.map(Shared::of),
        }
    }
}

/// Bytes of blocks that are tried beside those that the pipelining lemma names.
const BLOCKS: [usize; 6] = [4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20];

/// The settings with which a schedule takes the least time: what is not `asked` for follows
/// from the model, the degree and the bytes of a block.
pub fn best(schedule: &str, machine: &Machine, job: &Job, asked: Asked) -> Settings {
    let usual = Settings::default();
    let block = asked.block.unwrap_or(usual.block);
    let settings = |block| Settings {
        degree: asked.degree.unwrap_or_else(|| degree(schedule, machine, job, block)),
        block,
        ..usual
    };
    let tried = match schedule {
        "chain" | "chain2" | "bintree" | "bintree2" | "fnomial" | "split" | "halving" | "ring" => {
            asked.block.is_none()
        }
        _ => false,
    };
    if !tried {
        return settings(block);
    }
    // (Two pipelines have blocks in common.)
    let pipelines = pipelines(schedule, machine, job).into_iter().flatten();
    let time = |settings: &Settings| {
        merging::seconds(schedule, machine, job, settings).unwrap_or(f64::INFINITY)
    };
    pipelines
        .map(|pipeline| pipeline.block(job.bytes))
        .chain(BLOCKS)
        .map(settings)
        .min_by(|a, b| time(a).total_cmp(&time(b)))
        .expect("there are blocks")
}

/// What the user has asked for, of how a schedule runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Asked {
    /// The degree of trees.
    pub degree: Option<usize>,
    /// Bytes of a block.
    pub block: Option<usize>,
}

fn degree(schedule: &str, machine: &Machine, job: &Job, block: usize) -> usize {
    match schedule {
        "fnomial" | "split" => {
            let bytes = job.bytes.min(block) as f64 * job.width;
            let each = machine.beta + machine.merging(job.family);
            best_degree(job.ranks, machine.latency, machine.receive + machine.merge + bytes * each)
        }
        _ => Settings::default().degree,
    }
}

/// The time that a reduction of so many bytes takes by the MPI library's collectives, whatever is
/// reduced. The caller sees to the floating-point environment.
pub fn collective_seconds(machine: &Machine, ranks: usize, bytes: usize) -> f64 {
    let job = Job::new(ranks, bytes, Destination::All);
    collectives::gather(machine, &job).min(collectives::slices(machine, &job))
}

/// The time that a schedule takes, by its name; none of one that is not the model's.
pub fn seconds(schedule: &str, machine: &Machine, job: &Job, settings: &Settings) -> Option<f64> {
    match schedule {
        "gather" => Some(collectives::gather(machine, job)),
        "slices" => Some(collectives::slices(machine, job)),
        "swap" => Some(collectives::swap(machine, job)),
        "offload" => Some(collectives::offload(machine, job)),
        "node" => Some(node::seconds(machine, job)),
        _ => merging::seconds(schedule, machine, job, settings),
    }
}
