//! What is kept for an MPI library from its first use until MPI ends.

use super::family::{Handle, HandleSlot};
use once_cell::sync::OnceCell;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicUsize;
use std::sync::Mutex;

/// What the library was asked to take, and by which communicator.
#[derive(Debug, Default)]
pub struct Acceptance {
    /// The communicator, made when it is first needed.
    pub(super) comm: Mutex<Option<Handle>>,
    /// Whether MPI_Allreduce and MPI_Reduce take a receive buffer that is the send
    /// buffer.
    pub(super) aliases: [OnceCell<bool>; 2],
}

/// What the library reduces accumulators by.
#[derive(Debug, Default)]
pub struct Accumulators {
    /// The datatypes, by the bytes of an element.
    pub(super) datatypes: Mutex<BTreeMap<usize, HandleSlot>>,
    /// The operator's handle; 0 while there is none.
    pub(super) op: AtomicUsize,
}

/// The request that the library is asked about so that it goes on, while there is one.
#[derive(Debug, Default)]
pub struct Pending(pub(super) Mutex<Option<HandleSlot>>);
