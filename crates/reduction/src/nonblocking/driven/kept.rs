//! A reduction that is kept while the MPI library drives it: the schedule, which is suspended between
//! two polls, and all that it works with.
//!
//! Buffers that are no rows in host memory are staged whole: the contribution is loaded when the
//! reduction is started, the result stored when it is done. To the schedule they are rows.

use super::super::folding::store;
use super::super::held::Held;
use super::super::rows::Shape;
use super::driving::Driving;
use super::in_callers::InCallers;
use crate::context::Context;
use crate::decision::agree_later::Comparison;
use samebits_base::cache_line::{align, CACHE_LINE};
use samebits_base::delegation::delegated;
use samebits_base::fault::{Fault, Outcome};
use samebits_base::threads::Team;
use samebits_fold::offload::Offload;
use samebits_fold::vectors::Partials;
use samebits_fold::{Buffers, Builtin, Family, Fold, FoldTwo, Folded};
use samebits_kernel::fpenv::{within, Caller};
use samebits_mpi::elements::device::staged::Staged;
use samebits_mpi::memory::held::HeldMemory;
use samebits_mpi::progress::{Driven, DrivenMessages, Tag};
use samebits_schedule::{Later, MessagesAlone, Reduction};
use std::future::Future;
use std::pin::Pin;
use std::ptr::NonNull;
use std::sync::Arc;
use std::task::{ready, Context as Polling, Poll, Waker};

/// An arithmetic on rows, whatever the elements' gaps in the program's buffers.
struct OnRows(Builtin);

impl OnRows {
    fn as_fold<R>(&self, call: impl FnOnce(&dyn Fold) -> R) -> R {
        call(self.0.fold())
    }
}

impl Fold for OnRows {
    fn size(&self) -> usize {
        self.0.fold().size()
    }

    fn family(&self) -> Family {
        self.0.fold().family()
    }

    fn two(&self) -> Option<&dyn FoldTwo> {
        self.0.fold().two()
    }

    fn partials(&self) -> Option<&dyn Partials> {
        self.0.fold().partials()
    }

    fn offload(&self) -> Option<&dyn Offload> {
        self.0.fold().offload()
    }

    delegated! { as_fold:
        unsafe fn fold(&self, team: Team, rows: *mut u8, ranks: usize, n: usize) -> Folded;
    }
}

/// What a suspended schedule refers to, at one address.
struct Work {
    fold: OnRows,
    transport: MessagesAlone<InCallers>,
}

/// A schedule that is suspended, or has not begun.
type Suspended = NonNull<dyn Future<Output = Outcome>>;

pub struct Kept {
    context: &'static Context,
    /// What the program's call has started before, if the ranks' policies are not known to be the same.
    comparison: Option<Comparison<'static>>,
    /// A box; the schedule refers to what is in it and in the next one.
    work: NonNull<Work>,
    reduction: NonNull<Reduction<'static>>,
    /// None once it is done.
    schedule: Option<Suspended>,
    is_begun: bool,
    /// The staged vector, the scratch and the schedule.
    memory: Vec<u8>,
    /// Where the program's result goes, if it is not written there by the schedule.
    staged: Option<Stage>,
    _counted: HeldMemory,
    _held: Option<Arc<Held>>,
}

/// What is awaited before the schedule begins: that its tag is ready, and that the ranks' policies are the
/// same, if that is not known.
pub type Awaited = (Tag, Option<Comparison<'static>>);

/// What is reduced, and where the program has it.
pub struct Vector<'a> {
    pub shape: &'a Shape,
    pub send: *const u8,
    pub recv: *mut u8,
}

/// The vector as a row: the contribution, then the result.
struct Stage {
    row: *mut u8,
    recv: *mut u8,
    count: usize,
    /// Whether this rank gets a result.
    receives: bool,
}

// SAFETY: the buffers are the caller's until the request is complete, whichever thread drives it; nothing
// of a thread is kept from one poll to the next.
unsafe impl Send for Kept {}

impl Kept {
    /// A reduction that has not begun. The contribution is loaded if it is not contiguous, or on a device.
    pub fn new(
        context: &'static Context,
        driving: &Driving,
        awaited: Awaited,
        vector: &Vector<'_>,
        buffers: Option<&dyn Buffers>,
        held: Option<Arc<Held>>,
    ) -> Result<Kept, Fault> {
        let kept = Kept::with_memory(context, driving, awaited, vector, buffers.is_some(), held);
        if let (Some(buffers), Some(stage)) = (buffers, &kept.staged) {
            // SAFETY: the caller's contribution, and a row for it.
            within(driving.builtin.environment(), || unsafe {
                buffers.load(vector.send, stage.row, stage.count)
            })?;
        }
        Ok(kept)
    }

