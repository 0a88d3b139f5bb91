//! Every float there is, for the kernels of one number: minutes for each function, so only when it is
//! asked for: `cargo test --profile tests -p samebits-math --test vector every_float -- --ignored`
//! (TEST_MATH_FUNCTIONS=expf,sinf names those to be done, TEST_MATH_STEP=16 takes every sixteenth vector).
//! And many random doubles.

use crate::arguments::{Argument, Random};
use crate::call::is_double;
use crate::library::Library;
use samebits_math::vector::forms::{Form, Registers, FORMS};
use std::arch::x86_64::*;
use std::ffi::c_void;
use std::mem::transmute;

/// How many doubles.
const DOUBLES: u64 = 100_000_000;

macro_rules! chunk {
    ($name:ident, $number:ty, $lanes:literal, $vector:ty) => {
        /// The place of the first lane whose bits differ.
        #[target_feature(enable = "avx2")]
        #[allow(improper_ctypes_definitions)]
        unsafe fn $name(
            vector: *mut c_void,
            scalar: *mut c_void,
            x: [$number; $lanes],
        ) -> Option<usize> {
            // SAFETY: the caller's functions are of one number; the vectors have as many as the arrays.
            unsafe {
                let vector: unsafe extern "C" fn($vector) -> $vector = transmute(vector);
                let scalar: unsafe extern "C" fn($number) -> $number = transmute(scalar);
                let found: [$number; $lanes] =
                    transmute(vector(transmute::<[$number; $lanes], $vector>(x)));
                (0..$lanes).find(|&lane| found[lane].to_bits() != scalar(x[lane]).to_bits())
            }
        }
    };
}

chunk!(eight_floats, f32, 8, __m256);
chunk!(four_doubles, f64, 4, __m256d);

/// The kernels of one number with registers of AVX2, of those that are wanted.
fn forms(doubles: bool) -> impl Iterator<Item = &'static Form> {
    let wanted = std::env::var("TEST_MATH_FUNCTIONS").unwrap_or_default();
    for name in wanted.split(',').filter(|name| !name.is_empty()) {
        let known = FORMS.iter().copied().flatten().any(|form| form.function == name);
        assert!(known, "TEST_MATH_FUNCTIONS: no vector form is of \"{name}\"");
    }
    FORMS.iter().copied().flatten().filter(move |form| {
        form.registers == Registers::Avx2
            && form.examine().is_some()
            && form.name.contains("v_")
            && !form.name.contains("vv_")
            && is_double(form) == doubles
            && (wanted.is_empty() || wanted.split(',').any(|name| name == form.function))
    })
}

fn can_run() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

#[test]
#[ignore = "takes minutes for each function"]
fn every_float_has_the_scalar_function_s_bits() {
    assert!(can_run(), "this processor cannot run the kernels");
    let library = Library::load("x86-64-v3");
    let step: usize = std::env::var("TEST_MATH_STEP")
        .map_or(1, |step| step.parse().expect("TEST_MATH_STEP is a number"));
    for form in forms(false) {
        let (vector, scalar) = (library.find(form.name), library.find(form.function));
        for first in (0..=u32::MAX).step_by(8 * step) {
            let x = std::array::from_fn(|lane| f32::from_bits(first + lane as u32));
            // SAFETY: the forms have this shape; the processor has AVX2.
            let differs = unsafe { eight_floats(vector, scalar, x) };
            assert!(differs.is_none(), "{}: {:#x}", form.name, first + differs.unwrap() as u32);
        }
        println!("{}: all floats, in steps of {step}", form.name);
    }
}

#[test]
#[ignore = "takes minutes for each function"]
fn many_doubles_have_the_scalar_function_s_bits() {
    assert!(can_run(), "this processor cannot run the kernels");
    let library = Library::load("x86-64-v3");
    for form in forms(true) {
        let mut random = Random(form.name.len() as u64);
        let (vector, scalar) = (library.find(form.name), library.find(form.function));
        for count in 0..DOUBLES / 4 {
            // Of all magnitudes, and of those where a kernel has most to do.
            let x: [f64; 4] = std::array::from_fn(|_| match count % 4 {
                0 => f64::any(&mut random),
                1 => random.between(-20.0, 20.0),
                2 => random.between(0.0, 2.0),
                _ => random.between(-9.0, 9.0).exp2(),
            });
            // SAFETY: the forms have this shape; the processor has AVX2.
            let differs = unsafe { four_doubles(vector, scalar, x) };
            assert!(differs.is_none(), "{}: {:e}", form.name, x[differs.unwrap()]);
        }
        println!("{}: {DOUBLES} doubles", form.name);
    }
}
