//! Measures the scalar functions against those of the C library (`cargo bench -p samebits-math
//! --bench scalar`), and prints CSV: function, kind, nanoseconds of a call of ours and of the C
//! library's, and their ratio; at the end the geometric means of the ratios. A function that the C
//! library lacks has no ratio.
//!
//! *throughput*: calls that do not depend on each other; *latency*: each takes its argument from the
//! result before. Both libraries take turns in each repetition, on the same arguments, which lie in
//! the first-level cache. The shortest time counts. In the same run the bits of all variants of ours
//! are compared on these arguments; any difference ends the program.
//!
//!     FUNCTIONS    all         names, with blanks between them
//!     REPETITIONS  400         of each
//!     VARIANT      the fastest what is measured
//!
//! Timings mean something on idle machines only.

#[allow(dead_code)]
#[path = "../../src/table.rs"]
mod table;

mod libraries;
mod ranges;

use libloading::os::unix::Library;
use libraries::{find, Called};
use std::hint::black_box;
use std::time::Instant;
use table::{Shape, Type, FUNCTIONS};

#[cfg(target_arch = "x86_64")]
const VARIANTS: &[table::Variant] = table::X86_64;
#[cfg(target_arch = "aarch64")]
const VARIANTS: &[table::Variant] = table::AARCH64;

const ARGUMENTS: usize = 1000;

fn main() {
    let set = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.into());
    let repetitions: usize = set("REPETITIONS", "400")
        .parse()
        .ok()
        .filter(|n| *n > 0)
        .unwrap_or_else(|| stop("REPETITIONS is a number from 1"));
    let wanted = set("FUNCTIONS", "all");
    let wanted: Vec<&str> = wanted.split_whitespace().collect();
    let ours = libraries::ours(VARIANTS);
    let variant = set("VARIANT", ours.last().expect("one variant runs everywhere").0);
    let measured = ours.iter().position(|(name, _)| *name == variant).unwrap_or_else(|| {
        let names: Vec<_> = ours.iter().map(|(name, _)| *name).collect();
        stop(&format!("VARIANT={variant} is not accepted here; accepted: {}", names.join(", ")))
    });
    let glibc = libraries::glibc();
    let bench = Bench { ours: &ours, measured, glibc: &glibc, repetitions };

    println!("function,kind,ours_ns,glibc_ns,ratio");
    let mut ratios = [const { Vec::new() }; 4];
    let mut known = 0;
    for function in FUNCTIONS.iter().filter(|function| function.shape != Shape::Sign) {
        let name = function.stem;
        for (index, ty) in Type::ALL.into_iter().enumerate() {
            let full = function.name(ty);
            if wanted != ["all"] && !wanted.contains(&full.as_str()) {
                continue;
            }
            known += 1;
            let ranges =
                ranges::of(name).unwrap_or_else(|| stop(&format!("ranges.rs lacks {name}")));
            let all = if index == 0 {
                bench.function::<f64>(&full, function.shape, ranges)
            } else {
                bench.function::<f32>(&full, function.shape, ranges)
            };
            for (kind, times) in [("throughput", all[0]), ("latency", all[1])] {
                let (own, other) = times;
                match other {
                    Some(other) => {
                        let ratio = own / other;
                        println!("{full},{kind},{own:.2},{other:.2},{ratio:.2}");
                        ratios[2 * index + usize::from(kind == "latency")].push(ratio);
                    }
                    None => println!("{full},{kind},{own:.2},,"),
                }
            }
        }
    }
    if known == 0 {
        stop(&format!("FUNCTIONS=\"{}\" names no function", wanted.join(" ")));
    }
    for (means, kind) in ratios.iter().zip([
        "double,throughput",
        "double,latency",
        "float,throughput",
        "float,latency",
    ]) {
        if !means.is_empty() {
            let logarithms: f64 = means.iter().map(|ratio: &f64| ratio.ln()).sum();
            println!("mean of {kind},,,{:.2}", (logarithms / means.len() as f64).exp());
        }
    }
}

