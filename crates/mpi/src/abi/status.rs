//! MPI_Status, as far as the source and the tag of a message are read from it: the same places in C
//! and in all bindings of Fortran. (Where nothing else is said, as in the standard ABI.)

use super::family::Family;
use libc::c_int;

/// Bytes of the longest status of any family.
pub const LONGEST: usize = 32;

impl Family {
    /// Bytes of a status.
    pub fn status_bytes(self) -> usize {
        match self {
            Family::OpenMpi => 24,
            Family::Mpich | Family::Smpi => 20,
            _ => 32,
        }
    }

    /// The source and the tag in a status.
    ///
    /// # Safety
    /// There is one at the address.
    pub unsafe fn source_and_tag(self, status: usize) -> (c_int, c_int) {
        let source = match self {
            Family::Mpich => 8,
            _ => 0,
        };
        // SAFETY: upheld by the caller.
        unsafe {
            let source = (status + source) as *const c_int;
            (source.read_unaligned(), source.add(1).read_unaligned())
        }
    }
}
