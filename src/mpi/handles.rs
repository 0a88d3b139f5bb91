//! Whether a handle still means what it did: MPI libraries give the handle of what is freed to
//! what is made next.

use std::sync::atomic::{AtomicU64, Ordering};

/// How often something has gone, or changed, of which we keep what we know by its handle.
static STATE: AtomicU64 = AtomicU64::new(0);

/// A counter that grows whenever what is cached by handle may be stale: a communicator or datatype
/// was freed, or a communicator's settings changed.
#[inline]
pub fn state() -> u64 {
    STATE.load(Ordering::Acquire)
}

/// Invalidates what is cached by handle.
pub(super) fn changed() {
    STATE.fetch_add(1, Ordering::Release);
}
