//! Every function, in every variant, gives the correctly rounded result: MPFR's.

use crate::support;
use crate::support::arguments::{hostile_arguments, Random};
use crate::support::mpfr::Mpfr;
use crate::support::{cases, in_mode, tested, Call, Mode, Shape, Tested, Type};

/// Compares one case; says what is wrong.
fn check(tested: &Tested, mpfr: &mut Mpfr, x: u64, y: u64, mode: Mode) -> Result<(), String> {
    if tested.number(x).is_nan() || tested.number(y).is_nan() {
        return Ok(()); // nan.rs tests these
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

/// Functions for which MPFR takes many times as long as for the others: a tenth of the cases.
const SLOW: [&str; 4] = ["lgamma", "tgamma", "erf", "erfc"];

#[test]
fn at_random_doubles() {
    let mut mpfr = Mpfr::new();
    let mut errors = Vec::new();
    for tested in tested().iter().filter(|tested| tested.ty == Type::Double) {
        if tested.function.shape == Shape::Sign {
            continue; // the same code as lgamma's and tgamma's, and tested at the hostile arguments
        }
        let started = std::time::Instant::now();
        let count = cases(200_000) / if SLOW.contains(&tested.function.stem) { 10 } else { 1 };
        let mut random = Random(count as u64);
        for index in 0..count {
            let (x, y) = random.arguments(tested);
            errors.extend(check(tested, &mut mpfr, x, y, Mode::of(index)).err());
        }
        println!("{}: {count} arguments, {:?}", tested.name, started.elapsed());
    }
    all_right(errors);
}

/// Of floats almost all results are settled by the function of doubles, which is tested by itself: where
/// rounding it a little up and a little down gives the same float. MPFR decides the rest.
#[test]
fn at_random_floats() {
    let mut mpfr = Mpfr::new();
    let mut errors = Vec::new();
    let all = tested();
    for tested in all.iter().filter(|tested| tested.ty == Type::Float) {
        if tested.function.shape == Shape::Sign {
            continue;
        }
        let double = all
            .iter()
            .find(|other| other.ty == Type::Double && other.function.stem == tested.function.stem)
            .expect("each function has both types");
        let (started, count) = (std::time::Instant::now(), cases(1_000_000));
        let mut random = Random(count as u64);
        let mut decided = 0;
        for mode in Mode::ALL {
            let arguments: Vec<_> = (0..count / 4).map(|_| random.arguments(tested)).collect();
            let wider: Vec<_> = arguments
                .iter()
                .map(|&(x, y)| (tested.number(x).to_bits(), tested.number(y).to_bits()))
                .collect();
            let doubles = run(double.calls[0], &wider, Mode::Nearest);
            let (least, most) = in_mode(mode, || bounds(&doubles));
            let results: Vec<_> =
                tested.calls.iter().map(|&call| run(call, &arguments, mode)).collect();
            for (index, &(x, y)) in arguments.iter().enumerate() {
                let settled = least[index] == most[index]
                    && results.iter().all(|results| results[index] == least[index]);
                if !settled {
                    decided += 1;
                    errors.extend(check(tested, &mut mpfr, x, y, mode).err());
                }
            }
        }
        println!("{}: {count} arguments, {decided} by MPFR, {:?}", tested.name, started.elapsed());
        assert!(decided < count / 2, "{}: MPFR decides {decided} of {count}", tested.name);
    }
    all_right(errors);
}

type Results = Vec<(u64, u64)>;

fn run(call: Call, arguments: &[(u64, u64)], mode: Mode) -> Results {
    in_mode(mode, || arguments.iter().map(|&(x, y)| support::bits(call, x, y)).collect())
}

/// Doubles as floats, rounded in the current mode: a little smaller and a little larger than they are.
/// (Zeros and numbers that are none are for MPFR, and so are results that the double flushes.)
#[inline(never)]
fn bounds(doubles: &Results) -> (Results, Results) {
    let float = |bits: u64, offset: i64| {
        let rounded = std::hint::black_box(f64::from_bits(bits.wrapping_add_signed(offset))) as f32;
        u64::from(rounded.to_bits())
    };
    let of = |bits: u64, offset: i64| {
        if f64::from_bits(bits).is_nan() {
            float(bits, 0)
        } else if bits << 1 <= 1 << 12 {
            offset as u64
        } else {
            float(bits, offset)
        }
    };
    let each = |offset: i64| {
        doubles
            .iter()
            .map(|&(x, y)| (of(x, offset), if y == 0 { 0 } else { of(y, offset) }))
            .collect()
    };
    (each(-64), each(64))
}
