//! Partials of vectors: whatever sets of ranks are merged, in whatever order, at whatever
//! alignment, the result has the bits of the oracle, or of the fold, which is tested against
//! it. A partial is no longer than it may be, and all of it is in the bytes that are sent.

use crate::support::elements::*;
use crate::support::hostile::Random;
use crate::support::vectors::*;
use samebits_base::fault::Fault;
use samebits_base::threads::Team;
use samebits_fold::tree::Tree;
use samebits_fold::Combine;
use samebits_kernel::expansion::{expand, round, Components, CHUNK};
use samebits_kernel::fpenv::Environment;
use samebits_kernel::{Format, Kind, Operator};
use samebits_sum::names::Arithmetic;

/// One vector, reduced in every way.
fn check(
    (kind, operator, arithmetic): (Kind, Operator, Arithmetic),
    ranks: usize,
    n: usize,
    with_oracle: bool,
    random: &mut Random,
) {
    let fold = &*fold_of(kind, operator, arithmetic);
    let size = fold.size();
    let columns: Vec<_> = (0..n).map(|_| random_column(kind, ranks, random)).collect();
    let contributions: Vec<Vec<u8>> = (0..ranks)
        .map(|rank| columns.iter().flat_map(|c| to_bytes(kind, &c[rank], size)).collect())
        .collect();
    let want: Vec<u8> = if with_oracle {
        let wanted = columns.iter().map(|column| expected(kind, operator, arithmetic, column));
        wanted.flat_map(|element| to_bytes(kind, &element, size)).collect()
    } else {
        folded(fold, &contributions, n)
    };
    let vector = Vector { fold, ranks, n, team: Team::ALONE };
    for way in WAYS {
        let got = vector.reduce(&contributions, way, random).unwrap();
        for (i, (got, want)) in got.chunks(size).zip(want.chunks(size)).enumerate() {
            let bytes = significant(kind);
            assert_eq!(
                got[..bytes],
                want[..bytes],
                "{kind:?} {operator:?} {arithmetic:?} p={ranks} {way:?} element {i} of {n}, \
                 from {:x?}",
                columns[i]
            );
        }
    }
}

#[test]
fn every_operation_any_sets_in_any_order() {
    let mut random = Random::new(61);
    for operation in merged_operations() {
        for ranks in (1..=9).chain([13, 16, 33, 64]) {
            check(operation, ranks, 1 + random.below(4) as usize, true, &mut random);
        }
    }
}

/// Vectors as long as the pieces and chunks in which they are worked on, or nearly.
#[test]
fn lengths_around_the_edges() {
    let mut random = Random::new(62);
    for operation in merged_operations() {
        let size = fold_of(operation.0, operation.1, operation.2).size();
        let edges = [64, 128, 256, 4096 / size, 8192 / size, 2 * 4096 / size + 64];
        for edge in edges {
            let n = edge - 1 + random.below(3) as usize;
            let ranks = [1, 2, 3, 4, 7, 12][random.below(6) as usize];
            check(operation, ranks, n, false, &mut random);
        }
    }
}

/// Sums of numbers that are hostile to expansions, more often than any operation gets them.
#[test]
fn hostile_columns_of_exact_sums() {
    let mut random = Random::new(63);
    for format in [Format::Float, Format::Double] {
        for _ in 0..40 {
            let ranks = 2 + random.below(40) as usize;
            let operation = (Kind::Real(format), Operator::Sum, Arithmetic::Exact);
            check(operation, ranks, 150, true, &mut random);
        }
    }
}

#[test]
fn vectors_of_one_kind() {
    let mut random = Random::new(66);
    let sums = merged_operations()
        .into_iter()
        .filter(|(_, _, arithmetic)| *arithmetic != Arithmetic::Tree);
    for (kind, operator, arithmetic) in sums {
        let fold = &*fold_of(kind, operator, arithmetic);
        for like in LIKES {
            let ranks = 3 + random.below(30) as usize;
            let n = [7, 8, 9, 63, 64, 65, 127, 128, 129, 300][random.below(10) as usize];
            let cancelled = random.below(2) == 0;
            let contributions = alike(kind, like, (ranks, n), cancelled, &mut random);
            let want = folded(fold, &contributions, n);
            let ranks = contributions.len();
            let vector = Vector { fold, ranks, n, team: Team::ALONE };
            for way in WAYS {
                let got = vector.reduce(&contributions, way, &mut random).unwrap();
                let size = fold.size();
                let wrong = (0..n).find(|i| got[i * size..][..size] != want[i * size..][..size]);
                assert_eq!(wrong, None, "{kind:?} {arithmetic:?} {like:?} p={ranks} {way:?}");
            }
        }
    }
}

/// Bytes of a partial of all ranks, for each element.
fn bytes_of_one(kind: Kind, like: Like, ranks: usize) -> f64 {
    let mut random = Random::new(67);
    let fold = &*fold_of(kind, Operator::Sum, Arithmetic::Exact);
    let n = 4096;
    let vector = Vector { fold, ranks, n, team: Team::ALONE };
    let contributions = alike(kind, like, (ranks, n), false, &mut random);
    let mut held = contributions
        .iter()
        .enumerate()
        .map(|(rank, bytes)| vector.contribution(rank, bytes, &mut random));
    let first = held.next().unwrap();
    let all = held.fold(first, |all, one| vector.merge(all, one).unwrap());
    all.memory.bytes.div_ceil(8) as f64 * 8.0 / n as f64
}

