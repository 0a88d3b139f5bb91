//! A nonblocking reduction: everything that other ranks need of this one is started in the call,
//! and what remains is a fold on this rank when the request completes. So no rank ever waits for
//! another one to call samebits again. Contributions are posted in shared memory
//! ([`posted`]), or brought together by a collective of the MPI library ([`rows`]);
//! [`folding`] folds them.

mod driven;
mod folding;
mod groups;
pub mod held;
pub(super) mod intercomm;
mod merged;
mod posted;
mod preliminaries;
pub mod prepared;
pub(super) mod rows;
pub(super) mod started;

use super::call::classify::{Declined, PassOn};
use super::call::evaluation::Reducer;
use super::decision::agree_later::{is_known, start_comparison, Comparison};
use super::decision::resources::{board, board_now};
use folding::Folding;
use posted::{Needs, On, Posted};
use preliminaries::{finish_exchange, Preliminaries};
use prepared::Prepared;
use rows::{Collective, Rows, Shape, TOO_LONG};
use samebits_base::fault::Fault;
use samebits_base::stack::with_room;
use samebits_base::threads::{Team, MIN_PARALLEL_BYTES};
use samebits_fold::Buffers;
use samebits_kernel::fpenv::{preserving_vector_environment, within};
use samebits_mpi::elements::device::staged::Staged;
use samebits_mpi::memory::board::Board;
use samebits_schedule::posts::division::{free, Division};
use samebits_schedule::Destination;
use started::{Started, UnderWay};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

/// Persistent reductions of more bytes on all ranks are not posted.
const MAX_BOARD_BYTES: usize = 64 << 20;

