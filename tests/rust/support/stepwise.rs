//! Schedules that are run step by step, as a request keeps them.

use samebits_base::fault::Outcome;
use samebits_schedule::{Later, Reduction, Transport};
use std::alloc::{alloc, dealloc, handle_alloc_error};
use std::future::Future;
use std::marker::PhantomData;
use std::mem::transmute;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// A schedule under way.
pub struct Kept<'a> {
    work: *mut dyn Future<Output = Outcome>,
    later: Later,
    /// What it borrows.
    borrowed: PhantomData<&'a ()>,
}

impl<'a> Kept<'a> {
    /// Puts it where it stays; it has not begun.
    ///
    /// # Safety
    /// As for `samebits_schedule::RunSchedule`.
    pub unsafe fn new(
        later: Later,
        transport: &'a dyn Transport,
        reduction: &'a Reduction<'a>,
        scratch: *mut u8,
    ) -> Kept<'a> {
        assert!(later.layout.size() > 0);
        // SAFETY: upheld by the caller; what it borrows outlives it.
        let work = unsafe {
            let memory = alloc(later.layout);
            if memory.is_null() {
                handle_alloc_error(later.layout);
            }
            let transport = transmute::<&'a dyn Transport, &'static dyn Transport>(transport);
            let reduction = transmute::<&'a Reduction<'a>, &'static Reduction<'static>>(reduction);
            (later.place)(memory, transport, reduction, scratch)
        };
        Kept { work, later, borrowed: PhantomData }
    }

    pub fn poll(&mut self) -> Poll<Outcome> {
        // SAFETY: it stays at its address until it is dropped.
        unsafe { Pin::new_unchecked(&mut *self.work) }.poll(&mut Context::from_waker(Waker::noop()))
    }
}

impl Drop for Kept<'_> {
    fn drop(&mut self) {
        // SAFETY: it was put into memory of that layout.
        unsafe {
            std::ptr::drop_in_place(self.work);
            dealloc(self.work.cast(), self.later.layout);
        }
    }
}
