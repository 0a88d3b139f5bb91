//! A nonblocking reduction whose contributions are posted in shared memory ([`Board`]): this rank's
//! is written there in the call; the others' are found when the request completes.
//!
//! Cost, n bytes, p ranks of which this one needs q: 2 n to write, σ, and the fold of q rows, or its
//! part of that ([`Division`]).

use crate::kernel::fpenv::preserving_vector_environment;
use crate::mpi::memory::board::{Board, Operation};
use crate::mpi::memory::waiting::pause;
use crate::reduction::context::Context;
use crate::schedule::node::wait::{Waiting, SPINS};
use crate::schedule::posts::division::Division;
use crate::schedule::posts::found::Found;
use std::sync::Arc;

/// An operation under way.
pub struct Posted {
    board: Arc<Board>,
    operation: u64,
    oversubscribed: bool,
    /// Of a contribution.
    bytes: usize,
    /// The ranks that this one needs, from the first one on.
    contributors: usize,
    ranks: usize,
    found: Found,
    /// Where this rank's contribution lies.
    own: *mut u8,
    /// How the ranks fold the result together, if they do.
    pub division: Option<Division>,
    consumed: bool,
}

impl Posted {
    /// This rank's contribution to an operation is posted; it needs those of so many ranks of all,
    /// from the first one on, each of so many bytes.
    pub fn new(
        board: &Arc<Board>,
        operation: &Operation,
        (bytes, contributors, ranks): (usize, usize, usize),
        division: Option<Division>,
    ) -> Posted {
        let mut posted = Posted {
            board: board.clone(),
            operation: 0,
            oversubscribed: false,
            bytes,
            contributors,
            ranks,
            found: Found::default(),
            own: operation.data,
            division,
            consumed: true,
        };
        posted.again(operation);
        posted
    }

    /// Likewise, to another operation like the one before, which is done.
    pub fn again(&mut self, operation: &Operation) {
        self.operation = operation.number;
        self.oversubscribed = operation.oversubscribed;
        self.own = operation.data;
        self.found.clear();
        self.consumed = false;
        if self.contributors == 0 {
            self.consume();
        }
    }

    /// Whether all that this rank needs is there.
    pub fn test(&mut self, context: &Context) -> bool {
        let there = self.look();
        if !there {
            self.progress(context);
        }
        there
    }

    fn look(&mut self) -> bool {
        let Posted { board, operation, bytes, contributors, found, .. } = self;
        found.count() == *contributors || board.find(*operation, *bytes, *contributors, found)
    }

    fn progress(&self, context: &Context) {
        let library = &context.library;
        if let Ok(pending) = library.pending() {
            preserving_vector_environment(|| library.progress(pending));
        }
    }

    /// Waits until it is there. A rank that does not need all others waits for those that are far
    /// behind, so that what it posts does not pile up.
    pub fn wait(&mut self, context: &Context) {
        self.wait_until(context, Posted::look);
        if self.contributors < self.ranks {
            self.wait_until(context, |posted| posted.board.may_go_on(posted.operation));
        }
    }

    fn wait_until(&mut self, context: &Context, mut ready: impl FnMut(&mut Posted) -> bool) {
        let oversubscribed = self.oversubscribed;
        for _ in 0..if oversubscribed { 1 } else { SPINS } {
            if ready(self) {
                return;
            }
            std::hint::spin_loop();
        }
        let mut waiting = Waiting::begin();
        while !ready(self) {
            pause(&mut waiting, oversubscribed, || self.progress(context));
        }
    }

    /// Where a rank's contribution lies, which is there.
    pub fn row(&self, rank: usize) -> *const u8 {
        self.found.of(rank)
    }

    /// Where a rank's contribution and its room for results lie; of this rank, too.
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
