//! Sums and dot products of a few numbers against big integers: hostile numbers, any length,
//! alignment and floating-point environment; and what each unit's compensated sum proves.

use crate::support::accumulators::{expected, numbers, row, Portion};
use crate::support::hostile::{number, Random};
use crate::support::modes::{in_environment, ENVIRONMENTS};
use crate::support::oracle::{size, soft, Bits};
use proptest::prelude::*;
use samebits::exports::direct::local::short::*;
use samebits_kernel::compensated::{self, small_ones_are_zeros};
use samebits_kernel::products::SAFE;
use samebits_kernel::simd::Unit;
use samebits_kernel::{Format, Kind};
use samebits_sum::accumulator::AccumulatorSpec;
use samebits_sum::compensated::Compensated;
use samebits_sum::names::Arithmetic;

const KINDS: [Kind; 4] = [
    Kind::Real(Format::Float),
    Kind::Real(Format::Double),
    Kind::Complex(Format::Float),
    Kind::Complex(Format::Double),
];

fn components(kind: Kind) -> usize {
    1 + usize::from(matches!(kind, Kind::Complex(_)))
}

/// What the exported function returns for that portion, at an odd address.
fn computed(kind: Kind, portion: &Portion, environment: u32, shift: usize) -> Vec<Bits> {
    let format = kind.format();
    let at = |numbers: &[Bits]| [vec![0; shift], row(format, numbers)].concat();
    let (left, right, conjugated) = match portion {
        Portion::Elements(x) => (at(x), None, false),
        Portion::Products(x, y, conjugated) => (at(x), Some(at(y)), *conjugated),
    };
    let n = (left.len() - shift) / (size(format) * components(kind));
    let x = left[shift..].as_ptr();
    let y = right.as_ref().map(|right| right[shift..].as_ptr());
    let mut result = [0u8; 16];
    let to = result.as_mut_ptr().cast();
    // SAFETY: n elements in both; space for one.
    let real = in_environment(environment, || unsafe {
        match (kind, y, conjugated) {
            (Kind::Real(Format::Float), None, _) => {
                samebits_sum_float(x.cast(), n).to_bits().into()
            }
            (Kind::Real(_), None, _) => samebits_sum_double(x.cast(), n).to_bits(),
            (Kind::Real(Format::Float), Some(y), _) => {
                samebits_dot_float(x.cast(), y.cast(), n).to_bits().into()
            }
            (Kind::Real(_), Some(y), _) => samebits_dot_double(x.cast(), y.cast(), n).to_bits(),
            (_, y, _) => {
                let (x, y) = (x.cast(), y.map(|y| y.cast()));
                match (format, y, conjugated) {
                    (Format::Float, None, _) => samebits_sum_float_complex(x, n, to),
                    (_, None, _) => samebits_sum_double_complex(x, n, to),
                    (Format::Float, Some(y), false) => samebits_dot_float_complex(x, y, n, to),
                    (_, Some(y), false) => samebits_dot_double_complex(x, y, n, to),
                    (Format::Float, Some(y), true) => {
                        samebits_conjugated_dot_float_complex(x, y, n, to);
                    }
                    (_, Some(y), true) => samebits_conjugated_dot_double_complex(x, y, n, to),
                }
                0u64
            }
        }
    });
    match components(kind) {
        1 => vec![real.into()],
        _ => numbers(format, &result[..2 * size(format)]),
    }
}

fn check(kind: Kind, portion: &Portion, random: &mut Random) {
    let spec = AccumulatorSpec::new(Arithmetic::Exact, kind, 0).unwrap();
    let want = expected(&spec, std::slice::from_ref(portion));
    let environment = ENVIRONMENTS[random.below(ENVIRONMENTS.len() as u64) as usize];
    let shift = random.below(9) as usize;
    let got = computed(kind, portion, environment, shift);
    assert_eq!(got, want, "{kind:?} {environment:#x} {portion:x?}");
}

/// What a unit's compensated sum of n numbers, or of n products, proves to be the exact sum.
fn proven<T: Compensated>(unit: Unit, x: &[u8], y: Option<&[u8]>, n: usize) -> Option<T> {
    let x = x.as_ptr().cast::<T>();
    let Some(y) = y.map(|y| y.as_ptr().cast::<T>()) else {
        // SAFETY: n numbers; the processor has the unit.
        let sums = unsafe { compensated::sum(unit)(x, n, 1) };
        return sums.proven.then(|| T::narrowed(sums.parts[0]));
    };
    // SAFETY: n numbers in both; the processor has the unit.
    let sums = unsafe { compensated::dot(unit)(x, y, n, 1) };
    // SAFETY: doubles, as products of floats are not small.
    let known = sums.smallest >= SAFE || unsafe { small_ones_are_zeros(x.cast(), y.cast(), n) };
    (sums.proven && known).then(|| T::narrowed(sums.parts[0]))
}

