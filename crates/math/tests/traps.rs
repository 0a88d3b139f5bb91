//! A program that has enabled traps for invalid, division by zero and overflow (as gfortran's
//! -ffpe-trap=invalid,zero,overflow does) is not killed where no function should raise these flags: not
//! by an operation inside either, whose flag the function would take back.

use crate::support::arguments::{hostile_arguments, Random};
use crate::support::programs::{library, program};
use crate::support::{cases, tested, Mode, Shape, Tested, Type};
use samebits_math::complex::table as complex;
use samebits_math::scalar::NAMES;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

#[derive(Default)]
struct Killed {
    calls: u64,
    killed: u64,
    underflows: u64,
    example: String,
}

/// What tests/c/traps.c says of a function.
fn killed(
    program: &Path,
    what: &str,
    arguments: &[(u64, u64)],
    variables: &[(&str, &str)],
) -> Killed {
    let mut command = Command::new(program);
    command.arg(what).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.env_remove("LD_PRELOAD").envs(variables.iter().copied());
    let mut child = command.spawn().expect("the program can be run");
    let bytes: Vec<u8> =
        arguments.iter().flat_map(|(x, y)| [x.to_le_bytes(), y.to_le_bytes()].concat()).collect();
    child.stdin.take().expect("it is a pipe").write_all(&bytes).expect("the program reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{what}: {:?}", output.status);
    let mut all = Killed::default();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let words: Vec<_> = line.split(' ').collect();
        let number = |index: usize| words[index].parse::<u64>().expect("a number");
        all.calls += number(1);
        all.killed += number(2);
        all.underflows += number(3);
        if number(2) != 0 && all.example.is_empty() {
            let mode = Mode::ALL[number(0) as usize];
            all.example = format!("({:#}, {:#}), {mode:?}", words[4], words[5]);
        }
    }
    assert!(all.calls > 0, "{what} is called");
    all
}

/// Hostile ones and others; after them numbers of the usual size.
fn arguments(tested: &Tested, count: usize) -> Vec<(u64, u64)> {
    let mut random = Random(23);
    let mut all = hostile_arguments(tested);
    if all.len() > 4 * count {
        all = all.into_iter().step_by(3).collect();
    }
    all.extend((0..count).map(|_| random.arguments(tested)));
    all
}

fn of<'a>(all: &'a [Tested], name: &str) -> &'a Tested {
    all.iter().find(|tested| tested.name == name).expect("the table has it")
}

#[test]
fn no_function_kills_a_program_with_traps() {
    let (program, library) = (program("traps"), library());
    let preload = ("LD_PRELOAD", library.to_str().expect("a path"));
    let mut errors = Vec::new();
    let mut underflows = Vec::new();
    for tested in tested().iter().filter(|tested| tested.function.public) {
        let shape = match tested.function.shape {
            Shape::One => "one",
            Shape::Two => "two",
            Shape::SinCos => "sincos",
            Shape::Sign => "sign",
        };
        let arguments = arguments(tested, cases(2000));
        for variant in &NAMES[..=samebits_math::fastest_variant()] {
            let what = format!("{shape}:{}:{}", tested.ty.c(), tested.name);
            let variables = [preload, ("SAMEBITS_MATH_VARIANT", variant.name)];
            let found = killed(&program, &what, &arguments, &variables);
            if found.killed != 0 {
                errors.push(format!(
                    "{} {}: {} of {}, {}",
                    tested.name, variant.name, found.killed, found.calls, found.example
                ));
            }
            if found.underflows != 0 {
                underflows.push(format!("{} {} {}", tested.name, variant.name, found.underflows));
            }
        }
    }
    println!("with traps for underflow, which C allows: {}", underflows.join(", "));
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn no_complex_function_does() {
    let (program, library) = (program("traps"), library());
    let preload = ("LD_PRELOAD", library.to_str().expect("a path"));
    let all = tested();
    let mut errors = Vec::new();
    for function in complex::FUNCTIONS {
        for ty in Type::ALL {
            let shape = match function.shape {
                complex::Shape::One => "complex",
                complex::Shape::Two => "complex2",
                complex::Shape::Real => "real",
            };
            let name = format!("{}{}", function.name, ty.suffix());
            let arguments = arguments(of(&all, &format!("hypot{}", ty.suffix())), cases(2000));
            let what = format!("{shape}:{}:{name}", ty.c());
            let found = killed(&program, &what, &arguments, &[preload]);
            let native = killed(&program, &what, &arguments, &[]);
            println!(
                "{name}: {} of {} calls killed, and with glibc's {}; for underflow {} and {}",
                found.killed, found.calls, native.killed, found.underflows, native.underflows
            );
            // The product of a power and a logarithm may overflow, in the C library too.
            let few = if function.name == "cpow" { found.calls / 20 } else { 0 };
            if found.killed > few {
                errors.push(format!(
                    "{name}: {} of {}, {}",
                    found.killed, found.calls, found.example
                ));
            }
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

/// The forms for several numbers: none is killed where libmvec's own is not.
#[test]
#[cfg(target_arch = "x86_64")]
fn no_vector_form_does_where_libmvec_does_not() {
    let (program, library) = (program("traps"), library());
    let preload = ("LD_PRELOAD", library.to_str().expect("a path"));
    let all = tested();
    let mut errors = Vec::new();
    let symbols = include_str!("exported-symbols.txt").lines().map(|line| line.trim());
    for symbol in symbols.filter(|symbol| symbol.starts_with("_ZGV") && !symbol.contains("sincos"))
    {
        let (form, name) = symbol.split_once("v_").expect("its arguments are vectors");
        let can = match &form[4..5] {
            "b" => true,
            "d" => std::arch::is_x86_feature_detected!("avx2"),
            "e" => std::arch::is_x86_feature_detected!("avx512f"),
            _ => false, // as d
        };
        if !can {
            continue;
        }
        let tested = of(&all, name);
        let what = format!("vector:{}:{symbol}", tested.ty.c());
        let mut random = Random(29);
        let mut arguments: Vec<_> = (0..cases(8000)).map(|_| random.arguments(tested)).collect();
        arguments.extend(hostile_arguments(tested).into_iter().step_by(7));
        let found = killed(&program, &what, &arguments, &[preload]);
        let libmvec = killed(&program, &what, &arguments, &[("TRAPS_LIBRARY", "libmvec.so.1")]);
        if found.killed + libmvec.killed != 0 {
            println!(
                "{symbol}: {} of {} calls killed, with libmvec {}",
                found.killed, found.calls, libmvec.killed
            );
        }
        if found.killed != 0 && libmvec.killed == 0 {
            errors
                .push(format!("{symbol}: {} of {}, {}", found.killed, found.calls, found.example));
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}
