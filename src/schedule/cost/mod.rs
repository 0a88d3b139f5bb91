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

pub(super) mod collectives;
mod machine;
pub(super) mod merged;
mod pipeline;
pub(super) mod shared;
mod tree;

use super::case::{Case, Destination, Settings};
use super::node::nodes::Nodes;
use crate::arithmetic::Family;
pub use machine::{Machine, Parameter, PARAMETERS};
pub(super) use pipeline::height;
pub use pipeline::Pipeline;
pub use tree::{best_degree, fnomial, full_degree};

/// A reduction.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
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

impl Workload {
    /// Of an operator with one operation for each contribution but one, without shared memory.
    pub fn new(ranks: usize, bytes: usize, to: Destination) -> Workload {
        Workload { ranks, bytes, to, family: Family::Tree, width: 1.0, two: true, shared: None }
    }

    /// What is to be reduced. (The largest partials that travel are of half of the ranks.)
    pub fn of(case: &Case<'_>) -> Workload {
        let width = |half| case.fold.partials().map_or(1.0, |partials| partials.width(half));
        Workload {
            ranks: case.ranks,
            bytes: case.bytes(),
            to: case.to,
            family: case.fold.family(),
            width: width(case.ranks.div_ceil(2)),
            two: case.fold.two().is_some(),
            shared: case.node.map(Shared::of),
        }
    }

    /// The blocks in which it goes.
    pub(super) fn blocks(&self, block: usize) -> usize {
        self.bytes.div_ceil(block.max(1)).max(1)
    }

    /// A round in which partials travel and are merged: its latency, and each byte of the vector.
    pub(super) fn up(&self, machine: &Machine) -> (f64, f64) {
        let each = self.width * (machine.beta + machine.merging(self.family));
        (machine.alpha + machine.merge, each)
    }
}

/// What a schedule costs.
#[derive(Debug)]
pub enum Cost {
    /// What the model knows nothing of.
    Unknown,
    /// Seconds, whatever it is run with.
    Fixed(fn(&Machine, &Workload) -> f64),
    /// Seconds, with certain settings; of two ranks or more.
    Blocks {
        /// The seconds.
        seconds: fn(&Machine, &Workload, &Settings) -> f64,
        /// Whether there is a degree to be chosen, as well as a block.
        degree: bool,
    },
    /// The pipelines through which it goes, one after the other; of two ranks or more.
    Pipelines(fn(&Machine, &Workload) -> Vec<Pipeline>),
}

/// Bytes of blocks that are tried beside those that the pipelining lemma names.
const BLOCKS: [usize; 6] = [4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20];

impl Cost {
    /// The time that the schedule takes; none where the model knows nothing of it.
    pub fn seconds(&self, machine: &Machine, job: &Workload, settings: &Settings) -> Option<f64> {
        match self {
            Cost::Unknown => None,
            Cost::Fixed(seconds) => Some(seconds(machine, job)),
            Cost::Blocks { .. } if job.ranks == 1 => Some(0.0),
            Cost::Blocks { seconds, .. } => Some(seconds(machine, job, settings)),
            Cost::Pipelines(_) => {
                let pipelines = self.pipelines(machine, job).into_iter();
                Some(pipelines.map(|p| p.seconds(job.bytes, settings.block)).sum())
            }
        }
    }

    /// The pipelines; none of a schedule that is not one of them.
    pub fn pipelines(&self, machine: &Machine, job: &Workload) -> Vec<Pipeline> {
        match self {
            Cost::Pipelines(pipelines) if job.ranks > 1 => pipelines(machine, job),
            _ => Vec::new(),
        }
    }

    /// The settings with which the schedule takes the least time: what is not `asked` for
    /// follows from the model, the degree and the bytes of a block.
    pub fn best(&self, machine: &Machine, job: &Workload, asked: Overrides) -> Settings {
        let usual = Settings::default();
        let settings = |block| Settings {
            degree: asked.degree.unwrap_or_else(|| self.degree(machine, job, block)),
            block,
            ..usual
        };
        if asked.block.is_some() || matches!(self, Cost::Unknown | Cost::Fixed(_)) {
            return settings(asked.block.unwrap_or(usual.block));
        }
        let time = |settings: &Settings| self.seconds(machine, job, settings);
        let pipelines = self.pipelines(machine, job).into_iter();
        pipelines
            .map(|pipeline| pipeline.block(job.bytes))
            .chain(BLOCKS)
            .map(settings)
            .filter_map(|settings| Some((time(&settings)?, settings)))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map_or(usual, |(_, settings)| settings)
    }

    fn degree(&self, machine: &Machine, job: &Workload, block: usize) -> usize {
        match self {
            Cost::Blocks { degree: true, .. } => {
                let bytes = job.bytes.min(block) as f64 * job.width;
                let each = machine.beta + machine.merging(job.family);
                let busy = machine.receive + machine.merge + bytes * each;
                best_degree(job.ranks, machine.latency, busy)
            }
            _ => Settings::default().degree,
        }
    }
}

/// What the user has asked for, of how a schedule runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Overrides {
    /// The degree of trees.
    pub degree: Option<usize>,
    /// Bytes of a block.
    pub block: Option<usize>,
}
