//! Every function, in every variant, gives the correctly rounded result: MPFR's.

mod support;

use support::arguments::{hostile_arguments, Random};
use support::mpfr::Mpfr;
use support::{cases, tested, Mode, Tested, Type};

/// Compares one case; says what is wrong.
fn check(tested: &Tested, mpfr: &mut Mpfr, x: u64, y: u64, mode: Mode) -> Result<(), String> {
    if tested.number(x).is_nan() || tested.number(y).is_nan() {
        return Ok(()); // tests/special.rs
    }
    let (bits, second, expected) = tested.expected(mpfr, x, y, mode);
    for (variant, &call) in tested.calls.iter().enumerate() {
        let seen = support::see(call, x, y, mode);
        if seen.bits != bits || second.is_some_and(|second| second != seen.second) {
            return Err(format!(
                "{}({:?} = {x:#x}, {:?} = {y:#x}), variant {variant}, rounding {mode:?}: {seen:x?}, \
                 and not {bits:#x} {second:x?} ({expected:?})",
                tested.name,
                tested.number(x),
                tested.number(y),
            ));
        }
    }
    Ok(())
}

fn all_right(errors: Vec<String>) {
    let shown: Vec<_> = errors.iter().take(60).cloned().collect();
    assert!(errors.is_empty(), "{} wrong:\n{}", errors.len(), shown.join("\n"));
}

#[test]
fn at_hostile_arguments_in_all_rounding_modes() {
    let mut mpfr = Mpfr::new();
    let mut errors = Vec::new();
    for tested in tested() {
        let started = std::time::Instant::now();
        let arguments = hostile_arguments(&tested);
        for &(x, y) in &arguments {
            for mode in Mode::ALL {
                errors.extend(check(&tested, &mut mpfr, x, y, mode).err());
            }
        }
        println!("{}: {} arguments, {:?}", tested.name, arguments.len(), started.elapsed());
    }
    all_right(errors);
}

#[test]
fn at_random_doubles() {
    random(Type::Double, cases(200_000));
}

fn random(ty: Type, count: usize) {
    let mut mpfr = Mpfr::new();
    let mut errors = Vec::new();
    for tested in tested().iter().filter(|tested| tested.ty == ty) {
        let started = std::time::Instant::now();
        let mut random = Random(count as u64);
        for index in 0..count {
            let (x, y) = random.arguments(tested);
            errors.extend(check(tested, &mut mpfr, x, y, Mode::of(index)).err());
        }
        println!("{}: {count} arguments, {:?}", tested.name, started.elapsed());
    }
    all_right(errors);
}
