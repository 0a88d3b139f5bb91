//! Small collectives by which ranks tell each other something, on a communicator of the caller's
//! or of the MPI library's: blocking, by the MPI library itself.

use super::family::Handle;
use super::{checked, Library};
use crate::arithmetic::Fault;
use libc::{c_int, c_void};
use std::ptr;

impl Library {
    /// Whether it is so on any rank of a communicator.
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
        checked(unsafe {
            let place = self.constants.in_place as *const c_void;
            let (int, max) = (self.constants.int, self.constants.max);
            (self.functions.allreduce)(place, all.as_mut_ptr().cast(), N as c_int, int, max, comm)
        })?;
        Ok(all)
    }

    /// A value of each rank, on all ranks.
    pub fn allgathered<T: Copy + Default>(
        &self,
        comm: Handle,
        ranks: usize,
        own: T,
    ) -> Result<Vec<T>, Fault> {
        let mut all = vec![T::default(); ranks];
        let (byte, bytes) = (self.constants.byte, size_of::<T>() as c_int);
        // SAFETY: so many bytes from each rank.
        checked(unsafe {
            let (from, to) = ((&raw const own).cast(), all.as_mut_ptr().cast());
            (self.functions.allgather)(from, bytes, byte, to, bytes, byte, comm)
        })?;
        Ok(all)
    }

    /// Bytes of each rank, as many of all of them, on rank 0 of so many ranks; none elsewhere.
    pub fn gathered(
        &self,
        comm: Handle,
        (rank, ranks): (usize, usize),
        own: &[u8],
    ) -> Result<Vec<u8>, Fault> {
        let mut all = if rank == 0 { vec![0; ranks * own.len()] } else { Vec::new() };
        let (byte, bytes) = (self.constants.byte, own.len() as c_int);
        let to = if rank == 0 { all.as_mut_ptr().cast() } else { ptr::null_mut() };
        // SAFETY: so many bytes from each rank, and room for them at the root.
        checked(unsafe {
            (self.functions.gather)(own.as_ptr().cast(), bytes, byte, to, bytes, byte, 0, comm)
        })?;
        Ok(all)
    }
}
