//! Work in pieces, on TEST_MATH_THREADS threads or as many as the processor runs at once.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use twox_hash::XxHash3_64;

fn threads() -> usize {
    std::env::var("TEST_MATH_THREADS").map_or_else(
        |_| std::thread::available_parallelism().map_or(1, NonZero::get),
        |value| value.parse().expect("TEST_MATH_THREADS is a number of threads"),
    )
}

/// What `work` gives for each piece, in the pieces' order, whichever thread did it. `state` makes what a
/// thread keeps from piece to piece.
pub fn pieces<S, R: Send>(
    count: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let run = || {
        let (mut state, mut done) = (state(), Vec::new());
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= count {
                return done;
            }
            done.push((piece, work(&mut state, piece)));
        }
    };
    let mut all: Vec<(usize, R)> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..threads().clamp(1, count.max(1))).map(|_| scope.spawn(run)).collect();
        threads
            .into_iter()
            .flat_map(|thread| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    });
    all.sort_unstable_by_key(|(piece, _)| *piece);
    all.into_iter().map(|(_, result)| result).collect()
}

/// What was found out about a function.
#[derive(Clone, Debug, Default)]
pub struct Found {
    pub arguments: u64,
    /// Results that are not the right ones, and the first of them in words.
    pub wrong: u64,
    pub examples: Vec<String>,
    /// Results that only MPFR at full precision decided.
    pub decided: u64,
    /// Of all results, in the order of the arguments.
    pub digest: u64,
}

impl Found {
    pub fn error(&mut self, example: String) {
        self.wrong += 1;
        if self.examples.len() < 5 {
            self.examples.push(example);
        }
    }

    /// Takes numbers into the digest.
    pub fn digest(&mut self, numbers: &[u8]) {
        self.digest = XxHash3_64::oneshot_with_seed(self.digest, numbers);
    }

    /// Of all pieces.
    pub fn of(pieces: Vec<Found>) -> Found {
        let mut all = Found::default();
        for piece in pieces {
            all.arguments += piece.arguments;
            all.wrong += piece.wrong;
            all.decided += piece.decided;
            all.digest(&piece.digest.to_le_bytes());
            all.examples.extend(piece.examples);
            all.examples.truncate(5);
        }
        all
    }
}
