//! What the MPI library's collectives take.
//!
//! Modelled as: allgather, ceil(log2 p) doubling rounds; all-to-all, p - 1 messages; allreduce,
//! 2 (p-1)/p of the vector on the wire. Each has a fixed call overhead.

use super::machine::Machine;
use super::{shared, Workload};
use crate::schedule::node::segment::SLOT_BYTES;

/// Times that the ranks double.
pub fn doublings(ranks: usize) -> f64 {
    f64::from(ranks.next_power_of_two().ilog2())
}

/// So many allgathers, of so many bytes of each rank in all; through shared memory where the
/// transport does so.
pub fn allgathers(machine: &Machine, job: &Workload, times: usize, bytes: f64) -> f64 {
    let each = bytes / times as f64;
    if job.shared.is_some_and(|shared| shared.nodes == 1 && each <= SLOT_BYTES as f64) {
        return times as f64 * shared::rows(machine, job.ranks, each);
    }
    let latency = machine.call + doublings(job.ranks) * machine.allgather;
    times as f64 * latency + (job.ranks - 1) as f64 * bytes * machine.allgather_byte
}

/// So many all-to-alls, of so many bytes of each rank in all.
pub fn alltoalls(machine: &Machine, ranks: usize, times: usize, bytes: f64) -> f64 {
    let others = (ranks - 1) as f64;
    let latency = machine.call + others * machine.alltoall;
    times as f64 * latency + others / ranks as f64 * bytes * machine.alltoall_byte
}
