//! Work divided among threads of this process.
//!
//! Threads are started for one operation and end with it, so that the program can fork, change its
//! affinity or be checkpointed in between. They run where the calling thread may run, and take none
//! of the program's signals.
//!
//! Cost: 15 to 40 µs for each thread that is started.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{scope, Builder};

/// The minimum of bytes for each thread in the cheapest operations: with less, two threads were
/// slower than one (`make bench-threads`).
pub const MIN_BYTES_PER_THREAD: usize = 2 << 20;

/// The maximum factor of [`Team::at`].
const MAX_TIMES: usize = 8;

/// With fewer bytes a second thread is never profitable.
pub const MIN_PARALLEL_BYTES: usize = 2 * MIN_BYTES_PER_THREAD / MAX_TIMES;

/// The threads that may work on one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Team {
    /// The maximum number, with the calling one.
    pub threads: usize,
    /// The minimum of bytes for each: [`MIN_BYTES_PER_THREAD`] where it has to save time.
    pub worth: usize,
}

impl Team {
    /// The calling thread only.
    pub const ALONE: Team = Team { threads: 1, worth: MIN_BYTES_PER_THREAD };

    pub fn of(threads: usize) -> Team {
        Team { threads, worth: MIN_BYTES_PER_THREAD }
    }

    /// A parallel path, if there are several threads and there is such a path.
    #[inline]
    pub fn of_several<T>(self, path: impl FnOnce() -> Option<T>) -> Option<T> {
        (self.threads > 1).then(path).flatten()
    }

    /// For an operation that takes `times` as long for each byte as the cheapest ones, 8 at most.
    #[inline]
    pub fn at(self, times: usize) -> Team {
        debug_assert!((1..=MAX_TIMES).contains(&times));
        Team { worth: (self.worth / times).max(1), ..self }
    }

    /// How many threads work on that many bytes.
    #[inline]
    pub fn on(self, bytes: usize) -> usize {
        match self.threads {
            0 | 1 => 1,
            threads => threads.min(bytes / self.worth).max(1),
        }
    }
}

/// Calls `work` for each number below `pieces`, in any order, from this thread and up to
/// `threads` - 1 others: fewer if the system has no more threads.
pub fn parallel_for(threads: usize, pieces: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let run = || loop {
        let piece = next.fetch_add(1, Ordering::Relaxed);
        if piece >= pieces {
            break;
        }
        work(piece);
    };
    scope(|scope| {
        let blocked = Signals::block();
        for _ in 1..threads.min(pieces) {
            let builder = Builder::new().name("samebits".into());
            if builder.spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        drop(blocked);
        run();
    });
}

/// An address that threads share.
#[derive(Clone, Copy)]
pub struct Address(pub *mut u8);

// SAFETY: whoever accesses the memory there says why it may.
unsafe impl Send for Address {}
// SAFETY: as above.
unsafe impl Sync for Address {}

impl Address {
    pub fn at(&self, offset: usize) -> *mut u8 {
        self.0.wrapping_add(offset)
    }
}

/// Blocks all signals of the calling thread until dropped. New threads inherit that: the program's
/// signal handlers expect to run in its own threads.
struct Signals(libc::sigset_t);

impl Signals {
    fn block() -> Signals {
        // SAFETY: plain data, filled before it is read.
        unsafe {
            let (mut all, mut before) = (std::mem::zeroed(), std::mem::zeroed());
            libc::sigfillset(&mut all);
            libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
            Signals(before)
        }
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        // SAFETY: a mask that this thread had.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &self.0, std::ptr::null_mut()) };
    }
}

/// The number of CPUs of this node.
pub fn online() -> usize {
    // SAFETY: only queries a number.
    unsafe { libc::sysconf(libc::_SC_NPROCESSORS_ONLN) }.max(1) as usize
}

/// The number of CPUs that the calling thread may run on.
pub fn allowed() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_started_if_there_are_enough_bytes_for_each() {
        let team = Team { threads: 3, worth: 100 };
        let on = [0, 99, 100, 199, 200, 299, 300, 400, usize::MAX].map(|bytes| team.on(bytes));
        assert_eq!(on, [1, 1, 1, 1, 2, 2, 3, 3, 3]);
        assert_eq!(Team::ALONE.on(usize::MAX), 1);
        assert_eq!(Team::of(2).on(2 * MIN_BYTES_PER_THREAD), 2);
    }

    #[test]
    fn every_piece_is_worked_on_once() {
        for threads in [1, 2, 5] {
            for pieces in [0, 1, 2, 100] {
                let times: Vec<AtomicUsize> = (0..pieces).map(|_| AtomicUsize::new(0)).collect();
                parallel_for(threads, pieces, |piece| {
                    times[piece].fetch_add(1, Ordering::Relaxed);
                });
                assert!(times.iter().all(|times| times.load(Ordering::Relaxed) == 1));
            }
        }
    }
}
