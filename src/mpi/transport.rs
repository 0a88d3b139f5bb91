//! The ranks of a communicator, for schedules: collectives of the MPI library,
//! on the caller's own communicator and with the caller's own datatype.
//! Nothing is duplicated and no point-to-point message is sent, so nothing of
//! ours can be mistaken for something of the caller's.

use super::family::Handle;
use super::{checked, Library};
use crate::arithmetic::Fault;
use crate::schedule::{Cut, Destination, Transport};
use libc::c_int;

/// Elements in one kind of place, as MPI is told of them.
#[derive(Clone, Copy, Debug)]
pub struct Elements {
    /// The datatype.
    pub datatype: Handle,
    /// How many of that datatype make an element.
    pub each: usize,
    /// How far an element's first byte lies from the address that MPI is given
    /// (MPI_Type_get_true_extent's lower bound, or 0 for an address).
    pub lead: isize,
}

impl Elements {
    /// Elements without gaps, as bytes. Predefined datatypes travel so: MPI
    /// libraries pack pair types piece by piece, and MPICH 4.0 cannot send half
    /// floats.
    pub fn bytes(library: &Library, size: usize) -> Elements {
        Elements { datatype: library.constants.byte, each: size, lead: 0 }
    }

    /// A number of elements as MPI takes it. Blocks are small, so this always fits.
    fn count(&self, elements: usize) -> c_int {
        c_int::try_from(elements * self.each).expect("a block has fewer than 2^31 bytes")
    }

    /// The address that MPI wants for elements whose first byte lies here.
    pub fn address(&self, first_byte: *const u8) -> *const u8 {
        first_byte.wrapping_offset(self.lead.wrapping_neg())
    }

    /// Likewise, for elements that are written.
    pub fn address_mut(&self, first_byte: *mut u8) -> *mut u8 {
        first_byte.wrapping_offset(self.lead.wrapping_neg())
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
    /// The elements in the caller's buffers.
    pub outside: Elements,
    /// The elements in our rows: the same data, not always the same gaps.
    pub inside: Elements,
}

/// The lengths and the places of all slices, as MPI takes them.
fn lengths_and_starts(elements: &Elements, cut: Cut) -> (Vec<c_int>, Vec<c_int>) {
    (0..cut.ranks())
        .map(|rank| (elements.count(cut.length(rank)), elements.count(cut.start(rank))))
        .unzip()
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
        let (out, inn) = (self.outside.datatype, self.inside.datatype);
        let (n, m) = (self.outside.count(count), self.inside.count(count));
        let send = send.cast();
        let recv = self.inside.address_mut(recv).cast();
        // SAFETY: the caller gives room for the rows; the handles are valid.
        checked(unsafe {
            match to {
                Destination::All => (functions.allgather)(send, n, out, recv, m, inn, self.comm),
                Destination::Root(root) => {
                    (functions.gather)(send, n, out, recv, m, inn, root as c_int, self.comm)
                }
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
        let (out, inn) = (self.outside.datatype, self.inside.datatype);
        let send = send.cast();
        let recv = self.inside.address_mut(recv).cast();
        if let Some(length) = cut.uniform() {
            let (n, m) = (self.outside.count(length), self.inside.count(length));
            // SAFETY: the caller gives the block and room for the rows.
            return checked(unsafe { (functions.alltoall)(send, n, out, recv, m, inn, self.comm) });
        }
        let (lengths, starts) = lengths_and_starts(&self.outside, cut);
        let own = cut.length(self.rank);
        let row_lengths = vec![self.inside.count(own); self.size];
        let row_starts: Vec<c_int> =
            (0..self.size).map(|rank| self.inside.count(rank * own)).collect();
        // SAFETY: likewise; one length and one place a rank.
        checked(unsafe {
            (functions.alltoallv)(
                send,
                lengths.as_ptr(),
                starts.as_ptr(),
                out,
                recv,
                row_lengths.as_ptr(),
                row_starts.as_ptr(),
                inn,
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
        let (out, inn, comm) = (self.outside.datatype, self.inside.datatype, self.comm);
        let send = self.inside.address(send).cast();
        let recv = recv.cast();
        let m = self.inside.count(cut.length(self.rank));
        if let Some(length) = cut.uniform() {
            let n = self.outside.count(length);
            // SAFETY: the caller gives its slice and, where it receives, room
            // for the block.
            return checked(unsafe {
                match to {
                    Destination::All => (functions.allgather)(send, m, inn, recv, n, out, comm),
                    Destination::Root(root) => {
                        (functions.gather)(send, m, inn, recv, n, out, root as c_int, comm)
                    }
                }
            });
        }
        let (lengths, starts) = lengths_and_starts(&self.outside, cut);
        let (n, d) = (lengths.as_ptr(), starts.as_ptr());
        // SAFETY: likewise; one length and one place a rank.
        checked(unsafe {
            match to {
                Destination::All => (functions.allgatherv)(send, m, inn, recv, n, d, out, comm),
                Destination::Root(root) => {
                    (functions.gatherv)(send, m, inn, recv, n, d, out, root as c_int, comm)
                }
            }
        })
    }
}
