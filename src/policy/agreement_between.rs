//! The comparison of policies ([`super::agreement`]) between the two groups of an
//! intercommunicator, where a reduction gives each group that of the other group's records.
//!
//! A rank finds whether all ranks of the other group have its own policy. If all ranks of either
//! group find that, all ranks are the same; if not, a rank of each group does not find it. So one
//! more reduction, of what was found, tells both groups alike.
//!
//! A comparison that is started before a nonblocking reduction and judged later cannot have a second
//! reduction that depends on the first one: collectives match by their order. Where the ranks of all
//! groups are not the same, a rank that does not find that has the policy of all of the other group.
//! So there is a rank in its own group that differs from those: all of the other group find it, as
//! that rank does, and stop the job. What it may get until then is what the policy of all those says
//! whose contributions it has got.
//!
//! Cost: two nonblocking allreduces, of 2 × [`RECORD`] bytes and of two.

use super::agreement::{any_past, differing, group, record, with_complement};
use super::agreement::{Agreement, Comparing, Own, Verdict, NUMBER, PAST, RECORD, TEXT};
use crate::arithmetic::Fault;
use crate::mpi::abi::family::Handle;
use crate::mpi::{calls::nonblocking::Exchange, Library};
use std::time::Duration;

/// Compares the policies of all ranks of both groups, of so many ranks here and in the other one;
/// collective. The number orders the groups in the message: that of the lower first rank speaks.
/// Calls `waiting` as [`super::agreement::compare`] does.
pub fn compare(
    library: &Library,
    comm: Handle,
    (local, remote): (usize, usize),
    own: Own<'_>,
    waiting: &dyn Fn(Duration),
) -> Result<Agreement, Fault> {
    let others = Comparing { library, comm, waiting };
    let own = record(own);
    let theirs = others.in_common(with_complement(&own).to_vec())?;
    let (same, past) = (are_same(&own, &theirs, TEXT), any_past(&theirs));
    // (What all ranks here have found of the other group, these get to know of themselves.)
    let found = others.in_common(vec![same.into(), (!past).into()])?;
    if found[0] == 1 {
        return Ok(Agreement::Same { number: true, past: past || found[1] == 0 });
    }
    // All ranks know that they differ, so all take part in this.
    let mut theirs = others.records(&own, remote)?;
    // Each rank of the other group has this group's records: what they have in common.
    let mut padded = theirs.clone();
    padded.resize(RECORD * local.max(remote), 0);
    let mut ours = others.in_common(padded)?;
    ours.truncate(RECORD * local);
    let speaks = number_of(&ours) <= number_of(&theirs);
    if !speaks {
        std::mem::swap(&mut ours, &mut theirs);
    }
    Ok(Agreement::GroupsDiffer(both(&ours, &theirs), speaks))
}

/// What a comparison that was started before has found on this rank, which is complete.
pub fn verdict(comparison: &Exchange) -> Verdict {
    let own = comparison.with_own(<[u8]>::to_vec);
    comparison.with_common(|theirs| {
        if !are_same(&own, theirs, TEXT) {
            differing(theirs)
        } else if !are_same(&own, theirs, PAST + 1) {
            Verdict::SomePast
        } else {
            Verdict::Same
        }
    })
}

/// The number of a rank in such a comparison: of each group's first rank its rank in MPI_COMM_WORLD,
/// of others one that leaves that as it is.
pub fn number(rank: usize, world_rank: usize) -> u64 {
    if rank == 0 {
        world_rank as u64
    } else {
        u64::MAX
    }
}

/// Whether a first rank has a lower number than that of the other group.
pub fn is_lower(comparison: &Exchange) -> bool {
    let own = comparison.with_own(number_of);
    comparison.with_common(|theirs| own <= number_of(theirs))
}

/// Whether all ranks of the other group have this rank's first bytes, so many, given what their bytes
/// have in common.
fn are_same(own: &[u8], theirs: &[u8], bytes: usize) -> bool {
    (0..bytes).all(|i| theirs[i] == own[i] && theirs[RECORD + i] == !own[i])
}

/// The number in the first record.
fn number_of(records: &[u8]) -> u64 {
    u64::from_ne_bytes(records[NUMBER..RECORD].try_into().expect("a number has eight bytes"))
}

/// The policies in the records of two groups, and the ranks that have them.
fn both(first: &[u8], second: &[u8]) -> Vec<(String, Vec<usize>)> {
    let of = |records, name| {
        group(records).into_iter().map(move |(policy, ranks)| (format!("{policy} ({name})"), ranks))
    };
    of(first, "first group").chain(of(second, "second group")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Policy;

    #[test]
    fn both_groups_are_named() {
        let tree = Policy::default().with("arithmetic", "tree").unwrap();
        let record = |policy: &Policy, number| record(Own { policy, number, past: false });
        let (usual, tree) = (record(&Policy::default(), 3), record(&tree, 5));
        let groups = both(&usual, &[tree, usual].concat());
        let seen: Vec<_> = groups
            .iter()
            .map(|(policy, ranks)| (policy.rsplit_once(" (").unwrap().1, ranks.as_slice()))
            .collect();
        let expected: [(&str, &[usize]); 3] =
            [("first group)", &[0]), ("second group)", &[0]), ("second group)", &[1])];
        assert_eq!(seen, expected);
        assert_eq!([number_of(&usual), number_of(&tree)], [3, 5]);
    }
}
