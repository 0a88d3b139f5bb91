//! The kernels' error bounds: what they compute, before it is rounded, beside values with twice a double's
//! digits (tables/reference.py), and for floats beside the kernels of doubles. A wrong coefficient is found
//! here, even where it changes few bits.

use crate::arguments::{arguments, Random};
use crate::skipped::skipped;
use samebits_math::vector::examine::Examined;
use samebits_math::vector::forms::{Form, FORMS};
use std::fs;
use std::path::Path;

/// Arguments and a result in two parts.
struct Reference {
    x: f64,
    y: f64,
    high: f64,
    low: f64,
}

fn references(function: &str) -> Vec<Reference> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vector/reference");
    let file = folder.join(format!("{function}.txt"));
    let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    text.lines()
        .map(|line| {
            let numbers: Vec<f64> = line
                .split_whitespace()
                .map(|bits| f64::from_bits(u64::from_str_radix(bits, 16).expect("bits")))
                .collect();
            match numbers[..] {
                [x, high, low] => Reference { x, y: 0.0, high, low },
                [x, y, high, low] => Reference { x, y, high, low },
                _ => panic!("{}: {line}", file.display()),
            }
        })
        .collect()
}

/// The relative error of what a kernel found, as a share of its bound.
fn share(form: &Form, found: &Examined, lane: usize, x: [f64; 2], (high, low): (f64, f64)) -> f64 {
    let scale = 2f64.powi(-(found.exponent[lane] as i32));
    let (high, low) = (high * scale, low * scale);
    let error = (found.high[lane] - high) + (found.low[lane] - low);
    // (Zero is exact.)
    let share = if error == 0.0 { 0.0 } else { (error / high).abs() / found.bound[lane] };
    assert!(
        share <= 1.0,
        "{}: x {:e}, y {:e}: relative error 2^{:.1}, but the bound is 2^{:.1}",
        form.function,
        x[0],
        x[1],
        (error / high).abs().log2(),
        found.bound[lane].log2()
    );
    share
}

/// The largest error of a kernel of doubles, as a share of what is allowed, and how many of the arguments
/// were in range.
fn worst_double(form: &Form, part: usize, references: &[Reference]) -> (f64, usize) {
    let examine = form.examine().expect("a form with a kernel");
    let (mut worst, mut inside) = (0.0f64, 0);
    for Reference { x, y, high, low } in references {
        // SAFETY: the caller looked for the instructions.
        let found = unsafe { examine(&[*x; 4], &[*y; 4]) }[part];
        if found.doubtful & 1 == 0 {
            inside += 1;
            worst = worst.max(share(form, &found, 0, [*x, *y], (*high, *low)));
        }
    }
    (worst, inside)
}

/// The same of a kernel of floats, beside that of doubles, which is more accurate by far.
fn worst_single(form: &Form, double: &Form, part: usize, x: &[f32], y: &[f32]) -> (f64, usize) {
    let of = |form: &Form| form.examine().expect("a form with a kernel");
    let (examine, right) = (of(form), of(double));
    let (mut worst, mut inside) = (0.0f64, 0);
    for (x, y) in x.chunks_exact(4).zip(y.chunks_exact(4)) {
        let wide = |numbers: &[f32]| [0, 1, 2, 3].map(|lane| f64::from(numbers[lane]));
        let (x, y) = (wide(x), wide(y));
        // SAFETY: the caller looked for the instructions.
        let (found, right) = unsafe { (examine(&x, &y)[part], right(&x, &y)[part]) };
        for lane in 0..4 {
            // (Where the result is 1, a kernel need not be nearer.)
            let one = found.high[lane].abs() as f32 == 1.0 && right.high[lane].abs() as f32 == 1.0;
            if !one && (found.doubtful | right.doubtful) >> lane & 1 == 0 {
                inside += 1;
                let scale = 2f64.powi(right.exponent[lane] as i32);
                let sum = (right.high[lane] * scale, right.low[lane] * scale);
                worst = worst.max(share(form, &found, lane, [x[lane], y[lane]], sum));
            }
        }
    }
    (worst, inside)
}

#[test]
fn every_kernel_keeps_its_bound() {
    if !is_x86_feature_detected!("fma") || !is_x86_feature_detected!("avx2") {
        return skipped("this processor cannot run the kernels of the vector forms");
    }
    let mut random = Random(0xb0bd);
    let (x, y) = (arguments::<f32>(100_000, &mut random), arguments::<f32>(100_000, &mut random));
    for forms in FORMS {
        let [double, .., single] = forms;
        if double.examine().is_none() {
            continue;
        }
        let parts: &[_] = match double.function {
            "sincos" => &["sin", "cos"],
            other => &[other],
        };
        for (part, function) in parts.iter().enumerate() {
            let references = references(function);
            for (form, (worst, inside), count) in [
                (double, worst_double(double, part, &references), references.len()),
                (single, worst_single(single, double, part, &x, &y), x.len()),
            ] {
                println!("{}: {worst:.3} of the bound, {inside} of {count}", form.function);
                assert!(inside * 5 > count, "{}: {inside} in range", form.function);
            }
        }
    }
}
