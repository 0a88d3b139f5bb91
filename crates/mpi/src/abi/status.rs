//! MPI_Status, as far as samebits reads and writes it: the same places in C and in all bindings of
//! Fortran.

use super::family::Family;
use libc::c_int;

/// Bytes of the longest status of any family.
pub const LONGEST: usize = 32;

impl Family {
    pub fn status_bytes(self) -> usize {
        self.status_layout().0
    }

    /// # Safety
    /// There is a status at the address.
    pub unsafe fn source_and_tag(self, status: usize) -> (c_int, c_int) {
        let source = (status + self.status_layout().1) as *const c_int;
        // SAFETY: upheld by the caller.
        unsafe { (source.read_unaligned(), source.add(1).read_unaligned()) }
    }

    /// # Safety
    /// There is a status at the address.
    pub unsafe fn set_source_and_tag(self, status: usize, (source, tag): (c_int, c_int)) {
        let place = (status + self.status_layout().1) as *mut c_int;
        // SAFETY: upheld by the caller.
        unsafe {
            place.write_unaligned(source);
            place.add(1).write_unaligned(tag);
        }
    }

    /// The place of the error code in a status.
    pub fn error_in_status(self, status: usize) -> *mut c_int {
        (status + self.status_layout().2) as *mut c_int
    }
}
