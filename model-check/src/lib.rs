//! Memory that ranks share, as a model checker (loom) sees it: numbers whose loads and stores it
//! may reorder as far as the language's memory model lets it, and data of which it notices when
//! two ranks use them at the same time.

use loom::cell::UnsafeCell;
use loom::sync::atomic::AtomicU64;
use loom::sync::Arc;
use samebits::schedule::node::protocol::{self, Memory};
use samebits::schedule::node::wait::{self, Sleep, Waiting};
use samebits::schedule::node::Waiter;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Lines of a rank, and slots: as few as the protocol can do with, so that they are soon written
/// again.
pub const RING: u16 = 3;
/// Likewise.
pub const SLOTS: u16 = 3;

/// A number.
#[derive(Debug, Default)]
pub struct Number(AtomicU64);

impl wait::Number for Number {
    fn load(&self, order: Ordering) -> u64 {
        self.0.load(order)
    }

    fn store(&self, value: u64, order: Ordering) {
        self.0.store(value, order);
    }
}

/// What one rank writes.
#[derive(Debug)]
struct OfRank {
    ring: Vec<Number>,
    answers: Vec<[Number; 2]>,
    left: [Number; 2],
    lines: Vec<UnsafeCell<u64>>,
    slots: Vec<UnsafeCell<u64>>,
}

impl OfRank {
    fn new() -> OfRank {
        OfRank {
            ring: (0..RING).map(|_| Number::default()).collect(),
            answers: (0..SLOTS).map(|_| Default::default()).collect(),
            left: Default::default(),
            lines: (0..RING).map(|_| UnsafeCell::new(0)).collect(),
            slots: (0..SLOTS).map(|_| UnsafeCell::new(0)).collect(),
        }
    }
}

/// The memory, seen from a rank.
#[derive(Clone, Debug)]
pub struct Model {
    rank: usize,
    all: Arc<Vec<OfRank>>,
    /// With what order a rank's numbers are stored: `Release`, if not to see what happens then.
    publishing: Ordering,
}

/// A rank.
pub type Protocol = protocol::Protocol<Model>;

/// The most orders of one case that are tried: three ranks have too many for all of them.
const ORDERS: usize = 100_000;

/// Does the work of each rank on a thread of its own, in all orders in which they may come, as
/// far as ranks lose their core at most so often where they need not.
pub fn check(ranks: usize, preemptions: usize, publishing: Ordering, work: fn(&Protocol)) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(preemptions);
    model.max_permutations = Some(ORDERS);
    model.max_branches = 100_000;
    model.check(move || {
        let all = Arc::new((0..ranks).map(|_| OfRank::new()).collect::<Vec<_>>());
        let rank = |rank| Protocol::new(Model { rank, all: all.clone(), publishing }, ranks);
        let others: Vec<_> = (1..ranks)
            .map(|number| {
                let protocol = rank(number);
                loom::thread::spawn(move || work(&protocol))
            })
            .collect();
        work(&rank(0));
        others.into_iter().for_each(|other| other.join().unwrap());
    });
}

impl Model {
    /// Writes a rank's data of a piece of work, in its line.
    pub fn write_line(&self, rank: usize, work: u64, value: u64) {
        // SAFETY: the model says so if anybody else is there.
        self.all[rank].lines[work as usize % RING as usize].with_mut(|at| unsafe { *at = value });
    }

    /// Reads it.
    pub fn read_line(&self, rank: usize, work: u64) -> u64 {
        // SAFETY: as above.
        self.all[rank].lines[work as usize % RING as usize].with(|at| unsafe { *at })
    }

    /// Writes to a slot.
    pub fn write_slot(&self, rank: usize, work: u64, value: u64) {
        // SAFETY: as above.
        self.all[rank].slots[work as usize % SLOTS as usize].with_mut(|at| unsafe { *at = value });
    }

    /// Reads it.
    pub fn read_slot(&self, rank: usize, work: u64) -> u64 {
        // SAFETY: as above.
        self.all[rank].slots[work as usize % SLOTS as usize].with(|at| unsafe { *at })
    }
}

impl Memory for Model {
    type Number = Number;

    fn rank(&self) -> usize {
        self.rank
    }

    fn ring(&self) -> u16 {
        RING
    }

    fn slots(&self) -> u16 {
        SLOTS
    }

    fn line(&self, rank: usize, work: u64) -> &Number {
        &self.all[rank].ring[work as usize % RING as usize]
    }

    fn answer(&self, rank: usize, work: u64) -> [&Number; 2] {
        self.all[rank].answers[work as usize % SLOTS as usize].each_ref()
    }

    fn left(&self, rank: usize) -> [&Number; 2] {
        self.all[rank].left.each_ref()
    }

    fn wait(&self, node: &dyn Waiter<Number>, _rank: usize, number: &Number, least: u64) {
        wait::wait(node, number, least, &Sleep::default(), || number);
    }

    fn write(&self, number: &Number, work: u64) {
        wait::Number::store(number, work, self.publishing);
    }
}

/// A rank that gives its core away while it waits.
#[derive(Debug)]
pub struct Yielding;

impl Waiter<Number> for Yielding {
    fn is_oversubscribed(&self) -> bool {
        true
    }

    fn pause(&self, _waiting: &mut Waiting) {
        loom::thread::yield_now();
    }

    fn sleep(&self, _: &Number, _: u64, _: &Number, _: Duration) {
        unreachable!("ranks may not sleep here");
    }

    fn progress(&self) {}
}
