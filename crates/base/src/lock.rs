//! Locks that stay usable after a panic, as what they guard is never left half changed.

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A lock for what takes a moment: opening it is a store, where a [`Mutex`] has to look for others who
/// wait, which takes as long as everything else. A thread that waits yields its core.
#[derive(Debug)]
pub struct Brief<T> {
    held: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: one thread at a time has a guard, and with it the value.
unsafe impl<T: Send> Sync for Brief<T> {}

impl<T: Default> Default for Brief<T> {
    fn default() -> Brief<T> {
        Brief::new(T::default())
    }
}

impl<T> Brief<T> {
    pub const fn new(value: T) -> Brief<T> {
        Brief { held: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }

    /// None if somebody has it, maybe this thread itself.
    #[inline]
    pub fn try_lock(&self) -> Option<Guard<'_, T>> {
        let free = !self.held.swap(true, Ordering::Acquire);
        free.then(|| Guard { held: &self.held, value: &self.value })
    }

    #[inline]
    pub fn lock(&self) -> Guard<'_, T> {
        if self.held.swap(true, Ordering::Acquire) {
            self.wait();
        }
        Guard { held: &self.held, value: &self.value }
    }

    #[cold]
    fn wait(&self) {
        loop {
            while self.held.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            if !self.held.swap(true, Ordering::Acquire) {
                return;
            }
        }
    }
}

/// The value behind a lock, while nobody else has it.
pub struct Guard<'a, T> {
    /// What says that the lock is taken.
    pub(crate) held: &'a AtomicBool,
    pub(crate) value: &'a UnsafeCell<T>,
}

impl<T> Deref for Guard<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: this thread has locked it.
        unsafe { &*self.value.get() }
    }
}

impl<T> DerefMut for Guard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: likewise, and there is one guard.
        unsafe { &mut *self.value.get() }
    }
}

impl<T> Drop for Guard<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.held.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_at_a_time_has_the_value() {
        let sum = Brief::new((0u64, 0u64));
        let add = || {
            for _ in 0..1000 {
                let mut sum = sum.lock();
                let sum = &mut *sum;
                assert_eq!(sum.0, sum.1);
                sum.0 += 1;
                sum.1 += 1;
            }
        };
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(add))));
        assert_eq!(*sum.lock(), (4000, 4000));
    }

    #[test]
    fn who_only_tries_gets_it_once() {
        let value = Brief::new(1);
        let first = value.try_lock();
        assert!(first.is_some() && value.try_lock().is_none());
        drop(first);
        assert!(value.try_lock().is_some_and(|value| *value == 1) && *value.lock() == 1);
    }

    #[test]
    fn a_panic_opens_the_lock() {
        let value = Brief::new(1);
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _held = value.lock();
            panic!("while it is locked");
        }));
        assert!(panicked.is_err() && *value.lock() == 1);
    }
}
