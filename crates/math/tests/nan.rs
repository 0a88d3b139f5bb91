//! NaN: one that is given comes back, quiet, with its sign and payload; one that is made is the positive
//! one without a payload.

use crate::support;
use crate::support::{tested, Mode, Shape, Tested, Type};

fn nans(ty: Type) -> Vec<u64> {
    let (bits, quiet, sign): (u64, u64, u64) = match ty {
        Type::Double => (0x7ff << 52, 1 << 51, 1 << 63),
        Type::Float => (0xff << 23, 1 << 22, 1 << 31),
    };
    // (1954 is the payload of R's NA.)
    [quiet, quiet | 1954, 1954, 1, quiet - 1, quiet | 1 << 20]
        .into_iter()
        .flat_map(|payload| [bits | payload, bits | payload | sign])
        .collect()
}

fn quieted(ty: Type, bits: u64) -> u64 {
    bits | if ty == Type::Double { 1 << 51 } else { 1 << 22 }
}

fn is_quiet(ty: Type, bits: u64) -> bool {
    quieted(ty, bits) == bits
}

#[test]
fn a_given_nan_comes_back() {
    let mut compared = 0;
    for tested in tested().iter().filter(|tested| tested.function.shape != Shape::Two) {
        for x in nans(tested.ty) {
            for mode in Mode::ALL {
                for &call in &tested.calls {
                    let seen = support::see(call, x, 0, mode);
                    assert_eq!(
                        seen.bits,
                        quieted(tested.ty, x),
                        "{} of {x:#x}: {seen:x?}",
                        tested.name
                    );
                    if tested.function.shape == Shape::SinCos {
                        assert_eq!(seen.second, seen.bits, "{} of {x:#x}", tested.name);
                    }
                    assert_eq!(seen.errno, 0, "{} of {x:#x}", tested.name);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 1000);
}

/// pow(1, y) and pow(x, 0) are 1, and hypot of an infinite number is infinite, whatever the other one
/// is; but not if it signals.
fn number_all_the_same(tested: &Tested, x: u64, y: u64) -> Option<f64> {
    let nan = if tested.number(x).is_nan() { x } else { y };
    if !is_quiet(tested.ty, nan) {
        return None;
    }
    let (x, y) = (tested.number(x), tested.number(y));
    match tested.function.stem {
        "pow" if x == 1.0 || y == 0.0 => Some(1.0),
        "hypot" if x.is_infinite() || y.is_infinite() => Some(f64::INFINITY),
        _ => None,
    }
}

#[test]
fn of_two_the_first_comes_back() {
    for tested in tested().iter().filter(|tested| tested.function.shape == Shape::Two) {
        let numbers =
            [0.0, -0.0, 1.0, -1.0, 2.0, 0.5, f64::INFINITY, f64::NEG_INFINITY, 1e-40, 3e38];
        let mut pairs: Vec<(u64, u64)> = Vec::new();
        for nan in nans(tested.ty) {
            for number in numbers {
                pairs.extend([(nan, tested.bits(number)), (tested.bits(number), nan)]);
            }
            pairs.extend(nans(tested.ty).into_iter().map(|other| (nan, other)));
        }
        for (x, y) in pairs {
            let first = if tested.number(x).is_nan() { x } else { y };
            let wanted = number_all_the_same(tested, x, y)
                .map_or(quieted(tested.ty, first), |number| tested.bits(number));
            for mode in Mode::ALL {
                for &call in &tested.calls {
                    let seen = support::see(call, x, y, mode);
                    assert_eq!(
                        seen.bits, wanted,
                        "{} of {x:#x}, {y:#x}, {mode:?}: {seen:x?}",
                        tested.name
                    );
                    assert_eq!(seen.errno, 0, "{} of {x:#x}, {y:#x}", tested.name);
                }
            }
        }
    }
}

/// Those that functions make: tests/correct.rs compares them among the hostile arguments.
#[test]
fn one_that_is_made_is_positive() {
    for tested in
        tested().iter().filter(|tested| ["acos", "log", "sin"].contains(&tested.function.stem))
    {
        for &call in &tested.calls {
            let seen = support::see(call, tested.bits(f64::NEG_INFINITY), 0, Mode::Nearest);
            assert_eq!(seen.bits, tested.result(f64::NAN), "{}", tested.name);
            assert_eq!(seen.errno, 33, "{}", tested.name);
        }
    }
}
