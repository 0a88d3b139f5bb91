//! Communicators whose errors are noted and returned. (Not by MPI_ERRORS_RETURN: Intel MPI's
//! standard ABI has its number and that of MPI_ERRORS_ABORT the other way round. And what the
//! call returns is not enough: MPICH 5.0 returns success after a handler.)

use super::family::{Handle, HandleSlot};
use super::{checked, Library};
use crate::arithmetic::Fault;
use libc::{c_int, c_void};
use std::cell::Cell;

thread_local! {
    /// The error that was raised last, on this thread, on such a communicator.
    static RAISED: Cell<c_int> = const { Cell::new(0) };
}

unsafe extern "C" fn take_note(_comm: *mut c_void, code: *mut c_int) {
    // SAFETY: MPI passes the address of the code.
    RAISED.set(unsafe { *code });
}

/// Does something with such communicators. An error that was raised on one of them is a
/// fault, whatever the call has returned.
pub fn quietly(call: impl FnOnce() -> c_int) -> Result<(), Fault> {
    RAISED.set(0);
    let code = call();
    match RAISED.take() {
        0 => checked(code),
        raised => Err(Fault(raised)),
    }
}

/// The handler of such communicators. While this lives, no other handler has its handle.
pub struct Quiet<'a> {
    library: &'a Library,
    handler: HandleSlot,
}

impl Quiet<'_> {
    /// Makes a communicator such a one; what it was is gone.
    pub fn set(&self, comm: Handle) -> Result<(), Fault> {
        let Quiet { library, handler } = self;
        // SAFETY: a communicator and a handler of this library.
        checked(unsafe {
            (library.functions.comm_set_errhandler)(comm, handler.handle(library.family))
        })
    }

    /// Does something on a communicator of the caller's, whose error handler does not hear of
    /// what goes wrong. One that another thread sets meanwhile stays. (If not in the moment
    /// between the last look and the return of the old one: MPI cannot do both at once.)
    pub fn meanwhile<R>(
        &self,
        comm: Handle,
        work: impl FnOnce() -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        let Quiet { library, handler } = self;
        let (functions, family) = (&library.functions, library.family);
        let (mut before, mut now) = (HandleSlot::default(), HandleSlot::default());
        // SAFETY: a communicator of this library, and places for handles, which are freed again.
        unsafe {
            checked((functions.comm_get_errhandler)(comm, before.place()))?;
            self.set(comm)?;
            let done = work();
            if checked((functions.comm_get_errhandler)(comm, now.place())).is_ok() {
                if now.handle(family) == handler.handle(family) {
                    (functions.comm_set_errhandler)(comm, before.handle(family));
                }
                (functions.errhandler_free)(now.place());
            }
            (functions.errhandler_free)(before.place());
            done
        }
    }
}

/// (Communicators keep it.)
impl Drop for Quiet<'_> {
    fn drop(&mut self) {
        // SAFETY: a handler of ours, freed once.
        unsafe { (self.library.functions.errhandler_free)(self.handler.place()) };
    }
}

impl Library {
    /// The handler of communicators whose errors are noted and returned.
    pub fn quiet(&self) -> Result<Quiet<'_>, Fault> {
        let mut handler = HandleSlot::default();
        // SAFETY: a function with the standard's signature, and a place for a handle.
        checked(unsafe { (self.functions.comm_create_errhandler)(take_note, handler.place()) })?;
        Ok(Quiet { library: self, handler })
    }
}
