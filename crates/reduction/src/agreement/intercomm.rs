//! The comparison of policies ([`super`]) between the two groups of an
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

use super::record::{are_of_this_version, record, NUMBER, RECORD, TEXT};
use super::{any_has, are_same, group, group_words, padded_words, variables, with_complement};
use super::{Agreement, Comparing, Difference, Own};
use samebits_base::fault::Fault;
use samebits_mpi::abi::family::Handle;
use samebits_mpi::{calls::exchange::Exchange, Library};
use std::time::Duration;

/// Compares the policies of all ranks of both groups; collective. `local` and `remote` are the sizes of
/// this group and of the other one. The number orders the groups in the message: that of the lower
/// first rank speaks.
/// Calls `waiting` as [`super::agreement::compare`] does.
pub fn compare(
    library: &Library,
    comm: Handle,
    (local, remote): (usize, usize),
    own: Own<'_>,
    waiting: &dyn Fn(Duration),
) -> Result<Agreement, Fault> {
    let others = Comparing { library, comm, waiting };
    let policy = own.policy;
    let own = record(own);
    let theirs = others.in_common(with_complement(&own).to_vec())?;
    let (same, bypassed) = (are_same(&own, &theirs, 0..TEXT), any_has(1, &theirs));
    // (What all ranks here have found of the other group, these get to know of themselves.)
    let found = others.in_common(vec![same.into(), (!bypassed).into()])?;
    if found[0] == 1 {
        return Ok(Agreement::Same {
            number: true,
            bypassed: bypassed || found[1] == 0,
            by_request: false,
        });
    }
    // All ranks know that they differ, so all take part in this.
    let sizes = (local, remote);
    let (ours, theirs) = exchanged(&others, own.to_vec(), sizes)?;
    let speaks = number_of(&ours) <= number_of(&theirs);
    let records = [&*ours, &*theirs].concat();
    let (ours, theirs) = match are_of_this_version(&records) {
        true => {
            let (ours, theirs) = exchanged(&others, padded_words(policy), sizes)?;
            (group_words(&ours), group_words(&theirs))
        }
        false => (group(&ours), group(&theirs)),
    };
    let policies = if speaks { both(ours, theirs) } else { both(theirs, ours) };
    let variables = variables(policy, &records);
    Ok(Agreement::GroupsDiffer(Difference { variables, policies }, speaks))
}

/// The bytes of all ranks of this group and of the other one, as many of each rank.
fn exchanged(
    others: &Comparing<'_>,
    own: Vec<u8>,
    (local, remote): (usize, usize),
) -> Result<(Vec<u8>, Vec<u8>), Fault> {
    let each = own.len();
    let theirs = others.gathered(own, remote)?;
    // Each rank of the other group has this group's: what they have in common.
    let mut padded = theirs.clone();
    padded.resize(each * local.max(remote), 0);
    let mut ours = others.in_common(padded)?;
    ours.truncate(each * local);
    Ok((ours, theirs))
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

/// The number in the first record.
fn number_of(records: &[u8]) -> u64 {
    u64::from_ne_bytes(records[NUMBER..RECORD].try_into().expect("a number has eight bytes"))
}

/// The policies of two groups, and the ranks that have them.
fn both(
    first: Vec<(String, Vec<usize>)>,
    second: Vec<(String, Vec<usize>)>,
) -> Vec<(String, Vec<usize>)> {
    let of = |group: Vec<_>, name| {
        group.into_iter().map(move |(policy, ranks)| (format!("{policy} ({name})"), ranks))
    };
    of(first, "first group").chain(of(second, "second group")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::record::differing;
    use super::*;
    use samebits_policy::Policy;

    fn of(policy: &Policy, number: u64) -> [u8; RECORD] {
        record(Own { policy, number, bypassed: false, by_request: false })
    }

    #[test]
    fn both_groups_are_named() {
        let tree = Policy::default().with("arithmetic", "tree").unwrap();
        let words = |policies: &[&Policy]| -> Vec<u8> {
            policies.iter().flat_map(|policy| padded_words(policy)).collect()
        };
        let usual = &Policy::default();
        let groups = both(group_words(&words(&[usual])), group_words(&words(&[&tree, usual])));
        let seen: Vec<_> = groups
            .iter()
            .map(|(policy, ranks)| (policy.rsplit_once(" (").unwrap().1, ranks.as_slice()))
            .collect();
        let expected: [(&str, &[usize]); 3] =
            [("first group)", &[0]), ("second group)", &[0]), ("second group)", &[1])];
        assert_eq!(seen, expected);
        assert_eq!([number_of(&of(usual, 3)), number_of(&of(&tree, 5))], [3, 5]);
    }

    #[test]
    fn groups_that_differ_know_in_which_variables() {
        let tree = Policy::default().with("arithmetic", "tree").unwrap();
        let (own, theirs) = (of(&Policy::default(), 3), of(&tree, 5));
        let named = |theirs: &[u8]| differing(&tree, |range| are_same(&own, theirs, range));
        assert_eq!(named(&with_complement(&theirs)), ["SAMEBITS_ARITHMETIC"]);
        assert!(named(&with_complement(&own)).is_empty());
    }
}
