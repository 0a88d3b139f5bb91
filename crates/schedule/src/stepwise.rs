//! A schedule is written once, as a coroutine, and runs in two modes. In a blocking call it waits
//! for its messages where it stands, so it is done after one poll: it is compiled for that
//! separately, and then it is a function. Step by step it looks whether a message has come, and
//! returns if not; whoever makes progress polls it again. Nobody is woken.
//!
//! Cost: in a blocking call, a few instructions for each `async fn` inside another that is called
//! from several places, whose variables lie in memory; the less they are nested the better. Kept for
//! later, a schedule takes as much memory as all that it has in scope while it waits.

use super::messages::{Messages, Pending};
use super::reduction::Reduction;
use super::row::Later;
use super::transport::Transport;
use samebits_base::fault::{Fault, Outcome};
use std::alloc::Layout;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::{pin, Pin};
use std::task::{Context, Poll, Waker};

/// Whether a schedule waits for its messages or is suspended.
pub(super) trait Mode: 'static {
    const SUSPENDS: bool;
}

pub(super) struct Blocking;

impl Mode for Blocking {
    const SUSPENDS: bool = false;
}

pub(super) struct Stepwise;

impl Mode for Stepwise {
    const SUSPENDS: bool = true;
}

/// What a schedule does.
pub(super) trait Body: 'static {
    /// Runs it on this rank.
    ///
    /// # Safety
    /// As for [`super::row::RunSchedule`], until the future is done or dropped.
    async unsafe fn work<M: Mode>(
        transport: &dyn Transport,
        reduction: &Reduction<'_>,
        scratch: *mut u8,
    ) -> Outcome;
}

/// A row's `run`.
///
/// # Safety
/// As for [`super::row::RunSchedule`].
pub(super) unsafe fn run<B: Body>(
    transport: &dyn Transport,
    reduction: &Reduction<'_>,
    scratch: *mut u8,
) -> Outcome {
    // SAFETY: upheld by the caller.
    at_once(unsafe { B::work::<Blocking>(transport, reduction, scratch) })
}

/// A row's `later`.
pub(super) const fn later<B: Body>() -> Later {
    let work = B::work::<Stepwise> as unsafe fn(_, _, _) -> _;
    Later { layout: layout_of(&work), place: place::<B> }
}

/// Of what such a function returns, which has no name.
const fn layout_of<F>(
    _: &unsafe fn(&'static dyn Transport, &'static Reduction<'static>, *mut u8) -> F,
) -> Layout {
    Layout::new::<F>()
}

unsafe fn place<B: Body>(
    at: *mut u8,
    transport: &'static dyn Transport,
    reduction: &'static Reduction<'static>,
    scratch: *mut u8,
) -> *mut dyn Future<Output = Outcome> {
    // SAFETY: upheld by the caller; the memory is as `later` says.
    unsafe { put(at, B::work::<Stepwise>(transport, reduction, scratch)) }
}

unsafe fn put<F: Future<Output = Outcome> + 'static>(
    at: *mut u8,
    future: F,
) -> *mut dyn Future<Output = Outcome> {
    let at = at.cast::<F>();
    // SAFETY: upheld by the caller.
    unsafe { at.write(future) };
    at
}

/// The result of what does not suspend.
#[inline]
pub(super) fn at_once<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => suspended(),
    }
}

#[cold]
fn suspended() -> ! {
    unreachable!("a schedule in a blocking call waits")
}

/// A message on its way.
pub(super) struct Arrival<'a, M> {
    messages: &'a dyn Messages,
    message: Pending,
    mode: PhantomData<M>,
}

/// Waits for a message, as [`Messages::wait`] or by [`Messages::poll`].
#[inline]
pub(super) fn wait<M: Mode>(messages: &dyn Messages, message: Pending) -> Arrival<'_, M> {
    Arrival { messages, message, mode: PhantomData }
}

impl<M: Mode> Future for Arrival<'_, M> {
    type Output = Result<usize, Fault>;

    #[inline]
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        let Arrival { messages, message, .. } = &*self;
        match M::SUSPENDS {
            true => messages.poll(message),
            false => Poll::Ready(messages.wait(Pending(message.0))),
        }
    }
}
