//! Who contributes what to whom between the two groups of an intercommunicator, where contributions
//! are brought together by an exchange ([`super::rows`]).
//!
//! Cost, n bytes, p and q ranks in the groups: an MPI_Ialltoallv (for a persistent reduction an
//! MPI_Alltoallv_init) in which each rank sends its contribution, or a block of it, to each rank of
//! the other group, or to the root. A rank that gets a result has q n bytes of memory for it, or a
//! p-th of that where it gets one of equal blocks.

use libc::c_int;
use samebits_mpi::calls::intercomm::Role;
use samebits_mpi::calls::nonblocking::Counts;
use samebits_schedule::Destination;

/// How long the blocks are of which each rank gets one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockLengths {
    Equal,
    /// The other group does not know them: so all of it arrives.
    Unknown,
}

const PREFIX: &str = "MPI defines no prefixes between groups";

/// The other group.
#[derive(Debug)]
pub struct Groups {
    /// Its ranks.
    pub remote: usize,
    /// Who gets what of the other group's contributions: of the root this rank knows what itself is.
    pub to: Destination<Role, BlockLengths>,
}

impl Groups {
    /// Of how many ranks of the other group this rank gets a result.
    pub fn contributors(&self) -> usize {
        match self.to {
            Destination::Root(Role::Bystander | Role::Contributor(_)) => 0,
            _ => self.remote,
        }
    }

    pub fn contributes(&self) -> bool {
        !matches!(self.to, Destination::Root(Role::Root | Role::Bystander))
    }

    /// Whether contributions arrive whole of which this rank gets a block.
    pub fn arrives_whole(&self) -> bool {
        self.to == Destination::Blocks(BlockLengths::Unknown)
    }

    /// The most elements that arrive at any rank of either group, the same on all of them, given the
    /// ranks of this one and the elements of a contribution.
    pub fn most_elements(&self, local: usize, count: usize) -> usize {
        let remote = self.remote;
        match self.to {
            Destination::All | Destination::Blocks(BlockLengths::Unknown) => {
                local.max(remote).saturating_mul(count)
            }
            Destination::Blocks(BlockLengths::Equal) => {
                remote.saturating_mul(count / local).max(local.saturating_mul(count / remote))
            }
            Destination::Root(Role::Contributor(_)) => local.saturating_mul(count),
            Destination::Root(_) => remote.saturating_mul(count),
            Destination::InclusivePrefix | Destination::ExclusivePrefix => unreachable!("{PREFIX}"),
        }
    }

    /// Of the exchange, given the bytes of a contribution and of what arrives of each rank.
    pub fn counts(&self, bytes: usize, arriving: usize) -> Counts {
        let mut counts = Counts::default();
        let int = |bytes: usize| bytes as c_int; // they were counted
        for other in 0..self.remote {
            let (start, given) = match self.to {
                Destination::All | Destination::Blocks(BlockLengths::Unknown) => (0, bytes),
                Destination::Blocks(BlockLengths::Equal) => {
                    (other * (bytes / self.remote), bytes / self.remote)
                }
                Destination::Root(Role::Contributor(root)) if root as usize == other => (0, bytes),
                Destination::Root(_) => (0, 0),
                Destination::InclusivePrefix | Destination::ExclusivePrefix => {
                    unreachable!("{PREFIX}")
                }
            };
            let taken = if self.contributors() > 0 { arriving } else { 0 };
            counts.send.push(int(given));
            counts.send_starts.push(int(start));
            counts.recv.push(int(taken));
            counts.recv_starts.push(int(other * taken));
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type To = Destination<Role, BlockLengths>;

    const EQUAL: To = Destination::Blocks(BlockLengths::Equal);
    const UNKNOWN: To = Destination::Blocks(BlockLengths::Unknown);

    fn counts(remote: usize, to: To, bytes: usize, arriving: usize) -> [Vec<c_int>; 4] {
        let Counts { send, send_starts, recv, recv_starts } =
            Groups { remote, to }.counts(bytes, arriving);
        [send, send_starts, recv, recv_starts]
    }

    #[test]
    fn each_rank_sends_what_the_other_group_needs() {
        assert_eq!(counts(2, Destination::All, 24, 24), [[24, 24], [0, 0], [24, 24], [0, 24]]);
        // Of three ranks here and two there: blocks of 8 and of 12 bytes.
        assert_eq!(counts(2, EQUAL, 24, 8), [[12, 12], [0, 12], [8, 8], [0, 8]]);
        assert_eq!(counts(3, EQUAL, 24, 12).map(|all| all[2]), [8, 16, 12, 24]);
        let at = |role| counts(2, Destination::Root(role), 24, 24);
        assert_eq!(at(Role::Root), [[0, 0], [0, 0], [24, 24], [0, 24]]);
        assert_eq!(at(Role::Contributor(1)), [[0, 24], [0, 0], [0, 0], [0, 0]]);
        assert_eq!(at(Role::Bystander), [[0; 2]; 4]);
    }

    #[test]
    fn both_groups_know_the_same_memory() {
        let most = |local, remote, to| Groups { remote, to }.most_elements(local, 12);
        for to in [Destination::All, EQUAL, UNKNOWN] {
            assert_eq!(most(2, 3, to), most(3, 2, to));
        }
        assert_eq!(most(2, 3, EQUAL), 18);
        let (contributor, root) = (Role::Contributor(0), Role::Root);
        assert_eq!(most(2, 3, Destination::Root(contributor)), most(3, 2, Destination::Root(root)));
    }
}
