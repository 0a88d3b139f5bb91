//! The absolute error of a sum over the number of its summands, as CSV:
//!
//!     cargo run --release --example accuracy [DOUBLINGS]
//!
//! from 2^4 to 2^22 summands, if nothing is said: the first ones of one sequence of
//! exponentially distributed numbers, λ = 10^-8. An error is the distance from the exact sum,
//! correctly rounded; columns that end in "bound" have what the error may be at most
//! (`samebits_error_bound`). `docs/plots.sh` plots it (Arteaga, Fuhrer, Hoefler 2014, figure 7).

use samebits_kernel::binary::ceil_log2;
use samebits_kernel::Format;
use samebits_sum::levels::bound::error_bound;
use samebits_sum::levels::{add_row, LevelAccumulator, Scheme};
use samebits_sum::names::Arithmetic::{self, Prerounded, Prerounded2};
use samebits_sum::superaccumulator::Superaccumulator;

/// Points while the number of summands doubles.
const POINTS: u32 = 16;
const FEWEST: u32 = 4;
const RATE: f64 = 1e-8;

const SUMS: [(&str, Arithmetic); 5] = [
    ("single 1", Prerounded(1)),
    ("single 2", Prerounded(2)),
    ("single 3", Prerounded(3)),
    ("double 1", Prerounded2(1)),
    ("double 2", Prerounded2(2)),
];

/// Exponentially distributed numbers, by the inverse of their distribution.
struct Exponential(u64);

impl Exponential {
    fn next(&mut self) -> f64 {
        // splitmix64 (Steele, Lea, Flood 2014).
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let bits = mixed ^ mixed >> 31;
        let uniform = ((bits >> 12) as f64 + 0.5) / (1u64 << 52) as f64;
        -uniform.ln() / RATE
    }
}

fn sum(arithmetic: Arithmetic, values: &[f64], largest: f64) -> f64 {
    let n = values.len() as u64;
    let scheme = match arithmetic {
        Prerounded(levels) => Scheme::prerounded(levels, n),
        Prerounded2(levels) => Scheme::prerounded2(levels, n, ceil_log2(largest.to_bits())),
        _ => unreachable!("no such column"),
    };
    let mut sums = [LevelAccumulator::default(); 2];
    // SAFETY: so many numbers; nobody has changed the floating-point environment.
    unsafe { add_row([&scheme; 2], values.as_ptr(), values.len(), 1, &mut sums) };
    sums[0].to_f64(&scheme)
}

fn main() {
    let doublings = std::env::args().nth(1).map_or(18, |argument| {
        argument.parse::<u32>().ok().filter(|number| *number <= 30).unwrap_or_else(|| {
            eprintln!("accuracy: \"{argument}\" is not accepted; it takes a number from 0 to 30");
            std::process::exit(2)
        })
    });
    print!("summands,conventional");
    for (name, _) in SUMS {
        print!(",{name},{name} bound");
    }
    println!();

    let mut numbers = Exponential(0);
    let (mut values, mut largest) = (Vec::new(), 0.0f64);
    let (mut exact, mut conventional) = (Superaccumulator::default(), 0.0);
    for point in 0..=doublings * POINTS {
        let exponent = f64::from(FEWEST) + f64::from(point) / f64::from(POINTS);
        let n = exponent.exp2().round() as usize;
        while values.len() < n {
            let value = numbers.next();
            exact.add(value);
            conventional += value;
            largest = largest.max(value);
            values.push(value);
        }
        let right = exact.clone().to_f64();
        print!("{n},{:e}", (conventional - right).abs());
        for (_, arithmetic) in SUMS {
            let error = (sum(arithmetic, &values, largest) - right).abs();
            let bound = error_bound(arithmetic, Format::Double, n as u64, largest, right)
                .expect("a bound of so few");
            print!(",{error:e},{bound:e}");
        }
        println!();
    }
}
