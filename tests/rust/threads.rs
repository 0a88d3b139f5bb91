//! Vectors that are cut among threads: whatever is folded, merged or finished has the bits that
//! one thread makes, wherever the cuts are and in whatever environment the caller computes.
//! (That one thread makes the right ones: `same_bits.rs`, `vectors.rs`.)

use crate::support::elements::*;
use crate::support::hostile::Random;
use crate::support::level_oracle;
use samebits_base::threads::Team;
use samebits_fold::Fold;
use samebits_kernel::{Format, Kind, Operator};
use samebits_schedule::node::nodes::Nodes;
use samebits_schedule::{Case, Destination, Settings, ALL};
use samebits_sum::names::Arithmetic;

use crate::support::vectors::*;
use crate::support::ways;

/// Threads that are started whatever there is to do.
fn teams() -> impl Iterator<Item = Team> {
    [2, 3, 7].into_iter().map(|threads| Team { threads, worth: 1 })
}

/// Columns: fewer and more than a thread takes at a time, in as many pieces as there are, and
/// one fewer or more.
const LENGTHS: [usize; 12] = [1, 127, 128, 129, 256, 383, 1000, 1024, 1025, 1535, 1537, 3000];

/// Contributions of which nobody knows more than their kind.
fn hostile(
    kind: Kind,
    size: usize,
    (ranks, n): (usize, usize),
    random: &mut Random,
) -> Vec<Vec<u8>> {
    let columns: Vec<_> = (0..n).map(|_| random_column(kind, ranks, random)).collect();
    let row = |rank: usize| columns.iter().flat_map(move |c| to_bytes(kind, &c[rank], size));
    (0..ranks).map(|rank| row(rank).collect()).collect()
}

/// Contributions that are alike for some columns, and then otherwise, so that chunks of partials
/// have many lengths.
fn stretches(
    kind: Kind,
    size: usize,
    (ranks, n): (usize, usize),
    random: &mut Random,
) -> Vec<Vec<u8>> {
    let mut rows = vec![Vec::new(); ranks];
    while rows[0].len() < n * size {
        let like = LIKES[random.below(LIKES.len() as u64) as usize];
        let more = alike(kind, like, (ranks, 1 + random.below(400) as usize), false, random);
        rows.iter_mut().zip(more).for_each(|(row, more)| row.extend(more));
    }
    rows.iter_mut().for_each(|row| row.truncate(n * size));
    rows
}

/// Memory that is aligned for any element.
fn aligned(bytes: &[u8]) -> Vec<u128> {
    let mut memory = vec![0u128; bytes.len().div_ceil(16)];
    // SAFETY: so many bytes fit in.
    unsafe {
        let to = memory.as_mut_ptr().cast::<u8>();
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len());
    }
    memory
}

