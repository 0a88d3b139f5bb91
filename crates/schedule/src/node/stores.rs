//! How a rank writes the blocks of a reduction to shared memory: by the stores that the user names,
//! or by those that have taken the least time ([`super::trials`]).
//!
//! What is timed is a block's writing, until all of it has left the core, and its folding, which
//! reads what others have written in the same way: what one kind saves the writer it may cost the
//! reader. Waiting for others is no part of it, so it does not matter who comes first. In `flat`
//! with a root or prefixes, where some only write and others only read, nothing is tried; what is
//! known from other calls is used.
//!
//! Always ordinary: vectors of less than [`LEAST`] bytes; where
//! ranks outnumber cores, since they share a cache and are interrupted all the time; what a fold
//! writes in place, in `halves`, `slices` and `leader`; and the contributions of `leader` and
//! `rows`, which go on to other nodes, or are short.

use super::segment::Segment;
use super::trials::{SizeClass, LEAST};
use super::view::Node;
use crate::prelude::*;
use samebits_kernel::stores::Stores;
use std::cell::Cell;
use std::sync::atomic::{fence, Ordering};
use std::time::{Duration, Instant};

/// A block that is being written.
#[must_use]
pub(super) struct Write<'a> {
    stores: Stores,
    /// Since when, if it is timed, and where its time goes.
    timed: Option<(Instant, &'a Cell<Option<Duration>>)>,
}

impl Write<'_> {
    /// Copies bytes, unless they are there already.
    ///
    /// # Safety
    /// There are as many in both places, which are the same or do not overlap.
    #[inline]
    pub unsafe fn copy(&self, from: *const u8, to: *mut u8, bytes: usize) {
        // SAFETY: upheld by the caller.
        unsafe {
            if self.stores == Stores::Ordinary {
                std::ptr::copy(from, to, bytes);
            } else if !std::ptr::eq(from, to) {
                self.stores.copy(from, to, bytes);
            }
        }
    }

    /// Publishes what has been copied.
    #[inline]
    pub fn publish(self, segment: &Segment, sequence: u64) {
        self.stores.fence();
        if let Some((since, time)) = self.timed {
            // Stores may still be on their way to the cache, at the expense of what comes next.
            fence(Ordering::SeqCst);
            time.set(Some(since.elapsed()));
        }
        segment.publish(sequence);
    }
}

/// How the blocks of one reduction are written.
pub(super) struct Writer<'a> {
    stores: Stores,
    trial: Option<StoresTrial<'a>>,
}

/// Some of the reduction's blocks may be in a trial.
struct StoresTrial<'a> {
    class: &'a SizeClass,
    /// The number of block 0 in its class.
    first: u64,
    /// Bytes of a block: the last one may be shorter, and is not comparable.
    whole: usize,
    /// The time of block k so far, if it is timed; k + 1 is written before k is read.
    times: [Cell<Option<Duration>>; 2],
}

impl<'a> Writer<'a> {
    /// For a reduction of `blocks` blocks, the first of `whole` bytes; `alike` if every rank writes
    /// each block and reads it.
    pub fn begin(
        node: &'a dyn Node,
        reduction: &Reduction<'_>,
        blocks: u64,
        whole: usize,
        alike: bool,
    ) -> Writer<'a> {
        const ORDINARY: Writer<'_> = Writer { stores: Stores::Ordinary, trial: None };
        let bytes = reduction.count.saturating_mul(reduction.fold.size());
        if bytes < LEAST {
            return ORDINARY;
        }
        if let Some(stores) = reduction.settings.stores {
            return Writer { stores, trial: None };
        }
        let trials = node.segment().trials().filter(|_| !node.is_oversubscribed());
        let Some(trials) = trials else { return ORDINARY };
        let class = trials.class(bytes);
        let first = if alike { class.begin(blocks) } else { None };
        let times = [const { Cell::new(None) }; 2];
        let trial = first.map(|first| StoresTrial { class, first, whole, times });
        Writer { stores: class.chosen(), trial }
    }

    /// Begins to write block k: each once, one after the other.
    #[inline]
    pub fn write(&self, k: u64) -> Write<'_> {
        let Some(trial) = &self.trial else { return Write { stores: self.stores, timed: None } };
        let (stores, is_timed) = trial.class.turn(trial.first + k);
        let time = &trial.times[k as usize % 2];
        time.set(None);
        Write { stores, timed: is_timed.then(|| (Instant::now(), time)) }
    }

    /// Reads block k, of `bytes` bytes, before block k + 2 is written.
    #[inline]
    pub fn read<T>(&self, k: u64, bytes: usize, fold: impl FnOnce() -> T) -> T {
        let Some(trial) = &self.trial else { return fold() };
        let Some(written) = trial.times[k as usize % 2].take() else { return fold() };
        let since = Instant::now();
        let folded = fold();
        if bytes == trial.whole {
            trial.class.record(trial.first + k, written + since.elapsed(), bytes);
        }
        folded
    }
}
