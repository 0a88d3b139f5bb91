//! The public interface against exact rationals, on hostile numbers.

use num_bigint::{BigInt, Sign};
use proptest::prelude::*;
use samebits_sum::{
    binned_sum, exact_dot, exact_sum, norm2, tree_sum, BinnedSum, ExactSum, NotASum, Real,
};
use std::cmp::Ordering;

/// The bits of a finite number as an integer in units of 2^-1074.
fn units(x: f64) -> BigInt {
    let (bits, sign) = (x.to_bits() & !(1 << 63), if x.is_sign_negative() { -1 } else { 1 });
    let (field, fraction) = ((bits >> 52) as i64, bits & ((1 << 52) - 1));
    match field {
        0 => BigInt::from(fraction) * sign,
        _ => (BigInt::from(fraction | 1 << 52) << (field - 1)) * sign,
    }
}

/// A format of results: a number in units of 2^-1074, where infinity counts as the number that would
/// follow the largest; its neighbours; and whether ties go to it.
trait Format: Real {
    fn place(self) -> BigInt;
    fn neighbours(self) -> [Self; 2];
    fn is_even(self) -> bool;
}

macro_rules! of_results {
    ($type:ty, $infinity:expr) => {
        impl Format for $type {
            fn place(self) -> BigInt {
                match self.is_infinite() {
                    true => (BigInt::from(1) << (1074 + $infinity)) * self.signum() as i32,
                    false => units(self.into()),
                }
            }
            fn neighbours(self) -> [Self; 2] {
                [self.next_down(), self.next_up()]
            }
            fn is_even(self) -> bool {
                self.to_bits() & 1 == 0
            }
        }
    };
}

of_results!(f32, 128);
of_results!(f64, 1024);

/// Whether `rounded` is the number nearest to a value, ties to even: the value lies between the middles
/// of it and its neighbours. `compare` compares the value with half of so many units of 2^-1074.
fn is_nearest<T: Format>(rounded: T, compare: impl Fn(BigInt) -> Ordering) -> bool {
    let [below, above] = rounded.neighbours();
    let lies = |side: Ordering, neighbour: T| {
        // (Nothing is beyond infinity.)
        let last = neighbour == rounded;
        let order = compare(rounded.place() + neighbour.place());
        last || order == side || order == Ordering::Equal && rounded.is_even()
    };
    lies(Ordering::Greater, below) && lies(Ordering::Less, above)
}

/// The same of a value in units of 2^-unit.
fn is_nearest_to<T: Format>(rounded: T, value: &BigInt, unit: i64) -> bool {
    let doubled: BigInt = value * 2;
    is_nearest(rounded, |twice| doubled.cmp(&(twice << (unit - 1074))))
}

fn finite() -> impl Strategy<Value = f64> {
    let any = any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |x| x.is_finite());
    let edge = prop::sample::select(vec![
        0.0,
        -0.0,
        f64::from_bits(1),
        -f64::from_bits(1),
        f64::MIN_POSITIVE,
        f64::MAX,
        -f64::MAX,
        1.0,
        -1.0,
        f64::EPSILON / 2.0,
        2f64.powi(53),
    ]);
    prop_oneof![3 => any, 2 => edge, 2 => (-100i32..100).prop_map(|i| f64::from(i) * 0.1)]
}

fn finite_float() -> impl Strategy<Value = f32> {
    let any = any::<u32>().prop_map(f32::from_bits).prop_filter("finite", |x| x.is_finite());
    prop_oneof![3 => any, 4 => finite().prop_map(|x| (x as f32).clamp(f32::MIN, f32::MAX))]
}

