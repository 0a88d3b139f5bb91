//! How much memory nonblocking and persistent reductions hold on this process, for the report: only
//! the process knows all of them.

use std::sync::atomic::{AtomicUsize, Ordering};

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

/// Bytes that count while this lives.
#[derive(Debug)]
pub struct HeldMemory(usize);

impl HeldMemory {
    pub fn new(bytes: usize) -> HeldMemory {
        let now = NOW.fetch_add(bytes, Ordering::Relaxed) + bytes;
        MOST.fetch_max(now, Ordering::Relaxed);
        HeldMemory(bytes)
    }

    /// The most bytes at one time.
    pub fn most() -> usize {
        MOST.load(Ordering::Relaxed)
    }
}

impl Drop for HeldMemory {
    fn drop(&mut self) {
        NOW.fetch_sub(self.0, Ordering::Relaxed);
    }
}
