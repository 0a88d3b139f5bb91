//! The requests of receives from any source that are not complete yet.

use crate::lock::lock;
use crate::mpi::family::Handle;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// A receive from any source.
#[derive(Clone, Copy, Debug)]
pub struct Receive {
    /// The function that has started it, or made it.
    pub call: &'static str,
    pub site: usize,
    /// The number of its communicator.
    pub comm: Option<u64>,
    pub persistent: bool,
}

static OPEN: Mutex<Option<HashMap<Handle, Receive>>> = Mutex::new(None);
static NUMBER: AtomicUsize = AtomicUsize::new(0);

pub fn add(request: Handle, receive: Receive) {
    let mut open = lock(&OPEN);
    let open = open.get_or_insert_default();
    open.insert(request, receive);
    NUMBER.store(open.len(), Ordering::Relaxed);
}

/// The receive of a request, if it is one from any source.
pub fn find(request: Handle) -> Option<Receive> {
    if NUMBER.load(Ordering::Relaxed) == 0 {
        return None;
    }
    lock(&OPEN).as_ref()?.get(&request).copied()
}

/// The request is complete, and is no more.
pub fn remove(request: Handle) {
    let mut open = lock(&OPEN);
    if let Some(open) = open.as_mut() {
        open.remove(&request);
        NUMBER.store(open.len(), Ordering::Relaxed);
    }
}
