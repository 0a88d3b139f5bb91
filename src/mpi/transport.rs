//! The ranks of a communicator, for schedules: collectives of the MPI library,
//! on the caller's own communicator and with the caller's own datatype.
//! Nothing is duplicated and no point-to-point message is sent, so nothing of
//! ours can be mistaken for something of the caller's.

use super::family::Handle;
use super::{checked, Library};
use crate::arithmetic::Fault;
use crate::schedule::{Cut, Destination, Transport};
use libc::c_int;

/// The elements that travel.
#[derive(Clone, Copy, Debug)]
pub struct Elements {
    /// The caller's datatype.
    pub datatype: Handle,
    /// How far the first byte of an element lies from its address
    /// (MPI_Type_get_true_extent's lower bound): rows of ours begin at the
    /// first byte, buffers of the caller's are addresses.
    pub true_lower_bound: isize,
}

impl Elements {
    /// The address that MPI wants for elements whose first byte lies here.
    pub fn address(&self, first_byte: *const u8) -> *const u8 {
        first_byte.wrapping_offset(self.true_lower_bound.wrapping_neg())
    }

    /// Likewise, for elements that are written.
    pub fn address_mut(&self, first_byte: *mut u8) -> *mut u8 {
        first_byte.wrapping_offset(self.true_lower_bound.wrapping_neg())
    }
}

/// A communicator as a transport.
#[derive(Debug)]
pub struct Collectives<'a> {
    /// The library.
    pub library: &'a Library,
    /// The caller's communicator.
    pub comm: Handle,
    /// This rank.
    pub rank: usize,
    /// The number of ranks.
    pub size: usize,
    /// What travels.
    pub elements: Elements,
}

/// A count as MPI takes it. Blocks are small, so this always fits.
fn int(count: usize) -> c_int {
    c_int::try_from(count).expect("a block has fewer than 2^31 elements")
}

/// The lengths and the places of all slices.
fn lengths_and_starts(cut: Cut) -> (Vec<c_int>, Vec<c_int>) {
    (0..cut.ranks()).map(|rank| (int(cut.length(rank)), int(cut.start(rank)))).unzip()
}

impl Transport for Collectives<'_> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    unsafe fn gather_rows(
        &self,
        to: Destination,
        send: *const u8,
        recv: *mut u8,
        count: usize,
    ) -> Result<(), Fault> {
        let functions = &self.library.functions;
        let (datatype, n) = (self.elements.datatype, int(count));
        let recv = self.elements.address_mut(recv).cast();
        // SAFETY: the caller gives room for the rows; the handles are valid.
        checked(unsafe {
            match to {
                Destination::All => {
                    (functions.allgather)(send.cast(), n, datatype, recv, n, datatype, self.comm)
                }
                Destination::Root(root) => (functions.gather)(
                    send.cast(),
                    n,
                    datatype,
                    recv,
                    n,
                    datatype,
                    int(root),
                    self.comm,
                ),
            }
        })
    }

    unsafe fn exchange_slices(
        &self,
        cut: Cut,
        send: *const u8,
        recv: *mut u8,
    ) -> Result<(), Fault> {
        let functions = &self.library.functions;
        let datatype = self.elements.datatype;
        let recv = self.elements.address_mut(recv).cast();
        if let Some(n) = cut.uniform().map(int) {
            // SAFETY: the caller gives the block and room for the rows.
            return checked(unsafe {
                (functions.alltoall)(send.cast(), n, datatype, recv, n, datatype, self.comm)
            });
        }
        let (lengths, starts) = lengths_and_starts(cut);
        let own = cut.length(self.rank);
        let row_lengths = vec![int(own); self.size];
        let row_starts: Vec<c_int> = (0..self.size).map(|rank| int(rank * own)).collect();
        // SAFETY: likewise; one length and one place a rank.
        checked(unsafe {
            (functions.alltoallv)(
                send.cast(),
                lengths.as_ptr(),
                starts.as_ptr(),
                datatype,
                recv,
                row_lengths.as_ptr(),
                row_starts.as_ptr(),
                datatype,
                self.comm,
            )
        })
    }

    unsafe fn gather_slices(
        &self,
        to: Destination,
        cut: Cut,
        send: *const u8,
        recv: *mut u8,
    ) -> Result<(), Fault> {
        let functions = &self.library.functions;
        let datatype = self.elements.datatype;
        let send = self.elements.address(send).cast();
        let recv = recv.cast();
        let own = int(cut.length(self.rank));
        // SAFETY: the caller gives its slice and, where it receives, room for
        // the block; one length and one place a rank.
        checked(unsafe {
            match (to, cut.uniform()) {
                (Destination::All, Some(_)) => {
                    (functions.allgather)(send, own, datatype, recv, own, datatype, self.comm)
                }
                (Destination::Root(root), Some(_)) => (functions.gather)(
                    send,
                    own,
                    datatype,
                    recv,
                    own,
                    datatype,
                    int(root),
                    self.comm,
                ),
                (Destination::All, None) => {
                    let (lengths, starts) = lengths_and_starts(cut);
                    (functions.allgatherv)(
                        send,
                        own,
                        datatype,
                        recv,
                        lengths.as_ptr(),
                        starts.as_ptr(),
                        datatype,
                        self.comm,
                    )
                }
                (Destination::Root(root), None) => {
                    let (lengths, starts) = lengths_and_starts(cut);
                    (functions.gatherv)(
                        send,
                        own,
                        datatype,
                        recv,
                        lengths.as_ptr(),
                        starts.as_ptr(),
                        datatype,
                        int(root),
                        self.comm,
                    )
                }
            }
        })
    }
}
