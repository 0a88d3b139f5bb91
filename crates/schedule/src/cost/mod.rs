//! What schedules cost, in seconds: for a choice among them, and of their degrees and blocks.
//!
//! The linear model: a message of n bytes takes α + n β, merging n bytes n γ. And Moody's
//! (Moody et al. 2003, section 5.1), where one rank receives many messages at a time: the first
//! arrives after L, each keeps the receiver busy for r, and for c while it is merged. A partial of
//! several ranks is w times as long as the vector. What the MPI library's collectives and shared
//! memory take is measured, not derived ([`Machine`]).
//!
//! All ranks have to come to the same choice, on whatever machine they run: it follows from
//! additions, multiplications, divisions and square roots alone, which IEEE 754 rounds alike
//! everywhere. The caller sets the floating-point environment.

pub(super) mod collectives;
mod machine;
pub(super) mod merged;
pub(super) mod one_phase;
mod pipeline;
mod shared;
mod tree;

use super::case::{Case, Destination, Settings};
pub use machine::{Machine, MachineParameter, PARAMETERS};
pub(super) use pipeline::height;
pub use pipeline::Pipeline;
use samebits_fold::Family;
pub use shared::Shared;
pub use tree::fnomial;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Workload {
    pub ranks: usize,
    pub bytes: usize,
    pub to: Destination,
    pub family: Family,
    /// w: bytes of a partial of several ranks, for each byte of the vector.
    pub width: f64,
    /// Whether two rows can be folded where they lie.
    pub two: bool,
    /// The nodes, where ranks share memory.
    pub shared: Option<Shared>,
}

impl Workload {
    /// Of an operator with one operation for each contribution but one, without shared memory.
    pub fn new(ranks: usize, bytes: usize, to: Destination) -> Workload {
        Workload { ranks, bytes, to, family: Family::Tree, width: 1.0, two: true, shared: None }
    }

    /// The width is that of a partial of half of the ranks: no larger ones travel.
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

    pub(super) fn blocks(&self, block: usize) -> usize {
        self.bytes.div_ceil(block.max(1)).max(1)
    }

    /// A round in which partials travel and are merged: its latency, and the time of each byte of
    /// the vector.
    pub(super) fn up(&self, machine: &Machine) -> (f64, f64) {
        let each = self.width * (machine.beta + machine.merging(self.family));
        (machine.alpha + machine.merge, each)
    }
}

/// The degrees among which there is one to choose, as well as a block.
#[derive(Clone, Copy, Debug)]
pub enum Degree {
    None,
    /// That of an f-nomial tree.
    Tree,
    OneOf(&'static [usize]),
}

/// What a schedule costs.
#[derive(Debug)]
pub enum Cost {
    /// Not modelled.
    Unknown,
    /// Seconds, whatever the settings; asked for one rank, too.
    Fixed(fn(&Machine, &Workload) -> f64),
    /// Seconds, for two ranks or more.
    Blocks { seconds: fn(&Machine, &Workload, &Settings) -> f64, degree: Degree },
    /// The pipelines through which the vector goes, one after the other; for two ranks or more.
    Pipelines(fn(&Machine, &Workload) -> Vec<Pipeline>),
}

/// Degrees of a tree that are tried; those between take about the same time.
const TREES: [usize; 10] = [2, 3, 4, 5, 6, 8, 12, 16, 32, 64];

/// Blocks that are tried beside those of the pipelining lemma, in bytes.
const BLOCKS: [usize; 6] = [4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20];

impl Cost {
    /// The time that the schedule takes; none where it is not modelled.
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

    pub fn pipelines(&self, machine: &Machine, job: &Workload) -> Vec<Pipeline> {
        match self {
            Cost::Pipelines(pipelines) if job.ranks > 1 => pipelines(machine, job),
            _ => Vec::new(),
        }
    }

    /// The degree and the block with which the schedule takes the least time by the model, where
    /// they are not overridden.
    pub fn best(&self, machine: &Machine, job: &Workload, overrides: Overrides) -> Settings {
        let default = Settings::default();
        let settings = |block| Settings {
            degree: overrides.degree.unwrap_or_else(|| self.degree(machine, job, block)),
            block,
            ..default
        };
        if overrides.block.is_some() || matches!(self, Cost::Unknown | Cost::Fixed(_)) {
            return settings(overrides.block.unwrap_or(default.block));
        }
        let time = |settings: &Settings| self.seconds(machine, job, settings);
        let pipelines = self.pipelines(machine, job).into_iter();
        pipelines
            .map(|pipeline| pipeline.block(job.bytes))
            .chain(BLOCKS)
            .map(settings)
            .filter_map(|settings| Some((time(&settings)?, settings)))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map_or(default, |(_, settings)| settings)
    }

    fn degree(&self, machine: &Machine, job: &Workload, block: usize) -> usize {
        match self {
            Cost::Blocks { degree, seconds } if job.ranks > 1 => {
                let default = Settings::default();
                let time = |degree| seconds(machine, job, &Settings { degree, block, ..default });
                let fastest = |degrees: &mut dyn Iterator<Item = usize>| {
                    let times = degrees.map(|degree| (time(degree), degree));
                    times.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, degree)| degree)
                };
                let best = match degree {
                    Degree::None => None,
                    Degree::Tree => {
                        fastest(&mut TREES.into_iter().filter(|f| *f <= job.ranks.max(2)))
                    }
                    Degree::OneOf(degrees) => fastest(&mut degrees.iter().copied()),
                };
                best.unwrap_or(default.degree)
            }
            _ => Settings::default().degree,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Overrides {
    pub degree: Option<usize>,
    /// In bytes.
    pub block: Option<usize>,
}
