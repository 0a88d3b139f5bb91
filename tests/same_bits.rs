//! The heart of the promise, without MPI: every schedule gives the oracle's bits
//! for every kind of element, operator and arithmetic, on ranks simulated
//! inside this process, for every root, in place and not, on hostile values.

mod support;

use samebits::arithmetic::{Arithmetic, Fold};
use samebits::kernel::{Format, Kind, Operator};
use samebits::schedule::node::nodes::Nodes;
use samebits::schedule::{Case, Destination, Schedule, Settings, ALL, SCRATCH};
use support::elements::*;
use support::hostile::Random;
use support::oracle::{self, Bits};
use support::simulated;

/// The schedules that take such a fold over that many ranks.
fn runs(fold: &dyn Fold, ranks: usize, count: usize, to: Destination) -> Vec<&'static Schedule> {
    let case = Case { fold, ranks, count, to, messages: true, node: Some(&Nodes::one(ranks)) };
    ALL.iter().filter(|schedule| (schedule.takes)(&case).is_ok()).collect()
}

/// One vector, reduced in every way that is asked for, against the oracle.
fn check(
    (kind, operator, arithmetic): (Kind, Operator, Arithmetic),
    ranks: usize,
    count: usize,
    destinations: &[Destination],
    random: &mut Random,
) {
    let fold = fold_of(kind, operator, arithmetic);
    let extent = fold.size();
    let columns: Vec<_> = (0..count).map(|_| random_column(kind, ranks, random)).collect();
    let results: Vec<u8> = columns
        .iter()
        .flat_map(|column| to_bytes(kind, &expected(kind, operator, arithmetic, column), extent))
        .collect();
    let contributions: Vec<Vec<u8>> = (0..ranks)
        .map(|rank| columns.iter().flat_map(|c| to_bytes(kind, &c[rank], extent)).collect())
        .collect();
    for &to in destinations {
        for schedule in runs(&*fold, ranks, count, to) {
            let name = schedule.name;
            for (in_place, shift) in [(false, 0), (true, 0), (false, 8)] {
                let settings = Settings::default();
                let got = simulated::reduce(
                    schedule,
                    settings,
                    &*fold,
                    &contributions,
                    to,
                    in_place,
                    shift,
                );
                for (rank, bytes) in got.iter().enumerate() {
                    if to != Destination::All && to != Destination::Root(rank) {
                        continue;
                    }
                    let pairs = bytes.chunks(extent).zip(results.chunks(extent));
                    for (index, (got, want)) in pairs.enumerate() {
                        let n = significant(kind);
                        assert_eq!(
                            got[..n],
                            want[..n],
                            "{kind:?} {operator:?} {arithmetic:?} {name} p={ranks} {to:?} \
                             in_place={in_place} rank {rank} element {index} of {count}, from {:x?}",
                            columns[index]
                        );
                    }
                }
            }
        }
    }
}

/// All operations; each so many'th where `OPERATIONS_STEP` says so, since an emulator is
/// slow to start the threads that simulate ranks (scripts/aarch64.sh).
fn operations_to_check() -> impl Iterator<Item = (Kind, Operator, Arithmetic)> {
    let step = std::env::var("OPERATIONS_STEP").map_or(1, |step| step.parse().unwrap());
    operations().into_iter().step_by(step)
}

#[test]
fn there_are_operations_of_every_kind() {
    let all = operations();
    let with_x87 = usize::from(cfg!(target_arch = "x86_64"));
    // Half, float, double and binary128: real (4 each) and complex (2 each); pairs of
    // all but half, with an int and with a real (2 each); of four kinds the exact sum, and
    // those by levels (2 * 4 pre-rounded, 3 binned).
    let sums = 4 * (1 + 2 * 4 + 3);
    assert_eq!(all.len(), 4 * (4 + 2) + 3 * (2 + 2) + sums + with_x87 * (4 + 2 + 2));
}

#[test]
fn every_operation_every_schedule_every_root() {
    let mut random = Random::new(1);
    for operation in operations_to_check() {
        for ranks in [1, 2, 3, 4, 5, 7, 8, 9] {
            let mut destinations = vec![Destination::All];
            destinations.extend((0..ranks).map(Destination::Root));
            check(operation, ranks, 13, &destinations, &mut random);
        }
    }
}

#[test]
fn counts_around_the_edges() {
    let mut random = Random::new(2);
    for operation in operations_to_check() {
        for (ranks, counts) in [(3, [1, 2, 3, 4]), (13, [1, 12, 14, 130]), (16, [15, 16, 17, 65])] {
            for count in counts {
                let destinations = [Destination::All, Destination::Root(ranks - 1)];
                check(operation, ranks, count, &destinations, &mut random);
            }
        }
    }
}

/// One of each way of evaluating.
const SOME: [Arithmetic; 5] = [
    Arithmetic::Exact,
    Arithmetic::Tree,
    Arithmetic::Prerounded(3),
    Arithmetic::Prerounded2(2),
    Arithmetic::Binned(3),
];

/// Two ranks swap whole vectors up to a limit, halves above it; and likewise in shared memory,
/// in blocks of twice what a slot holds.
#[test]
fn two_ranks_around_the_limit() {
    let mut random = Random::new(4);
    let destinations = [Destination::All, Destination::Root(0), Destination::Root(1)];
    for arithmetic in SOME {
        for count in [4095, 4096, 4097, 8193, 16384, 16387] {
            let operation = (Kind::Real(Format::Double), Operator::Sum, arithmetic);
            check(operation, 2, count, &destinations, &mut random);
        }
    }
}

/// Vectors of several blocks, and one element more or less than whole blocks.
#[test]
fn vectors_longer_than_a_block() {
    let mut random = Random::new(3);
    let double = Kind::Real(Format::Double);
    for arithmetic in SOME {
        for (ranks, extra) in [(2, 1), (3, 0), (5, 2)] {
            let count = SCRATCH / 8 + extra;
            let tame = |rank: usize, i: usize| {
                f64::from_bits((0x3ff << 52) + ((rank * 7 + i * 131) as u64 % (1 << 51)))
                    .to_le_bytes()
            };
            let contributions: Vec<Vec<u8>> =
                (0..ranks).map(|rank| (0..count).flat_map(|i| tame(rank, i)).collect()).collect();
            let fold = fold_of(double, Operator::Sum, arithmetic);
            let _ = random.next();
            let to = Destination::All;
            for schedule in runs(&*fold, ranks, count, to) {
                let (name, settings) = (schedule.name, Settings::default());
                let all =
                    simulated::reduce(schedule, settings, &*fold, &contributions, to, false, 8);
                for i in (0..count).step_by(997).chain(count - 3..count) {
                    let column: Vec<Element> = (0..ranks)
                        .map(|rank| Element {
                            numbers: vec![Bits::from(u64::from_le_bytes(tame(rank, i)))],
                            index: None,
                        })
                        .collect();
                    let want = expected(double, Operator::Sum, arithmetic, &column).numbers[0];
                    for result in &all {
                        let got = oracle::from_memory(Format::Double, &result[8 * i..]);
                        assert_eq!(got, want, "{name} {arithmetic:?} p={ranks} element {i}");
                    }
                }
            }
        }
    }
}
