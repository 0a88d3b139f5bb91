//! The heart of the promise, without MPI: every schedule gives the oracle's bits
//! for every kind of element, operator and arithmetic, on ranks simulated
//! inside this process, on hostile values.
//!
//! Exhaustive: schedule, operation (kind of element, operator, arithmetic), number of ranks
//! (1 to 9, 13, 16) and destination (all ranks, each root), all with all. Each of these is run
//! with rows of a covering design over what else there is: buffers in place or not and reached
//! by copies only, threads, compression, lengths around the edges of blocks of several
//! lengths, degrees of trees, shares of zeros, at once or step by step. So any two, and any two
//! with a schedule, or with an operation, come together, and that is asserted.
//!
//! Pairwise: long vectors, around the lengths at which schedules begin to cut, change their
//! way or take more threads, with all of that, on 2 to 13 ranks.
//!
//! The values and the designs follow from a seed, which a failure names; SEED is another one.

use crate::support::covering::{design, of, pairs, Deck, Level};
use crate::support::elements::*;
use crate::support::hostile::Random;
use crate::support::mixed::Mixed;
use crate::support::periodic::{Operation, Vectors};
use crate::support::turns::seed;
use crate::support::ways::Way;
use samebits_fold::levelled::LevelledSum;
use samebits_fold::tree::Tree;
use samebits_fold::Fold;
use samebits_kernel::packing::Packing;
use samebits_kernel::stores::{self, Stores};
use samebits_kernel::{Format, Kind, Operator};
use samebits_schedule::node::nodes::Nodes;
use samebits_schedule::packed::Compression;
use samebits_schedule::{Case, Destination, Schedule, Settings, ALL, SCRATCH};
use samebits_sum::names::Arithmetic;

const RANKS: [usize; 11] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16];
/// Whether the buffers are one and the same, and how they lie.
const BUFFERS: [(bool, usize); 4] = [(false, 0), (true, 0), (false, 8), (true, 8)];
const THREADS: [usize; 3] = [1, 2, 3];
/// Bytes for which a thread is started here: few.
const MIN_BYTES_PER_THREAD: usize = 64;
const COMPRESSIONS: [Compression; 4] = [
    Compression::Off,
    Compression::By(Packing::Bits),
    Compression::By(Packing::Indices),
    Compression::Auto,
];
const DEGREES: [usize; 4] = [1, 2, 3, 5];
/// Contributions of 64 that are other than zero.
const DENSITIES: [u64; 4] = [64, 30, 4, 0];

/// Each kind of stores in turn, and the automatic choice.
fn stores(turn: usize) -> Option<Stores> {
    stores::ALL.get(turn % (stores::ALL.len() + 1)).map(|row| row.1)
}

/// Several ranks get a result.
const EVERYONE: [Destination; 3] =
    [Destination::All, Destination::InclusivePrefix, Destination::ExclusivePrefix];

/// The schedules of which any runs.
fn schedules() -> Vec<&'static Schedule> {
    ALL.iter().filter(|schedule| schedule.run.is_some()).collect()
}

fn takes(
    schedule: &Schedule,
    fold: &dyn Fold,
    ranks: usize,
    count: usize,
    to: Destination,
) -> bool {
    let node = Some(&Nodes::one(ranks));
    schedule.check(&Case { fold, ranks, count, to, messages: true, node }).is_ok()
}

#[test]
fn there_are_operations_of_every_kind() {
    let all = operations();
    let by = |which: &dyn Fn(Arithmetic) -> bool| all.iter().filter(|(_, _, a)| which(*a)).count();
    let with_x87 = usize::from(cfg!(target_arch = "x86_64"));
    // Half, float, double and binary128: real (4 each) and complex (2 each); pairs of all but
    // half, with an int and with a real (2 each); x87's likewise.
    let tree = 4 * (4 + 2) + 3 * (2 + 2) + with_x87 * (4 + 2 + 2);
    assert_eq!(by(&|a| a == Arithmetic::Tree), tree);
    // Of float and double, real and complex: the exact sum, and those by levels (2 * 4
    // pre-rounded, 3 binned).
    assert_eq!(by(&|a| a == Arithmetic::Exact), 4);
    let levels = by(&|a| LevelledSum::of(Kind::Real(Format::Double), a).is_some());
    assert_eq!(levels, 4 * (2 * 4 + 3));
}

