//! Waiting for a number in shared memory: spin, then yield, then sleep if ranks outnumber cores
//! and a yield has cost a scheduler time slice.
//!
//! A rank that yields while others keep their cores (polling inside MPI, other programs) gets its
//! core back after milliseconds, in every block of a long vector; one that sleeps runs soon after
//! it is woken. If all ranks yield, that is faster than sleeping.

use samebits_base::fault::{FatalError, Fault, Outcome};
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// An atomic number in shared memory, or the model checker's.
pub trait AtomicWord {
    fn load(&self, order: Ordering) -> u64;
    fn store(&self, value: u64, order: Ordering);

    /// Replaces a value by another one, with acquire and release ordering; `Err` is what was found
    /// in its place.
    fn compare_exchange(&self, current: u64, new: u64) -> Result<(), u64>;
}

impl AtomicWord for AtomicU64 {
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

    /// Called repeatedly while this rank waits for another one; lets others work, the MPI library
    /// among them. An error says that the wait is in vain, unless the number has come meanwhile:
    /// processes have failed.
    fn pause(&self, rank: usize, waiting: &mut Waiting) -> Outcome;

    /// Sleeps while a number is what was seen, no longer than `timeout`. `sleepers` counts those
    /// who sleep until that number is written ([`samebits_base::futex::sleep`]).
    fn sleep(&self, number: &N, seen: u64, sleepers: &N, timeout: Duration);

    /// Lets the MPI library make progress, after a sleep; an error as of [`Waiter::pause`].
    fn progress(&self, rank: usize, waiting: &mut Waiting) -> Outcome;

    /// After such an error: this rank leaves the memory, and the others can see why.
    fn leave(&self) {}

    /// The error of an operation that another rank has left in the middle; ends the job unless that rank
    /// had to, because processes have failed.
    #[cold]
    fn left_by(&self, rank: usize) -> Fault {
        FatalError::panic(left_early(rank))
    }
}

/// The message of [`Waiter::left_by`].
pub fn left_early(rank: usize) -> String {
    format!(
        "rank {rank} of the node left the reduction before its end, by an error or an exception \
         that no other rank has"
    )
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

/// Waits until a number of a rank's has reached `target`. `sleepers` is what its writer looks at to
/// wake those who sleep.
#[inline]
pub fn wait<'a, N: AtomicWord + 'a>(
    node: &dyn Waiter<N>,
    (rank, number): (usize, &N),
    target: u64,
    sleep: &Sleep,
    sleepers: impl FnOnce() -> &'a N,
) -> Outcome {
    if number.load(Ordering::Acquire) >= target {
        return Ok(());
    }
    if !node.is_oversubscribed() {
        for _ in 0..SPINS {
            std::hint::spin_loop();
            if number.load(Ordering::Acquire) >= target {
                return Ok(());
            }
        }
    }
    wait_longer(node, (rank, number), target, sleep, sleepers())
}

#[cold]
fn wait_longer<N: AtomicWord>(
    node: &dyn Waiter<N>,
    (rank, number): (usize, &N),
    target: u64,
    sleep: &Sleep,
    sleepers: &N,
) -> Outcome {
    let mut waiting = Waiting::begin();
    if !sleep.take() {
        while number.load(Ordering::Acquire) < target {
            let paused = node.pause(rank, &mut waiting);
            still_missing(node, number, target, paused)?;
            if waiting.lost_time_slice && sleep.allowed {
                sleep.begin();
                return wait_asleep(node, (rank, number), target, sleepers, &mut waiting);
            }
        }
        return Ok(());
    }
    wait_asleep(node, (rank, number), target, sleepers, &mut waiting)
}

fn wait_asleep<N: AtomicWord>(
    node: &dyn Waiter<N>,
    (rank, number): (usize, &N),
    target: u64,
    sleepers: &N,
    waiting: &mut Waiting,
) -> Outcome {
    let mut timeout = MIN_SLEEP;
    loop {
        let seen = number.load(Ordering::Acquire);
        if seen >= target {
            return Ok(());
        }
        node.sleep(number, seen, sleepers, timeout);
        if number.load(Ordering::Acquire) == seen {
            let paused = node.progress(rank, waiting);
            still_missing(node, number, target, paused)?;
            timeout = MAX_SLEEP.min(2 * timeout);
        }
    }
}

/// Whether a wait is in vain: a rank that is gone may have written the number before.
fn still_missing<N: AtomicWord>(
    node: &dyn Waiter<N>,
    number: &N,
    target: u64,
    paused: Outcome,
) -> Outcome {
    if paused.is_err() && number.load(Ordering::Acquire) < target {
        node.leave();
        return paused;
    }
    Ok(())
}

/// After so long, and each time again, a rank looks after the one that it waits for.
const LATE: Duration = Duration::from_millis(100);

pub struct Waiting {
    begun: Instant,
    last_due: Duration,
    last_asked: Duration,
    lost_time_slice: bool,
    pub looks: Looks,
}

/// When a rank looks whether the one that it waits for is there still, by any clock.
pub struct Looks {
    next: Duration,
    /// Since when the other rank is doubted.
    doubted: Option<Duration>,
}

impl Looks {
    /// Of a wait that begins now.
    pub fn begin(now: Duration) -> Looks {
        Looks { next: now + LATE, doubted: None }
    }

    /// The next look is due at once, as what is waited for is not likely to come.
    pub fn soon(&mut self) {
        self.next = Duration::ZERO;
    }

    /// Whether the wait has lasted long, or long since this was last true.
    #[inline]
    pub fn are_due(&mut self, now: Duration) -> bool {
        let due = now >= self.next;
        if due {
            self.next = now + LATE;
        }
        due
    }

    /// For how long the other rank has been doubted: from now on, if it was not yet.
    pub fn doubted_for(&mut self, now: Duration) -> Duration {
        now.saturating_sub(*self.doubted.get_or_insert(now))
    }
}

impl Waiting {
    pub fn begin() -> Waiting {
        Waiting {
            begun: Instant::now(),
            last_due: Duration::ZERO,
            last_asked: Duration::ZERO,
            lost_time_slice: false,
            looks: Looks::begin(Duration::ZERO),
        }
    }

    pub fn time(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The time when [`Waiting::is_due`] was asked last.
    pub fn last_asked(&self) -> Duration {
        self.last_asked
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
