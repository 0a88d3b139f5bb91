//! Measures the kernels of the tree over a row of numbers against the fastest sum in
//! any order and against std::accumulate, without MPI. benches/kernels.sh compiles what
//! it needs, says what may be set, and runs it.
//!
//! All take turns in each repetition, on the same values: each call gets a row of which
//! an element has changed. The bits of our ways are compared in the same run, and that
//! the others' results are sums. A row of the table shows the median, and the deciles
//! around it, of elements per nanosecond; and the median over the repetitions of the
//! ratio to the limit, and to std::accumulate.

mod sums;

use samebits::kernel::{lookup, row, Operator};
use std::hint::black_box;
use std::time::Instant;
use sums::{accumulate, Number};

/// Elements that are summed between two looks at the clock, at least.
const AT_ONCE: usize = 200_000;

fn main() {
    let set = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.into());
    let number = |name: &str, default: &str| -> usize {
        let value = set(name, default);
        value.parse().unwrap_or_else(|_| stop(&format!("{name}={value} is not a number")))
    };
    let library = std::env::var("ACCUMULATE").unwrap_or_else(|_| {
        stop("ACCUMULATE names no library; benches/kernels.sh makes one and sets it")
    });
    let sizes = set("SIZES", "230 4096 100000 21000000");
    let format = set("FORMAT", "table");
    let options = Options {
        sizes: sizes
            .split_whitespace()
            .map(|n| match n.parse() {
                Ok(n) if n > 0 => n,
                _ => stop(&format!("SIZES={sizes} is not accepted; it takes numbers from 1 on")),
            })
            .collect(),
        offset: number("OFFSET", "0"),
        repetitions: number("REPETITIONS", "200").max(1),
        csv: match format.as_str() {
            "csv" => true,
            "table" => false,
            _ => stop(&format!("FORMAT={format} is not accepted; it takes table or csv")),
        },
        library,
    };
    match set("DATATYPE", "double").as_str() {
        "double" => measure::<f64>(&options),
        "float" => measure::<f32>(&options),
        other => stop(&format!("DATATYPE={other} is not accepted; it takes double or float")),
    }
}

struct Options {
    sizes: Vec<usize>,
    /// Elements from a cache line's start to the row's.
    offset: usize,
    repetitions: usize,
    csv: bool,
    library: String,
}

fn stop(message: &str) -> ! {
    eprintln!("kernels: {message}");
    std::process::exit(2)
}

/// A way of summing a row.
struct Way<T> {
    name: &'static str,
    sum: Box<dyn Fn(*const T, usize) -> T>,
    /// Whether it is one of our trees, which agree to the bit.
    tree: bool,
    /// Elements per nanosecond, by repetition.
    rates: Vec<f64>,
}

fn ways<T: Number>(options: &Options) -> Vec<Way<T>> {
    let kernel = lookup(T::KIND, Operator::Sum).expect("there are sums of reals");
    let tree = |(name, tree): (&'static str, row::Tree)| Way {
        name,
        sum: Box::new(move |elements: *const T, n| {
            let mut root = T::from_f64(0.0);
            // SAFETY: the benchmark gives n elements, and there is room for one; its
            // floating-point environment is the default one.
            unsafe { tree(elements.cast(), n, (&raw mut root).cast()) };
            root
        }),
        tree: true,
        rates: Vec::new(),
    };
    let other = |name, sum| Way { name, sum, tree: false, rates: Vec::new() };
    let standard = accumulate::<T>(&options.library);
    // SAFETY: the benchmark gives n elements, here and below.
    let mut all =
        vec![other("limit", Box::new(|elements, n| unsafe { T::limit(elements, n) }) as Box<_>)];
    all.extend(row::vectorised(T::KIND, Operator::Sum).map(tree));
    all.push(tree(("scalar", kernel.scalar_tree())));
    // SAFETY: as above.
    all.push(other(
        "accumulate",
        Box::new(move |elements, n| unsafe { standard(elements, n) }) as Box<_>,
    ));
    all
}

/// A small deterministic generator (xorshift64*): a number in (-1, 1) and a place.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    fn value<T: Number>(&mut self) -> T {
        T::from_f64((self.next() as i64 >> 10) as f64 / (1u64 << 53) as f64)
    }
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