/// What a unit's compensated sum of one number or more proves is the exact sum. Returns how many
/// units prove it.
fn check_units(portion: &Portion, format: Format) -> usize {
    let (x, y) = match portion {
        Portion::Elements(x) => (x, None),
        Portion::Products(x, y, _) => (x, Some(y)),
    };
    let n = x.len();
    if n == 0 {
        return Unit::available().count();
    }
    let want = match y {
        None => soft(format).sum(x),
        Some(y) => {
            let pairs: Vec<(Bits, Bits)> = x.iter().copied().zip(y.iter().copied()).collect();
            soft(format).sum_of_products(&pairs)
        }
    };
    let (x, y) = (row(format, x), y.map(|y| row(format, y)));
    let by = |unit: Unit| match format {
        Format::Float => proven::<f32>(unit, &x, y.as_deref(), n).map(|sum| sum.to_bits().into()),
        _ => proven::<f64>(unit, &x, y.as_deref(), n).map(|sum| sum.to_bits().into()),
    };
    let proven: Vec<(Unit, Bits)> =
        Unit::available().filter_map(|unit| Some((unit, by(unit)?))).collect();
    for (unit, got) in &proven {
        assert_eq!(*got, want, "{} {portion:x?}", unit.name());
    }
    proven.len()
}

/// A double that lies in the middle of two others, as a sum, or beside it by a tiny number, hidden
/// among numbers that cancel.
fn near_a_tie(random: &mut Random, pairs: u64) -> Vec<f64> {
    let two_to = |exponent: i64| f64::from_bits(((1023 + exponent) as u64) << 52);
    let exponent = random.below(1600) as i64 - 800;
    let odd = f64::from_bits(random.next() & ((1 << 52) - 1) | ((1023 + exponent) as u64) << 52);
    let mut numbers = vec![odd, two_to(exponent - 53)];
    let tiny = [0, 53, 54, 55, 100, 106, 107, 108, 150, 200][random.below(10) as usize];
    if tiny > 0 {
        numbers.push(two_to(exponent - 53 - tiny));
    }
    if random.below(2) == 0 {
        numbers[1] = -numbers[1];
    }
    if random.below(2) == 0 {
        numbers.iter_mut().skip(2).for_each(|number| *number = -*number);
    }
    for _ in 0..pairs {
        let fraction = random.next() & ((1 << 52) - 1);
        let scale = 1023 + exponent + random.below(120) as i64 - 60;
        let number = f64::from_bits(fraction | (scale as u64) << 52);
        numbers.extend([number, -number]);
    }
    for i in (1..numbers.len()).rev() {
        numbers.swap(i, random.below(i as u64 + 1) as usize);
    }
    numbers
}

