//! Locks that stay usable after a panic: what they guard is changed by whole steps,
//! and the panic ends the job in its own words.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks the mutex.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