/// The norm and the mean of the numbers are the exact ones, rounded once.
fn check_norm_and_mean<T: Format + Into<f64>>(numbers: &[T]) -> Result<(), TestCaseError> {
    let exact = |x: &T| units((*x).into());
    let squares: BigInt = numbers.iter().map(|x| exact(x) * exact(x) * 4).sum();
    let norm = norm2(numbers);
    let nearest = is_nearest(norm, |twice| match twice.sign() {
        Sign::Minus => Ordering::Greater,
        _ => squares.cmp(&(&twice * &twice)),
    });
    prop_assert!(nearest && !norm.into().is_sign_negative(), "{numbers:?}: norm {norm:?}");
    let sum: BigInt = numbers.iter().map(|x| exact(x) * 2).sum();
    let all: ExactSum<T> = numbers.iter().copied().collect();
    let mean = all.mean();
    let nearest = is_nearest(mean, |twice| sum.cmp(&(twice * numbers.len())));
    prop_assert!(nearest, "{numbers:?}: mean {mean:?}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sums_are_exact_and_know_no_order(
        mut numbers in prop::collection::vec(finite(), 1..200), cut in any::<prop::sample::Index>(),
    ) {
        let sum = exact_sum(&numbers);
        let exact: BigInt = numbers.iter().map(|x| units(*x)).sum();
        if exact == BigInt::from(0) {
            prop_assert_eq!(sum, 0.0);
            let negative = numbers.iter().all(|x| x.to_bits() == (-0.0f64).to_bits());
            prop_assert_eq!(sum.is_sign_negative(), negative);
        } else {
            prop_assert!(is_nearest_to(sum, &exact, 1074), "{:?}: {sum:e}", numbers);
        }
        let all: ExactSum<f64> = numbers.iter().sum();
        prop_assert_eq!(all.value().to_bits(), sum.to_bits());
        numbers.reverse();
        let (left, right) = numbers.split_at(cut.index(numbers.len()));
        let mut merged: ExactSum = left.iter().collect();
        right.iter().for_each(|x| merged.add(*x));
        prop_assert_eq!(&merged, &all);
        prop_assert_eq!(ExactSum::from_bytes(&merged.to_bytes()), Ok(all));
        prop_assert_eq!(exact_sum(&numbers).to_bits(), sum.to_bits());
    }

    #[test]
    fn dots_are_exact(two in prop::collection::vec((finite(), finite()), 1..100)) {
        let (x, y): (Vec<f64>, Vec<f64>) = two.into_iter().unzip();
        let exact: BigInt = x.iter().zip(&y).map(|(x, y)| units(*x) * units(*y)).sum();
        let dot = exact_dot(&x, &y);
        if exact != BigInt::from(0) {
            prop_assert!(is_nearest_to(dot, &exact, 2148), "{x:?} {y:?}: {dot:e}");
        } else {
            prop_assert_eq!(dot, 0.0);
        }
        let mut by_one = ExactSum::new();
        x.iter().zip(&y).for_each(|(x, y)| by_one.add_product(*x, *y));
        prop_assert_eq!(by_one.value().to_bits(), dot.to_bits());
        let mut at_once = ExactSum::new();
        at_once.add_dot(&x, &y);
        prop_assert_eq!(at_once, by_one);
    }

    #[test]
    fn norms_and_means_are_rounded_once(
        doubles in prop::collection::vec(finite(), 1..40),
        floats in prop::collection::vec(finite_float(), 1..40),
        copies in 1usize..9,
    ) {
        check_norm_and_mean(&doubles)?;
        check_norm_and_mean(&floats)?;
        // Roots and quotients of which some are numbers, or middles of two.
        check_norm_and_mean(&vec![doubles[0]; copies])?;
        check_norm_and_mean(&vec![floats[0]; copies * copies])?;
    }

    #[test]
    fn trees_are_trees(numbers in prop::collection::vec(finite(), 1..200)) {
        fn tree(x: &[f64]) -> f64 {
            match x {
                [one] => *one,
                _ => {
                    let (left, right) = x.split_at(x.len().next_power_of_two() / 2);
                    tree(left) + tree(right)
                }
            }
        }
        let (ours, theirs) = (tree_sum(&numbers), tree(&numbers));
        prop_assert!(ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan());
    }

    #[test]
    fn binned_sums_know_no_order(
        mut numbers in prop::collection::vec(finite(), 1..200), cut in any::<prop::sample::Index>(),
    ) {
        let sum = binned_sum::<_, 3>(&numbers);
        numbers.reverse();
        let (left, right) = numbers.split_at(cut.index(numbers.len()));
        let parts: BinnedSum = [left, right].into_iter().map(BinnedSum::from_iter).sum();
        prop_assert_eq!(parts.value().to_bits(), sum.to_bits());
        prop_assert_eq!(BinnedSum::from_bytes(&parts.to_bytes()), Ok(parts));
    }
}

