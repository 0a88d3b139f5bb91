//! The sums by levels as they are defined (docs/specification.md, section 8), in big integers:
//! numbers are multiples of 2^-[`SCALE`], which is below all units.

use super::oracle::{soft, Bits, Soft, Value};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use samebits_kernel::Format;
use samebits_sum::names::Arithmetic;

/// No unit is smaller than 2^-1400: the smallest number is 2^-1074, α at most 2^49, and each
/// of four levels has at most 51 bits.
const SCALE: i64 = 1400;

/// 2^exponent.
fn power(exponent: i64) -> BigInt {
    BigInt::from(1) << usize::try_from(exponent + SCALE).expect("not below all units")
}

/// A finite double.
fn number(double: Bits) -> BigInt {
    match soft(Format::Double).decode(double) {
        Value::Finite { integer, exponent, .. } => integer << (exponent + SCALE) as usize,
        _ => panic!("not finite"),
    }
}

/// An exponent of a power of two that is less than so much.
fn near(magnitude: &BigInt) -> i64 {
    (magnitude.bits() as i64 - 2 - SCALE).max(-SCALE)
}

/// The smallest exponent of a power of two that is no less than so much.
fn ceil_log2(magnitude: &BigInt) -> i64 {
    (near(magnitude)..).find(|&e| power(e) >= *magnitude).unwrap()
}

/// The exponent e of frexp: half ≤ magnitude / 2^e < 1.
fn frexp(magnitude: &BigInt) -> i64 {
    (near(magnitude)..).find(|&e| power(e) > *magnitude).unwrap()
}

/// The multiple of a unit that is nearest to a number.
fn nearest(number: &BigInt, unit: &BigInt, ties_to_even: bool) -> BigInt {
    let (below, rest) = (number.abs() / unit, number.abs() % unit);
    let twice: BigInt = rest * 2;
    let up = match twice.cmp(unit) {
        std::cmp::Ordering::Equal => !ties_to_even || below.bit(0),
        order => order.is_gt(),
    };
    (below + u8::from(up)) * unit * number.signum()
}

/// The totals of levels of those units.
fn totals(numbers: &[BigInt], units: &[BigInt], ties_to_even: bool) -> Vec<BigInt> {
    let mut totals = vec![BigInt::zero(); units.len()];
    for number in numbers {
        let mut rest = number.clone();
        for (total, unit) in totals.iter_mut().zip(units) {
            let multiple = nearest(&rest, unit, ties_to_even);
            *total += &multiple;
            rest -= multiple;
        }
    }
    totals
}

/// To 53 bits, to nearest even, whatever the exponent.
fn rounded(number: BigInt) -> BigInt {
    let excess = number.bits().saturating_sub(53);
    nearest(&number, &(BigInt::from(1) << excess), true)
}

/// Brings a number into a format, rounded to nearest even.
fn into_format(format: Soft, number: &BigInt) -> Bits {
    format.round(number, -SCALE, false)
}

/// ceil(log2(N / (1 - 2 N ε))).
fn log_alpha(n: u64) -> i64 {
    let one_minus = (BigInt::from(1) << 52) - BigInt::from(n) * 2; // times 2^52
    (0..).find(|&a| &one_minus << a >= BigInt::from(n) << 52).unwrap()
}

/// The levels of a sum.
pub struct Levels {
    /// The number of the first one: h of a pre-rounded sum, I of a binned one.
    pub first: i64,
    /// The exponents of their units.
    pub units: Vec<i64>,
    /// How much smaller each unit of a pre-rounded sum is than the one before, as an exponent.
    width: i64,
}

impl Levels {
    /// Those of a sum of N summands of which the largest has that magnitude.
    fn of(arithmetic: Arithmetic, format: Format, n: u64, largest: &BigInt) -> Levels {
        match arithmetic {
            Arithmetic::Prerounded(levels) => Levels::prerounded(true, levels, n, largest),
            Arithmetic::Prerounded2(levels) => Levels::prerounded(false, levels, n, largest),
            Arithmetic::Binned(fold) => Levels::binned(format, fold, largest),
            other => panic!("no levels: {other:?}"),
        }
    }

    /// The same for a double.
    pub fn of_number(arithmetic: Arithmetic, format: Format, n: u64, largest: Bits) -> Levels {
        Levels::of(arithmetic, format, n, &number(largest))
    }

    fn prerounded(single: bool, levels: u8, n: u64, largest: &BigInt) -> Levels {
        const LOG_EPSILON: i64 = -52;
        let (alpha, m2) = (log_alpha(n), ceil_log2(largest));
        // The exponent of N^f.
        let extractor = |f: i64| 1023 + (alpha + LOG_EPSILON) * (f - 1);
        let h = (-100..).take_while(|&f| extractor(f) >= alpha + m2).last().unwrap();
        let highest = LOG_EPSILON + if single { extractor(h) } else { alpha + m2 };
        let width = -(alpha + LOG_EPSILON);
        let units = (0..i64::from(levels)).map(|i| highest - i * width).collect();
        Levels { first: h, units, width }
    }

