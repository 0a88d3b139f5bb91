//! What the MPI library's collectives and those through shared memory take.
//!
//! Modelled as: allgather, ceil(log2 p) doubling rounds; all-to-all, p - 1 messages; allreduce,
//! 2 (p-1)/p of the vector on the wire. Each has a fixed call overhead.

use super::machine::Machine;
use super::Workload;
use crate::node::segment::SLOT_BYTES;

pub fn doublings(ranks: usize) -> f64 {
    f64::from(ranks.next_power_of_two().ilog2())
}

/// Until a rank has seen, in shared memory, what all others have written. It reads one cache line
/// after the other, but they are in flight at the same time: each after the first is taken to
/// cost a quarter of it.
pub fn signal(machine: &Machine, ranks: usize) -> f64 {
    machine.shared * (1.0 + ranks.saturating_sub(2) as f64 / 4.0)
}

/// The time of `times` allgathers of `bytes` bytes of each rank in all; through shared memory where the
/// transport does so.
pub fn allgathers(machine: &Machine, job: &Workload, times: usize, bytes: f64) -> f64 {
    let (ranks, times) = (job.ranks, times as f64);
    let each = bytes / times;
    if job.shared.is_some_and(|shared| shared.nodes == 1 && each <= SLOT_BYTES as f64) {
        let copied = (ranks + 1) as f64 * each * machine.shared_byte;
        return times * (signal(machine, ranks) + copied);
    }
    let latency = machine.call + doublings(ranks) * machine.allgather;
    times * latency + (ranks - 1) as f64 * bytes * machine.allgather_byte
}

/// The time of `times` all-to-alls of `bytes` bytes of each rank in all.
pub fn alltoalls(machine: &Machine, ranks: usize, times: usize, bytes: f64) -> f64 {
    let others = (ranks - 1) as f64;
    let latency = machine.call + others * machine.alltoall;
    times as f64 * latency + others / ranks as f64 * bytes * machine.alltoall_byte
}
