//! Whether the MPI library takes an operator on a datatype: asked of the library
//! itself, by a reduction of no elements on a communicator of ours that holds this
//! rank alone and returns its errors.
//!
//! So a datatype that is not committed, or an operator that does not fit, is known
//! before anything is asked about it that would raise an error, on a communicator
//! that is not the caller's; the call then goes on unchanged.

use super::family::Handle;
use super::Library;
use libc::{c_int, c_void};
use std::cell::Cell;
use std::sync::{Mutex, MutexGuard};

thread_local! {
    /// An error was raised on the communicator.
    static RAISED: Cell<bool> = const { Cell::new(false) };
}

/// The communicator's error handler. (Not MPI_ERRORS_RETURN: Intel MPI's standard
/// ABI has its number and that of MPI_ERRORS_ABORT the other way round. And what
/// the call returns is not enough: MPICH 5.0 returns success after a handler.)
unsafe extern "C" fn take_note(_comm: *mut c_void, _code: *mut c_int) {
    RAISED.set(true);
}

/// The communicator, made when it is first needed.
#[derive(Debug, Default)]
pub struct Acceptance(Mutex<Option<Handle>>);

impl Acceptance {
    fn lock(&self) -> MutexGuard<'_, Option<Handle>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Library {
    /// Whether a reduction with the operator on the datatype, neither of which is
    /// null, would be accepted.
    ///
    /// Cost: the library's checks, about 0.1 µs.
    pub fn accepts(&self, datatype: Handle, op: Handle) -> bool {
        let mut kept = self.acceptance.lock();
        let comm = match *kept {
            Some(comm) => comm,
            None => match self.single_quiet_rank() {
                Some(comm) => *kept.insert(comm),
                // Nobody to ask: the question is left to the call itself.
                None => return true,
            },
        };
        RAISED.set(false);
        let (send, mut recv) = (0u64, 0u64);
        let (send, recv) = ((&raw const send).cast(), (&raw mut recv).cast());
        // SAFETY: no element is read or written; the lock keeps the collective
        // calls on the communicator apart.
        let code = unsafe { (self.functions.allreduce)(send, recv, 0, datatype, op, comm) };
        code == 0 && !RAISED.take()
    }

    /// A communicator of this rank alone whose errors are returned. Splitting
    /// runs no attribute callbacks, as duplicating would.
    fn single_quiet_rank(&self) -> Option<Handle> {
        if !self.is_initialized() {
            // In MPI sessions only: MPI_COMM_SELF must not be touched.
            return None;
        }
        // Wide enough for a handle of any family.
        let mut handle = 0u64;
        let out: *mut c_void = (&raw mut handle).cast();
        // SAFETY: an out-parameter for a handle, which is read if it was written.
        unsafe {
            if (self.functions.comm_split)(self.constants.comm_self, 0, 0, out) != 0 {
                return None;
            }
            let comm = self.family.read_handle(out.cast_const().cast());
            let mut handler = 0u64;
            let out: *mut c_void = (&raw mut handler).cast();
            if (self.functions.comm_create_errhandler)(take_note, out) != 0 {
                return None;
            }
            let handler = self.family.read_handle(out.cast_const().cast());
            (self.functions.comm_set_errhandler)(comm, handler);
            // The communicator keeps it.
            (self.functions.errhandler_free)(out);
            Some(comm)
        }
    }

    /// Frees the communicator before MPI is finalised.
    pub fn forget_acceptance(&self) {
        if let Some(comm) = self.acceptance.lock().take() {
            let mut handle = comm as u64;
            // SAFETY: our communicator, freed once; MPICH's family reads the
            // lower four of the eight bytes.
            unsafe { (self.functions.comm_free)((&raw mut handle).cast()) };
        }
    }
}
