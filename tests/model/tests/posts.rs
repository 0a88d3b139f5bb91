//! Contributions that are posted, in all interleavings of the ranks: they are there when they are
//! found, and nobody overwrites them while somebody reads; no rank waits in its post.

use model_check::posts::{check, check_switch, Rank};

fn value(rank: usize, operation: u64) -> u64 {
    100 * operation + rank as u64
}

fn post(rank: &Rank, operation: u64, aside: bool) {
    rank.post(operation, aside, value(rank.rank, operation));
}

/// Finds what these ranks have posted, and has consumed it.
fn complete(rank: &Rank, ranks: usize, operation: u64, aside: bool) {
    for other in (0..ranks).filter(|other| *other != rank.rank) {
        assert_eq!(rank.find(other, operation, aside), value(other, operation));
    }
    rank.consume(operation);
}

/// Reductions one after the other, short ones and longer ones in turn.
fn in_turn(rank: &Rank, ranks: usize, operations: u64) {
    for operation in 5..5 + operations {
        let aside = operation % 2 == 1;
        post(rank, operation, aside);
        complete(rank, ranks, operation, aside);
    }
}

#[test]
fn two_ranks_need_two_lines_and_no_more() {
    check(2, 3, 5, 2, |rank| {
        in_turn(rank, 2, 4);
        assert_eq!(rank.pieces(rank.rank), 1);
    });
}

#[test]
fn likewise_with_three_ranks() {
    check(3, 1, 5, 1, |rank| in_turn(rank, 3, 2));
}

/// The rule that keeps nonblocking calls free of deadlock: nobody needs a rank any more that has
/// posted, even if it sits elsewhere for ever.
#[test]
fn a_rank_that_posts_and_never_comes_back_keeps_nobody_waiting() {
    check(2, 3, 0, 1, |rank| {
        (0..3).for_each(|operation| post(rank, operation, operation == 1));
        if rank.rank == 0 {
            (0..3).for_each(|operation| complete(rank, 2, operation, operation == 1));
        }
    });
    check(3, 1, 0, 1, |rank| {
        (0..2).for_each(|operation| post(rank, operation, false));
        if rank.rank != 1 {
            (0..2).for_each(|operation| complete(rank, 3, operation, false));
        }
    });
}

/// The model notices a rank that reads what it has consumed.
#[test]
#[should_panic]
fn what_is_consumed_may_be_overwritten() {
    check(2, 3, 0, 1, |rank| {
        for operation in 0..3 {
            post(rank, operation, false);
            rank.consume(operation);
            if rank.rank == 0 {
                assert_eq!(rank.find(1, operation, false), value(1, operation));
            }
        }
    });
}

#[test]
fn a_rank_that_gets_nothing_takes_more_by_itself_and_readers_follow() {
    check(2, 3, 0, 1, |rank| {
        for operation in 0..4 {
            post(rank, operation, true);
            match rank.rank {
                0 => complete(rank, 2, operation, true),
                _ => rank.consume(operation),
            }
        }
    });
}

#[test]
fn many_are_under_way_and_completed_in_any_order() {
    check(2, 2, 0, 1, |rank| {
        (0..3).for_each(|operation| post(rank, operation, operation == 1));
        [2, 0, 1].into_iter().for_each(|operation| complete(rank, 2, operation, operation == 1));
        post(rank, 3, true);
        complete(rank, 2, 3, true);
    });
}

/// As persistent ones, started again when they are done, that all ranks get: what the others have
/// posted says that they have consumed `later` more operations than those before.
fn one_at_a_time(rank: &Rank, ranks: usize, operations: u64, later: u64) {
    for operation in 0..operations {
        post(rank, operation, true);
        for other in (0..ranks).filter(|other| *other != rank.rank) {
            assert_eq!(rank.find(other, operation, true), value(other, operation));
        }
        rank.all_have_consumed(operation + later);
        rank.consume(operation);
    }
}

#[test]
fn whoever_posts_again_has_consumed_what_was_before() {
    check(2, 3, 0, 2, |rank| {
        one_at_a_time(rank, 2, 3, 0);
        assert_eq!(rank.pieces(rank.rank), 1);
    });
    check(3, 0, 0, 2, |rank| one_at_a_time(rank, 3, 3, 0));
}

/// The model notices who takes that for more.
#[test]
#[should_panic]
fn but_not_that_itself() {
    check(2, 3, 0, 1, |rank| one_at_a_time(rank, 2, 3, 1));
}

