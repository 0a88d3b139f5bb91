//! The schedules that go by the MPI library's collectives.
//!
//! An allgather of p ranks is taken to double what each knows, ceil(log2 p) times, an
//! all-to-all to be p - 1 messages, an allreduce to send 2 (p-1)/p of the vector; each to begin
//! with what a call costs.

use super::{node, Job, Machine};
use crate::schedule::node::segment::ROOM;
use crate::schedule::{is_short, Destination, SCRATCH};

/// Times that the ranks double.
fn doublings(ranks: usize) -> f64 {
    f64::from(ranks.next_power_of_two().ilog2())
}

/// So many allgathers, of so many bytes of each rank in all; through shared memory where the
/// transport does so.
fn allgathers(machine: &Machine, job: &Job, times: usize, bytes: f64) -> f64 {
    let each = bytes / times as f64;
    if job.shared.is_some_and(|shared| shared.nodes == 1 && each <= ROOM as f64) {
        return times as f64 * node::rows(machine, job.ranks, each);
    }
    let latency = machine.call + doublings(job.ranks) * machine.allgather;
    times as f64 * latency + (job.ranks - 1) as f64 * bytes * machine.allgather_byte
}

/// So many all-to-alls, of so many bytes of each rank in all.
fn alltoalls(machine: &Machine, ranks: usize, times: usize, bytes: f64) -> f64 {
    let others = (ranks - 1) as f64;
    let latency = machine.call + others * machine.alltoall;
    times as f64 * latency + others / ranks as f64 * bytes * machine.alltoall_byte
}

/// `gather`: see there. To and from the rows, the contribution and the result are copied.
pub(super) fn gather(machine: &Machine, job: &Job) -> f64 {
    let (n, others) = (job.bytes as f64, (job.ranks - 1) as f64);
    let blocks = job.bytes.div_ceil((SCRATCH / job.ranks).max(1)).max(1);
    let folded = others * n * machine.folding(job.family, job.ranks);
    allgathers(machine, job, blocks, n) + folded + 2.0 * n * machine.shared_byte
}

/// `slices`: see there. This rank's own slice is copied into its row, and its results from it.
pub(super) fn slices(machine: &Machine, job: &Job) -> f64 {
    let (n, ranks) = (job.bytes as f64, job.ranks as f64);
    let blocks = job.bytes.div_ceil(SCRATCH).max(1);
    let folded = (ranks - 1.0) / ranks * n * machine.folding(job.family, job.ranks);
    let there = alltoalls(machine, job.ranks, blocks, n);
    let copied = 2.0 * n / ranks * machine.shared_byte;
    there + folded + copied + allgathers(machine, job, blocks, n / ranks)
}

/// `swap`: see there.
pub(super) fn swap(machine: &Machine, job: &Job) -> f64 {
    let (n, gamma) = (job.bytes as f64, machine.folding(job.family, 2));
    let once = machine.call + machine.alltoall;
    if job.to == Destination::All && is_short(2, job.bytes) {
        return once + n * (machine.alltoall_byte + gamma);
    }
    let blocks = job.bytes.div_ceil(SCRATCH).max(1) as f64;
    let half = blocks * once + n / 2.0 * machine.alltoall_byte;
    let back = match job.to {
        Destination::All => half,
        Destination::Root(_) => {
            let once = machine.call + machine.allgather;
            blocks * once + n / 2.0 * machine.allgather_byte
        }
    };
    half + n / 2.0 * gamma + back
}

/// Bytes of a block of `offload`, if its numbers are doubles.
const OFFLOADED: usize = 96 << 10;

/// `offload`: see there; with two addends for each double, and a survey that is half as long.
pub(super) fn offload(machine: &Machine, job: &Job) -> f64 {
    let (n, ranks) = (job.bytes as f64, job.ranks as f64);
    let blocks = job.bytes.div_ceil(OFFLOADED).max(1) as f64;
    let latency = machine.call + doublings(job.ranks) * machine.allreduce;
    let sent = 2.0 * (ranks - 1.0) / ranks * 3.0 * n;
    blocks * 2.0 * latency + sent * machine.allreduce_byte + n * machine.offload
}
