//! Waiting in shared memory, outside the MPI library: it must go on meanwhile, or a program
//! that has posted a large send before the reduction would wait forever for the rank that
//! receives it before.

use super::family::Handle;
use super::shared_memory::SharedMemory;
use super::Library;
use crate::schedule::node::nodes::Nodes;
use crate::schedule::node::segment::Segment;
use crate::schedule::node::Node;
use libc::c_int;

/// The memory of a communicator's ranks, in a call on it.
#[derive(Debug)]
pub struct Together<'a> {
    /// The memory.
    pub memory: &'a SharedMemory,
    /// The library.
    pub library: &'a Library,
    /// The caller's communicator.
    pub comm: Handle,
}

/// Turns of waiting after which the MPI library has a go, and every so many: some 10 µs.
const PROGRESS: u64 = 512;

/// Turns after which other ranks may have this CPU, and every so many: after some 100 µs
/// what is waited for is late anyway.
const PATIENT: u64 = 4096;
const YIELD: u64 = 64;

/// Turns after which the MPI library has a go where every turn gives the CPU away.
const PROGRESS_CROWDED: u64 = 16;

/// A tag that is valid everywhere and used by nobody. (What is looked for must not be found:
/// MPI libraries then return without doing anything else.)
const NOBODYS: c_int = 32_749;

impl<'a> Together<'a> {
    /// Of the memory, where there is one.
    pub fn new(
        library: &'a Library,
        comm: Handle,
        memory: Option<&'a SharedMemory>,
    ) -> Option<Self> {
        memory.map(|memory| Together { memory, library, comm })
    }

    fn progress(&self) {
        let (mut flag, own) = (0, self.memory.rank);
        let status = self.library.constants.status_ignore as *mut libc::c_void;
        // SAFETY: a communicator of this library, on which this rank has that number.
        // Whatever is wrong with it is found out where it is used.
        unsafe { (self.library.functions.iprobe)(own, NOBODYS, self.comm, &mut flag, status) };
    }
}

impl Node for Together<'_> {
    fn segment(&self) -> &Segment {
        &self.memory.segment
    }

    fn nodes(&self) -> &Nodes {
        &self.memory.nodes
    }

    #[inline]
    fn pause(&self, turns: u64) {
        if self.memory.crowded {
            std::thread::yield_now();
            if turns % PROGRESS_CROWDED == PROGRESS_CROWDED - 1 {
                self.progress();
            }
            return;
        }
        std::hint::spin_loop();
        if turns % PROGRESS == PROGRESS - 1 {
            self.progress();
        }
        if turns >= PATIENT && turns.is_multiple_of(YIELD) {
            std::thread::yield_now();
        }
    }
}
