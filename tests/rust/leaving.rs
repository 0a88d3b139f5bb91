//! A rank that leaves a reduction in shared memory in the middle, because its buffers cannot be
//! read (those of a device can fail) or its operator fails: none of the others takes rubbish for a
//! result, and none that has all it needs is disturbed. Likewise a rank that is gone.

use crate::support::elsewhere::{Elsewhere, BROKEN};
use crate::support::mailbox;
use crate::support::mixed::Mixed;
use crate::support::simulated::{Rank, Shared, GONE};
use crate::support::turns::on_threads;
use samebits_base::fault::{FatalError, Fault};
use samebits_base::threads::Team;
use samebits_fold::tree::Tree;
use samebits_fold::Fold;
use samebits_kernel::{lookup, Format, Kind, Operator};
use samebits_schedule::node::nodes::Nodes;
use samebits_schedule::{by_name, Case, Destination, Reduction, Settings};
use std::cell::Cell;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::Duration;

/// What has become of a rank.
#[derive(Debug, PartialEq, Eq)]
enum End {
    /// It has not begun.
    Gone,
    Result,
    Fault(i32),
    FatalError,
}

/// Hands over the fold of a rank.
type With<'a> = &'a (dyn Fn(usize, &mut dyn FnMut(&dyn Fold)) + Sync);

/// Has all ranks reduce so many elements, each by the fold that `with` hands over for it.
fn ends(ranks: usize, count: usize, with: With<'_>) -> Vec<End> {
    ends_without(None, (ranks, count, Destination::All), with)
}

/// Likewise, but for a rank that is gone.
fn ends_without(
    gone: Option<usize>,
    (ranks, count, to): (usize, usize, Destination),
    with: With<'_>,
) -> Vec<End> {
    let (nodes, node) = (Nodes::one(ranks), by_name("node").unwrap());
    let mut shared = Shared::new(&nodes);
    shared.gone = gone;
    let shared = &shared;
    let settings = Settings::default();
    let reduce = |rank: usize, fold: &dyn Fold| {
        let (size, messages) = (fold.size(), mailbox::Box::new(rank, ranks, &shared.mailbox));
        let (messages, segment) = (&messages, &shared.segment(rank));
        let transport = Rank { rank, size: ranks, extent: size, shared, messages, segment };
        let case = Case { fold, ranks, count, to, messages: true, node: Some(&nodes) };
        let bytes = (node.scratch)(&case, &settings, rank);
        let (send, mut recv) = (vec![0u8; count * size], vec![0u8; count * size]);
        let mut scratch = vec![0u128; bytes / 16 + 8];
        let aligned = scratch.as_ptr().align_offset(64);
        let scratch = scratch[aligned..].as_mut_ptr().cast();
        let recv = recv.as_mut_ptr();
        let reduction = Reduction { send: send.as_ptr(), recv, count, to, fold, settings };
        // SAFETY: buffers and scratch are as long as is demanded.
        let run = || unsafe { (node.run.unwrap())(&transport, &reduction, scratch) };
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Ok(())) => End::Result,
            Ok(Err(Fault(code))) => End::Fault(code),
            Err(panic) => {
                // (The one that has failed has left, or one that has found that out.)
                let FatalError(why) = panic.downcast_ref().expect("what is said of it");
                assert!(why.contains("of the node left the reduction"), "{why}");
                End::FatalError
            }
        }
    };
    let end = |rank: usize| {
        if gone == Some(rank) {
            return End::Gone;
        }
        let mut end = None;
        with(rank, &mut |fold| end = Some(reduce(rank, fold)));
        end.unwrap()
    };
    on_threads(ranks, end)
}

#[test]
fn nobody_takes_rubbish_for_a_result() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !panic.payload().is::<FatalError>() {
            before(panic);
        }
    }));
    let doubles = lookup(Kind::Real(Format::Double), Operator::Sum).map(Tree).unwrap();
    let mixed = Tree(Mixed);
    let check = |fold: &(dyn Fold + Sync), ranks, count, failing, loads| {
        let ends = ends(ranks, count, &|rank, run| match rank == failing {
            true => run(&Elsewhere::failing(fold, loads)),
            false => run(fold),
        });
        let what = format!("{ranks} ranks, {count} of {} bytes, {loads} loads", fold.size());
        assert_eq!(ends[failing], End::Fault(BROKEN.0), "{what}: {ends:?}");
        assert!(!ends.contains(&End::Result), "{what}: {ends:?}");
    };
    for ranks in [2, 3, 4] {
        for failing in [0, ranks - 1] {
            // Whole vectors in a line, in one block, two and more; halves and slices.
            for count in [1, 7, 100, 1000, 9_000, 20_000, 50_000] {
                for loads in [0, 1].into_iter().filter(|loads| *loads == 0 || count == 50_000) {
                    check(&doubles, ranks, count, failing, loads);
                    check(&mixed, ranks, count, failing, loads);
                }
            }
        }
    }
}

/// Who needs nothing of the others may come to its end.
#[test]
fn nobody_waits_for_a_rank_that_is_gone() {
    let fold = lookup(Kind::Real(Format::Double), Operator::Sum).map(Tree).unwrap();
    for ranks in [2, 3, 4, 5] {
        for gone in [0, ranks / 2, ranks - 1] {
            for count in [1, 7, 100, 1000, 9_000, 20_000, 50_000] {
                let root = (gone + 1) % ranks;
                for to in [Destination::All, Destination::Root(root), Destination::Root(gone)] {
                    let ends = ends_without(Some(gone), (ranks, count, to), &|_, run| run(&fold));
                    let what = format!("{ranks} ranks, {count}, to {to:?}: {ends:?}");
                    assert_eq!(ends[gone], End::Gone);
                    for rank in (0..ranks).filter(|rank| *rank != gone) {
                        let free = ends[rank] == End::Result && !to.reaches(rank);
                        assert!(ends[rank] == End::Fault(GONE.0) || free, "{what}");
                    }
                }
            }
        }
    }
}

/// An operation of 3 bytes that fails when it was done so often, and takes its time the first time.
struct Failing {
    folds: Cell<usize>,
    late: Cell<Duration>,
}

impl Fold for Failing {
    fn size(&self) -> usize {
        3
    }
    unsafe fn fold(&self, _: Team, _: *mut u8, _: usize, _: usize) -> Result<usize, Fault> {
        std::thread::sleep(self.late.take());
        self.folds.set(self.folds.get().checked_sub(1).ok_or(BROKEN)?);
        Ok(0)
    }
}

/// Each rank folds a vector of two ranks for itself, a block after the other. What one that fails
/// has published before is good: the other one comes to it late, and comes to its end (with its
/// own error, where the operator fails on both).
#[test]
fn what_was_published_before_is_good() {
    const THREE_BLOCKS: usize = 50_000;
    let after = |own: usize, late: usize| {
        ends(2, THREE_BLOCKS, &|rank, run| {
            let (folds, late) = if rank == 0 { (1, 0) } else { (own, late as u64) };
            run(&Failing { folds: Cell::new(folds), late: Cell::new(Duration::from_millis(late)) })
        })
    };
    assert_eq!(after(3, 50), [End::Fault(BROKEN.0), End::Result]);
    assert_eq!(after(1, 50), [End::Fault(BROKEN.0), End::Fault(BROKEN.0)]);
}
