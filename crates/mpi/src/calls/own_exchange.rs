//! What samebits starts for itself on a program's communicator to set something up: collectives
//! without arguments of the program's, which cannot be cancelled. A program whose own requests are
//! all complete may free the communicator or end MPI, so such an exchange is complete when a request
//! of the program's is that was started with it, or when the call returns that may wait for others.
//!
//! What is left after an error stays here with the memory that the MPI library works with, and is
//! completed before the communicator is freed or MPI ends.

use super::nonblocking::Pending;
use crate::{abi::family::Handle, Library};
use samebits_base::fault::Fault;
use samebits_base::lock::lock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fmt::Debug, sync::Mutex};

/// How many of this process are under way.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// Those that nobody looks at any more.
static LEFT: Mutex<Vec<Left>> = Mutex::new(Vec::new());

/// Whether any is under way.
pub fn any() -> bool {
    UNDER_WAY.load(Ordering::Relaxed) != 0
}

/// One, with what the MPI library reads and writes meanwhile.
#[derive(Debug)]
pub(crate) struct OwnExchange<M: Debug + Send + 'static> {
    comm: Handle,
    operations: Operations,
    /// It stays where it is until all are complete.
    memory: Option<Box<M>>,
}

/// The operations of an exchange that are not complete; it counts as under way while there are any.
#[derive(Debug)]
struct Operations(Vec<Pending>);

/// An exchange that nobody looks at.
struct Left {
    comm: Handle,
    operations: Operations,
    _memory: Box<dyn Debug + Send>,
}

impl Operations {
    fn add(&mut self, pending: Pending) {
        if self.0.is_empty() {
            UNDER_WAY.fetch_add(1, Ordering::Relaxed);
        }
        self.0.push(pending);
    }

    /// Whether all are complete; lets the MPI library make progress. After an error nothing is known
    /// of the operation, so it counts as ended.
    fn test(&mut self, library: &Library) -> Result<bool, Fault> {
        let mut done = Ok(true);
        let under_way = |pending: &mut Pending| {
            let tested = pending.test(library);
            let remains = tested == Ok(false);
            if done.is_ok() && tested != Ok(true) {
                done = tested;
            }
            remains
        };
        if !self.0.is_empty() {
            self.0.retain_mut(under_way);
            if self.0.is_empty() {
                UNDER_WAY.fetch_sub(1, Ordering::Relaxed);
            }
        }
        done
    }

    fn are_done(&self) -> bool {
        self.0.is_empty()
    }
}

impl<M: Debug + Send + 'static> OwnExchange<M> {
    pub fn new(comm: Handle, memory: M) -> OwnExchange<M> {
        OwnExchange { comm, operations: Operations(Vec::new()), memory: Some(Box::new(memory)) }
    }

    /// Starts one more operation, which may work with the memory.
    pub fn start(
        &mut self,
        start: impl FnOnce(&mut M) -> Result<Pending, Fault>,
    ) -> Result<(), Fault> {
        let memory = self.memory.as_mut().expect("it is there until this is dropped");
        self.operations.add(start(memory)?);
        Ok(())
    }

    /// Whether all is complete; lets the MPI library make progress.
    pub fn test(&mut self, library: &Library) -> Result<bool, Fault> {
        self.operations.test(library)
    }

    pub fn is_done(&self) -> bool {
        self.operations.are_done()
    }

    pub fn memory(&self) -> &M {
        self.memory.as_ref().expect("it is there until this is dropped")
    }

    /// None while the MPI library works with it.
    pub fn memory_mut(&mut self) -> Option<&mut M> {
        self.memory.as_deref_mut().filter(|_| self.operations.are_done())
    }
}

impl<M: Debug + Send + 'static> Drop for OwnExchange<M> {
    /// (Not waited for here: MPICH deletes a communicator's attributes when its last operation is
    /// complete, which may be this one.)
    fn drop(&mut self) {
        let operations = Operations(std::mem::take(&mut self.operations.0));
        if let (false, Some(memory)) = (operations.are_done(), self.memory.take()) {
            lock(&LEFT).push(Left { comm: self.comm, operations, _memory: memory });
        }
    }
}

/// Whether those are complete that nobody looks at, of one communicator or of all; lets the MPI
/// library make progress. An error is nobody's any more.
pub fn test_left(library: &Library, comm: Option<Handle>) -> bool {
    let concerns = |left: &Left| comm.is_none_or(|comm| library.family.handle(left.comm) == comm);
    // (MPI may call the program's error handler, so nothing is locked meanwhile.)
    let mut left = std::mem::take(&mut *lock(&LEFT));
    left.retain_mut(|left| !concerns(left) || left.operations.test(library) == Ok(false));
    let done = !left.iter().any(concerns);
    lock(&LEFT).append(&mut left);
    done
}
