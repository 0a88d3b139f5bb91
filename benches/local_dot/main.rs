//! Measures exact dot products of one process against the fastest dot product in any order and a
//! plain loop, without MPI.
//!
//! All take turns in each repetition, on the same vectors, of which an element changes between
//! calls. The bits of the exact one are compared with those of one product after the other. A row of
//! the table shows the median, and the deciles around it, of products per nanosecond; and the median
//! over the repetitions of the ratio to the limit. What may be set, as variables of the environment
//! or of make (`make bench-local-dot DATATYPE=float`):
//!
//!     DATATYPE     double                     double or float
//!     SIZES        "2048 51200 10000000"      elements of each vector: in the first-level cache;
//!                                             in the second-level cache; in memory
//!     REPETITIONS  100                        of each size; fewer where they take long
//!     DECADES      0                          over which the products' magnitudes are spread, as those
//!                                             of a solver's residuals are
//!
//! Timings mean something on idle machines only.

use samebits_kernel::products::Factor;
use samebits_kernel::Kind;
use samebits_sum::accumulator::{Accumulator, AccumulatorSpec};
use samebits_sum::names::Arithmetic;
use std::hint::black_box;
use std::time::Instant;

/// Products between two looks at the clock, at least.
const AT_ONCE: usize = 200_000;

fn main() {
    let set = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.into());
    let number = |text: &str| -> usize {
        text.parse().ok().filter(|n| *n > 0).unwrap_or_else(|| stop(&format!("{text}: no number")))
    };
    let sizes: Vec<usize> =
        set("SIZES", "2048 51200 10000000").split_whitespace().map(number).collect();
    let repetitions = number(&set("REPETITIONS", "100"));
    let text = set("DECADES", "0");
    let decades = text.parse().ok().filter(|decades| (0.0..=60.0).contains(decades));
    let decades = decades.unwrap_or_else(|| stop(&format!("DECADES={text}: none of 0 to 60")));
    match set("DATATYPE", "double").as_str() {
        "double" => measure::<f64>(&sizes, repetitions, decades),
        "float" => measure::<f32>(&sizes, repetitions, decades),
        other => stop(&format!("DATATYPE={other} is not accepted; it takes double or float")),
    }
}

fn stop(message: &str) -> ! {
    eprintln!("dots: {message}");
    std::process::exit(2)
}

trait Number: Factor + std::ops::Add<Output = Self> {
    fn of(number: f64) -> Self;
    fn fused(self, y: Self, sum: Self) -> Self;
}

impl Number for f64 {
    fn of(number: f64) -> Self {
        number
    }
    #[inline(always)]
    fn fused(self, y: Self, sum: Self) -> Self {
        self.mul_add(y, sum)
    }
}

impl Number for f32 {
    fn of(number: f64) -> Self {
        number as f32
    }
    #[inline(always)]
    fn fused(self, y: Self, sum: Self) -> Self {
        self.mul_add(y, sum)
    }
}

