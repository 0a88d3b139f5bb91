//! Sums by levels against their definition in big integers: hostile data, any order, cut and
//! merged anyhow, for any number of summands that the definition may name.

use crate::support::hostile::{column, number, Random};
use crate::support::level_oracle::{self, arithmetics};
use crate::support::oracle::Bits;
use samebits_base::threads::Team;
use samebits_fold::levelled::LevelledSum;
use samebits_fold::Fold;
use samebits_kernel::binary::ceil_log2;
use samebits_kernel::{Format, Kind};
use samebits_sum::levels::scheme::MOST_SUMMANDS;
use samebits_sum::levels::{add_row, LevelAccumulator, Scheme};
use samebits_sum::names::Arithmetic;

const FORMATS: [Format; 2] = [Format::Double, Format::Float];

/// A number as a double.
fn wide(format: Format, bits: Bits) -> f64 {
    match format {
        Format::Float => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits as u64),
    }
}

/// 2^exponent.
fn two_to(exponent: i32) -> f64 {
    match exponent {
        -1022.. => f64::from_bits(((1023 + exponent) as u64) << 52),
        _ => f64::from_bits(1 << (1074 + exponent)),
    }
}

/// The scheme for those numbers.
fn scheme(arithmetic: Arithmetic, format: Format, n: u64, numbers: &[Bits]) -> Scheme {
    match arithmetic {
        Arithmetic::Binned(fold) => Scheme::binned(format, fold),
        Arithmetic::Prerounded(levels) => Scheme::prerounded(levels, n),
        Arithmetic::Prerounded2(levels) => {
            let magnitudes = numbers.iter().map(|&x| wide(format, x).abs());
            let finite = magnitudes.filter(|x| x.is_finite() && *x != 0.0);
            let largest = finite.map(f64::to_bits).max().map_or(0, ceil_log2);
            Scheme::prerounded2(levels, n, largest)
        }
        other => panic!("no levels: {other:?}"),
    }
}

/// The partial sum of some of them, in one of the ways that there are.
fn part(
    scheme: &Scheme,
    format: Format,
    numbers: &[Bits],
    random: &mut Random,
) -> LevelAccumulator {
    let mut sums = [LevelAccumulator::default(); 2];
    if random.below(2) == 0 {
        numbers.iter().for_each(|&x| sums[0].add(scheme, wide(format, x)));
        return sums[0];
    }
    match format {
        Format::Float => {
            let row: Vec<f32> = numbers.iter().map(|&x| f32::from_bits(x as u32)).collect();
            // SAFETY: the row.
            unsafe { add_row([scheme; 2], row.as_ptr(), row.len(), 1, &mut sums) };
        }
        _ => {
            let row: Vec<f64> = numbers.iter().map(|&x| f64::from_bits(x as u64)).collect();
            // SAFETY: the row.
            unsafe { add_row([scheme; 2], row.as_ptr(), row.len(), 1, &mut sums) };
        }
    }
    sums[0]
}

/// The result in the format's bits, by way of bytes.
fn finished(scheme: &Scheme, format: Format, sum: LevelAccumulator) -> Bits {
    let mut bytes = vec![0xa5; LevelAccumulator::bytes(scheme)];
    sum.write(scheme, &mut bytes);
    let read = LevelAccumulator::read(scheme, &bytes);
    assert_eq!(read, sum, "what was written is read");
    match format {
        Format::Float => Bits::from(read.to_f32(scheme).to_bits()),
        _ => Bits::from(read.to_f64(scheme).to_bits()),
    }
}

/// Cut anyhow, and the parts merged in any order and shape.
fn merged(scheme: &Scheme, format: Format, numbers: &[Bits], random: &mut Random) -> Bits {
    let mut parts = Vec::new();
    let mut rest = numbers;
    while !rest.is_empty() || random.below(4) == 0 {
        let (now, behind) = rest.split_at(random.below(rest.len() as u64 + 1) as usize);
        parts.push(part(scheme, format, now, random));
        rest = behind;
    }
    parts.push(LevelAccumulator::default());
    while parts.len() > 1 {
        let one = parts.swap_remove(random.below(parts.len() as u64) as usize);
        let into = random.below(parts.len() as u64) as usize;
        parts[into].merge(scheme, one);
    }
    finished(scheme, format, parts[0])
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i as u64 + 1) as usize);
    }
}

/// Numbers of summands that the definition may name, for n that are given.
fn named(n: usize, random: &mut Random) -> u64 {
    let n = (n as u64).max(1);
    match random.below(5) {
        0 => MOST_SUMMANDS,
        1 => (n << random.below(40)).clamp(n, MOST_SUMMANDS),
        2 => n + random.below(1 << 20),
        _ => n,
    }
}

/// Every order of the numbers (Heap's algorithm).
fn permutations(numbers: &mut [Bits], k: usize, each: &mut impl FnMut(&[Bits])) {
    if k <= 1 {
        return each(numbers);
    }
    for i in 0..k {
        permutations(numbers, k - 1, each);
        numbers.swap(if k.is_multiple_of(2) { i } else { 0 }, k - 1);
    }
}

