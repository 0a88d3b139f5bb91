//! A nonblocking reduction: everything that other ranks need of this one is started in the call,
//! and what remains is a fold on this rank when the request completes. So no rank ever waits for
//! another one to call samebits again. Contributions are posted in shared memory
//! ([`super::posted`]), or brought together by a collective of the MPI library ([`super::rows`]);
//! [`super::folding`] folds them.

use super::agree_later::{start_comparison, Comparison};
use super::between_later::{self, Decided};
use super::blocking::with_null_bottom;
use super::call::{Call, Delivery};
use super::classify::{classify, Accepted, Declined, PassOn};
use super::context::Context;
use super::evaluation::Reducer;
use super::folding::Folding;
use super::held::Held;
use super::posted::Posted;
use super::resources::{board, may_share};
use super::rows::{Rows, Shape, Way, TOO_LONG};
use crate::arithmetic::{Buffers, Fault};
use crate::kernel::fpenv::{preserving_vector_environment, within};
use crate::mpi::board::Board;
use crate::mpi::communicator::Communicator;
use crate::mpi::device::staged::Staged;
use crate::mpi::family::Handle;
use crate::mpi::nonblocking::Pending;
use crate::threads::{Team, MIN_PARALLEL_BYTES};
use libc::c_int;
use std::sync::Arc;

/// Persistent reductions of more bytes on all ranks are not posted.
const MOST_BYTES_OF_A_BOARD: usize = 64 << 20;

/// A reduction that was decided on, and may be started; more than once, if it is persistent.
pub struct Prepared {
    context: &'static Context,
    name: &'static str,
    comm: Handle,
    /// Only while it [lives](Communicator::lives), by its number.
    communicator: &'static Communicator,
    number: u64,
    pub reducer: Reducer,
    shape: Shape,
    send: *const u8,
    recv: *mut u8,
    /// Where contributions come together each time, if this was prepared; and where they are posted.
    repeated: Option<Arc<Rows>>,
    board: Option<Arc<Board>>,
    /// What the reduction uses is kept until the last one that was started is done.
    held: Option<Arc<Held>>,
    /// [`Decided::looks_on`].
    pub looks_on: Option<PassOn>,
}

impl Prepared {
    /// Decides on a call, by nothing but what all ranks know alike.
    pub fn new(context: &'static Context, call: &Call<'_>) -> Result<Prepared, Declined> {
        let library = &context.library;
        let call = &with_null_bottom(library, call);
        let decided = match classify(library, context.policy(), call) {
            Ok(accepted) => Prepared::decide(context, call, accepted),
            Err(declined) => between_later::decide(context, call, declined)?,
        };
        let Decided { communicator, reducer, shape, send, looks_on } = decided;
        if shape.is_too_long(context.policy().nonblocking_memory) {
            return Err(PassOn::Unsupported(TOO_LONG).into());
        }
        let keeps = looks_on.is_none();
        Ok(Prepared {
            context,
            name: call.name,
            comm: call.comm,
            communicator,
            number: communicator.number(),
            reducer,
            shape,
            send,
            recv: call.recv,
            repeated: None,
            board: None,
            held: keeps
                .then(|| Held::new(library, call.operation.datatype, call.operation.op))
                .flatten(),
            looks_on,
        })
    }

    /// Within one group.
    fn decide(context: &Context, call: &Call<'_>, accepted: Accepted) -> Decided {
        let Accepted { communicator, send, to, reducer } = accepted;
        let ranks = communicator.size;
        let shape = Shape {
            rank: communicator.rank,
            ranks,
            to,
            count: call.operation.count as usize,
            blocks: (call.form.delivery == Delivery::Blocks)
                .then(|| (0..ranks).map(|rank| call.block(rank, ranks)).collect()),
            size: reducer.with_fold(&context.library, call.comm, |fold| fold.size()),
            groups: None,
        };
        Decided { communicator, reducer, shape, send, looks_on: None }
    }

    /// Whether the program has freed the communicator since: then nothing is to be started.
    pub fn is_orphaned(&self) -> bool {
        !Communicator::lives(self.number)
    }

