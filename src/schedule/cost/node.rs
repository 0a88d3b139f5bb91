//! `node`, and what else goes through memory that the ranks share.
//!
//! A rank reads the lines of the others one after the other, but they are under way at the same
//! time: those behind the first are taken to cost a quarter of it.

use super::{merging, pipelines, Job, Machine, Shared};
use crate::schedule::node::segment::{IN_LINE, ROOM};
use crate::schedule::node::{FLAT, WHOLE};
use crate::schedule::{Destination, Settings};

/// Until a rank has seen what all others have written.
fn signal(machine: &Machine, ranks: usize) -> f64 {
    machine.shared * (1.0 + ranks.saturating_sub(2) as f64 / 4.0)
}

/// Rows of so many bytes of all ranks on each of them, which writes its own, too.
pub(super) fn rows(machine: &Machine, ranks: usize, bytes: f64) -> f64 {
    signal(machine, ranks) + (ranks + 1) as f64 * bytes * machine.shared_byte
}

/// `node`: see its files. Infinity where there is no memory in common.
pub(super) fn seconds(machine: &Machine, job: &Job) -> f64 {
    match job.shared {
        Some(shared) if shared.nodes > 1 => across(machine, job, shared),
        Some(_) => inside(machine, job),
        None => f64::INFINITY,
    }
}

/// On one node.
fn inside(machine: &Machine, job: &Job) -> f64 {
    let (n, ranks) = (job.bytes as f64, job.ranks as f64);
    let (signal, beta) = (signal(machine, job.ranks), machine.shared_byte);
    let gamma = machine.folding(job.family, job.ranks);
    let blocks = |block: usize| job.bytes.div_ceil(block.max(1)).max(1) as f64;
    if job.bytes <= IN_LINE {
        signal + (ranks - 1.0) * n * gamma
    } else if job.ranks == 2 && job.two && job.bytes > WHOLE {
        2.0 * blocks(2 * ROOM) * signal + n * (1.5 * beta + 0.5 * gamma)
    } else if job.ranks == 2 || job.ranks.saturating_mul(job.bytes) <= FLAT {
        let copies = if job.ranks == 2 && job.two { 1.5 } else { ranks + 1.0 };
        blocks(ROOM) * signal + copies * n * beta + (ranks - 1.0) * n * gamma
    } else {
        2.0 * blocks(ROOM) * signal + 2.0 * n * beta + (ranks - 1.0) / ranks * n * gamma
    }
}

/// Over several: each lane's piece through a tree over the nodes, a single block as in
/// `fnomial`, more as in `chain2` or `bintree2`.
fn across(machine: &Machine, job: &Job, shared: Shared) -> f64 {
    let Shared { nodes, ranks: (most, least) } = shared;
    let lanes = least.max(1);
    let (piece, block) = (job.bytes.div_ceil(lanes), (ROOM / (lanes + 1)).max(1));
    let blocks = piece.div_ceil(block).max(1);
    let gamma = job.width * machine.merging(job.family);
    let written = 2.0 * job.bytes as f64 * machine.shared_byte;
    let merged = (most - 1) as f64 * (machine.merge * blocks as f64 + piece as f64 * gamma);
    let inside = 2.0 * blocks as f64 * signal(machine, most) + written + merged;
    // (Which node the root is on makes a difference of a few messages.)
    let to = match job.to {
        Destination::All => Destination::All,
        Destination::Root(_) => Destination::Root(0),
    };
    let between = Job { ranks: nodes, bytes: piece, to, ..*job };
    let settings = Settings { block, ..Settings::default() };
    let rows = ["chain2", "bintree2"].map(|name| {
        let rows = pipelines(name, machine, &between).into_iter().flatten();
        rows.map(|pipeline| pipeline.seconds(piece, block)).sum::<f64>()
    });
    let tree = merging::seconds("fnomial", machine, &between, &settings).unwrap_or(f64::INFINITY);
    inside + if blocks == 1 { tree } else { rows[0].min(rows[1]) }
}
