//! What the trees and the halving of the schedules that merge contributions on their way take.

use super::machine::Machine;
use super::tree::{children, fnomial};
use super::Workload;
use crate::schedule::case::{Destination, Settings};

/// A reduction on a machine, merged on the way by messages.
pub struct Merged<'a> {
    machine: &'a Machine,
    width: f64,
    gamma: f64,
    all: bool,
    degree: usize,
}

impl<'a> Merged<'a> {
    /// A reduction in trees of the degree that the settings say.
    pub fn new(machine: &'a Machine, job: &Workload, settings: &Settings) -> Merged<'a> {
        Merged {
            machine,
            width: job.width,
            gamma: machine.merging(job.family),
            all: job.to == Destination::All,
            degree: settings.degree.max(2),
        }
    }

    /// The time of a block of n bytes in an f-nomial tree, and of every one behind it: the
    /// root's messages.
    pub fn tree(&self, ranks: usize, n: f64) -> (f64, f64) {
        let &Machine { beta, latency, receive, merge, .. } = self.machine;
        let up = receive + merge + self.width * n * (beta + self.gamma);
        let down = if self.all { receive + n * beta } else { 0.0 };
        let way = |busy| fnomial(ranks, self.degree, latency, busy);
        let first = way(up) + if self.all { way(down) } else { 0.0 };
        (first, children(ranks, self.degree) as f64 * (up + down))
    }

    /// The time of n bytes that are halved so often in front of a tree.
    pub fn halves(&self, ranks: usize, splits: u32, n: f64) -> f64 {
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
