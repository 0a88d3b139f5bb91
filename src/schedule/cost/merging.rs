//! The schedules that merge contributions on their way, by messages.

use super::tree::{children, fnomial};
use super::{pipelines, Job, Machine};
use crate::arithmetic::Family;
use crate::schedule::{Destination, Settings};

/// The time of a schedule that merges on the way; none of any other.
pub(super) fn seconds(
    schedule: &str,
    machine: &Machine,
    job: &Job,
    settings: &Settings,
) -> Option<f64> {
    if let Some(pipelines) = pipelines(schedule, machine, job) {
        return Some(pipelines.iter().map(|p| p.seconds(job.bytes, settings.block)).sum());
    }
    let (ranks, all) = (job.ranks, job.to == Destination::All);
    if ranks == 1 {
        return ["fnomial", "split", "halving", "ring"].contains(&schedule).then_some(0.0);
    }
    let block = settings.block.max(1);
    let (n, degree) = (job.bytes as f64, settings.degree.max(2));
    let on = On { machine, width: job.width, gamma: machine.merging(job.family), all, degree };
    match schedule {
        "fnomial" => {
            let blocks = job.bytes.div_ceil(block).max(1);
            let (first, next) = on.tree(ranks, n / blocks as f64);
            Some(first + (blocks - 1) as f64 * next)
        }
        "split" | "halving" => {
            let most = ranks.ilog2();
            let splits = match schedule {
                "split" => {
                    let blocks = job.bytes.div_ceil(block).max(1);
                    blocks.next_power_of_two().ilog2().min(most)
                }
                _ => most,
            };
            let rounds = job.bytes.div_ceil(block.saturating_mul(1 << splits)).max(1) as f64;
            Some(rounds * on.halves(ranks, splits, n / rounds))
        }
        "ring" => {
            let rounds = job.bytes.div_ceil(block.saturating_mul(ranks)).max(1) as f64;
            let (steps, part) = ((ranks - 1) as f64, (ranks - 1) as f64 / ranks as f64);
            let &Machine { alpha, beta, merge, .. } = machine;
            // (A tree's subtrees hardly ever are what comes around the end.)
            let width = match job.family {
                Family::Tree => job.width * f64::from(ranks.next_power_of_two().ilog2()),
                Family::Exact | Family::Levels => job.width,
            };
            let scatter = steps * rounds * (alpha + merge) + width * n * part * (beta + on.gamma);
            Some(scatter + steps * rounds * alpha + n * part * beta)
        }
        _ => None,
    }
}

/// A reduction on a machine.
struct On<'a> {
    machine: &'a Machine,
    width: f64,
    gamma: f64,
    all: bool,
    degree: usize,
}

impl On<'_> {
    /// The time of a block of n bytes in an f-nomial tree, and of every one behind it: the
    /// root's messages.
    fn tree(&self, ranks: usize, n: f64) -> (f64, f64) {
        let &Machine { beta, latency, receive, merge, .. } = self.machine;
        let up = receive + merge + self.width * n * (beta + self.gamma);
        let down = if self.all { receive + n * beta } else { 0.0 };
        let way = |busy| fnomial(ranks, self.degree, latency, busy);
        let first = way(up) + if self.all { way(down) } else { 0.0 };
        (first, children(ranks, self.degree) as f64 * (up + down))
    }

    /// The time of n bytes that are halved so often in front of a tree.
    fn halves(&self, ranks: usize, splits: u32, n: f64) -> f64 {
        let (&Machine { alpha, beta, merge, .. }, width) = (self.machine, self.width);
        let pieces = (1usize << splits) as f64;
        let mut seconds = 0.0;
        let paired = !ranks.is_multiple_of(1 << splits);
        if paired {
            let back = if self.all { alpha + n * beta } else { 0.0 };
            seconds += alpha + merge + n * beta + width * n * self.gamma + back;
        }
        let (mut left, mut wide) = (n, if paired { width } else { 1.0 });
        for _ in 0..splits {
            left /= 2.0;
            seconds += alpha + merge + wide * left * beta + width * left * self.gamma;
            wide = width;
        }
        let (tree, _) = self.tree(ranks >> splits, n / pieces);
        seconds + tree + f64::from(splits) * alpha + n * (pieces - 1.0) / pieces * beta
    }
}
