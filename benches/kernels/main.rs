//! Measures the kernels of the tree over a row of numbers, and the order-free sums of one,
//! against the fastest sum in any order and against std::accumulate, without MPI.
//! benches/kernels.sh compiles what it needs, says what may be set, and runs it.
//!
//! All take turns in each repetition, on the same values: each call gets a row of which
//! an element has changed. The bits of our ways are compared in the same run, those of
//! the order-free sums with a sum of one number after the other, and that
//! the others' results are sums. The rows hold numbers in (-1, 1) with at most 53 binary
//! places, so that two levels hold an exact sum; a second table is for numbers so far
//! apart that none do (marked "apart"). A row of the table shows the median, and the deciles
//! around it, of elements per nanosecond; and the median over the repetitions of the
//! ratio to the limit, and to std::accumulate.

mod order_free;
mod sums;

use order_free::Sum;
use samebits_kernel::simd::Unit;
use samebits_kernel::{lookup, row, Operator};
use std::hint::black_box;
use std::time::Instant;
use sums::{accumulate, Number};

/// Elements that are summed between two looks at the clock, at least.
const AT_ONCE: usize = 200_000;

/// Repetitions in which the bits of long rows are compared.
const LOOKS: usize = 2;

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
type Function<T> = Box<dyn Fn(*const T, usize) -> T>;

struct Way<T> {
    name: &'static str,
    sum: Function<T>,
    /// What it agrees with to the bit.
    same: Same<T>,
    /// Elements per nanosecond, by repetition.
    rates: Vec<f64>,
}

/// Another way, slow but sure.
enum Same<T> {
    /// The scalar tree.
    Tree,
    /// That one, at the first call of a repetition.
    As(Function<T>),
    /// No other: the order of its additions is its own.
    None,
}

/// What is summed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Data {
    /// Numbers in (-1, 1) with at most 53 binary places.
    Near,
    /// The same ones times powers of two down to 2^-600, or as far as floats go.
    Apart,
}

impl Data {
    const fn mark(self) -> &'static str {
        match self {
            Data::Near => "",
            Data::Apart => ", apart",
        }
    }
}

fn ways<T: Number>(options: &Options, data: Data) -> Vec<Way<T>> {
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
        same: Same::Tree,
        rates: Vec::new(),
    };
    let other = |name, sum| Way { name, sum, same: Same::None, rates: Vec::new() };
    let order_free = |kind: Sum| Way {
        name: kind.name(),
        // SAFETY: the benchmark gives n elements, here and below.
        sum: Box::new(move |elements, n| unsafe { kind.of_row(elements, n) }) as Box<_>,
        // SAFETY: as above.
        same: Same::As(Box::new(move |elements, n| unsafe { kind.one_by_one(elements, n) })),
        rates: Vec::new(),
    };
    let standard = accumulate::<T>(&options.library);
    // SAFETY: as above.
    let mut all =
        vec![other("limit", Box::new(|elements, n| unsafe { T::limit(elements, n) }) as Box<_>)];
    if data == Data::Near {
        all.extend(Unit::available().filter_map(|unit| {
            Some(tree((unit.name(), row::vectorised(unit, T::KIND, Operator::Sum)?)))
        }));
        all.push(tree(("scalar", kernel.scalar_tree())));
    }
    all.extend(Sum::ALL.into_iter().map(order_free));
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
    fn value<T: Number>(&mut self, data: Data) -> T {
        let value = (self.next() as i64 >> 10) as f64 / (1u64 << 53) as f64;
        T::from_f64(match data {
            Data::Near => value,
            Data::Apart => value * f64::from_bits((1023 - self.below(T::APART) as u64) << 52),
        })
    }
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

fn measure<T: Number>(options: &Options) {
    let longest = options.sizes.iter().max().copied().unwrap_or(0);
    let mut random = Random(1);
    let line = 64 / size_of::<T>();
    if options.csv {
        println!("elements,data,way,per_ns,decile_1,decile_9,of_limit,of_accumulate");
    }
    for data in [Data::Near, Data::Apart] {
        let mut memory: Vec<T> =
            (0..longest + options.offset + line).map(|_| random.value(data)).collect();
        let start = memory.as_ptr().align_offset(64) + options.offset;
        for &n in &options.sizes {
            let mut ways = ways::<T>(options, data);
            let calls = (AT_ONCE / n).max(1);
            // What is read from memory takes milliseconds, and varies less.
            let repetitions = options.repetitions.min(20_000_000 * 20 / n).max(5);
            for repetition in 0..repetitions {
                one_repetition(&mut memory[start..][..n], &mut ways, repetition, calls, data);
            }
            show(n, data, &ways, options.csv);
        }
    }
}

/// Each way once, on the same rows, beginning with another one each time.
fn one_repetition<T: Number>(
    row: &mut [T],
    ways: &mut [Way<T>],
    repetition: usize,
    calls: usize,
    data: Data,
) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (repetition as u64 + 1) << 20);
    let changes: Vec<(usize, T)> =
        (0..calls).map(|_| (random.below(row.len()), random.value(data))).collect();
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
    let tree = ways.iter().position(|way| matches!(way.same, Same::Tree));
    let exact = ways.iter().position(|way| way.name == "exact").expect("there is the exact sum");
    // In any order the sum differs from the exact one by no more than this; so do the
    // order-free ones.
    let bound = 2.0 * T::EPSILON * (row.len() as f64).powi(2);
    let (at, value) = changes[0];
    row[at] = value;
    for (way, result) in ways.iter().zip(&results) {
        match (&way.same, tree) {
            (Same::Tree, Some(tree)) => {
                assert_eq!(bits(result), bits(&results[tree]), "{} has other bits", way.name);
            }
            // (From memory it takes long.)
            (Same::As(sure), _) if repetition < LOOKS || row.len() < 1 << 20 => {
                let want = sure(row.as_ptr(), row.len());
                assert_eq!(bits(&result[..1]), bits(&[want]), "{} has other bits", way.name);
            }
            _ => (),
        }
        for (a, b) in result.iter().zip(&results[exact]) {
            let distance = (a.to_f64() - b.to_f64()).abs();
            assert!(distance <= bound, "{} is off by {distance}", way.name);
        }
    }
    row[at] = before[0];
}

/// The value that this share of the values lies below.
fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}

fn show<T>(n: usize, data: Data, ways: &[Way<T>], csv: bool) {
    let rates = |name: &str| &ways.iter().find(|way| way.name == name).expect(name).rates;
    let (limit, standard) = (rates("limit"), rates("accumulate"));
    let ratio = |way: &Way<T>, to: &[f64]| {
        let ratios: Vec<f64> = way.rates.iter().zip(to).map(|(a, b)| a / b).collect();
        quantile(&ratios, 0.5)
    };
    if !csv {
        println!(
            "{n} elements{}, {} repetitions\n{:12} {:>8} {:>17} {:>10} {:>14}",
            data.mark(),
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
                "{n},{},{},{median:.4},{low:.4},{high:.4},{of_limit:.4},{of_standard:.4}",
                if data == Data::Near { "near" } else { "apart" },
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
