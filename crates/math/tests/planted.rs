//! The comparison with MPFR finds a wrong constant: one digit of a table of exp's source is changed in a
//! copy, which is compiled as the library's own is.

use crate::support;
use crate::support::arguments::Random;
use crate::support::mpfr::Mpfr;
use crate::support::{glibc, tested, Call, Mode, Type};
use std::path::Path;
use std::process::Command;

/// The file that the library's exp was compiled from.
fn source() -> String {
    let text = std::fs::read_to_string(concat!(env!("CORE_MATH_SOURCES"), "/binary64/exp/exp.c"));
    text.expect("the source can be read")
}

/// exp, compiled from a text.
fn compiled(name: &str, text: &str) -> Call {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (file, library) = (folder.join(format!("{name}.c")), folder.join(format!("lib{name}.so")));
    std::fs::write(&file, text).expect("the test's folder can be written");
    let status = Command::new(std::env::var_os("CC").unwrap_or("cc".into()))
        .args([
            "-O2",
            "-std=gnu11",
            "-frounding-math",
            "-fno-math-errno",
            "-shared",
            "-fPIC",
            "-w",
            "-o",
        ])
        .args([&library, &file])
        .arg("-lm")
        .status()
        .expect("there is a C compiler");
    assert!(status.success());
    let symbol =
        glibc::symbol(library.to_str().expect("a path"), "cr_exp").expect("the source has cr_exp");
    // SAFETY: a function of one double.
    Call::OneDouble(unsafe {
        std::mem::transmute::<*mut std::ffi::c_void, extern "C" fn(f64) -> f64>(symbol)
    })
}

fn wrong(exp: Call) -> usize {
    let all = tested();
    let tested = all.iter().find(|tested| tested.name == "exp").expect("exp is a function");
    assert_eq!(tested.ty, Type::Double);
    let mut mpfr = Mpfr::new();
    let mut random = Random(17);
    (0..20_000)
        .filter(|&index| {
            let (x, _) = random.arguments(tested);
            let mode = Mode::of(index);
            let number = tested.number(x);
            !number.is_nan()
                && support::see(exp, x, 0, mode).bits != tested.expected(&mut mpfr, x, 0, mode).0
        })
        .count()
}

#[test]
fn a_wrong_constant_is_found() {
    let text = source();
    assert_eq!(wrong(compiled("right", &text)), 0);
    // The last digit but one of the low part of a power of two in the first table.
    let constant = "0x1.6a09e667f3bcdp+0";
    assert!(text.contains(constant), "exp.c has {constant}");
    let planted = text.replacen(constant, "0x1.6a09e667f3bddp+0", 1);
    assert!(wrong(compiled("planted", &planted)) > 0);
}
