//! Deposits in levels: every vector unit that this processor has against the scalar
//! reference, and that one against the definition, on hostile values, at any alignment.

use crate::support::hostile::{number, Random};
use num_bigint::BigInt;
use samebits_kernel::fpenv::{within, Environment};
use samebits_kernel::levels::{self, deposit, scalar, Deposit, Levels, Rule, Totals, BLOCK, MOST};
use samebits_kernel::simd::Unit;
use samebits_kernel::summand::Summand;
use samebits_kernel::Format;

const RULES: [Rule; 3] = [Rule::Even, Rule::Away, Rule::Any];

const INFINITY: u64 = 0x7ff << 52;

/// number · 2^exponent, rounded to double.
fn scaled(mut number: f64, mut exponent: i32) -> f64 {
    while exponent != 0 && number != 0.0 {
        let step = exponent.clamp(-500, 500);
        number *= f64::from_bits(((1023 + step) as u64) << 52);
        exponent -= step;
    }
    number
}

/// A number in a format, and as it is in that format.
trait Number: Summand + PartialEq {
    fn rounded(value: f64) -> Self;
    fn any(random: &mut Random, mood: u64) -> Self;
}

impl Number for f64 {
    fn rounded(value: f64) -> f64 {
        value
    }
    fn any(random: &mut Random, mood: u64) -> f64 {
        f64::from_bits(number(Format::Double, random, mood) as u64)
    }
}

impl Number for f32 {
    fn rounded(value: f64) -> f32 {
        value as f32
    }
    fn any(random: &mut Random, mood: u64) -> f32 {
        f32::from_bits(number(Format::Float, random, mood) as u32)
    }
}

/// Levels of two series, from any unit on, as far apart as the rule lets them be.
fn levels<T: Number>(rule: Rule, count: usize, random: &mut Random) -> Levels {
    let mut units = [[0; 2]; MOST];
    let same = random.below(2) == 0;
    for series in 0..2 {
        if same && series == 1 {
            units.iter_mut().for_each(|pair| pair[1] = pair[0]);
            break;
        }
        let mut unit = match (T::FORMAT, random.below(3)) {
            (Format::Float, _) => random.below(300) as i32 - 220,
            (_, 0) => [1020, 985, 961, 960, 959, -1055, -1060, -1061, -1074, -1250]
                [random.below(10) as usize],
            (_, 1) => random.below(100) as i32 - 80,
            _ => random.below(2270) as i32 - 1250,
        };
        let width = match random.below(3) {
            0 => rule.bits() + 1,
            1 => rule.bits().min(40),
            _ => random.below(rule.bits() as u64 + 2) as i32,
        };
        for pair in &mut units {
            pair[series] = unit;
            // (No further: then the reference has no way to be wrong either.)
            unit = (unit - width).max(-1500);
        }
    }
    Levels { count, units, rule }
}

/// A number that the levels admit: few bits around the units, ties, the largest ones,
/// zeros, and things far below.
fn admitted<T: Number>(levels: &Levels, series: usize, random: &mut Random) -> T {
    let unit = |level: usize| levels.units[level][series];
    let level = random.below(levels.count.max(1) as u64) as usize;
    let bits = levels.rule.bits() as u64;
    let value = match random.below(10) {
        0 => [0.0, -0.0][random.below(2) as usize],
        1 => scaled(1.0, unit(0) + bits as i32),
        2 => scaled(f64::from_bits((1u64 << 62) - 1), unit(0) + bits as i32 - 1),
        // Odd multiples of half a unit, small and large, and their neighbours.
        3..=6 => {
            let odd = (random.next() >> 1 >> (63 - random.below(bits + 1))) | 1;
            let tie = scaled(odd as f64, unit(level) - 1);
            let neighbour = random.below(3);
            f64::from_bits(tie.to_bits().saturating_add(neighbour).saturating_sub(1))
        }
        7 => scaled(1.0 + random.below(1 << 20) as f64, unit(level)),
        8 => f64::from_bits(random.below(1 << 53)),
        _ => {
            let below = random.below(bits) as i32;
            scaled(
                f64::from_bits(1023 << 52 | random.next() >> 12),
                unit(0) + bits as i32 - below - 1,
            )
        }
    };
    let value = T::rounded(if random.below(2) == 0 { value } else { -value });
    let most = unit(0) + bits as i32;
    let small = most > 1023 || value.widen().abs() <= scaled(1.0, most);
    if small && value.widen().is_finite() {
        value
    } else {
        T::rounded(0.0)
    }
}

