//! The kernels' error bounds: what they compute, before it is rounded, beside values with twice a double's
//! digits (tables/reference.py). A wrong coefficient is found here, even where it changes few bits.

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

/// The largest error, as a share of what is allowed, and how many of the arguments were in range.
fn worst(form: &Form, part: usize, references: &[Reference], single: bool) -> (f64, usize) {
    let examine = form.examine().expect("a form with a kernel");
    let (mut worst, mut inside) = (0.0f64, 0);
    for reference in references {
        // A float's kernel is right for all doubles in its range.
        let (x, y) = ([reference.x; 4], [reference.y; 4]);
        // SAFETY: the caller looked for the instructions.
        let found = unsafe { examine(&x, &y) }[part];
        let scale = 2f64.powi(-(found.exponent[0] as i32));
        let (high, low) = (reference.high * scale, reference.low * scale);
        let error = ((found.high[0] - high) + (found.low[0] - low)).abs() / high.abs();
        if found.doubtful & 1 == 0 {
            inside += 1;
            worst = worst.max(error / found.bound[0]);
            assert!(
                error <= found.bound[0],
                "{} ({}): x {:e}, y {:e}: relative error 2^{:.1}, but the bound is 2^{:.1}",
                form.function,
                if single { "float" } else { "double" },
                reference.x,
                reference.y,
                error.log2(),
                found.bound[0].log2()
            );
        }
    }
    (worst, inside)
}

#[test]
fn every_kernel_keeps_its_bound() {
    if !is_x86_feature_detected!("fma") || !is_x86_feature_detected!("avx2") {
        println!("this processor cannot run the kernels");
        return;
    }
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
            for (form, is_single) in [(double, false), (single, true)] {
                let (worst, inside) = worst(form, part, &references, is_single);
                println!(
                    "{}: {worst:.3} of the bound, {inside} of {}",
                    form.function,
                    references.len()
                );
                assert!(inside * 5 > references.len(), "{}: {inside} in range", form.function);
            }
        }
    }
}
