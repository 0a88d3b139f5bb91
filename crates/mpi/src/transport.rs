//! The ranks of a communicator, for schedules: collectives of the MPI library on the caller's own
//! communicator. Nothing is duplicated and no point-to-point message is sent, so nothing can be
//! mistaken for a message of the caller's.
//!
//! Elements travel as bytes: MPI libraries pack pair types one member at a time, MPICH 4.0 cannot
//! send half floats, and Open MPI 4.1's gathers fail on datatypes whose extent is negative.

use super::abi::family::{Handle, HandleSlot};
use super::{checked, int, memory::waiting::NodeView, Library};
use libc::{c_int, c_void};
use samebits_base::fault::Outcome;
use samebits_base::stack::with_room;
use samebits_fold::bundle;
use samebits_fold::offload::Addends;
use samebits_kernel::fpenv::Caller;
use samebits_schedule::node::segment::SLOT_BYTES;
use samebits_schedule::node::{self, Node};
use samebits_schedule::{Cut, Destination, Messages, Transport};

/// A communicator as a transport.
pub struct Collectives<'a> {
    pub library: &'a Library,
    /// The caller's communicator.
    pub comm: Handle,
    pub rank: usize,
    pub size: usize,
    /// Bytes of an element.
    pub element: usize,
    /// The environment in which the library communicates: it may call functions of the user's.
    pub caller: &'a Caller,
    pub node_view: Option<NodeView<'a>>,
    pub messages: Option<&'a dyn Messages>,
}

impl Collectives<'_> {
    /// Calls the library in the caller's environment.
    #[inline]
    fn outside(&self, call: impl FnOnce() -> c_int) -> Outcome {
        checked(self.caller.run(call))
    }

    /// The bytes of some elements, as MPI counts.
    fn bytes(&self, elements: usize) -> c_int {
        int(elements * self.element)
    }

    /// The send buffer of a gather: MPI_IN_PLACE if the rank receives and has its data in place.
    fn or_in_place(&self, to: Destination, send: *const u8, place: *mut u8) -> *const c_void {
        if to.reaches(self.rank) && std::ptr::eq(send, place) {
            self.library.constants.in_place as *const c_void
        } else {
            send.cast()
        }
    }

    /// MPI_Allreduce or MPI_Reduce of n elements into a buffer, where they must not be already.
    unsafe fn reduce(
        &self,
        to: Destination,
        send: *const c_void,
        recv: *mut c_void,
        n: c_int,
        (datatype, op): (Handle, Handle),
    ) -> c_int {
        let (functions, comm) = (&self.library.functions, self.comm);
        // SAFETY: upheld by the caller.
        unsafe {
            match to.root() {
                None => (functions.allreduce)(send, recv, n, datatype, op, comm),
                Some(root) => (functions.reduce)(send, recv, n, datatype, op, root as c_int, comm),
            }
        }
    }

    /// MPI_Alltoallv of bytes. The buffers must have them, with a length and an offset a rank.
    unsafe fn exchange_bytes(
        &self,
        (send, lengths, starts): (*const u8, &[c_int], &[c_int]),
        (recv, recv_lengths, recv_starts): (*mut u8, &[c_int], &[c_int]),
    ) -> Outcome {
        let (byte, send, recv) = (self.library.constants.byte, send.cast(), recv.cast());
        let (n, d) = (lengths.as_ptr(), starts.as_ptr());
        let (m, e) = (recv_lengths.as_ptr(), recv_starts.as_ptr());
        let alltoallv = self.library.functions.alltoallv;
        // SAFETY: upheld by the caller.
        self.outside(|| unsafe { alltoallv(send, n, d, byte, recv, m, e, byte, self.comm) })
    }

    /// The lengths and the offsets of all slices, in bytes.
    fn lengths_and_starts(&self, cut: Cut) -> (Vec<c_int>, Vec<c_int>) {
        (0..cut.ranks())
            .map(|rank| (self.bytes(cut.length(rank)), self.bytes(cut.start(rank))))
            .unzip()
    }
}