    fn with_memory(
        context: &'static Context,
        driving: &Driving,
        (tag, comparison): Awaited,
        vector: &Vector<'_>,
        is_staged: bool,
        held: Option<Arc<Held>>,
    ) -> Kept {
        let &Vector { shape: &Shape { rank, ranks, to, count, size, .. }, send, recv } = vector;
        let Later { layout, place } = driving.later;
        assert!(layout.align() <= CACHE_LINE, "a schedule needs no more");
        let row = if is_staged { (count * size).next_multiple_of(CACHE_LINE) } else { 0 };
        let scratch = driving.scratch.next_multiple_of(CACHE_LINE);
        let bytes = row + scratch + layout.size();
        let mut memory = context.scratch.take(bytes);
        let start = align(memory.as_mut_ptr());
        let staged =
            is_staged.then(|| Stage { row: start, recv, count, receives: to.reaches(rank) });
        let (send, recv) = match &staged {
            Some(stage) => (stage.row.cast_const(), stage.row),
            None => (send, recv),
        };
        let messages = DrivenMessages::new(&context.library, tag);
        let messages = InCallers { messages, caller: None.into() };
        let transport = MessagesAlone { rank, size: ranks, messages };
        let work = boxed(Work { fold: OnRows(driving.builtin), transport });
        // SAFETY: it lives until this is dropped, which drops the schedule first.
        let Work { fold, transport } = unsafe { work.as_ref() };
        let settings = driving.chosen.settings;
        let reduction = boxed(Reduction { send, recv, count, to, fold, settings });
        // SAFETY: what it works with stays there until it has been dropped; the buffers are as the MPI
        // standard demands, and the memory is as long and as aligned as it needs.
        let schedule = unsafe {
            let at = start.wrapping_add(row + scratch);
            place(at, transport, reduction.as_ref(), start.wrapping_add(row))
        };
        Kept {
            context,
            comparison,
            work,
            reduction,
            schedule: NonNull::new(schedule),
            is_begun: false,
            memory,
            staged,
            _counted: HeldMemory::new(bytes),
            _held: held,
        }
    }

    fn work(&self) -> &Work {
        // SAFETY: a box of this, never changed.
        unsafe { self.work.as_ref() }
    }

    /// Whether the schedule may begin: it depends on the policies, and needs a communicator.
    fn may_begin(&mut self) -> Result<bool, Fault> {
        if let Some(comparison) = &self.comparison {
            if !comparison.test_meanwhile(self.context)? {
                return Ok(false);
            }
            self.comparison = None;
        }
        self.messages().tag().is_ready()
    }

    /// Stores what the schedule has left in the staged row.
    fn deliver(&self) -> Outcome {
        let Some(stage) = self.staged.as_ref().filter(|stage| stage.receives) else {
            return Ok(());
        };
        let &Stage { row, recv, count, .. } = stage;
        let OnRows(builtin) = &self.work().fold;
        let fold: &dyn Fold = builtin.fold();
        let true_lb = fold.buffers().map_or(0, |buffers| buffers.span().start);
        let staged = Staged::needed(fold, true_lb, recv, Some(recv), count);
        let buffers = staged.as_ref().map(|staged| staged as &dyn Buffers).or(fold.buffers());
        // SAFETY: the row holds the result, and the caller's buffer has room for it.
        unsafe { store(buffers, row, recv, fold.size(), (0, count)) }
    }
}

impl Driven for Kept {
    fn poll(&mut self) -> Poll<Outcome> {
        if !self.is_begun {
            let messages = self.messages();
            messages.poll_always(true);
            match self.may_begin() {
                Ok(true) => {}
                Ok(false) => return Poll::Pending,
                Err(fault) => return Poll::Ready(Err(fault)),
            }
            self.messages().poll_always(false);
            self.is_begun = true;
        }
        let Some(mut schedule) = self.schedule else { return Poll::Ready(Ok(())) };
        let environment = self.work().fold.0.environment();
        self.work().transport.messages.caller.set(Some(Caller::before(environment)));
        let polled = within(environment, || {
            // SAFETY: this alone has it, and it is not moved until it is dropped.
            let schedule = unsafe { Pin::new_unchecked(schedule.as_mut()) };
            schedule.poll(&mut Polling::from_waker(Waker::noop()))
        });
        self.work().transport.messages.caller.set(None);
        let done = ready!(polled);
        self.schedule = None;
        // SAFETY: it was placed there, and is done.
        unsafe { schedule.drop_in_place() };
        Poll::Ready(done.and_then(|()| within(environment, || self.deliver())))
    }

    fn messages(&self) -> &DrivenMessages {
        &self.work().transport.messages.messages
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if self.is_begun && self.schedule.is_some() {
            // The MPI library may still use its memory.
            std::mem::forget(std::mem::take(&mut self.memory));
            return;
        }
        if let Some(schedule) = self.schedule.take() {
            // SAFETY: it was placed there, and has not begun.
            unsafe { schedule.drop_in_place() };
        }
        // SAFETY: two boxes, to which nothing refers any more.
        unsafe {
            drop(Box::from_raw(self.reduction.as_ptr()));
            drop(Box::from_raw(self.work.as_ptr()));
        }
        self.context.scratch.put(std::mem::take(&mut self.memory));
    }
}

/// A box that something else refers to: it is to be freed by its address.
fn boxed<T>(value: T) -> NonNull<T> {
    NonNull::from(Box::leak(Box::new(value)))
}
