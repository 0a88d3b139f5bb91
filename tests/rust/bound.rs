//! The bound of a sum's error holds, on summands made to come near it, and is not far above
//! what these attain. Errors are found in integers: units of the smallest subnormal double.

use crate::support::hostile::{number, Random};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use samebits_kernel::binary::ceil_log2;
use samebits_kernel::Format;
use samebits_sum::levels::bound::{error_bound, NoBound};
use samebits_sum::levels::scheme::log_alpha;
use samebits_sum::levels::{add_row, LevelAccumulator, Scheme};
use samebits_sum::names::Arithmetic::{self, Binned, Exact, Native, Prerounded, Prerounded2, Tree};
use samebits_sum::superaccumulator::Superaccumulator;

const U: f64 = 1.0 / (1u64 << 53) as f64;

/// A finite double, in units of 2^-1074.
fn units(x: f64) -> BigInt {
    let field = (x.to_bits() >> 52 & 0x7ff) as usize;
    let fraction = x.to_bits() & ((1 << 52) - 1);
    let magnitude = match field {
        0 => BigInt::from(fraction),
        _ => BigInt::from(fraction | 1 << 52) << (field - 1),
    };
    if x.is_sign_negative() {
        -magnitude
    } else {
        magnitude
    }
}

/// So many units as a double, rounded away from zero.
fn outwards(integer: &BigInt) -> f64 {
    let magnitude = integer.abs();
    let shift = magnitude.bits().saturating_sub(53);
    let kept = &magnitude >> shift;
    let up = u64::from((&kept << shift) != magnitude);
    let significand = (kept.to_u64().expect("53 bits") + up) as f64;
    let scaled = (0..shift).fold(significand * f64::from_bits(1), |number, _| number * 2.0);
    if integer.is_negative() {
        -scaled
    } else {
        scaled
    }
}

fn power(exponent: i32) -> f64 {
    2f64.powi(exponent)
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |largest, value| value.abs().max(largest))
}

/// The levels of an arithmetic for these summands.
fn scheme(arithmetic: Arithmetic, format: Format, values: &[f64]) -> Scheme {
    let n = values.len() as u64;
    match arithmetic {
        Prerounded(levels) => Scheme::prerounded(levels, n),
        Prerounded2(levels) => Scheme::prerounded2(levels, n, ceil_log2(largest(values).to_bits())),
        Binned(fold) => Scheme::binned(format, fold),
        _ => panic!("has no levels"),
    }
}

/// The computed sum of doubles, or of numbers that are floats.
fn sum(arithmetic: Arithmetic, format: Format, values: &[f64]) -> f64 {
    let float = format == Format::Float;
    match arithmetic {
        Exact => {
            let mut sum = Superaccumulator::default();
            values.iter().for_each(|value| sum.add(*value));
            if float {
                f64::from(sum.to_f32())
            } else {
                sum.to_f64()
            }
        }
        Tree => match values {
            [value] => *value,
            _ => {
                let (left, right) = values.split_at(values.len().next_power_of_two() / 2);
                let (left, right) = (sum(Tree, format, left), sum(Tree, format, right));
                if float {
                    f64::from(left as f32 + right as f32)
                } else {
                    left + right
                }
            }
        },
        _ => {
            let scheme = scheme(arithmetic, format, values);
            let mut sums = [LevelAccumulator::default(); 2];
            // SAFETY: so many numbers, in the default environment.
            unsafe { add_row([&scheme; 2], values.as_ptr(), values.len(), 1, &mut sums) };
            if float {
                f64::from(sums[0].to_f32(&scheme))
            } else {
                sums[0].to_f64(&scheme)
            }
        }
    }
}

/// Error and bound.
struct Found {
    error: f64,
    bound: f64,
    sum: f64,
}

/// Holds the bound to one sum, with the computed and with the exact one as T. None where the
/// sum is not finite.
fn hold(arithmetic: Arithmetic, format: Format, values: &[f64]) -> Option<Found> {
    let computed = sum(arithmetic, format, values);
    if !computed.is_finite() {
        return None;
    }
    let exact: BigInt = values.iter().map(|value| units(*value)).sum();
    let error = (units(computed) - &exact).abs();
    let mut found = Found { error: outwards(&error), bound: 0.0, sum: computed };
    for sum in [outwards(&exact), computed] {
        // (The exact sum may be beyond the largest number where the computed one is not.)
        if !sum.is_finite() {
            continue;
        }
        let n = values.len() as u64;
        found.bound = error_bound(arithmetic, format, n, largest(values), sum).unwrap();
        assert!(
            found.bound == f64::INFINITY || error <= units(found.bound),
            "{arithmetic:?} of {n} {format:?}s: error {:e}, bound {:e}, T {sum:e}; {:?}",
            found.error,
            found.bound,
            &values[..values.len().min(20)]
        );
    }
    Some(found)
}

const WITH_LEVELS: [Arithmetic; 11] = [
    Prerounded(1),
    Prerounded(2),
    Prerounded(3),
    Prerounded(4),
    Prerounded2(1),
    Prerounded2(2),
    Prerounded2(3),
    Prerounded2(4),
    Binned(2),
    Binned(3),
    Binned(4),
];

