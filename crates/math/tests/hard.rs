//! Results that are hard to round: very near a double, or the middle between two. They are searched for:
//! over a short range a function is a parabola, which steps along the doubles by two additions each.

use crate::support;
use crate::support::arguments::Random;
use crate::support::mpfr::Mpfr;
use crate::support::{cases, tested, Mode, Shape, Tested, Type};

/// Doubles on each side of the middle of a range.
const REACH: u64 = 1 << 13;

/// The argument in a range whose result is nearest to a multiple of half a unit in the last place.
fn hardest(mpfr: &mut Mpfr, stem: &str, start: u64) -> Option<u64> {
    let at = |mpfr: &mut Mpfr, offset| mpfr.halves(stem, f64::from_bits(start + offset));
    let (first, exponent) = at(mpfr, 0)?;
    let (middle, other) = at(mpfr, REACH)?;
    let (last, another) = at(mpfr, 2 * REACH)?;
    if (other, another) != (exponent, exponent) {
        return None;
    }
    // In units of 2^-64 halves; what is whole is cut off by wrapping, the step's part of it included.
    let (rise, fall) = (middle.wrapping_sub(first), last.wrapping_sub(middle));
    let reach = i128::from(REACH);
    let second = (fall.wrapping_sub(rise)) / (reach * reach);
    let mut step = rise / reach - second * (reach - 1) / 2;
    let mut value = first;
    let mut best = (u64::MAX, 0);
    for offset in 0..2 * REACH {
        let distance = (value as u64 as i64).unsigned_abs();
        best = best.min((distance, offset));
        value = value.wrapping_add(step);
        step = step.wrapping_add(second);
    }
    Some(start + best.1)
}

fn is_searched(tested: &Tested) -> bool {
    tested.ty == Type::Double && tested.function.shape == Shape::One
}

#[test]
fn results_that_are_hard_to_round() {
    let mut mpfr = Mpfr::new();
    let mut errors = Vec::new();
    for tested in tested().iter().filter(|tested| is_searched(tested)) {
        let stem = tested.function.stem;
        let (mut random, mut hardest_distance, mut found) = (Random(19), u64::MAX, 0);
        for _ in 0..cases(400) {
            let (start, _) = random.arguments(tested);
            let Some(x) = hardest(&mut mpfr, stem, start & !0 << 20) else { continue };
            let Some((value, _)) = mpfr.halves(stem, f64::from_bits(x)) else { continue };
            let distance = (value as u64 as i64).unsigned_abs();
            // Exact results, and those that differ from a simple number by next to nothing, are not meant.
            if distance > 1 << 8 {
                hardest_distance = hardest_distance.min(distance);
            }
            found += 1;
            for mode in Mode::ALL {
                let (bits, _, expected) = tested.expected(&mut mpfr, x, 0, mode);
                for (variant, &call) in tested.calls.iter().enumerate() {
                    let seen = support::see(call, x, 0, mode);
                    if seen.bits != bits {
                        let x = tested.number(x);
                        errors.push(format!(
                            "{stem}({x:?}) {variant} {mode:?}: {seen:x?}, not {expected:x?}"
                        ));
                    }
                }
            }
        }
        let closeness = 64.0 - (hardest_distance as f64).log2();
        println!("{stem}: {found} ranges, within 2^-{closeness:.1} of half a unit");
        // Where the search did what it is for, one in 2^14 was chosen, of each of the ranges.
        assert!(found > cases(50), "{stem}: {found}");
        assert!(closeness > 17.0, "{stem}: 2^-{closeness}");
    }
    assert!(errors.is_empty(), "{} wrong:\n{}", errors.len(), errors.join("\n"));
}
