//! Waiting for something that MPI completes, while the processor is left to others.

use samebits_base::fault::{Fault, Outcome};
use std::time::{Duration, Instant};

/// Polls until something is done; calls `waiting` now and then, with the time that it has taken so
/// far: a few times a second, once the processor sleeps in between.
pub fn poll(waiting: &dyn Fn(Duration), mut done: impl FnMut() -> Result<bool, Fault>) -> Outcome {
    let begun = Instant::now();
    for polls in 0u64.. {
        if done()? {
            break;
        }
        // Spin for the usual microseconds, then yield to other ranks on this core, then sleep.
        match polls {
            0..200 => std::hint::spin_loop(),
            200..20_000 => std::thread::yield_now(),
            _ => std::thread::sleep(Duration::from_micros(200)),
        }
        if polls % 1000 == 999 {
            waiting(begun.elapsed());
        }
    }
    Ok(())
}
