//! Communicators whose errors are noted and returned. (Not by MPI_ERRORS_RETURN: Intel MPI's
//! standard ABI has its number and that of MPI_ERRORS_ABORT the other way round. And what the
//! call returns is not enough: MPICH 5.0 returns success after a handler.)

use super::family::{Handle, Stored};
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

impl Library {
    /// Makes it such a communicator; what it was is gone.
    pub fn quieten(&self, comm: Handle) -> Result<(), Fault> {
        let mut handler = Stored::default();
        // SAFETY: a communicator of this library, a function with the standard's signature,
        // and a place for a handle. The communicator keeps the handler.
        unsafe {
            checked((self.functions.comm_create_errhandler)(take_note, handler.place()))?;
            let code = (self.functions.comm_set_errhandler)(comm, handler.handle(self.family));
            (self.functions.errhandler_free)(handler.place());
            checked(code)
        }
    }
}
