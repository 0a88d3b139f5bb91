//! Transports and messages with a clock.

use super::{Clocked, Part, Watch};
use crate::{node::Node, Cut, Destination, Messages, Pending, Transport};
use samebits_base::delegation::delegated;
use samebits_base::fault::{Fault, Outcome};
use samebits_fold::offload::Addends;
use std::task::Poll;

/// A transport whose calls are timed. [`Watch::time_rest`] covers direct access to shared memory.
pub struct Timed<'a> {
    inner: &'a dyn Transport,
    watch: &'a Watch,
    messages: Option<Clocked<'a, dyn Messages>>,
    results: Option<Clocked<'a, dyn Messages>>,
}

impl<'a> Timed<'a> {
    pub fn new(inner: &'a dyn Transport, watch: &'a Watch) -> Self {
        let messages = Clocked::maybe(inner.messages(), watch, Part::Communication);
        let results = Clocked::maybe(inner.results(), watch, Part::Gather);
        Timed { inner, watch, messages, results }
    }

    fn untimed<R>(&self, call: impl FnOnce(&'a dyn Transport) -> R) -> R {
        call(self.inner)
    }

    fn communicate<R>(&self, call: impl FnOnce(&dyn Transport) -> R) -> R {
        self.watch.time(Part::Communication, || call(self.inner))
    }

    fn gather<R>(&self, call: impl FnOnce(&dyn Transport) -> R) -> R {
        self.watch.time(Part::Gather, || call(self.inner))
    }
}

impl Transport for Timed<'_> {
    delegated! { untimed:
        fn rank(&self) -> usize;
        fn size(&self) -> usize;
        fn node(&self) -> Option<&dyn Node>;
    }

    fn messages(&self) -> Option<&dyn Messages> {
        self.messages.as_ref().map(|messages| messages as &dyn Messages)
    }

    fn results(&self) -> Option<&dyn Messages> {
        self.results.as_ref().map(|messages| messages as &dyn Messages)
    }

    delegated! { communicate:
        unsafe fn gather_rows(
            &self, to: Destination, send: *const u8, recv: *mut u8, count: usize
        ) -> Outcome;
        unsafe fn exchange_slices(&self, cut: Cut, send: *const u8, recv: *mut u8) -> Outcome;
        unsafe fn merge_bundles(&self, to: Destination, own: &[u8], merged: &mut [u8]) -> Outcome;
        unsafe fn merge_accumulators(
            &self, to: Destination, own: &[u8], merged: &mut [u8]
        ) -> Outcome;
        unsafe fn largest(&self, numbers: &mut [i32]) -> Outcome;
        unsafe fn sums(
            &self, to: Destination, kind: Addends, addends: &[u64], totals: &mut [u64]
        ) -> Outcome;
        unsafe fn exchange(&self, send: (*const u8, usize), recv: (*mut u8, usize)) -> Outcome;
    }

    delegated! { gather:
        unsafe fn gather_slices(
            &self, to: Destination, cut: Cut, send: *const u8, recv: *mut u8
        ) -> Outcome;
        unsafe fn exchange_results(
            &self, send: (*const u8, usize), recv: (*mut u8, usize)
        ) -> Outcome;
    }
}

impl Messages for Clocked<'_, dyn Messages> {
    delegated! { time:
        unsafe fn send(&self, to: usize, from: *const u8, bytes: usize) -> Result<Pending, Fault>;
        unsafe fn receive(
            &self, from: usize, into: *mut u8, limit: usize
        ) -> Result<Pending, Fault>;
    }

    delegated! { time:
        fn wait(&self, message: Pending) -> Result<usize, Fault>;
        fn poll(&self, message: &Pending) -> Poll<Result<usize, Fault>>;
    }
}
