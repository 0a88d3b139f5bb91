//! All floats, and many doubles: what takes minutes on many cores. Each of the two is one test that is run
//! by hand (docs/tests.md) and prints a line per function, and each has a short form that is always run.

use crate::support;
use crate::support::arguments::Random;
use crate::support::every_float::Pair;
use crate::support::mpfr::Mpfr;
use crate::support::parallel::{pieces, Found};
use crate::support::{cases, choice, see, tested, Call, Mode, Shape, Tested, Type, VARIANTS};
use std::time::Instant;

/// Prints what was found of a function, and says so if it is wrong.
fn report(name: &str, found: &Found, started: Instant) -> Vec<String> {
    println!(
        "{name}: {} arguments, {} wrong, {} decided by MPFR alone, {:.1} s, digest {:016x}",
        found.arguments,
        found.wrong,
        found.decided,
        started.elapsed().as_secs_f64(),
        found.digest,
    );
    found.examples.clone()
}

fn all_right(errors: Vec<String>) {
    assert!(errors.is_empty(), "wrong, among others:\n{}", errors.join("\n"));
}

/// The functions of one float, each with that of doubles.
fn pairs(all: &[Tested]) -> Vec<(&Tested, Call)> {
    let variants = choice::variants();
    let fastest = variants.into_iter().max().expect("one is chosen");
    let one = |tested: &&Tested| {
        tested.ty == Type::Float && matches!(tested.function.shape, Shape::One | Shape::SinCos)
    };
    let double = |float: &Tested| {
        let double = support::tested().into_iter().find(|other| {
            other.ty == Type::Double
                && other.function.stem == float.function.stem
                && other.function.shape == float.function.shape
        });
        double.expect("each function has both types").calls[fastest]
    };
    all.iter().filter(one).map(|float| (float, double(float))).collect()
}

fn compare_floats(chosen: &[u32], usual: &[Mode]) {
    let all = choice::functions(tested());
    let mut errors = Vec::new();
    for (float, double) in pairs(&all) {
        let started = Instant::now();
        let (variants, modes) = (choice::variants(), choice::modes(usual));
        let found = Pair { float, double, variants, modes }.compare(chosen);
        errors.extend(report(&float.name, &found, started));
        assert!(
            found.decided < found.arguments / 100 + 100,
            "{}: MPFR decides too many",
            float.name
        );
    }
    all_right(errors);
}

#[test]
#[ignore = "minutes of many cores: 2^32 arguments of each function"]
fn all_floats() {
    let chosen: Vec<u32> = (0..1 << 16).collect();
    compare_floats(&chosen, &[Mode::Nearest]);
}

/// A piece here and there, the first and the last among them.
#[test]
fn some_floats() {
    let chosen: Vec<u32> = (0..1 << 16).step_by(0x1555).collect();
    compare_floats(&chosen, &Mode::ALL);
}

/// expf, but for one argument in 2^32.
extern "C" fn nearly(x: f32) -> f32 {
    let right = (VARIANTS[0].expf)(x);
    if x == 1.25 {
        f32::from_bits(right.to_bits() + 1)
    } else {
        right
    }
}

#[test]
fn a_single_wrong_float_is_found() {
    let all = tested();
    let find = |name: &str| all.iter().find(|tested| tested.name == name).expect("it is there");
    let (expf, double) = (find("expf"), find("exp").calls[0]);
    let planted = Tested {
        function: expf.function,
        ty: expf.ty,
        name: expf.name.clone(),
        calls: vec![Call::OneFloat(nearly)],
    };
    for (float, wrong) in [(expf, 0), (&planted, 1)] {
        let pair = Pair { float, double, variants: vec![0], modes: Mode::ALL.to_vec() };
        let found = pair.compare(&[1.25f32.to_bits() >> 16]);
        assert_eq!(found.wrong, wrong * 4, "{:?}", found.examples);
    }
}

/// Doubles at random: in all four rounding modes.
fn compare_doubles(count: usize, tested: &Tested) -> Found {
    const PIECE: usize = 1000;
    let stem = tested.function.source;
    let variants = choice::variants();
    let modes = choice::modes(&Mode::ALL);
    Found::of(pieces(count.div_ceil(PIECE), Mpfr::new, |mpfr, piece| {
        let mut found = Found { arguments: PIECE as u64, ..Found::default() };
        let mut random = Random((piece as u64) << 32 | 7);
        for _ in 0..PIECE {
            let (x, y) = random.arguments(tested);
            let (number, other) = (tested.number(x), tested.number(y));
            if number.is_nan() || other.is_nan() {
                continue; // tests/nan.rs
            }
            let expected = if tested.function.shape == Shape::SinCos {
                let sines = mpfr.in_all_modes("sin", number, other);
                sines.zip(mpfr.in_all_modes("cos", number, other))
            } else {
                mpfr.in_all_modes(stem, number, other).map(|values| (values, [0.0; 4]))
            };
            found.decided += u64::from(expected.is_none());
            for &mode in &modes {
                let expected = match &expected {
                    Some((first, second)) => {
                        let second = second[mode as usize].to_bits();
                        (tested.result(first[mode as usize]), second)
                    }
                    None => {
                        let (bits, second, _) = tested.expected(mpfr, x, y, mode);
                        (bits, second.unwrap_or(0))
                    }
                };
                for &variant in &variants {
                    let seen = see(tested.calls[variant], x, y, mode);
                    if (seen.bits, seen.second) != expected {
                        found.error(format!(
                            "{stem}({number:?} = {x:#x}, {other:?} = {y:#x}), variant {variant}, \
                             rounding {mode:?}: {seen:x?}, and not {expected:x?}"
                        ));
                    }
                }
                found.digest(&expected.0.to_le_bytes());
                found.digest(&expected.1.to_le_bytes());
            }
        }
        found
    }))
}

#[test]
#[ignore = "minutes of many cores: 10^7 arguments of each function"]
fn random_doubles() {
    let mut errors = Vec::new();
    for tested in choice::functions(tested()) {
        if tested.ty == Type::Double && tested.function.shape != Shape::Sign {
            let started = Instant::now();
            let found = compare_doubles(cases(10_000_000), &tested);
            errors.extend(report(&tested.name, &found, started));
        }
    }
    all_right(errors);
}
