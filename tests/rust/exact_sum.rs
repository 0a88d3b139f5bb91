//! The exact sum and its superaccumulator against big integers: hostile data,
//! any order, any length, any alignment.

use crate::support::hostile::{number, Random};
use crate::support::oracle::{soft, Bits};
use proptest::prelude::*;
use samebits_base::threads::Team;
use samebits_fold::exact::ExactSum;
use samebits_fold::Fold;
use samebits_kernel::{Format, Kind};
use samebits_sum::superaccumulator::Superaccumulator;

fn accumulate(values: &[f64]) -> Superaccumulator {
    let mut accumulator = Superaccumulator::default();
    values.iter().for_each(|&value| accumulator.add(value));
    accumulator
}

fn doubles(seed: u64, n: usize, mood: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    (0..n).map(|_| f64::from_bits(number(Format::Double, &mut random, mood) as u64)).collect()
}

/// Folds `ranks` rows of n numbers each; the number of the row with the result.
fn fold<T>(sum: &ExactSum, rows: &mut [T], ranks: usize, n: usize) -> usize {
    assert!(rows.len() >= ranks * n && sum.size() == size_of::<T>());
    // SAFETY: the slice holds the rows, and is nobody else's.
    unsafe { sum.fold(Team::ALONE, rows.as_mut_ptr().cast(), ranks, n) }.unwrap()
}

fn oracle_f64(values: &[f64]) -> u64 {
    let bits: Vec<Bits> = values.iter().map(|v| Bits::from(v.to_bits())).collect();
    soft(Format::Double).sum(&bits) as u64
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_superaccumulator_is_a_big_integer(seed: u64, n in 0usize..200, mood in 0u64..6) {
        let values = doubles(seed, n, mood);
        let want = if n == 0 { 0 } else { oracle_f64(&values) };
        prop_assert_eq!(accumulate(&values).to_f64().to_bits(), want);
    }

    #[test]
    fn what_cancels_leaves_what_is_left(seed: u64, n in 1usize..100, mood in 0u64..5) {
        let mut values = doubles(seed, n, mood);
        let opposite: Vec<f64> = values.iter().map(|v| -v).collect();
        values.extend(opposite);
        prop_assert_eq!(accumulate(&values).to_f64().to_bits(), 0);
        values.push(f64::from_bits(1));
        prop_assert_eq!(accumulate(&values).to_f64().to_bits(), 1);
    }

    #[test]
    fn floats_are_rounded_once(seed: u64, n in 1usize..100, mood in 0u64..6) {
        let mut random = Random::new(seed);
        let bits: Vec<Bits> = (0..n).map(|_| number(Format::Float, &mut random, mood)).collect();
        let mut accumulator = Superaccumulator::default();
        for &number in &bits {
            accumulator.add(f64::from(f32::from_bits(number as u32)));
        }
        let want = soft(Format::Float).sum(&bits) as u32;
        prop_assert_eq!(accumulator.to_f32().to_bits(), want);
    }

    /// Columns of every length around the kernel's chunks, in any order of the
    /// rows, at any alignment that the type allows.
    #[test]
    fn the_fold_is_the_exact_sum_in_any_order(
        seed: u64, ranks in 1usize..20, n in 1usize..200, mood in 0u64..6, shift in 0usize..8,
    ) {
        let sum = ExactSum::of(Kind::Real(Format::Double)).unwrap();
        let values = doubles(seed, ranks * n, mood);
        let want: Vec<u64> = (0..n)
            .map(|i| oracle_f64(&(0..ranks).map(|r| values[r * n + i]).collect::<Vec<_>>()))
            .collect();
        let mut random = Random::new(seed ^ 1);
        for _ in 0..3 {
            let mut order: Vec<usize> = (0..ranks).collect();
            for i in (1..ranks).rev() {
                order.swap(i, random.below(i as u64 + 1) as usize);
            }
            let mut rows = vec![0.0; shift];
            for &rank in &order {
                rows.extend(&values[rank * n..][..n]);
            }
            let row = fold(&sum, &mut rows[shift..], ranks, n);
            let got: Vec<u64> =
                rows[shift + row * n..][..n].iter().map(|v| v.to_bits()).collect();
            prop_assert_eq!(&got, &want);
        }
    }

    #[test]
    fn the_fold_of_floats_is_the_exact_sum(
        seed: u64, ranks in 1usize..20, n in 1usize..150, mood in 0u64..6,
    ) {
        let sum = ExactSum::of(Kind::Real(Format::Float)).unwrap();
        let mut random = Random::new(seed);
        let mut rows: Vec<f32> = (0..ranks * n)
            .map(|_| f32::from_bits(number(Format::Float, &mut random, mood) as u32))
            .collect();
        let want: Vec<u32> = (0..n)
            .map(|i| {
                let column: Vec<Bits> =
                    (0..ranks).map(|r| Bits::from(rows[r * n + i].to_bits())).collect();
                soft(Format::Float).sum(&column) as u32
            })
            .collect();
        let row = fold(&sum, &mut rows, ranks, n);
        let got: Vec<u32> = rows[row * n..][..n].iter().map(|v| v.to_bits()).collect();
        prop_assert_eq!(got, want);
    }
}

/// 2^exponent. (What `powi` gives, Rust does not promise.)
fn two_to(exponent: i32) -> f32 {
    f32::from_bits(((127 + exponent) as u32) << 23)
}

/// A float tie that a double's rounding would decide wrongly: the sum of these
/// lies just above the middle between two floats, by less than a double shows.
#[test]
fn floats_do_not_go_by_way_of_a_rounded_double() {
    let sum = ExactSum::of(Kind::Real(Format::Float)).unwrap();
    let mut rows = [1.0f32, two_to(-24), two_to(-80)];
    assert_eq!(accumulate(&rows.map(f64::from)).to_f32(), 1.0 + f32::EPSILON);
    let row = fold(&sum, &mut rows, 3, 1);
    assert_eq!(rows[row], 1.0 + f32::EPSILON);
    let mut rows = [1.0f32, two_to(-24), -(two_to(-80))];
    let row = fold(&sum, &mut rows, 3, 1);
    assert_eq!(rows[row], 1.0);
}

/// Long sums, so that carries are propagated over many words.
#[test]
fn a_million_numbers_of_one_sign() {
    let values = vec![f64::MAX; 1 << 16];
    assert_eq!(accumulate(&values).to_f64(), f64::INFINITY);
    let mut balanced = values.clone();
    balanced.extend(values.iter().map(|v| -v));
    balanced.push(-1.5);
    assert_eq!(accumulate(&balanced).to_f64(), -1.5);
}
