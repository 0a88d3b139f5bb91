//! The messages of one driven reduction.

use super::channel::Tag;
use crate::Library;
use samebits_base::fault::Fault;
use samebits_schedule::{Messages, Pending};
use std::task::Poll;

/// Messages between the ranks of a communicator under one tag, which the engine completes.
#[derive(Debug)]
pub struct DrivenMessages {}

impl DrivenMessages {
    pub fn new(library: &'static Library, tag: Tag) -> DrivenMessages {
        let _ = (library, tag);
        todo!()
    }

    /// Its tag.
    pub fn tag(&self) -> &Tag {
        todo!()
    }

    /// Whether the reduction is polled whenever the MPI library makes progress, not only when a message of
    /// its has completed: while it waits for something else, which it looks at in its `poll` (see
    /// [`crate::calls::nonblocking::Pending::test`]).
    pub fn poll_always(&self, on: bool) {
        let _ = on;
        todo!()
    }

    /// Whether a message is complete: the number of bytes that were received, or 0. To be asked until it
    /// is ready, and not again.
    pub fn poll(&self, message: &Pending) -> Poll<Result<usize, Fault>> {
        let _ = message;
        todo!()
    }
}

impl Messages for DrivenMessages {
    unsafe fn send(&self, to: usize, from: *const u8, bytes: usize) -> Result<Pending, Fault> {
        let _ = (to, from, bytes);
        todo!()
    }

    unsafe fn receive(&self, from: usize, into: *mut u8, limit: usize) -> Result<Pending, Fault> {
        let _ = (from, into, limit);
        todo!()
    }

    fn wait(&self, _: Pending) -> Result<usize, Fault> {
        panic!("messages of a driven reduction are polled")
    }
}
