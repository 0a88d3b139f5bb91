//! Sums that others add up: whatever is added first, the totals are exact, and the results
//! those of the arithmetic, also as one of very many ranks cuts them up.

use crate::support::elements::{expected, fold_of, random_column, to_bytes, Element};
use crate::support::hostile::Random;
use crate::support::level_oracle;
use crate::support::oracle::{from_memory, soft, to_memory, Bits};
use crate::support::simulated::add_up;
use samebits_fold::offload::Offload;
use samebits_fold::Fold;
use samebits_kernel::{Format, Kind, Operator};
use samebits_sum::names::Arithmetic;

const ARITHMETICS: [Arithmetic; 5] = [
    Arithmetic::Exact,
    Arithmetic::Prerounded2(1),
    Arithmetic::Prerounded2(2),
    Arithmetic::Prerounded2(3),
    Arithmetic::Prerounded2(4),
];

const FORMATS: [Format; 2] = [Format::Float, Format::Double];

/// What these contributions, rows of n numbers, come to if each is that of one of so many
/// ranks; and how many addends the numbers have.
fn results(
    sum: &dyn Offload,
    rows: &[Vec<u8>],
    n: usize,
    ranks: usize,
    random: &mut Random,
) -> (Vec<u8>, Vec<usize>) {
    let surveyed = sum.surveyed();
    let mut found = vec![i32::MIN; n * surveyed];
    for row in rows {
        let mut own = vec![0; n * surveyed];
        // SAFETY: rows of n numbers.
        unsafe { sum.survey(row.as_ptr(), n, &mut own) };
        for (largest, own) in found.iter_mut().zip(own) {
            *largest = own.max(*largest);
        }
    }
    let counts: Vec<usize> = found.chunks(surveyed).map(|found| sum.count(ranks, found)).collect();
    assert!(counts.iter().all(|count| *count <= sum.most(ranks)));
    let cut: Vec<Vec<u64>> = rows
        .iter()
        .map(|row| {
            let mut addends = vec![u64::MAX; counts.iter().sum()];
            // SAFETY: likewise.
            unsafe { sum.cut(row.as_ptr(), ranks, &found, &mut addends) };
            addends
        })
        .collect();
    let totals: Vec<u64> = (0..cut[0].len())
        .map(|i| {
            let addends = cut.iter().map(|addends| addends[i]).collect();
            add_up(sum.addends(), addends, random)
        })
        .collect();
    let mut row = vec![0xa5; rows[0].len()];
    // SAFETY: room for n numbers.
    unsafe { sum.finish(ranks, &found, &totals, row.as_mut_ptr()) };
    (row, counts)
}

/// One sum of numbers of a format.
fn result(
    format: Format,
    arithmetic: Arithmetic,
    numbers: &[Bits],
    ranks: usize,
    random: &mut Random,
) -> (Bits, usize) {
    let fold = fold_of(Kind::Real(format), Operator::Sum, arithmetic);
    let rows: Vec<Vec<u8>> = numbers.iter().map(|bits| to_memory(format, *bits)).collect();
    let (row, counts) = results(fold.offload().unwrap(), &rows, 1, ranks, random);
    (from_memory(format, &row), counts[0])
}

#[test]
fn the_bits_are_those_of_the_arithmetic() {
    let mut random = Random::new(71);
    for arithmetic in ARITHMETICS {
        for kind in FORMATS.into_iter().flat_map(|f| [Kind::Real(f), Kind::Complex(f)]) {
            let fold = fold_of(kind, Operator::Sum, arithmetic);
            let sum = fold.offload().unwrap();
            for ranks in [1, 2, 3, 4, 7, 16, 33] {
                let columns: Vec<Vec<Element>> =
                    (0..40).map(|_| random_column(kind, ranks, &mut random)).collect();
                let size = Fold::size(&*fold);
                let rows: Vec<Vec<u8>> = (0..ranks)
                    .map(|rank| {
                        columns.iter().flat_map(|c| to_bytes(kind, &c[rank], size)).collect()
                    })
                    .collect();
                let numbers = columns.len() * sum.numbers();
                let (row, _) = results(sum, &rows, numbers, ranks, &mut random);
                for (column, got) in columns.iter().zip(row.chunks(size)) {
                    let want = expected(kind, Operator::Sum, arithmetic, column);
                    let want = to_bytes(kind, &want, size);
                    assert_eq!(got, want, "{kind:?} {arithmetic:?} p={ranks} {column:x?}");
                }
            }
        }
    }
}

#[test]
fn a_few_of_very_many_ranks() {
    let mut random = Random::new(72);
    for format in FORMATS {
        for ranks in [5, 1000, 1 << 20, (1 << 31) - 1] {
            for _ in 0..300 {
                let column = random_column(Kind::Real(format), 5, &mut random);
                let numbers: Vec<Bits> = column.iter().map(|element| element.numbers[0]).collect();
                for arithmetic in ARITHMETICS {
                    let want = match arithmetic {
                        Arithmetic::Exact => soft(format).sum(&numbers),
                        _ => level_oracle::sum(arithmetic, format, ranks as u64, &numbers),
                    };
                    let want = soft(format).canonical(want);
                    let (got, _) = result(format, arithmetic, &numbers, ranks, &mut random);
                    assert_eq!(got, want, "{format:?} {arithmetic:?} p={ranks} {numbers:x?}");
                }
            }
        }
    }
}

/// What is beside finite numbers may come from different ranks.
#[test]
fn specials_meet() {
    let mut random = Random::new(73);
    let values =
        [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.5, -f64::MAX, 5e-324, 0.0, -0.0, -1.5];
    let format = Format::Double;
    for arithmetic in ARITHMETICS {
        for all in 0..values.len().pow(3) {
            let n = values.len();
            let numbers =
                [all % n, all / n % n, all / n / n].map(|i| Bits::from(values[i].to_bits()));
            let want = match arithmetic {
                Arithmetic::Exact => soft(format).sum(&numbers),
                _ => level_oracle::sum(arithmetic, format, 3, &numbers),
            };
            let want = soft(format).canonical(want);
            let (got, _) = result(format, arithmetic, &numbers, 3, &mut random);
            assert_eq!(got, want, "{arithmetic:?} {numbers:x?}");
        }
    }
}

/// Contributions that are alike need few limbs, zeros none, and those that have nothing in
/// common as many as there are.
#[test]
fn limbs_are_as_many_as_are_needed() {
    let mut random = Random::new(74);
    let mut limbs = |numbers: &[f64], ranks| {
        let numbers: Vec<Bits> = numbers.iter().map(|x| Bits::from(x.to_bits())).collect();
        result(Format::Double, Arithmetic::Exact, &numbers, ranks, &mut random).1
    };
    assert_eq!(limbs(&[0.0, -0.0], 2), 0);
    assert_eq!(limbs(&[0.1, 0.7, -0.3], 3), 1);
    assert_eq!(limbs(&[0.1, 7e8, -0.3], 3), 2);
    assert_eq!(limbs(&[1e300, -1e300], 2), 1);
    // From 2^-1074 to 2^1023: 2098 bits, in limbs of 62 and of 32.
    assert_eq!(limbs(&[f64::MAX, 5e-324], 2), 34);
    assert_eq!(limbs(&[f64::MAX, 5e-324], (1 << 31) - 1), 66);
}
