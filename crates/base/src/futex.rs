//! Sleeping until another rank has written a number to shared memory (a futex), where ranks share
//! cores.
//!
//! A rank that merely yields its core loses a time slice each time to those that do not yield: ranks
//! that wait inside the MPI library, or other programs. A rank that sleeps runs again soon after it
//! is woken.
//!
//! Cost: a system call to sleep and one to wake, some 5 µs in all; a fence for a rank that writes a
//! number that nobody sleeps for.

use std::sync::atomic::{fence, AtomicU64, Ordering};
use std::time::Duration;

/// The low half of the number, which the system compares.
fn low_half(number: &AtomicU64) -> *mut u32 {
    let halves = number.as_ptr().cast::<u32>();
    halves.wrapping_add(usize::from(cfg!(target_endian = "big")))
}

/// Sleeps while the number is `seen`, until [`wake`] or the timeout. `sleepers` counts those who
/// sleep on the writer's numbers.
pub fn sleep(number: &AtomicU64, seen: u64, sleepers: &AtomicU64, at_most: Duration) {
    sleepers.fetch_add(1, Ordering::SeqCst);
    let timeout = libc::timespec {
        tv_sec: at_most.as_secs() as libc::time_t,
        tv_nsec: at_most.subsec_nanos().into(),
    };
    // SAFETY: half of a number that outlives the call; the system only reads it.
    unsafe {
        let (wait, low) = (libc::FUTEX_WAIT, seen as u32);
        libc::syscall(libc::SYS_futex, low_half(number), wait, low, &timeout);
    }
    sleepers.fetch_sub(1, Ordering::Relaxed);
}

/// Wakes those who sleep on that number, which has just been written.
pub fn wake(number: &AtomicU64, sleepers: &AtomicU64) {
    // Either this sees the sleeper, or the system sees the new number and does not let it sleep.
    fence(Ordering::SeqCst);
    if sleepers.load(Ordering::Relaxed) > 0 {
        // SAFETY: the address is not even read.
        unsafe { libc::syscall(libc::SYS_futex, low_half(number), libc::FUTEX_WAKE, i32::MAX) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::scope;
    use std::time::Instant;

    /// Two threads wait for each other's number in turn.
    #[test]
    fn a_sleeper_is_woken() {
        const TURNS: u64 = if cfg!(miri) { 20 } else { 2000 };
        const TIMEOUT: Duration = Duration::from_secs(20);
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
                    sleep(&numbers[other], seen, &sleepers[other], TIMEOUT);
                    assert!(start.elapsed() < TIMEOUT, "turn {turn}: nobody woke it");
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
    fn a_sleeper_that_nobody_wakes_goes_on_after_the_timeout() {
        let (number, sleepers) = (AtomicU64::new(7 << 40 | 5), AtomicU64::new(0));
        let start = Instant::now();
        sleep(&number, 7 << 40 | 5, &sleepers, Duration::from_millis(20));
        assert!(start.elapsed() >= Duration::from_millis(20));
        // A number that has changed already is not waited for.
        sleep(&number, 7 << 40 | 4, &sleepers, Duration::from_secs(20));
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}
