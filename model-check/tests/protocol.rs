//! What ranks say to each other through shared memory, in all orders in which they may come: data
//! are there when they are read, and nobody writes them while somebody reads.

use model_check::{check, Protocol, Yielding, RING, SLOTS};
use std::sync::atomic::Ordering;

/// What a rank contributes to a piece of work.
fn value(rank: usize, work: u64) -> u64 {
    100 * work + rank as u64
}

/// A vector that lies in a line: every rank writes its own, and those that receive read all.
fn short(ranks: &Protocol, receives: bool) {
    let work = ranks.take(1);
    let (number, rank, memory) = (work.first, ranks.rank(), ranks.memory());
    ranks.wait_for_line(&Yielding, number);
    memory.write_line(rank, number, value(rank, number));
    ranks.publish(number);
    if receives {
        for other in (0..ranks.ranks()).filter(|other| *other != rank) {
            ranks.wait_for(&Yielding, other, number);
            assert!(!ranks.has_left(other, number));
            assert_eq!(memory.read_line(other, number), value(other, number));
        }
        ranks.all_begun(number);
    }
    work.done();
}

/// One more piece than there are lines, and another one.
const ALL_LINES: u64 = RING as u64 + 2;

#[test]
fn all_ranks_receive_short_vectors() {
    let all = |ranks: &Protocol| (0..ALL_LINES).for_each(|_| short(ranks, true));
    check(2, 2, Ordering::Release, all);
}

#[test]
fn who_receives_nothing_goes_ahead_and_does_not_overwrite() {
    let to_root = |ranks: &Protocol| (0..ALL_LINES).for_each(|_| short(ranks, ranks.rank() == 0));
    check(2, 2, Ordering::Release, to_root);
}

#[test]
fn of_three_ranks_too() {
    check(3, 1, Ordering::Release, |ranks| {
        (0..u64::from(RING) + 1).for_each(|_| short(ranks, ranks.rank() == 0));
    });
}

#[test]
fn roots_in_turn() {
    let in_turn = |ranks: &Protocol| {
        (0..ALL_LINES).for_each(|call| short(ranks, call as usize % 2 == ranks.rank()));
    };
    check(2, 3, Ordering::Release, in_turn);
}

/// Vectors of several blocks of two ranks, of which each folds a half, in the slot of the other:
/// a block is written before the one in front of it is done.
fn long(ranks: &Protocol, blocks: u64) {
    let work = ranks.take(blocks);
    let (first, rank, memory) = (work.first, ranks.rank(), ranks.memory());
    let other = 1 - rank;
    let write = |number: u64| {
        ranks.wait_for_slots(&Yielding, number);
        memory.write_slot(rank, number, value(rank, number));
        ranks.publish(number);
    };
    write(first);
    for number in first..first + blocks {
        if number + 1 < first + blocks {
            write(number + 1);
        }
        ranks.wait_for(&Yielding, other, number);
        assert!(!ranks.has_left(other, number));
        ranks.all_begun(number);
        let theirs = memory.read_slot(other, number);
        assert_eq!(theirs, value(other, number));
        memory.write_slot(other, number, theirs + 50);
        ranks.publish_result_row(number, number);
        assert_eq!(ranks.wait_for_result_row(&Yielding, other, number), number);
        assert_eq!(memory.read_slot(rank, number), value(rank, number) + 50);
    }
    work.done();
}

#[test]
fn blocks_of_long_vectors_are_folded_where_they_lie() {
    check(2, 2, Ordering::Release, |ranks| long(ranks, u64::from(SLOTS) + 2));
    // Another call behind it, and short ones between.
    check(2, 2, Ordering::Release, |ranks| {
        long(ranks, 2);
        short(ranks, true);
        long(ranks, 3);
    });
}

/// Rank 0 leaves its second piece of work before it has written anything, or when it has.
fn with_one_that_leaves(ranks: &Protocol, published: bool) {
    short(ranks, true);
    if ranks.rank() == 0 {
        let work = ranks.take(1);
        if published {
            ranks.wait_for_line(&Yielding, work.first);
            ranks.memory().write_line(0, work.first, value(0, work.first));
            ranks.publish(work.first);
        }
        drop(work);
    } else {
        let work = ranks.take(1);
        let number = work.first;
        ranks.wait_for_line(&Yielding, number);
        ranks.memory().write_line(1, number, value(1, number));
        ranks.publish(number);
        ranks.wait_for(&Yielding, 0, number);
        assert_eq!(ranks.has_left(0, number), !published);
        if published {
            assert_eq!(ranks.memory().read_line(0, number), value(0, number));
        }
        ranks.all_begun(number);
        work.done();
    }
    (0..3).for_each(|_| short(ranks, true));
}

#[test]
fn whoever_leaves_is_not_waited_for_and_what_comes_later_is_good() {
    check(2, 2, Ordering::Release, |ranks| with_one_that_leaves(ranks, false));
    check(2, 2, Ordering::Release, |ranks| with_one_that_leaves(ranks, true));
}

/// That the model would notice: numbers that are stored without the data before them.
#[test]
#[should_panic(expected = "Causality violation")]
fn numbers_have_to_be_released() {
    check(2, 2, Ordering::Relaxed, |ranks| short(ranks, true));
}

/// Likewise: a rank that does not wait until its line is free.
#[test]
#[should_panic]
fn lines_have_to_be_free() {
    check(2, 2, Ordering::Release, |ranks| {
        for _ in 0..ALL_LINES {
            let work = ranks.take(1);
            let (number, rank, memory) = (work.first, ranks.rank(), ranks.memory());
            memory.write_line(rank, number, value(rank, number));
            ranks.publish(number);
            if rank == 0 {
                ranks.wait_for(&Yielding, 1, number);
                assert_eq!(memory.read_line(1, number), value(1, number));
            }
            work.done();
        }
    });
}
