//! A nonblocking reduction: everything that other ranks need of this one is started in the call, by
//! one nonblocking collective of the MPI library that brings contributions together, and what
//! remains is a fold on this rank when the request completes. So no rank ever waits for another one
//! to call samebits again.
//!
//! Cost, n bytes, p ranks: to all ranks an MPI_Iallgather (MPI_Ialltoallv on few ranks), to a root
//! an MPI_Igather, of blocks and prefixes an MPI_Ialltoallv; p n bytes of memory where the result
//! goes, and folding as many.

use super::agree_later::{start_comparison, Comparison};
use super::call::{Call, Delivery};
use super::classify::{classify, Declined, PassOn};
use super::evaluation::Reducer;
use super::held::Held;
use super::{blocking::with_null_bottom, context::Context};
use crate::arithmetic::{Buffers, Fault, Fold};
use crate::kernel::fpenv::{preserving_fp_environment, within};
use crate::mpi::communicator::Communicator;
use crate::mpi::device::staged::Staged;
use crate::mpi::family::Handle;
use crate::mpi::nonblocking::{Counts, Pending};
use crate::schedule::Destination;
use crate::threads::{Team, MIN_PARALLEL_BYTES};
use libc::c_int;
use std::sync::Arc;

/// Up to so many ranks exchange rows one by one: none copies its own.
const FEW: usize = 8;

/// Why a reduction of so many bytes is passed on.
pub(super) const TOO_LONG: &str = "more bytes than SAMEBITS_NONBLOCKING_MEMORY, or than MPI counts";

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

/// A reduction that was decided on, and may be started; more than once, if it is persistent.
pub struct Prepared {
    context: &'static Context,
    name: &'static str,
    comm: Handle,
    /// Only while it [lives](Communicator::lives), by its number.
    communicator: &'static Communicator,
    number: u64,
    rank: usize,
    ranks: usize,
    pub reducer: Reducer,
    to: Destination,
    send: *const u8,
    recv: *mut u8,
    count: usize,
    /// The elements of each rank's block, where each gets one.
    blocks: Option<Box<[usize]>>,
    /// Bytes of an element.
    size: usize,
    /// What the reduction uses is kept until the last one that was started is done.
    held: Arc<Held>,
}

impl Prepared {
    /// Decides on a call, by nothing but what all ranks know alike.
    pub fn new(context: &'static Context, call: &Call<'_>) -> Result<Prepared, Declined> {
        let library = &context.library;
        let call = &with_null_bottom(library, call);
        let accepted = classify(library, context.policy(), call)?;
        let (communicator, reducer) = (accepted.communicator, accepted.reducer);
        let ranks = communicator.size;
        let count = call.operation.count as usize;
        let size = reducer.with_fold(library, call.comm, |fold| fold.size());
        let blocks: Option<Box<[usize]>> = (call.form.delivery == Delivery::Blocks)
            .then(|| (0..ranks).map(|rank| call.block(rank, ranks)).collect());
        let row = blocks.as_ref().map_or(count, |blocks| *blocks.iter().max().unwrap_or(&0));
        let memory = ranks.saturating_mul(row).saturating_mul(size);
        let limit = context.policy().nonblocking_memory;
        let counted = memory.max(count.saturating_mul(size));
        if ranks > 1 && (memory > limit || c_int::try_from(counted).is_err()) {
            return Err(PassOn::Unsupported(TOO_LONG).into());
        }
        Ok(Prepared {
            context,
            name: call.name,
            comm: call.comm,
            communicator,
            number: communicator.number(),
            rank: communicator.rank,
            ranks,
            reducer,
            to: accepted.to,
            send: accepted.send,
            recv: call.recv,
            count,
            blocks,
            size,
            held: Arc::new(Held::new(library, call.operation.datatype, call.operation.op)),
        })
    }

    /// Whether the program has freed the communicator since: then nothing is to be started.
    pub fn is_orphaned(&self) -> bool {
        !Communicator::lives(self.number)
    }

    pub fn way(&self) -> Way {
        match self.to {
            _ if self.ranks == 1 => Way::Alone,
            Destination::Root(_) => Way::Gather,
            Destination::All if self.blocks.is_none() && self.ranks > FEW => Way::Allgather,
            _ => Way::Alltoall,
        }
    }