/// Runs what deposits on a row that lies so many bytes from where it would be aligned.
fn run<T: Number>(
    deposit: unsafe fn(*const u8, usize, &Levels) -> Totals,
    row: &[T],
    offset: usize,
    levels: &Levels,
) -> Totals {
    let bytes = size_of_val(row);
    let mut memory = vec![0xffu8; bytes + offset];
    // SAFETY: room for the row behind the offset; nothing lies behind the row.
    unsafe {
        let at = memory.as_mut_ptr().add(offset);
        std::ptr::copy_nonoverlapping(row.as_ptr().cast(), at, bytes);
        within(Environment::Vector, || deposit(at, row.len(), levels))
    }
}

/// What the totals of a series are worth, in 2^-1600.
fn worth(totals: &Totals, levels: &Levels, series: usize) -> BigInt {
    let terms = (0..levels.count).map(|i| {
        BigInt::from(totals.totals[i][series]) << (levels.units[i][series] + 1600) as usize
    });
    terms.sum()
}

/// The ways of depositing in vectors that this processor has, by name.
fn vectorised<T: Number>() -> impl Iterator<Item = (&'static str, Deposit)> {
    Unit::available().map(|unit| (unit.name(), levels::vectorised::<T>(unit)))
}

/// Holds every unit to the scalar totals.
fn compare<T: Number>(row: &[T], offset: usize, levels: &Levels) {
    let want = run::<T>(scalar::deposit::<T>, row, offset, levels);
    for (name, deposit) in vectorised::<T>() {
        let got = run::<T>(deposit, row, offset, levels);
        let context = || format!("{name} n={} {levels:?}", row.len());
        if want.largest.iter().any(|bits| *bits >= INFINITY) {
            for (got, want) in got.largest.into_iter().zip(want.largest) {
                assert_eq!(got >= INFINITY, want >= INFINITY, "{}", context());
                assert!(want >= INFINITY || got == want, "{}", context());
            }
        } else if levels.rule == Rule::Any {
            assert_eq!((got.largest, got.rest), (want.largest, want.rest), "{}", context());
            for series in (0..2).filter(|_| !want.rest) {
                let [got, want] = [got, want].map(|totals| worth(&totals, levels, series));
                assert_eq!(got, want, "{}", context());
            }
        } else {
            assert_eq!(got, want, "{}", context());
        }
    }
}

/// Lengths around the multiples of the vectors, and around the longest one.
fn lengths() -> Vec<usize> {
    let most = if cfg!(miri) { 40 } else { 140 };
    let mut all: Vec<usize> = (0..=most).collect();
    if !cfg!(miri) {
        all.extend([255, 256, 257, 1000, 1023, 1024, 1025]);
        all.extend(BLOCK - 66..=BLOCK);
    }
    all
}

fn every_length<T: Number>(seed: u64) {
    let mut random = Random::new(seed);
    for n in lengths() {
        for rule in RULES {
            for count in 0..=MOST {
                let levels = levels::<T>(rule, count, &mut random);
                let mut row: Vec<T> =
                    (0..n).map(|i| admitted(&levels, i % 2, &mut random)).collect();
                // Now and then what the levels have no unit for is left out, so that nothing
                // is left at the end.
                if rule == Rule::Any && count > 0 && random.below(2) == 0 {
                    for (i, number) in row.iter_mut().enumerate() {
                        let last = levels.units[count - 1][i % 2];
                        let multiples = scaled(1.0 + random.below(1 << 20) as f64, last);
                        let fits = last + 20 <= levels.units[0][i % 2] + rule.bits();
                        let number_of = if fits { multiples } else { 0.0 };
                        *number = T::rounded(number_of);
                    }
                }
                compare(&row, random.below(33) as usize, &levels);
            }
        }
    }
}

#[test]
fn doubles_of_every_length() {
    every_length::<f64>(1);
}

#[test]
fn floats_of_every_length() {
    every_length::<f32>(2);
}

/// Blocks full of the largest numbers of one sign, where totals are largest.
#[test]
fn totals_do_not_overflow() {
    for rule in RULES {
        for (first, width) in [(0, rule.bits() + 1), (900, 40), (-1060 + 160, 40), (972, 40)] {
            let units = std::array::from_fn(|i| [first - width * i as i32; 2]);
            let levels = Levels { count: MOST, units, rule };
            let largest = scaled(1.0, (first + rule.bits()).min(1023));
            // Nearest below: ties in the next levels too.
            let below = f64::from_bits(largest.to_bits() - 1);
            for value in [largest, -largest, below, -below] {
                compare(&[value; BLOCK], 8, &levels);
            }
            let signs: Vec<f64> =
                (0..BLOCK).map(|i| if i < BLOCK / 2 { largest } else { -below }).collect();
            compare(&signs, 0, &levels);
        }
    }
}

