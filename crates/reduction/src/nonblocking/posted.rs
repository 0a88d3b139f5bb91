//! A nonblocking reduction whose contributions are posted in shared memory ([`Board`]): this rank's
//! is written there in the call; the others' are found when the request completes.
//!
//! Cost, n bytes, p ranks of which this one needs q: 2 n to write, σ, and the fold of q rows, or its
//! part of that ([`Division`]).

use crate::{communicator::Communicator, context::Context, failed};
use samebits_base::fault::{Fault, Outcome};
use samebits_kernel::fpenv::preserving_vector_environment;
use samebits_kernel::stores::copy_row;
use samebits_mpi::abi::family::Handle;
use samebits_mpi::memory::board::{Board, Operation};
use samebits_mpi::memory::waiting::{coarse_clock, pause};
use samebits_schedule::node::wait::{Looks, Waiting, SPINS};
use samebits_schedule::posts::division::Division;
use samebits_schedule::posts::found::Found;
use std::sync::Arc;
use std::time::Duration;

/// Who needs what of an operation.
#[derive(Clone, Copy)]
pub struct Needs {
    /// Of a contribution.
    pub bytes: usize,
    /// Whether others need this rank's.
    pub others_read: bool,
    /// The ranks that this one needs, from the first one on.
    pub contributors: usize,
    pub ranks: usize,
}

/// The communicator of an operation.
#[derive(Clone, Copy)]
pub struct On {
    pub comm: Handle,
    pub communicator: &'static Communicator,
    /// By which it is known whether the program has freed it.
    pub number: u64,
}

/// An operation under way.
pub struct Posted {
    board: Arc<Board>,
    on: On,
    operation: u64,
    oversubscribed: bool,
    needs: Needs,
    found: Found,
    /// Where this rank's contribution lies.
    own: *mut u8,
    /// How the ranks fold the result together, if they do.
    pub division: Option<Division>,
    consumed: bool,
    /// Where the program asks now and then.
    looks: Option<Looks>,
}

impl Posted {
    /// This rank's contribution to an operation is posted.
    pub fn new(
        board: &Arc<Board>,
        on: On,
        operation: &Operation,
        needs: Needs,
        division: Option<Division>,
    ) -> Posted {
        let mut posted = Posted {
            board: board.clone(),
            on,
            operation: 0,
            oversubscribed: false,
            needs,
            found: Found::default(),
            own: operation.data,
            division,
            consumed: true,
            looks: None,
        };
        posted.again(operation);
        posted
    }

    /// Posts a row as the contribution to another operation like the one before, which is done;
    /// returns whether it has. What can take a while is left to others.
    ///
    /// # Safety
    /// There are as many bytes as of the contribution before.
    #[inline]
    pub unsafe fn post_again(&mut self, row: *const u8) -> bool {
        if self.division.is_some() {
            return false;
        }
        let bytes = if self.needs.others_read { self.needs.bytes } else { 0 };
        let Some(operation) = self.board.begin_at_once(bytes) else { return false };
        // SAFETY: upheld by the caller; there is room for them.
        unsafe { copy_row(row, operation.data, bytes) };
        self.board.publish(&operation);
        self.again(&operation);
        true
    }

    /// This rank's contribution to another operation like the one before, which is done, is posted.
    pub fn again(&mut self, operation: &Operation) {
        self.operation = operation.number;
        self.oversubscribed = operation.oversubscribed;
        self.own = operation.data;
        self.found.clear();
        self.consumed = false;
        self.looks = None;
        if self.needs.contributors == 0 {
            self.consume();
        }
    }

    /// Whether all that this rank needs is there.
    pub fn test(&mut self, context: &Context) -> Result<bool, Fault> {
        let Some(rank) = self.missing() else { return Ok(true) };
        self.progress(context);
        let now = coarse_clock();
        let mut looks = self.looks.take().unwrap_or_else(|| Looks::begin(now));
        if looks.are_due(now) {
            self.look(context, (rank, &mut looks, now), Posted::missing)?;
        }
        self.looks = Some(looks);
        Ok(false)
    }

    /// The first rank whose contribution this one needs and that is not there.
    fn missing(&mut self) -> Option<usize> {
        let Posted { board, operation, needs: Needs { bytes, contributors, .. }, found, .. } = self;
        let there =
            found.count() == *contributors || board.find(*operation, *bytes, *contributors, found);
        (!there).then(|| found.count())
    }

    /// Looks whether a rank is there still that has been waited for so long; `missing` says once more
    /// which one that is.
    #[cold]
    fn look(
        &mut self,
        context: &Context,
        (rank, looks, now): (usize, &mut Looks, Duration),
        missing: impl FnOnce(&mut Posted) -> Option<usize>,
    ) -> Outcome {
        let On { comm, communicator, number } = self.on;
        let (library, lives) = (&context.library, Communicator::lives(number));
        let look = || self.board.look(library, lives.then_some(comm), rank, (looks, now));
        let Some(lost) = preserving_vector_environment(look) else { return Ok(()) };
        // It may have posted before it was gone.
        if missing(self) != Some(rank) {
            return Ok(());
        }
        self.board.leave(lost.failure);
        let on = match lives {
            true => (comm, Some(communicator)),
            false => (library.comm_alone(), None),
        };
        let raise = || {
            failed::raise(context, on, self.needs.ranks, lost, |rank| self.board.first_time(rank))
        };
        Err(preserving_vector_environment(raise))
    }

    fn progress(&self, context: &Context) {
        let library = &context.library;
        if let Ok(pending) = library.pending() {
            preserving_vector_environment(|| library.progress(pending));
        }
    }

    /// Waits until it is there. A rank that does not need all others waits for those that are far
    /// behind, so that what it posts does not pile up.
    pub fn wait(&mut self, context: &Context) -> Outcome {
        self.wait_while(context, Posted::missing)?;
        if self.needs.contributors < self.needs.ranks {
            self.wait_while(context, |posted| posted.board.straggler(posted.operation))?;
        }
        Ok(())
    }

    /// Waits while a rank is missing.
    fn wait_while(
        &mut self,
        context: &Context,
        mut missing: impl FnMut(&mut Posted) -> Option<usize>,
    ) -> Outcome {
        let oversubscribed = self.oversubscribed;
        for _ in 0..if oversubscribed { 1 } else { SPINS } {
            if missing(self).is_none() {
                return Ok(());
            }
            std::hint::spin_loop();
        }
        let mut waiting = Waiting::begin();
        if Communicator::any_failed() && self.board.has_left() {
            waiting.looks.soon();
        }
        while let Some(rank) = missing(self) {
            let now = pause(&mut waiting, oversubscribed, || self.progress(context));
            if waiting.looks.are_due(now) {
                self.look(context, (rank, &mut waiting.looks, now), &mut missing)?;
            }
        }
        Ok(())
    }

    /// Where a rank's contribution lies, which is there.
    pub fn row(&self, rank: usize) -> *const u8 {
        self.found.of(rank)
    }

    /// Where a rank's contribution and its room for results lie, also for this rank.
    pub fn place(&self, rank: usize) -> *mut u8 {
        let at = self.found.of(rank).cast_mut();
        if at.is_null() {
            self.own
        } else {
            at
        }
    }

    pub fn is_on(&self, board: &Arc<Board>) -> bool {
        Arc::ptr_eq(&self.board, board)
    }

    /// This rank reads nothing of it any more.
    pub fn consume(&mut self) {
        if !std::mem::replace(&mut self.consumed, true) {
            self.board.consume(self.operation);
        }
    }
}

impl Drop for Posted {
    fn drop(&mut self) {
        self.consume();
    }
}
