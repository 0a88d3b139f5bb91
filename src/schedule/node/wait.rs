//! Waiting for a number in shared memory: spin, then yield, then sleep if ranks outnumber cores
//! and a yield has cost a scheduler time slice.
//!
//! A rank that yields while others keep their cores (polling inside MPI, other programs) gets its
//! core back after milliseconds, in every block of a long vector; one that sleeps runs soon after
//! it is woken. If all ranks yield, that is faster than sleeping.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A number that ranks share.
pub trait Number {
    /// As of an atomic number.
    fn load(&self, order: Ordering) -> u64;

    /// Likewise.
    fn store(&self, value: u64, order: Ordering);
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
}

/// How a rank waits for another.
pub trait Waiter<N = AtomicU64> {
    /// Whether ranks outnumber the cores of the node, so that one that waits keeps another from
    /// its work.
    fn is_oversubscribed(&self) -> bool;

    /// Called again and again while this rank waits for another. Lets others work, the MPI
    /// library among them.
    fn pause(&self, waiting: &mut Waiting);

    /// Sleeps while a number is what was seen, at most for so long. `sleepers` counts those who
    /// sleep until the rank that writes it has done so ([`crate::futex::sleep`]).
    fn sleep(&self, number: &N, seen: u64, sleepers: &N, at_most: Duration);

    /// Lets the MPI library work: called by a rank that has slept for some time.
    fn progress(&self);
}

/// Looks at a number so often before anything else is done, which takes a microsecond or two: a
/// line that is on its way comes within that, if whoever writes it has a core.
const LOOKS: u64 = 50;

/// What giving the core away for once takes where somebody else keeps it: more than ranks take for
/// what they do to a block.
const LOST: Duration = Duration::from_micros(500);

/// How often a rank then sleeps before it tries to give it away again.
const NAPS: u16 = 200;

/// How long a rank sleeps before it lets the MPI library work, at first and at most. (Twice as
/// long each time.)
const SHORTEST: Duration = Duration::from_micros(50);
const LONGEST: Duration = Duration::from_micros(200);

/// Whether a rank sleeps while it waits.
#[derive(Debug, Default)]
pub struct Sleep {
    allowed: bool,
    /// How often it sleeps from now on.
    naps: AtomicU16,
}

impl Sleep {
    /// It may, from now on.
    pub fn allow(&mut self) {
        self.allowed = true;
    }

    /// Whether it may.
    #[inline]
    pub fn is_allowed(&self) -> bool {
        self.allowed
    }

    /// It sleeps the next times.
    pub fn begin(&self) {
        self.naps.store(NAPS, Ordering::Relaxed);
    }

    /// Whether it sleeps this time.
    fn takes_nap(&self) -> bool {
        let naps = self.naps.load(Ordering::Relaxed);
        self.naps.store(naps.saturating_sub(1), Ordering::Relaxed);
        self.allowed && naps > 0
    }
}

/// Waits until a number is at least so large. `sleepers` counts those who sleep until the rank
/// that writes it has done so.
#[inline]
pub fn wait<'a, N: Number + 'a>(
    node: &dyn Waiter<N>,
    number: &N,
    least: u64,
    sleep: &Sleep,
    sleepers: impl FnOnce() -> &'a N,
) {
    if number.load(Ordering::Acquire) >= least {
        return;
    }
    if !node.is_oversubscribed() {
        for _ in 0..LOOKS {
            std::hint::spin_loop();
            if number.load(Ordering::Acquire) >= least {
                return;
            }
        }
    }
    wait_longer(node, number, least, sleep, sleepers());
}

#[cold]
fn wait_longer<N: Number>(
    node: &dyn Waiter<N>,
    number: &N,
    least: u64,
    sleep: &Sleep,
    sleepers: &N,
) {
    if sleep.takes_nap() {
        return wait_asleep(node, number, least, sleepers);
    }
    let mut waiting = Waiting::begin();
    while number.load(Ordering::Acquire) < least {
        node.pause(&mut waiting);
        if waiting.lost && sleep.is_allowed() {
            sleep.begin();
            return wait_asleep(node, number, least, sleepers);
        }
    }
}

fn wait_asleep<N: Number>(node: &dyn Waiter<N>, number: &N, least: u64, sleepers: &N) {
    let mut at_most = SHORTEST;
    loop {
        let seen = number.load(Ordering::Acquire);
        if seen >= least {
            return;
        }
        node.sleep(number, seen, sleepers, at_most);
        if number.load(Ordering::Acquire) == seen {
            node.progress();
            at_most = LONGEST.min(2 * at_most);
        }
    }
}

/// How long a rank has waited for another, and when others had a go meanwhile.
pub struct Waiting {
    begun: Instant,
    last: Duration,
    looked: Duration,
    /// It has lost a turn.
    lost: bool,
}

impl Waiting {
    fn begin() -> Waiting {
        Waiting { begun: Instant::now(), last: Duration::ZERO, looked: Duration::ZERO, lost: false }
    }

    /// How long it has waited.
    pub fn time(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Whether it has waited for so long since this was so last, or since it began.
    pub fn is_due(&mut self, every: Duration) -> bool {
        let now = self.time();
        self.lost |= now - self.looked > LOST;
        self.looked = now;
        let due = now - self.last >= every;
        if due {
            self.last = now;
        }
        due
    }
}
