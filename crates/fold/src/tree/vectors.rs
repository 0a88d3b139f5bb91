//! Partials of vectors in the tree: the rows of values at the roots that the ranges of the set hold
//! ([`samebits_sum::share`]), in the order of their ranks. Which roots these are follows from the set and
//! the number of ranks, so the rows are all there is.
//!
//! A merge unites the sets: siblings that have met are joined, the one of the lower ranks as the
//! left operand, and then their parents, and so on. The steps follow from the sets ([`MergePlan`]), and
//! are done piece by piece, each in the first-level cache.
//!
//! Cost, a set of r ranges of p ranks: at most 2 r log2 p rows; a merge copies those that it does
//! not join, and takes an operation an element for each two that it does. Over all merges of a
//! reduction these are p - 1.

use super::{Tree, PIECE};
use crate::vectors::buffer::{in_aligned_pieces, AlignedBuffer};
use crate::vectors::{columns::over_columns, combine::Combine, ranks::Ranks};
use crate::vectors::{Partial, Partials, ALIGNMENT};
use samebits_base::fault::Outcome;
use samebits_base::threads::{Address, Team};
use samebits_sum::share::{Root, Share};
use std::ops::Range;

/// The roots that a set of ranks holds, in the order of their ranks.
fn roots(of: &Ranks, ranks: usize) -> impl Iterator<Item = Root> + '_ {
    let total = ranks as u64;
    let share = move |range: &Range<usize>| Share {
        start: range.start as u64,
        end: range.end as u64,
        total,
    };
    of.ranges().iter().flat_map(move |range| share(range).roots())
}

/// Where the row of a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowLocation {
    /// A row of one of the two partials, which are only read.
    Given(usize, usize),
    Made(usize),
    Scratch(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Copies the row at the first place to the second.
    Copy(RowLocation, RowLocation),
    /// Combines the rows at both places into the second.
    Join(RowLocation, RowLocation),
}

#[derive(Debug, Default)]
struct MergePlan {
    steps: Vec<Step>,
    /// Scratch rows in use at the same time.
    scratch: usize,
}

impl MergePlan {
    /// For sets of so many ranks. The rows of a partial that is not `aligned` are copied before
    /// they become operands.
    fn new(sets: [&Ranks; 2], aligned: [bool; 2], ranks: usize) -> MergePlan {
        let mut given: Vec<(Root, RowLocation)> = Vec::new();
        for (partial, of) in sets.into_iter().enumerate() {
            let places = roots(of, ranks).enumerate();
            given.extend(places.map(|(row, root)| (root, RowLocation::Given(partial, row))));
        }
        given.sort_unstable_by_key(|(root, _)| root.start);
        let mut given = given.into_iter();
        let mut plan = MergePlan::default();
        let (mut open, mut free): (Vec<(Root, RowLocation)>, Vec<usize>) = (Vec::new(), Vec::new());
        for (row, made) in roots(&sets[0].union(sets[1]), ranks).enumerate() {
            // The subtrees of this root, from the left: a join leaves its value in the place of
            // the right operand, so that the root's ends in that of its last subtree.
            loop {
                let (mut root, mut place) = given.next().expect("a root has its subtrees");
                let joins = |open: &[(Root, RowLocation)], root: &Root| {
                    open.last().is_some_and(|(before, _)| before.joins(root, ranks as u64))
                };
                let usable = matches!(place, RowLocation::Given(partial, _) if aligned[partial]);
                let last = root.end == made.end;
                if last || !usable || joins(&open, &root) {
                    let to = if last {
                        RowLocation::Made(row)
                    } else {
                        let scratch = free.pop().unwrap_or(plan.scratch);
                        plan.scratch = plan.scratch.max(scratch + 1);
                        RowLocation::Scratch(scratch)
                    };
                    plan.steps.push(Step::Copy(place, to));
                    place = to;
                }
                while joins(&open, &root) {
                    let (before, left) = open.pop().expect("what it joins");
                    plan.steps.push(Step::Join(left, place));
                    root.start = before.start;
                    if let RowLocation::Scratch(scratch) = left {
                        free.push(scratch);
                    }
                }
                if last {
                    debug_assert!(root == made && open.is_empty(), "all subtrees are joined");
                    break;
                }
                open.push((root, place));
            }
        }
        plan
    }
}

