//! Shared memory as a model checker (loom) sees it: numbers whose loads and stores it may reorder
//! as far as the language's memory model allows, and data of which it notices when two ranks use
//! them at the same time.

pub mod posts;

use loom::cell::UnsafeCell;
use loom::sync::atomic::AtomicU64;
use loom::sync::Arc;
use samebits_base::fault::Fault;
use samebits_schedule::node::protocol::{self, SegmentMemory};
use samebits_schedule::node::wait::{self, Sleep, Waiting};
use samebits_schedule::node::Waiter;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Lines and slots of a rank: as few as the protocol can do with, so that they are reused soon.
pub const RING: u16 = 3;
pub const SLOTS: u16 = 3;

#[derive(Debug, Default)]
pub struct Number(AtomicU64);

impl wait::AtomicWord for Number {
    fn load(&self, order: Ordering) -> u64 {
        self.0.load(order)
    }

    fn store(&self, value: u64, order: Ordering) {
        self.0.store(value, order);
    }

    fn compare_exchange(&self, current: u64, new: u64) -> Result<(), u64> {
        let orders = (Ordering::AcqRel, Ordering::Acquire);
        self.0.compare_exchange(current, new, orders.0, orders.1).map(drop)
    }
}

/// What one rank writes.
#[derive(Debug)]
struct OfRank {
    ring: Vec<Number>,
    results: Vec<[Number; 2]>,
    aborted: [Number; 2],
    lines: Vec<UnsafeCell<u64>>,
    slots: Vec<UnsafeCell<u64>>,
}

impl OfRank {
    fn new() -> OfRank {
        OfRank {
            ring: (0..RING).map(|_| Number::default()).collect(),
            results: (0..SLOTS).map(|_| Default::default()).collect(),
            aborted: Default::default(),
            lines: (0..RING).map(|_| UnsafeCell::new(0)).collect(),
            slots: (0..SLOTS).map(|_| UnsafeCell::new(0)).collect(),
        }
    }
}

/// The memory, as a rank sees it.
#[derive(Clone, Debug)]
pub struct Model {
    rank: usize,
    all: Arc<Vec<OfRank>>,
    /// The order in which a rank's numbers are stored: `Release`, unless to see what goes wrong
    /// otherwise.
    publishing: Ordering,
}

/// A rank.
pub type Protocol = protocol::Protocol<Model>;

/// The maximum number of interleavings of one case: three ranks have too many to try all.
const MAX_INTERLEAVINGS: usize = 100_000;

/// Runs each rank on a thread of its own, in all interleavings in which ranks lose their core at
/// most `preemptions` times where they do not wait.
pub fn check(ranks: usize, preemptions: usize, publishing: Ordering, run: fn(&Protocol)) {
    interleave(preemptions, move || {
        let all = Arc::new((0..ranks).map(|_| OfRank::new()).collect::<Vec<_>>());
        let rank = |rank| Protocol::new(Model { rank, all: all.clone(), publishing }, ranks);
        (0..ranks).map(|number| (rank(number), run as fn(&Protocol))).collect()
    });
}

/// Likewise, what each rank has and does.
fn interleave<R: 'static, F: FnOnce(&R) + 'static>(
    preemptions: usize,
    ranks: impl Fn() -> Vec<(R, F)> + Send + Sync + 'static,
) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(preemptions);
    model.max_permutations = Some(MAX_INTERLEAVINGS);
    model.max_branches = 100_000;
    model.check(move || {
        let mut ranks = ranks().into_iter();
        let (first, run) = ranks.next().expect("there is one");
        let others: Vec<_> =
            ranks.map(|(rank, run)| loom::thread::spawn(move || run(&rank))).collect();
        run(&first);
        others.into_iter().for_each(|other| other.join().unwrap());
    });
}

impl Model {
    /// Writes a rank's data of an operation, in its line.
    pub fn write_line(&self, rank: usize, sequence: u64, value: u64) {
        let line = &self.all[rank].lines[sequence as usize % RING as usize];
        // SAFETY: the model checker reports concurrent access.
        line.with_mut(|at| unsafe { *at = value });
    }

    pub fn read_line(&self, rank: usize, sequence: u64) -> u64 {
        // SAFETY: as above.
        self.all[rank].lines[sequence as usize % RING as usize].with(|at| unsafe { *at })
    }

    pub fn write_slot(&self, rank: usize, sequence: u64, value: u64) {
        let slot = &self.all[rank].slots[sequence as usize % SLOTS as usize];
        // SAFETY: as above.
        slot.with_mut(|at| unsafe { *at = value });
    }

    pub fn read_slot(&self, rank: usize, sequence: u64) -> u64 {
        // SAFETY: as above.
        self.all[rank].slots[sequence as usize % SLOTS as usize].with(|at| unsafe { *at })
    }
}

impl SegmentMemory for Model {
    type Word = Number;

    fn rank(&self) -> usize {
        self.rank
    }

    fn ring(&self) -> u16 {
        RING
    }

    fn slots(&self) -> u16 {
        SLOTS
    }

    fn line(&self, rank: usize, sequence: u64) -> &Number {
        &self.all[rank].ring[sequence as usize % RING as usize]
    }

    fn result(&self, rank: usize, sequence: u64) -> [&Number; 2] {
        self.all[rank].results[sequence as usize % SLOTS as usize].each_ref()
    }

    fn aborted(&self, rank: usize) -> [&Number; 2] {
        self.all[rank].aborted.each_ref()
    }

    fn wait(
        &self,
        node: &dyn Waiter<Number>,
        rank: usize,
        number: &Number,
        target: u64,
    ) -> Result<(), Fault> {
        wait::wait(node, (rank, number), target, &Sleep::default(), || number)
    }

    fn write(&self, number: &Number, sequence: u64) {
        wait::AtomicWord::store(number, sequence, self.publishing);
    }
}

/// A rank that gives its core away while it waits.
#[derive(Debug)]
pub struct Yielding;

impl Waiter<Number> for Yielding {
    fn is_oversubscribed(&self) -> bool {
        true
    }

    fn pause(&self, _rank: usize, _waiting: &mut Waiting) -> Result<(), Fault> {
        loom::thread::yield_now();
        Ok(())
    }

    fn sleep(&self, _: &Number, _: u64, _: &Number, _: Duration) {
        unreachable!("ranks may not sleep here");
    }

    fn progress(&self, _rank: usize, _waiting: &mut Waiting) -> Result<(), Fault> {
        Ok(())
    }
}
