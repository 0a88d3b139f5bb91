//! What `node` costs: see the other files here.

use super::decomposition;
use super::flat::{is_flat, is_halved};
use super::segment::{IN_LINE, SLOT_BYTES};
use crate::algorithms::{bintree2, chain2, fnomial};
use crate::cost::collectives::signal;
use crate::cost::Shared;
use crate::prelude::*;

/// Infinity where ranks share no memory.
pub(super) fn seconds(machine: &Machine, job: &Workload) -> f64 {
    match job.shared {
        Some(shared) if shared.nodes > 1 => across(machine, job, shared),
        Some(_) => inside(machine, job),
        None => f64::INFINITY,
    }
}

fn inside(machine: &Machine, job: &Workload) -> f64 {
    let (n, ranks) = (job.bytes as f64, job.ranks as f64);
    let (signal, beta) = (signal(machine, job.ranks), machine.shared_byte);
    let gamma = machine.folding(job.family, job.ranks);
    let blocks = |block| job.blocks(block) as f64;
    if job.bytes <= IN_LINE {
        signal + (ranks - 1.0) * n * gamma
    } else if is_halved(job.to, job.ranks, job.two, job.bytes) {
        2.0 * blocks(2 * SLOT_BYTES) * signal + n * (1.5 * beta + 0.5 * gamma)
    } else if is_flat(job.to, job.ranks, job.bytes) {
        let copies = if job.ranks == 2 && job.two { 1.5 } else { ranks + 1.0 };
        blocks(SLOT_BYTES) * signal + copies * n * beta + (ranks - 1.0) * n * gamma
    } else {
        2.0 * blocks(SLOT_BYTES) * signal + 2.0 * n * beta + (ranks - 1.0) / ranks * n * gamma
    }
}

/// Over several: each leader's piece through a tree over the nodes, a single block as in
/// `fnomial`, more as in `chain2` or `bintree2`, and over two nodes as in `chain2` always. The leaders
/// of a node share its way into the network, which β leaves to all of its ranks.
fn across(machine: &Machine, job: &Workload, shared: Shared) -> f64 {
    let Shared { nodes, ranks: (largest, smallest) } = shared;
    let leaders = decomposition::leaders(job.bytes, smallest);
    let (piece, block) = (job.bytes.div_ceil(leaders), (SLOT_BYTES / (leaders + 1)).max(1));
    let blocks = piece.div_ceil(block).max(1);
    let gamma = job.width * machine.merging(job.family);
    let written = 2.0 * job.bytes as f64 * machine.shared_byte;
    let merged = (largest - 1) as f64 * (machine.merge * blocks as f64 + piece as f64 * gamma);
    let inside = 2.0 * blocks as f64 * signal(machine, largest) + written + merged;
    // Which node the root is on makes a difference of a few messages only.
    let to = job.to.root().map_or(Destination::All, |_| Destination::Root(0));
    let between = Workload { ranks: nodes, bytes: piece, to, ..*job };
    let settings = Settings { block, ..Settings::default() };
    let network = Machine { beta: machine.beta * leaders as f64 / largest as f64, ..*machine };
    let time = |row: &Schedule| {
        row.cost.seconds(&network, &between, &settings).expect("the model knows trees")
    };
    let tree = match (nodes, blocks) {
        (2, _) => time(&chain2::ROW),
        (_, 1) => time(&fnomial::ROW),
        _ => time(&chain2::ROW).min(time(&bintree2::ROW)),
    };
    inside + tree
}
