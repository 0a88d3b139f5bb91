//! Progress of the MPI library while this process waits outside of it.
//!
//! Testing a generalised request that never completes makes MPI libraries progress everything. A
//! probe is not enough: where Open MPI matches in the network library, it progresses only that.
//!
//! Cost: 15 to 40 ns, where nothing is under way.

use super::family::{Handle, HandleSlot};
use super::{checked, Library};
use crate::arithmetic::Fault;
use crate::lock::lock;
use libc::{c_int, c_void};

/// MPI_Grequest_query_function: nobody asks before the request is freed.
unsafe extern "C" fn query(_extra: *mut c_void, _status: *mut c_void) -> c_int {
    0
}

/// MPI_Grequest_free_function: there is nothing to free.
unsafe extern "C" fn free(_extra: *mut c_void) -> c_int {
    0
}

/// MPI_Grequest_cancel_function.
unsafe extern "C" fn cancel(_extra: *mut c_void, _complete: c_int) -> c_int {
    0
}

impl Library {
    /// The request that [`Library::progress`] asks about, made now if there is none.
    pub fn pending(&self) -> Result<Handle, Fault> {
        let mut pending = lock(&self.pending.0);
        if pending.is_none() {
            let (mut request, nothing) = (HandleSlot::default(), std::ptr::null_mut());
            // SAFETY: three callbacks with the standard's signatures, and a place for a handle.
            checked(unsafe {
                (self.functions.grequest_start)(query, free, cancel, nothing, request.place())
            })?;
            *pending = Some(request);
        }
        Ok(pending.as_ref().expect("it was made").handle(self.family))
    }

    /// Has the MPI library go on with whatever is under way. (Several threads may ask about one
    /// request; none of them completes it.)
    #[inline]
    pub fn progress(&self, pending: Handle) {
        let mut flag = 0;
        let status = self.constants.status_ignore as *mut c_void;
        // SAFETY: a request of ours, which is freed before MPI ends.
        unsafe { (self.functions.request_get_status)(pending, &mut flag, status) };
    }

    /// Completes and frees the request, before MPI goes away.
    pub fn forget_pending(&self) {
        if let Some(mut request) = lock(&self.pending.0).take() {
            // SAFETY: a request of ours, which nobody uses any more.
            unsafe {
                (self.functions.grequest_complete)(request.handle(self.family));
                (self.functions.request_free)(request.place());
            }
        }
    }
}