/// In as many vectors as keep the processor busy, of `LANES` numbers together.
#[inline(always)]
fn in_vectors<T: Number, const LANES: usize>(x: &[T], y: &[T]) -> T {
    let mut sums = [T::default(); LANES];
    let ((left, x_end), (right, y_end)) = (x.as_chunks::<LANES>(), y.as_chunks::<LANES>());
    for (x, y) in left.iter().zip(right) {
        for i in 0..LANES {
            sums[i] = x[i].fused(y[i], sums[i]);
        }
    }
    let end = x_end.iter().zip(y_end).fold(T::default(), |sum, (x, y)| x.fused(*y, sum));
    let mut half = LANES / 2;
    while half > 0 {
        for i in 0..half {
            sums[i] = sums[i] + sums[i + half];
        }
        half /= 2;
    }
    end + sums[0]
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx2,fma")]
fn avx512<T: Number>(x: &[T], y: &[T]) -> T {
    match size_of::<T>() {
        4 => in_vectors::<T, 128>(x, y),
        _ => in_vectors::<T, 64>(x, y),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn avx2<T: Number>(x: &[T], y: &[T]) -> T {
    match size_of::<T>() {
        4 => in_vectors::<T, 64>(x, y),
        _ => in_vectors::<T, 32>(x, y),
    }
}

fn limit<T: Number>(x: &[T], y: &[T]) -> T {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the unit is there.
            return unsafe { avx512(x, y) };
        }
        if is_x86_feature_detected!("fma") {
            // SAFETY: as above.
            return unsafe { avx2(x, y) };
        }
    }
    plain(x, y)
}

#[inline(never)]
fn plain<T: Number>(x: &[T], y: &[T]) -> T {
    x.iter().zip(y).fold(T::default(), |sum, (x, y)| sum + *x * *y)
}

fn spec<T: Number>() -> AccumulatorSpec {
    AccumulatorSpec::new(Arithmetic::Exact, Kind::Real(T::FORMAT), 0).expect("a kind")
}

fn value<T: Number>(sum: &Accumulator) -> T {
    let mut element = [0; 8];
    sum.value(&mut element[..size_of::<T>()]);
    // SAFETY: the bytes of a number.
    unsafe { element.as_ptr().cast::<T>().read_unaligned() }
}

fn exact<T: Number>(x: &[T], y: &[T]) -> T {
    let mut sum = Accumulator::new(spec::<T>());
    // SAFETY: two vectors of one length.
    unsafe { sum.add_products([x.as_ptr().cast(), y.as_ptr().cast()], x.len(), false) }
        .expect("few");
    value(&sum)
}

fn one_by_one<T: Number>(x: &[T], y: &[T]) -> T {
    let mut sum = Accumulator::new(spec::<T>());
    for (x, y) in x.iter().zip(y) {
        let two = [(&raw const *x).cast(), (&raw const *y).cast()];
        // SAFETY: one element each.
        unsafe { sum.add_products(two, 1, false) }.expect("few");
    }
    value(&sum)
}

fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}

type Way<T> = (&'static str, fn(&[T], &[T]) -> T);

fn measure<T: Number>(sizes: &[usize], repetitions: usize, decades: f64) {
    let mut state = 1u64;
    let mut random = || {
        // xorshift64*
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_f491_4f6c_dd1d) as i64 >> 10) as f64 / (1u64 << 53) as f64
    };
    // (Half of the decades in each factor; both from -1 to 1 where there are none.)
    let mut random = || {
        let number = random();
        T::of(if decades == 0.0 { number } else { number * 10f64.powf(decades / 4.0 * random()) })
    };
    let longest = sizes.iter().max().copied().unwrap_or(0);
    let (x, y): (Vec<T>, Vec<T>) = (0..longest).map(|_| (random(), random())).unzip();
    let ways: [Way<T>; 3] = [("limit", limit), ("exact", exact), ("plain", plain)];
    for &n in sizes {
        let (x, y) = (&x[..n], &y[..n]);
        let calls = (AT_ONCE / n).max(1);
        let repetitions = repetitions.min(400_000_000 / n).max(5);
        let mut rates = vec![Vec::new(); ways.len()];
        for repetition in 0..repetitions {
            for turn in 0..ways.len() {
                let which = (turn + repetition) % ways.len();
                let begun = Instant::now();
                for _ in 0..calls {
                    black_box(ways[which].1(black_box(x), black_box(y)));
                }
                rates[which].push((calls * n) as f64 / begun.elapsed().as_nanos() as f64);
            }
        }
        if n <= 1 << 20 {
            let same = exact(x, y).widen().to_bits() == one_by_one(x, y).widen().to_bits();
            assert!(same, "exact has other bits");
        }
        println!(
            "{n} products, {repetitions} repetitions\n{:8}   per ns     (deciles)  of limit",
            ""
        );
        for ((name, _), own) in ways.iter().zip(&rates) {
            let ratios: Vec<f64> = own.iter().zip(&rates[0]).map(|(a, b)| a / b).collect();
            let [low, median, high] = [0.1, 0.5, 0.9].map(|share| quantile(own, share));
            let deciles = format!("({low:.2} to {high:.2})");
            println!("{name:8} {median:>8.2} {deciles:>15} {:>8.2}", quantile(&ratios, 0.5));
        }
    }
}
