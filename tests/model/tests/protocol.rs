//! The shared-memory protocol in all interleavings of the ranks: data are there when they are
//! read, and nobody writes them while somebody reads.

use model_check::{check, Protocol, Yielding, RING, SLOTS};
use std::sync::atomic::Ordering;

/// What a rank contributes to an operation.
fn value(rank: usize, sequence: u64) -> u64 {
    100 * sequence + rank as u64
}

/// Publishes a rank's contribution in its line.
fn publish(ranks: &Protocol, sequence: u64) {
    ranks.wait_for_free_line(&Yielding, sequence).unwrap();
    ranks.memory().write_line(ranks.rank(), sequence, value(ranks.rank(), sequence));
    ranks.publish(sequence);
}

/// A vector that fits in a line: every rank writes its own, and those that receive read all.
fn short(ranks: &Protocol, receives: bool) {
    let operation = ranks.begin(1);
    let (sequence, rank) = (operation.first, ranks.rank());
    publish(ranks, sequence);
    if receives {
        for other in (0..ranks.ranks()).filter(|other| *other != rank) {
            ranks.wait_for(&Yielding, other, sequence).unwrap();
            assert!(!ranks.has_aborted(other, sequence));
            assert_eq!(ranks.memory().read_line(other, sequence), value(other, sequence));
        }
        ranks.all_begun(sequence);
    }
    operation.finish();
}

/// Two operations more than there are lines.
const ALL_LINES: u64 = RING as u64 + 2;

#[test]
fn all_ranks_receive_short_vectors() {
    let all = |ranks: &Protocol| (0..ALL_LINES).for_each(|_| short(ranks, true));
    check(2, 2, Ordering::Release, all);
}

#[test]
fn ranks_that_receive_nothing_run_ahead_but_overwrite_nothing() {
    let to_root = |ranks: &Protocol| (0..ALL_LINES).for_each(|_| short(ranks, ranks.rank() == 0));
    check(2, 2, Ordering::Release, to_root);
}

#[test]
fn likewise_with_three_ranks() {
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

/// Vectors of several blocks of two ranks, each of which folds a half in the other's slot: a block
/// is written before the previous one is done.
fn long(ranks: &Protocol, blocks: u64) {
    let operations = ranks.begin(blocks);
    let (first, rank, memory) = (operations.first, ranks.rank(), ranks.memory());
    let other = 1 - rank;
    let write = |sequence: u64| {
        ranks.wait_for_free_slots(&Yielding, sequence).unwrap();
        memory.write_slot(rank, sequence, value(rank, sequence));
        ranks.publish(sequence);
    };
    write(first);
    for sequence in first..first + blocks {
        if sequence + 1 < first + blocks {
            write(sequence + 1);
        }
        ranks.wait_for(&Yielding, other, sequence).unwrap();
        assert!(!ranks.has_aborted(other, sequence));
        ranks.all_begun(sequence);
        let theirs = memory.read_slot(other, sequence);
        assert_eq!(theirs, value(other, sequence));
        memory.write_slot(other, sequence, theirs + 50);
        let row = sequence as usize;
        ranks.publish_result(sequence, Ok(row));
        assert_eq!(ranks.wait_for_result(&Yielding, other, sequence), Ok(Ok(row)));
        assert_eq!(memory.read_slot(rank, sequence), value(rank, sequence) + 50);
    }
    operations.finish();
}

#[test]
fn blocks_of_long_vectors_are_folded_where_they_lie() {
    check(2, 2, Ordering::Release, |ranks| long(ranks, u64::from(SLOTS) + 2));
    // Two calls, with a short one between them.
    check(2, 2, Ordering::Release, |ranks| {
        long(ranks, 2);
        short(ranks, true);
        long(ranks, 3);
    });
}

/// Rank 0 aborts its second operation before it has published anything, or after that.
fn with_one_that_aborts(ranks: &Protocol, published: bool) {
    short(ranks, true);
    let operation = ranks.begin(1);
    let sequence = operation.first;
    if ranks.rank() == 0 {
        if published {
            publish(ranks, sequence);
        }
        drop(operation);
    } else {
        publish(ranks, sequence);
        ranks.wait_for(&Yielding, 0, sequence).unwrap();
        assert_eq!(ranks.has_aborted(0, sequence), !published);
        if published {
            assert_eq!(ranks.memory().read_line(0, sequence), value(0, sequence));
        }
        ranks.all_begun(sequence);
        operation.finish();
    }
    (0..3).for_each(|_| short(ranks, true));
}

#[test]
fn nobody_waits_for_a_rank_that_has_aborted_and_later_operations_are_valid() {
    check(2, 2, Ordering::Release, |ranks| with_one_that_aborts(ranks, false));
    check(2, 2, Ordering::Release, |ranks| with_one_that_aborts(ranks, true));
}

/// The model notices numbers that are stored without the data before them.
#[test]
#[should_panic(expected = "Causality violation")]
fn numbers_have_to_be_released() {
    check(2, 2, Ordering::Relaxed, |ranks| short(ranks, true));
}

/// It also notices a rank that does not wait until its line is free.
#[test]
#[should_panic]
fn lines_have_to_be_free() {
    check(2, 2, Ordering::Release, |ranks| {
        for _ in 0..ALL_LINES {
            let operation = ranks.begin(1);
            let (sequence, rank, memory) = (operation.first, ranks.rank(), ranks.memory());
            memory.write_line(rank, sequence, value(rank, sequence));
            ranks.publish(sequence);
            if rank == 0 {
                ranks.wait_for(&Yielding, 1, sequence).unwrap();
                assert_eq!(memory.read_line(1, sequence), value(1, sequence));
            }
            operation.finish();
        }
    });
}
