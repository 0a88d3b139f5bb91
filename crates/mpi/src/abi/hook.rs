//! How the progress engine of an MPI library is made to call a function of ours, in whatever call of MPI
//! this rank is.

use super::family::{Family, Handle};
use super::functions::{AsyncProgress, OnAsyncProgress, OnProgress, OpalProgress};
use super::locate::Object;
use libc::c_int;
use samebits_base::fault::{Fault, Outcome};

/// MPIX_STREAM_NULL in MPICH's ABI.
const STREAM_NULL: c_int = 0x3c00_0000;

/// What an asynchronous thing of MPICH's returns: that it is to be called again, or not.
pub(crate) const GOES_ON: c_int = 0;
pub(crate) const IS_DONE: c_int = 1;

/// The hook of an MPI library, or what stands in place of one.
#[derive(Clone, Copy, Debug)]
pub enum Hook {
    Opal(OpalProgress),
    Async(AsyncProgress),
    /// SMPI has no progress engine: the calls that complete a reduction do its work, on this rank's
    /// turn ([`crate::progress::simulated`]).
    Simulated,
}

impl Hook {
    /// By family: MPICH's own build of the standard ABI does not export its functions, nor does Intel's
    /// library.
    pub(crate) fn of(family: Family, object: &Object) -> Option<Hook> {
        match family {
            Family::OpenMpi => OpalProgress::look_up(object).map(Hook::Opal),
            Family::Mpich => AsyncProgress::look_up(object).map(Hook::Async),
            Family::Smpi => Some(Hook::Simulated),
            _ => None,
        }
    }

    /// The function by which it is set, or what it is, for reports.
    pub fn name(&self) -> &'static str {
        match self {
            Hook::Opal(_) => "opal_progress_register",
            Hook::Async(_) => "MPIX_Async_start",
            Hook::Simulated => "simulated",
        }
    }

    /// Whether MPI_Comm_idup may be under way while other nonblocking collectives are started on the
    /// communicator. Open MPI, up to 5.0 at least, starts collectives of its own there while it makes a
    /// duplicate, whenever it gets to that: those of the ranks do not match then, and messages are
    /// truncated. (SMPI has none.)
    pub fn duplicates_meanwhile(&self) -> bool {
        matches!(self, Hook::Async(_))
    }

    /// Whether nobody calls us, so that whoever completes a reduction goes on with it.
    pub fn is_simulated(&self) -> bool {
        matches!(self, Hook::Simulated)
    }

    /// Sets it; the one of the two functions is called from now on that is of the library's kind.
    pub(crate) fn set(&self, opal: OnProgress, mpich: OnAsyncProgress) -> Outcome {
        // SAFETY: functions with the signatures that the libraries document.
        let code = unsafe {
            match self {
                Hook::Opal(functions) => (functions.register)(opal),
                Hook::Async(functions) => {
                    (functions.start)(mpich, std::ptr::null_mut(), STREAM_NULL)
                }
                Hook::Simulated => 0,
            }
        };
        match code {
            0 => Ok(()),
            code => Err(Fault(code)),
        }
    }

    /// Undoes that before MPI ends. (MPICH's function says itself that it is done.)
    pub(crate) fn unset(&self, opal: OnProgress) {
        if let Hook::Opal(functions) = self {
            // SAFETY: the function that was registered.
            unsafe { (functions.unregister)(opal) };
        }
    }

    /// Whether a request is complete, where testing it inside the hook would make the library's
    /// progress again, which MPICH's does not bear; elsewhere true. (A test takes simulated time: so
    /// none is made where the program has not asked.)
    pub(crate) fn may_complete(&self, request: Handle) -> bool {
        match self {
            // SAFETY: a request of this library that is not complete yet, or not known to be.
            Hook::Async(functions) => unsafe { (functions.request_is_complete)(request) != 0 },
            Hook::Opal(_) => true,
            Hook::Simulated => false,
        }
    }
}
