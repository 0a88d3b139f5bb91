//! The speed of samebits-sum beside that of the crates that people use for exact sums: medians of
//! times in turn, and whether all agree. `cargo run --release` in this folder.

use accurate::dot::OnlineExactDot;
use accurate::sum::OnlineExactSum;
use accurate::traits::{DotAccumulator, SumAccumulator};
use bitrep::FastSumF64;
use samebits_sum::{exact_dot, exact_sum};
use std::hint::black_box;
use std::time::Instant;
use xsum::XsumExt;

/// Times of one contestant are taken so often, in turn with the others'.
const ROUNDS: usize = 31;

/// A round works on so many numbers, at least.
const NUMBERS: usize = 1 << 20;

type Contestant = (&'static str, fn(&[f64], &[f64]) -> f64);

const SUMS: &[Contestant] = &[
    ("samebits-sum", |x, _| exact_sum(x)),
    ("xsum", |x, _| x.xsum()),
    ("accurate", |x, _| OnlineExactSum::from(0.0).absorb(x.iter().copied()).sum()),
    ("bitrep", |x, _| {
        let mut sum = FastSumF64::default();
        sum.extend_from_slice(x);
        sum.finish().value()
    }),
    ("fsum", |x, _| fsum::FSum::with_all(x).value()),
    ("a loop, not exact", |x, _| x.iter().sum()),
];

const DOTS: &[Contestant] = &[
    ("samebits-sum", exact_dot),
    ("accurate", |x, y| {
        OnlineExactDot::from(0.0).absorb(x.iter().copied().zip(y.iter().copied())).dot()
    }),
    ("bitrep", |x, y| bitrep::dot(x, y).unwrap_or(f64::NAN)),
    ("a loop, not exact", |x, y| x.iter().zip(y).map(|(x, y)| x * y).sum()),
];

fn main() {
    for n in [1_000, 1_000_000] {
        let x = numbers(n, 1);
        let y = numbers(n, 2);
        compare("sum", SUMS, &x, &y);
        compare("dot", DOTS, &x, &y);
    }
}

/// Numbers of mixed signs and magnitudes from 2^-20 to 2^20: the same in all runs.
fn numbers(n: usize, mut state: u64) -> Vec<f64> {
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (state ^ state >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 32
    };
    (0..n)
        .map(|_| {
            let (fraction, power) = (next() as i64 as f64 / 2f64.powi(63), next() % 41);
            fraction * 2f64.powi(power as i32 - 20)
        })
        .collect()
}

fn compare(what: &str, contestants: &[Contestant], x: &[f64], y: &[f64]) {
    let n = x.len();
    let calls = NUMBERS.div_ceil(n);
    let mut times = vec![Vec::new(); contestants.len()];
    for _ in 0..ROUNDS {
        for ((_, call), times) in contestants.iter().zip(&mut times) {
            let begun = Instant::now();
            for _ in 0..calls {
                black_box(call(black_box(x), black_box(y)));
            }
            times.push(begun.elapsed().as_secs_f64() * 1e9 / (calls * n) as f64);
        }
    }
    println!("{what} of {n} doubles, ns each: median (deciles)");
    let (_, ours) = contestants[0];
    for ((name, call), times) in contestants.iter().zip(&mut times) {
        times.sort_by(f64::total_cmp);
        let [low, median, high] = [1, 5, 9].map(|decile| times[decile * (ROUNDS - 1) / 10]);
        let agrees = if call(x, y).to_bits() == ours(x, y).to_bits() { "" } else { ", another result" };
        println!("  {name:18} {median:7.3} ({low:.3} to {high:.3}){agrees}");
    }
}
