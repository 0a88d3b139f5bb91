//! What a nonblocking reduction takes that is one collective of the MPI library: either all
//! contributions go where a result goes, and are folded there, or partials of one width are merged on
//! their way, by an operator of samebits that the library calls.
//!
//! Cost, n bytes, p ranks, partials of w n bytes: gathered, as an allgather, (p - 1) n (β + γ). Merged, to
//! all, by a reduce-scatter and an allgather, 2 w n β + w n γ; to a root w n (β + γ); prefixes, by
//! doubling, log2 p w n (β + γ). Cutting up and finishing takes n more of what it takes a byte.

use super::collectives::{allgathers, doublings};
use super::{Machine, Workload};
use crate::case::Destination;

/// The seconds of gathering contributions.
fn gathered(machine: &Machine, job: &Workload) -> f64 {
    let (n, others) = (job.bytes as f64, (job.ranks - 1) as f64);
    allgathers(machine, job, 1, n) + others * n * machine.folding(job.family, job.ranks)
}

/// The seconds of merging partials, `width` bytes for each byte of the vector.
fn merged(machine: &Machine, job: &Workload, width: f64) -> f64 {
    let (n, rounds) = (job.bytes as f64, doublings(job.ranks));
    let (bytes, gamma) = (width * n, machine.merging(job.family));
    let (passes, merges) = match job.to {
        _ if job.to.is_prefix() => (rounds, rounds),
        Destination::Root(_) => (1.0, 1.0),
        _ => (2.0, 1.0),
    };
    let wire = passes * bytes * machine.allreduce_byte / 2.0;
    machine.call + rounds * machine.allreduce + wire + merges * bytes * gamma + n * machine.offload
}

/// Whether merging takes less time, of a reduction whose ranks do not share memory; `width` is that of
/// a partial, in bytes for each byte of the vector. The caller sets the floating-point environment.
pub fn merging_is_faster(machine: &Machine, job: &Workload, width: f64) -> bool {
    job.ranks > 1 && merged(machine, job, width) < gathered(machine, job)
}

#[cfg(test)]
mod tests {
    use super::*;
    use samebits_fold::Family;

    /// The least power of two of ranks for which merging is chosen.
    fn ranks(bytes: usize, to: Destination, width: f64) -> Option<usize> {
        let job = |ranks| Workload { family: Family::Exact, ..Workload::new(ranks, bytes, to) };
        let faster = |ranks: &usize| merging_is_faster(&Machine::NETWORK, &job(*ranks), width);
        (1..20).map(|k| 1 << k).find(faster)
    }

    #[test]
    fn many_ranks_merge_long_vectors_of_narrow_partials_first() {
        let all = |bytes, width| ranks(bytes, Destination::All, width);
        let long = 8 << 20;
        assert!(all(long, 2.0) <= all(long, 6.0) && all(long, 6.0) <= all(long, 35.0));
        // Two passes of 35 bytes and a merge, for a pass and a fold of each contribution.
        assert_eq!(all(long, 35.0), Some(128));
        assert_eq!(ranks(long, Destination::Root(3), 35.0), Some(64));
        assert!(ranks(long, Destination::InclusivePrefix, 35.0) > Some(128));
        // A latency a round is all that short vectors take, whichever way.
        assert!(all(8, 35.0) >= Some(128));
    }

    #[test]
    fn one_rank_has_nothing_to_merge() {
        let job = Workload::new(1, 1 << 20, Destination::All);
        assert!(!merging_is_faster(&Machine::NETWORK, &job, 1.0));
    }
}