#[test]
fn designs_have_all_pairs_that_may_be() {
    let levels = [13, 2, 8, 3, 1, 5];
    let may =
        |(first, a): Level, (second, b): Level| (first, second) != (0, 2) || a % 5 != 0 || b == 3;
    let mut open = pairs(&levels, may);
    assert_eq!(open.len(), pairs(&levels, |_, _| true).len() - 3 * 7);
    let rows = design(&levels, may, &mut Random::new(seed()));
    for (one, other) in rows.iter().flat_map(|row| of(row)) {
        assert!(may(one, other));
        open.remove(&(one, other));
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(rows.len() < 2 * 13 * 8, "{} rows", rows.len());
}

/// Bytes of a block of so many elements; as by default where there are none.
fn block(elements: usize, size: usize) -> usize {
    if elements > 0 {
        elements * size
    } else {
        Settings::default().block
    }
}

/// Elements of a block, in vectors that are no longer than a few.
const BLOCKS: [usize; 4] = [1, 3, 8, 0];

/// Lengths around the edges of blocks of so many elements, and of slices of so many ranks.
const EDGES: [fn(usize, usize) -> usize; 8] = [
    |_, _| 1,
    |block, _| block - 1,
    |block, _| block,
    |block, _| block + 1,
    |block, _| 2 * block + 1,
    |block, _| 3 * block,
    |_, ranks| ranks - 1,
    |_, ranks| ranks + 1,
];

/// As long as any of these.
const LONGEST: usize = 3 * 8;

/// How often each schedule, operation, number of ranks and destination comes.
fn each(ranks: usize) -> usize {
    if ranks < 10 {
        4
    } else {
        2
    }
}

/// Short vectors on every schedule, to every destination, with rows of a design.
struct Crossing {
    seed: u64,
    random: Random,
    rows: Vec<Vec<usize>>,
    /// For each schedule the rows that have not come yet, or not again.
    decks: Vec<Deck>,
}

impl Crossing {
    /// Of that number: each has values of its own.
    fn new(number: usize) -> Self {
        let seed = seed();
        let mut random = Random::new(seed + number as u64);
        let levels = [BUFFERS.len(), THREADS.len(), COMPRESSIONS.len(), BLOCKS.len(), EDGES.len()];
        let levels = [&levels[..], &[DEGREES.len(), DENSITIES.len(), 2]].concat();
        let rows = design(&levels, |_, _| true, &mut random);
        let decks = ALL.iter().map(|_| Deck::new(rows.len())).collect();
        Crossing { seed, random, rows, decks }
    }

    /// Reduces vectors, one of each density, or one for all. Marks the rows.
    fn check(&mut self, vectors: &[Vectors], ranks: usize, seen: &mut Vec<bool>) {
        let fold = &*vectors[0].fold;
        let mut ways: Vec<Vec<Way>> = vectors.iter().map(|_| Vec::new()).collect();
        let roots = (0..ranks).map(Destination::Root);
        seen.resize(self.rows.len(), false);
        for to in EVERYONE.into_iter().chain(roots) {
            for (schedule, deck) in ALL.iter().zip(&mut self.decks) {
                if !takes(schedule, fold, ranks, LONGEST, to) {
                    continue;
                }
                for _ in 0..each(ranks) {
                    let number = deck.deal(&mut self.random);
                    seen[number] = true;
                    let &[buffers, threads, packing, length, edge, degree, density, steps] =
                        &self.rows[number][..]
                    else {
                        unreachable!("a level of each factor")
                    };
                    let elements = if BLOCKS[length] > 0 { BLOCKS[length] } else { 5 };
                    let (in_place, shift) = BUFFERS[buffers];
                    ways[density % vectors.len()].push(Way {
                        schedule,
                        stepwise: steps == 1 && schedule.later.is_some(),
                        settings: Settings {
                            degree: DEGREES[degree],
                            block: block(BLOCKS[length], fold.size()),
                            threads: THREADS[threads],
                            worth: MIN_BYTES_PER_THREAD,
                            stores: stores(number),
                        },
                        // However short messages are.
                        compression: (COMPRESSIONS[packing], 2),
                        to,
                        count: EDGES[edge](elements, ranks).max(1),
                        in_place,
                        shift,
                    });
                }
            }
        }
        for (vectors, ways) in vectors.iter().zip(&ways) {
            vectors.check(ways, self.seed);
        }
    }
}

/// Every schedule that takes such a fold has been run with every row, in one of these.
fn assert_complete(crossings: &[Crossing], fold: &dyn Fold) {
    for (number, schedule) in ALL.iter().enumerate() {
        let any = RANKS.iter().any(|p| takes(schedule, fold, *p, LONGEST, Destination::All));
        let all_rows = crossings.iter().any(|crossing| crossing.decks[number].rounds > 0);
        assert!(all_rows || !any, "not all rows with {}", schedule.name);
    }
}

/// So many parts of the operations are done at the same time.
const PARTS: usize = 2;

#[test]
fn every_operation_every_schedule_every_root() {
    let crossings = std::thread::scope(|scope| {
        let start = |part| scope.spawn(move || every_schedule_every_root(part));
        let parts: Vec<_> = (0..PARTS).map(start).collect();
        parts.into_iter().map(|part| part.join().unwrap()).collect::<Vec<_>>()
    });
    let exact = fold_of(Kind::Real(Format::Double), Operator::Sum, Arithmetic::Exact);
    assert_complete(&crossings, &*exact);
}

/// A part of the operations with every schedule and every root.
fn every_schedule_every_root(part: usize) -> Crossing {
    let mut crossing = Crossing::new(part);
    for operation in operations().into_iter().skip(part).step_by(PARTS) {
        let mut seen = Vec::new();
        for ranks in RANKS {
            let vectors = DENSITIES.map(|density| {
                let length = (LONGEST, LONGEST);
                Vectors::new(operation, ranks, length, density, &mut crossing.random)
            });
            crossing.check(&vectors, ranks, &mut seen);
        }
        assert!(seen.iter().all(|seen| *seen), "not all rows with {operation:?}");
    }
    crossing
}

#[test]
fn an_operator_that_needs_its_order() {
    let mut crossing = Crossing::new(0);
    // (Until `exchange`, which only two ranks take, has had all rows.)
    for _ in 0..10 {
        for ranks in RANKS {
            let length = (LONGEST, LONGEST);
            let vectors = Vectors::mixed(ranks, length, &mut crossing.random);
            crossing.check(&[vectors], ranks, &mut Vec::new());
        }
    }
    assert_complete(&[crossing], &Tree(Mixed));
}

/// Bytes around which a schedule begins to cut vectors, or does something else: `exchange` where two
/// vectors are 64 KiB, `node` there and at twice as much, `gather`, `slices` and `exchange`
/// where a block of all rows or slices is [`SCRATCH`].
const LENGTHS: [(usize, isize); 10] = [
    (3 << 10, 1),
    (32 << 10, -1),
    (32 << 10, 1),
    (64 << 10, 0),
    (64 << 10, 1),
    (128 << 10, 3),
    (SCRATCH / 4, 1),
    (SCRATCH, -1),
    (SCRATCH, 0),
    (SCRATCH, 1),
];

/// Elements that are different; no block is a multiple of it.
const PERIOD: usize = 211;

/// Some of each way of evaluating, and of each size of elements.
fn some_operations() -> Vec<Operation> {
    use Format::{Double, Float, Quad};
    let double = Kind::Real(Double);
    vec![
        (double, Operator::Sum, Arithmetic::Exact),
        (double, Operator::Sum, Arithmetic::Tree),
        (double, Operator::Sum, Arithmetic::Prerounded(3)),
        (double, Operator::Sum, Arithmetic::Prerounded2(2)),
        (Kind::Real(Float), Operator::Sum, Arithmetic::Binned(3)),
        (Kind::Complex(Float), Operator::Sum, Arithmetic::Exact),
        (Kind::ValueInt(Double), Operator::Maxloc, Arithmetic::Tree),
        (Kind::Complex(Quad), Operator::Prod, Arithmetic::Tree),
    ]
}

#[test]
fn long_vectors_pairwise() {
    const RANKS: [usize; 6] = [2, 3, 4, 5, 8, 13];
    let blocks = [Settings::default().block, 12_345, SCRATCH];
    let seed = seed();
    let mut random = Random::new(seed);
    let (schedules, operations) = (schedules(), some_operations());
    let mut folds: Vec<_> = operations.iter().map(|(k, o, a)| fold_of(*k, *o, *a)).collect();
    folds.push(Box::new(Tree(Mixed)));
    let serves = |schedule: usize, operation: usize, ranks: usize| {
        takes(schedules[schedule], &*folds[operation], RANKS[ranks], 1, Destination::All)
    };
    // To all, to the first rank and to the last, and both prefixes.
    let factors = [schedules.len(), folds.len(), RANKS.len(), LENGTHS.len(), 5];
    let others = [BUFFERS.len(), THREADS.len(), COMPRESSIONS.len(), blocks.len()];
    let levels = [&factors[..], &others, &[DEGREES.len(), DENSITIES.len(), 2]].concat();
    let may = |(first, a): Level, (second, b): Level| match (first, second) {
        (0, 1) => (0..RANKS.len()).any(|ranks| serves(a, b, ranks)),
        (0, 2) => (0..folds.len()).any(|operation| serves(a, operation, b)),
        (0, 4) => b < 3 || schedules[a].prefixes,
        _ => true,
    };
    for row in design(&levels, may, &mut random) {
        let (
            &[schedule, operation, ranks, length, to],
            &[buffers, threads, packing, block, degree, density, steps],
        ) = row.split_at(factors.len())
        else {
            unreachable!("a level of each factor")
        };
        let (ranks, (bytes, more)) = (RANKS[ranks], LENGTHS[length]);
        let roots = [Destination::Root(0), Destination::Root(ranks - 1)];
        let to = [EVERYONE[0], roots[0], roots[1], EVERYONE[1], EVERYONE[2]][to];
        let count = (bytes / folds[operation].size()).checked_add_signed(more).unwrap();
        let length = (count, PERIOD);
        let vectors = match operations.get(operation) {
            Some(some) => Vectors::new(*some, ranks, length, DENSITIES[density], &mut random),
            None => Vectors::mixed(ranks, length, &mut random),
        };
        let (in_place, shift) = BUFFERS[buffers];
        let way = Way {
            schedule: schedules[schedule],
            stepwise: steps == 1 && schedules[schedule].later.is_some(),
            settings: Settings {
                degree: DEGREES[degree],
                block: blocks[block],
                threads: THREADS[threads],
                worth: MIN_BYTES_PER_THREAD,
                stores: stores(count),
            },
            compression: (COMPRESSIONS[packing], 4096),
            to,
            count,
            in_place,
            shift,
        };
        vectors.check(&[way], seed);
    }
}

/// Two ranks exchange whole vectors up to a limit, halves above it; and likewise in shared memory,
/// in blocks of twice what a slot holds.
#[test]
fn two_ranks_around_the_limit() {
    let seed = seed();
    let mut random = Random::new(seed);
    let mut turn = 0;
    for operation in some_operations() {
        let size = fold_of(operation.0, operation.1, operation.2).size();
        for bytes in [32 << 10, 64 << 10, 128 << 10] {
            for more in [-1, 0, 1, 3] {
                let count = (bytes / size).checked_add_signed(more).unwrap();
                let density = DENSITIES[turn / 7 % 2];
                let vectors = Vectors::new(operation, 2, (count, PERIOD), density, &mut random);
                let mut ways = Vec::new();
                let roots = [0, 1].map(Destination::Root);
                for to in EVERYONE.into_iter().chain(roots) {
                    for schedule in schedules() {
                        if takes(schedule, &*vectors.fold, 2, count, to) {
                            turn += 1;
                            let (in_place, shift) = BUFFERS[turn % BUFFERS.len()];
                            let threads = THREADS[turn / 4 % THREADS.len()];
                            let stores = stores(turn / 2);
                            let settings = Settings { threads, stores, ..Settings::default() };
                            let compression = (COMPRESSIONS[turn / 3 % COMPRESSIONS.len()], 4096);
                            ways.push(Way {
                                schedule,
                                stepwise: turn % 5 < 2 && schedule.later.is_some(),
                                settings,
                                compression,
                                to,
                                count,
                                in_place,
                                shift,
                            });
                        }
                    }
                }
                vectors.check(&ways, seed);
            }
        }
    }
}
