//! What the schedules that merge on the way cost, in seconds: for a choice among them, and of
//! their degrees and blocks.
//!
//! The linear model: a message of n bytes takes α + n β, merging n bytes n γ. And Moody's
//! (Moody et al. 2003, section 5.1), where many messages come to one rank at a time: the first
//! is there after L, each keeps the receiver busy for r, and for c while it is merged. A
//! partial of more ranks than one is w times as long as the vector.
//!
//! All ranks have to come to the same choice, on whatever machine they run: what is chosen
//! follows from additions, multiplications, divisions and square roots alone, which IEEE 754
//! rounds alike everywhere; the logarithm of [`full_degree`] chooses nothing. The caller sees
//! to the floating-point environment.

use super::{Destination, Settings};

/// A machine, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine {
    /// α: an empty message from one rank to another.
    pub alpha: f64,
    /// β: each byte of a message.
    pub beta: f64,
    /// γ: each byte that is merged.
    pub gamma: f64,
    /// L: until the first of many empty messages is there.
    pub latency: f64,
    /// r: receiving one of them.
    pub receive: f64,
}

/// A reduction.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// The number of ranks.
    pub ranks: usize,
    /// Bytes of the vector.
    pub bytes: usize,
    /// Who gets the result.
    pub to: Destination,
    /// w: bytes of a partial of several ranks, for each byte of the vector.
    pub width: f64,
}

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

/// The number of full phases of an f-nomial tree, the number of all, and of how many nodes
/// each of the largest trees of the full phases are.
fn phases(ranks: usize, degree: usize) -> (usize, usize, usize) {
    let (mut full, mut nodes) = (0, 1);
    while nodes <= ranks / degree {
        nodes *= degree;
        full += 1;
    }
    (full, full + usize::from(nodes < ranks), nodes)
}

/// The messages that the root of an f-nomial tree gets.
fn children(ranks: usize, degree: usize) -> usize {
    let (full, _, nodes) = phases(ranks, degree);
    (degree - 1) * full + ranks.div_ceil(nodes) - 1
}

/// Moody's T(P, f), exact for any number of ranks, without the constant C, which every
/// reduction has:
/// L ceil(log_f P) + (r + c) (f - 1) floor(log_f P) + (r + c) ceil(P / f^floor(log_f P) - 1).
pub fn fnomial(ranks: usize, degree: usize, latency: f64, busy: f64) -> f64 {
    let (_, all, _) = phases(ranks, degree);
    latency * all as f64 + busy * children(ranks, degree) as f64
}

/// The degree of the tree with the least T(P, f).
pub fn best_degree(ranks: usize, latency: f64, busy: f64) -> usize {
    let seconds = |&degree: &usize| fnomial(ranks, degree, latency, busy);
    (2..=64).min_by(|a, b| seconds(a).total_cmp(&seconds(b))).expect("there are degrees")
}

/// The best degree of full trees, however large: f in f (ln f - 1) = L / (r + c) - 1.
pub fn full_degree(latency: f64, busy: f64) -> f64 {
    let wanted = latency / busy - 1.0;
    let (mut low, mut high) = (1.0, 2.0);
    let more = |f: f64| f * (f64::ln(f) - 1.0) < wanted;
    while more(high) {
        high *= 2.0;
    }
    for _ in 0..64 {
        let middle: f64 = (low + high) / 2.0;
        *if more(middle) { &mut low } else { &mut high } = middle;
    }
    high
}

/// The pipelines through which a reduction goes, one after the other; none of a schedule that
/// is not one of them.
pub fn pipelines(schedule: &str, machine: &Machine, job: &Job) -> Option<Vec<Pipeline>> {
    let &Job { ranks, to, width, .. } = job;
    let up = (machine.alpha, width * (machine.beta + machine.gamma));
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

/// The settings with which a schedule takes the least time.
pub fn best(schedule: &str, machine: &Machine, job: &Job, settings: Settings) -> Settings {
    let mut best = settings;
    match schedule {
        "fnomial" | "split" => {
            let bytes = job.bytes.min(settings.block) as f64 * job.width;
            let busy = machine.receive + bytes * (machine.beta + machine.gamma);
            best.degree = best_degree(job.ranks, machine.latency, busy);
        }
        _ => {
            // (Two pipelines have blocks in common.)
            let blocks = pipelines(schedule, machine, job).into_iter().flatten();
            best.block = blocks.map(|p| p.block(job.bytes)).max().unwrap_or(settings.block);
        }
    }
    best
}

/// The time of a schedule that merges on the way; none of any other.
pub fn seconds(schedule: &str, machine: &Machine, job: &Job, settings: &Settings) -> Option<f64> {
    if let Some(pipelines) = pipelines(schedule, machine, job) {
        return Some(pipelines.iter().map(|p| p.seconds(job.bytes, settings.block)).sum());
    }
    let (ranks, all) = (job.ranks, job.to == Destination::All);
    if ranks == 1 {
        return ["fnomial", "split", "halving", "ring"].contains(&schedule).then_some(0.0);
    }
    let block = settings.block.max(1);
    let (n, degree) = (job.bytes as f64, settings.degree.max(2));
    let on = On { machine, width: job.width, all, degree };
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
            let &Machine { alpha, beta, gamma, .. } = machine;
            let scatter = steps * rounds * alpha + job.width * n * part * (beta + gamma);
            Some(scatter + steps * rounds * alpha + n * part * beta)
        }
        _ => None,
    }
}

/// A reduction on a machine.
struct On<'a> {
    machine: &'a Machine,
    width: f64,
    all: bool,
    degree: usize,
}

impl On<'_> {
    /// The time of a block of n bytes in an f-nomial tree, and of every one behind it: the
    /// root's messages.
    fn tree(&self, ranks: usize, n: f64) -> (f64, f64) {
        let &Machine { beta, gamma, latency, receive, .. } = self.machine;
        let up = receive + self.width * n * (beta + gamma);
        let down = if self.all { receive + n * beta } else { 0.0 };
        let way = |busy| fnomial(ranks, self.degree, latency, busy);
        let first = way(up) + if self.all { way(down) } else { 0.0 };
        (first, children(ranks, self.degree) as f64 * (up + down))
    }

    /// The time of n bytes that are halved so often in front of a tree.
    fn halves(&self, ranks: usize, splits: u32, n: f64) -> f64 {
        let (&Machine { alpha, beta, gamma, .. }, width) = (self.machine, self.width);
        let pieces = (1usize << splits) as f64;
        let mut seconds = 0.0;
        let paired = !ranks.is_multiple_of(1 << splits);
        if paired {
            let back = if self.all { alpha + n * beta } else { 0.0 };
            seconds += alpha + n * beta + width * n * gamma + back;
        }
        let (mut left, mut wide) = (n, if paired { width } else { 1.0 });
        for _ in 0..splits {
            left /= 2.0;
            seconds += alpha + wide * left * beta + width * left * gamma;
            wide = width;
        }
        let (tree, _) = self.tree(ranks >> splits, n / pieces);
        seconds + tree + f64::from(splits) * alpha + n * (pieces - 1.0) / pieces * beta
    }
}