fn bits(numbers: &[f64]) -> Vec<Bits> {
    numbers.iter().map(|number| number.to_bits().into()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn hostile_numbers(seed: u64, most in 0u64..200, mood in 0u64..6, cancelling: bool) {
        let mut random = Random::new(seed);
        for kind in KINDS {
            let mut portion = Portion::random(kind, &mut random, most, mood);
            if cancelling {
                // (All but the last one.)
                match (portion.opposite(kind.format()), &mut portion) {
                    (Portion::Elements(minus), Portion::Elements(x)) => x.extend(minus),
                    (Portion::Products(minus, with, _), Portion::Products(x, y, _)) => {
                        let n = minus.len().saturating_sub(components(kind));
                        x.extend(&minus[..n]);
                        y.extend(&with[..n]);
                    }
                    _ => unreachable!(),
                }
            }
            check(kind, &portion, &mut random);
            if components(kind) == 1 {
                check_units(&portion, kind.format());
            }
        }
    }

    #[test]
    fn next_to_the_middle_of_two_numbers(seed: u64, pairs in 0u64..30) {
        let mut random = Random::new(seed);
        let numbers = bits(&near_a_tie(&mut random, pairs));
        let factors: Vec<Bits> = {
            let factor = [1.0, -0.5, 4.0][random.below(3) as usize];
            bits(&vec![factor; numbers.len()])
        };
        for portion in [
            Portion::Elements(numbers.clone()),
            Portion::Products(numbers, factors, false),
        ] {
            check(Kind::Real(Format::Double), &portion, &mut random);
            check_units(&portion, Format::Double);
        }
    }

    /// The sum of exact products lies beside the middle of two floats, or beside one of their
    /// subnormal numbers, by less than a double's last place.
    #[test]
    fn floats_next_to_the_middle(seed: u64, n in 1usize..40) {
        let mut random = Random::new(seed);
        let exponent = random.below(280) as i32 - 150;
        let two_to = |exponent: i32| match exponent {
            -126.. => f32::from_bits(((127 + exponent.min(127)) as u32) << 23),
            _ => f32::from_bits(1 << (149 + exponent).clamp(0, 22)),
        };
        let (mut x, mut y) = (vec![two_to(exponent), two_to(exponent - 24)], vec![1.0f32, 1.0]);
        while x.len() < n {
            x.push(two_to(random.below(60) as i32 - 140));
            y.push([1.0, -1.0, 0.75][random.below(3) as usize] * two_to(-(random.below(100) as i32)));
        }
        let bits = |numbers: &[f32]| -> Vec<Bits> {
            numbers.iter().map(|number| number.to_bits().into()).collect()
        };
        let products = Portion::Products(bits(&x), bits(&y), false);
        for portion in [Portion::Elements(bits(&x)), products] {
            check(Kind::Real(Format::Float), &portion, &mut random);
            check_units(&portion, Format::Float);
        }
    }
}

/// Each length, unit and place of the end; ordinary numbers are proven.
#[test]
fn every_length() {
    let mut random = Random::new(7);
    for n in 0..220 {
        for format in [Format::Float, Format::Double] {
            let mut vector =
                || -> Vec<Bits> { (0..n).map(|_| number(format, &mut random, 1)).collect() };
            let (x, y) = (vector(), vector());
            for portion in [Portion::Elements(x.clone()), Portion::Products(x, y, false)] {
                let proven = check_units(&portion, format);
                assert_eq!(proven, Unit::available().count(), "{n} {portion:x?}");
                check(Kind::Real(format), &portion, &mut random);
            }
        }
    }
}

#[test]
fn zeros_and_what_is_not_finite() {
    let sum = |x: &[f64]| {
        // SAFETY: the row.
        unsafe { samebits_sum_double(x.as_ptr(), x.len()) }.to_bits()
    };
    let dot = |x: &[f64], y: &[f64]| {
        // SAFETY: two rows of one length.
        unsafe { samebits_dot_double(x.as_ptr(), y.as_ptr(), x.len()) }.to_bits()
    };
    const NAN: u64 = 0x7ff8 << 48;
    const INFINITY: f64 = f64::INFINITY;
    let minus_zero = (-0.0f64).to_bits();
    // SAFETY: no number is read.
    unsafe {
        assert_eq!(samebits_sum_double(std::ptr::null(), 0).to_bits(), 0);
        assert_eq!(samebits_dot_float(std::ptr::null(), std::ptr::null(), 0).to_bits(), 0);
    }
    assert_eq!(sum(&[-0.0]), minus_zero);
    assert_eq!(sum(&[-0.0; 9]), minus_zero);
    assert_eq!(sum(&[-0.0, 0.0]), 0);
    assert_eq!(sum(&[-1.0, 1.0]), 0);
    assert_eq!(sum(&[f64::from_bits(0xfff0_0000_0000_0001)]), NAN);
    assert_eq!(sum(&[INFINITY, 1.0]), INFINITY.to_bits());
    assert_eq!(sum(&[INFINITY, -INFINITY]), NAN);
    assert_eq!(sum(&[f64::MAX, f64::MAX, -f64::MAX]), f64::MAX.to_bits());
    assert_eq!(sum(&[f64::MAX, f64::MAX]), INFINITY.to_bits());
    assert_eq!(dot(&[-0.0, 0.0], &[3.0, -0.0]), minus_zero);
    assert_eq!(dot(&[0.0, 0.0], &[3.0, -0.0]), 0);
    assert_eq!(dot(&[0.0], &[INFINITY]), NAN);
    assert_eq!(dot(&[1e200, -1e200, 3.0], &[1e200, 1e200, 0.5]), 1.5f64.to_bits());
    assert_eq!(dot(&[1e-200], &[-1e-200]), 0, "too small for the format");
    let float = |x: f32, y: f32| {
        // SAFETY: one number each.
        unsafe { samebits_dot_float(&x, &y, 1) }.to_bits()
    };
    assert_eq!(float(1e-30, -1e-30), 0);
    assert_eq!(float(0.0, -1e-30), 0x8000_0000);
}
