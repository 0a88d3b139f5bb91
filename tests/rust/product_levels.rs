//! Products that are deposited in levels as they are formed, against products of integers: each
//! unit's totals; and accumulators of long rows against accumulators of one product at a time.

use crate::support::accumulators::{accumulator, components, value, written, KINDS};
use crate::support::hostile::Random;
use proptest::prelude::*;
use samebits_fold::sums::terms;
use samebits_fold::sums::vectors::{Term, Vectors};
use samebits_fold::sums::{Statistic, SumSpec};
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::product_levels::{
    deposit, narrowest, smallest_but_zeros, ProductLevels, BITS, LEVELS,
};
use samebits_kernel::products::Factor;
use samebits_kernel::simd::Unit;
use samebits_kernel::{Format, Kind};
use samebits_sum::names::Arithmetic;
use samebits_sum::number::Numbers;
use samebits_sum::superaccumulator::ProductSuperaccumulator;

/// A double of a magnitude from 2^highest down to 2^(highest - spread), or a zero now and then.
fn double(random: &mut Random, highest: i64, spread: u64, zeros: u64) -> f64 {
    let sign = random.next() & 1 << 63;
    if zeros > 0 && random.below(zeros) == 0 {
        return f64::from_bits(sign);
    }
    let exponent = highest - 1 - random.below(spread + 1) as i64;
    // Few bits, or all.
    let fraction =
        (random.next() >> 12) << [0, 0, 30, 50][random.below(4) as usize] & ((1 << 52) - 1);
    f64::from_bits(sign | ((1023 + exponent) as u64) << 52 | fraction)
}

/// The totals of all units are the exact sum where they are said to be. Returns how many are.
fn check_units<T: Factor>(x: &[T], y: &[T], more: usize) -> usize {
    let n = x.len();
    let mut levels = ProductLevels { first: [0; 2], more };
    let (mut exact, mut right) = (ProductSuperaccumulator::default(), 0);
    for (x, y) in x.iter().zip(y) {
        exact.add_product(x.widen(), y.widen());
    }
    for unit in Unit::available() {
        let Some(found) = deposit::<T>(unit, &levels) else { continue };
        // SAFETY: n numbers in both; the processor has the unit; likewise below.
        let before = unsafe { found(x.as_ptr(), y.as_ptr(), n, &levels) };
        let exponent = |number: f64| (number.to_bits() >> 52) as i32 - 1023;
        for (first, largest) in levels.first.iter_mut().zip(before.largest) {
            *first = if largest == 0.0 { 0 } else { exponent(largest) + 1 - BITS };
        }
        // SAFETY: as above.
        let totals = unsafe { found(x.as_ptr(), y.as_ptr(), n, &levels) };
        let products: Vec<f64> =
            x.iter().zip(y).map(|(x, y)| (x.widen() * y.widen()).abs()).collect();
        for series in 0..2 {
            let of = || products[series.min(n)..].iter().step_by(2).copied();
            assert_eq!(totals.largest[series], of().fold(0.0, f64::max), "{}", unit.name());
            let others = of().filter(|product| *product != 0.0);
            assert_eq!(totals.smallest[series], others.fold(f64::INFINITY, f64::min));
        }
        // SAFETY: as above.
        let smallest = unsafe { smallest_but_zeros(x.as_ptr(), y.as_ptr(), n) };
        let lost = x
            .iter()
            .zip(y)
            .zip(&products)
            .any(|((x, y), product)| *product == 0.0 && x.widen() != 0.0 && y.widen() != 0.0);
        let of = |series: usize| {
            let others = products.iter().skip(series).step_by(2).filter(|product| **product != 0.0);
            others.copied().fold(f64::INFINITY, f64::min)
        };
        assert_eq!(smallest, (!lost).then(|| [of(0), of(1)]));
        assert!(totals.underflow || !lost, "{}", unit.name());
        let last = levels.count(T::FORMAT) - 1;
        let covered = smallest.is_some_and(|smallest| {
            (0..2).all(|series| {
                let lowest = narrowest(T::FORMAT, levels.unit(last, series));
                levels.unit(last, series) >= -1074 && exponent(smallest[series]) >= lowest
            })
        });
        assert!(totals.finite);
        if covered {
            let mut difference = exact.clone();
            for level in 0..LEVELS {
                for series in 0..2 {
                    let total = -i128::from(totals.totals[level][series]);
                    difference.add_integer(total, levels.unit(level, series));
                }
            }
            assert_eq!(difference.to_f64().to_bits(), 0, "{} {n} {more}", unit.name());
            right += 1;
        }
    }
    right
}