    /// Starts the comparison of the policies, unless they are known to agree.
    fn start_comparison(&self) -> Result<Option<Comparison<'static>>, Fault> {
        start_comparison(self.context, self.name, self.comm, self.communicator)
    }

    /// Prepares to be started again and again, by each rank in an order of its own.
    pub fn repeat(&mut self) -> Result<(), Fault> {
        let &mut Prepared { context, comm, communicator, .. } = self;
        let shape = &self.shape;
        self.start_comparison()?;
        if shape.way() == Way::Alone {
            return Ok(());
        }
        self.repeated = self.with_buffers(|buffers| {
            let mut rows = Rows::new(context, shape, buffers.is_some());
            let send = if buffers.is_some() { rows.copy().cast_const() } else { self.send };
            // SAFETY: the caller's contribution or our copy of it.
            let prepared =
                preserving_vector_environment(|| unsafe { rows.repeat(comm, shape, send) })?;
            Ok(prepared.then(|| Arc::new(rows)))
        })?;
        let bytes = shape.bytes();
        let within = shape.groups.is_none();
        if within && shape.ranks.saturating_mul(bytes) <= MOST_BYTES_OF_A_BOARD {
            let choices = communicator.choices().unwrap_or(&context.policy().choices);
            let place = (shape.rank, shape.ranks);
            let library = &context.library;
            let start = || Board::start_persistent(library, comm, place, may_share(choices), bytes);
            self.board = Some(Arc::new(preserving_vector_environment(start)?));
        }
        Ok(())
    }

    /// Where this one is posted, if it may be.
    fn board(&self) -> Result<Option<&Arc<Board>>, Fault> {
        match &self.board {
            _ if self.shape.way() == Way::Alone || self.shape.groups.is_some() => Ok(None),
            Some(board) => Ok(Some(board)),
            None if self.repeated.is_some() => Ok(None),
            None => board(self.context, self.comm, self.communicator, self.shape.bytes()),
        }
    }

    /// Where reductions that nobody has completed should be, because many later ones are done.
    pub fn stragglers(&self) -> Option<&Arc<Board>> {
        self.communicator.board.get().filter(|board| board.has_stragglers())
    }

    /// Works with how the reduction's buffers lie, if they are not contiguous.
    fn with_buffers<R>(&self, work: impl FnOnce(Option<&dyn Buffers>) -> R) -> R {
        self.reducer.with_fold(&self.context.library, self.comm, |fold| {
            let true_lb = fold.buffers().map_or(0, |buffers| buffers.span().start);
            let recv = self.receives().then_some(self.recv);
            let staged = Staged::needed(fold, true_lb, self.send, recv);
            work(staged.as_ref().map(|staged| staged as &dyn Buffers).or(fold.buffers()))
        })
    }

    fn receives(&self) -> bool {
        self.shape.contributors() > 0 && self.shape.row() > 0
    }

    /// Starts everything that the other ranks need of this one.
    pub fn start(&self) -> Result<Started, Fault> {
        let context = self.context;
        let comparison = self.start_comparison()?;
        let board = self.board()?;
        let (under_way, own) = self.with_buffers(|buffers| {
            let posted = match board {
                Some(board) => self.post(board, buffers)?,
                None => None,
            };
            posted.map_or_else(|| self.bring_together(buffers), Ok)
        })?;
        let shape = &self.shape;
        let folding = self.receives().then(|| Folding {
            reducer: self.reducer,
            comm: self.comm,
            team: self.team(shape.contributors() * shape.row()),
            rank: shape.own_row(),
            contributors: shape.contributors(),
            own: own.wrapping_add(shape.start_of(shape.rank)),
            start: shape.start_of(shape.rank),
            n: shape.block(shape.rank),
            size: shape.size,
            recv: self.recv,
        });
        Ok(Started { context, under_way, comparison, folding, _held: self.held.clone() })
    }

    /// Returns also where this rank's contribution lies, as a row.
    fn bring_together(
        &self,
        buffers: Option<&dyn Buffers>,
    ) -> Result<(UnderWay, *const u8), Fault> {
        let shape = &self.shape;
        let rows = match &self.repeated {
            Some(rows) => rows.clone(),
            None => Arc::new(Rows::new(self.context, shape, buffers.is_some())),
        };
        let mut send = self.send;
        if let Some(buffers) = buffers.filter(|_| shape.contributes()) {
            let (copy, environment) = (rows.copy(), self.reducer.environment());
            // SAFETY: the caller's contribution, and memory for it.
            within(environment, || unsafe { buffers.load(send, copy, shape.count) })?;
            send = copy;
        }
        // SAFETY: the contribution is the caller's until the request completes, and the rows are
        // kept with it.
        let start = || unsafe { rows.bring_together(self.comm, shape, send) };
        let pending = preserving_vector_environment(start)?;
        let way = match &self.repeated {
            Some(_) => "alltoallv_init",
            None => shape.name(),
        };
        Ok((UnderWay::Together { pending, rows: Some(rows), way }, send))
    }

    /// Likewise; `None` if this operation is not posted.
    fn post(
        &self,
        board: &Arc<Board>,
        buffers: Option<&dyn Buffers>,
    ) -> Result<Option<(UnderWay, *const u8)>, Fault> {
        let Shape { rank, ranks, to, count, .. } = self.shape;
        let (bytes, contributors) = (self.shape.bytes(), self.shape.contributors());
        let contributors = if self.receives() { contributors } else { 0 };
        let read = buffers.is_some() || to.others_need(rank, ranks);
        let room = if read { bytes } else { 0 };
        let begin = || board.begin(&self.context.library, room);
        let Some(operation) = preserving_vector_environment(begin)? else { return Ok(None) };
        let (send, environment) = (self.send, self.reducer.environment());
        // SAFETY: the caller's contribution, and room for it.
        let write = |at| unsafe {
            match buffers {
                _ if !read => {}
                Some(buffers) => within(environment, || buffers.load(send, at, count))?,
                None => std::ptr::copy_nonoverlapping(send, at, bytes),
            }
            Ok(())
        };
        let posted = Posted::post(board, operation, (bytes, contributors, ranks), write)?;
        let own = if buffers.is_some() { operation.data.cast_const() } else { send };
        Ok(Some((UnderWay::Posted(posted), own)))
    }

    /// The threads that fold so many bytes, as many as the communicator's choices allow.
    fn team(&self, bytes: usize) -> Team {
        if bytes < MIN_PARALLEL_BYTES {
            return Team::ALONE;
        }
        let choices = self.communicator.choices().unwrap_or(&self.context.policy().choices);
        Team::of(self.context.threads(choices))
    }
}

