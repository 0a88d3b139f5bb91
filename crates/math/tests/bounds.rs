//! The fast paths of doubles (`src/fast/`) keep to the error bounds that they claim: what they would
//! round is compared with MPFR's results.
//!
//!     TEST_MATH_ARGUMENTS  20000   arguments of each function; a quarter in each rounding mode
#![cfg(target_arch = "x86_64")]

use crate::support::skipped::skipped;
use samebits_math::table::FAST;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Of one function: the arguments that its fast path takes, the part of them that it cannot round, and
/// the largest error in each rounding mode, as a part of the bound.
struct Measured {
    name: String,
    taken: usize,
    undecided: f64,
    largest: Vec<f64>,
}

fn program() -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bounds-{}", std::process::id()));
    let status = Command::new(std::env::var_os("CC").unwrap_or("cc".into()))
        .args(["-O2", "-std=gnu11", "-march=x86-64-v3", "-frounding-math", "-o"])
        .arg(&out)
        .arg(folder.join("tests/c/bounds.c"))
        .arg(folder.join("src/fast/tables.c"))
        .args(["c", "fast"].map(|name| format!("-I{}", folder.join("src").join(name).display())))
        .args(["-lmpfr", "-lgmp", "-lm"])
        .status()
        .expect("there is a C compiler");
    assert!(status.success(), "bounds.c can be compiled");
    out
}

fn measured(count: usize) -> Vec<Measured> {
    let output = Command::new(program()).arg(count.to_string()).output().expect("it can be run");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    println!("{text}");
    let wrong: Vec<_> = text.lines().filter(|line| line.contains(',')).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    text.lines()
        .filter(|line| !line.contains(','))
        .map(|line| {
            let words: Vec<_> = line.split(' ').collect();
            let number = |word: &str| word.parse().unwrap_or_else(|_| panic!("a number in {line}"));
            Measured {
                name: words[0].into(),
                taken: number(words[1]) as usize,
                undecided: number(words[2]),
                largest: words[3..].iter().map(|word| number(word)).collect(),
            }
        })
        .collect()
}

/// Those of two results (with sincos, whose two are sin's and cos's) and of floats are not measured:
/// they have no estimate of more than one double.
#[test]
fn errors_are_within_their_bounds() {
    if !is_x86_feature_detected!("avx2") || !is_x86_feature_detected!("fma") {
        return skipped("this processor uses no fast paths");
    }
    let count = std::env::var("TEST_MATH_ARGUMENTS").map_or(20_000, |text| {
        text.parse().unwrap_or_else(|_| panic!("TEST_MATH_ARGUMENTS={text} is no number"))
    });
    let all = measured(count);
    let names: BTreeSet<_> = all.iter().map(|one| one.name.as_str()).collect();
    let expected = FAST.iter().copied().filter(|name| !["hypotf", "powf", "sincos"].contains(name));
    assert_eq!(names, expected.collect(), "all are measured");
    for one in all {
        let name = &one.name;
        assert!(one.taken > count / 2, "{name}: takes {} of {count}", one.taken);
        assert!(one.undecided < 0.15, "{name}: cannot round {}", one.undecided);
        for part in one.largest {
            assert!(part <= 1.0, "{name}: an error is {part} times the bound");
            // Otherwise nothing was measured.
            assert!(part > 0.001, "{name}: no error above {part} times the bound");
        }
    }
}
