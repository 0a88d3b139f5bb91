//! Waiting for a number in shared memory: spin, then yield, then sleep if ranks outnumber cores
//! and a yield has cost a scheduler time slice.
//!
//! A rank that yields while others keep their cores (polling inside MPI, other programs) gets its
//! core back after milliseconds, in every block of a long vector; one that sleeps runs soon after
//! it is woken. If all ranks yield, that is faster than sleeping.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// An atomic number in shared memory, or the model checker's.
pub trait Number {
    fn load(&self, order: Ordering) -> u64;
    fn store(&self, value: u64, order: Ordering);

    /// Replaces a value by another one, with acquire and release ordering; `Err` is what was found
    /// in its place.
    fn compare_exchange(&self, current: u64, new: u64) -> Result<(), u64>;
}

impl Number for AtomicU64 {
    #[inline]
    fn load(&self, order: Ordering) -> u64 {
        AtomicU64::load(self, order)
    }

    #[inline]
    fn store(&self, value: u64, order: Ordering) {
        AtomicU64::store(self, value, order);
    }

    fn compare_exchange(&self, current: u64, new: u64) -> Result<(), u64> {
        let orders = (Ordering::AcqRel, Ordering::Acquire);
        AtomicU64::compare_exchange(self, current, new, orders.0, orders.1).map(drop)
    }
}

pub trait Waiter<N = AtomicU64> {
    /// Whether ranks outnumber the cores of the node, so that a spinning rank keeps another from
    /// its work.
    fn is_oversubscribed(&self) -> bool;

    /// Called repeatedly while this rank waits; lets others work, the MPI library among them.
    fn pause(&self, waiting: &mut Waiting);

    /// Sleeps while a number is what was seen, no longer than `timeout`. `sleepers` counts those
    /// who sleep until that number is written ([`crate::futex::sleep`]).
    fn sleep(&self, number: &N, seen: u64, sleepers: &N, timeout: Duration);

    /// Lets the MPI library make progress, after a sleep.
    fn progress(&self);
}

/// How often a rank spins first: for a microsecond or two, in which a cache line arrives.
pub const SPINS: u64 = 50;

/// A yield that takes longer has cost a time slice: ranks take less for what they do to a block.
const TIME_SLICE: Duration = Duration::from_micros(500);

/// How many times a rank then sleeps before it tries to yield again.
const SLEEPS: u16 = 200;

/// How long a rank sleeps before it lets MPI make progress: at first, doubling up to the second.
const MIN_SLEEP: Duration = Duration::from_micros(50);
const MAX_SLEEP: Duration = Duration::from_micros(200);

#[derive(Debug, Default)]
pub struct Sleep {
    pub allowed: bool,
    /// How many of the next waits sleep.
    remaining: AtomicU16,
}

impl Sleep {
    pub fn begin(&self) {
        self.remaining.store(SLEEPS, Ordering::Relaxed);
    }

    fn take(&self) -> bool {
        let remaining = self.remaining.load(Ordering::Relaxed);
        self.remaining.store(remaining.saturating_sub(1), Ordering::Relaxed);
        self.allowed && remaining > 0
    }
}

/// Waits until a number has reached `target`. `sleepers` is what its writer looks at to wake
/// those who sleep.
#[inline]
pub fn wait<'a, N: Number + 'a>(
    node: &dyn Waiter<N>,
    number: &N,
    target: u64,
    sleep: &Sleep,
    sleepers: impl FnOnce() -> &'a N,
) {
    if number.load(Ordering::Acquire) >= target {
        return;
    }
    if !node.is_oversubscribed() {
        for _ in 0..SPINS {
            std::hint::spin_loop();
            if number.load(Ordering::Acquire) >= target {
                return;
            }
        }
    }
    wait_longer(node, number, target, sleep, sleepers());
}

#[cold]
fn wait_longer<N: Number>(
    node: &dyn Waiter<N>,
    number: &N,
    target: u64,
    sleep: &Sleep,
    sleepers: &N,
) {
    if sleep.take() {
        return wait_asleep(node, number, target, sleepers);
    }
    let mut waiting = Waiting::begin();
    while number.load(Ordering::Acquire) < target {
        node.pause(&mut waiting);
        if waiting.lost_time_slice && sleep.allowed {
            sleep.begin();
            return wait_asleep(node, number, target, sleepers);
        }
    }
}

fn wait_asleep<N: Number>(node: &dyn Waiter<N>, number: &N, target: u64, sleepers: &N) {
    let mut timeout = MIN_SLEEP;
    loop {
        let seen = number.load(Ordering::Acquire);
        if seen >= target {
            return;
        }
        node.sleep(number, seen, sleepers, timeout);
        if number.load(Ordering::Acquire) == seen {
            node.progress();
            timeout = MAX_SLEEP.min(2 * timeout);
        }
    }
}

pub struct Waiting {
    begun: Instant,
    last_due: Duration,
    last_asked: Duration,
    lost_time_slice: bool,
}

impl Waiting {
    pub fn begin() -> Waiting {
        Waiting {
            begun: Instant::now(),
            last_due: Duration::ZERO,
            last_asked: Duration::ZERO,
            lost_time_slice: false,
        }
    }

    pub fn time(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Whether `every` has passed since this was last true, or since the wait began.
    pub fn is_due(&mut self, every: Duration) -> bool {
        let now = self.time();
        self.lost_time_slice |= now - self.last_asked > TIME_SLICE;
        self.last_asked = now;
        let due = now - self.last_due >= every;
        if due {
            self.last_due = now;
        }
        due
    }
}
