//! Memory shared by the ranks of a communicator on one node: a [`Mapping`], not an MPI window,
//! whose freeing is collective. Set up in [`super::shared_memory_setup`].

use super::family::Handle;
use super::mapping::Mapping;
use crate::schedule::node::nodes::Nodes;
use crate::schedule::node::segment::Segment;
use libc::c_int;

/// Communicators of a process that have such memory at one time: it is the system's, and
/// other programs want some, too.
pub const MOST: usize = 64;

/// The memory of a communicator's ranks, on the node of this one.
#[derive(Debug)]
pub struct SharedMemory {
    /// Who writes where.
    pub segment: Segment,
    /// Which ranks are on which node.
    pub nodes: Box<Nodes>,
    /// There are more ranks on the machine than CPUs on which they may run.
    pub oversubscribed: bool,
    /// What the MPI library is asked about while a rank waits.
    pub pending: Handle,
    /// The ranks of the communicator in MPI_COMM_WORLD; none where they are not all in it, or are
    /// on several nodes: these number their work apart, and need a private communicator, too.
    pub(super) members: Option<Box<[c_int]>>,
    /// A number that no other communicator's memory has, the same on all ranks.
    pub(super) number: u64,
    pub(super) _mapping: Option<Mapping>,
}

/// Why there is no such memory, known alike to all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoSharedMemory {
    /// No two of them are on one node.
    Apart,
    /// One of them has [`MOST`] communicators that have some.
    Full,
    /// A node has not got as much.
    NoRoom,
    /// One of them has no request by which the MPI library goes on while it waits.
    NoRequest,
}

impl NoSharedMemory {
    /// In words, where there could have been some.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            NoSharedMemory::Apart => None,
            NoSharedMemory::Full => {
                const _: () = assert!(MOST == 64);
                Some("64 communicators of a rank have shared memory already")
            }
            NoSharedMemory::NoRequest => {
                Some("the MPI library gives no request that it goes on by")
            }
            NoSharedMemory::NoRoom => {
                Some("no room: neither memory of its own nor plenty in /dev/shm")
            }
        }
    }
}
