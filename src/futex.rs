//! How a rank sleeps until another one has written a number to memory that they share (a
//! futex), where ranks take turns on the cores.
//!
//! A rank that only gave its core away would lose a turn of the system's scheduler each time to
//! whoever keeps it: to ranks that wait inside the MPI library, or to other programs. One that
//! has slept is run again soon after it is woken.
//!
//! Cost: a system call to sleep and one to wake, some 5 µs in all; to whoever writes a number
//! that nobody sleeps for, a fence.

use std::sync::atomic::{fence, AtomicU64, Ordering};
use std::time::Duration;

/// What the system compares: the low half of the number.
fn word(number: &AtomicU64) -> *mut u32 {
    let halves = number.as_ptr().cast::<u32>();
    halves.wrapping_add(usize::from(cfg!(target_endian = "big")))
}

/// Sleeps while the number is `seen`, until it is woken by [`wake`] or that time is over.
/// `sleepers` counts those who sleep until a rank has written one of its numbers.
pub fn sleep(number: &AtomicU64, seen: u64, sleepers: &AtomicU64, at_most: Duration) {
    sleepers.fetch_add(1, Ordering::SeqCst);
    let timeout = libc::timespec {
        tv_sec: at_most.as_secs() as libc::time_t,
        tv_nsec: at_most.subsec_nanos().into(),
    };
    // SAFETY: half of a number that lives as long as the reference; the system only reads it.
    unsafe {
        let (wait, low) = (libc::FUTEX_WAIT, seen as u32);
        libc::syscall(libc::SYS_futex, word(number), wait, low, &timeout);
    }
    sleepers.fetch_sub(1, Ordering::Relaxed);
}

/// Wakes those who sleep until that number is written, which it has just been.
pub fn wake(number: &AtomicU64, sleepers: &AtomicU64) {
    // Either this sees that somebody sleeps, or the system sees the number before it lets them.
    fence(Ordering::SeqCst);
    if sleepers.load(Ordering::Relaxed) > 0 {
        // SAFETY: as above; an address that is not even read.
        unsafe { libc::syscall(libc::SYS_futex, word(number), libc::FUTEX_WAKE, i32::MAX) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::scope;
    use std::time::Instant;

    /// Two threads that wait for each other's number in turn: nobody is left asleep.
    #[test]
    fn who_sleeps_is_woken() {
        const TURNS: u64 = if cfg!(miri) { 20 } else { 2000 };
        const LATE: Duration = Duration::from_secs(20);
        let [numbers, sleepers] = [(); 2].map(|()| [(); 2].map(|()| AtomicU64::new(0)));
        let turns = |own: usize| {
            let other = 1 - own;
            for turn in 1..=TURNS {
                numbers[own].store(turn, Ordering::Release);
                wake(&numbers[own], &sleepers[own]);
                loop {
                    let seen = numbers[other].load(Ordering::Acquire);
                    if seen >= turn {
                        break;
                    }
                    let start = Instant::now();
                    sleep(&numbers[other], seen, &sleepers[other], LATE);
                    assert!(start.elapsed() < LATE, "turn {turn}: nobody woke it");
                }
            }
        };
        scope(|scope| {
            scope.spawn(|| turns(0));
            turns(1);
        });
        assert_eq!(sleepers.map(AtomicU64::into_inner), [0, 0]);
    }

    #[test]
    fn who_is_not_woken_goes_on_when_the_time_is_over() {
        let (number, sleepers) = (AtomicU64::new(7 << 40 | 5), AtomicU64::new(0));
        let start = Instant::now();
        sleep(&number, 7 << 40 | 5, &sleepers, Duration::from_millis(20));
        assert!(start.elapsed() >= Duration::from_millis(20));
        // What has been written already is not waited for.
        sleep(&number, 7 << 40 | 4, &sleepers, Duration::from_secs(20));
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}