#[test]
fn every_permutation_of_few() {
    let mut random = Random::new(21);
    for format in FORMATS {
        for arithmetic in arithmetics() {
            for case in 0..12 {
                let mut numbers = column(format, 1 + case % 6, &mut random);
                let n = named(numbers.len(), &mut random);
                let want = level_oracle::sum(arithmetic, format, n, &numbers);
                let scheme = scheme(arithmetic, format, n, &numbers);
                let count = numbers.len();
                permutations(&mut numbers, count, &mut |numbers| {
                    let mut sum = LevelAccumulator::default();
                    numbers.iter().for_each(|&x| sum.add(&scheme, wide(format, x)));
                    let got = finished(&scheme, format, sum);
                    assert_eq!(got, want, "{arithmetic:?} {format:?} N={n} {numbers:x?}");
                });
            }
        }
    }
}

/// Hostile rows, longer than a block of the kernel now and then.
fn row(format: Format, random: &mut Random) -> Vec<Bits> {
    let n = match random.below(12) {
        0 => 1 + random.below(6000) as usize,
        1 => 2047 + random.below(3) as usize,
        2 => random.below(3) as usize,
        _ => random.below(120) as usize,
    };
    let mut row = column(format, n, random);
    match random.below(6) {
        // All of it cancels, but for what is left.
        0 => {
            let sign = if format == Format::Float { 1 << 31 } else { 1 << 63 };
            row.extend(row.clone().iter().map(|x| x ^ sign));
            row.push(number(format, random, 3));
        }
        // One large number among small ones.
        1 => row.push(number(format, random, 2)),
        _ => {}
    }
    shuffle(&mut row, random);
    row
}

#[test]
fn any_order_any_cut() {
    let mut random = Random::new(22);
    for format in FORMATS {
        for arithmetic in arithmetics() {
            for _ in 0..60 {
                let mut numbers = row(format, &mut random);
                let n = named(numbers.len(), &mut random);
                let want = level_oracle::sum(arithmetic, format, n, &numbers);
                let scheme = scheme(arithmetic, format, n, &numbers);
                for _ in 0..4 {
                    shuffle(&mut numbers, &mut random);
                    let got = merged(&scheme, format, &numbers, &mut random);
                    assert_eq!(got, want, "{arithmetic:?} {format:?} N={n} {numbers:x?}");
                }
            }
        }
    }
}

/// Half units exactly, in every level, beside even and odd multiples, for numbers over the
/// whole range: also where h < 1, and where units are below the smallest number.
#[test]
fn ties_in_every_level() {
    let mut random = Random::new(23);
    for arithmetic in arithmetics() {
        for top in (-1074..=1023).step_by(13).chain([-1073, -1022, -1021, 1022, 1023]) {
            for n in [1, 3, 1 << 20, MOST_SUMMANDS] {
                let exact = |e: i32| if e >= -1074 { two_to(e) } else { 0.0 };
                let mut numbers = vec![Bits::from(two_to(top).to_bits())];
                let known = scheme(arithmetic, Format::Double, n, &numbers);
                let first = known.first(two_to(top).to_bits());
                for level in 0..known.levels() as i32 {
                    let half = known.unit(first + level) - 1;
                    if half > top || half + 3 > 1023 {
                        continue;
                    }
                    for ties in [1.0, 3.0, 5.0, 7.0, -1.0, -3.0] {
                        let below = exact(half - 1 - random.below(40) as i32);
                        let tie = exact(half) * ties;
                        for number in [tie, tie + below, tie - below] {
                            if number.abs() <= two_to(top) {
                                numbers.push(Bits::from(number.to_bits()));
                            }
                        }
                    }
                }
                let n = n.max(numbers.len() as u64);
                let want = level_oracle::sum(arithmetic, Format::Double, n, &numbers);
                let scheme = scheme(arithmetic, Format::Double, n, &numbers);
                shuffle(&mut numbers, &mut random);
                let got = merged(&scheme, Format::Double, &numbers, &mut random);
                assert_eq!(got, want, "{arithmetic:?} 2^{top} N={n} {numbers:x?}");
            }
        }
    }
}

#[test]
fn known_values() {
    let bits =
        |values: &[f64]| -> Vec<Bits> { values.iter().map(|x| x.to_bits().into()).collect() };
    let (max, tiny) = (f64::MAX, f64::from_bits(1));
    let (nan, infinity) = (f64::NAN, f64::INFINITY);
    for arithmetic in arithmetics() {
        for n in [1, 1000, MOST_SUMMANDS] {
            for (values, want) in [
                (vec![], 0.0),
                (vec![-0.0], 0.0),
                (vec![-0.0, -0.0], 0.0),
                (vec![tiny], tiny),
                (vec![-tiny, tiny, -tiny], -tiny),
                (vec![max, -max], 0.0),
                (vec![max, max, -max, -max, max, -max], 0.0),
                (vec![max, max], infinity),
                (vec![-max, -max, -max], -infinity),
                (vec![infinity, max, -max], infinity),
                (vec![-infinity, 1.0], -infinity),
                (vec![1.0, -nan, 2.0], nan),
                (vec![infinity, -infinity], nan),
            ] {
                let numbers = bits(&values);
                let n = n.max(values.len() as u64);
                let scheme = scheme(arithmetic, Format::Double, n, &numbers);
                let mut sum = LevelAccumulator::default();
                values.iter().for_each(|&x| sum.add(&scheme, x));
                let want = match (arithmetic, want) {
                    (_, want) if want.is_nan() => 0x7ff8 << 48,
                    // The last bin's unit is 2^-1055.
                    (Arithmetic::Binned(_), want) if want.abs() == tiny => 0,
                    (_, want) => want.to_bits(),
                };
                assert_eq!(sum.to_f64(&scheme).to_bits(), want, "{arithmetic:?} N={n} {values:?}");
                let oracle = level_oracle::sum(arithmetic, Format::Double, n, &numbers);
                assert_eq!(oracle, Bits::from(want), "the oracle: {arithmetic:?} N={n} {values:?}");
            }
        }
    }
}

