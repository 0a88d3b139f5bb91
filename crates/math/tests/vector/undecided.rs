//! The lanes that matter: those that the rounding test leaves open, which the scalar function has to do,
//! and those that it only just decides, which an error beyond the bound would get wrong. Random arguments
//! are searched for them; both have to be found.

use crate::arguments::{Argument, Random};
use crate::call::{compare, is_double, Number};
use crate::library::Library;
use crate::skipped::skipped;
use samebits_math::vector::examine::Examined;
use samebits_math::vector::forms::{Form, FORMS};

/// How far beyond the bound a lane counts as one that is only just decided.
const FACTOR: f64 = 16.0;

/// Whether a double would be undecided if the bound were larger. (For a float: if its last bits are near
/// those of the middle.)
fn nearly(found: &Examined, lane: usize, double: bool) -> bool {
    let (high, low) = (found.high[lane], found.low[lane]);
    let more = FACTOR * found.bound[lane] * high;
    if double {
        high + (low + more) != high + (low - more)
    } else {
        (high + more) as f32 != (high - more) as f32
    }
}

/// Arguments in (0.1, 2), where every kernel is in its range, as bits of both types.
fn search<T: Argument + Into<f64>>(form: &Form, wanted: usize) -> [Vec<(T, T)>; 2] {
    let examine = form.examine().expect("a form with a kernel");
    let mut random = Random(form.name.len() as u64);
    let mut next = || T::from_double(random.between(0.1, 2.0));
    let [mut open, mut narrow] = [vec![], vec![]];
    for _ in 0..4_000_000 {
        let (x, y): ([T; 4], [T; 4]) =
            (std::array::from_fn(|_| next()), std::array::from_fn(|_| next()));
        // SAFETY: the caller looked for the instructions.
        let results = unsafe { examine(&x.map(Into::into), &y.map(Into::into)) };
        let double = std::mem::size_of::<T>() == 8;
        for lane in 0..4 {
            if (results[0].doubtful | results[1].doubtful) >> lane & 1 == 1 {
                open.push((x[lane], y[lane]));
            } else if nearly(&results[0], lane, double) {
                narrow.push((x[lane], y[lane]));
            }
        }
        if open.len() >= wanted && narrow.len() >= wanted {
            break;
        }
    }
    [open, narrow]
}

fn check<T: Number + Argument + Into<f64>>(library: &Library, forms: &[&Form], wanted: usize) {
    for (kind, found) in
        ["left open", "only just decided"].iter().zip(search::<T>(forms[0], wanted))
    {
        println!("{}: {} {kind}", forms[0].function, found.len());
        assert!(found.len() >= wanted, "{}: only {} {kind}", forms[0].function, found.len());
        // In each lane, among others.
        let mut all: Vec<(T, T)> = vec![];
        for (index, &special) in found.iter().take(256).enumerate() {
            let ordinary = (T::from_double(0.75), T::from_double(1.25));
            all.extend((0..16).map(|lane| if lane == index % 16 { special } else { ordinary }));
        }
        let (x, y): (Vec<T>, Vec<T>) = all.into_iter().unzip();
        for form in forms.iter().filter(|form| form.registers.here()) {
            compare(library, form, &x, &y, kind);
        }
    }
}

#[test]
fn lanes_that_are_hard_to_round_have_the_scalar_function_s_bits() {
    if !is_x86_feature_detected!("fma") || !is_x86_feature_detected!("avx2") {
        return skipped("this processor cannot run the kernels of the vector forms");
    }
    let library = Library::load("x86-64-v3");
    for forms in FORMS.iter().filter(|forms| forms[0].examine().is_some()) {
        let (doubles, singles): (Vec<_>, Vec<_>) = forms.iter().partition(|form| is_double(form));
        check::<f64>(&library, &doubles, 100);
        check::<f32>(&library, &singles, 10);
    }
}
