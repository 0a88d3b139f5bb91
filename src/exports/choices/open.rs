//! Requests that are not complete yet, and what the trace knows of them.

use crate::lock::lock;
use crate::mpi::abi::family::Handle;
use crate::reduction::call::traced::{Persistent, Traced};
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

/// A persistent reduction that is the MPI library's own.
pub struct Passed {
    pub reduction: Persistent,
    /// Once it is started, until it is complete.
    pub under_way: Option<Traced>,
}

/// A communicator that MPI_Comm_idup makes.
#[derive(Clone, Copy, Debug)]
pub struct Duplicate {
    /// The function's name.
    pub origin: &'static str,
    /// The handle, where the MPI library has stored it already; and where it will be, an INTEGER in
    /// Fortran.
    pub comm: Option<Handle>,
    pub place: usize,
    pub fortran: bool,
    /// Its number among those with the same ranks.
    pub among: u32,
}

pub static RECEIVES: Requests<Receive> = Requests::new();
pub static PASSED: Requests<Passed> = Requests::new();
pub static DUPLICATES: Requests<Duplicate> = Requests::new();

/// What is known of requests. Where there are none, a question costs a load.
pub struct Requests<T> {
    open: Mutex<Option<HashMap<Handle, T>>>,
    number: AtomicUsize,
}

impl<T> Requests<T> {
    const fn new() -> Requests<T> {
        Requests { open: Mutex::new(None), number: AtomicUsize::new(0) }
    }

    pub fn any(&self) -> bool {
        self.number.load(Ordering::Relaxed) != 0
    }

    pub fn add(&self, request: Handle, known: T) {
        let mut open = lock(&self.open);
        let open = open.get_or_insert_default();
        open.insert(request, known);
        self.number.store(open.len(), Ordering::Relaxed);
    }

    pub fn find(&self, request: Handle) -> Option<T>
    where
        T: Copy,
    {
        if !self.any() {
            return None;
        }
        lock(&self.open).as_ref()?.get(&request).copied()
    }

    /// The request is no more, or is taken out for a moment.
    pub fn take(&self, request: Handle) -> Option<T> {
        if !self.any() {
            return None;
        }
        let mut open = lock(&self.open);
        let open = open.as_mut()?;
        let known = open.remove(&request);
        self.number.store(open.len(), Ordering::Relaxed);
        known
    }
}