fn bytes_of(memory: &[u128]) -> Vec<u8> {
    memory.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Whether elements are the same, but for what is behind an index.
fn assert_same(kind: Kind, size: usize, got: &[u8], want: &[u8], what: impl Fn() -> String) {
    for (i, (got, want)) in got.chunks(size).zip(want.chunks(size)).enumerate() {
        let n = significant(kind);
        assert_eq!(got[..n], want[..n], "{}, element {i}", what());
    }
}

/// The row that a team folds contributions to.
fn folded_by(team: Team, fold: &dyn Fold, contributions: &[Vec<u8>], n: usize) -> Vec<u8> {
    let mut rows = aligned(&contributions.concat());
    // SAFETY: the rows.
    let row = unsafe { fold.fold(team, rows.as_mut_ptr().cast(), contributions.len(), n) };
    let size = n * fold.size();
    bytes_of(&rows)[row.unwrap() * size..][..size].to_vec()
}

#[test]
fn every_operation_wherever_it_is_cut() {
    let mut random = Random::new(81);
    for (turn, (kind, operator, arithmetic)) in operations().into_iter().enumerate() {
        let fold = &*fold_of(kind, operator, arithmetic);
        let size = fold.size();
        for (i, team) in teams().enumerate() {
            for ranks in [1, 2, 3, 6] {
                let n = LENGTHS[(turn + 5 * i + ranks) % LENGTHS.len()];
                let contributions = hostile(kind, size, (ranks, n), &mut random);
                let want = folded(fold, &contributions, n);
                let got = folded_by(team, fold, &contributions, n);
                let what =
                    || format!("{kind:?} {operator:?} {arithmetic:?} p={ranks} n={n} {team:?}");
                assert_same(kind, size, &got, &want, what);
            }
        }
    }
}

#[test]
fn two_rows_where_they_lie() {
    let mut random = Random::new(82);
    let builtin =
        [Arithmetic::Tree, Arithmetic::Exact].into_iter().chain(level_oracle::arithmetics());
    for by in builtin {
        let double = fold_of(Kind::Real(Format::Double), Operator::Sum, by);
        assert!(double.two().is_some(), "{by:?}");
    }
    for (turn, (kind, operator, arithmetic)) in operations().into_iter().enumerate() {
        let fold = &*fold_of(kind, operator, arithmetic);
        let size = fold.size();
        // Rows with padding go the way of the caller's buffers; for all others an arithmetic that
        // folds two rows of doubles does.
        let double = fold_of(Kind::Real(Format::Double), Operator::Sum, arithmetic);
        let wanted = double.two().is_some() && significant(kind) == size;
        assert_eq!(fold.two().is_some(), wanted, "{kind:?} {arithmetic:?}");
        let Some(two) = fold.two() else { continue };
        for (i, team) in teams().enumerate() {
            let n = LENGTHS[(turn + 5 * i) % LENGTHS.len()];
            let contributions = hostile(kind, size, (2, n), &mut random);
            let want = folded(fold, &contributions, n);
            // Into the left one, the right one, and apart from both; at any address.
            for into in 0..3 {
                let shift = random.below(9) as usize;
                let mut rows: Vec<Vec<u8>> = (0..3).map(|_| vec![0xa5; n * size + 16]).collect();
                for (row, contribution) in rows.iter_mut().zip(&contributions) {
                    row[shift..][..n * size].copy_from_slice(contribution);
                }
                let places: Vec<*mut u8> =
                    rows.iter_mut().map(|row| row[shift..].as_mut_ptr()).collect();
                // SAFETY: rows of n elements.
                unsafe { two.fold_two(team, places[0], places[1], places[into], n) }.unwrap();
                let row = &rows[into];
                let what =
                    || format!("{kind:?} {operator:?} {arithmetic:?} n={n} {team:?} into {into}");
                assert_same(kind, size, &row[shift..][..n * size], &want, what);
                let beside = row[..shift].iter().chain(&row[shift + n * size..]);
                assert!(beside.copied().all(|byte| byte == 0xa5), "{}: written beside it", what());
            }
        }
    }
}

#[test]
fn partials_of_every_operation() {
    let mut random = Random::new(83);
    for (turn, (kind, operator, arithmetic)) in merged_operations().into_iter().enumerate() {
        let fold = &*fold_of(kind, operator, arithmetic);
        let size = fold.size();
        for (i, team) in teams().enumerate() {
            let ranks = [2, 3, 4, 7, 12][(turn + i) % 5];
            let n = LENGTHS[(turn + 7 * i) % LENGTHS.len()].min(1537);
            let contributions = hostile(kind, size, (ranks, n), &mut random);
            let want = folded(fold, &contributions, n);
            let way = WAYS[(turn + i) % WAYS.len()];
            let vector = Vector { fold, ranks, n, team };
            let got = vector.reduce(&contributions, way, &mut random).unwrap();
            let what = || format!("{kind:?} {operator:?} {arithmetic:?} p={ranks} n={n} {team:?}");
            assert_same(kind, size, &got, &want, what);
        }
    }
}

/// Chunks that are as long as expected, shorter, so that others move, and longer, so that they
/// do not fit.
#[test]
fn partials_of_chunks_of_any_length() {
    let mut random = Random::new(84);
    let sums = merged_operations()
        .into_iter()
        .filter(|(_, _, arithmetic)| *arithmetic != Arithmetic::Tree);
    for (kind, operator, arithmetic) in sums {
        let fold = &*fold_of(kind, operator, arithmetic);
        let size = fold.size();
        for team in teams() {
            let (ranks, n) = (3 + random.below(7) as usize, 2000 + random.below(3000) as usize);
            let contributions = stretches(kind, size, (ranks, n), &mut random);
            let want = folded(fold, &contributions, n);
            let vector = Vector { fold, ranks, n, team };
            let way = WAYS[random.below(WAYS.len() as u64) as usize];
            let got = vector.reduce(&contributions, way, &mut random).unwrap();
            let what = || format!("{kind:?} {arithmetic:?} p={ranks} n={n} {team:?} {way:?}");
            assert_same(kind, size, &got, &want, what);
        }
    }
}

/// Every schedule, with everything that is long enough to be cut at all cut.
#[test]
fn every_schedule() {
    let mut random = Random::new(85);
    let double = Kind::Real(Format::Double);
    let arithmetics = [
        Arithmetic::Exact,
        Arithmetic::Tree,
        Arithmetic::Prerounded(3),
        Arithmetic::Prerounded2(2),
        Arithmetic::Binned(3),
    ];
    for (turn, arithmetic) in arithmetics.into_iter().enumerate() {
        let fold = &*fold_of(double, Operator::Sum, arithmetic);
        for ranks in [2, 3, 4, 7] {
            let count = 2000 + 500 * ranks + turn;
            let contributions = stretches(double, 8, (ranks, count), &mut random);
            let want = folded(fold, &contributions, count);
            for to in [Destination::All, Destination::Root(ranks - 1)] {
                let nodes = Nodes::one(ranks);
                let node = Some(&nodes);
                let case = Case { fold, ranks, count, to, messages: true, node };
                for schedule in ALL.iter().filter(|schedule| schedule.check(&case).is_ok()) {
                    for threads in [2, 3] {
                        let block = if threads == 2 { 1 << 20 } else { 2000 };
                        let settings = Settings { threads, worth: 1, block, ..Settings::default() };
                        let (in_place, shift) = ((turn + threads) % 2 == 0, 8 * (turn % 2));
                        let got = ways::reduce(
                            schedule,
                            settings,
                            fold,
                            &contributions,
                            to,
                            in_place,
                            shift,
                        );
                        for (rank, got) in got.iter().enumerate().filter(|(r, _)| to.reaches(*r)) {
                            let name = schedule.name;
                            let what = || {
                                format!("{name} {arithmetic:?} p={ranks} {to:?} {settings:?} rank {rank}")
                            };
                            assert_same(double, 8, got, &want, what);
                        }
                    }
                }
            }
        }
    }
}

/// Threads compute in the environment of the fold, not in that of whoever started them.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn the_callers_environment_does_not_reach_threads() {
    use std::arch::asm;
    let mut outside = 0u32;
    // Upward, flush to zero, denormals are zero; the flag of a division raised.
    let hostile_control = 0x1f80u32 | 0x4000 | 0x8000 | 0x0040 | 0x0004;
    let mut random = Random::new(86);
    for (kind, operator, arithmetic) in operations() {
        let fold = &*fold_of(kind, operator, arithmetic);
        let (size, n, ranks) = (fold.size(), 1025, 5);
        let contributions = hostile(kind, size, (ranks, n), &mut random);
        let want = folded(fold, &contributions, n);
        for team in teams() {
            let mut rows = aligned(&contributions.concat());
            let mut after = 0u32;
            // SAFETY: the rows; a control register without reserved bits, which gets its old
            // value back.
            let row = unsafe {
                asm!("stmxcsr [{}]", in(reg) &mut outside, options(nostack));
                asm!("ldmxcsr [{}]", in(reg) &hostile_control, options(nostack));
                let row = fold.fold(team, rows.as_mut_ptr().cast(), ranks, n);
                asm!("stmxcsr [{}]", in(reg) &mut after, options(nostack));
                asm!("ldmxcsr [{}]", in(reg) &outside, options(nostack));
                row
            };
            assert_eq!(after, hostile_control, "{kind:?} {operator:?} {arithmetic:?}");
            let got = &bytes_of(&rows)[row.unwrap() * n * size..][..n * size];
            let what = || format!("{kind:?} {operator:?} {arithmetic:?} {team:?}");
            assert_same(kind, size, got, &want, what);
        }
    }
}