/// The largest magnitude for which the ladder of the single sweep fits worst: unit_1 is half
/// of it.
fn worst_fit(levels: u8, n: u64) -> f64 {
    let scheme = Scheme::prerounded(levels, n);
    let found = (0..60)
        .find(|exponent| scheme.unit(scheme.first(power(*exponent).to_bits()) + 1) == exponent - 1);
    power(found.expect("a level begins at least every 52 powers of two"))
}

/// n numbers that cancel but for n - 2, all just below half of the last level's unit.
fn just_below_half_a_unit(arithmetic: Arithmetic, format: Format, n: usize, m: f64) -> Vec<f64> {
    let mut values = vec![m; n];
    let scheme = scheme(arithmetic, format, &values);
    let last = scheme.first(m.to_bits()) + scheme.levels() as i32 - 1;
    let half = power(scheme.unit(last) - 1).next_down();
    values.fill(half);
    (values[0], values[1]) = (m, -m);
    values
}

#[test]
fn remainders_just_below_half_a_unit() {
    for n in [3, 4, 17, 1000, 1024, 20_000] {
        for arithmetic in WITH_LEVELS {
            let m = match arithmetic {
                Prerounded(levels) => worst_fit(levels, n as u64),
                _ => 1.0,
            };
            let mut values = just_below_half_a_unit(arithmetic, Format::Double, n, m);
            let Found { error, bound, sum } = hold(arithmetic, Format::Double, &values).unwrap();
            assert_eq!(sum, 0.0, "{arithmetic:?}, {n}: only what is dropped is left");
            // Where little is dropped the losses of the additions prevail, of which there
            // are none here. Half of what the double sweep with a level less may drop is
            // what the single sweep drops.
            let alpha = power(log_alpha(n as u64));
            let (kept, slack) = ((n - 2) as f64 / n as f64, 1.0 + 7.0 / alpha + 1e-9);
            let factor = match arithmetic {
                Prerounded(1) | Prerounded2(1..=2) => Some(slack / kept),
                Prerounded(2) => Some(2.0 * slack / kept),
                Binned(_) => Some((1.0 + 1e-9) / kept),
                _ => None,
            };
            if let Some(factor) = factor {
                assert!(bound <= factor * error, "{arithmetic:?}, {n}: {bound:e}, {error:e}");
            }
            // As the paper prints it, with powers of two.
            if let Prerounded2(levels @ 1..=2) = arithmetic {
                let (n, k) = (n as f64, i32::from(levels));
                let additions = 8.0 * n / (1.0 - 8.0 * n * U) * U * U * alpha * m;
                let dropped = n * U * alpha * (alpha * 2.0 * U).powi(k - 1) * m * 2.0 / 3.0;
                let printed = additions + dropped;
                assert!(n < 1000.0 || error > 1.4 * printed, "{n}: {error:e} and {printed:e}");
            }
            // Without cancellation, and with all signs.
            values[1] = values[2];
            hold(arithmetic, Format::Double, &values).unwrap();
            values.iter_mut().step_by(3).for_each(|value| *value = -*value);
            hold(arithmetic, Format::Double, &values).unwrap();
        }
        for fold in 2..=4 {
            let values = just_below_half_a_unit(Binned(fold), Format::Float, n, 1.0);
            let floats: Vec<f64> = values.iter().map(|value| f64::from(*value as f32)).collect();
            hold(Binned(fold), Format::Float, &floats).unwrap();
        }
    }
}

/// Three levels, of which the first cancels the second: what the third has beyond 53 bits
/// of the second is lost, and is more than the double sweep with two levels may lose.
#[test]
fn what_additions_lose_where_the_sum_cancels() {
    let mut random = Random::new(5);
    let (mut beyond, mut nearest) = (0.0f64, f64::INFINITY);
    for round in 0..60 {
        let small = 1 + round * 13;
        let m = worst_fit(3, 2 * small as u64);
        let fraction = |random: &mut Random| 0.5 - random.next() as f64 * power(-67);
        let mut values: Vec<f64> = (0..small).map(|_| m / 2.0 * fraction(&mut random)).collect();
        let large = (values.iter().sum::<f64>() / m).round() as usize;
        values.extend(vec![-m; large]);
        values.resize(2 * small, 0.0);
        for levels in [3, 4] {
            let Found { error, bound, sum } =
                hold(Prerounded(levels), Format::Double, &values).unwrap();
            let double = Prerounded2(levels - 1);
            let alone = error_bound(double, Format::Double, 2 * small as u64, m, sum).unwrap();
            beyond = beyond.max(error / alone);
            if error > 0.0 {
                nearest = nearest.min(bound / error);
            }
            hold(double, Format::Double, &values).unwrap();
        }
    }
    assert!(beyond > 10.0, "no example where the double sweep's bound would not do: {beyond}");
    assert!(nearest < 8.0, "the bound is {nearest} times any error or more");
}

