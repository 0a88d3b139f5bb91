//! The flags that a function raises are those of C's annex F, and errno is glibc's.

use crate::support;
use crate::support::arguments::{hostile_arguments, Random};
use crate::support::mpfr::Mpfr;
use crate::support::{cases, flag, glibc, tested, Mode, Seen, Shape, Tested, Type};
use samebits_math::errno;
use std::collections::BTreeMap;

fn arguments(tested: &Tested, random: usize) -> Vec<(u64, u64)> {
    let mut arguments = hostile_arguments(tested);
    let mut source = Random(7);
    arguments.extend((0..random).map(|_| source.arguments(tested)));
    arguments
}

fn is_signalling(ty: Type, bits: u64) -> bool {
    match ty {
        Type::Double => f64::from_bits(bits).is_nan() && bits & 1 << 51 == 0,
        Type::Float => f32::from_bits(bits as u32).is_nan() && bits & 1 << 22 == 0,
    }
}

/// What is wrong about the flags, if anything. A spurious inexact is no fault.
fn wrong(
    tested: &Tested,
    mpfr: &mut Mpfr,
    x: u64,
    y: u64,
    mode: Mode,
    flags: i32,
) -> Option<&'static str> {
    let numbers = [tested.number(x), tested.number(y)];
    let has = |flag| flags & flag != 0;
    if numbers.iter().any(|x| x.is_nan()) {
        let signalling = is_signalling(tested.ty, x) || is_signalling(tested.ty, y);
        return match (flags & !flag::INEXACT, signalling) {
            (0, false) | (flag::INVALID, true) => None,
            (_, true) => Some("a signalling NaN raises invalid, and nothing else"),
            (_, false) => Some("a quiet NaN raises nothing"),
        };
    }
    let (_, _, expected) = tested.expected(mpfr, x, y, mode);
    let least =
        if tested.ty == Type::Double { f64::MIN_POSITIVE } else { f32::MIN_POSITIVE.into() };
    let magnitude = expected.value.abs();
    let underflow = expected.inexact && magnitude < least;
    if has(flag::INVALID) != expected.value.is_nan() {
        Some("invalid")
    } else if has(flag::POLE) != (expected.pole && magnitude.is_infinite()) {
        Some("divide by zero")
    } else if has(flag::OVERFLOW) != expected.overflow {
        Some("overflow")
    } else if has(flag::UNDERFLOW) != underflow
        && magnitude != least
        && tested.function.shape != Shape::SinCos
    {
        Some("underflow")
    } else if expected.inexact && !has(flag::INEXACT) {
        Some("inexact")
    } else {
        None
    }
}

#[test]
fn flags_are_those_of_annex_f() {
    let mut mpfr = Mpfr::new();
    let mut errors: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for tested in tested() {
        for &(x, y) in &arguments(&tested, cases(500)) {
            for mode in Mode::ALL {
                for (variant, &call) in tested.calls.iter().enumerate() {
                    let seen = support::see(call, x, y, mode);
                    if let Some(what) = wrong(&tested, &mut mpfr, x, y, mode, seen.flags) {
                        let (x, y) = (tested.number(x), tested.number(y));
                        let example = format!("({x:?}, {y:?}) {mode:?} {seen:x?}");
                        let of = errors
                            .entry(format!("{} {variant}: {what}", tested.name))
                            .or_insert((0, example));
                        of.0 += 1;
                    }
                }
            }
        }
    }
    assert!(errors.is_empty(), "{errors:#?}");
}

const ERANGE: i32 = 34;

/// Whether a difference is one of those in the table, in its order.
fn is_known(tested: &Tested, x: u64, mode: Mode, ours: Seen, theirs: Seen) -> bool {
    let (largest, sign) = match tested.ty {
        Type::Double => (f64::MAX.to_bits(), 1 << 63),
        Type::Float => (f32::MAX.to_bits().into(), 1 << 31),
    };
    let known: [bool; errno::DIFFERENCES.len()] = [
        mode != Mode::Nearest
            && ours.bits & !sign == largest
            && ours.errno == ERANGE
            && theirs.errno == 0,
        ours.bits & !sign == 1 && ours.errno == 0 && theirs.errno == ERANGE,
        ours.bits != theirs.bits,
        tested.function.stem == "tan" && is_signalling(tested.ty, x),
    ];
    known.contains(&true)
}

#[test]
fn errno_is_that_of_glibc() {
    let mut errors: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut compared = 0;
    for tested in tested() {
        let Some(theirs) = glibc::function(tested.function, tested.ty) else { continue };
        for &(x, y) in &arguments(&tested, cases(500)) {
            for mode in Mode::ALL {
                let wanted = support::see(theirs, x, y, mode);
                for &call in &tested.calls {
                    let seen = support::see(call, x, y, mode);
                    compared += 1;
                    if seen.errno != wanted.errno && !is_known(&tested, x, mode, seen, wanted) {
                        let (x, y) = (tested.number(x), tested.number(y));
                        let example = format!("({x:?}, {y:?}) {mode:?} {seen:x?} {wanted:x?}");
                        let of = errors
                            .entry(format!(
                                "{} {mode:?}: {} and not {}",
                                tested.name, seen.errno, wanted.errno
                            ))
                            .or_insert((0, example));
                        of.0 += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 0, "glibc has some of the functions");
    assert!(errors.is_empty(), "{errors:#?}");
}
