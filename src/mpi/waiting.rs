//! Waiting in shared memory, outside the MPI library. MPI must keep making progress, or whatever
//! another rank needs of this one (a large message, one-sided access) stalls, maybe for ever.

use super::shared_memory::SharedMemory;
use super::Library;
use crate::futex;
use crate::kernel::fpenv::Caller;
use crate::schedule::node::nodes::Nodes;
use crate::schedule::node::segment::Segment;
use crate::schedule::node::wait::Waiting;
use crate::schedule::node::{Node, Waiter};
use std::sync::atomic::AtomicU64;
use std::time::Duration;

/// The memory of a communicator's ranks, in a call on it.
#[derive(Debug)]
pub struct NodeView<'a> {
    /// The memory.
    pub memory: &'a SharedMemory,
    /// The library.
    pub library: &'a Library,
    /// The environment in which the library goes on: it may call functions of the user's.
    pub caller: &'a Caller,
}

/// How often the library has a go where ranks outnumber cores: it gives the core away, too, and
/// one switch between ranks is enough.
const OVERSUBSCRIBED: Duration = Duration::from_micros(10);

/// After that other ranks may have this CPU: what is waited for is late anyway.
const PATIENCE: Duration = Duration::from_micros(100);

impl<'a> NodeView<'a> {
    /// Of the memory, where there is one.
    pub fn new(
        library: &'a Library,
        caller: &'a Caller,
        memory: Option<&'a SharedMemory>,
    ) -> Option<Self> {
        memory.map(|memory| NodeView { memory, library, caller })
    }
}

impl Node for NodeView<'_> {
    fn segment(&self) -> &Segment {
        &self.memory.segment
    }

    fn nodes(&self) -> &Nodes {
        &self.memory.nodes
    }
}

impl Waiter for NodeView<'_> {
    fn is_oversubscribed(&self) -> bool {
        self.memory.oversubscribed
    }

    fn pause(&self, waiting: &mut Waiting) {
        let oversubscribed = self.memory.oversubscribed;
        if !oversubscribed || waiting.is_due(OVERSUBSCRIBED) {
            self.progress();
        }
        if oversubscribed || waiting.time() >= PATIENCE {
            std::thread::yield_now();
        }
    }

    fn sleep(&self, number: &AtomicU64, seen: u64, sleepers: &AtomicU64, at_most: Duration) {
        futex::sleep(number, seen, sleepers, at_most);
    }

    fn progress(&self) {
        self.caller.run(|| self.library.progress(self.memory.pending));
    }
}
