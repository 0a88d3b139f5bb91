//! A duplicate of a communicator of the program's, for messages of ours. It is freed once the program's
//! is and nobody uses it any more, but not from inside the hook.

use crate::abi::family::{Handle, HandleSlot};
use crate::calls::nonblocking::Pending;
use crate::{checked, Library};
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
    pub comm: Handle,
    is_gone: AtomicBool,
}

impl Parent {
    pub fn new(comm: Handle) -> Parent {
        Parent { comm, is_gone: AtomicBool::new(false) }
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
    /// Starts to make one; collective. On a simulated rank it is made later ([`Duplicate::make`]).
    pub fn start(library: &'static Library, parent: Arc<Parent>) -> Result<Arc<Duplicate>, Fault> {
        let duplicate = Arc::new(Duplicate {
            library,
            parent,
            comm: UnsafeCell::default(),
            request: Mutex::new(Pending::none()),
            done: OnceCell::new(),
        });
        if library.hook.is_some_and(|hook| !hook.polls()) {
            return Ok(duplicate);
        }
        let (comm, place) = (duplicate.parent.comm, duplicate.comm.get());
        let idup = library.functions.comm_idup;
        // SAFETY: a communicator of the program's, and a place for a handle that is kept until it is
        // written, since [`Duplicate::test`] is called until then.
        let start = |request| unsafe { idup(comm, (*place).place(), request) };
        *lock(&duplicate.request) = Pending::start(|request| with_room(|| start(request)))?;
        Ok(duplicate)
    }

    /// Whether it is there.
    pub fn is_ready(&self) -> Result<bool, Fault> {
        self.done.get().map_or(Ok(false), |done| done.map(|()| true))
    }

    /// Looks whether it is done, and sets it up. One thread at a time may do that.
    pub fn test(&self) -> bool {
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

    /// Makes it, unless it is there; collective. (SMPI has no MPI_Comm_idup.)
    pub fn make(&self) -> Outcome {
        *self.done.get_or_init(|| {
            let (library, comm) = (self.library, self.parent.comm);
            let (create, place) = (library.functions.comm_create, self.comm.get());
            library.with_group(comm, |group| {
                // SAFETY: a communicator of the program's and its group, and a place for a handle.
                with_room(|| checked(unsafe { create(comm, group, (*place).place()) }))
            })??;
            self.return_errors()
        })
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
    pub fn is_of(&self, comm: Handle) -> bool {
        let family = self.library.family;
        !self.parent.is_gone.load(Ordering::Acquire)
            && family.handle(self.parent.comm) == family.handle(comm)
    }

    /// The program's communicator, if it is there still.
    pub fn parent(&self) -> Option<Handle> {
        (!self.parent.is_gone.load(Ordering::Acquire)).then_some(self.parent.comm)
    }
}

impl Drop for Duplicate {
    fn drop(&mut self) {
        if self.done.get() == Some(&Ok(())) {
            RELEASED_NUMBER.fetch_add(1, Ordering::Relaxed);
            lock(&RELEASED).push(std::mem::take(self.comm.get_mut()));
        }
    }
}

/// Those that nobody uses any more, and how many they are.
static RELEASED: Mutex<Vec<HandleSlot>> = Mutex::new(Vec::new());
static RELEASED_NUMBER: AtomicUsize = AtomicUsize::new(0);

/// Whether there are any that nobody uses.
pub(super) fn any_released() -> bool {
    RELEASED_NUMBER.load(Ordering::Relaxed) != 0
}

/// Frees those. Not to be called inside the hook.
pub(super) fn free_released(library: &Library) {
    if !any_released() {
        return;
    }
    let released = std::mem::take(&mut *lock(&RELEASED));
    RELEASED_NUMBER.fetch_sub(released.len(), Ordering::Relaxed);
    for mut comm in released {
        // SAFETY: a communicator of ours, on which every message is complete.
        with_room(|| unsafe { (library.functions.comm_free)(comm.place()) });
    }
}