/// The operator that merges bundles, for the MPI library.
unsafe extern "C" fn merge_each(
    left: *mut c_void,
    right: *mut c_void,
    count: *mut c_int,
    _datatype: *mut c_void,
) {
    // SAFETY: the MPI library passes `count` bundles, all as long as the first one says.
    with_room(|| unsafe {
        let (left, right) = (left.cast::<u8>().cast_const(), right.cast::<u8>());
        let bytes = bundle::length(left);
        for i in 0..*count as usize {
            bundle::merge(left.add(i * bytes), right.add(i * bytes));
        }
    });
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
    ) -> Outcome {
        let row = count * self.element;
        let fits = |view: &&NodeView<'_>| view.segment().ranks() == self.size && row <= SLOT_BYTES;
        if let Some(view) = self.node_view.as_ref().filter(fits) {
            // SAFETY: upheld by the caller.
            return unsafe { node::gather(view, to, send, recv, row) };
        }
        if self.size == 1 {
            // SAFETY: a row, which may be in its place in the receive buffer already.
            unsafe { std::ptr::copy(send, recv, row) };
            return Ok(());
        }
        let functions = &self.library.functions;
        let (byte, comm) = (self.library.constants.byte, self.comm);
        let send = self.or_in_place(to, send, recv.wrapping_add(self.rank * row));
        let (recv, n) = (recv.cast(), self.bytes(count));
        // SAFETY: the caller gives the row and a buffer for all rows.
        self.outside(|| unsafe {
            match to.root() {
                None => (functions.allgather)(send, n, byte, recv, n, byte, comm),
                Some(root) => (functions.gather)(send, n, byte, recv, n, byte, root as c_int, comm),
            }
        })
    }

    unsafe fn exchange_slices(&self, cut: Cut, send: *const u8, recv: *mut u8) -> Outcome {
        if let Some(length) = cut.uniform() {
            let (byte, comm, n) = (self.library.constants.byte, self.comm, self.bytes(length));
            let (send, recv) = (send.cast(), recv.cast());
            let alltoall = self.library.functions.alltoall;
            // SAFETY: the caller gives the block and a buffer for the rows.
            return self.outside(|| unsafe { alltoall(send, n, byte, recv, n, byte, comm) });
        }
        let (lengths, starts) = self.lengths_and_starts(cut);
        let own = cut.length(self.rank);
        let row_lengths = vec![self.bytes(own); self.size];
        let row_starts: Vec<c_int> = (0..self.size).map(|rank| self.bytes(rank * own)).collect();
        // SAFETY: as above.
        unsafe { self.exchange_bytes((send, &lengths, &starts), (recv, &row_lengths, &row_starts)) }
    }

    unsafe fn gather_slices(
        &self,
        to: Destination,
        cut: Cut,
        send: *const u8,
        recv: *mut u8,
    ) -> Outcome {
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
        // SAFETY: the caller gives its slice and, where it receives, a buffer for the block.
        self.outside(|| unsafe {
            match to.root() {
                None => (functions.allgatherv)(send, own, byte, recv, n, d, byte, comm),
                Some(root) => {
                    (functions.gatherv)(send, own, byte, recv, n, d, byte, root as c_int, comm)
                }
            }
        })
    }

    unsafe fn merge_bundles(&self, to: Destination, own: &[u8], merged: &mut [u8]) -> Outcome {
        let (functions, family) = (&self.library.functions, self.library.family);
        const NOT_COMMUTATIVE: c_int = 0;
        // A bundle is one element, as the MPI library may pass the operator elements one by one.
        let mut datatype = self.library.new_bytes_type(own.len())?;
        // SAFETY: places for handles, which are freed again, an element, and a buffer for one.
        unsafe {
            let mut op =
                HandleSlot::filled(|op| (functions.op_create)(merge_each, NOT_COMMUTATIVE, op))?;
            let handles = (datatype.handle(family), op.handle(family));
            let (own, merged) = (own.as_ptr().cast(), merged.as_mut_ptr().cast());
            // The operator sets its own environment.
            let reduced = self.outside(|| self.reduce(to, own, merged, 1, handles));
            (functions.op_free)(op.place());
            (functions.type_free)(datatype.place());
            reduced
        }
    }

    unsafe fn merge_accumulators(&self, to: Destination, own: &[u8], merged: &mut [u8]) -> Outcome {
        let handles = self.library.accumulator_handles(own.len())?;
        let (own, merged) = (own.as_ptr().cast(), merged.as_mut_ptr().cast());
        // SAFETY: an element, and a buffer for one.
        self.outside(|| unsafe { self.reduce(to, own, merged, 1, handles) })
    }

    fn messages(&self) -> Option<&dyn Messages> {
        self.messages
    }

    fn node(&self) -> Option<&dyn Node> {
        self.node_view.as_ref().map(|view| view as &dyn Node)
    }

    unsafe fn largest(&self, numbers: &mut [i32]) -> Outcome {
        let constants = &self.library.constants;
        let n = int(numbers.len());
        let (place, all) = (constants.in_place as *const c_void, numbers.as_mut_ptr().cast());
        let max = (constants.int, constants.max);
        // SAFETY: as many ints on all ranks.
        let reduce = || unsafe { self.reduce(Destination::All, place, all, n, max) };
        self.outside(|| with_room(reduce))
    }

    // Not in place: MPICH 4.0.2's MPI_Reduce crashes on long vectors if the root is not rank 0.
    unsafe fn sums(
        &self,
        to: Destination,
        kind: Addends,
        addends: &[u64],
        totals: &mut [u64],
    ) -> Outcome {
        assert_eq!(addends.len(), totals.len());
        let constants = &self.library.constants;
        let datatype = match kind {
            Addends::Doubles => constants.double,
            Addends::Integers => constants.int64_t,
        };
        let n = int(addends.len());
        let (send, recv) = (addends.as_ptr().cast(), totals.as_mut_ptr().cast());
        // SAFETY: as many of that datatype on all ranks. In our environment: the library adds
        // doubles, and must not flush any of them to zero.
        let sum = || unsafe { self.reduce(to, send, recv, n, (datatype, constants.sum)) };
        checked(with_room(sum))
    }

    unsafe fn exchange(
        &self,
        (send, send_count): (*const u8, usize),
        (recv, recv_count): (*mut u8, usize),
    ) -> Outcome {
        // An all-to-all in which no rank sends to itself is as fast as a message each way.
        let other = 1 - self.rank;
        let (mut n, mut m) = ([0; 2], [0; 2]);
        (n[other], m[other]) = (self.bytes(send_count), self.bytes(recv_count));
        // SAFETY: the caller gives the elements and a buffer for the other rank's.
        unsafe { self.exchange_bytes((send, &n, &[0; 2]), (recv, &m, &[0; 2])) }
    }
}
