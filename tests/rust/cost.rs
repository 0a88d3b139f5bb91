//! Predicted times against the numbers of the papers, and against the schedules themselves.

use samebits_fold::Family;
use samebits_schedule::cost::*;
use samebits_schedule::{by_name, Destination, Settings, ALL};

fn cost_of(schedule: &str) -> &'static Cost {
    &by_name(schedule).unwrap().cost
}

/// Moody et al. 2003, table 2, in microseconds: L, r, and c of sums of 1, 2, 4 and 8 doubles.
const L: f64 = 2.10;
const R: f64 = 0.42;
const ADD: [f64; 4] = [1.50, 2.95, 5.80, 11.56];

const MACHINE: Machine = Machine {
    alpha: 2e-6,
    beta: 1e-10,
    merge_tree: 5e-11,
    latency: 2e-6,
    receive: 2e-7,
    merge: 0.0,
    ..Machine::DEFAULT
};

/// The least time of so many bytes, by the pipelining lemma (Träff; Gruber, Freinberger 2023, lemma 1):
/// (d - s) α + 2 sqrt(s (d - s) α β m) + s β m.
fn least(pipeline: &Pipeline, bytes: usize) -> f64 {
    let ((alpha, beta), s) = (pipeline.round, pipeline.next as f64);
    let (more, m) = ((pipeline.first - pipeline.next) as f64, bytes as f64);
    more * alpha + 2.0 * (s * more * alpha * beta * m).sqrt() + s * beta * m
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-9 * a.abs().max(b.abs()), "{a} and {b}");
}

fn best_degree(ranks: usize, latency: f64, busy: f64) -> usize {
    let seconds = |&degree: &usize| fnomial(ranks, degree, latency, busy);
    (2..=64).min_by(|a, b| seconds(a).total_cmp(&seconds(b))).unwrap()
}

/// "a degree of 4 is best for 64-bit floating-point addition of 1-element vectors, and a
/// degree of 2 is best for 2, 4, and 8-element vectors on this 31-node system".
#[test]
fn the_best_degrees_of_the_paper() {
    assert_eq!(ADD.map(|c| best_degree(31, L, R + c)), [4, 2, 2, 2]);
}

/// The best degree of full trees of any size: f in f (ln f - 1) = L / (r + c) - 1.
fn full_degree(latency: f64, busy: f64) -> f64 {
    let wanted = latency / busy - 1.0;
    let (mut low, mut high) = (1.0, 2.0);
    let more = |f: f64| f * (f64::ln(f) - 1.0) < wanted;
    while more(high) {
        high *= 2.0;
    }
    for _ in 0..64 {
        let middle: f64 = (low + high) / 2.0;
        *if more(middle) { &mut low } else { &mut high } = middle;
    }
    high
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
    let job = Workload::new(p, m, Destination::All);
    let merged = Machine { merge_tree: 0.0, ..machine };
    let (alpha, beta, p, m) = (machine.alpha, machine.beta, p as f64, m as f64);
    let chain = cost_of("chain").pipelines(&merged, &job);
    let way = (p - 2.0) * alpha + 2.0 * ((p - 2.0) * alpha * beta * m).sqrt() + beta * m;
    near(least(&chain[1], job.bytes), way);
    let both =
        (2.0 * p - 4.0) * alpha + 4.0 * ((p - 2.0) * alpha * beta * m).sqrt() + 2.0 * beta * m;
    near(chain.iter().map(|pipeline| least(pipeline, job.bytes)).sum(), both);
}

