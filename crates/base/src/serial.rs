//! Locks and counts for what MPI calls alone work with. Where the program calls MPI from one thread at
//! a time, as at every level below MPI_THREAD_MULTIPLE, neither takes an atomic exchange: that would
//! wait until all that was stored before has reached the other cores, and so would everything after
//! it, up to the look at what another rank has written.

pub use crate::lock::Guard;
use std::cell::UnsafeCell;
use std::sync::atomic::{compiler_fence, AtomicBool, AtomicU64, Ordering};

/// Whether no two threads are in calls at one time.
static SERIAL: AtomicBool = AtomicBool::new(false);

/// From now on one thread at a time is in a call; this one now.
pub fn begin() {
    SERIAL.store(barrier(QUERY) & GLOBAL != 0, Ordering::SeqCst);
}

/// From now on several threads may be in calls, and one may be in a call already.
pub fn end() {
    end_of(&SERIAL);
}

fn end_of(serial: &AtomicBool) {
    if serial.swap(false, Ordering::SeqCst) {
        // What the other thread does from here on, it does knowing that; what it has done, all see.
        barrier(GLOBAL);
    }
}

/// Commands of membarrier(2): which ones there are, and a barrier in all threads that run.
const QUERY: libc::c_long = 0;
const GLOBAL: libc::c_long = 1;

fn barrier(command: libc::c_long) -> libc::c_long {
    // SAFETY: a system call without addresses.
    let known = unsafe { libc::syscall(libc::SYS_membarrier, command, 0) };
    known.max(0)
}

/// A lock for what takes a moment.
#[derive(Debug, Default)]
pub struct Serial<T> {
    /// Held by the one thread that is in a call,
    alone: AtomicBool,
    /// or by one of several.
    among_several: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: one thread at a time has a guard, and with it the value.
unsafe impl<T: Send> Sync for Serial<T> {}

impl<T> Serial<T> {
    pub const fn new(value: T) -> Serial<T> {
        let (alone, among_several) = (AtomicBool::new(false), AtomicBool::new(false));
        Serial { alone, among_several, value: UnsafeCell::new(value) }
    }

    #[inline]
    pub fn lock(&self) -> Guard<'_, T> {
        self.lock_in(&SERIAL)
    }

    #[inline]
    fn lock_in(&self, serial: &AtomicBool) -> Guard<'_, T> {
        let alone = serial.load(Ordering::Relaxed) && self.lock_alone(serial);
        if !alone {
            self.lock_among_several();
        }
        let held = if alone { &self.alone } else { &self.among_several };
        Guard { held, value: &self.value }
    }

    #[inline]
    fn lock_alone(&self, serial: &AtomicBool) -> bool {
        while self.alone.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        self.alone.store(true, Ordering::Relaxed);
        // If this thread sees no end, the barrier in [`end`] comes after its store, which all see then.
        compiler_fence(Ordering::SeqCst);
        let still = serial.load(Ordering::Relaxed);
        if !still {
            self.alone.store(false, Ordering::Release);
        }
        still
    }

    /// (A thread that waits yields its core.)
    #[inline(never)]
    fn lock_among_several(&self) {
        while self.among_several.swap(true, Ordering::Acquire) {
            std::thread::yield_now();
        }
        while self.alone.load(Ordering::Acquire) {
            std::thread::yield_now();
        }
    }
}

/// A number of calls.
#[derive(Debug, Default)]
pub struct Count {
    alone: AtomicU64,
    among_several: AtomicU64,
}

impl Count {
    pub const fn new() -> Count {
        Count { alone: AtomicU64::new(0), among_several: AtomicU64::new(0) }
    }

    #[inline]
    pub fn add_one(&self) {
        match SERIAL.load(Ordering::Relaxed) {
            true => {
                let before = self.alone.load(Ordering::Relaxed);
                self.alone.store(before + 1, Ordering::Relaxed);
            }
            false => drop(self.among_several.fetch_add(1, Ordering::Relaxed)),
        }
    }

    pub fn get(&self) -> u64 {
        self.alone.load(Ordering::Relaxed) + self.among_several.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two numbers that are always equal when somebody looks.
    fn add(sum: &mut (u64, u64)) {
        assert_eq!(sum.0, sum.1);
        sum.0 += 1;
        std::hint::spin_loop();
        sum.1 += 1;
    }

    #[test]
    fn one_thread_at_a_time_has_the_value() {
        let (serial, sum) = (AtomicBool::new(false), Serial::new((0, 0)));
        let work = || (0..1000).for_each(|_| add(&mut sum.lock_in(&serial)));
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
        assert_eq!(*sum.lock_in(&serial), (4000, 4000));
    }

    /// One thread is in calls all the time, and others come.
    #[test]
    fn one_thread_has_the_value_while_others_come() {
        let rounds = if cfg!(miri) { 0 } else { 50 };
        for _ in 0..rounds {
            let (serial, sum) = (AtomicBool::new(true), Serial::new((0, 0)));
            let work = || (0..20_000).for_each(|_| add(&mut sum.lock_in(&serial)));
            std::thread::scope(|scope| {
                scope.spawn(work);
                std::thread::yield_now();
                end_of(&serial);
                (0..2).for_each(|_| drop(scope.spawn(work)));
            });
            assert_eq!(*sum.lock_in(&serial), (60_000, 60_000));
        }
    }

    #[test]
    fn a_panic_opens_the_lock() {
        for serial in [false, true].map(AtomicBool::new) {
            let value = Serial::new(1);
            let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let _held = value.lock_in(&serial);
                panic!("while it is locked");
            }));
            assert!(panicked.is_err() && *value.lock_in(&serial) == 1);
        }
    }

    #[test]
    fn calls_of_all_threads_are_counted() {
        let count = Count::new();
        let add = || (0..1000).for_each(|_| count.add_one());
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(add))));
        assert_eq!(count.get(), 4000);
    }
}
