//! Whether the MPI library takes an operator on a datatype: asked of the library
//! itself, by a reduction of no elements on a communicator of ours that holds this
//! rank alone and returns its errors.
//!
//! So a datatype that is not committed, or an operator that does not fit, is known
//! before anything is asked about it that would raise an error, on a communicator
//! that is not the caller's; the call then goes on unchanged.

use super::family::{Family, Handle, HandleSlot};
use super::quiet::quietly;
use super::Library;
use crate::lock::lock;
use libc::{c_int, c_void};

impl Library {
    /// Whether a reduction with the operator on the datatype, neither of which is
    /// null, would be accepted.
    ///
    /// Cost: the library's checks, about 0.1 µs.
    pub fn accepts(&self, datatype: Handle, op: Handle) -> bool {
        let (send, mut recv) = (0u64, 0u64);
        let (send, recv) = ((&raw const send).cast(), (&raw mut recv).cast());
        // Where there is nobody to ask, the question is left to the call itself.
        // SAFETY: no element is read or written.
        self.try_quietly(|comm| unsafe {
            (self.functions.allreduce)(send, recv, 0, datatype, op, comm)
        })
        .unwrap_or(true)
    }

    /// Whether MPI_Allreduce (or, rooted, MPI_Reduce) takes a receive buffer that is
    /// the send buffer: an MPI library may be built or told not to look.
    pub fn accepts_aliases(&self, rooted: bool) -> bool {
        if self.family == Family::OpenMpi {
            // Its parameter mpi_param_check tells. (Asked, it would raise the error
            // on MPI_COMM_WORLD.)
            let flag = self.object.data("ompi_mpi_param_check");
            // SAFETY: Open MPI's symbol of that name is a bool.
            return flag.is_some_and(|flag| unsafe { *(flag as *const u8) } == 0);
        }
        *self.acceptance.aliases[usize::from(rooted)].get_or_init(|| {
            let mut buffer = [0u8; 2];
            let at: *mut c_void = (&raw mut buffer).cast();
            let (byte, band) = (self.constants.byte, self.constants.band);
            // SAFETY: two bytes, the contribution of a single rank and its result.
            self.try_quietly(|comm| unsafe {
                if rooted {
                    (self.functions.reduce)(at, at, 2, byte, band, 0, comm)
                } else {
                    (self.functions.allreduce)(at, at, 2, byte, band, comm)
                }
            })
            .unwrap_or(false)
        })
    }

    /// Whether a call on the communicator succeeds; none where there is none.
    fn try_quietly(&self, call: impl FnOnce(Handle) -> c_int) -> Option<bool> {
        // The lock keeps the collective calls on the communicator apart.
        let mut kept = lock(&self.acceptance.comm);
        let comm = match *kept {
            Some(comm) => comm,
            None => *kept.insert(self.single_quiet_rank()?),
        };
        Some(quietly(|| call(comm)).is_ok())
    }

    /// A communicator of this rank alone whose errors are returned. Made from a
    /// group: that runs no attribute callbacks, as duplicating would, and is no
    /// collective call on MPI_COMM_SELF, where another thread may be in one.
    fn single_quiet_rank(&self) -> Option<Handle> {
        if !self.has_world() {
            // In MPI sessions only: MPI_COMM_SELF must not be touched.
            return None;
        }
        /// Keeps apart from a thread of the program's that does the same.
        const TAG: c_int = 0x5b17;
        let [mut group, mut comm]: [HandleSlot; 2] = Default::default();
        let comm_self = self.comm_self();
        // SAFETY: room for handles, which are read if they were written.
        unsafe {
            if (self.functions.comm_group)(comm_self, group.place()) != 0 {
                return None;
            }
            let members = group.handle(self.family);
            let code = (self.functions.comm_create_group)(comm_self, members, TAG, comm.place());
            (self.functions.group_free)(group.place());
            if code != 0 {
                return None;
            }
            let comm = comm.handle(self.family);
            self.quiet().ok()?.set(comm).ok()?;
            Some(comm)
        }
    }

    /// Frees the communicator before MPI is finalised.
    pub fn forget_acceptance(&self) {
        if let Some(comm) = lock(&self.acceptance.comm).take() {
            let mut stored = HandleSlot::new(self.family, comm);
            // SAFETY: our communicator, freed once.
            unsafe { (self.functions.comm_free)(stored.place()) };
        }
    }
}
