//! Complex functions where the parts have any sizes: against the C library's, which other code computes.
//! (benches/complex.sh measures the errors; here a result is to be of the right size.)

use crate::support::glibc;
use samebits_math::complex::number::{complex, Double};
use samebits_math::complex::table::functions::*;

type One = fn(Double) -> Double;

const FUNCTIONS: [(&str, One); 16] = [
    ("cacos", cacos),
    ("cacosh", cacosh),
    ("casin", casin),
    ("casinh", casinh),
    ("catan", catan),
    ("catanh", catanh),
    ("ccos", ccos),
    ("ccosh", ccosh),
    ("cexp", cexp),
    ("clog", clog),
    ("clog10", clog10),
    ("csin", csin),
    ("csinh", csinh),
    ("csqrt", csqrt),
    ("ctan", ctan),
    ("ctanh", ctanh),
];

/// Powers of two between the limits, and what lies just below; near the limits all.
fn sizes() -> Vec<f64> {
    let exponents =
        (-1074i32..=1023).filter(|exponent| exponent % 23 == 0 || exponent.abs() > 1020);
    let mut sizes = vec![0.0, f64::MAX];
    sizes.extend(exponents.flat_map(|exponent| {
        let power = 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2);
        [power, -0.8125 * power]
    }));
    sizes
}

fn near(ours: f64, theirs: f64) -> bool {
    let (least, most) = (f64::MIN_POSITIVE * 1e10, 1e-9);
    ours == theirs || (ours - theirs).abs() <= (ours.abs() * most).max(least)
}

#[test]
fn results_have_the_right_size_for_parts_of_any_size() {
    let sizes = sizes();
    let mut errors = Vec::new();
    for (name, ours) in FUNCTIONS {
        let symbol = glibc::symbol("libm.so.6", name).expect("the C library has it");
        // SAFETY: it has the type that C gives it.
        let theirs = unsafe { std::mem::transmute::<*mut std::ffi::c_void, One>(symbol) };
        let mut wrong = 0;
        for &x in &sizes {
            for &y in &sizes {
                let z = complex(x, y);
                let (our, their) = (ours(z), theirs(z));
                if !near(our.re, their.re) || !near(our.im, their.im) {
                    wrong += 1;
                    if wrong == 1 {
                        errors.push(format!("{name}({z:?}) is {our:?}, and with glibc {their:?}"));
                    }
                }
            }
        }
        println!("{name}: {} arguments, {wrong} differ", sizes.len() * sizes.len());
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}
