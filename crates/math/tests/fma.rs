//! The multiply-add of c/fma.h and the roundings of c/integers.h, by themselves: compiled as the library
//! compiles them, beside MPFR's and Rust's.

use crate::support;
use crate::support::arguments::{hostile, Random};
use crate::support::mpfr::Mpfr;
use crate::support::{cases, flag, Mode, Type};
use std::path::Path;
use std::process::Command;

const SOURCE: &str = r#"
#include <fma.h>
#include <integers.h>
double test_fma(double x, double y, double z) { return samebits_fma(x, y, z); }
float test_fmaf(float x, float y, float z) { return samebits_fmaf(x, y, z); }
double test_trunc(double x) { return samebits_trunc(x); }
double test_floor(double x) { return samebits_floor(x); }
double test_round(double x) { return samebits_round(x); }
double test_roundeven(double x) { return samebits_roundeven(x); }
"#;

type Rounding = extern "C" fn(f64) -> f64;

/// One of ours and Rust's.
type Roundings = (Rounding, fn(f64) -> f64);

/// The functions under test.
struct Functions {
    fma: extern "C" fn(f64, f64, f64) -> f64,
    fmaf: extern "C" fn(f32, f32, f32) -> f32,
    roundings: [Roundings; 4],
}

fn compiled() -> Functions {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, library) = (folder.join("fma.c"), folder.join("libfma.so"));
    std::fs::write(&source, SOURCE).expect("the test's folder can be written");
    let status = Command::new(std::env::var_os("CC").unwrap_or("cc".into()))
        .args(["-O2", "-std=gnu11", "-frounding-math", "-shared", "-fPIC", "-I"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/c"))
        .arg("-o")
        .args([&library, &source])
        .status()
        .expect("there is a C compiler");
    assert!(status.success());
    let symbol = |name| {
        support::glibc::symbol(library.to_str().expect("a path"), name).expect("it is there")
    };
    // SAFETY: the functions have these types.
    unsafe {
        use std::mem::transmute;
        Functions {
            fma: transmute::<*mut std::ffi::c_void, extern "C" fn(f64, f64, f64) -> f64>(symbol(
                "test_fma",
            )),
            fmaf: transmute::<*mut std::ffi::c_void, extern "C" fn(f32, f32, f32) -> f32>(symbol(
                "test_fmaf",
            )),
            roundings: [
                (
                    transmute::<*mut std::ffi::c_void, extern "C" fn(f64) -> f64>(symbol(
                        "test_trunc",
                    )),
                    f64::trunc,
                ),
                (
                    transmute::<*mut std::ffi::c_void, extern "C" fn(f64) -> f64>(symbol(
                        "test_floor",
                    )),
                    f64::floor,
                ),
                (
                    transmute::<*mut std::ffi::c_void, extern "C" fn(f64) -> f64>(symbol(
                        "test_round",
                    )),
                    f64::round,
                ),
                (
                    transmute::<*mut std::ffi::c_void, extern "C" fn(f64) -> f64>(symbol(
                        "test_roundeven",
                    )),
                    f64::round_ties_even,
                ),
            ],
        }
    }
}

/// Three numbers whose product and sum have something to do with each other, more often than not.
fn triple(random: &mut Random, hostile: &[u64], double: bool) -> (f64, f64, f64) {
    let (least, most) = if double { (-1074, 1023) } else { (-149, 127) };
    let number = |random: &mut Random, exponent: i64| {
        let exponent = exponent.clamp(least, most);
        let mut significand = 1.0 + (random.next() >> 12) as f64 / (1u64 << 52) as f64;
        match random.next() % 4 {
            0 => significand = 1.0,
            1 => significand = f64::from_bits(significand.to_bits() & !0 << 30),
            _ => {}
        }
        let sign = if random.next().is_multiple_of(2) { 1.0 } else { -1.0 };
        let half = exponent / 2;
        sign * significand * 2f64.powi(half as i32) * 2f64.powi((exponent - half) as i32)
    };
    let any = |random: &mut Random| least + (random.next() % (most - least) as u64) as i64;
    match random.next() % 8 {
        0 => {
            let mut pick =
                || f64::from_bits(hostile[(random.next() % hostile.len() as u64) as usize]);
            (pick(), pick(), pick())
        }
        1 => {
            let (x, y, z) = (any(random), any(random), any(random));
            (number(random, x), number(random, y), number(random, z))
        }
        2 => {
            let (x, y) = (number(random, 0), number(random, 0));
            (x, y, -(x * y))
        }
        3 => {
            // The product is near the smallest or the largest number.
            let (x, edge) = (any(random), [least, least + 52, most][(random.next() % 3) as usize]);
            let near = (random.next() % 8) as i64 - 4;
            (number(random, x), number(random, edge - x + near), number(random, edge + near))
        }
        _ => {
            let (x, y) = (any(random) / 3, any(random) / 3);
            let distance = (random.next() % 240) as i64 - 120;
            (number(random, x), number(random, y), number(random, x + y + distance))
        }
    }
}

#[test]
fn multiply_add_is_mpfrs() {
    let functions = compiled();
    let mut mpfr = Mpfr::new();
    let mut random = Random(11);
    let doubles = hostile(Type::Double);
    for index in 0..cases(1_000_000) {
        let mode = Mode::of(index);
        let (x, y, z) = triple(&mut random, &doubles, true);
        let expected = mpfr.multiply_add(Type::Double, x, y, z, mode);
        let (result, flags) = support::with_flags(mode, || (functions.fma)(x, y, z));
        assert!(
            result.to_bits() == expected.value.to_bits()
                || result.is_nan() && expected.value.is_nan(),
            "{x:?} * {y:?} + {z:?} {mode:?}: {result:?}, and not {:?}",
            expected.value
        );
        if expected.value.is_finite() && [x, y, z].iter().all(|x| x.is_finite()) {
            assert!(
                flags & flag::INEXACT != 0 || !expected.inexact,
                "{x:?} * {y:?} + {z:?} {mode:?}: inexact"
            );
            assert_eq!(
                flags & flag::OVERFLOW != 0,
                expected.overflow,
                "{x:?} * {y:?} + {z:?} {mode:?}: overflow"
            );
            let tiny = expected.inexact && expected.value.abs() < f64::MIN_POSITIVE;
            assert!(
                (flags & flag::UNDERFLOW != 0) == tiny || expected.value.abs() == f64::MIN_POSITIVE,
                "{x:?} * {y:?} + {z:?} {mode:?}: underflow"
            );
        }
        let (x, y, z) = (x as f32, y as f32, z as f32);
        let (x, y, z) = if index % 2 == 0 && x.is_normal() && y.is_normal() && z.is_normal() {
            (x, y, z)
        } else {
            let (x, y, z) = triple(&mut random, &doubles, false);
            (x as f32, y as f32, z as f32)
        };
        let expected =
            mpfr.multiply_add(Type::Float, x.into(), y.into(), z.into(), mode).value as f32;
        let (result, _) = support::with_flags(mode, || (functions.fmaf)(x, y, z));
        assert!(
            result.to_bits() == expected.to_bits() || result.is_nan() && expected.is_nan(),
            "{x:?} * {y:?} + {z:?} {mode:?}: {result:?}, and not {expected:?}"
        );
    }
}

#[test]
fn roundings_are_the_same_in_every_mode() {
    let functions = compiled();
    let mut random = Random(13);
    let mut numbers: Vec<f64> = hostile(Type::Double).into_iter().map(f64::from_bits).collect();
    numbers.extend(
        (0..cases(100_000)).map(|_| (random.next() as i64 >> (random.next() % 64)) as f64 / 4.0),
    );
    for x in numbers {
        for (ours, rusts) in functions.roundings {
            let wanted = rusts(x);
            for mode in Mode::ALL {
                let (result, flags) = support::with_flags(mode, || ours(x));
                if x.is_nan() {
                    assert!(result.is_nan());
                } else {
                    assert_eq!(result.to_bits(), wanted.to_bits(), "{x:?} {mode:?}");
                    assert_eq!(flags & !flag::INEXACT, 0, "{x:?} {mode:?}");
                }
            }
        }
    }
}
