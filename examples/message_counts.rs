//! The number of messages over the number of elements, for each distribution, as CSV:
//!
//!     cargo run --release --example message_counts [RANKS [DOUBLINGS]]
//!
//! on 256 ranks, if nothing is said, and from one element to 2^11 elements a rank. The
//! numbers of elements are cut into intervals, as many between N and 2N for each N; a
//! row has the first and the last number of one and, over all numbers in it, the fewest
//! messages, the mean and the most. `docs/plots.sh` plots it (Stelz 2022, figure 2.3).

use samebits_schedule::distribution::{Cost, Distribution, ALL};

/// Intervals while the number of elements doubles.
const INTERVALS: u32 = 32;

fn messages(distribution: Distribution, total: u64, ranks: u64) -> u64 {
    let counts = (0..ranks).map(|rank| distribution.share(total, ranks, rank).count);
    Cost::of(counts).expect("fewer elements than 2^64").messages
}

/// Fewest, mean and most messages for from..=to elements.
fn row(distribution: Distribution, from: u64, to: u64, ranks: u64) -> String {
    let (mut least, mut sum, mut most) = (u64::MAX, 0, 0);
    for total in from..=to {
        let messages = messages(distribution, total, ranks);
        (least, sum, most) = (least.min(messages), sum + messages, most.max(messages));
    }
    format!(",{least},{:.1},{most}", sum as f64 / (to - from + 1) as f64)
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| {
        argument.parse::<u32>().ok().filter(|number| *number > 0).unwrap_or_else(|| {
            eprintln!("message_counts: \"{argument}\" is not accepted; it takes numbers from 1 on");
            std::process::exit(2)
        })
    });
    let ranks = u64::from(arguments.next().unwrap_or(256));
    let doublings = arguments.next().unwrap_or(11);

    print!("from,to");
    for name in ALL.iter().map(|row| row.name) {
        print!(",{name} least,{name} mean,{name} most");
    }
    println!();
    let first = |interval: u32| {
        (ranks as f64 * (f64::from(interval) / f64::from(INTERVALS)).exp2()).ceil() as u64
    };
    for interval in 0..INTERVALS * doublings {
        let (from, to) = (first(interval), first(interval + 1) - 1);
        if from <= to {
            let columns = ALL.iter().map(|distribution| row(distribution.id, from, to, ranks));
            println!("{from},{to}{}", columns.collect::<String>());
        }
    }
}
