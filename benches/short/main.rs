//! Measures sums and dot products of a few numbers (samebits_sum_double, samebits_dot_double and
//! those of floats) against a plain loop and against an accumulator of `exact`, without MPI.
//!
//! All take turns in each repetition, on the same rows, which lie in the first-level cache, one
//! after the other. Their bits are compared with the accumulator's. A row of the table shows the
//! median of the nanoseconds of a call. What may be set, as variables of the environment or of make
//! (`make bench-short DATATYPE=float`):
//!
//!     DATATYPE     double                 double or float
//!     SIZES        "1 2 3 4 ... 1000"     numbers of a row
//!     REPETITIONS  301                    of each size
//!
//! Timings mean something on idle machines only.

use samebits::exports::direct::local::short::{
    samebits_dot_double, samebits_dot_float, samebits_sum_double, samebits_sum_float,
};
use samebits_kernel::{Format, Kind};
use samebits_sum::accumulator::{Accumulator, AccumulatorSpec};
use samebits_sum::names::Arithmetic;
use std::hint::black_box;
use std::time::Instant;

/// Numbers of all rows together: 16 KB of doubles in each of two arrays.
const NUMBERS: usize = 2048;

const SIZES: &str = "1 2 3 4 6 8 12 16 24 32 48 64 100 200 500 1000";

fn main() {
    let set = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.into());
    let number = |text: &str| -> usize {
        text.parse().ok().filter(|n| *n > 0).unwrap_or_else(|| stop(&format!("{text}: no number")))
    };
    let sizes: Vec<usize> = set("SIZES", SIZES).split_whitespace().map(number).collect();
    let repetitions = number(&set("REPETITIONS", "301"));
    match set("DATATYPE", "double").as_str() {
        "double" => measure::<f64>(&sizes, repetitions),
        "float" => measure::<f32>(&sizes, repetitions),
        other => stop(&format!("DATATYPE={other} is not accepted; it takes double or float")),
    }
}

fn stop(message: &str) -> ! {
    eprintln!("short: {message}");
    std::process::exit(2)
}

trait Number: Copy {
    const FORMAT: Format;
    const ZERO: Self;
    fn of(number: f64) -> Self;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn bits(self) -> u64;
    fn sum(x: &[Self]) -> Self;
    fn dot(x: &[Self], y: &[Self]) -> Self;
}

macro_rules! number {
    ($number:ty, $format:ident, $sum:ident, $dot:ident) => {
        impl Number for $number {
            const FORMAT: Format = Format::$format;
            const ZERO: Self = 0.0;
            fn of(number: f64) -> Self {
                number as $number
            }
            fn plus(self, other: Self) -> Self {
                self + other
            }
            fn times(self, other: Self) -> Self {
                self * other
            }
            fn bits(self) -> u64 {
                self.to_bits().into()
            }
            fn sum(x: &[Self]) -> Self {
                // SAFETY: the row.
                unsafe { $sum(x.as_ptr(), x.len()) }
            }
            fn dot(x: &[Self], y: &[Self]) -> Self {
                // SAFETY: two rows of one length.
                unsafe { $dot(x.as_ptr(), y.as_ptr(), x.len()) }
            }
        }
    };
}
number!(f64, Double, samebits_sum_double, samebits_dot_double);
number!(f32, Float, samebits_sum_float, samebits_dot_float);

/// As the C compiler compiles it without -ffast-math: in the order of the row.
#[inline(never)]
fn plain_sum<T: Number>(x: &[T]) -> T {
    x.iter().fold(T::ZERO, |sum, x| sum.plus(*x))
}

#[inline(never)]
fn plain_dot<T: Number>(x: &[T], y: &[T]) -> T {
    x.iter().zip(y).fold(T::ZERO, |sum, (x, y)| sum.plus(x.times(*y)))
}

/// An accumulator, emptied, filled and asked.
fn accumulated<T: Number>(accumulator: &mut Accumulator, add: impl Fn(&mut Accumulator)) -> T {
    accumulator.clear();
    add(accumulator);
    let mut element = [0; 8];
    accumulator.value(&mut element[..size_of::<T>()]);
    // SAFETY: the bytes of a number.
    unsafe { element.as_ptr().cast::<T>().read_unaligned() }
}

type Way<'a, T> = (&'static str, Box<dyn FnMut(&[T], &[T]) -> T + 'a>);

fn ways<'a, T: Number + 'a>(accumulators: &'a mut [Accumulator; 2]) -> Vec<Way<'a, T>> {
    let [first, second] = accumulators;
    vec![
        ("sum: plain", Box::new(|x, _| plain_sum(x))),
        ("samebits", Box::new(|x, _| T::sum(x))),
        (
            "accumulator",
            Box::new(|x, _| {
                accumulated(first, |sum| {
                    // SAFETY: the row.
                    unsafe { sum.add(x.as_ptr().cast(), x.len()) }.expect("few");
                })
            }),
        ),
        ("dot: plain", Box::new(|x, y| plain_dot(x, y))),
        ("samebits", Box::new(|x, y| T::dot(x, y))),
        (
            "accumulator",
            Box::new(|x, y| {
                accumulated(second, |sum| {
                    let two = [x.as_ptr().cast(), y.as_ptr().cast()];
                    // SAFETY: two rows of one length.
                    unsafe { sum.add_products(two, x.len(), false) }.expect("few");
                })
            }),
        ),
    ]
}

fn measure<T: Number>(sizes: &[usize], repetitions: usize) {
    let mut state = 1u64;
    let mut random = || {
        // xorshift64*
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        T::of((state.wrapping_mul(0x2545_f491_4f6c_dd1d) as i64 >> 10) as f64 / (1u64 << 53) as f64)
    };
    let (x, y): (Vec<T>, Vec<T>) = (0..NUMBERS).map(|_| (random(), random())).unzip();
    let spec = AccumulatorSpec::new(Arithmetic::Exact, Kind::Real(T::FORMAT), 0).expect("a kind");
    let mut accumulators = [Accumulator::new(spec), Accumulator::new(spec)];
    let mut ways = ways::<T>(&mut accumulators);
    print!("{:>6}", "n");
    ways.iter().for_each(|(name, _)| print!(" {name:>12}"));
    println!("   ns a call, median of {repetitions}");
    for &n in sizes {
        let rows = (NUMBERS / n).max(1);
        let row = |i: usize| i * n..(i + 1) * n;
        let mut times = vec![Vec::with_capacity(repetitions); ways.len()];
        let mut bits = vec![0u64; ways.len()];
        for repetition in 0..repetitions {
            for turn in 0..ways.len() {
                let which = (turn + repetition) % ways.len();
                let way = &mut ways[which].1;
                let mut found = 0u64;
                let begun = Instant::now();
                for i in 0..rows {
                    let result = way(black_box(&x[row(i)]), black_box(&y[row(i)]));
                    found = found.rotate_left(1) ^ result.bits();
                }
                times[which].push(begun.elapsed().as_nanos() as f64 / rows as f64);
                bits[which] = black_box(found);
            }
        }
        assert!(bits[1] == bits[2] && bits[4] == bits[5], "other bits than the accumulator's");
        print!("{n:>6}");
        for times in &mut times {
            times.sort_by(f64::total_cmp);
            print!(" {:>12.1}", times[repetitions / 2]);
        }
        println!();
    }
}