/// How the contributions come together.
enum UnderWay {
    /// By a request of the MPI library's; the rows if it is not the program's own call.
    Together {
        pending: Pending,
        rows: Option<Arc<Rows>>,
        way: &'static str,
    },
    Posted(Posted),
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        match self {
            UnderWay::Together { pending, rows, .. } if !pending.is_done() => {
                // MPI may still use them.
                std::mem::forget(rows.take());
            }
            _ => {}
        }
    }
}

/// A reduction that is under way.
pub struct Started {
    context: &'static Context,
    under_way: UnderWay,
    comparison: Option<Comparison<'static>>,
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
        let pending = Pending::of(&context.library, request);
        let under_way = UnderWay::Together { pending, rows: None, way: "" };
        Started { context, under_way, comparison: Some(comparison), folding: None, _held: None }
    }

    /// What brings the contributions together, for the report.
    pub fn way(&self) -> &'static str {
        match &self.under_way {
            UnderWay::Together { way, .. } => way,
            UnderWay::Posted(_) => "node",
        }
    }

    /// Whether it is posted there.
    pub fn is_on(&self, board: &Arc<Board>) -> bool {
        matches!(&self.under_way, UnderWay::Posted(posted) if posted.is_on(board))
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
        let context = self.context;
        let there = match &mut self.under_way {
            UnderWay::Together { pending, .. } => {
                preserving_vector_environment(|| pending.test(&context.library))?
            }
            UnderWay::Posted(posted) => posted.test(context),
        };
        if there {
            self.fold()?;
        }
        Ok(there)
    }

    pub fn wait(&mut self) -> Result<(), Fault> {
        let context = self.context;
        if let Some(comparison) = self.comparison.take() {
            comparison.finish(context)?;
        }
        match &mut self.under_way {
            UnderWay::Together { pending, .. } => {
                preserving_vector_environment(|| pending.wait(&context.library))?;
            }
            UnderWay::Posted(posted) => posted.wait(context),
        }
        self.fold()
    }

    /// What the MPI library answers to a function that it forbids on a request that is under way;
    /// `None` if it takes it ([`Pending::refused`]).
    pub fn refused(
        &mut self,
        function: unsafe extern "C-unwind" fn(*mut libc::c_void) -> c_int,
    ) -> Option<c_int> {
        let library = &self.context.library;
        match &mut self.under_way {
            UnderWay::Together { pending, .. } => pending.refused(library, function),
            UnderWay::Posted(_) => {
                library.answer_on_collective(function).unwrap_or_else(|Fault(code)| Some(code))
            }
        }
    }

    fn fold(&mut self) -> Result<(), Fault> {
        let done = match (&self.folding, &self.under_way) {
            (None, _) => Ok(()),
            // SAFETY: all contributions are there.
            (Some(folding), UnderWay::Together { rows, .. }) => unsafe {
                let rows = rows.as_ref().expect("it is not the program's own");
                folding.run(self.context, &|rank| rows.row(rank))
            },
            // SAFETY: as above.
            (Some(folding), UnderWay::Posted(posted)) => unsafe {
                folding.run(self.context, &|rank| posted.row(rank).wrapping_add(folding.start))
            },
        };
        if let UnderWay::Posted(posted) = &mut self.under_way {
            posted.consume();
        }
        done
    }
}
