//! Waiting in shared memory, outside the MPI library: it must go on meanwhile, or whatever
//! another rank wants of this one stands still (a large message, a one-sided transfer), and the
//! one that is waited for may itself wait for that.

use super::shared_memory::SharedMemory;
use super::Library;
use crate::kernel::fpenv::Caller;
use crate::schedule::node::nodes::Nodes;
use crate::schedule::node::segment::Segment;
use crate::schedule::node::wait::Waiting;
use crate::schedule::node::Node;
use std::time::Duration;

/// The memory of a communicator's ranks, in a call on it.
#[derive(Debug)]
pub struct Together<'a> {
    /// The memory.
    pub memory: &'a SharedMemory,
    /// The library.
    pub library: &'a Library,
    /// The environment in which the library goes on: it may call functions of the user's.
    pub caller: &'a Caller,
}

/// How often the library has a go where ranks outnumber cores: it gives the core away, too, and
/// one switch between ranks is enough.
const CROWDED: Duration = Duration::from_micros(10);

/// After that other ranks may have this CPU: what is waited for is late anyway.
const PATIENCE: Duration = Duration::from_micros(100);

impl<'a> Together<'a> {
    /// Of the memory, where there is one.
    pub fn new(
        library: &'a Library,
        caller: &'a Caller,
        memory: Option<&'a SharedMemory>,
    ) -> Option<Self> {
        memory.map(|memory| Together { memory, library, caller })
    }
}

impl Node for Together<'_> {
    fn segment(&self) -> &Segment {
        &self.memory.segment
    }

    fn nodes(&self) -> &Nodes {
        &self.memory.nodes
    }

    fn is_crowded(&self) -> bool {
        self.memory.crowded
    }

    fn pause(&self, waiting: &mut Waiting) {
        let crowded = self.memory.crowded;
        if !crowded || waiting.is_due(CROWDED) {
            self.progress();
        }
        if crowded || waiting.time() >= PATIENCE {
            std::thread::yield_now();
        }
    }

    fn progress(&self) {
        self.caller.run(|| self.library.progress(self.memory.pending));
    }
}
