//! Communicators of ours that nobody uses any more. They are freed at once, but by whoever the progress
//! engine of the MPI library has called: then by a later call.

use super::inside::is_inside;
use crate::abi::family::HandleSlot;
use libc::{c_int, c_void};
use samebits_base::lock::lock;
use samebits_base::stack::with_room;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// MPI_Comm_free.
type Free = unsafe extern "C-unwind" fn(*mut c_void) -> c_int;

/// Those that are freed later, and how many they are.
static LATER: Mutex<Vec<(HandleSlot, Free)>> = Mutex::new(Vec::new());
static NUMBER: AtomicUsize = AtomicUsize::new(0);

/// Frees a communicator of ours on which every message is complete, once.
pub(crate) fn release(comm: HandleSlot, function: Free) {
    match is_inside() {
        false => free(comm, function),
        true => {
            NUMBER.fetch_add(1, Ordering::Relaxed);
            lock(&LATER).push((comm, function));
        }
    }
}

/// Frees those that were to be freed later. Not to be called inside.
pub(crate) fn free_released() {
    if NUMBER.load(Ordering::Relaxed) != 0 {
        let later = std::mem::take(&mut *lock(&LATER));
        NUMBER.fetch_sub(later.len(), Ordering::Relaxed);
        later.into_iter().for_each(|(comm, function)| free(comm, function));
    }
}

fn free(mut comm: HandleSlot, function: Free) {
    // SAFETY: upheld by whoever has released it.
    with_room(|| unsafe { function(comm.place()) });
}