    fn binned(format: Format, fold: u8, largest: &BigInt) -> Levels {
        let (limit, width, last, base) = match format {
            Format::Float => (128, 13, 20, 116),
            _ => (1024, 40, 51, 985),
        };
        let first = ((limit - frexp(largest)).div_euclid(width)).min(last);
        let units = (0..i64::from(fold)).map(|i| base - width * (first + i).min(last)).collect();
        Levels { first, units, width }
    }

    fn powers(&self) -> Vec<BigInt> {
        self.units.iter().map(|&exponent| power(exponent)).collect()
    }
}

fn prerounded(numbers: &[BigInt], levels: &Levels, times: u64) -> Bits {
    let totals = totals(numbers, &levels.powers(), true);
    let totals = totals.into_iter().map(|total| total * times);
    let sum = totals.rev().reduce(|sum, total| rounded(sum + rounded(total))).unwrap();
    into_format(soft(Format::Double), &rounded(sum))
}

/// In double, whatever the format of the summands.
fn binned(format: Format, numbers: &[BigInt], levels: &Levels, times: u64) -> Bits {
    let primary = if format == Format::Float { 21 } else { 50 };
    let units = levels.powers();
    let scaled = format == Format::Double && levels.first <= 3;
    let term = |exact: BigInt| {
        let exact = if scaled { exact >> 66 } else { exact };
        into_format(soft(Format::Double), &exact)
    };
    let (mut carries, mut primaries) = (Vec::new(), Vec::new());
    for (total, unit) in totals(numbers, &units, false).into_iter().zip(&units) {
        let units = total * times / unit;
        let carry = &units >> primary; // rounds down
        primaries.push(term((&units - (&carry << primary)) * unit));
        carries.push(term((carry << primary) * unit));
    }
    let s = soft(Format::Double);
    let mut sum = carries[0];
    for i in 1..carries.len() {
        sum = s.add(s.add(sum, carries[i]), primaries[i - 1]);
    }
    sum = s.add(sum, *primaries.last().unwrap());
    if scaled {
        sum = s.mul(sum, Bits::from(((1u128 << 66) as f64).to_bits()));
    }
    sum
}

/// The sum of numbers of the format (float or double) by an arithmetic with levels; N is the
/// number of summands of its definition, of which these are those that are not zero.
pub fn sum(arithmetic: Arithmetic, format: Format, n: u64, numbers: &[Bits]) -> Bits {
    repeated(arithmetic, format, n, numbers, 1)
}

/// A float's number as a double's, and a double's.
fn widened(format: Format, x: Bits) -> Bits {
    match format {
        Format::Float => Bits::from(f64::from(f32::from_bits(x as u32)).to_bits()),
        _ => x,
    }
}

/// The same where each of them is there so many times.
pub fn repeated(
    arithmetic: Arithmetic,
    format: Format,
    n: u64,
    numbers: &[Bits],
    times: u64,
) -> Bits {
    let s = soft(format);
    let infinities = |negative: bool| {
        numbers
            .iter()
            .any(|&x| matches!(s.decode(x), Value::Infinity { negative: n } if n == negative))
    };
    if numbers.iter().any(|&x| s.is_nan(x)) || (infinities(false) && infinities(true)) {
        return s.nan();
    }
    if infinities(false) || infinities(true) {
        return s.infinity() | s.sign_bit(infinities(true));
    }
    let numbers: Vec<BigInt> = numbers.iter().map(|&x| number(widened(format, x))).collect();
    let largest = numbers.iter().map(BigInt::abs).max().unwrap_or_default();
    if largest.is_zero() {
        return 0;
    }
    let levels = Levels::of(arithmetic, format, n, &largest);
    let double = match arithmetic {
        Arithmetic::Binned(_) => binned(format, &numbers, &levels, times),
        _ => prerounded(&numbers, &levels, times),
    };
    match (format, soft(Format::Double).decode(double)) {
        (Format::Float, Value::Finite { integer, exponent, .. }) => {
            s.round(&integer, exponent, false)
        }
        (Format::Float, Value::Infinity { negative }) => s.infinity() | s.sign_bit(negative),
        _ => double,
    }
}

/// The first level of an accumulator and its totals, in their units, as they are written; none
/// where all of these finite numbers are zeros.
pub fn written(
    arithmetic: Arithmetic,
    format: Format,
    n: u64,
    numbers: &[Bits],
) -> Option<(i64, Vec<BigInt>)> {
    let numbers: Vec<BigInt> = numbers.iter().map(|&x| number(widened(format, x))).collect();
    let largest = numbers.iter().map(BigInt::abs).max().filter(|largest| !largest.is_zero())?;
    let mut levels = Levels::of(arithmetic, format, n, &largest);
    let even = !matches!(arithmetic, Arithmetic::Binned(_));
    if even {
        // The zeroth level.
        levels.units.insert(0, levels.units[0] + levels.width);
        levels.first -= 2;
    }
    let units = levels.powers();
    let totals = totals(&numbers, &units, even);
    Some((levels.first, totals.into_iter().zip(units).map(|(total, unit)| total / unit).collect()))
}

/// All arithmetics with levels.
pub fn arithmetics() -> Vec<Arithmetic> {
    let prerounded = (1..=4).flat_map(|k| [Arithmetic::Prerounded(k), Arithmetic::Prerounded2(k)]);
    prerounded.chain((2..=4).map(Arithmetic::Binned)).collect()
}
