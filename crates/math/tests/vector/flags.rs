//! The flags: a form raises "invalid", "division by zero", "overflow" and "underflow" only if the scalar
//! function does for one of the lanes.

use crate::arguments::{arguments, Argument, Random};
use crate::call::{is_double, shape, Number};
use crate::environment::flags;
use crate::library::{Library, VARIANTS};
use samebits_math::vector::forms::{Form, FORMS};

/// Without "denormal" and "inexact".
const LOUD: u32 = 0b1_1101;

fn check<T: Number + Argument>(library: &Library, form: &Form) {
    let mut random = Random(0xf1a9);
    let x = arguments::<T>(4_000, &mut random);
    let mut y = arguments::<T>(4_000, &mut random);
    // Each special x meets ordinary y, and the other way round.
    y.rotate_left(7);
    y.resize(x.len(), T::from_double(1.5));
    let (vector, scalar) = (library.find(form.name), library.find(form.function));
    for (xs, ys) in x.chunks_exact(form.lanes).zip(y.chunks_exact(form.lanes)) {
        // SAFETY: functions of the form's shape; the caller looked for the registers.
        let ours = flags(|| drop(unsafe { T::vector(vector, form, xs, ys) }));
        let allowed = flags(|| {
            for (&x, &y) in xs.iter().zip(ys) {
                // SAFETY: as above.
                unsafe { T::scalar(scalar, shape(form), x, y) };
            }
        });
        assert!(
            ours & LOUD & !allowed == 0,
            "{}: x {xs:?}, y {ys:?}: flags {:#x}, but the scalar function raises {:#x}",
            form.name,
            ours & LOUD,
            allowed & LOUD
        );
    }
}

#[test]
fn no_form_raises_a_flag_that_the_scalar_function_does_not() {
    for variant in VARIANTS {
        let library = Library::load(variant);
        for form in FORMS.iter().copied().flatten().filter(|form| form.registers.here()) {
            if is_double(form) {
                check::<f64>(&library, form);
            } else {
                check::<f32>(&library, form);
            }
        }
    }
}
