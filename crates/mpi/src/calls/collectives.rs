//! Small blocking collectives of the MPI library, and the groups of communicators.

use crate::abi::family::{Handle, HandleSlot};
use crate::{checked, Library};
use libc::{c_int, c_void};
use samebits_base::fault::Fault;
use samebits_base::stack::with_room;

impl Library {
    /// Works with the group of a communicator.
    pub(crate) fn with_group<R>(
        &self,
        comm: Handle,
        work: impl FnOnce(Handle) -> R,
    ) -> Result<R, Fault> {
        // SAFETY: a communicator of this library, and a place for a handle.
        let mut group =
            HandleSlot::filled(|group| unsafe { (self.functions.comm_group)(comm, group) })?;
        let result = work(group.handle(self.family));
        // SAFETY: made above.
        unsafe { (self.functions.group_free)(group.place()) };
        Ok(result)
    }

    /// Has rank 0 give its bytes to all others, which have room for as many.
    pub fn broadcast(&self, comm: Handle, bytes: &mut [u8]) -> Result<(), Fault> {
        let (byte, n) = (self.constants.byte, bytes.len() as c_int);
        // SAFETY: as many bytes on all ranks.
        checked(unsafe { (self.functions.bcast)(bytes.as_mut_ptr().cast(), n, byte, 0, comm) })
    }

    /// Whether `own` is true on any rank.
    pub fn any(&self, comm: Handle, own: bool) -> Result<bool, Fault> {
        let [any] = self.largest(comm, [c_int::from(own)])?;
        Ok(any != 0)
    }

    /// The largest of each number on any rank.
    pub fn largest<const N: usize>(
        &self,
        comm: Handle,
        own: [c_int; N],
    ) -> Result<[c_int; N], Fault> {
        let mut all = own;
        // SAFETY: N ints on all ranks, in place.
        checked(with_room(|| unsafe {
            let place = self.constants.in_place as *const c_void;
            let (int, max) = (self.constants.int, self.constants.max);
            (self.functions.allreduce)(place, all.as_mut_ptr().cast(), N as c_int, int, max, comm)
        }))?;
        Ok(all)
    }

    /// A value of each rank, on all ranks.
    pub(crate) fn allgathered<T: Copy + Default>(
        &self,
        comm: Handle,
        ranks: usize,
        own: T,
    ) -> Result<Vec<T>, Fault> {
        let mut all = vec![T::default(); ranks];
        let (byte, bytes) = (self.constants.byte, size_of::<T>() as c_int);
        // SAFETY: a T from each rank.
        checked(unsafe {
            let (from, to) = ((&raw const own).cast(), all.as_mut_ptr().cast());
            (self.functions.allgather)(from, bytes, byte, to, bytes, byte, comm)
        })?;
        Ok(all)
    }

    /// The bytes of all ranks, which have equally many, on rank 0; none elsewhere.
    pub fn gathered(
        &self,
        comm: Handle,
        (rank, ranks): (usize, usize),
        own: &[u8],
    ) -> Result<Vec<u8>, Fault> {
        let mut all = if rank == 0 { vec![0; ranks * own.len()] } else { Vec::new() };
        let (byte, bytes, to) = (self.constants.byte, own.len() as c_int, all.as_mut_ptr().cast());
        // SAFETY: as many bytes from each rank, and a buffer for all at the root.
        checked(unsafe {
            (self.functions.gather)(own.as_ptr().cast(), bytes, byte, to, bytes, byte, 0, comm)
        })?;
        Ok(all)
    }
}
