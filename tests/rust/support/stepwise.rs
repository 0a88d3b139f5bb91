//! Schedules that are run step by step, as a request keeps them.

use samebits_base::fault::{Fault, Outcome};
use samebits_fold::offload::Addends;
use samebits_schedule::{Cut, Destination, Later, Messages, Reduction, Transport};
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

/// Ranks that have messages alone.
pub struct MessagesAlone<'a> {
    pub rank: usize,
    pub size: usize,
    pub messages: &'a dyn Messages,
}

const NONE: &str = "there are no collectives step by step";

impl Transport for MessagesAlone<'_> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn messages(&self) -> Option<&dyn Messages> {
        Some(self.messages)
    }

    unsafe fn gather_rows(
        &self,
        _: Destination,
        _: *const u8,
        _: *mut u8,
        _: usize,
    ) -> Result<(), Fault> {
        unreachable!("{NONE}")
    }

    unsafe fn exchange_slices(&self, _: Cut, _: *const u8, _: *mut u8) -> Result<(), Fault> {
        unreachable!("{NONE}")
    }

    unsafe fn gather_slices(
        &self,
        _: Destination,
        _: Cut,
        _: *const u8,
        _: *mut u8,
    ) -> Result<(), Fault> {
        unreachable!("{NONE}")
    }

    unsafe fn merge_bundles(&self, _: Destination, _: &[u8], _: &mut [u8]) -> Result<(), Fault> {
        unreachable!("{NONE}")
    }

    unsafe fn merge_accumulators(
        &self,
        _: Destination,
        _: &[u8],
        _: &mut [u8],
    ) -> Result<(), Fault> {
        unreachable!("{NONE}")
    }

    unsafe fn largest(&self, _: &mut [i32]) -> Result<(), Fault> {
        unreachable!("{NONE}")
    }

    unsafe fn sums(
        &self,
        _: Destination,
        _: Addends,
        _: &[u64],
        _: &mut [u64],
    ) -> Result<(), Fault> {
        unreachable!("{NONE}")
    }

    unsafe fn exchange(&self, _: (*const u8, usize), _: (*mut u8, usize)) -> Result<(), Fault> {
        unreachable!("{NONE}")
    }
}
