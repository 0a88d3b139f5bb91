//! Simulated ranks side by side. By [`on_ranks`] they are coroutines that take turns on one thread:
//! one that waits lets another go on, any of them, in an order that follows from SEED. That costs
//! some ten nanoseconds where threads that wake each other cost microseconds, and a failure comes
//! again. By [`on_threads`] they are threads, which really do things at the same time; SIMULATE
//! = threads makes all of them such (ThreadSanitizer).

use super::hostile::Random;
use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult, Yielder};
use std::cell::Cell;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::time::{Duration, Instant};

/// As much as a thread has.
const STACK_BYTES: usize = 2 << 20;

/// After that nothing comes any more.
pub const PATIENCE: Duration = Duration::from_secs(60);

thread_local! {
    /// What lets others go on, in a rank that is a coroutine.
    static TURN: Cell<*const Yielder<(), ()>> = const { Cell::new(std::ptr::null()) };
}

/// The seed of this run of the tests.
pub fn seed() -> u64 {
    std::env::var("SEED").map_or(1, |seed| seed.parse().expect("SEED is a number"))
}

/// Whether this is a rank that is a coroutine.
pub fn are_taken() -> bool {
    !TURN.get().is_null()
}

/// Lets other ranks go on.
pub fn pause() {
    let turn = TURN.get();
    if turn.is_null() {
        return std::thread::yield_now();
    }
    // SAFETY: that of the coroutine that runs on this thread, and lives as long as it runs.
    unsafe { (*turn).suspend(()) };
    TURN.set(turn);
}

/// Waits until there is something; fails if it never comes.
pub fn wait_until<R>(rank: usize, mut there_is: impl FnMut() -> Option<R>) -> R {
    let begun = Instant::now();
    loop {
        if let Some(found) = there_is() {
            return found;
        }
        pause();
        let waited = begun.elapsed();
        if !are_taken() && waited > Duration::from_millis(1) {
            std::thread::sleep(Duration::from_micros(50));
        }
        assert!(waited < PATIENCE, "rank {rank} waits forever");
    }
}

/// Whether ranks are threads here, because somebody wants that.
pub fn are_threads() -> bool {
    std::env::var("SIMULATE").is_ok_and(|by| by == "threads")
}

/// Does the work of each of so many ranks; returns what each has made of it.
pub fn on_ranks<R: Send>(ranks: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    if are_threads() {
        return on_threads(ranks, work);
    }
    let outer = TURN.get();
    let work = &work;
    let start = |rank| {
        let stack = DefaultStack::new(STACK_BYTES).expect("memory for a stack");
        let body = move |turn: &Yielder<(), ()>, ()| {
            TURN.set(turn);
            work(rank)
        };
        // SAFETY: none of them outlives this function, nor what the work refers to.
        (rank, unsafe { Coroutine::with_stack_unchecked(stack, body) })
    };
    let mut open: Vec<(usize, Coroutine<(), (), R, DefaultStack>)> =
        (0..ranks).map(start).collect();
    let mut made: Vec<Option<R>> = (0..ranks).map(|_| None).collect();
    let mut random = Random::new(seed());
    while !open.is_empty() {
        let any = random.below(open.len() as u64) as usize;
        match catch_unwind(AssertUnwindSafe(|| open[any].1.resume(()))) {
            Ok(CoroutineResult::Yield(())) => {}
            Ok(CoroutineResult::Return(result)) => {
                let (rank, _) = open.swap_remove(any);
                made[rank] = Some(result);
            }
            Err(panic) => {
                // (What the others have on their stacks stays there; nobody looks at it again.)
                for (_, rank) in &mut open {
                    // SAFETY: as said.
                    unsafe { rank.force_reset() };
                }
                TURN.set(outer);
                resume_unwind(panic);
            }
        }
    }
    TURN.set(outer);
    made.into_iter().map(|result| result.expect("each rank has returned")).collect()
}

/// The same on threads.
pub fn on_threads<R: Send>(ranks: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let work = &work;
    std::thread::scope(|scope| {
        let ranks: Vec<_> = (0..ranks).map(|rank| scope.spawn(move || work(rank))).collect();
        ranks.into_iter().map(|rank| rank.join().unwrap()).collect()
    })
}
