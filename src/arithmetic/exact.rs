//! The exact sum of the contributions, rounded once, to nearest even, into the
//! format of the datatype: floats never by way of a rounded double.
//!
//! Cost: p = 1 and p = 2 an addition an element (one addition *is* the exact
//! sum, rounded once); else the column sums' 12 (p - 1) additions, and for a
//! column that they flag the superaccumulator.

use super::columns::over_columns;
use super::fault::Fault;
use super::fold::{Family, Fold, FoldTwo};
use super::offload::Offload;
use super::superaccumulator::Superaccumulator;
use super::tree::Tree;
use super::vectors::Partials;
use crate::kernel::column_sum::{column_sum, Summand, CHUNK};
use crate::kernel::fpenv::Environment;
use crate::kernel::{self, Format, Kernel, Kind, Operator};
use crate::threads::{Address, Team};
use std::ops::Range;

/// A format that the exact sum takes.
pub(super) trait Exact: Summand {
    /// The accumulator's sum, rounded once to the format.
    fn rounded(accumulator: Superaccumulator) -> Self;
}

impl Exact for f64 {
    fn rounded(accumulator: Superaccumulator) -> f64 {
        accumulator.to_f64()
    }
}

impl Exact for f32 {
    fn rounded(accumulator: Superaccumulator) -> f32 {
        accumulator.to_f32()
    }
}

/// The exact sum of real numbers, or of complex ones by component.
#[derive(Clone, Copy, Debug)]
pub struct ExactSum {
    format: Format,
    /// Numbers in an element: 1, or 2 where it is complex.
    components: usize,
    /// One addition of two rows: the whole work at p ≤ 2.
    pair: Tree<Kernel>,
}

impl ExactSum {
    /// The exact sum for a kind of element; none where it is not defined.
    pub fn of(kind: Kind) -> Option<ExactSum> {
        let (format, components) = match kind {
            Kind::Real(format @ (Format::Float | Format::Double)) => (format, 1),
            Kind::Complex(format @ (Format::Float | Format::Double)) => (format, 2),
            _ => return None,
        };
        let pair = Tree(kernel::lookup(Kind::Real(format), Operator::Sum)?);
        Some(ExactSum { format, components, pair })
    }

    /// The format of the numbers: float or double.
    pub(super) fn format(&self) -> Format {
        self.format
    }

    /// Numbers in an element: 1, or 2 where it is complex.
    pub(super) fn components(&self) -> usize {
        self.components
    }

    /// Makes every NaN of a row the canonical one.
    ///
    /// # Safety
    /// The row holds n numbers of the format, aligned.
    pub(super) unsafe fn canonical(&self, row: *mut u8, n: usize) {
        // SAFETY: upheld by the caller.
        unsafe { self.pair.0.finish(row, n) }
    }
}

/// How many times as long as one operation a contribution to three or more takes, about
/// (`make bench-threads`).
pub(super) const TIMES: usize = 6;

impl Fold for ExactSum {
    fn size(&self) -> usize {
        self.components * self.pair.size()
    }

    fn family(&self) -> Family {
        Family::Exact
    }

    unsafe fn fold(
        &self,
        team: Team,
        rows: *mut u8,
        ranks: usize,
        n: usize,
    ) -> Result<usize, Fault> {
        let (bytes, n) = (ranks * n * Fold::size(self), n * self.components);
        if ranks <= 2 {
            // SAFETY: the same rows, seen as n numbers of the format each.
            return unsafe { self.pair.fold(team, rows, ranks, n) };
        }
        let rows = Address(rows);
        over_columns(team.at(TIMES), n, bytes, Environment::Vector, |columns| {
            // SAFETY: likewise; columns that no other thread has.
            unsafe {
                match self.format {
                    Format::Float => sum_rows(rows.at(0).cast::<f32>(), ranks, n, columns),
                    _ => sum_rows(rows.at(0).cast::<f64>(), ranks, n, columns),
                }
            }
        });
        Ok(0)
    }

    fn two(&self) -> Option<&dyn FoldTwo> {
        Some(self)
    }

    fn partials(&self) -> Option<&dyn Partials> {
        Some(self)
    }

    fn offload(&self) -> Option<&dyn Offload> {
        Some(self)
    }
}

impl FoldTwo for ExactSum {
    unsafe fn fold_two(
        &self,
        team: Team,
        left: *const u8,
        right: *const u8,
        into: *mut u8,
        n: usize,
    ) -> Result<(), Fault> {
        // SAFETY: the same rows, seen as n numbers of the format each.
        unsafe { self.pair.0.fold_two(team, left, right, into, n * self.components) }
    }
}

/// Sums some of n columns into the first row.
///
/// # Safety
/// `rows` points to `ranks` rows of n numbers each, of which the columns are nobody else's.
unsafe fn sum_rows<T: Exact>(rows: *mut T, ranks: usize, n: usize, columns: Range<usize>) {
    for from in columns.clone().step_by(CHUNK) {
        let chunk = CHUNK.min(columns.end - from);
        // SAFETY: from + chunk ≤ n: within each of the rows.
        unsafe { sum_chunk(rows.add(from), n, ranks, chunk) };
    }
}

/// Sums `columns` ≤ [`CHUNK`] columns into the first row.
///
/// # Safety
/// `first` points to them in the first of `ranks` rows, `pitch` elements apart.
unsafe fn sum_chunk<T: Exact>(first: *mut T, pitch: usize, ranks: usize, columns: usize) {
    // SAFETY: zero is a number in both formats.
    let mut sums: [T; CHUNK] = unsafe { std::mem::zeroed() };
    let mut inexact = [0u64; CHUNK];
    // SAFETY: upheld by the caller, who has set the environment.
    let flagged = unsafe { column_sum(first, pitch, ranks, columns, &mut sums, &mut inexact) };
    if flagged {
        for column in 0..columns {
            if inexact[column] != 0 {
                let mut accumulator = Superaccumulator::default();
                for rank in 0..ranks {
                    // SAFETY: within the rows.
                    accumulator.add(unsafe { *first.add(rank * pitch + column) }.widen());
                }
                sums[column] = T::rounded(accumulator);
            }
        }
    }
    // SAFETY: the first row holds that many columns and is ours.
    unsafe { std::ptr::copy_nonoverlapping(sums.as_ptr(), first, columns) };
}