/// As persistent ones: a rank that gets nothing waits until the others have begun.
#[test]
fn with_that_wait_two_lines_suffice() {
    check(2, 3, 0, 2, |rank| {
        for operation in 0..4 {
            post(rank, operation, true);
            match rank.rank {
                0 => complete(rank, 2, operation, true),
                _ => {
                    rank.consume(operation);
                    rank.wait_for_begun(operation);
                }
            }
        }
        assert_eq!(rank.pieces(1), 1);
    });
}

/// Of a writer that has taken more, nobody reads what it gives back of the memory before.
#[test]
fn a_writer_gives_back_what_all_have_read() {
    check(2, 3, 0, 1, |rank| {
        (0..2).for_each(|operation| post(rank, operation, true));
        (0..2).for_each(|operation| complete(rank, 2, operation, true));
        assert!(rank.pieces(rank.rank) > 1);
        post(rank, 2, true);
        complete(rank, 2, 2, true);
        post(rank, 3, true);
        // All have consumed the first operation before this one has found the third.
        assert!(rank.given_back() > 0);
    });
    check(3, 1, 0, 1, |rank| {
        (0..2).for_each(|operation| post(rank, operation, true));
        (0..2).for_each(|operation| complete(rank, 3, operation, true));
        post(rank, 2, true);
        complete(rank, 3, 2, true);
        post(rank, 3, true);
    });
}

/// The model notices a rank that reads what its writer has given back.
#[test]
#[should_panic]
fn what_is_consumed_may_be_given_back() {
    check(2, 3, 0, 1, |rank| {
        for operation in 0..3 {
            post(rank, operation, true);
            if rank.rank == 0 {
                (0..3).for_each(|operation| rank.consume(operation));
                rank.wait_for_begun(2);
            } else {
                rank.consume(operation);
            }
        }
        if rank.rank == 0 {
            rank.find(1, 0, true);
        }
    });
}

/// As persistent requests that are freed: each rank by itself, also one that has completed nothing.
#[test]
fn the_last_rank_that_leaves_gives_the_memory_back() {
    check(2, 3, 0, 2, |rank| {
        (0..2).for_each(|operation| post(rank, operation, operation == 1));
        if rank.rank == 0 {
            (0..2).for_each(|operation| complete(rank, 2, operation, operation == 1));
        }
        rank.leave();
    });
}

/// (By itself, as it takes long: the two run side by side.)
#[test]
fn the_last_of_three_ranks_that_leaves_gives_it_back() {
    check(3, 1, 0, 2, |rank| {
        post(rank, 0, true);
        if rank.rank != 1 {
            complete(rank, 3, 0, true);
        }
        rank.leave();
    });
}

#[test]
fn all_ranks_do_each_operation_in_the_same_way() {
    check_switch(&[0, 2], 4, |ways| assert!(!ways[0] && !ways[1]));
    check_switch(&[1, 1], 4, |ways| assert!(!ways[0]));
    check_switch(&[1, 0, 1], 2, |ways| assert!(!ways[0]));
}

#[test]
fn the_memory_is_used_soon_after_all_have_arrived_and_never_if_one_has_not() {
    check_switch(&[0, 9], 3, |ways| assert!(ways.iter().all(|by_memory| !by_memory)));
    // The last to start an operation knows that all have arrived.
    check_switch(&[0, 0], 4, |_| {});
}

/// Each rank folds some blocks of a result and takes the others'.
fn together(rank: &Rank, ranks: usize, operations: u64) {
    for operation in 0..operations {
        post(rank, operation, true);
        for other in 0..ranks {
            rank.find(other, operation, true);
        }
        rank.fold(operation, None);
        rank.consume(operation);
    }
}

#[test]
fn ranks_fold_a_result_together() {
    check(2, 2, 0, 2, |rank| together(rank, 2, 3));
    check(3, 1, 0, 2, |rank| together(rank, 3, 1));
}

#[test]
fn what_a_rank_has_begun_and_not_done_the_others_fold() {
    check(2, 3, 0, 2, |rank| {
        post(rank, 0, true);
        for other in 0..2 {
            rank.find(other, 0, true);
        }
        let folded = rank.fold(0, (rank.rank == 0).then_some(0));
        assert!(rank.rank == 0 || folded.contains(&1));
        rank.consume(0);
    });
}
