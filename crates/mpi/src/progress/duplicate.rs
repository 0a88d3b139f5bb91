//! A duplicate of a communicator of the program's, for messages of ours. It is freed once the program's
//! is and nobody uses it any more, but not from inside the hook.

use crate::abi::family::{Handle, HandleSlot};
use crate::calls::nonblocking::Pending;
use crate::calls::released::release_communicator;
use crate::Library;
use once_cell::sync::OnceCell;
use samebits_base::fault::{Fault, Outcome};
use samebits_base::lock::lock;
use samebits_base::stack::with_room;
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// A communicator of the program's.
#[derive(Debug)]
pub(super) struct Parent {
    comm: Handle,
    is_gone: AtomicBool,
}

impl Parent {
    pub fn new(comm: Handle) -> Parent {
        Parent { comm, is_gone: AtomicBool::new(false) }
    }

    /// Its handle, while it is there.
    pub fn handle(&self) -> Option<Handle> {
        (!self.is_gone.load(Ordering::Acquire)).then_some(self.comm)
    }

    /// Called before it is freed: its handle may stand for another one then.
    pub fn goes(&self) {
        self.is_gone.store(true, Ordering::Release);
    }
}

#[derive(Debug)]
pub(super) struct Duplicate {
    library: &'static Library,
    parent: Arc<Parent>,
    /// Where MPI_Comm_idup writes.
    comm: UnsafeCell<HandleSlot>,
    request: Mutex<Pending>,
    done: OnceCell<Outcome>,
}

// SAFETY: `comm` is written by the MPI library until `done` is set, and read after that.
unsafe impl Send for Duplicate {}
// SAFETY: as above.
unsafe impl Sync for Duplicate {}

impl Duplicate {
    /// Starts to make one; collective.
    pub fn start(library: &'static Library, parent: Arc<Parent>) -> Result<Arc<Duplicate>, Fault> {
        let duplicate = Arc::new(Duplicate {
            library,
            parent,
            comm: UnsafeCell::default(),
            request: Mutex::new(Pending::none()),
            done: OnceCell::new(),
        });
        let (comm, place) = (duplicate.parent.comm, duplicate.comm.get());
        let idup = library.functions.comm_idup;
        // SAFETY: a communicator of the program's, and a place for a handle that is kept until it is
        // written, in the list of those.
        let start = |request| unsafe { idup(comm, (*place).place(), request) };
        *lock(&duplicate.request) = Pending::start(|request| with_room(|| start(request)))?;
        lock(&UNFINISHED).push(Arc::clone(&duplicate));
        UNFINISHED_NUMBER.fetch_add(1, Ordering::Relaxed);
        Ok(duplicate)
    }

    /// Whether it is there.
    pub fn is_ready(&self) -> Result<bool, Fault> {
        self.done.get().map_or(Ok(false), |done| done.map(|()| true))
    }

    /// Looks whether it is done, and sets it up.
    fn test(&self) -> bool {
        let tested = || lock(&self.request).test(self.library);
        if self.done.get().is_none() {
            match tested() {
                Ok(false) => return false,
                // (It has the handler of the program's until then.)
                Ok(true) => drop(self.done.set(self.return_errors())),
                Err(fault) => drop(self.done.set(Err(fault))),
            }
        }
        true
    }

    fn return_errors(&self) -> Outcome {
        self.library.errors_return()?.set(self.handle())
    }

    fn handle(&self) -> Handle {
        // SAFETY: MPI_Comm_idup is complete, and so nobody writes to it.
        unsafe { (*self.comm.get()).handle(self.library.family) }
    }

    /// Its handle; it is ready.
    pub fn comm(&self) -> Handle {
        assert!(self.done.get() == Some(&Ok(())), "it is ready");
        self.handle()
    }

    /// Whether it is one of that communicator.
    fn is_of(&self, comm: Handle) -> bool {
        let family = self.library.family;
        self.parent().is_some_and(|parent| family.handle(parent) == family.handle(comm))
    }

    /// The program's communicator, if it is there still.
    pub fn parent(&self) -> Option<Handle> {
        self.parent.handle()
    }
}

impl Drop for Duplicate {
    fn drop(&mut self) {
        if self.done.get() == Some(&Ok(())) {
            let free = self.library.functions.comm_free;
            release_communicator(std::mem::take(self.comm.get_mut()), free);
        }
    }
}

/// Those that are being made, and how many they are.
static UNFINISHED: Mutex<Vec<Arc<Duplicate>>> = Mutex::new(Vec::new());
static UNFINISHED_NUMBER: AtomicUsize = AtomicUsize::new(0);

/// Whether there are any that are being made.
pub(super) fn any_unfinished() -> bool {
    UNFINISHED_NUMBER.load(Ordering::Relaxed) != 0
}

/// Looks which are done; returns how many. One thread at a time may do that.
pub(super) fn test_unfinished() -> usize {
    if !any_unfinished() {
        return 0;
    }
    let mut unfinished = lock(&UNFINISHED);
    let before = unfinished.len();
    unfinished.retain(|duplicate| !duplicate.test());
    let done = before - unfinished.len();
    UNFINISHED_NUMBER.fetch_sub(done, Ordering::Relaxed);
    done
}

/// Whether one of that communicator is being made.
pub(super) fn is_unfinished(of: Handle) -> bool {
    lock(&UNFINISHED).iter().any(|duplicate| duplicate.is_of(of))
}

/// Gives up those that are being made, as MPI ends; it may write to them still.
pub(super) fn give_up_unfinished() {
    let unfinished = std::mem::take(&mut *lock(&UNFINISHED));
    UNFINISHED_NUMBER.fetch_sub(unfinished.len(), Ordering::Relaxed);
    std::mem::forget(unfinished);
}
