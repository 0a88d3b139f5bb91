//! The ranks of a communicator, for schedules: collectives of the MPI library on
//! the caller's own communicator. Nothing is duplicated and no point-to-point
//! message is sent, so nothing of ours can be mistaken for something of the
//! caller's.
//!
//! Elements travel as bytes. MPI libraries pack pair types piece by piece, MPICH
//! 4.0 cannot send half floats, and Open MPI 4.1's gathers fail on datatypes whose
//! extent is negative.

use super::family::{Handle, HandleSlot};
use super::waiting::NodeView;
use super::{checked, Library};
use crate::arithmetic::offload::Addends;
use crate::arithmetic::{bundle, Fault};
use crate::kernel::fpenv::Caller;
use crate::schedule::node::segment::SLOT_BYTES;
use crate::schedule::node::{self, Node};
use crate::schedule::{Cut, Destination, Messages, Transport};
use libc::{c_int, c_void};

/// A communicator as a transport.
pub struct Collectives<'a> {
    /// The library.
    pub library: &'a Library,
    /// The caller's communicator.
    pub comm: Handle,
    /// This rank.
    pub rank: usize,
    /// The number of ranks.
    pub size: usize,
    /// Bytes of an element.
    pub element: usize,
    /// The environment in which the library does what is no arithmetic of ours: it may call
    /// functions of the user's meanwhile.
    pub caller: &'a Caller,
    /// The memory that ranks share, where they do.
    pub together: Option<NodeView<'a>>,
    /// Messages between two of them, where there is a communicator for them.
    pub messages: Option<&'a dyn Messages>,
}

impl Collectives<'_> {
    /// Has the library do something in the caller's environment.
    #[inline]
    fn outside(&self, call: impl FnOnce() -> c_int) -> Result<(), Fault> {
        checked(self.caller.run(call))
    }

    /// A number of elements in bytes, as MPI takes it. Blocks are small, so it fits.
    fn bytes(&self, elements: usize) -> c_int {
        c_int::try_from(elements * self.element).expect("a block has fewer than 2^31 bytes")
    }

    /// What a rank sends of a gather: MPI_IN_PLACE where that lies in its place
    /// already, on a rank that receives.
    fn or_in_place(&self, to: Destination, send: *const u8, place: *mut u8) -> *const c_void {
        let receives = to == Destination::All || to == Destination::Root(self.rank);
        if receives && std::ptr::eq(send, place) {
            self.library.constants.in_place as *const c_void
        } else {
            send.cast()
        }
    }

    /// One element of every rank, reduced by an operator of ours. Returns the MPI library's code.
    ///
    /// # Safety
    /// `own` is an element, and `merged` has room for one, apart from it.
    unsafe fn reduce_one(
        &self,
        to: Destination,
        own: &[u8],
        merged: &mut [u8],
        datatype: Handle,
        op: Handle,
    ) -> c_int {
        let (own, merged) = (own.as_ptr().cast(), merged.as_mut_ptr().cast());
        let (functions, comm) = (&self.library.functions, self.comm);
        // SAFETY: upheld by the caller.
        unsafe {
            match to {
                Destination::All => (functions.allreduce)(own, merged, 1, datatype, op, comm),
                Destination::Root(root) => {
                    (functions.reduce)(own, merged, 1, datatype, op, root as c_int, comm)
                }
            }
        }
    }

    /// The lengths and the places of all slices, in bytes.
    fn lengths_and_starts(&self, cut: Cut) -> (Vec<c_int>, Vec<c_int>) {
        (0..cut.ranks())
            .map(|rank| (self.bytes(cut.length(rank)), self.bytes(cut.start(rank))))
            .unzip()
    }
}

