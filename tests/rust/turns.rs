//! Simulated ranks wait for each other, and what fails on one is seen.

use crate::support::turns::{are_taken, are_threads, on_ranks, wait_until};
use std::panic::{catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn ranks_wait_for_each_other() {
    let turn = &AtomicUsize::new(0);
    for ranks in [1, 2, 7] {
        turn.store(0, Ordering::Relaxed);
        let made = on_ranks(ranks, |rank| {
            for round in 0..3 {
                let own = || turn.load(Ordering::Acquire) == round * ranks + rank;
                wait_until(rank, || own().then_some(()));
                turn.fetch_add(1, Ordering::Release);
            }
            rank
        });
        assert_eq!(made, (0..ranks).collect::<Vec<_>>());
    }
}

#[test]
fn what_fails_on_a_rank_comes_out() {
    let failed = catch_unwind(|| {
        on_ranks(3, |rank| {
            if rank == 1 {
                resume_unwind(Box::new("broken"));
            }
            wait_until(rank, || are_threads().then_some(()))
        })
    });
    assert!(are_threads() || failed.unwrap_err().downcast_ref() == Some(&"broken"));
    assert!(!are_taken());
}
