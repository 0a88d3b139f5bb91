//! The schedules that send messages between two ranks, for any number of ranks, root, count, block
//! and degree: with an operator that neither commutes nor is associative, and with a sample of all
//! other operations. `same_bits.rs` runs all schedules.

use crate::support::elements::*;
use crate::support::hostile::Random;
use crate::support::listed::listed;
use crate::support::mixed::{mix, Mixed};
use crate::support::oracle;
use crate::support::rows::Rows;
use crate::support::ways::{self, Way};
use samebits_fold::tree::Tree;
use samebits_fold::Fold;
use samebits_kernel::packing::Packing;
use samebits_schedule::packed::Compression;
use samebits_schedule::{Case, Destination, Needs, Schedule, Settings, ALL};

fn messaging() -> impl Iterator<Item = &'static Schedule> {
    let messaging = ALL.iter().filter(|schedule| schedule.needs == Needs::Messages);
    assert!(messaging.clone().count() >= 8);
    messaging
}

const COMPRESSIONS: [Compression; 3] =
    [Compression::Off, Compression::By(Packing::Bits), Compression::By(Packing::Indices)];

/// Whether the buffers are one and the same, and how they lie.
const BUFFERS: [(bool, usize); 4] = [(false, 0), (true, 0), (false, 3), (true, 5)];

fn check_mixed(
    schedule: &'static Schedule,
    settings: Settings,
    (ranks, count): (usize, usize),
    to: Destination,
    (in_place, shift): (bool, usize),
    random: &mut Random,
) {
    let columns: Vec<Vec<[u8; 3]>> = (0..count)
        .map(|_| (0..ranks).map(|_| random.next().to_le_bytes()[..3].try_into().unwrap()).collect())
        .collect();
    let contributions: Vec<Vec<u8>> =
        (0..ranks).map(|rank| columns.iter().flat_map(|column| column[rank]).collect()).collect();
    let want: Vec<u8> =
        columns.iter().flat_map(|column| oracle::tree(column, &|&a, &b| mix(a, b))).collect();
    let tree = Tree(Mixed);
    let fold = listed(&tree);
    let (stepwise, compression) = (random.below(2) == 1, (Compression::Off, 0));
    let way = Way { schedule, stepwise, settings, compression, to, count, in_place, shift };
    let got = ways::each(&way, &fold, &contributions);
    for (rank, got) in got.iter().enumerate().filter(|(rank, _)| to.reaches(*rank)) {
        assert!(
            *got == want,
            "{} step by step {stepwise} {settings:?} p={ranks} {to:?} count {count} \
             in place {in_place} shift {shift} rank {rank}: {got:x?}, not {want:x?}",
            schedule.name
        );
    }
}

fn with_degrees(schedule: &Schedule) -> &'static [usize] {
    if schedule.parameter.is_some() {
        &[1, 2, 3, 5]
    } else {
        &[4]
    }
}

#[test]
fn every_number_of_ranks_every_root() {
    let mut random = Random::new(11);
    let mut turn = 0;
    for schedule in messaging() {
        for ranks in [1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16] {
            let roots = (0..ranks).map(Destination::Root);
            for to in [Destination::All, Destination::All].into_iter().chain(roots) {
                for &degree in with_degrees(schedule) {
                    // Blocks of 1, 3 and 10 elements, and one; counts around their edges.
                    for (block, counts) in [
                        (1, &[0, 1, 2, 5][..]),
                        (9, &[2, 3, 4, 13, 24, 25]),
                        (30, &[1, 9, 11, 39, 160]),
                        (1 << 16, &[1, 7, 33]),
                    ] {
                        turn += 1;
                        let settings = Settings {
                            degree,
                            block,
                            threads: 1 + turn % 3,
                            worth: 64,
                            ..Settings::default()
                        };
                        let count = counts[turn % counts.len()];
                        let buffers = BUFFERS[turn / 7 % BUFFERS.len()];
                        check_mixed(schedule, settings, (ranks, count), to, buffers, &mut random);
                    }
                }
            }
        }
    }
}

#[test]
fn every_count_around_the_edges_of_blocks() {
    let mut random = Random::new(12);
    for schedule in messaging() {
        for ranks in [2, 3, 5, 8] {
            for to in [Destination::All, Destination::Root(ranks / 2)] {
                for count in 0..=26 {
                    for block in [3, 9] {
                        let settings = Settings { degree: 3, block, ..Settings::default() };
                        let buffers = BUFFERS[count % BUFFERS.len()];
                        check_mixed(schedule, settings, (ranks, count), to, buffers, &mut random);
                    }
                }
            }
        }
    }
}

#[test]
fn many_ranks() {
    let mut random = Random::new(13);
    for schedule in messaging() {
        for (ranks, degree, count) in
            [(64, 2, 130), (64, 64, 3), (61, 7, 70), (48, 4, 200), (56, 8, 21)]
        {
            let settings = Settings { degree, block: 24, ..Settings::default() };
            for to in [Destination::All, Destination::Root(0), Destination::Root(ranks - 2)] {
                let buffers = BUFFERS[count % BUFFERS.len()];
                check_mixed(schedule, settings, (ranks, count), to, buffers, &mut random);
            }
        }
    }
}

