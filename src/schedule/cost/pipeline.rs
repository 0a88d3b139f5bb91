//! Blocks that follow each other through a network of ranks, and the pipelining lemma.

use super::{Job, Machine};
use crate::schedule::Destination;

/// A pipeline: d rounds bring the first block to its end, each s rounds another one. (With
/// Träff's d > s, and where there is nothing to pipeline d = s.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pipeline {
    /// d.
    pub first: usize,
    /// s.
    pub next: usize,
    /// α, and what each byte of the vector costs in a round.
    pub round: (f64, f64),
}

impl Pipeline {
    /// The time of m bytes in blocks of that many: (d + (b - 1) s) (α + β m/b), b blocks.
    pub fn seconds(&self, bytes: usize, block: usize) -> f64 {
        let blocks = bytes.div_ceil(block.max(1)).max(1);
        let rounds = self.first + (blocks - 1) * self.next;
        rounds as f64 * (self.round.0 + self.round.1 * bytes as f64 / blocks as f64)
    }

    /// The least time of m bytes, by the pipelining lemma (Träff; Gruber, Freinberger 2023,
    /// lemma 1): (d - s) α + 2 sqrt(s (d - s) α β m) + s β m.
    pub fn least(&self, bytes: usize) -> f64 {
        let (alpha, beta) = self.round;
        let (more, s, m) = ((self.first - self.next) as f64, self.next as f64, bytes as f64);
        more * alpha + 2.0 * (s * more * alpha * beta * m).sqrt() + s * beta * m
    }

    /// The bytes of the blocks with which it takes that: sqrt(s α m / ((d - s) β)), all of
    /// them in one where there is nothing to pipeline.
    pub fn block(&self, bytes: usize) -> usize {
        let (alpha, beta) = self.round;
        let more = (self.first - self.next) as f64;
        let block = (self.next as f64 * alpha * bytes as f64 / (more * beta)).sqrt();
        // (Dividing by zero gives infinity, or no number, and both more than all of them.)
        if block < bytes as f64 {
            (block as usize).max(1)
        } else {
            bytes.max(1)
        }
    }
}

/// The pipelines through which a reduction goes, one after the other; none of a schedule that
/// is not one of them.
pub fn pipelines(schedule: &str, machine: &Machine, job: &Job) -> Option<Vec<Pipeline>> {
    let &Job { ranks, to, width, .. } = job;
    let up = (machine.alpha + machine.merge, width * (machine.beta + machine.merging(job.family)));
    let down = (machine.alpha, machine.beta);
    // Of so many rounds, of which a rank is busy in so many with a block.
    let pipeline = |first: usize, next: usize, round| {
        let first = first.max(1);
        Pipeline { first, next: next.min(first), round }
    };
    let height = |ranks: usize| ranks.max(1).ilog2() as usize;
    let all = match (schedule, to) {
        _ if ranks == 1 => vec![],
        ("chain", Destination::All) => [up, down].map(|round| pipeline(ranks - 1, 1, round)).into(),
        ("chain2", Destination::All) => {
            vec![pipeline(2 * (ranks.div_ceil(2) - 1) + 1, 2, up)]
        }
        ("chain" | "chain2", Destination::Root(root)) => {
            let (before, behind) = (root, ranks - 1 - root);
            vec![pipeline(before.max(behind), 1 + usize::from(before.min(behind) > 0), up)]
        }
        ("bintree", Destination::All) => {
            [up, down].map(|round| pipeline(2 * height(ranks), 2, round)).into()
        }
        ("bintree2", Destination::All) => {
            vec![pipeline(4 * height(ranks.div_ceil(2)) + 1, 3, up)]
        }
        ("bintree" | "bintree2", Destination::Root(root)) => {
            vec![pipeline(2 * (height(root.max(ranks - 1 - root)) + 1), 2, up)]
        }
        _ => return None,
    };
    ["chain", "chain2", "bintree", "bintree2"].contains(&schedule).then_some(all)
}
