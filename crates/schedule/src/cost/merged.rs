//! What the trees and the halving of the schedules that merge partials take.

use super::machine::Machine;
use super::tree::{children, fnomial};
use super::Workload;
use crate::case::{Destination, Settings};

/// The time of a block of n bytes in an f-nomial tree, and of each further one, which is that of
/// the root's messages. Those of its first phase are contributions, w times as short as partials, if it is
/// a tree of all ranks: what was halved before has been merged.
pub fn tree(
    machine: &Machine,
    job: &Workload,
    settings: &Settings,
    ranks: usize,
    n: f64,
) -> (f64, f64) {
    let &Machine { beta, latency, receive, merge, .. } = machine;
    let (all, degree) = (job.to == Destination::All, settings.degree.max(2));
    let up = receive + merge + job.width * n * (beta + machine.merging(job.family));
    let down = if all { receive + n * beta } else { 0.0 };
    let leaves = (degree - 1).min(ranks - 1) as f64;
    let narrow = if ranks == job.ranks { leaves * (job.width - 1.0) * n * beta } else { 0.0 };
    let one_way = |busy| fnomial(ranks, degree, latency, busy);
    let first = one_way(up) - narrow + if all { one_way(down) } else { 0.0 };
    (first, children(ranks, degree) as f64 * (up + down) - narrow)
}

/// The time of n bytes that are halved so often before they go through trees.
pub fn halves(machine: &Machine, job: &Workload, settings: &Settings, splits: u32, n: f64) -> f64 {
    let &Machine { alpha, beta, merge, .. } = machine;
    let (width, gamma) = (job.width, machine.merging(job.family));
    let pieces = (1usize << splits) as f64;
    let mut seconds = 0.0;
    let paired = !job.ranks.is_multiple_of(1 << splits);
    if paired {
        let back = if job.to == Destination::All { alpha + n * beta } else { 0.0 };
        seconds += alpha + merge + n * beta + width * n * gamma + back;
    }
    let (mut left, mut sent) = (n, if paired { width } else { 1.0 });
    for _ in 0..splits {
        left /= 2.0;
        seconds += alpha + merge + sent * left * beta + width * left * gamma;
        sent = width;
    }
    let (tree, _) = tree(machine, job, settings, job.ranks >> splits, n / pieces);
    seconds + tree + f64::from(splits) * alpha + n * (pieces - 1.0) / pieces * beta
}