fn units() -> usize {
    Unit::available().filter(|unit| unit.fuses_multiply_add()).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn totals_are_the_exact_sum(
        seed: u64, n in 1usize..2500, spread in 0u64..70, zeros in 0u64..9, highest in -300i64..300,
    ) {
        let mut random = Random::new(seed);
        let mut row = |highest: i64| -> Vec<f64> {
            (0..n).map(|_| double(&mut random, highest, spread, zeros)).collect()
        };
        let (x, y) = (row(highest), row(-highest / 2));
        let right = [0, 1, 2].map(|more| check_units(&x, &y, more));
        prop_assert!(right[0] <= right[1] && right[1] <= right[2]);
        // Bits that are spread over two factors, and what the levels of a deposit leave of theirs.
        for (enough, right) in [11, 34, 56].into_iter().zip(right) {
            prop_assert!(spread > enough || right == units());
        }
        let mut floats = |highest: i64| -> Vec<f32> {
            (0..n).map(|_| double(&mut random, highest, spread / 2, zeros) as f32).collect()
        };
        let (x, y) = (floats(highest / 10), floats(7));
        prop_assert!(check_units(&x, &y, 2) >= check_units(&x, &y, 1));
        prop_assert!(check_units(&x, &y, 1) >= check_units(&x, &y, 0));
    }

    /// Whatever the products: the bytes of the accumulator that gets them one by one.
    #[test]
    fn long_rows_are_added_exactly(
        seed: u64, n in 8usize..20000, zeros in 0u64..9, conjugated: bool, shift in 0usize..9,
    ) {
        let mut random = Random::new(seed);
        let spread = [0, 3, 11, 14, 20, 34, 40, 100, 400, 1000][random.below(10) as usize];
        let wide = spread == 1000;
        let highest =
            if wide { 0 } else { [0, 0, 0, -400, 400, 511, -480][random.below(7) as usize] };
        let kind = [
            Kind::Real(Format::Double), Kind::Real(Format::Double), Kind::Complex(Format::Double),
            Kind::Real(Format::Float), Kind::Complex(Format::Float),
        ][random.below(5) as usize];
        let n = n / components(kind);
        // Now and then the numbers grow, or shrink, on the way; or some are not finite.
        let change = if wide { 0 } else { [0, 0, 3, 30, -3, -30][random.below(6) as usize] };
        let wrong = [0, 0, 0, 1 + random.below(3)][random.below(4) as usize];
        let mut row = |highest: i64| -> Vec<f64> {
            let mut row: Vec<f64> = (0..n * components(kind))
                .map(|i| {
                    let grown = highest + change * (i / 5000) as i64;
                    double(&mut random, grown.clamp(-600, 600), spread, zeros)
                })
                .collect();
            for _ in 0..wrong {
                let at = random.below(row.len().max(1) as u64) as usize;
                if let Some(number) = row.get_mut(at) {
                    *number = [f64::INFINITY, f64::NAN, 1e308][random.below(3) as usize];
                }
            }
            row
        };
        let bytes = |row: Vec<f64>| -> Vec<u8> {
            let mut bytes = vec![0; shift];
            for number in row {
                match kind.format() {
                    Format::Float => bytes.extend((number as f32).to_ne_bytes()),
                    _ => bytes.extend(number.to_ne_bytes()),
                }
            }
            bytes
        };
        let (x, y) = (bytes(row(highest)), bytes(row(-highest / 2)));
        let (mut whole, mut single) = (
            accumulator(Arithmetic::Exact, kind, 0), accumulator(Arithmetic::Exact, kind, 0)
        );
        let size = whole.spec().size();
        let at = |row: &[u8], i: usize| row[shift..].as_ptr().wrapping_add(i * size);
        // SAFETY: n elements in both.
        unsafe { whole.add_products([at(&x, 0), at(&y, 0)], n, conjugated) }.unwrap();
        for i in 0..n {
            // SAFETY: one of the elements in both.
            unsafe { single.add_products([at(&x, i), at(&y, i)], 1, conjugated) }.unwrap();
        }
        prop_assert_eq!(value(&whole), value(&single));
        prop_assert_eq!(written(&whole), written(&single));
    }
    /// One vector times several others: as each by itself.
    #[test]
    fn several_products_are_those_of_each(
        seed: u64, n in 0usize..9000, several in 0usize..5, conjugated: bool,
    ) {
        let mut random = Random::new(seed);
        let kind = KINDS[random.below(4) as usize];
        let mut vector = || -> Vec<u8> {
            let (mut bytes, spread) = (Vec::new(), [3, 30, 100][random.below(3) as usize]);
            for _ in 0..n * components(kind) {
                let number = double(&mut random, 0, spread, 9);
                match kind.format() {
                    Format::Float => bytes.extend((number as f32).to_ne_bytes()),
                    _ => bytes.extend(number.to_ne_bytes()),
                }
            }
            bytes
        };
        let (x, ys) = (vector(), (0..several).map(|_| vector()).collect::<Vec<_>>());
        let ys: Vec<*const u8> = ys.iter().map(|y| y.as_ptr()).collect();
        let (numbers, term) = (Numbers::of(kind).unwrap(), Term::Products { conjugated });
        let (null, x) = (std::ptr::null(), x.as_ptr());
        let vectors = Vectors { x, ys: &ys, w: null, mask: null, n };
        // SAFETY: n elements in each.
        let sums = unsafe { within(Environment::Vector, || terms::sum(term, numbers, vectors, 1)) };
        let spec = SumSpec::of(Statistic::Sum, term, numbers);
        for (sum, y) in sums.iter().zip(&ys) {
            let mut single = accumulator(Arithmetic::Exact, kind, 1 << 40);
            // SAFETY: as above.
            unsafe { single.add_products([x, *y], n, conjugated) }.unwrap();
            let (mut one, mut other) = ([0; 16], [0; 16]);
            spec.result_of(sum, &mut one[..numbers.size()]);
            single.value(&mut other[..numbers.size()]);
            prop_assert_eq!(one, other);
        }
    }
}
