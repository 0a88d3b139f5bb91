//! Error handlers: errors that are raised through the caller's, and communicators whose errors are
//! recorded and returned. Not by MPI_ERRORS_RETURN: Intel MPI's standard ABI has its number and
//! that of MPI_ERRORS_ABORT swapped. Nor does a call's return value suffice: MPICH 5.0 returns
//! success after a handler.

use crate::abi::family::{Family, Handle, HandleSlot};
use crate::{abi::functions::GetErrorHandler, checked, Library};
use libc::{c_int, c_void};
use samebits_base::fault::{Fault, Outcome};
use std::cell::Cell;

thread_local! {
    /// The last error that was raised on such a communicator, on this thread.
    static RAISED: Cell<c_int> = const { Cell::new(0) };
}

unsafe extern "C" fn record(_comm: *mut c_void, code: *mut c_int) {
    // SAFETY: MPI passes the address of the code.
    RAISED.set(unsafe { *code });
}

/// Makes a call on such communicators. A raised error is a fault, whatever the call returned. The call may
/// make others of the kind, as the MPI library makes progress.
pub(crate) fn returning_errors(call: impl FnOnce() -> c_int) -> Outcome {
    let outer = RAISED.replace(0);
    let code = call();
    match RAISED.replace(outer) {
        0 => checked(code),
        raised => Err(Fault(raised)),
    }
}

/// The handler of such communicators. While this lives, no other handler has its handle.
pub(crate) struct ErrorsReturn<'a> {
    library: &'a Library,
    handler: HandleSlot,
}

impl ErrorsReturn<'_> {
    /// Replaces a communicator's error handler.
    pub fn set(&self, comm: Handle) -> Outcome {
        let handler = self.handler.handle(self.library.family);
        // SAFETY: a communicator and a handler of this library.
        checked(unsafe { (self.library.functions.comm_set_errhandler)(comm, handler) })
    }

    /// Makes a call on a communicator of the caller's, whose error handler is not called. A handler
    /// that another thread sets meanwhile stays, unless it is set between the check and the end.
    pub fn meanwhile(&self, comm: Handle, call: impl FnOnce() -> c_int) -> Outcome {
        let (functions, family) = (&self.library.functions, self.library.family);
        let mut before = HandleSlot::default();
        // SAFETY: a communicator of this library, and a place for a handle, which is freed again.
        unsafe {
            checked((functions.comm_get_errhandler)(comm, before.place()))?;
            self.set(comm)?;
            let done = returning_errors(call);
            let now = self.library.handler(functions.comm_get_errhandler, comm);
            if now == Some(self.handler.handle(family)) {
                (functions.comm_set_errhandler)(comm, before.handle(family));
            }
            (functions.errhandler_free)(before.place());
            done
        }
    }
}

impl Drop for ErrorsReturn<'_> {
    fn drop(&mut self) {
        // SAFETY: a handler of ours, freed once; communicators keep it.
        unsafe { (self.library.functions.errhandler_free)(self.handler.place()) };
    }
}

impl Library {
    /// The handler of communicators whose errors are recorded and returned.
    pub(crate) fn errors_return(&self) -> Result<ErrorsReturn<'_>, Fault> {
        let create = self.functions.comm_create_errhandler;
        // SAFETY: a function with the standard's signature, and a place for a handle.
        let handler = HandleSlot::filled(|handler| unsafe { create(record, handler) })?;
        Ok(ErrorsReturn { library: self, handler })
    }

    /// Does what may fail because other processes have; if the MPI library is tolerant to that, no
    /// error handler of the caller's is called.
    pub fn tolerantly<R>(
        &self,
        comm: Handle,
        work: impl FnOnce() -> Result<R, Fault>,
    ) -> Result<R, Fault> {
        if !self.tolerates_failures() {
            return work();
        }
        let mut result = Err(Fault(0));
        self.errors_return()?.meanwhile(comm, || {
            result = work();
            result.as_ref().map_or_else(|Fault(code)| *code, |_| 0)
        })?;
        result
    }

    /// Raises an error on a communicator and returns the code.
    pub fn raise(&self, comm: Handle, code: c_int) -> c_int {
        if self.has_function(self.functions.comm_get_errhandler, comm) {
            // SAFETY: a communicator handle of this library and an error class.
            unsafe { (self.functions.comm_call_errhandler)(comm, code) };
        }
        code
    }

    /// Raises an error on a window and returns the code.
    pub fn raise_on_window(&self, win: Handle, code: c_int) -> c_int {
        if self.has_function(self.functions.win_get_errhandler, win) {
            // SAFETY: a window handle of this library and an error class.
            unsafe { (self.functions.win_call_errhandler)(win, code) };
        }
        code
    }

    /// Whether an error on a communicator ends the job, its handler being MPI_ERRORS_ARE_FATAL:
    /// what other handlers do is unknown.
    pub fn errors_are_fatal(&self, comm: Handle) -> bool {
        let handler = self.handler(self.functions.comm_get_errhandler, comm);
        handler == Some(self.constants.errors_are_fatal)
    }

    /// Whether an error on a window ends the job.
    pub fn errors_are_fatal_on_window(&self, win: Handle) -> bool {
        let handler = self.handler(self.functions.win_get_errhandler, win);
        handler == Some(self.constants.errors_are_fatal)
    }

    /// Whether the handler that `get` gets may be called: SMPI 3.32 has no functions behind the
    /// predefined ones, but calls them. Aborts, as SMPI itself does, if errors are fatal.
    fn has_function(&self, get: GetErrorHandler, of: Handle) -> bool {
        if self.family != Family::Smpi {
            return true;
        }
        match self.handler(get, of) {
            Some(handler) if handler == self.constants.errors_are_fatal => std::process::abort(),
            None | Some(0) => false,
            handler => handler != self.object.data("smpi_MPI_ERRORS_RETURN"),
        }
    }

    /// The error handler that `get` gets, to be compared with predefined ones; none on failure.
    fn handler(&self, get: GetErrorHandler, of: Handle) -> Option<Handle> {
        // SAFETY: a handle of this library, and a place for one.
        let mut handler = HandleSlot::filled(|handler| unsafe { get(of, handler) }).ok()?;
        let value = handler.handle(self.family);
        // SAFETY: the reference to the handler that was just made.
        unsafe { (self.functions.errhandler_free)(handler.place()) };
        Some(value)
    }
}