    /// Starts the comparison of the policies, unless they are known to agree.
    pub fn start_comparison(&self) -> Result<Option<Comparison<'static>>, Fault> {
        start_comparison(self.context, self.name, self.comm, self.communicator)
    }

    /// Starts everything that the other ranks need of this one.
    pub fn start(&self) -> Result<Started, Fault> {
        let (context, comm) = (self.context, self.comm);
        let library = &context.library;
        let bytes = self.count * self.size;
        let comparison = self.start_comparison()?;
        let own = self.block(self.rank);
        let contributors = self.to.contributors(self.rank, self.ranks);
        let rows = if contributors > 0 { self.ranks } else { 0 };
        let row = own * self.size;
        let environment = self.reducer.environment();
        self.reducer.with_fold(library, comm, |fold| {
            let recv = (contributors > 0 && own > 0).then_some(self.recv);
            let true_lb = fold.buffers().map_or(0, |buffers| buffers.span().start);
            let staged = Staged::needed(fold, true_lb, self.send, recv);
            let buffers = staged.as_ref().map(|staged| staged as &dyn Buffers).or(fold.buffers());
            // The rows, then a copy of the contribution, where that is not a row: elsewhere also if
            // there are no rows, because Open MPI takes one address for MPI_IN_PLACE.
            let rows_end = (rows * row).max(1).next_multiple_of(LINE);
            let memory = Memory::of(context, rows_end + buffers.map_or(0, |_| bytes));
            let mut send = self.send;
            if let Some(buffers) = buffers {
                let copy = memory.at(rows_end);
                // SAFETY: the caller's contribution, and memory for it.
                within(environment, || unsafe { buffers.load(send, copy, self.count) })?;
                send = copy;
            }
            let mut started = Started {
                context,
                pending: Pending::none(),
                comparison,
                memory,
                counts: Counts::default(),
                folding: recv.map(|recv| Folding {
                    reducer: self.reducer,
                    comm,
                    team: self.team(contributors * row),
                    rank: self.rank,
                    contributors,
                    own: send.wrapping_add(self.start_of(self.rank) * self.size),
                    own_in_rows: self.way() == Way::Allgather,
                    n: own,
                    size: self.size,
                    recv,
                }),
                _held: Some(self.held.clone()),
            };
            if self.ranks > 1 {
                let start = || self.bring_together(&mut started, send, row);
                preserving_fp_environment(start)?;
            }
            Ok(started)
        })
    }

    /// The threads that fold so many bytes, as many as the communicator's choices allow.
    fn team(&self, bytes: usize) -> Team {
        if bytes < MIN_PARALLEL_BYTES {
            return Team::ALONE;
        }
        let choices = self.communicator.choices().unwrap_or(&self.context.policy().choices);
        Team::of(self.context.threads(choices))
    }

    fn block(&self, rank: usize) -> usize {
        self.blocks.as_ref().map_or(self.count, |blocks| blocks[rank])
    }

    fn start_of(&self, rank: usize) -> usize {
        self.blocks.as_ref().map_or(0, |blocks| blocks[..rank].iter().sum())
    }

    /// Starts the collective, with a row of the contribution; a row of this rank's result has so
    /// many bytes.
    fn bring_together(
        &self,
        started: &mut Started,
        send: *const u8,
        row: usize,
    ) -> Result<(), Fault> {
        let library = &self.context.library;
        let &Prepared { rank, ranks, .. } = self;
        let int = |bytes: usize| bytes as c_int; // they were counted
        let (rows, bytes) = (started.memory.at(0), self.count * self.size);
        if matches!(self.way(), Way::Gather | Way::Allgather) {
            let root = self.to.root();
            let in_place = library.constants.in_place as *const u8;
            let send = if root == Some(rank) { in_place } else { send };
            // SAFETY: the contribution, and memory for the rows where they go, which the request
            // keeps until it is complete.
            started.pending =
                unsafe { library.start_gather(self.comm, root, (send, int(bytes)), rows)? };
            return Ok(());
        }
        let contributors = self.to.contributors(rank, ranks);
        for other in 0..ranks {
            let gives = other != rank && self.to.contributors(other, ranks) > rank;
            let takes = other != rank && contributors > other;
            let counts = &mut started.counts;
            counts.send.push(if gives { int(self.block(other) * self.size) } else { 0 });
            counts.send_starts.push(int(self.start_of(other) * self.size));
            counts.recv.push(if takes { int(row) } else { 0 });
            counts.recv_starts.push(int(other * row));
        }
        // SAFETY: as above; each rank gets its block, or all of the contribution.
        started.pending =
            unsafe { library.start_exchange(self.comm, &started.counts, send, rows)? };
        Ok(())
    }
}

/// Memory that goes back to where it came from.
struct Memory {
    context: &'static Context,
    buffer: Vec<u8>,
}

impl Memory {
    fn of(context: &'static Context, bytes: usize) -> Memory {
        Memory { context, buffer: context.scratch.take(bytes) }
    }

    /// So many bytes from its beginning, which is aligned.
    fn at(&self, offset: usize) -> *mut u8 {
        let start = self.buffer.as_ptr().cast_mut();
        start.wrapping_add(start.align_offset(LINE) + offset)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.context.scratch.put(std::mem::take(&mut self.buffer));
    }
}

/// A reduction that is under way.
pub struct Started {
    context: &'static Context,
    pending: Pending,
    comparison: Option<Comparison<'static>>,
    memory: Memory,
    counts: Counts,
    /// What remains once all is there; `None` where this rank gets nothing.
    folding: Option<Folding>,
    _held: Option<Arc<Held>>,
}

