//! Errors, raised through the error handler of a communicator or a window.

use super::family::{Family, Handle, HandleSlot};
use super::functions::GetErrorHandler;
use super::Library;
use libc::c_int;

impl Library {
    /// Raises an error on a communicator and returns the code.
    pub fn raise(&self, comm: Handle, code: c_int) -> c_int {
        if self.has_function(self.functions.comm_get_errhandler, comm) {
            // SAFETY: a communicator handle of this library and an error class.
            unsafe { (self.functions.comm_call_errhandler)(comm, code) };
        }
        code
    }

    /// Likewise on a window.
    pub fn raise_on_window(&self, win: Handle, code: c_int) -> c_int {
        if self.has_function(self.functions.win_get_errhandler, win) {
            // SAFETY: a window handle of this library and an error class.
            unsafe { (self.functions.win_call_errhandler)(win, code) };
        }
        code
    }

    /// Whether an error on a communicator ends the job, its handler being
    /// MPI_ERRORS_ARE_FATAL. (Of other handlers nobody knows what they do.)
    pub fn errors_are_fatal(&self, comm: Handle) -> bool {
        let handler = self.handler(self.functions.comm_get_errhandler, comm);
        handler == Some(self.constants.errors_are_fatal)
    }

    /// Likewise on a window.
    pub fn errors_are_fatal_on_window(&self, win: Handle) -> bool {
        let handler = self.handler(self.functions.win_get_errhandler, win);
        handler == Some(self.constants.errors_are_fatal)
    }

    /// Whether the handler, which `get` gets, may be called: SMPI 3.32 has no functions
    /// behind the predefined ones, and calls them all the same. Where errors are fatal the
    /// program ends, as it does by SMPI itself.
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

    /// The error handler that `get` gets, to be compared with predefined ones; none where
    /// there is none to be got.
    fn handler(&self, get: GetErrorHandler, of: Handle) -> Option<Handle> {
        let mut handler = HandleSlot::default();
        // SAFETY: a handle of this library; what is got is given back.
        unsafe {
            if get(of, handler.place()) != 0 {
                return None;
            }
            let held = handler.handle(self.family);
            (self.functions.errhandler_free)(handler.place());
            Some(held)
        }
    }
}
