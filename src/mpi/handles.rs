//! Whether a handle still means what it did: MPI libraries give the handle of what is freed to
//! what is made next.

use std::sync::atomic::{AtomicU64, Ordering};

/// How often something has gone, or changed, of which we keep what we know by its handle.
static STATE: AtomicU64 = AtomicU64::new(0);

/// A number that changes where what was learnt of a handle before may not be so any more: a
/// communicator or a datatype has gone, or a communicator was chosen for.
#[inline]
pub fn state() -> u64 {
    STATE.load(Ordering::Acquire)
}

/// What was learnt before may not be so any more.
pub(super) fn changed() {
    STATE.fetch_add(1, Ordering::Release);
}
