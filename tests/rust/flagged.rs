//! Sums in levels by the processor's flags, against superaccumulators: each unit's totals are the
//! exact sum where they are said to be, and nearly always are said to be where they can.

use crate::support::hostile::Random;
use samebits_kernel::flagged::{products, sums, Totals, BITS, BLOCK, HIGHEST, LOWEST, WIDTH};
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::products::Factor;
use samebits_kernel::simd::Unit;
use samebits_sum::superaccumulator::ProductSuperaccumulator;

/// A number of a magnitude from 2^highest down to 2^(highest - spread), of all bits or of few; or
/// now and then a zero.
fn double(random: &mut Random, highest: i64, spread: u64) -> f64 {
    let sign = random.next() & 1 << 63;
    if random.below(50) == 0 {
        return f64::from_bits(sign);
    }
    let exponent = (highest - random.below(spread + 1) as i64).max(-1022);
    let fraction =
        (random.next() >> 12) << [0, 0, 30, 50][random.below(4) as usize] & ((1 << 52) - 1);
    f64::from_bits(sign | ((1023 + exponent) as u64) << 52 | fraction)
}

/// Whether there are totals. If so, they are the sum.
fn check(found: Option<Totals>, exact: &ProductSuperaccumulator, units: [i32; 2]) -> usize {
    let Some(Totals { levels, rest }) = found else { return 0 };
    let mut difference = exact.clone();
    for series in 0..2 {
        for (level, totals) in levels.into_iter().enumerate() {
            let unit = units[series] - WIDTH * level as i32;
            difference.add_integer(-i128::from(totals[series]), unit);
        }
        difference.add(-rest[series]);
    }
    assert_eq!(difference.to_f64().to_bits(), 0, "{units:?}");
    1
}

fn check_numbers<T: Factor>(numbers: &[T], units: [i32; 2]) -> [usize; 2] {
    let mut exact = ProductSuperaccumulator::default();
    numbers.iter().for_each(|number| exact.add(number.widen()));
    let deposits: Vec<_> = Unit::available().filter_map(sums::<T>).collect();
    let right = deposits.iter().map(|deposit| {
        // SAFETY: the numbers; the processor has the unit; likewise below.
        let found = within(Environment::Vector, || unsafe {
            deposit(numbers.as_ptr(), numbers.len(), units)
        });
        check(found, &exact, units)
    });
    [right.sum(), deposits.len()]
}

fn check_products<T: Factor>(x: &[T], y: &[T], units: [i32; 2]) -> [usize; 2] {
    let mut exact = ProductSuperaccumulator::default();
    x.iter().zip(y).for_each(|(x, y)| exact.add_product(x.widen(), y.widen()));
    let deposits: Vec<_> = Unit::available().filter_map(products::<T>).collect();
    let right = deposits.iter().map(|deposit| {
        // SAFETY: as above.
        let found = within(Environment::Vector, || unsafe {
            deposit([x.as_ptr(), y.as_ptr()], x.len(), units)
        });
        check(found, &exact, units)
    });
    [right.sum(), deposits.len()]
}

#[test]
fn totals_that_are_said_to_be_exact_are() {
    let mut random = Random::new(1);
    let (mut near, mut near_products) = ([0; 2], [0; 2]);
    for case in 0..1500 {
        let n =
            [1, 7, 31, 32, 33, 250, 4100, BLOCK][case % 8] - random.below(2) as usize * (case % 2);
        let spread = [2, 20, 45, 120, 2000][case / 8 % 5];
        let highest = [0, 0, 300, -300, -800, 800, -1000, 1023][case / 40 % 8];
        // From any address.
        let from = random.below(17) as usize % n.div_ceil(2).max(1);
        let x: Vec<f64> = (0..n).map(|_| double(&mut random, highest, spread)).collect();
        let y: Vec<f64> = (0..n).map(|_| double(&mut random, -highest / 2, spread)).collect();
        // Units that suit them, or do not.
        let off = [0, 0, 0, -30, 60][random.below(5) as usize];
        let unit = |exponent: i64| {
            [0, 1].map(|_| (exponent as i32 + 1 - BITS + off).clamp(LOWEST + 50, HIGHEST))
        };
        let add = |to: &mut [usize; 2], [right, all]: [usize; 2], counts: bool| {
            *to = if counts { [to[0] + right, to[1] + all] } else { *to };
        };
        let suits = off == 0 && highest.abs() <= 300 && spread <= 20;
        add(&mut near, check_numbers(&x[from..], unit(highest)), suits);
        let product = unit(highest - highest / 2 + 1);
        add(
            &mut near_products,
            check_products(&x[from..], &y[from..], product),
            suits && spread == 2,
        );
        let (x, y): (Vec<f32>, Vec<f32>) =
            x.iter().zip(&y).map(|(x, y)| (*x as f32, *y as f32)).unzip();
        check_numbers(&x[from..], unit(highest.clamp(-126, 127)));
        check_products(&x[from..], &y[from..], product);
    }
    assert!(near[0] == near[1], "{near:?}");
    assert!(near_products[0] == near_products[1], "{near_products:?}");
}

#[test]
fn what_is_not_finite_is_none() {
    for wrong in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        for at in [0, 31, 32, 99] {
            let mut x = [1.0; 100];
            x[at] = wrong;
            assert_eq!(check_numbers(&x, [-40; 2])[0], 0);
            assert_eq!(check_products(&x, &[0.0; 100], [-40; 2])[0], 0);
        }
    }
    assert_eq!(check_numbers(&[f64::MAX; 100], [HIGHEST; 2])[0], 0);
    assert_eq!(check_products(&[f64::MAX; 100], &[2.0; 100], [HIGHEST; 2])[0], 0);
    // Errors below the smallest number.
    assert_eq!(check_products(&[1e-160; 100], &[1.1e-160; 100], [LOWEST + 50; 2])[0], 0);
}