/// What is sent is short where numbers are not far apart.
#[test]
fn exact_partials_are_short() {
    let (double, float) = (Kind::Real(Format::Double), Kind::Real(Format::Float));
    for (kind, like, rows) in [
        (double, Like::Mood(1), 2.0),
        (double, Like::Spread(40), 2.0),
        (double, Like::Spread(100), 3.0),
        (double, Like::Integers, 1.0),
        (double, Like::Zeros, 1.0),
        (float, Like::Mood(1), 1.0),
        (float, Like::Spread(20), 1.0),
        (float, Like::Spread(70), 2.0),
    ] {
        let bytes = bytes_of_one(kind, like, 40);
        assert!(bytes <= 8.2 * rows, "{kind:?} {like:?}: {bytes} bytes an element");
    }
}

/// Components that do not vanish beside each other are left to another way.
#[test]
fn only_what_is_sorted_out_is_rounded() {
    let tiny = f64::EPSILON * f64::EPSILON / 8.0;
    for (components, want) in [
        (vec![1.0, -f64::EPSILON / 2.0, -tiny], Some(1.0 + f64::EPSILON)),
        (vec![1.0, -f64::EPSILON / 2.0, tiny], Some(1.0)),
        (vec![1.0, -f64::EPSILON / 2.0, -tiny, tiny * tiny], Some(1.0 + f64::EPSILON)),
        (vec![1.0, 1.0, tiny], None),
        (vec![1.0, tiny, 1.0], None),
        (vec![1.0, -f64::EPSILON / 2.0, tiny, -1.0], None),
        (vec![f64::MAX, -f64::MAX * f64::EPSILON, 1.0], None),
        (vec![f64::INFINITY, 0.0, 0.0], Some(f64::INFINITY)),
        (vec![f64::NAN, 0.0, 0.0], None),
    ] {
        let (mut sums, mut open) = ([0.0; CHUNK], [0; CHUNK]);
        let rows = Components { first: components.as_ptr(), rows: components.len() };
        // SAFETY: rows of one column.
        let any = unsafe { round::<f64>(rows, 1, &mut sums, &mut open) };
        assert_eq!((any, open[0] != 0), (want.is_none(), want.is_none()), "{components:?}");
        assert!(want.is_none_or(|want| sums[0] == want), "{components:?}: {}", sums[0]);
    }
}

/// What does not fit is marked, and nothing else is.
#[test]
fn columns_that_do_not_fit_are_marked() {
    let power = |exponent: i32| f64::from_bits(((1023 + exponent) as u64) << 52);
    let column = |numbers: &[f64]| {
        let rows: Vec<*const f64> = numbers.iter().map(|number| &raw const *number).collect();
        let (mut into, mut open) = ([0.0; 8], [0; CHUNK]);
        // SAFETY: rows of one column, and room for all components.
        let (rows, any) = unsafe { expand(&rows, &[], 1, into.as_mut_ptr(), &mut open) };
        assert_eq!(any, open[0] != 0);
        (!any).then_some(rows)
    };
    let apart: Vec<f64> = (0..9).map(|i| power(1000 - 60 * i)).collect();
    assert_eq!(column(&apart[..8]), Some(8));
    assert_eq!(column(&apart), None);
    assert_eq!(column(&[1.0, f64::EPSILON, -1.0]), Some(1));
    assert_eq!(column(&[f64::MAX, f64::MAX, -f64::MAX]), None);
    assert_eq!(column(&[1.0, f64::NAN]), None);
    assert_eq!(column(&[f64::NEG_INFINITY, 0.0]), None);
}

/// An operator that is neither commutative nor associative, on elements of any size, which
/// runs in the caller's environment and may fail.
struct Own {
    size: usize,
    fails: bool,
}

impl Combine for Own {
    fn size(&self) -> usize {
        self.size
    }
    fn environment(&self) -> Environment {
        Environment::Caller
    }
    unsafe fn combine(&self, left: *const u8, right: *mut u8, n: usize) -> Result<(), Fault> {
        if self.fails {
            return Err(Fault(17));
        }
        for i in 0..n * self.size {
            // SAFETY: a byte of each row.
            unsafe {
                let (a, b) = (*left.add(i), *right.add(i));
                *right.add(i) = a.wrapping_mul(31).rotate_left(3) ^ b.wrapping_mul(7);
            }
        }
        Ok(())
    }
    unsafe fn finish(&self, row: *mut u8, n: usize) {
        for i in 0..n * self.size {
            // SAFETY: a byte of the row.
            unsafe { *row.add(i) = (*row.add(i)).wrapping_add(1) };
        }
    }
}

#[test]
fn operators_that_need_their_order() {
    let mut random = Random::new(64);
    for size in [1, 3, 8, 24, 5000] {
        let fold = &Tree(Own { size, fails: false });
        for ranks in (1..=20).chain([31, 64, 65]) {
            for n in [1, 3] {
                let contributions: Vec<Vec<u8>> = (0..ranks)
                    .map(|_| (0..n * size).map(|_| random.next() as u8).collect())
                    .collect();
                let want = folded(fold, &contributions, n);
                let vector = Vector { fold, ranks, n, team: Team::ALONE };
                for way in WAYS {
                    let got = vector.reduce(&contributions, way, &mut random).unwrap();
                    assert!(got == want, "{size} bytes p={ranks} {way:?}");
                }
            }
        }
    }
}

#[test]
fn a_fault_is_handed_up() {
    let fold = &Tree(Own { size: 8, fails: true });
    let vector = Vector { fold, ranks: 3, n: 5, team: Team::ALONE };
    let contributions = vec![vec![1; 40]; 3];
    let got = vector.reduce(&contributions, Way::Chain, &mut Random::new(65));
    assert_eq!(got, Err(Fault(17)));
}