fn measure<T: Number>(options: &Options) {
    let longest = options.sizes.iter().max().copied().unwrap_or(0);
    let mut random = Random(1);
    let line = 64 / size_of::<T>();
    let mut memory: Vec<T> = (0..longest + options.offset + line).map(|_| random.value()).collect();
    let start = memory.as_ptr().align_offset(64) + options.offset;
    if options.csv {
        println!("elements,way,per_ns,decile_1,decile_9,of_limit,of_accumulate");
    }
    for &n in &options.sizes {
        let mut ways = ways::<T>(options);
        let calls = (AT_ONCE / n).max(1);
        // What is read from memory takes milliseconds, and varies less.
        let repetitions = options.repetitions.min(20_000_000 * 20 / n).max(5);
        for repetition in 0..repetitions {
            one_repetition(&mut memory[start..][..n], &mut ways, repetition, calls);
        }
        show(n, &ways, options.csv);
    }
}

/// Each way once, on the same rows, beginning with another one each time.
fn one_repetition<T: Number>(row: &mut [T], ways: &mut [Way<T>], repetition: usize, calls: usize) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (repetition as u64 + 1) << 20);
    let changes: Vec<(usize, T)> =
        (0..calls).map(|_| (random.below(row.len()), random.value())).collect();
    let before: Vec<T> = changes.iter().map(|&(at, _)| row[at]).collect();
    let mut results: Vec<Vec<T>> = vec![Vec::with_capacity(calls); ways.len()];
    for turn in 0..ways.len() {
        let which = (turn + repetition) % ways.len();
        let (way, results) = (&mut ways[which], &mut results[which]);
        let begun = Instant::now();
        for &(at, value) in &changes {
            row[at] = value;
            results.push((way.sum)(black_box(row.as_ptr()), row.len()));
        }
        let seconds = begun.elapsed().as_secs_f64();
        way.rates.push((calls * row.len()) as f64 / (seconds * 1e9));
        for (&(at, _), &value) in changes.iter().zip(&before).rev() {
            row[at] = value;
        }
    }
    let bits =
        |results: &[T]| -> Vec<u64> { results.iter().map(|r| r.to_f64().to_bits()).collect() };
    let ours = ways.iter().position(|way| way.tree).expect("there is the scalar tree");
    // In any order the sum differs from the exact one by no more than this.
    let bound = 2.0 * T::EPSILON * (row.len() as f64).powi(2);
    for (way, result) in ways.iter().zip(&results) {
        if way.tree {
            assert_eq!(bits(result), bits(&results[ours]), "{} has other bits", way.name);
        }
        for (a, b) in result.iter().zip(&results[ours]) {
            let distance = (a.to_f64() - b.to_f64()).abs();
            assert!(distance <= bound, "{} is off by {distance}", way.name);
        }
    }
}

/// The value that this share of the values lies below.
fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}

fn show<T>(n: usize, ways: &[Way<T>], csv: bool) {
    let rates = |name: &str| &ways.iter().find(|way| way.name == name).expect(name).rates;
    let (limit, standard) = (rates("limit"), rates("accumulate"));
    let ratio = |way: &Way<T>, to: &[f64]| {
        let ratios: Vec<f64> = way.rates.iter().zip(to).map(|(a, b)| a / b).collect();
        quantile(&ratios, 0.5)
    };
    if !csv {
        println!(
            "{n} elements, {} repetitions\n{:12} {:>8} {:>17} {:>10} {:>14}",
            limit.len(),
            "",
            "per ns",
            "(deciles)",
            "of limit",
            "of accumulate"
        );
    }
    for way in ways {
        let [low, median, high] = [0.1, 0.5, 0.9].map(|share| quantile(&way.rates, share));
        let (of_limit, of_standard) = (ratio(way, limit), ratio(way, standard));
        if csv {
            println!(
                "{n},{},{median:.4},{low:.4},{high:.4},{of_limit:.4},{of_standard:.4}",
                way.name
            );
        } else {
            let deciles = format!("({low:.2} to {high:.2})");
            println!(
                "{:12} {median:>8.2} {deciles:>17} {of_limit:>10.2} {of_standard:>14.2}",
                way.name
            );
        }
    }
    if !csv {
        println!();
    }
}