#[test]
fn any_doubles_and_floats() {
    let mut random = Random::new(20);
    let mut seen = 0;
    for round in 0..1500 {
        let format = [Format::Double, Format::Float][round % 2];
        let n = [1, 2, 3, 5, 8, 30, 200][random.below(7) as usize];
        let mood = random.below(5);
        let mut values: Vec<f64> = (0..n)
            .map(|_| match (format, number(format, &mut random, mood)) {
                (Format::Float, bits) => f64::from(f32::from_bits(bits as u32)),
                (_, bits) => f64::from_bits(bits as u64),
            })
            .map(|value| if value.is_finite() { value } else { 0.0 })
            .collect();
        // Now and then it cancels, or nearly.
        if random.below(2) == 0 {
            for i in (1..n).step_by(2) {
                values[i] = -values[i - 1];
            }
        }
        if largest(&values) == 0.0 {
            continue;
        }
        for arithmetic in WITH_LEVELS.into_iter().chain([Exact, Tree]) {
            seen += usize::from(hold(arithmetic, format, &values).is_some());
        }
    }
    assert!(seen > 10_000, "{seen}");
}

/// Numbers so small that the last bin is taken several times.
#[test]
fn the_last_bin_several_times() {
    let mut random = Random::new(8);
    for round in 0..300 {
        let top = 1 + round as u64 / 3;
        let n = 1 + random.below(3000) as usize;
        let values: Vec<f64> = (0..n)
            .map(|_| {
                let bits = random.next() & ((top << 52) - 1);
                f64::from_bits(bits | (random.below(2) << 63))
            })
            .collect();
        for fold in 2..=4 {
            hold(Binned(fold), Format::Double, &values).unwrap();
        }
        let floats: Vec<f64> = (0..n)
            .map(|_| {
                let bits = random.next() as u32 & (((top as u32).min(30) << 23) - 1);
                f64::from(f32::from_bits(bits | (random.below(2) as u32) << 31))
            })
            .collect();
        for fold in 2..=4 {
            hold(Binned(fold), Format::Float, &floats).unwrap();
        }
    }
}

#[test]
fn a_tree_is_no_higher_than_its_summands_demand() {
    for height in 1..50 {
        let full = 1u64 << height;
        for (n, height) in [(full, height), (full + 1, height + 1)] {
            let relative = error_bound(Tree, Format::Double, n, 1.0, 1.0).unwrap() / n as f64;
            let wanted = f64::from(height) * U;
            assert!((wanted..1.000_001 * wanted).contains(&relative), "{n}: {relative:e}");
        }
    }
}

#[test]
fn exact_sums_and_what_is_refused() {
    let bound =
        |arithmetic, n, largest, sum| error_bound(arithmetic, Format::Double, n, largest, sum);
    // Half a unit, attained.
    let tie = hold(Exact, Format::Double, &[1.0, U]).unwrap();
    assert_eq!((tie.error, tie.bound), (U, U));
    let smallest = f64::MIN_POSITIVE;
    assert_eq!(bound(Exact, 3, smallest, 2.0 * smallest.next_down()), Ok(0.0));
    assert_eq!(bound(Exact, 3, smallest, -2.0 * smallest), Ok(f64::from_bits(1)));
    assert_eq!(bound(Exact, 2, f64::MAX, f64::MAX), Ok(power(970)));
    assert_eq!(error_bound(Exact, Format::Float, 2, 1.0, -1.5), Ok(power(-24)));

    for arithmetic in WITH_LEVELS.into_iter().chain([Exact, Tree]) {
        assert_eq!(bound(arithmetic, 0, 3.0, 3.0), Ok(0.0), "{arithmetic:?}");
        assert_eq!(bound(arithmetic, 1 << 40, 0.0, 0.0), Ok(0.0), "{arithmetic:?}");
        // It grows with each argument.
        let base = bound(arithmetic, 1000, 1.0, 5.0).unwrap();
        for more in [(1001, 1.0, 5.0), (1000, 1.1, 5.0), (1000, 1.0, -9.0)] {
            assert!(bound(arithmetic, more.0, more.1, more.2).unwrap() >= base, "{arithmetic:?}");
        }
        let everything = bound(arithmetic, 1 << 48, f64::MAX, f64::MAX).unwrap();
        assert!(everything >= power(970), "{arithmetic:?}: {everything}");
    }
    let many = 1 << 48;
    assert_eq!(bound(Prerounded(2), many + 1, 1.0, 1.0), Err(NoBound::TooMany(many)));
    assert_eq!(bound(Prerounded2(2), u64::MAX, 1.0, 1.0), Err(NoBound::TooMany(many)));
    assert_eq!(bound(Binned(2), 1 << 63, 1.0, 1.0), Err(NoBound::TooMany(1 << 62)));
    assert!(bound(Tree, u64::MAX, 1.0, 1.0).is_ok());
    assert!(matches!(bound(Native, 3, 1.0, 1.0), Err(NoBound::Unknown(_))));
    assert_eq!(outwards(&(units(1.0) * 3 + 1)), 3f64.next_up());
    assert_eq!(outwards(&units(-smallest)), -smallest);
}
