//! What is freed when nobody uses it any more, at once, but by whoever the progress engine of the MPI
//! library has called: then by a later call, since the library may call the program for it.

use super::inside::is_inside;
use crate::abi::family::HandleSlot;
use libc::{c_int, c_void};
use samebits_base::lock::lock;
use samebits_base::stack::with_room;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

type Work = Box<dyn FnOnce() + Send>;

/// What is to be done later, and how much that is.
static LATER: Mutex<Vec<Work>> = Mutex::new(Vec::new());
static NUMBER: AtomicUsize = AtomicUsize::new(0);

/// Frees something, now or later.
pub fn release(free: impl FnOnce() + Send + 'static) {
    match is_inside() {
        false => free(),
        true => {
            NUMBER.fetch_add(1, Ordering::Relaxed);
            lock(&LATER).push(Box::new(free));
        }
    }
}

/// Frees what was to be freed later. Not to be called inside.
pub(crate) fn free_released() {
    if NUMBER.load(Ordering::Relaxed) != 0 {
        let later = std::mem::take(&mut *lock(&LATER));
        NUMBER.fetch_sub(later.len(), Ordering::Relaxed);
        later.into_iter().for_each(|free| free());
    }
}

/// MPI_Comm_free.
type Free = unsafe extern "C-unwind" fn(*mut c_void) -> c_int;

/// Frees a communicator of ours on which every message is complete, once.
pub(crate) fn release_communicator(mut comm: HandleSlot, function: Free) {
    release(move || {
        // SAFETY: upheld by the caller.
        with_room(|| unsafe { function(comm.place()) });
    });
}
