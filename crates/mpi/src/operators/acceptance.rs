//! Whether the MPI library accepts an operator on a datatype: found out by a reduction of no
//! elements on a communicator of this rank alone, which returns its errors. A datatype that is not
//! committed, for example, is recognised before a call with it raises an error elsewhere than on
//! the caller's communicator; the call is then passed on unchanged.

use crate::abi::family::{Family, Handle, HandleSlot};
use crate::{calls::error_handlers::returning_errors, checked, Library};
use libc::{c_int, c_void};
use samebits_base::lock::lock;
use samebits_base::stack::with_room;

impl Library {
    /// Whether a reduction with these handles, which are not null, would be accepted; true where
    /// that is unknown. Cost: the library's checks, about 0.1 µs.
    pub fn accepts(&self, datatype: Handle, op: Handle) -> bool {
        let (send, mut recv) = (0u64, 0u64);
        let (send, recv) = ((&raw const send).cast(), (&raw mut recv).cast());
        // SAFETY: no element is read or written.
        self.succeeds(|comm| unsafe {
            (self.functions.allreduce)(send, recv, 0, datatype, op, comm)
        })
        .unwrap_or(true)
    }

    /// Whether MPI_Allreduce (rooted: MPI_Reduce) accepts the send buffer as its receive buffer.
    pub fn accepts_aliases(&self, rooted: bool) -> bool {
        if self.family == Family::OpenMpi {
            // By its parameter mpi_param_check: a call would raise the error on MPI_COMM_WORLD.
            let flag = self.object.data("ompi_mpi_param_check");
            // SAFETY: Open MPI's symbol of that name is a bool.
            return flag.is_some_and(|flag| unsafe { *(flag as *const u8) } == 0);
        }
        *self.cache.accepts_aliases[usize::from(rooted)].get_or_init(|| {
            let mut buffer = [0u8; 2];
            let at: *mut c_void = (&raw mut buffer).cast();
            let (byte, band) = (self.constants.byte, self.constants.band);
            // SAFETY: two bytes, the contribution of a single rank and its result.
            self.succeeds(|comm| unsafe {
                if rooted {
                    (self.functions.reduce)(at, at, 2, byte, band, 0, comm)
                } else {
                    (self.functions.allreduce)(at, at, 2, byte, band, comm)
                }
            })
            .unwrap_or(false)
        })
    }

    /// Whether a call on the communicator of this rank alone succeeds; none where there is none.
    fn succeeds(&self, call: impl FnOnce(Handle) -> c_int) -> Option<bool> {
        // The lock serialises the collective calls on the communicator.
        let mut cached = lock(&self.cache.single_rank);
        let comm = match *cached {
            Some(comm) => comm,
            None => *cached.insert(self.single_rank()?),
        };
        Some(returning_errors(|| call(comm)).is_ok())
    }

    /// Made from a group: that runs no attribute callbacks, as a duplication would, and is no
    /// collective call on MPI_COMM_SELF, where another thread may be in one.
    fn single_rank(&self) -> Option<Handle> {
        if !self.has_world() {
            return None;
        }
        /// To be distinguished from a thread of the program's that does the same.
        const TAG: c_int = 0x5b17;
        let (comm_self, mut comm) = (self.comm_self(), HandleSlot::default());
        let create = self.functions.comm_create_group;
        let created = self.with_group(comm_self, |group| {
            // SAFETY: a communicator and its group, and a place for a handle.
            with_room(|| unsafe { create(comm_self, group, TAG, comm.place()) })
        });
        checked(created.ok()?).ok()?;
        let comm = comm.handle(self.family);
        self.errors_return().ok()?.set(comm).ok()?;
        Some(comm)
    }

    /// Frees the communicator before MPI ends.
    pub(crate) fn forget_acceptance(&self) {
        if let Some(comm) = lock(&self.cache.single_rank).take() {
            // SAFETY: our communicator, freed once.
            unsafe { (self.functions.comm_free)(HandleSlot::new(self.family, comm).place()) };
        }
    }
}
