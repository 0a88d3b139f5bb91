//! One sum of many threads: the same bits for any number of them.

use samebits_sum::ExactSum;

fn main() {
    let numbers: Vec<f64> = (1..=1_000_000).map(|i| 1.0 / f64::from(i)).collect();
    for threads in [1, 2, 3, 8] {
        let total: ExactSum = std::thread::scope(|scope| {
            let chunks = numbers.chunks(numbers.len().div_ceil(threads));
            let parts: Vec<_> =
                chunks.map(|chunk| scope.spawn(|| chunk.iter().sum::<ExactSum>())).collect();
            parts.into_iter().map(|part| part.join().expect("it does not panic")).sum()
        });
        println!("{threads} threads: {:.17}", total.value());
    }
}
