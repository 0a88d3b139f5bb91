//! The same bits as the scalar functions: every form, every variant, every rounding mode.

use crate::arguments::{arguments, Argument, Random};
use crate::call::{compare, is_double, Number};
use crate::environment::{within, ENVIRONMENTS};
use crate::library::{Library, VARIANTS};
use crate::skipped::skipped;
use samebits_math::vector::forms::{Form, Registers, FORMS};

/// How many arguments a form with a kernel gets with rounding to nearest. The others are compared with
/// themselves, so to speak, and a kernel does nothing in the other modes: a twentieth will do.
const MANY: usize = 100_000;
const FEW: usize = 5_000;

/// Second arguments: as the first ones, and for every fourth one with which powers are numbers.
fn seconds<T: Argument>(count: usize, random: &mut Random) -> Vec<T> {
    let mut all = arguments::<T>(count, random);
    let small = [0.5, 2.0, 3.0, -1.0, 0.333, 1.5, -2.5, 10.0, 0.1, 7.25];
    for (index, y) in all.iter_mut().enumerate() {
        if index / 16 % 4 != 0 {
            let factor = (random.next() >> 40) as f64 / (1 << 24) as f64;
            let value = small[random.next() as usize % small.len()];
            *y = T::from_double(if index / 16 % 2 == 0 { value } else { value * factor });
        }
    }
    all
}

fn check<T: Number + Argument>(library: &Library, form: &Form, count: usize, what: &str) {
    let mut random = Random(0x5a3e_b175);
    let x = arguments::<T>(count, &mut random);
    let mut y = seconds::<T>(count, &mut random);
    y.resize(x.len(), T::from_double(1.5));
    compare(library, form, &x, &y, what);
}

#[test]
fn registers_that_are_missing_are_named() {
    for registers in [Registers::Avx, Registers::Avx2, Registers::Avx512] {
        if !registers.here() {
            skipped(&format!("this processor has no {registers:?}, so no form for it was tested"));
        }
    }
}

fn check_form(library: &Library, form: &Form, count: usize, what: &str) {
    if !form.registers.here() {
        // (registers_that_are_missing_are_named)
    } else if is_double(form) {
        check::<f64>(library, form, count, what);
    } else {
        check::<f32>(library, form, count, what);
    }
}

#[test]
fn every_form_has_the_bits_of_the_scalar_function() {
    for variant in VARIANTS {
        let library = Library::load(variant);
        for form in FORMS.iter().copied().flatten() {
            let kernel = form.examine().is_some() && variant != "x86-64";
            check_form(&library, form, if kernel { MANY } else { FEW }, variant);
        }
    }
}

#[test]
fn every_form_does_so_in_every_environment() {
    for variant in VARIANTS {
        let library = Library::load(variant);
        for (name, bits) in ENVIRONMENTS {
            for form in FORMS.iter().copied().flatten() {
                within(bits, || check_form(&library, form, FEW, &format!("{variant}, {name}")));
            }
        }
    }
}
