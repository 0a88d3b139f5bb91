//! A rank that leaves a reduction in shared memory in the middle, because its buffers cannot be
//! read or written (those of a device can fail): none of the others takes rubbish for a result.

mod support;

use samebits::arithmetic::tree::Tree;
use samebits::arithmetic::{Buffers, CannotGoOn, Fault, Fold, FoldTwo};
use samebits::kernel::{self, Format, Kind, Operator};
use samebits::schedule::node::nodes::Nodes;
use samebits::schedule::{by_name, Case, Destination, Reduction, Settings};
use samebits::threads::Team;
use std::cell::Cell;
use std::panic::{catch_unwind, AssertUnwindSafe};
use support::mailbox;
use support::mixed::Mixed;
use support::simulated::{copy, Rank, Shared};

/// What the buffers' driver says.
const BROKEN: i32 = 77;

/// A fold whose buffers can be read so many times only.
struct Failing<'a> {
    fold: &'a dyn Fold,
    loads: Cell<usize>,
}

impl Fold for Failing<'_> {
    fn size(&self) -> usize {
        self.fold.size()
    }
    unsafe fn fold_by(
        &self,
        team: Team,
        rows: *mut u8,
        ranks: usize,
        n: usize,
    ) -> Result<usize, Fault> {
        // SAFETY: handed on to the caller.
        unsafe { self.fold.fold_by(team, rows, ranks, n) }
    }
    fn buffers(&self) -> Option<&dyn Buffers> {
        Some(self)
    }
    fn two(&self) -> Option<&dyn FoldTwo> {
        self.fold.two()
    }
}

impl Buffers for Failing<'_> {
    fn extent(&self) -> isize {
        self.fold.size() as isize
    }
    unsafe fn load(&self, from: *const u8, row: *mut u8, n: usize) -> Result<(), Fault> {
        self.loads.set(self.loads.get().checked_sub(1).ok_or(Fault(BROKEN))?);
        // SAFETY: handed on to the caller.
        unsafe { copy(from, row, n * self.fold.size()) };
        Ok(())
    }
    unsafe fn store(&self, row: *const u8, to: *mut u8, n: usize) -> Result<(), Fault> {
        // SAFETY: handed on to the caller.
        unsafe { copy(row, to, n * self.fold.size()) };
        Ok(())
    }
}

/// What has become of a rank.
#[derive(Debug, PartialEq, Eq)]
enum End {
    Result,
    Fault(i32),
    CannotGoOn,
}

/// Has all ranks reduce so many elements, one of them as far as its buffers can be read.
fn reduce(fold: &(dyn Fold + Sync), ranks: usize, count: usize, failing: usize, loads: usize) {
    let (nodes, node) = (Nodes::one(ranks), by_name("node").unwrap());
    let shared = &Shared::new(&nodes);
    let (size, to, settings) = (fold.size(), Destination::All, Settings::default());
    let end = |rank: usize| {
        let (segment, messages) =
            (shared.segment(rank), mailbox::Box::new(rank, ranks, &shared.mailbox));
        let transport = Rank {
            rank,
            size: ranks,
            extent: size,
            shared,
            messages: &messages,
            segment: &segment,
        };
        let broken = Failing { fold, loads: Cell::new(loads) };
        let fold: &dyn Fold = if rank == failing { &broken } else { fold };
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
                let CannotGoOn(why) = panic.downcast_ref().expect("what is said of it");
                // (The one that has failed, or one that has found that out.)
                assert!(why.contains("of the node has left the reduction"), "{why}");
                End::CannotGoOn
            }
        }
    };
    let ends: Vec<End> = std::thread::scope(|scope| {
        let ranks: Vec<_> = (0..ranks).map(|rank| scope.spawn(move || end(rank))).collect();
        ranks.into_iter().map(|rank| rank.join().unwrap()).collect()
    });
    let what = format!("{ranks} ranks, {count} elements of {size} bytes, {loads} loads: {ends:?}");
    assert_eq!(ends[failing], End::Fault(BROKEN), "{what}");
    assert!(!ends.contains(&End::Result), "{what}");
}

#[test]
fn nobody_takes_rubbish_for_a_result() {
    std::panic::set_hook(Box::new(|_| ()));
    let doubles = kernel::lookup(Kind::Real(Format::Double), Operator::Sum).map(Tree).unwrap();
    let mixed = Tree(Mixed);
    for ranks in [2, 3, 4] {
        for failing in [0, ranks - 1] {
            // Whole vectors in a line, in one block, two and more; halves and slices.
            for count in [1, 7, 100, 1000, 9_000, 20_000, 50_000] {
                for loads in [0, 1] {
                    if loads == 0 || count >= 50_000 {
                        reduce(&doubles, ranks, count, failing, loads);
                        reduce(&mixed, ranks, count, failing, loads);
                    }
                }
            }
        }
    }
}