/// The operator on bundles, for the MPI library.
unsafe extern "C" fn merge_each(
    left: *mut c_void,
    right: *mut c_void,
    count: *mut c_int,
    _datatype: *mut c_void,
) {
    // SAFETY: the MPI library hands over so many bundles, which all have the length
    // that the first one says.
    unsafe {
        let (left, right) = (left.cast::<u8>().cast_const(), right.cast::<u8>());
        let bytes = bundle::length(left);
        for i in 0..*count as usize {
            bundle::merge(left.add(i * bytes), right.add(i * bytes));
        }
    }
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
        let row = count * self.element;
        let shared = |t: &&NodeView<'_>| t.segment().ranks() == self.size && row <= SLOT_BYTES;
        if let Some(together) = self.together.as_ref().filter(shared) {
            // SAFETY: upheld by the caller.
            unsafe { node::gather(together, to, send, recv, row) };
            return Ok(());
        }
        if self.size == 1 {
            // SAFETY: a row, and room for it, where it may lie already.
            unsafe { std::ptr::copy(send, recv, row) };
            return Ok(());
        }
        let functions = &self.library.functions;
        let (byte, comm) = (self.library.constants.byte, self.comm);
        let send = self.or_in_place(to, send, recv.wrapping_add(self.rank * count * self.element));
        let (recv, n) = (recv.cast(), self.bytes(count));
        // SAFETY: the caller gives the row and room for all rows.
        self.outside(|| unsafe {
            match to {
                Destination::All => (functions.allgather)(send, n, byte, recv, n, byte, comm),
                Destination::Root(root) => {
                    (functions.gather)(send, n, byte, recv, n, byte, root as c_int, comm)
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
        let (byte, comm) = (self.library.constants.byte, self.comm);
        let (send, recv) = (send.cast(), recv.cast());
        if let Some(length) = cut.uniform() {
            let n = self.bytes(length);
            // SAFETY: the caller gives the block and room for the rows.
            return self
                .outside(|| unsafe { (functions.alltoall)(send, n, byte, recv, n, byte, comm) });
        }
        let (lengths, starts) = self.lengths_and_starts(cut);
        let own = cut.length(self.rank);
        let row_lengths = vec![self.bytes(own); self.size];
        let row_starts: Vec<c_int> = (0..self.size).map(|rank| self.bytes(rank * own)).collect();
        let (n, d) = (lengths.as_ptr(), starts.as_ptr());
        let (m, e) = (row_lengths.as_ptr(), row_starts.as_ptr());
        // SAFETY: likewise; one length and one place a rank.
        self.outside(|| unsafe { (functions.alltoallv)(send, n, d, byte, recv, m, e, byte, comm) })
    }

    unsafe fn gather_slices(
        &self,
        to: Destination,
        cut: Cut,
        send: *const u8,
        recv: *mut u8,
    ) -> Result<(), Fault> {
        if let Some(length) = cut.uniform() {
            // SAFETY: upheld by the caller; even slices are rows.
            return unsafe { self.gather_rows(to, send, recv, length) };
        }
        let functions = &self.library.functions;
        let (byte, comm) = (self.library.constants.byte, self.comm);
        let place = recv.wrapping_add(cut.start(self.rank) * self.element);
        let (send, recv) = (self.or_in_place(to, send, place), recv.cast());
        let own = self.bytes(cut.length(self.rank));
        let (lengths, starts) = self.lengths_and_starts(cut);
        let (n, d) = (lengths.as_ptr(), starts.as_ptr());
        // SAFETY: the caller gives its slice and, where it receives, room for the
        // block; one length and one place a rank.
        self.outside(|| unsafe {
            match to {
                Destination::All => (functions.allgatherv)(send, own, byte, recv, n, d, byte, comm),
                Destination::Root(root) => {
                    (functions.gatherv)(send, own, byte, recv, n, d, byte, root as c_int, comm)
                }
            }
        })
    }

    unsafe fn merge_bundles(
        &self,
        to: Destination,
        own: &[u8],
        merged: &mut [u8],
    ) -> Result<(), Fault> {
        let (functions, family) = (&self.library.functions, self.library.family);
        let bytes = c_int::try_from(own.len()).expect("a bundle has fewer than 2^31 bytes");
        let (mut datatype, mut op) = (HandleSlot::default(), HandleSlot::default());
        const NOT_COMMUTATIVE: c_int = 0;
        // SAFETY: two places for handles, which are freed again. A bundle is one
        // element: the MPI library may hand over elements one by one.
        unsafe {
            let byte = self.library.constants.byte;
            checked((functions.type_contiguous)(bytes, byte, datatype.place()))?;
            checked((functions.type_commit)(datatype.place()))?;
            checked((functions.op_create)(merge_each, NOT_COMMUTATIVE, op.place()))?;
            let (element, operator) = (datatype.handle(family), op.handle(family));
            // (Our operator sees to its environment itself.)
            let reduced = self.outside(|| self.reduce_one(to, own, merged, element, operator));
            (functions.op_free)(op.place());
            (functions.type_free)(datatype.place());
            reduced
        }
    }

    unsafe fn merge_accumulators(
        &self,
        to: Destination,
        own: &[u8],
        merged: &mut [u8],
    ) -> Result<(), Fault> {
        let (datatype, op) = self.library.accumulator_handles(own.len())?;
        // SAFETY: an element, and room for one.
        self.outside(|| unsafe { self.reduce_one(to, own, merged, datatype, op) })
    }

    fn messages(&self) -> Option<&dyn Messages> {
        self.messages
    }

    fn node(&self) -> Option<&dyn Node> {
        self.together.as_ref().map(|together| together as &dyn Node)
    }

    unsafe fn largest(&self, numbers: &mut [i32]) -> Result<(), Fault> {
        let constants = &self.library.constants;
        let n = c_int::try_from(numbers.len()).expect("a group has fewer than 2^30 arrays");
        let (place, all) = (constants.in_place as *const c_void, numbers.as_mut_ptr().cast());
        // SAFETY: so many ints, on all ranks.
        self.outside(|| unsafe {
            let functions = &self.library.functions;
            (functions.allreduce)(place, all, n, constants.int, constants.max, self.comm)
        })
    }

    // (Not in place: so MPICH 4.0.2's MPI_Reduce crashes on long vectors, if the root is not
    // rank 0.)
    unsafe fn sums(
        &self,
        to: Destination,
        kind: Addends,
        addends: &[u64],
        totals: &mut [u64],
    ) -> Result<(), Fault> {
        assert_eq!(addends.len(), totals.len());
        let (functions, constants) = (&self.library.functions, &self.library.constants);
        let datatype = match kind {
            Addends::Doubles => constants.double,
            Addends::Integers => constants.int64_t,
        };
        let n = c_int::try_from(addends.len()).expect("a piece has fewer than 2^31 addends");
        let (send, recv) = (addends.as_ptr().cast(), totals.as_mut_ptr().cast());
        let (sum, comm) = (constants.sum, self.comm);
        // SAFETY: so many of that datatype, on all ranks. (In our environment: the library adds
        // doubles, of which none may be taken for zero.)
        checked(unsafe {
            match to {
                Destination::All => (functions.allreduce)(send, recv, n, datatype, sum, comm),
                Destination::Root(root) => {
                    (functions.reduce)(send, recv, n, datatype, sum, root as c_int, comm)
                }
            }
        })
    }

    unsafe fn exchange(
        &self,
        send: *const u8,
        send_count: usize,
        recv: *mut u8,
        recv_count: usize,
    ) -> Result<(), Fault> {
        // An all-to-all in which nobody has anything for itself is as fast as a
        // message each way.
        let other = 1 - self.rank;
        let (mut n, mut m) = ([0; 2], [0; 2]);
        (n[other], m[other]) = (self.bytes(send_count), self.bytes(recv_count));
        let (byte, starts) = (self.library.constants.byte, [0; 2]);
        // SAFETY: the caller gives the elements and room for the other's; one
        // length and one place a rank.
        self.outside(|| unsafe {
            (self.library.functions.alltoallv)(
                send.cast(),
                n.as_ptr(),
                starts.as_ptr(),
                byte,
                recv.cast(),
                m.as_ptr(),
                starts.as_ptr(),
                byte,
                self.comm,
            )
        })
    }
}
