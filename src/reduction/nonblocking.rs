//! A nonblocking reduction: everything that other ranks need of this one is started in the call,
//! and what remains is a fold on this rank when the request completes. So no rank ever waits for
//! another one to call samebits again. [`super::rows`] brings the contributions together, and
//! [`super::folding`] folds them.

use super::agree_later::{start_comparison, Comparison};
use super::blocking::with_null_bottom;
use super::call::{Call, Delivery};
use super::classify::{classify, Declined, PassOn};
use super::context::Context;
use super::evaluation::Reducer;
use super::folding::Folding;
use super::held::Held;
use super::rows::{Rows, Shape};
use crate::arithmetic::{Buffers, Fault, Fold};
use crate::kernel::fpenv::{preserving_fp_environment, within};
use crate::mpi::communicator::Communicator;
use crate::mpi::device::staged::Staged;
use crate::mpi::family::Handle;
use crate::mpi::nonblocking::Pending;
use crate::threads::{Team, MIN_PARALLEL_BYTES};
use libc::c_int;
use std::sync::Arc;

/// Why a reduction of so many bytes is passed on.
pub(super) const TOO_LONG: &str = "more bytes than SAMEBITS_NONBLOCKING_MEMORY, or than MPI counts";

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
    /// Where contributions come together each time, if this was prepared.
    repeated: Option<Arc<Rows>>,
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
        let shape = Shape {
            rank: communicator.rank,
            ranks,
            to: accepted.to,
            count: call.operation.count as usize,
            blocks: (call.form.delivery == Delivery::Blocks)
                .then(|| (0..ranks).map(|rank| call.block(rank, ranks)).collect()),
            size: reducer.with_fold(library, call.comm, |fold| fold.size()),
        };
        let memory = ranks.saturating_mul(shape.longest_row());
        let limit = context.policy().nonblocking_memory;
        let counted = memory.max(shape.count.saturating_mul(shape.size));
        if ranks > 1 && (memory > limit || c_int::try_from(counted).is_err()) {
            return Err(PassOn::Unsupported(TOO_LONG).into());
        }
        Ok(Prepared {
            context,
            name: call.name,
            comm: call.comm,
            communicator,
            number: communicator.number(),
            reducer,
            shape,
            send: accepted.send,
            recv: call.recv,
            repeated: None,
            held: Arc::new(Held::new(library, call.operation.datatype, call.operation.op)),
        })
    }

    /// Whether the program has freed the communicator since: then nothing is to be started.
    pub fn is_orphaned(&self) -> bool {
        !Communicator::lives(self.number)
    }

    /// The function that brings the contributions together, for the report.
    pub fn way(&self) -> &'static str {
        match &self.repeated {
            Some(_) => "alltoallv_init",
            None => self.shape.way().name(),
        }
    }

    /// Starts the comparison of the policies, unless they are known to agree.
    fn start_comparison(&self) -> Result<Option<Comparison<'static>>, Fault> {
        start_comparison(self.context, self.name, self.comm, self.communicator)
    }

    /// Prepares to be started again and again, by each rank in an order of its own.
    pub fn repeat(&mut self) -> Result<(), Fault> {
        self.start_comparison()?;
        if self.shape.ranks == 1 {
            return Ok(());
        }
        self.with_buffers(|_, buffers| {
            let mut rows = Rows::new(self.context, &self.shape, buffers.is_some());
            let send = if buffers.is_some() { rows.copy().cast_const() } else { self.send };
            // SAFETY: the caller's contribution or our copy of it.
            let prepared =
                preserving_fp_environment(|| unsafe { rows.repeat(self.comm, &self.shape, send) })?;
            Ok(prepared.then(|| Arc::new(rows)))
        })
        .map(|repeated| self.repeated = repeated)
    }

    /// Works with the reduction's fold, and with how its buffers lie if they are not contiguous.
    fn with_buffers<R>(&self, work: impl FnOnce(&dyn Fold, Option<&dyn Buffers>) -> R) -> R {
        self.reducer.with_fold(&self.context.library, self.comm, |fold| {
            let true_lb = fold.buffers().map_or(0, |buffers| buffers.span().start);
            let recv = self.receives().then_some(self.recv);
            let staged = Staged::needed(fold, true_lb, self.send, recv);
            let buffers = staged.as_ref().map(|staged| staged as &dyn Buffers).or(fold.buffers());
            work(fold, buffers)
        })
    }

    fn receives(&self) -> bool {
        self.shape.contributors() > 0 && self.shape.row() > 0
    }

    /// Starts everything that the other ranks need of this one.
    pub fn start(&self) -> Result<Started, Fault> {
        let (context, comm, shape) = (self.context, self.comm, &self.shape);
        let comparison = self.start_comparison()?;
        let environment = self.reducer.environment();
        self.with_buffers(|_, buffers| {
            let rows = match &self.repeated {
                Some(rows) => rows.clone(),
                None => Arc::new(Rows::new(context, shape, buffers.is_some())),
            };
            let mut send = self.send;
            if let Some(buffers) = buffers {
                let copy = rows.copy();
                // SAFETY: the caller's contribution, and memory for it.
                within(environment, || unsafe { buffers.load(send, copy, shape.count) })?;
                send = copy;
            }
            let folding = self.receives().then(|| Folding {
                reducer: self.reducer,
                comm,
                team: self.team(shape.contributors() * shape.row()),
                rank: shape.rank,
                contributors: shape.contributors(),
                own: send.wrapping_add(shape.start_of(shape.rank)),
                n: shape.block(shape.rank),
                size: shape.size,
                recv: self.recv,
            });
            // SAFETY: the contribution is the caller's until the request completes, and the rows
            // are kept with it.
            let pending =
                preserving_fp_environment(|| unsafe { rows.bring_together(comm, shape, send) })?;
            let held = Some(self.held.clone());
            Ok(Started { context, pending, comparison, rows: Some(rows), folding, _held: held })
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
}

/// A reduction that is under way.
pub struct Started {
    context: &'static Context,
    pending: Pending,
    comparison: Option<Comparison<'static>>,
    rows: Option<Arc<Rows>>,
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
        let (pending, comparison) = (Pending::of(&context.library, request), Some(comparison));
        Started { context, pending, comparison, rows: None, folding: None, _held: None }
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
        let (Some(folding), Some(rows)) = (&self.folding, &self.rows) else { return Ok(()) };
        let bytes = folding.n * folding.size;
        // SAFETY: all contributions are there.
        unsafe { folding.run(self.context, &|rank| rows.row(rank, bytes).cast_const()) }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        if !self.pending.is_done() {
            // MPI may still use them.
            std::mem::forget(self.rows.take());
        }
    }
}
