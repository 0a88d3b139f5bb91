//! The trace (`SAMEBITS_TRACE`): what a rank reduced, in which order, digested, so that two runs
//! can be compared. [`format`] is the format of its files, which docs/trace.md specifies; [`read`]
//! reads them, [`file`] writes them, so that what was written is there however the process ends.
//! [`recorder`] is what a rank records, [`digest`] how buffers are digested, [`caller`] where a call
//! came from.

use std::sync::atomic::{AtomicBool, Ordering};

static ON: AtomicBool = AtomicBool::new(false);

/// Whether this process has a trace.
#[inline]
pub fn is_on() -> bool {
    ON.load(Ordering::Relaxed)
}

/// It has one from now on.
pub fn turn_on() {
    ON.store(true, Ordering::Relaxed);
}

pub mod caller;
pub mod digest;
pub mod file;
pub mod format;
pub mod intervals;
mod known;
pub mod read;
pub mod recorder;
