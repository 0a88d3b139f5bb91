//! Predicted times against the numbers of the papers, and against the schedules themselves.

use samebits::schedule::cost::*;
use samebits::schedule::{Destination, Settings};

/// Moody et al. 2003, table 2, in microseconds: L, r, and c of sums of 1, 2, 4 and 8 doubles.
const L: f64 = 2.10;
const R: f64 = 0.42;
const ADD: [f64; 4] = [1.50, 2.95, 5.80, 11.56];

const MACHINE: Machine =
    Machine { alpha: 2e-6, beta: 1e-10, gamma: 5e-11, latency: 2e-6, receive: 2e-7 };

fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-9 * a.abs().max(b.abs()), "{a} and {b}");
}

/// "a degree of 4 is best for 64-bit floating-point addition of 1-element vectors, and a
/// degree of 2 is best for 2, 4, and 8-element vectors on this 31-node system".
#[test]
fn the_best_degrees_of_the_paper() {
    assert_eq!(ADD.map(|c| best_degree(31, L, R + c)), [4, 2, 2, 2]);
}

/// Figure 14: where c = 0, "the upper bound is reached somewhere between 5 and 6"; and the
/// best degree of large trees falls as c rises, below 2 in the end.
#[test]
fn the_best_degrees_of_full_trees() {
    let degree = |c: f64| full_degree(L, R + c);
    assert!(5.0 < degree(0.0) && degree(0.0) < 6.0);
    for c in [0.0, 0.25, 1.5, 11.56] {
        let f = degree(c);
        near(f * (f.ln() - 1.0) + 1.0, L / (R + c));
        assert!(f > degree(c + 0.1));
        // No other full tree is better. (Costs of a full tree for each ln P.)
        let full = |f: f64| (L + (f - 1.0) * (R + c)) / f.ln();
        assert!(full(f) <= full(f * 1.01) && full(f) <= full(f * 0.99));
    }
    assert!(degree(11.56) < 2.0);
}

/// Section 4.1 and figure 8: one phase is the serial reduction, and 16 nodes in a tree of
/// degree 3 have two full phases and one with a single message.
#[test]
fn a_tree_of_any_number_of_nodes() {
    near(fnomial(13, 13, L, R), L + 12.0 * R);
    near(fnomial(13, 64, L, R), L + 12.0 * R);
    near(fnomial(16, 3, L, R), 3.0 * L + (2.0 * 2.0 + 1.0) * R);
    near(fnomial(16, 4, L, R), 2.0 * L + 6.0 * R);
    near(fnomial(31, 4, L, R), 3.0 * L + 7.0 * R);
    near(fnomial(1, 4, L, R), 0.0);
}

/// Gruber and Freinberger 2023, corollaries 1 and 3: the pipelined broadcast in a row, and the
/// reduction and the broadcast.
#[test]
fn the_pipelining_lemma() {
    let (p, m, machine) = (20usize, 1 << 20, MACHINE);
    let job = Job { ranks: p, bytes: m, to: Destination::All, width: 1.0 };
    let merged = Machine { gamma: 0.0, ..machine };
    let (alpha, beta, p, m) = (machine.alpha, machine.beta, p as f64, m as f64);
    let chain = pipelines("chain", &merged, &job).unwrap();
    let way = (p - 2.0) * alpha + 2.0 * ((p - 2.0) * alpha * beta * m).sqrt() + beta * m;
    near(chain[1].least(job.bytes), way);
    let both =
        (2.0 * p - 4.0) * alpha + 4.0 * ((p - 2.0) * alpha * beta * m).sqrt() + 2.0 * beta * m;
    near(chain.iter().map(|pipeline| pipeline.least(job.bytes)).sum(), both);
}

/// No other block is better, and the least time is that of the best one.
#[test]
fn the_best_block() {
    for schedule in ["chain", "chain2", "bintree", "bintree2"] {
        for to in [Destination::All, Destination::Root(0), Destination::Root(20)] {
            let job = Job { ranks: 64, bytes: 1 << 24, to, width: 1.5 };
            for pipeline in pipelines(schedule, &MACHINE, &job).unwrap() {
                let block = pipeline.block(job.bytes);
                let best = pipeline.seconds(job.bytes, block);
                assert!((best / pipeline.least(job.bytes) - 1.0).abs() < 0.01, "{schedule}");
                for other in [block / 3, block * 3] {
                    assert!(best < pipeline.seconds(job.bytes, other), "{schedule} {to:?}");
                }
            }
        }
    }
    let one = Pipeline { first: 1, next: 1, round: (1.0, 0.0) };
    assert_eq!((one.block(1000), one.block(0)), (1000, 1));
}

/// What the papers say of large vectors: seconds for each byte, in β and γ.
#[test]
fn the_bandwidth_of_large_vectors() {
    let bytes = 1usize << 40;
    let parts = |schedule, ranks, to| {
        let job = Job { ranks, bytes, to, width: 1.0 };
        let one = |beta, gamma| {
            let machine = Machine { beta, gamma, ..MACHINE };
            let settings = best(schedule, &machine, &job, Settings::default());
            let settings = Settings { block: settings.block.max(1 << 36), ..settings };
            seconds(schedule, &machine, &job, &settings).unwrap() / bytes as f64
        };
        let rounded = |a: f64| (a * 100.0).round() / 100.0;
        (rounded(one(1.0, 0.0)), rounded(one(0.0, 1.0)))
    };
    let all = Destination::All;
    // Shan et al. 2019, section III; three neighbours more than a power of two.
    assert_eq!(parts("halving", 16, all), (1.88, 0.94));
    assert_eq!(parts("ring", 16, all), (1.88, 0.94));
    assert_eq!(parts("halving", 19, all), (3.88, 1.94));
    assert_eq!(parts("halving", 19, Destination::Root(3)), (2.88, 1.94));
    assert_eq!(parts("ring", 19, all), (1.89, 0.95));
    // A binomial tree: log2 p of both, and down again.
    assert_eq!(parts("fnomial", 2, Destination::Root(1)), (1.0, 1.0));
}

#[test]
fn small_vectors_take_latencies_alone() {
    let job = |ranks, to| Job { ranks, bytes: 0, to, width: 1.0 };
    let machine = Machine { alpha: 1.0, beta: 0.0, gamma: 0.0, latency: 1.0, receive: 0.0 };
    let rounds = |schedule, ranks, to| {
        seconds(schedule, &machine, &job(ranks, to), &Settings::default()).unwrap()
    };
    let all = Destination::All;
    for (schedule, at_16, at_1) in [
        ("fnomial", 4.0, 0.0),
        ("split", 4.0, 0.0),
        ("halving", 8.0, 0.0),
        ("ring", 30.0, 0.0),
        ("chain", 30.0, 0.0),
        ("chain2", 15.0, 0.0),
        ("bintree", 16.0, 0.0),
        ("bintree2", 13.0, 0.0),
    ] {
        assert_eq!(
            (rounds(schedule, 16, all), rounds(schedule, 1, all)),
            (at_16, at_1),
            "{schedule}"
        );
    }
    assert_eq!(rounds("chain2", 16, Destination::Root(0)), 15.0);
    assert_eq!(rounds("chain", 16, Destination::Root(10)), 10.0);
    assert_eq!(rounds("chain2", 2, all), 1.0);
    assert!(seconds("gather", &machine, &job(4, all), &Settings::default()).is_none());
    assert!(seconds("gather", &machine, &job(1, all), &Settings::default()).is_none());
}