/// As many summands as the definition allows: a sum is doubled 40 times.
#[test]
fn as_many_as_there_may_be() {
    let mut random = Random::new(24);
    for arithmetic in arithmetics() {
        for format in FORMATS {
            for mood in [1, 2, 3, 4] {
                let numbers: Vec<Bits> =
                    (0..200).map(|_| number(format, &mut random, mood)).collect();
                let n = 200 << 40;
                let scheme = scheme(arithmetic, format, n, &numbers);
                let mut sum = part(&scheme, format, &numbers, &mut random);
                for _ in 0..40 {
                    sum.merge(&scheme, sum);
                }
                let got = finished(&scheme, format, sum);
                let want = level_oracle::repeated(arithmetic, format, n, &numbers, 1 << 40);
                assert_eq!(got, want, "{arithmetic:?} {format:?} {numbers:x?}");
            }
        }
    }
}

/// Folds columns of as many numbers each, and holds the results to the oracle.
fn check_columns(arithmetic: Arithmetic, format: Format, columns: &[Vec<Bits>]) {
    let sum = LevelledSum::of(Kind::Real(format), arithmetic).unwrap();
    let (n, ranks, size) = (columns.len(), columns[0].len(), Fold::size(&sum));
    // Aligned for both formats; the machine's lowest byte is first.
    let mut rows = vec![0u64; ranks * n];
    let start = rows.as_mut_ptr().cast::<u8>();
    let element = |rank: usize, i: usize| start.wrapping_add((rank * n + i) * size);
    for (i, column) in columns.iter().enumerate() {
        for (rank, bits) in column.iter().enumerate() {
            let bytes = bits.to_le_bytes();
            // SAFETY: an element of the rows.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), element(rank, i), size) };
        }
    }
    // SAFETY: the rows are as long, and nobody else's.
    let row = unsafe { sum.fold(Team::ALONE, start, ranks, n) }.unwrap();
    for (i, column) in columns.iter().enumerate() {
        let mut bytes = [0; 16];
        // SAFETY: an element of the rows.
        unsafe { std::ptr::copy_nonoverlapping(element(row, i), bytes.as_mut_ptr(), size) };
        let want = level_oracle::sum(arithmetic, format, ranks as u64, column);
        let got = Bits::from_le_bytes(bytes);
        assert_eq!(got, want, "{arithmetic:?} {format:?} {i} of {n} {column:x?}");
    }
}

/// Columns of vectors, of every length around the kernel's chunks, where columns of all
/// kinds are neighbours.
#[test]
fn columns_of_vectors() {
    let mut random = Random::new(25);
    for format in FORMATS {
        for arithmetic in arithmetics() {
            for case in 0..40 {
                let (n, ranks) = (1 + random.below(150) as usize, 1 + case % 20);
                let columns: Vec<Vec<Bits>> =
                    (0..n).map(|_| column(format, ranks, &mut random)).collect();
                check_columns(arithmetic, format, &columns);
            }
        }
    }
}

/// Columns whose largest number is a power of two, or just beside it, each that there is: on
/// either side of every border between levels, and of what the kernel takes.
#[test]
fn columns_of_every_magnitude() {
    let mut random = Random::new(26);
    for format in FORMATS {
        let (fraction, powers) = match format {
            Format::Float => (23, 254),
            _ => (52, 2046),
        };
        let sign: Bits = 1 << if format == Format::Float { 31 } else { 63 };
        let normal = (1..=powers).map(|field: Bits| field << fraction);
        let largest: Vec<Bits> = normal.chain((0..fraction).map(|place| 1 << place)).collect();
        for arithmetic in arithmetics() {
            for ranks in [1, 2, 3, 7] {
                let mut columns = Vec::new();
                for beside in [0, 1, Bits::MAX] {
                    for &largest in &largest {
                        let largest = largest.wrapping_add(beside);
                        let mut column = vec![largest ^ (sign * Bits::from(random.below(2)))];
                        for _ in 1..ranks {
                            let smaller = largest >> random.below(4);
                            column.push(smaller ^ (sign * Bits::from(random.below(2))));
                        }
                        columns.push(column);
                    }
                }
                check_columns(arithmetic, format, &columns);
            }
        }
    }
}
