//! The table of the open requests, and what each of them stands for.

use super::nonblocking::Prepared;
use super::started::Started;
use crate::{arithmetic::Fault, lock::lock, mpi::family::Handle};
use libc::c_int;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

/// What a request of ours is when somebody asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is of the MPI library.
    Foreign,
    /// A persistent one that was not started.
    Inactive,
    Pending,
    /// With this error code; until the program is told.
    Complete(c_int),
}

#[derive(Default)]
pub struct Request {
    pub started: Option<Box<Started>>,
    pub outcome: Option<c_int>,
    pub persistent: Option<Box<Prepared>>,
    /// What a persistent one has started before, to be used again.
    pub idle: Option<Box<Started>>,
    /// Its handle may stand for another operation afterwards.
    pub reusable: bool,
}

// SAFETY: the buffers that a prepared reduction knows are the caller's, who hands them over with the
// request to whichever thread starts it.
unsafe impl Send for Request {}

impl Request {
    pub fn state(&self) -> State {
        match (self.outcome, &self.started) {
            (Some(code), _) => State::Complete(code),
            (None, Some(_)) => State::Pending,
            (None, None) => State::Inactive,
        }
    }

    pub fn test(&mut self) -> State {
        if let Some(started) = &mut self.started {
            match started.test() {
                Ok(false) => {}
                Ok(true) => self.complete(Ok(())),
                Err(fault) => self.complete(Err(fault)),
            }
        }
        self.state()
    }

    /// What it stands for is done, and its memory is free; the program is still to be told.
    pub fn complete(&mut self, result: Result<(), Fault>) {
        self.outcome = Some(result.map_or_else(|Fault(code)| code, |()| 0));
        let done = self.started.take();
        self.idle = done.filter(|_| self.persistent.is_some());
        if let Some(idle) = &mut self.idle {
            idle.rest();
        }
    }
}

#[derive(Default)]
pub struct Table {
    /// The open requests; one is absent while a thread works on it.
    pub open: HashMap<Handle, Option<Request>, ByHandle>,
    /// Those of them that are absent for a moment only (while they are completed early).
    pub early: Vec<Handle>,
    /// Handles that stand for no operation at present.
    pub inactive: Vec<Handle>,
    /// Operations under way whose requests the program has freed.
    #[allow(clippy::vec_box)] // they are boxed
    pub freed: Vec<Box<Started>>,
}

/// A hash: handles are numbers, or addresses.
#[derive(Clone, Copy, Default)]
pub struct ByHandle(u64);

impl BuildHasher for ByHandle {
    type Hasher = ByHandle;

    fn build_hasher(&self) -> ByHandle {
        ByHandle(0)
    }
}

impl Hasher for ByHandle {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_usize(usize::from(*byte)));
    }

    fn write_usize(&mut self, number: usize) {
        let mixed = (self.0 ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}

static TABLE: Mutex<Option<Table>> = Mutex::new(None);
pub static NUMBER: AtomicUsize = AtomicUsize::new(0);

pub struct Locked(pub MutexGuard<'static, Option<Table>>);

pub fn table() -> Locked {
    let mut table = lock(&TABLE);
    table.get_or_insert_with(Table::default);
    Locked(table)
}

impl std::ops::Deref for Locked {
    type Target = Table;

    fn deref(&self) -> &Table {
        self.0.as_ref().expect("it was made")
    }
}

impl std::ops::DerefMut for Locked {
    fn deref_mut(&mut self) -> &mut Table {
        self.0.as_mut().expect("it was made")
    }
}

impl Table {
    pub fn count(&self) {
        NUMBER.store(self.open.len(), Ordering::Relaxed);
    }
}
