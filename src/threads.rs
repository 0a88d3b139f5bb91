//! Work cut among threads of this process.
//!
//! Threads are started for one piece of work and are gone after it, so that the
//! program can fork, change its affinity or be checkpointed in between. They run
//! where the calling thread may run, and take none of the program's signals.
//!
//! Cost: 15 to 40 µs for each thread that is started.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{scope, Builder};

/// Bytes that each of the threads of one piece of work gets, at least, where each takes as long
/// as the cheapest of operations: of less, two were slower than one (`make bench-threads`).
pub const MIN_BYTES_PER_THREAD: usize = 2 << 20;

/// How many times as long a byte takes at the most: see [`Team::at`].
const MOST: usize = 8;

/// Bytes of which no piece of work is worth a second thread.
pub const MIN_PARALLEL_BYTES: usize = 2 * MIN_BYTES_PER_THREAD / MOST;

/// The threads that may work at one thing, the calling one among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Team {
    /// How many, at the most.
    pub threads: usize,
    /// Bytes for each of them, at least: [`MIN_BYTES_PER_THREAD`] where it is to save time.
    pub worth: usize,
}

impl Team {
    /// The calling thread by itself.
    pub const ALONE: Team = Team { threads: 1, worth: MIN_BYTES_PER_THREAD };

    /// So many threads, each where it is worth being started.
    pub fn of(threads: usize) -> Team {
        Team { threads, worth: MIN_BYTES_PER_THREAD }
    }

    /// A way in which several threads can work, if there are several and there is one.
    pub fn of_several<T>(self, way: impl FnOnce() -> Option<T>) -> Option<T> {
        (self.threads > 1).then(way).flatten()
    }

    /// The team at work of which each byte takes so many times as long as by the cheapest of
    /// operations, up to [`MOST`].
    pub fn at(self, times: usize) -> Team {
        debug_assert!((1..=MOST).contains(&times));
        Team { worth: (self.worth / times).max(1), ..self }
    }

    /// How many of them work on so many bytes.
    pub fn on(self, bytes: usize) -> usize {
        match self.threads {
            0 | 1 => 1,
            threads => threads.min(bytes / self.worth).max(1),
        }
    }
}

/// Calls `work` for each number below `pieces`, in any order, from this thread and
/// up to `threads` - 1 others. Where the system has no more threads, those that
/// there are do it all.
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

// SAFETY: an address by itself is nobody's; who reads or writes there says why it may.
unsafe impl Send for Address {}
// SAFETY: likewise.
unsafe impl Sync for Address {}

impl Address {
    /// So many bytes behind it.
    pub fn at(&self, offset: usize) -> *mut u8 {
        self.0.wrapping_add(offset)
    }
}

/// The signal mask of a thread, in which everything is blocked until this is
/// dropped: threads inherit it, and a handler of the program's expects to run in one
/// of the program's own.
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
    // SAFETY: asks for a number only.
    let online = unsafe { libc::sysconf(libc::_SC_NPROCESSORS_ONLN) };
    online.max(1) as usize
}

/// The number of CPUs that the calling thread may run on.
pub fn allowed() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_started_where_they_have_enough_to_do() {
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