/// No other block is better, and the least time is that of the best one.
#[test]
fn the_best_block() {
    let pipelines = ALL.iter().filter(|row| matches!(row.cost, Cost::Pipelines(_)));
    assert!(pipelines.clone().count() >= 4);
    for schedule in pipelines.map(|row| row.name) {
        for to in [Destination::All, Destination::Root(0), Destination::Root(20)] {
            let job = Workload { width: 1.5, ..Workload::new(64, 1 << 24, to) };
            for pipeline in cost_of(schedule).pipelines(&MACHINE, &job) {
                let block = pipeline.block(job.bytes);
                let best = pipeline.seconds(job.bytes, block);
                assert!((best / least(&pipeline, job.bytes) - 1.0).abs() < 0.01, "{schedule}");
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
        let job = Workload { family: Family::Exact, ..Workload::new(ranks, bytes, to) };
        let one = |beta, merge_exact| {
            let machine = Machine { beta, merge_exact, ..MACHINE };
            let asked = Overrides { block: Some(1 << 36), degree: None };
            let settings = cost_of(schedule).best(&machine, &job, asked);
            cost_of(schedule).seconds(&machine, &job, &settings).unwrap() / bytes as f64
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

/// What leaves send are contributions; what others send, partials of w times as many bytes.
#[test]
fn the_first_phase_of_a_tree_is_narrow() {
    let bytes = |ranks, degree, width, machine: Machine| {
        let job = Workload { width, ..Workload::new(ranks, 1000, Destination::Root(0)) };
        let settings = Settings { degree, ..Settings::default() };
        cost_of("fnomial").seconds(&machine, &job, &settings).unwrap() / 1000.0
    };
    let (sent, merged) = (nothing_but(|m| m.beta = 1.0), nothing_but(|m| m.merge_tree = 1.0));
    near(bytes(4, 4, 2.0, sent), 3.0);
    near(bytes(4, 64, 2.0, sent), 3.0);
    near(bytes(4, 2, 2.0, sent), 1.0 + 2.0);
    near(bytes(16, 4, 2.0, sent), 3.0 + 3.0 * 2.0);
    near(bytes(4, 4, 2.0, merged), 3.0 * 2.0);
}

/// Prefixes along a chain: the rank in the middle, which merges once more when it has sent.
#[test]
fn prefixes_along_a_chain() {
    let cost = |ranks, machine: Machine| {
        let to = Destination::InclusivePrefix;
        let job = Workload { width: 2.0, ..Workload::new(ranks, 1000, to) };
        let settings = Settings { block: 1000, ..Settings::default() };
        cost_of("chain").seconds(&machine, &job, &settings).unwrap()
    };
    for (ranks, rounds) in [(2, 1.0), (3, 1.0), (4, 1.0), (5, 2.0), (9, 4.0)] {
        near(cost(ranks, nothing_but(|m| m.alpha = 1.0)), rounds);
        near(cost(ranks, nothing_but(|m| m.beta = 1.0)), rounds * 2000.0);
        near(cost(ranks, nothing_but(|m| m.merge_tree = 1.0)), (rounds + 1.0) * 2000.0);
        near(cost(ranks, nothing_but(|m| m.merge = 1.0)), rounds + 1.0);
    }
}

#[test]
fn small_vectors_take_latencies_alone() {
    let job = |ranks, to| Workload::new(ranks, 0, to);
    let machine = Machine {
        alpha: 1.0,
        beta: 0.0,
        merge_tree: 0.0,
        latency: 1.0,
        receive: 0.0,
        merge: 0.0,
        ..Machine::DEFAULT
    };
    let rounds = |schedule, ranks, to| {
        cost_of(schedule).seconds(&machine, &job(ranks, to), &Settings::default()).unwrap()
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
    assert!(cost_of("native").seconds(&machine, &job(4, all), &Settings::default()).is_none());
}

/// A machine of which a single parameter costs anything.
fn nothing_but(set: impl Fn(&mut Machine)) -> Machine {
    let mut machine = Machine::DEFAULT;
    for parameter in PARAMETERS {
        *(parameter.place)(&mut machine) = 0.0;
    }
    set(&mut machine);
    machine
}

/// What the files of the schedules say of their cost, parameter by parameter.
#[test]
fn collectives_and_shared_memory() {
    let n = 1 << 24;
    let cost = |schedule, job: Workload, set: fn(&mut Machine)| {
        let seconds = |machine| cost_of(schedule).seconds(&machine, &job, &Settings::default());
        // A row costs something whatever the machine.
        let in_any = seconds(nothing_but(|_| ())).filter(|seconds| seconds.is_finite());
        seconds(nothing_but(set)).unwrap() - in_any.unwrap_or(0.0)
    };
    let job = |ranks| Workload::new(ranks, n, Destination::All);
    let (bytes, all) = (n as f64, Destination::All);
    // Blocks of 1 MiB of all ranks: a gather's are p times as many.
    let blocks = 16.0;
    near(cost("gather", job(8), |m| m.call = 1.0), 8.0 * blocks);
    near(cost("gather", job(8), |m| m.allgather = 1.0), 8.0 * blocks * 3.0);
    near(cost("gather", job(8), |m| m.allgather_byte = 1.0), 7.0 * bytes);
    near(cost("gather", job(8), |m| m.fold_tree = 1.0), 7.0 * bytes);
    near(cost("slices", job(8), |m| m.call = 1.0), 2.0 * blocks);
    near(cost("slices", job(8), |m| m.alltoall = 1.0), 7.0 * blocks);
    near(cost("slices", job(8), |m| m.alltoall_byte = 1.0), 0.875 * bytes);
    near(cost("slices", job(8), |m| m.allgather_byte = 1.0), 0.875 * bytes);
    near(cost("slices", job(8), |m| m.fold_tree = 1.0), 0.875 * bytes);
    near(cost("slices", job(8), |m| m.shared_byte = 1.0), 0.25 * bytes);
    let of_blocks = |set: fn(&mut Machine)| {
        let seconds = by_name("slices").unwrap().blocks.as_ref().unwrap().seconds.unwrap();
        seconds(&nothing_but(set), &job(8))
    };
    near(of_blocks(|m| m.call = 1.0), blocks);
    near(of_blocks(|m| m.alltoall = 1.0), 7.0 * blocks);
    near(of_blocks(|m| m.alltoall_byte = 1.0), 0.875 * bytes);
    near(of_blocks(|m| m.fold_tree = 1.0), 0.875 * bytes);
    near(of_blocks(|m| m.allgather = 1.0), 0.0);
    near(cost("exchange", job(2), |m| m.alltoall = 1.0), 2.0 * blocks);
    near(cost("exchange", job(2), |m| m.alltoall_byte = 1.0), bytes);
    near(cost("exchange", job(2), |m| m.fold_tree = 1.0), bytes / 2.0);
    let to_root = Workload::new(2, n, Destination::Root(1));
    near(cost("exchange", to_root, |m| m.alltoall_byte = 1.0), bytes / 2.0);
    near(cost("exchange", to_root, |m| m.allgather_byte = 1.0), bytes / 2.0);
    let short = Workload::new(2, 1 << 15, all);
    near(cost("exchange", short, |m| m.alltoall = 1.0), 1.0);
    near(cost("exchange", short, |m| m.fold_tree = 1.0), f64::from(1 << 15));
    // Two contributions have one exact sum.
    let exact = |job: Workload| Workload { family: Family::Exact, ..job };
    near(cost("gather", exact(job(2)), |m| m.fold_tree = 1.0), bytes);
    near(cost("gather", exact(job(3)), |m| m.fold_exact = 1.0), 2.0 * bytes);

    let shared = |job: Workload| Workload { shared: Some(Shared::one(job.ranks)), ..job };
    let (two, many) = (shared(job(2)), shared(job(6)));
    near(cost("node", two, |m| m.shared_byte = 1.0), 1.5 * bytes);
    near(cost("node", two, |m| m.fold_tree = 1.0), 0.5 * bytes);
    near(cost("node", two, |m| m.shared = 1.0), 2.0 * bytes / 128.0 / 1024.0);
    near(cost("node", many, |m| m.shared_byte = 1.0), 2.0 * bytes);
    near(cost("node", many, |m| m.fold_tree = 1.0), bytes * 5.0 / 6.0);
    near(cost("node", many, |m| m.shared = 1.0), 2.0 * bytes / 64.0 / 1024.0 * 2.0);
    let line = |ranks| shared(Workload::new(ranks, 8, all));
    near(cost("node", line(2), |m| m.shared = 1.0), 1.0);
    near(cost("node", line(6), |m| m.shared = 1.0), 2.0);
    // Short ones are folded where they are needed, without a second wait. Each rank writes its
    // own and copies those of all; of two, folded from where they lie, it copies none.
    let short = |ranks, two| shared(Workload { two, ..Workload::new(ranks, 1000, all) });
    near(cost("node", short(2, true), |m| m.shared_byte = 1.0), 1.5 * 1000.0);
    near(cost("node", short(2, false), |m| m.shared_byte = 1.0), 3.0 * 1000.0);
    near(cost("node", short(6, false), |m| m.shared_byte = 1.0), 7.0 * 1000.0);
    for ranks in [2, 6] {
        let folds = (ranks - 1) as f64 * 1000.0;
        near(cost("node", short(ranks, false), |m| m.fold_tree = 1.0), folds);
        near(
            cost("node", short(ranks, false), |m| m.shared = 1.0),
            cost("node", line(ranks), |m| m.shared = 1.0),
        );
    }
    assert_eq!(cost("node", job(2), |_| ()), f64::INFINITY);
    // Four nodes of two ranks: half of the vector goes through two rows of four nodes.
    let nodes = Shared { nodes: 4, ranks: (2, 2) };
    let nodes = Workload { shared: Some(nodes), ..job(8) };
    near(cost("node", nodes, |m| m.shared_byte = 1.0), 2.0 * bytes);
    let pieces = f64::from((1u32 << 23).div_ceil((64 << 10) / 3));
    near(cost("node", nodes, |m| m.alpha = 1.0), 3.0 + 2.0 * (pieces - 1.0));
    near(cost("node", nodes, |m| m.shared = 1.0), 2.0 * pieces);
    // Rows that fit into shared memory go there.
    near(cost("gather", shared(Workload::new(2, 64, all)), |m| m.shared = 1.0), 1.0);
    near(cost("gather", shared(Workload::new(2, 64, all)), |m| m.call = 1.0), 0.0);
}

/// Nothing takes less time where there is more of it, or where something takes longer.
#[test]
fn more_takes_longer() {
    let all = Destination::All;
    let names: Vec<&str> = samebits_schedule::ALL.iter().map(|row| row.name).collect();
    let time = |schedule, machine: &Machine, ranks, bytes| {
        let shared = Some(Shared::one(ranks));
        let job = Workload { shared, ..Workload::new(ranks, bytes, all) };
        let settings = cost_of(schedule).best(machine, &job, Overrides::default());
        cost_of(schedule).seconds(machine, &job, &settings)
    };
    for schedule in names {
        for ranks in [2, 3, 8, 100] {
            let Some(mut before) = time(schedule, &MACHINE, ranks, 0) else {
                assert_eq!(schedule, "native");
                continue;
            };
            for bytes in (3..28).map(|k| 1usize << k) {
                let now = time(schedule, &MACHINE, ranks, bytes).unwrap();
                assert!(now.is_finite() && now > 0.0, "{schedule} {ranks} {bytes}");
                // (Where a schedule goes another way, that may be a faster one.)
                assert!(now >= 0.6 * before, "{schedule} {ranks} {bytes}: {now} after {before}");
                before = now;
            }
            for parameter in PARAMETERS {
                let mut slower = MACHINE;
                *(parameter.place)(&mut slower) *= 3.0;
                for bytes in [8, 5000, 1 << 20] {
                    let (now, then) = (
                        time(schedule, &MACHINE, ranks, bytes).unwrap(),
                        time(schedule, &slower, ranks, bytes).unwrap(),
                    );
                    assert!(then >= now, "{schedule} {ranks} {bytes} {}", parameter.name);
                }
            }
        }
    }
}