fn stop(message: &str) -> ! {
    eprintln!("scalar: {message}");
    std::process::exit(2)
}

struct Bench<'a> {
    ours: &'a [(&'static str, Library)],
    measured: usize,
    glibc: &'a Library,
    repetitions: usize,
}

impl Bench<'_> {
    /// Nanoseconds of a call of ours and of glibc's: throughput, latency.
    fn function<T: Number>(
        &self,
        name: &str,
        shape: Shape,
        ranges: [ranges::Range; 2],
    ) -> [(f64, Option<f64>); 2] {
        let arguments: Vec<(T, T)> = (0..ARGUMENTS)
            .map(|index| {
                // Additive sequences of irrational steps are spread evenly.
                let place = |step: f64| ((index + 1) as f64 * step).fract();
                (T::of(ranges[0].at(place(0.6180339887498949))), {
                    T::of(ranges[1].at(place(0.7548776662466927)))
                })
            })
            .collect();
        let all: Vec<Called<T>> = (self.ours.iter())
            .map(|(_, library)| find(library, name, shape).expect("the library has its functions"))
            .collect();
        for &(x, y) in &arguments {
            let bits: Vec<_> = all.iter().map(|one| one.call(x, y).0.bits()).collect();
            if bits.iter().any(|other| *other != bits[0]) {
                stop(&format!("{name}({x}, {y}) has other bits in another variant: {bits:x?}"));
            }
        }
        let own = all[self.measured];
        let other = find::<T>(self.glibc, name, shape);
        [throughput, latency].map(|kind: Kind<T>| {
            let (mut least, mut least_other) = (f64::INFINITY, f64::INFINITY);
            for _ in 0..self.repetitions {
                least = least.min(kind(own, &arguments));
                if let Some(other) = other {
                    least_other = least_other.min(kind(other, &arguments));
                }
            }
            (least, other.map(|_| least_other))
        })
    }
}

/// A number of one of the two types.
trait Number: Copy + std::fmt::Display {
    fn of(number: f64) -> Self;
    fn bits(self) -> u64;
    /// The number itself, which the processor has only once it has `other`.
    fn after(self, other: Self) -> Self;
}

macro_rules! number {
    ($type:ty) => {
        impl Number for $type {
            fn of(number: f64) -> Self {
                number as $type
            }
            fn bits(self) -> u64 {
                self.to_bits().into()
            }
            fn after(self, other: Self) -> Self {
                <$type>::from_bits(self.to_bits() | (other.to_bits() & black_box(0)))
            }
        }
    };
}

number!(f64);
number!(f32);

impl<T: Number> Called<T> {
    #[inline(always)]
    fn call(self, x: T, y: T) -> (T, T) {
        // SAFETY: any numbers may be given; the results are written to variables of ours.
        unsafe {
            match self {
                Called::One(function) => (function(x), x),
                Called::Two(function) => (function(x, y), x),
                Called::SinCos(function) => {
                    let (mut sine, mut cosine) = (x, x);
                    function(x, &mut sine, &mut cosine);
                    (sine, cosine)
                }
            }
        }
    }
}

/// What is measured: nanoseconds of a call, on average.
type Kind<T> = fn(Called<T>, &[(T, T)]) -> f64;

/// Nanoseconds of a call among many that do not depend on each other.
fn throughput<T: Number>(function: Called<T>, arguments: &[(T, T)]) -> f64 {
    timed(|| {
        for &(x, y) in arguments {
            black_box(function.call(x, y));
        }
    })
}

/// Nanoseconds from an argument to the result.
fn latency<T: Number>(function: Called<T>, arguments: &[(T, T)]) -> f64 {
    timed(|| {
        let mut last = arguments[0].0;
        for &(x, y) in arguments {
            last = function.call(x.after(last), y).0;
        }
        black_box(last);
    })
}

fn timed(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64() * 1e9 / ARGUMENTS as f64
}