/// One NaN or infinity, in every place, shows; and what is too large is told.
#[test]
fn the_largest_number_shows() {
    let mut random = Random::new(5);
    for rule in RULES {
        for count in 0..=MOST {
            let levels = levels::<f64>(rule, count, &mut random);
            let n = 131;
            for place in 0..n {
                let mut row: Vec<f64> =
                    (0..n).map(|i| admitted(&levels, i % 2, &mut random)).collect();
                let special = [
                    f64::NAN,
                    -f64::NAN,
                    f64::from_bits(INFINITY + 1),
                    f64::INFINITY,
                    f64::NEG_INFINITY,
                ];
                row[place] = special[random.below(5) as usize];
                compare(&row, 0, &levels);
                row[place] = f64::MAX;
                let want = run(scalar::deposit::<f64>, &row, 0, &levels).largest;
                for (name, deposit) in vectorised::<f64>() {
                    let got = run(deposit, &row, 0, &levels).largest;
                    assert_eq!(got, want, "{name} {place}");
                }
            }
        }
    }
}

/// Any bits at all: the largest ones are those of the reference.
#[test]
fn any_numbers_at_all() {
    let mut random = Random::new(6);
    for mood in 0..6 {
        for n in [1, 2, 7, 64, 333] {
            let levels = levels::<f64>(Rule::Even, 0, &mut random);
            let doubles: Vec<f64> = (0..n).map(|_| Number::any(&mut random, mood)).collect();
            compare(&doubles, 1, &levels);
            let floats: Vec<f32> = (0..n).map(|_| Number::any(&mut random, mood)).collect();
            compare(&floats, 1, &levels);
        }
    }
}

/// The reference: what is deposited in a level is the nearest multiple of what is left.
#[test]
fn the_reference_takes_the_nearest_multiple() {
    let mut random = Random::new(7);
    let in_lowest = |x: f64| {
        let bits = x.to_bits();
        let field = (bits >> 52 & 0x7ff) as usize;
        let fraction = bits & ((1 << 52) - 1);
        let significand = if field == 0 { fraction } else { fraction | 1 << 52 };
        let magnitude = BigInt::from(significand) << (field.max(1) - 1 + 1600 - 1074);
        if x.is_sign_negative() {
            -magnitude
        } else {
            magnitude
        }
    };
    for case in 0..if cfg!(miri) { 50 } else { 4000 } {
        let levels = levels::<f64>(RULES[case % 3], 1 + case % MOST, &mut random);
        let number: f64 = admitted(&levels, 0, &mut random);
        let got = run(scalar::deposit::<f64>, &[number], 0, &levels);
        let mut left = in_lowest(number);
        for level in 0..levels.count {
            let unit = BigInt::from(1) << (levels.units[level][0] + 1600) as usize;
            let total = got.totals[level][0];
            left -= &unit * total;
            let twice = if left < BigInt::ZERO { -&left * 2 } else { &left * 2 };
            assert!(twice <= unit, "{number:e} {levels:?} {got:?}");
            if twice == unit {
                let before = &left + &unit * total;
                let away = (left > BigInt::ZERO) != (before > BigInt::ZERO);
                match levels.rule {
                    Rule::Even => assert_eq!(total % 2, 0, "{number:e} {levels:?}"),
                    Rule::Away => assert!(away, "{number:e} {levels:?}"),
                    Rule::Any => (),
                }
            }
        }
        let rest = levels.rule == Rule::Any && left != BigInt::ZERO;
        assert_eq!(got.rest, rest, "{number:e} {levels:?}");
    }
}

#[test]
fn the_first_unit_is_what_runs() {
    let levels = Levels { count: 2, units: [[-40, -40]; MOST], rule: Rule::Even };
    let row: Vec<f64> = (0..100).map(|i| f64::from(i) / 3.0).collect();
    let want = run(scalar::deposit::<f64>, &row, 0, &levels);
    // SAFETY: the row; tests run in the default environment.
    let got = unsafe { deposit(row.as_ptr(), row.len(), &levels) };
    assert_eq!(got, want);
    let names: Vec<&str> = vectorised::<f64>().map(|(name, _)| name).collect();
    if cfg!(target_arch = "x86_64") {
        assert!(names.contains(&"sse2"));
    }
    if cfg!(target_arch = "aarch64") {
        assert_eq!(names, ["neon"]);
    }
}