// SAFETY: the buffers are the caller's until the request is complete, whichever thread completes it.
unsafe impl Send for Started {}

impl Started {
    /// A call that the MPI library does by itself, to be completed after the comparison.
    pub fn native(
        context: &'static Context,
        request: Handle,
        comparison: Comparison<'static>,
    ) -> Started {
        Started {
            context,
            pending: Pending::of(&context.library, request),
            comparison: Some(comparison),
            memory: Memory::of(context, 0),
            counts: Counts::default(),
            folding: None,
            _held: None,
        }
    }

    /// Whether the result is there. The comparison is judged first: what else is under way may
    /// never be complete if the policies differ.
    pub fn test(&mut self) -> Result<bool, Fault> {
        if let Some(comparison) = &self.comparison {
            if !comparison.test(self.context)? {
                return Ok(false);
            }
            self.comparison = None;
        }
        if !preserving_fp_environment(|| self.pending.test(&self.context.library))? {
            return Ok(false);
        }
        self.fold().map(|()| true)
    }

    pub fn wait(&mut self) -> Result<(), Fault> {
        if let Some(comparison) = self.comparison.take() {
            comparison.finish(self.context)?;
        }
        preserving_fp_environment(|| self.pending.wait(&self.context.library))?;
        self.fold()
    }

    /// [`Pending::refused`].
    pub fn refused(
        &mut self,
        function: unsafe extern "C-unwind" fn(*mut libc::c_void) -> c_int,
    ) -> Option<c_int> {
        self.pending.refused(&self.context.library, function)
    }

    fn fold(&self) -> Result<(), Fault> {
        self.folding.as_ref().map_or(Ok(()), |folding| folding.run(self.context, &self.memory))
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        if !self.pending.is_done() {
            // MPI may still use them.
            std::mem::forget(std::mem::take(&mut self.memory.buffer));
            std::mem::forget(std::mem::take(&mut self.counts));
        }
    }
}

/// The fold of the contributions into the caller's buffer.
struct Folding {
    reducer: Reducer,
    comm: Handle,
    team: Team,
    rank: usize,
    contributors: usize,
    /// What this rank contributes to its own block, or to all of the result: a row.
    own: *const u8,
    /// Whether the MPI library puts that among the others' contributions.
    own_in_rows: bool,
    /// The elements that this rank gets, and the bytes of one.
    n: usize,
    size: usize,
    recv: *mut u8,
}

impl Folding {
    fn run(&self, context: &'static Context, memory: &Memory) -> Result<(), Fault> {
        let library = &context.library;
        // The program may have freed its communicator.
        let comm = match library.has_world() {
            true => library.comm_self(),
            false => self.comm,
        };
        let environment = self.reducer.environment();
        self.reducer.with_fold(library, comm, |fold| {
            let true_lb = fold.buffers().map_or(0, |buffers| buffers.span().start);
            let staged = Staged::needed(fold, true_lb, self.recv, Some(self.recv));
            let buffers = staged.as_ref().map(|staged| staged as &dyn Buffers).or(fold.buffers());
            // SAFETY: all contributions are there, and the caller's buffer is as the MPI standard
            // demands.
            within(environment, || unsafe { self.fold(fold, buffers, memory) })
        })
    }

    /// # Safety
    /// The rows are complete, and the receive buffer is the caller's.
    unsafe fn fold(
        &self,
        fold: &dyn Fold,
        buffers: Option<&dyn Buffers>,
        memory: &Memory,
    ) -> Result<(), Fault> {
        let (n, rows, bytes) = (self.n, self.contributors, self.n * self.size);
        let team = self.team;
        let row = |rank: usize| memory.at(rank * bytes);
        // Where two rows can be folded as they lie.
        let apart = self.own.addr().abs_diff(self.recv.addr()) >= bytes;
        let direct = buffers.is_none() && rows == 2 && self.rank < 2 && !self.own_in_rows;
        let two = fold.two().filter(|_| direct && (apart || self.own == self.recv.cast_const()));
        // SAFETY: upheld by the caller; the memory holds the rows.
        unsafe {
            if let Some(two) = two {
                let other = row(1 - self.rank).cast_const();
                let (left, right) =
                    if self.rank == 0 { (self.own, other) } else { (other, self.own) };
                return two.fold_two(team, left, right, self.recv, n);
            }
            if !self.own_in_rows && self.rank < rows {
                std::ptr::copy_nonoverlapping(self.own, row(self.rank), bytes);
            }
            let result = row(fold.fold(team, row(0), rows, n)?);
            match buffers {
                Some(buffers) => buffers.store(result, self.recv, n),
                None => {
                    std::ptr::copy_nonoverlapping(result, self.recv, bytes);
                    Ok(())
                }
            }
        }
    }
}
