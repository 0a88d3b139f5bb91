//! Memory shared by the ranks of a communicator on one node: a [`Mapping`], not an MPI window,
//! whose freeing is collective. Set up in [`super::shared_setup`].

use super::mapping::Mapping;
use super::presence::Presence;
use crate::abi::family::Handle;
use crate::calls::failures::Failure;
use libc::c_int;
use samebits_schedule::node::{nodes::Nodes, segment::Segment};

/// Communicators of a process with such memory at one time: others need some of the system's, too.
pub(crate) const MAX_COMMUNICATORS: usize = 64;

/// The memory of a communicator's ranks, on the node of this one.
#[derive(Debug)]
pub struct SharedMemory {
    pub segment: Segment,
    pub nodes: Box<Nodes>,
    /// The number of this one.
    pub(super) node: u32,
    /// Whether there are more ranks on the machine than CPUs on which they may run.
    pub oversubscribed: bool,
    /// The request by which the MPI library makes progress while a rank waits.
    pub pending: Handle,
    /// The ranks of the communicator in MPI_COMM_WORLD; none where they are not all in it, or on
    /// several nodes: those have sequence numbers of their own, and need a private communicator.
    pub(super) members: Option<Box<[c_int]>>,
    /// A number that no other communicator's memory has, the same on all ranks.
    pub(super) number: u64,
    pub(super) _mapping: Option<Mapping>,
}

impl SharedMemory {
    /// What a rank of this node says of itself.
    pub(super) fn presence(&self, rank: usize) -> &Presence {
        presence(&self.segment, rank)
    }

    pub(super) fn presences(&self) -> impl Iterator<Item = &Presence> {
        (0..self.segment.ranks()).map(|rank| self.presence(rank))
    }

    /// The rank in the communicator of a rank of this node.
    pub(super) fn rank_of(&self, rank: usize) -> usize {
        self.nodes.rank(self.node as usize, rank)
    }

    /// This rank takes part in nothing here any more, because of that.
    pub fn leave(&self, failure: Failure) {
        if self.segment.ranks() > 1 {
            self.presence(self.segment.rank()).leave(failure);
        }
    }

    /// Why it has left, if it has.
    pub fn left(&self) -> Option<Failure> {
        let several = self.segment.ranks() > 1;
        several.then(|| self.presence(self.segment.rank()).left()).flatten()
    }

    /// Whether this rank is the one to say that a rank of the communicator is gone.
    pub fn first_time(&self, rank: usize) -> bool {
        let place = self.nodes.place(rank);
        self.presence(place).first_time()
    }
}

/// What a rank says of itself in the memory of its node.
pub(super) fn presence(segment: &Segment, rank: usize) -> &Presence {
    // SAFETY: its own place in memory that lives as long, of atomic numbers.
    unsafe { &*segment.about(rank).cast::<Presence>() }
}

/// Why there is no such memory, the same on all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoSharedMemory {
    /// No two ranks are on one node.
    Apart,
    /// A rank has [`MAX_COMMUNICATORS`] with such memory.
    TooManyCommunicators,
    /// A node lacks memory.
    OutOfMemory,
    /// A rank has no request by which the MPI library makes progress while it waits.
    NoRequest,
}

impl NoSharedMemory {
    /// In words, if there could have been some.
    pub fn reason(self) -> Option<&'static str> {
        const _: () = assert!(MAX_COMMUNICATORS == 64);
        Some(match self {
            NoSharedMemory::Apart => return None,
            NoSharedMemory::TooManyCommunicators => {
                "64 communicators of a rank have shared memory, which is the limit"
            }
            NoSharedMemory::NoRequest => {
                "the MPI library offers no request by which it can be made to progress"
            }
            NoSharedMemory::OutOfMemory => {
                "no room: ranks cannot open each other's memory, and /dev/shm has too little"
            }
        })
    }
}