impl Prepared {
    /// Starts the comparison of the policies, unless they are known to agree.
    #[inline]
    fn start_comparison(&self) -> Result<Option<Comparison<'static>>, Fault> {
        if is_known(self.communicator) {
            return Ok(None);
        }
        start_comparison(self.context, self.name, self.comm, self.communicator)
    }

    /// Prepares to be started again and again, by each rank in an order of its own. What is set up
    /// for that is complete then: this call may wait for others, and the request may never be
    /// started.
    pub fn repeat(&mut self) -> Result<(), Declined> {
        let &mut Prepared { context, comm, communicator, .. } = self;
        if let Some(comparison) = self.start_comparison()? {
            comparison.finish(context)?;
            communicator.judged.store(true, Ordering::Relaxed);
        }
        if self.shape.collective() == Collective::Alone || self.repeat_driven()? {
            return Ok(());
        }
        let shape = &self.shape;
        if shape.is_too_long(context.policy().nonblocking_memory.contributions) {
            // Only one that was to be driven comes so far.
            return Err(PassOn::Unsupported(TOO_LONG).into());
        }
        self.repeated = self.with_buffers(|buffers| {
            let mut rows = Rows::new(context, shape, buffers.is_some());
            let send = if buffers.is_some() { rows.copy().cast_const() } else { self.send };
            // SAFETY: the caller's contribution or our copy of it.
            let prepared =
                preserving_vector_environment(|| unsafe { rows.repeat(comm, shape, send) })?;
            Ok::<_, Fault>(prepared.then(|| Arc::new(rows)))
        })?;
        let bytes = shape.bytes();
        let within = shape.groups.is_none();
        if within && shape.ranks.saturating_mul(bytes) <= MAX_BOARD_BYTES {
            let parent = board_now(context, comm, communicator)?;
            finish_exchange(parent)?;
            let (library, place) = (&context.library, (shape.rank, shape.ranks));
            let bytes = self.division().map_or(bytes, |division| division.bytes());
            let start = || Board::start_persistent(library, comm, place, parent, bytes);
            let board = Arc::new(preserving_vector_environment(start)?);
            finish_exchange(&board)?;
            self.board = Some(board);
        }
        Ok(())
    }

    /// Where this one is posted, if it may be.
    fn board(&self) -> Result<Option<&Arc<Board>>, Fault> {
        match &self.board {
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
            let staged = Staged::needed(fold, true_lb, self.send, recv, self.shape.count);
            work(staged.as_ref().map(|staged| staged as &dyn Buffers).or(fold.buffers()))
        })
    }

    fn receives(&self) -> bool {
        self.shape.contributors() > 0 && self.shape.row() > 0
    }

    /// Starts everything that the other ranks need of this one. `idle` is what was started before,
    /// if it is complete.
    #[inline]
    pub fn start(&self, mut idle: Option<Box<Started>>) -> Result<Box<Started>, Fault> {
        match idle.take_if(|idle| self.post_again(idle)) {
            Some(posted) => Ok(posted),
            None => with_room(|| self.start_otherwise(idle)),
        }
    }

    /// Posts the contribution as the one before was, if nothing else is to be done. Returns whether it
    /// is posted.
    #[inline]
    fn post_again(&self, idle: &mut Started) -> bool {
        let recv = idle.folding.as_ref().map(|_| self.recv);
        let UnderWay::Posted(posted) = &mut idle.under_way else { return false };
        if !self.is_contiguous || !is_known(self.communicator) {
            return false;
        }
        // SAFETY: the caller's contribution, which is a row.
        if !Staged::none_needed(0, self.send, recv) || !unsafe { posted.post_again(self.send) } {
            return false;
        }
        idle.set_buffers(self.send, self.recv);
        idle.set_plain(true);
        true
    }

    fn start_otherwise(&self, idle: Option<Box<Started>>) -> Result<Box<Started>, Fault> {
        if let Some(driving) = &self.driven {
            return self.start_driven(driving);
        }
        let preliminaries = Preliminaries::of(self.start_comparison()?);
        let mut started = match idle {
            Some(mut idle) => {
                idle.preliminaries = preliminaries;
                idle.set_buffers(self.send, self.recv);
                idle
            }
            None => self.not_started(preliminaries),
        };
        if let Some(merging) = &self.merging {
            let start = |buffers: Option<&dyn Buffers>| {
                // SAFETY: the caller's contribution.
                unsafe { merging.start(self.context, self.comm, &self.shape, self.send, buffers) }
            };
            started.under_way = UnderWay::Merged(Box::new(self.with_buffers(start)?));
            return Ok(started);
        }
        let board = if self.posts { self.board()? } else { None };
        let recv = started.folding.as_ref().map(|_| self.recv);
        if self.is_contiguous && Staged::none_needed(0, self.send, recv) {
            self.start_with(&mut started, board, None)?;
        } else {
            self.with_buffers(|buffers| self.start_with(&mut started, board, buffers))?;
        }
        Ok(started)
    }

    #[inline]
    fn start_with(
        &self,
        started: &mut Started,
        board: Option<&Arc<Board>>,
        buffers: Option<&dyn Buffers>,
    ) -> Result<(), Fault> {
        started.set_plain(buffers.is_none());
        if let Some(board) = board {
            if self.post(started, board, buffers)? {
                return Ok(());
            }
            started.preliminaries.set_up(board);
        }
        self.bring_together(started, buffers)
    }

    /// (In its place at once: copying it takes longer than a short reduction's fold.)
    fn not_started(&self, preliminaries: Preliminaries) -> Box<Started> {
        let shape = &self.shape;
        Box::new(Started {
            context: self.context,
            call: self.name,
            preliminaries,
            under_way: UnderWay::Nothing,
            folding: match self.receives() {
                false => None,
                true => Some(Folding {
                    reducer: self.reducer,
                    comm: self.comm,
                    team: self.team(shape.contributors() * shape.row()),
                    rank: shape.own_row(),
                    contributors: shape.contributors(),
                    own: self.send.wrapping_add(shape.start_of(shape.rank)),
                    start: shape.start_of(shape.rank),
                    n: shape.block(shape.rank),
                    size: shape.size,
                    recv: self.recv,
                    plain: false,
                }),
            },
            held: self.held.clone(),
            deliver: None,
        })
    }

    #[inline(never)]
    fn bring_together(
        &self,
        started: &mut Started,
        buffers: Option<&dyn Buffers>,
    ) -> Result<(), Fault> {
        let shape = &self.shape;
        let rows = match &self.repeated {
            Some(rows) => rows.clone(),
            None => {
                let before = started.rows_before().filter(|_| buffers.is_none());
                before
                    .unwrap_or_else(|| Arc::new(Rows::new(self.context, shape, buffers.is_some())))
            }
        };
        let mut send = self.send;
        if let Some(buffers) = buffers.filter(|_| shape.contributes()) {
            let (copy, environment) = (rows.copy(), self.reducer.environment());
            // SAFETY: the caller's contribution, and memory for it.
            within(environment, || unsafe { buffers.load(send, copy, shape.count) })?;
            started.contribution_is_at(copy);
            send = copy;
        }
        // SAFETY: the contribution is the caller's until the request completes, and the rows are
        // kept with it.
        let start = || unsafe { rows.bring_together(self.comm, shape, send) };
        let pending = preserving_vector_environment(start)?;
        let schedule = match &self.repeated {
            Some(_) => "alltoallv_init",
            None => shape.name(),
        };
        started.under_way = UnderWay::Together { pending, rows: Some(rows), schedule };
        Ok(())
    }

    /// How the ranks fold it together, if they do: the program's own operators run where their
    /// results go.
    fn division(&self) -> Option<Division> {
        let Shape { ranks, to, count, size, .. } = self.shape;
        let all = to == Destination::All && self.shape.blocks.is_none();
        let together = all && matches!(self.reducer, Reducer::Builtin(_));
        together.then(|| Division::of(ranks, count, size)).flatten()
    }

    /// Returns whether this operation is posted.
    fn post(
        &self,
        started: &mut Started,
        board: &Arc<Board>,
        buffers: Option<&dyn Buffers>,
    ) -> Result<bool, Fault> {
        let Shape { rank, ranks, to, count, .. } = self.shape;
        let bytes = self.shape.bytes();
        let read = buffers.is_some() || to.others_need(rank, ranks);
        let division = self.division();
        let posted = division.map_or(bytes, |division| division.bytes());
        let begun = board.begin(if read { posted } else { 0 })?;
        let Some(operation) = begun else { return Ok(false) };
        let (send, environment) = (self.send, self.reducer.environment());
        // SAFETY: the caller's contribution, and room for it.
        let written = unsafe {
            match buffers {
                _ if !read => Ok(()),
                Some(buffers) => within(environment, || buffers.load(send, operation.data, count)),
                None => {
                    std::ptr::copy_nonoverlapping(send, operation.data, bytes);
                    Ok(())
                }
            }
        };
        for number in division.iter().flat_map(Division::numbers) {
            // SAFETY: in the room for this rank's contribution.
            free(unsafe { AtomicU64::from_ptr(operation.data.add(number).cast()) });
        }
        // Others wait for it even if that has failed.
        board.publish(&operation);
        match &mut started.under_way {
            UnderWay::Posted(posted) if posted.is_on(board) => posted.again(&operation),
            under_way => {
                let contributors = started.folding.as_ref();
                let contributors = contributors.map_or(0, |folding| folding.contributors);
                let others_read = to.others_need(rank, ranks);
                let needs = Needs { bytes, others_read, contributors, ranks };
                let &Prepared { comm, communicator, number, .. } = self;
                let on = On { comm, communicator, number };
                *under_way = UnderWay::Posted(Posted::new(board, on, &operation, needs, division));
            }
        }
        if buffers.is_some() {
            started.contribution_is_at(operation.data);
        }
        written.map(|()| true)
    }

    /// The threads that fold this many bytes, as many as the communicator's choices allow.
    fn team(&self, bytes: usize) -> Team {
        if bytes < MIN_PARALLEL_BYTES {
            return Team::ALONE;
        }
        let choices = self.communicator.choices(self.context.policy());
        Team::of(self.context.threads(choices))
    }
}
