//! Arguments that others have published since functions went wrong there, or since their results are hard
//! to round (`data/`): all functions in all rounding modes.

use crate::support::mpfr::Mpfr;
use crate::support::{see, tested, Mode, Tested, Type};
use std::collections::BTreeMap;
use std::time::Instant;

const LISTS: &[(&str, &str)] = &[
    ("glibc's tests", include_str!("data/glibc.txt")),
    ("hardest to round", include_str!("data/core-math.txt")),
];

/// Arguments by the function's stem.
fn listed(text: &str) -> BTreeMap<&str, Vec<(f64, f64)>> {
    let mut all = BTreeMap::<_, Vec<_>>::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let stem = words.next().expect("a line has a name");
        let number =
            |bits: &str| f64::from_bits(u64::from_str_radix(bits, 16).expect("a double's bits"));
        let pair = |word: &str| match word.split_once(',') {
            Some((x, y)) => (number(x), number(y)),
            None => (number(word), 0.0),
        };
        all.entry(stem).or_default().extend(words.map(pair));
    }
    all
}

/// The errors of a function at one point.
fn wrong(tested: &Tested, mpfr: &mut Mpfr, (x, y): (f64, f64), mode: Mode) -> Vec<String> {
    let (x, y) = (tested.bits(x), tested.bits(y));
    let (bits, second, _) = tested.expected(mpfr, x, y, mode);
    let mut errors = Vec::new();
    for (variant, &call) in tested.calls.iter().enumerate() {
        let seen = see(call, x, y, mode);
        if seen.bits != bits || second.is_some_and(|second| second != seen.second) {
            errors.push(format!(
                "{}({x:#x}, {y:#x}), variant {variant}, rounding {mode:?}: {seen:x?}, not {bits:#x}",
                tested.name
            ));
        }
    }
    errors
}

#[test]
fn published_arguments_give_the_right_results() {
    let (mut mpfr, mut errors) = (Mpfr::new(), Vec::new());
    let all = tested();
    for (name, text) in LISTS {
        let started = Instant::now();
        let (mut count, mut used) = (0, 0);
        let listed = listed(text);
        for tested in &all {
            let Some(points) = listed.get(tested.function.stem) else { continue };
            used += usize::from(tested.ty == Type::Double && tested.function.tail.is_empty());
            for &point in points {
                for mode in Mode::ALL {
                    count += 1;
                    errors.extend(wrong(tested, &mut mpfr, point, mode));
                }
            }
        }
        println!("{name}: {count} results, {:?}", started.elapsed());
        assert_eq!(used, listed.len(), "{name}: each function is known");
    }
    assert!(errors.is_empty(), "{} wrong:\n{}", errors.len(), errors.join("\n"));
}
