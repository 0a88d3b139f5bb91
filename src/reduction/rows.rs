//! Contributions brought together by one collective of the MPI library: a row of each rank, where
//! this rank gets a result.
//!
//! Cost, n bytes, p ranks: to all ranks an MPI_Iallgather (MPI_Ialltoallv on few ranks), to a root
//! an MPI_Igather, of blocks and prefixes an MPI_Ialltoallv; for a persistent reduction an
//! MPI_Alltoallv_init, because those match in the order in which they are made. p n bytes of memory
//! where the result goes.

use super::context::Context;
use crate::arithmetic::Fault;
use crate::mpi::family::Handle;
use crate::mpi::held_memory::HeldMemory;
use crate::mpi::nonblocking::{Counts, Pending, Repeated};
use crate::schedule::Destination;
use libc::c_int;

/// Up to so many ranks exchange rows one by one: none copies its own.
const FEW: usize = 8;

/// Rows are aligned to cache lines.
const LINE: usize = 64;

/// How the contributions come together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// There is one rank.
    Alone,
    Gather,
    Allgather,
    Alltoall,
}

impl Way {
    /// The MPI function, for the report.
    pub fn name(self) -> &'static str {
        match self {
            Way::Alone => "",
            Way::Gather => "igather",
            Way::Allgather => "iallgather",
            Way::Alltoall => "ialltoallv",
        }
    }
}

/// Who contributes what to whom.
#[derive(Debug)]
pub struct Shape {
    pub rank: usize,
    pub ranks: usize,
    pub to: Destination,
    pub count: usize,
    /// The elements of each rank's block, where each gets one.
    pub blocks: Option<Box<[usize]>>,
    /// Bytes of an element.
    pub size: usize,
}

impl Shape {
    /// Bytes of the contribution.
    pub fn bytes(&self) -> usize {
        self.count * self.size
    }

    /// The elements that a rank gets of a result.
    pub fn block(&self, rank: usize) -> usize {
        self.blocks.as_ref().map_or(self.count, |blocks| blocks[rank])
    }

    /// Where they begin in a contribution, in bytes.
    pub fn start_of(&self, rank: usize) -> usize {
        self.blocks.as_ref().map_or(0, |blocks| blocks[..rank].iter().sum()) * self.size
    }

    /// Of how many ranks, the first ones, this rank gets a result.
    pub fn contributors(&self) -> usize {
        self.to.contributors(self.rank, self.ranks)
    }

    /// Bytes of a row of the result.
    pub fn row(&self) -> usize {
        self.block(self.rank) * self.size
    }

    /// Bytes of the longest row of any rank's result.
    pub fn longest_row(&self) -> usize {
        let longest = |blocks: &[usize]| blocks.iter().copied().max().unwrap_or(0);
        self.blocks.as_deref().map_or(self.count, longest).saturating_mul(self.size)
    }

    pub fn way(&self) -> Way {
        match self.to {
            _ if self.ranks == 1 => Way::Alone,
            Destination::Root(_) => Way::Gather,
            Destination::All if self.blocks.is_none() && self.ranks > FEW => Way::Allgather,
            _ => Way::Alltoall,
        }
    }

    /// Of an exchange in which each rank gets a row of its block, or of all.
    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        let (row, contributors) = (self.row(), self.contributors());
        let int = |bytes: usize| bytes as c_int; // they were counted
        for other in 0..self.ranks {
            let gives = other != self.rank && self.to.contributors(other, self.ranks) > self.rank;
            let takes = other != self.rank && contributors > other;
            counts.send.push(if gives { int(self.block(other) * self.size) } else { 0 });
            counts.send_starts.push(int(self.start_of(other)));
            counts.recv.push(if takes { int(row) } else { 0 });
            counts.recv_starts.push(int(other * row));
        }
        counts
    }
}

/// Memory for the rows, and for a copy of the contribution, where that is not a row: elsewhere also
/// if there are no rows, because Open MPI takes one address for MPI_IN_PLACE.
pub struct Rows {
    context: &'static Context,
    buffer: Vec<u8>,
    /// Where the copy begins.
    copy: usize,
    counts: Counts,
    repeated: Option<Repeated>,
    _held: HeldMemory,
}

impl Rows {
    pub fn new(context: &'static Context, shape: &Shape, copied: bool) -> Rows {
        let rows = if shape.contributors() > 0 { shape.ranks * shape.row() } else { 0 };
        let copy = rows.max(1).next_multiple_of(LINE);
        let bytes = if copied { copy + shape.bytes() } else { copy };
        let buffer = context.scratch.take(bytes);
        let counts = match shape.way() {
            Way::Alltoall => shape.counts(),
            _ => Counts::default(),
        };
        Rows { context, buffer, copy, counts, repeated: None, _held: HeldMemory::new(bytes) }
    }

    /// So many bytes from its beginning, which is aligned.
    fn at(&self, offset: usize) -> *mut u8 {
        let start = self.buffer.as_ptr().cast_mut();
        start.wrapping_add(start.align_offset(LINE) + offset)
    }

    /// The row of a rank, of so many bytes.
    pub fn row(&self, rank: usize, bytes: usize) -> *mut u8 {
        self.at(rank * bytes)
    }

    /// Memory for a copy of the contribution.
    pub fn copy(&self) -> *mut u8 {
        self.at(self.copy)
    }

    /// Prepares to bring rows together again and again. Returns whether the MPI library can.
    ///
    /// # Safety
    /// The contribution lies there whenever this is started, until it is complete.
    pub unsafe fn repeat(
        &mut self,
        comm: Handle,
        shape: &Shape,
        send: *const u8,
    ) -> Result<bool, Fault> {
        self.counts = shape.counts();
        let rows = self.at(0);
        let library = &self.context.library;
        // SAFETY: the contribution, and memory that is kept with the request.
        self.repeated = unsafe { library.prepare_exchange(comm, &self.counts, send, rows)? };
        Ok(self.repeated.is_some())
    }

    /// Starts the collective; the rows must be kept until it is complete.
    ///
    /// # Safety
    /// The contribution is the caller's until then; the one that was prepared for, if one was.
    pub unsafe fn bring_together(
        &self,
        comm: Handle,
        shape: &Shape,
        send: *const u8,
    ) -> Result<Pending, Fault> {
        let (library, rows) = (&self.context.library, self.at(0));
        if let Some(repeated) = &self.repeated {
            return repeated.start(library);
        }
        match shape.way() {
            Way::Alone => Ok(Pending::none()),
            Way::Gather | Way::Allgather => {
                let root = shape.to.root();
                let in_place = library.constants.in_place as *const u8;
                let send = if root == Some(shape.rank) { in_place } else { send };
                let n = shape.bytes() as c_int; // they were counted
                                                // SAFETY: the contribution, and memory for the rows where they go.
                unsafe { library.start_gather(comm, root, (send, n), rows) }
            }
            // SAFETY: as above; each rank gets its block, or all of the contribution.
            Way::Alltoall => unsafe { library.start_exchange(comm, &self.counts, send, rows) },
        }
    }
}

impl Drop for Rows {
    fn drop(&mut self) {
        if let Some(repeated) = self.repeated.take() {
            repeated.free(&self.context.library);
        }
        self.context.scratch.put(std::mem::take(&mut self.buffer));
    }
}
