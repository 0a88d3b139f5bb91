//! Contributions brought together by one collective of the MPI library: a row of each rank, where
//! this rank gets a result.
//!
//! Cost, n bytes, p ranks: to all ranks an MPI_Iallgather (on few ranks an MPI_Ialltoallv), to a root
//! an MPI_Igather, of blocks and prefixes an MPI_Ialltoallv; for a persistent reduction an
//! MPI_Alltoallv_init, because those match in the order in which they are made. p n bytes of memory
//! where the result goes. Between two groups all of that is an exchange: see [`Groups`].

use super::groups::Groups;
use crate::context::Context;
use libc::c_int;
use samebits_base::cache_line::{align, CACHE_LINE};
use samebits_base::fault::Fault;
use samebits_mpi::abi::family::Handle;
use samebits_mpi::calls::nonblocking::{Counts, Pending, Repeated};
use samebits_mpi::memory::held::HeldMemory;
use samebits_schedule::Destination;

/// Up to this many ranks exchange rows one by one: none copies its own.
const FEW: usize = 4;

/// Why a reduction that is too long is passed on.
pub const TOO_LONG: &str = "more bytes than SAMEBITS_NONBLOCKING_MEMORY, or than MPI can count";

/// Up to this many bytes are kept for an equal reduction.
const KEPT: usize = 64 << 10;

/// How the contributions come together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collective {
    /// There is one rank.
    Alone,
    Gather,
    Allgather,
    Alltoall,
}

impl Collective {
    /// The MPI function, for the report.
    pub fn name(self) -> &'static str {
        match self {
            Collective::Alone => "",
            Collective::Gather => "igather",
            Collective::Allgather => "iallgather",
            Collective::Alltoall => "ialltoallv",
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
    /// On an intercommunicator, where all get what is theirs of the other group's contributions;
    /// the ranks and their blocks are those of this rank's group.
    pub groups: Option<Groups>,
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
        match &self.groups {
            Some(groups) => groups.contributors(),
            None => self.to.contributors(self.rank, self.ranks),
        }
    }

    /// This rank's row among those of its result, if one of them is its own.
    pub fn own_row(&self) -> Option<usize> {
        self.groups.is_none().then_some(self.rank)
    }

    /// Whether this rank contributes anything.
    pub fn contributes(&self) -> bool {
        self.groups.as_ref().is_none_or(Groups::contributes)
    }

    /// Bytes of a row of the result.
    pub fn row(&self) -> usize {
        self.block(self.rank) * self.size
    }

    /// Bytes of what arrives of each rank, and where the row of the result begins in it.
    fn arriving(&self) -> (usize, usize) {
        match &self.groups {
            Some(groups) if groups.arrives_whole() => (self.bytes(), self.start_of(self.rank)),
            _ => (self.row(), 0),
        }
    }

    /// Bytes of memory for the rows on the rank that needs most, the same on all ranks.
    fn memory(&self) -> usize {
        let longest = |blocks: &[usize]| blocks.iter().copied().max().unwrap_or(0);
        let elements = match &self.groups {
            Some(groups) => groups.most_elements(self.ranks, self.count),
            None => {
                let longest = self.blocks.as_deref().map_or(self.count, longest);
                self.ranks.saturating_mul(longest)
            }
        };
        elements.saturating_mul(self.size)
    }

    /// Whether that is more than a limit, or than MPI counts.
    pub fn is_too_long(&self, limit: usize) -> bool {
        let counted = self.memory().max(self.count.saturating_mul(self.size));
        self.collective() != Collective::Alone
            && (self.memory() > limit || c_int::try_from(counted).is_err())
    }

    /// For the report.
    pub fn name(&self) -> &'static str {
        match &self.groups {
            Some(_) => "ialltoallv between groups",
            None => self.collective().name(),
        }
    }

    pub fn collective(&self) -> Collective {
        match self.to {
            _ if self.groups.is_some() => Collective::Alltoall,
            _ if self.ranks == 1 => Collective::Alone,
            Destination::Root(_) => Collective::Gather,
            Destination::All if self.blocks.is_none() && self.ranks > FEW => Collective::Allgather,
            _ => Collective::Alltoall,
        }
    }

    /// Of an exchange in which each rank gets a row of its block, or of all.
    fn counts(&self) -> Counts {
        if let Some(groups) = &self.groups {
            return groups.counts(self.bytes(), self.arriving().0);
        }
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
    /// Bytes of what arrives of each rank, and where its row begins in it.
    arriving: (usize, usize),
    /// Where the copy begins.
    copy: usize,
    counts: Counts,
    repeated: Option<Repeated>,
    _held: HeldMemory,
}

impl Rows {
    pub fn new(context: &'static Context, shape: &Shape, copied: bool) -> Rows {
        let arriving = shape.arriving();
        let rows = shape.contributors() * arriving.0;
        let copy = rows.max(1).next_multiple_of(CACHE_LINE);
        let bytes = if copied { copy + shape.bytes() } else { copy };
        let buffer = context.scratch.take(bytes);
        let counts = match shape.collective() {
            Collective::Alltoall => shape.counts(),
            _ => Counts::default(),
        };
        Rows {
            context,
            buffer,
            arriving,
            copy,
            counts,
            repeated: None,
            _held: HeldMemory::new(bytes),
        }
    }

    /// Whether they may be kept for an equal reduction.
    pub fn are_short(&self) -> bool {
        self.buffer.len() <= KEPT
    }

    /// An address in the buffer, whose beginning is aligned.
    fn at(&self, offset: usize) -> *mut u8 {
        align(self.buffer.as_ptr().cast_mut()).wrapping_add(offset)
    }

    /// The row of a rank.
    pub fn row(&self, rank: usize) -> *const u8 {
        let (bytes, start) = self.arriving;
        self.at(rank * bytes + start)
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
        match shape.collective() {
            Collective::Alone => Ok(Pending::none()),
            Collective::Gather | Collective::Allgather => {
                let root = shape.to.root();
                let in_place = library.constants.in_place as *const u8;
                let send = if root == Some(shape.rank) { in_place } else { send };
                // (They were counted.)
                let n = shape.bytes() as c_int;
                // SAFETY: the contribution, and memory for the rows where they go.
                unsafe { library.start_gather(comm, root, (send, n), rows) }
            }
            // SAFETY: as above; each rank gets its block, or all of the contribution.
            Collective::Alltoall => unsafe {
                library.start_exchange(comm, &self.counts, send, rows)
            },
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
