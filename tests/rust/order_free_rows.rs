//! Rows of numbers, block by block in levels: the bits of one number after the other, on
//! rows whose blocks differ, so that every way through a block is taken.

use crate::support::hostile::{number, Random};
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::levels::BLOCK;
use samebits_kernel::summand::Summand;
use samebits_kernel::Format;
use samebits_sum::exact_row::Row;
use samebits_sum::levels::{add_row, LevelAccumulator, Scheme};
use samebits_sum::superaccumulator::{Superaccumulator, BYTES};

fn power(exponent: i64) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

fn sign(random: &mut Random) -> f64 {
    [1.0, -1.0][random.below(2) as usize]
}

fn significand(random: &mut Random) -> f64 {
    f64::from_bits(1023 << 52 | random.next() >> 12)
}

/// Some numbers of one kind.
fn stretch(n: usize, random: &mut Random) -> Vec<f64> {
    let kind = random.below(14);
    let base = random.below(1900) as i64 - 950;
    let one = |random: &mut Random| match kind {
        0 => 0.0,
        1 => -0.0,
        // As far apart as two levels reach, or three, four and five, and farther.
        2..=6 => {
            let apart = [10, 60, 90, 130, 170][kind as usize - 2];
            let exponent = (base - random.below(apart) as i64).max(-1022);
            sign(random) * significand(random) * power(exponent)
        }
        7 => number_of(random, 0),
        8 => number_of(random, 2),
        9 => number_of(random, 3),
        // Multiples of a power of two: ties, and totals that cancel.
        10 => sign(random) * (random.below(1 << 12) as f64) * power(base.min(1000)),
        11 => sign(random) * f64::MAX,
        12 => f64::from_bits(random.below(1 << 52)) * sign(random),
        _ => sign(random) * significand(random) * power(random.below(2) as i64),
    };
    let mut numbers: Vec<f64> = (0..n).map(|_| one(random)).collect();
    // One that is larger, or a special one, somewhere.
    if n > 0 && random.below(6) == 0 {
        let at = random.below(n as u64) as usize;
        numbers[at] = match random.below(8) {
            0 => f64::INFINITY,
            1 => f64::NAN,
            2 => f64::NEG_INFINITY,
            _ => sign(random) * power(random.below(2046) as i64 - 1022),
        };
    }
    numbers
}

fn number_of(random: &mut Random, mood: u64) -> f64 {
    f64::from_bits(number(Format::Double, random, mood) as u64)
}

/// Rows of a few stretches, some of them longer than blocks.
fn row(random: &mut Random, longest: u64) -> Vec<f64> {
    let stretches = 1 + random.below(4);
    (0..stretches)
        .flat_map(|_| {
            let n = match random.below(4) {
                0 => random.below(20),
                1 => BLOCK as u64 - 1 + random.below(3),
                _ => random.below(longest),
            };
            stretch(n as usize, random)
        })
        .collect()
}

/// The row, wherever it lies, and half of the time as the second one that is added.
fn in_row<T: Summand>(numbers: &[T], components: usize, random: &mut Random) -> [Vec<u8>; 2] {
    let mut sums = <[Superaccumulator; 2]>::default();
    let cut = match random.below(2) {
        0 => 0,
        _ => random.below(numbers.len() as u64 + 1) as usize / components * components,
    };
    within(Environment::Vector, || {
        let mut row = Row::new(components, &mut sums);
        for part in [&numbers[..cut], &numbers[cut..]] {
            // SAFETY: the numbers of the slice.
            unsafe { row.add(part.as_ptr(), part.len()) };
        }
    });
    sums.map(|sum| {
        let mut bytes = vec![0; BYTES];
        sum.write(&mut bytes);
        bytes
    })
}

fn exact<T: Summand>(numbers: &[T], components: usize, random: &mut Random) {
    let mut want = <[Superaccumulator; 2]>::default();
    for (i, number) in numbers.iter().enumerate() {
        want[i % components].add(number.widen());
    }
    let want = want.map(|sum| {
        let mut bytes = vec![0; BYTES];
        sum.write(&mut bytes);
        bytes
    });
    assert_eq!(in_row(numbers, components, random), want, "{} numbers", numbers.len());
}

#[test]
fn exact_rows_are_one_number_after_the_other() {
    let mut random = Random::new(21);
    for case in 0..if cfg!(miri) { 3 } else { 400 } {
        let longest = if cfg!(miri) { 100 } else { 6 * BLOCK as u64 };
        let mut numbers = row(&mut random, longest);
        let components = 1 + case % 2;
        numbers.truncate(numbers.len() / 2 * 2);
        exact(&numbers, components, &mut random);
        let floats: Vec<f32> = numbers.iter().map(|number| *number as f32).collect();
        exact(&floats, components, &mut random);
    }
}

/// Components that have nothing in common, one of them nothing but zeros.
#[test]
fn components_keep_to_themselves() {
    let mut random = Random::new(22);
    for _ in 0..if cfg!(miri) { 3 } else { 100 } {
        let n = 1 + random.below(if cfg!(miri) { 50 } else { 3 * BLOCK as u64 }) as usize;
        let [left, right] = [0, 1].map(|_| stretch(n, &mut random));
        let numbers: Vec<f64> = left.into_iter().zip(right).flat_map(|(a, b)| [a, b]).collect();
        exact(&numbers, 2, &mut random);
        levels(&numbers, 2);
    }
}

fn schemes(numbers: &[f64]) -> Vec<Scheme> {
    let n = numbers.len() as u64;
    let binned = |format| (2..=4).map(move |fold| Scheme::binned(format, fold));
    let mut all: Vec<Scheme> = (1..=4).map(|k| Scheme::prerounded(k, n)).collect();
    all.extend((1..=4).map(|k| Scheme::prerounded(k, 1 << 40)));
    let fits = numbers.iter().all(|x| (*x as f32).is_finite() || !x.is_finite());
    all.extend(binned(Format::Double).chain(binned(Format::Float).filter(|_| fits)));
    all
}

/// Every scheme: the totals and what else there is, to the bit.
fn levels(numbers: &[f64], components: usize) {
    for scheme in schemes(numbers) {
        let mut want = [LevelAccumulator::default(); 2];
        for (i, number) in numbers.iter().enumerate() {
            want[i % components].add(&scheme, *number);
        }
        let mut got = [LevelAccumulator::default(); 2];
        // SAFETY: the numbers of the slice.
        within(Environment::Vector, || unsafe {
            add_row([&scheme; 2], numbers.as_ptr(), numbers.len(), components, &mut got);
        });
        assert_eq!(got, want, "{scheme:?} {} numbers", numbers.len());
    }
}

#[test]
fn rows_in_levels_are_one_number_after_the_other() {
    let mut random = Random::new(23);
    for case in 0..if cfg!(miri) { 3 } else { 150 } {
        let mut numbers = row(&mut random, if cfg!(miri) { 100 } else { 2 * BLOCK as u64 });
        numbers.truncate(numbers.len() / 2 * 2);
        levels(&numbers, 1 + case % 2);
    }
}