impl<C: Combine> Partials for Tree<C> {
    fn most(&self, of: &Ranks, ranks: usize, n: usize) -> usize {
        roots(of, ranks).count() * n * self.0.size()
    }

    /// That of a complete subtree.
    fn width(&self, _ranks: usize) -> f64 {
        1.0
    }

    unsafe fn length(&self, partial: Partial<'_>, ranks: usize, n: usize) -> usize {
        self.most(partial.of, ranks, n)
    }

    unsafe fn merge(
        &self,
        team: Team,
        one: Partial<'_>,
        other: Partial<'_>,
        ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Outcome {
        let (partials, size) = ([one, other], self.0.size());
        // As aligned as elements of that size can demand.
        let alignment = (size & size.wrapping_neg()).min(ALIGNMENT);
        let aligned = partials.map(|partial| partial.at.addr().is_multiple_of(alignment));
        let plan = MergePlan::new(partials.map(|partial| partial.of), aligned, ranks);
        let given = partials.map(|partial| Address(partial.at.cast_mut()));
        let merge = PlannedMerge { plan, given, into: Address(into), n };
        let Some(combine) = team.of_several(|| self.0.parallel()) else {
            // SAFETY: upheld by the caller.
            return unsafe { merge.columns(&self.0, 0..n) };
        };
        let bytes = self.most(one.of, ranks, n) + self.most(other.of, ranks, n);
        over_columns(team, n, bytes, combine.environment(), |columns| {
            // SAFETY: likewise; columns that no other thread has.
            let merged = unsafe { merge.columns(combine, columns) };
            merged.expect("what threads may do does not fail");
        });
        Ok(())
    }

    unsafe fn finish(
        &self,
        team: Team,
        partial: *mut u8,
        _ranks: usize,
        n: usize,
        into: *mut u8,
    ) -> Outcome {
        let Some(combine) = team.of_several(|| self.0.parallel()) else {
            // SAFETY: upheld by the caller.
            return unsafe { finish_columns(&self.0, partial, into, 0..n) };
        };
        let (partial, into) = (Address(partial), Address(into));
        over_columns(team, n, n * combine.size(), combine.environment(), |columns| {
            // SAFETY: likewise; columns that no other thread has.
            let finished = unsafe { finish_columns(combine, partial.at(0), into.at(0), columns) };
            finished.expect("what threads may do does not fail");
        });
        Ok(())
    }
}

struct PlannedMerge {
    plan: MergePlan,
    given: [Address; 2],
    into: Address,
    n: usize,
}

impl PlannedMerge {
    /// Merges some of the n columns. Safety: as for [`Partials::merge`]; nobody else uses these
    /// columns.
    unsafe fn columns<C: Combine + ?Sized>(&self, combine: &C, columns: Range<usize>) -> Outcome {
        let size = combine.size();
        let piece = (PIECE / size).clamp(1, columns.len().max(1));
        let scratch = AlignedBuffer::new(self.plan.scratch * piece * size);
        for from in columns.clone().step_by(piece) {
            let length = piece.min(columns.end - from);
            let offset = |row: usize| (row * self.n + from) * size;
            let at = |place: RowLocation| match place {
                RowLocation::Given(partial, row) => self.given[partial].at(offset(row)),
                RowLocation::Made(row) => self.into.at(offset(row)),
                RowLocation::Scratch(row) => scratch.at(row * piece * size),
            };
            for step in &self.plan.steps {
                // SAFETY: pieces of two different rows, of which the given ones are only read.
                unsafe {
                    match *step {
                        Step::Copy(from, to) => {
                            std::ptr::copy_nonoverlapping(at(from), at(to), length * size);
                        }
                        Step::Join(left, right) => combine.combine(at(left), at(right), length)?,
                    }
                }
            }
        }
        Ok(())
    }
}

/// As [`Partials::finish`], of some columns: the root's row is a row of elements. Safety: as of
/// that; nobody else uses these columns.
unsafe fn finish_columns<C: Combine + ?Sized>(
    combine: &C,
    partial: *mut u8,
    into: *mut u8,
    columns: Range<usize>,
) -> Outcome {
    let (size, start) = (combine.size(), columns.start * combine.size());
    // SAFETY: upheld by the caller; `finish` gets elements of a row that is aligned.
    unsafe {
        let (row, into) = (partial.add(start), into.add(start));
        in_aligned_pieces(row, columns.len(), size, into, |row, length| {
            combine.finish(row, length);
            Ok(())
        })
    }
}