#[test]
fn every_operation() {
    let mut random = Random::new(14);
    for (turn, (kind, operator, arithmetic)) in operations().into_iter().enumerate() {
        let fold = fold_of(kind, operator, arithmetic);
        let (listed, extent) = (listed(&*fold), fold.size());
        for (i, schedule) in messaging().enumerate() {
            let ranks = [4, 3, 6, 1, 7, 2, 5][(turn + i) % 7];
            let to = match (turn + i) % 3 {
                0 => Destination::Root((turn + i) % ranks),
                _ => Destination::All,
            };
            let count = 1 + (turn * 5 + i) % 9;
            let columns: Vec<_> =
                (0..count).map(|_| random_column(kind, ranks, &mut random)).collect();
            let want: Vec<Vec<u8>> = columns
                .iter()
                .map(|column| to_bytes(kind, &expected(kind, operator, arithmetic, column), extent))
                .collect();
            let contributions: Vec<Vec<u8>> = (0..ranks)
                .map(|rank| columns.iter().flat_map(|c| to_bytes(kind, &c[rank], extent)).collect())
                .collect();
            let settings = Settings {
                degree: 2 + turn % 3,
                block: 3 * extent,
                threads: 1 + (turn + i) % 3,
                worth: 64,
                ..Settings::default()
            };
            let compression = (COMPRESSIONS[(turn / 2 + i) % COMPRESSIONS.len()], 2);
            let (in_place, _) = BUFFERS[(turn + i) % BUFFERS.len()];
            let shift = 16 * (turn % 2);
            let both: [(&str, &(dyn Fold + Sync)); 2] = [("its own", &*fold), ("lists", &listed)];
            for (partials, fold) in both {
                if fold.partials().is_none() {
                    continue;
                }
                let stepwise = (turn / 3 + i) % 2 == 1;
                let way =
                    Way { schedule, stepwise, settings, compression, to, count, in_place, shift };
                let got = ways::each(&way, fold, &contributions);
                for (rank, got) in got.iter().enumerate().filter(|(rank, _)| to.reaches(*rank)) {
                    for (i, (got, want)) in got.chunks(extent).zip(&want).enumerate() {
                        let n = significant(kind);
                        assert_eq!(
                            got[..n],
                            want[..n],
                            "{kind:?} {operator:?} {arithmetic:?} {} {partials} p={ranks} \
                             {to:?} rank {rank} element {i} of {count}",
                            schedule.name
                        );
                    }
                }
            }
        }
    }
}

/// Why a schedule that merges on the way does not take a reduction, and that all of them are
/// tested here.
#[test]
fn without_partials_or_messages_they_say_why() {
    let (tree, to) = (Tree(Mixed), Destination::All);
    let (listed, rows) = (listed(&tree), Rows(&tree));
    let reasons = |fold, messages| -> Vec<(&str, &str)> {
        let case = Case { fold, ranks: 5, count: 7, to, messages, node: None };
        ALL.iter()
            .filter_map(|row| row.check(&case).err().map(|reason| (row.name, reason)))
            .filter(|(_, reason)| reason.contains("merge") || reason.contains("communicator"))
            .collect()
    };
    // Without partials those refuse that merge them, and nobody else; with them, nobody.
    let all: Vec<&str> = messaging().map(|schedule| schedule.name).collect();
    let merge: Vec<&str> = reasons(&rows, true).into_iter().map(|(name, _)| name).collect();
    assert!(merge.len() >= 8 && merge.iter().all(|name| all.contains(name)), "{merge:?}");
    assert_eq!(reasons(&listed, true), []);
    // Without messages all of them refuse.
    let refused = reasons(&listed, false);
    assert!(refused.iter().all(|(_, reason)| reason.contains("messages")), "{refused:?}");
    assert_eq!(refused.into_iter().map(|(name, _)| name).collect::<Vec<_>>(), all);
}

/// Scratch does not grow with the vector, and with the number of ranks only where partials do.
#[test]
fn scratch_is_bounded() {
    let tree = Tree(Mixed);
    for schedule in messaging() {
        for (ranks, count) in [(2, 1 << 30), (16, 1 << 30), (100, 1 << 20), (1000, 1 << 20)] {
            for to in [Destination::All, Destination::Root(ranks / 3)] {
                let listed = listed(&tree);
                let case = Case { fold: &listed, ranks, count, to, messages: true, node: None };
                let settings = Settings { block: 1 << 30, ..Settings::default() };
                for rank in [0, 1, ranks / 3, ranks / 2, ranks - 1] {
                    let bytes = (schedule.scratch)(&case, &settings, rank);
                    assert!(
                        bytes <= 40 << 20,
                        "{} p={ranks} {to:?} rank {rank}: {bytes}",
                        schedule.name
                    );
                }
            }
        }
    }
}