#[test]
fn special_values() {
    fn check<T: Real>(values: [T; 4]) {
        let [nan, infinity, minus_infinity, largest] = values;
        let bits = |x: T| format!("{x:?}");
        assert_eq!(bits(exact_sum(&[largest, infinity])), bits(infinity));
        assert_eq!(bits(exact_sum(&[infinity, minus_infinity])), bits(nan));
        assert_eq!(bits(exact_sum(&[nan, largest])), bits(nan));
        assert_eq!(bits(exact_sum(&[largest, largest])), bits(infinity));
        assert_eq!(bits(norm2(&[largest, largest])), bits(infinity));
        assert_eq!(bits(exact_dot(&[infinity], &[T::default()])), bits(nan));
        assert_eq!(bits(ExactSum::<T>::new().value()), bits(T::default()));
        assert_eq!(bits(ExactSum::<T>::new().mean()), bits(nan));
        assert_eq!(bits(tree_sum::<T>(&[])), bits(T::default()));
    }
    check([f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX]);
    check([f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX]);
    let negative = f64::from_bits(f64::NAN.to_bits() | 1 << 63 | 1);
    for sum in [exact_sum(&[negative]), tree_sum(&[negative]), binned_sum::<_, 3>(&[negative])] {
        assert_eq!(sum.to_bits(), 0x7ff8_0000_0000_0000, "the one NaN that results are");
    }
}

#[test]
fn floats_are_rounded_once() {
    // By way of a double it would be 1: the tie was made by the first rounding.
    let sum = exact_sum(&[1.0f32, 2f32.powi(-24), 2f32.powi(-80)]);
    assert_eq!(sum, 1.0f32.next_up());
    assert_eq!(exact_sum(&[0.1f32; 10]), 1.0);
    let mean: ExactSum<f32> = [0.1f32, 0.2, 0.3].into_iter().collect();
    assert_eq!(mean.mean(), 0.2);
    assert_eq!(mean.count(), 3);
}

#[test]
fn sums_go_to_other_threads() {
    let numbers: Vec<f64> = (0..100_000).map(|i| f64::from(i).sin() * 1e10).collect();
    let expected = exact_sum(&numbers);
    for threads in [1, 2, 7] {
        let parts: Vec<ExactSum> = std::thread::scope(|scope| {
            let chunks = numbers.chunks(numbers.len().div_ceil(threads));
            let started: Vec<_> = chunks.map(|chunk| scope.spawn(|| chunk.iter().sum())).collect();
            started.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(parts.into_iter().sum::<ExactSum>().value(), expected);
    }
}

#[test]
fn bytes_that_are_no_sum_are_refused() {
    let sum: ExactSum<f64> = [1.0, 2.0].iter().sum();
    let mut bytes = sum.to_bytes();
    for wrong in [&[][..], &bytes[..40], b"something else than an accumulator, but long enough"] {
        assert!(ExactSum::<f64>::from_bytes(wrong).is_err());
    }
    let why: NotASum = ExactSum::<f32>::from_bytes(&bytes).unwrap_err();
    assert!(why.to_string().contains("float"), "{why}");
    let last = bytes.len() - 1;
    bytes[last] = 0x7f;
    assert!(ExactSum::<f64>::from_bytes(&bytes).is_err());
}

#[test]
#[should_panic = "a dot product of 2 and 3 numbers"]
fn lengths_that_differ_are_named() {
    exact_dot(&[1.0, 2.0], &[1.0, 2.0, 3.0]);
}

#[cfg(feature = "serde")]
#[test]
fn sums_are_serialized() {
    let sum: ExactSum<f64> = [0.1, 0.2, 1e300].iter().sum();
    let text = serde_json::to_string(&sum).unwrap();
    assert_eq!(serde_json::from_str::<ExactSum<f64>>(&text).unwrap(), sum);
    assert!(serde_json::from_str::<BinnedSum<f64>>(&text).is_err());
}
