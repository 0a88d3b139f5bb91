//! Transports and messages with a clock.

use super::{Part, Watch};
use crate::arithmetic::{offload::Addends, Fault};
use crate::schedule::{node::Node, Cut, Destination, Messages, Pending, Transport};

/// A transport whose calls are timed. [`Watch::time_rest`] covers direct access to shared memory.
pub struct Timed<'a> {
    inner: &'a dyn Transport,
    watch: &'a Watch,
    messages: Option<TimedMessages<'a>>,
    results: Option<TimedMessages<'a>>,
}

impl<'a> Timed<'a> {
    pub fn new(inner: &'a dyn Transport, watch: &'a Watch) -> Self {
        let timed = |inner, part| TimedMessages { inner, watch, part };
        let messages = inner.messages().map(|messages| timed(messages, Part::Communication));
        let results = inner.results().map(|messages| timed(messages, Part::Gather));
        Timed { inner, watch, messages, results }
    }

    fn communicate<R>(&self, call: impl FnOnce(&dyn Transport) -> R) -> R {
        self.watch.time(Part::Communication, || call(self.inner))
    }

    fn gather<R>(&self, call: impl FnOnce(&dyn Transport) -> R) -> R {
        self.watch.time(Part::Gather, || call(self.inner))
    }
}

impl Transport for Timed<'_> {
    fn rank(&self) -> usize {
        self.inner.rank()
    }

    fn size(&self) -> usize {
        self.inner.size()
    }

    unsafe fn gather_rows(
        &self,
        to: Destination,
        send: *const u8,
        recv: *mut u8,
        count: usize,
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        self.communicate(|inner| unsafe { inner.gather_rows(to, send, recv, count) })
    }

    unsafe fn exchange_slices(
        &self,
        cut: Cut,
        send: *const u8,
        recv: *mut u8,
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        self.communicate(|inner| unsafe { inner.exchange_slices(cut, send, recv) })
    }

    unsafe fn gather_slices(
        &self,
        to: Destination,
        cut: Cut,
        send: *const u8,
        recv: *mut u8,
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        self.gather(|inner| unsafe { inner.gather_slices(to, cut, send, recv) })
    }

    unsafe fn merge_bundles(
        &self,
        to: Destination,
        own: &[u8],
        merged: &mut [u8],
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        self.communicate(|inner| unsafe { inner.merge_bundles(to, own, merged) })
    }

    unsafe fn merge_accumulators(
        &self,
        to: Destination,
        own: &[u8],
        merged: &mut [u8],
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        self.communicate(|inner| unsafe { inner.merge_accumulators(to, own, merged) })
    }

    unsafe fn largest(&self, numbers: &mut [i32]) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        self.communicate(|inner| unsafe { inner.largest(numbers) })
    }

    unsafe fn sums(
        &self,
        to: Destination,
        kind: Addends,
        addends: &[u64],
        totals: &mut [u64],
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        self.communicate(|inner| unsafe { inner.sums(to, kind, addends, totals) })
    }

    fn messages(&self) -> Option<&dyn Messages> {
        self.messages.as_ref().map(|messages| messages as &dyn Messages)
    }

    fn results(&self) -> Option<&dyn Messages> {
        self.results.as_ref().map(|messages| messages as &dyn Messages)
    }

    fn node(&self) -> Option<&dyn Node> {
        self.inner.node()
    }

    unsafe fn exchange(
        &self,
        send: *const u8,
        send_count: usize,
        recv: *mut u8,
        recv_count: usize,
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        self.communicate(|inner| unsafe { inner.exchange(send, send_count, recv, recv_count) })
    }

    unsafe fn exchange_results(
        &self,
        send: *const u8,
        send_count: usize,
        recv: *mut u8,
        recv_count: usize,
    ) -> Result<(), Fault> {
        // SAFETY: upheld by the caller.
        self.gather(|inner| unsafe { inner.exchange_results(send, send_count, recv, recv_count) })
    }
}

struct TimedMessages<'a> {
    inner: &'a dyn Messages,
    watch: &'a Watch,
    part: Part,
}

impl Messages for TimedMessages<'_> {
    unsafe fn send(&self, to: usize, from: *const u8, bytes: usize) -> Result<Pending, Fault> {
        // SAFETY: upheld by the caller.
        self.watch.time(self.part, || unsafe { self.inner.send(to, from, bytes) })
    }

    unsafe fn receive(&self, from: usize, into: *mut u8, most: usize) -> Result<Pending, Fault> {
        // SAFETY: upheld by the caller.
        self.watch.time(self.part, || unsafe { self.inner.receive(from, into, most) })
    }

    fn wait(&self, message: Pending) -> Result<usize, Fault> {
        self.watch.time(self.part, || self.inner.wait(message))
    }
}
