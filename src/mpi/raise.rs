//! Errors, raised through the error handler of a communicator or a window.

use super::family::{Family, Handle, Stored};
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

    /// Whether the handler, which `get` gets, may be called: SMPI 3.32 has no functions
    /// behind the predefined ones, and calls them all the same. Where errors are fatal the
    /// program ends, as it does by SMPI itself.
    fn has_function(&self, get: GetErrorHandler, of: Handle) -> bool {
        if self.family != Family::Smpi {
            return true;
        }
        let mut handler = Stored::default();
        // SAFETY: a handle of this library; what is got is given back.
        let held = unsafe {
            if get(of, handler.place()) != 0 {
                return false;
            }
            let held = handler.handle(self.family);
            (self.functions.errhandler_free)(handler.place());
            held
        };
        let is = |name: &str| self.object.data(name) == Some(held);
        if is("smpi_MPI_ERRORS_ARE_FATAL") {
            std::process::abort();
        }
        held != 0 && !is("smpi_MPI_ERRORS_RETURN")
    }
}
