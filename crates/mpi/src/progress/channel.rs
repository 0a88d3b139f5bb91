//! The communicators of ours on which driven reductions send their messages, and the tags that tell
//! the reductions apart. They are duplicates of the program's, made by MPI_Comm_idup, which may be
//! under way still when a reduction is started.

use crate::{abi::family::Handle, Library};
use libc::c_int;
use samebits_base::fault::Fault;

/// What a communicator of the program's has for driven reductions. Nothing is made before the first
/// one.
#[derive(Debug)]
pub struct DrivenComm {}

impl DrivenComm {
    /// Of a communicator that exists as long as this does.
    pub fn new(library: &'static Library, comm: Handle) -> DrivenComm {
        let _ = (library, comm);
        todo!()
    }

    /// The tag of the next reduction. All ranks ask for them in the same order, that of nonblocking calls
    /// and of inits of persistent ones, which keep theirs: their starts may come in another order on
    /// each rank. Waits for nobody.
    pub fn next_tag(&self) -> Result<Tag, Fault> {
        todo!()
    }
}

/// A tag on a communicator of ours, which no other reduction there has. It keeps the communicator.
#[derive(Clone, Debug)]
pub struct Tag {}

impl Tag {
    /// Whether its communicator is there, so that messages may be sent. To be asked in
    /// [`super::Driven::poll`], after [`super::DrivenMessages::poll_always`].
    pub fn is_ready(&self) -> Result<bool, Fault> {
        todo!()
    }

    pub(super) fn number(&self) -> c_int {
        todo!()
    }

    /// The communicator, once it is ready.
    pub(super) fn comm(&self) -> Handle {
        todo!()
    }
}
