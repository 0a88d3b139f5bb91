//! Sums by levels of the contributions to vectors: N is the number of ranks.
//!
//! Each element is cut up at the largest of its contributions, so its first level is known
//! beforehand, and none has to be raised ([`crate::kernel::level_columns`]). What the kernel
//! does not take goes through a [`LevelAccumulator`], contribution by contribution.
//!
//! Cost: as the kernel's; a column that is left open some 20 ns a contribution.

use super::scheme::{ceil_log2, Scheme};
use super::sum::LevelAccumulator;
use crate::arithmetic::columns::{self, over_columns};
use crate::arithmetic::fault::Fault;
use crate::arithmetic::fold::{Family, Fold, FoldTwo};
use crate::arithmetic::names::Arithmetic;
use crate::arithmetic::offload::Offload;
use crate::arithmetic::vectors::Partials;
use crate::kernel::column_sum::Summand;
use crate::kernel::fpenv::Environment;
use crate::kernel::level_columns::{level_columns, CHUNK};
use crate::kernel::{Format, Kind};
use crate::threads::{Address, Team};
use std::ops::Range;

/// A format that sums by levels take.
pub(super) trait Number: Summand {
    /// A sum in double, rounded once to the format.
    fn narrowed(sum: f64) -> Self;

    /// The result of a scheme's sum.
    fn result(sum: &LevelAccumulator, scheme: &Scheme) -> Self;
}

impl Number for f64 {
    fn narrowed(sum: f64) -> f64 {
        sum
    }
    fn result(sum: &LevelAccumulator, scheme: &Scheme) -> f64 {
        sum.to_f64(scheme)
    }
}

impl Number for f32 {
    fn narrowed(sum: f64) -> f32 {
        sum as f32
    }
    fn result(sum: &LevelAccumulator, scheme: &Scheme) -> f32 {
        sum.to_f32(scheme)
    }
}

/// A pre-rounded or binned sum of real numbers, or of complex ones by component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelledSum {
    arithmetic: Arithmetic,
    format: Format,
    /// Numbers in an element: 1, or 2 where it is complex.
    components: usize,
}

impl LevelledSum {
    /// The sum of a kind of element by an arithmetic that has levels; none where it is not
    /// defined.
    pub fn of(kind: Kind, arithmetic: Arithmetic) -> Option<LevelledSum> {
        let (format, components) = match kind {
            Kind::Real(format @ (Format::Float | Format::Double)) => (format, 1),
            Kind::Complex(format @ (Format::Float | Format::Double)) => (format, 2),
            _ => return None,
        };
        let defined = matches!(
            arithmetic,
            Arithmetic::Prerounded(1..=4)
                | Arithmetic::Prerounded2(1..=4)
                | Arithmetic::Binned(2..=4)
        );
        defined.then_some(LevelledSum { arithmetic, format, components })
    }

    /// Which sum.
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// The format of the numbers: float or double.
    pub(super) fn format(&self) -> Format {
        self.format
    }

    /// Numbers in an element: 1, or 2 where it is complex.
    pub(super) fn components(&self) -> usize {
        self.components
    }

    /// Whether the levels follow from the largest of all summands, which has to be known
    /// before the first one is cut up.
    pub(super) fn two_sweeps(&self) -> bool {
        matches!(self.arithmetic, Arithmetic::Prerounded2(_))
    }

    /// The levels for so many summands. Where there are two sweeps none of them exceeds
    /// 2^largest; i32::MIN if there are none but zeros.
    pub(super) fn scheme(&self, summands: u64, largest: i32) -> Scheme {
        match self.arithmetic {
            Arithmetic::Binned(fold) => Scheme::binned(self.format, fold),
            Arithmetic::Prerounded(levels) => Scheme::prerounded(levels, summands),
            Arithmetic::Prerounded2(levels) => {
                // (Of zeros any levels are as good.)
                let largest = if largest == i32::MIN { 0 } else { largest };
                Scheme::prerounded2(levels, summands, largest)
            }
            _ => unreachable!("an arithmetic without levels"),
        }
    }

    /// The sum of one column.
    fn alone<T: Number>(&self, column: impl ExactSizeIterator<Item = f64> + Clone) -> T {
        let finite = column.clone().filter(|number| number.is_finite());
        let largest = match finite.map(|number| number.abs().to_bits()).max() {
            None | Some(0) => i32::MIN,
            Some(bits) => ceil_log2(bits),
        };
        let scheme = self.scheme(column.len() as u64, largest);
        let mut sum = LevelAccumulator::default();
        for number in column {
            sum.add(&scheme, number);
        }
        T::result(&sum, &scheme)
    }

    /// Sums some of n columns into the first row.
    ///
    /// # Safety
    /// `rows` points to `ranks` rows of n numbers each, of which the columns are nobody else's.
    unsafe fn sum_rows<T: Number>(
        &self,
        rows: *mut T,
        ranks: usize,
        n: usize,
        columns: Range<usize>,
    ) {
        let scheme = self.scheme(ranks as u64, 0);
        for from in columns.clone().step_by(CHUNK) {
            let chunk = CHUNK.min(columns.end - from);
            // SAFETY: within each of the rows.
            unsafe { self.sum_chunk(&scheme, rows.add(from), n, ranks, chunk) };
        }
    }

    /// Sums `columns` ≤ [`CHUNK`] columns into the first row.
    ///
    /// # Safety
    /// `first` points to them in the first of `ranks` rows, `pitch` elements apart.
    unsafe fn sum_chunk<T: Number>(
        &self,
        scheme: &Scheme,
        first: *mut T,
        pitch: usize,
        ranks: usize,
        columns: usize,
    ) {
        let ladder = scheme.ladder();
        let (mut sums, mut open) = ([0.0; CHUNK], [1; CHUNK]);
        // SAFETY: upheld by the caller, who has set the environment.
        let any = ranks > ladder.most_rows
            || unsafe {
                level_columns(first, pitch, ranks, columns, &ladder, &mut sums, &mut open)
            };
        for column in 0..columns {
            let result = if any && open[column] != 0 {
                // SAFETY: within the rows.
                let number = |rank| unsafe { *first.add(rank * pitch + column) }.widen();
                self.alone((0..ranks).map(number))
            } else {
                T::narrowed(sums[column])
            };
            // SAFETY: the first row is ours; what is above it in this column has been read.
            unsafe { *first.add(column) = result };
        }
    }

    /// into\[i\] = what left\[i\] and right\[i\] sum to.
    ///
    /// # Safety
    /// As for [`FoldTwo::fold_two`].
    unsafe fn sum_two<T: Number>(&self, left: *const T, right: *const T, into: *mut T, n: usize) {
        let scheme = self.scheme(2, 0);
        let mut rows = [T::narrowed(0.0); 2 * CHUNK];
        for from in (0..n).step_by(CHUNK) {
            let (columns, start) = (CHUNK.min(n - from), rows.as_mut_ptr());
            // SAFETY: so many numbers are left in all rows; copied as bytes, since they lie
            // at any address.
            unsafe {
                let copy = |from: *const T, to: *mut T| {
                    let bytes = columns * size_of::<T>();
                    std::ptr::copy_nonoverlapping(from.cast::<u8>(), to.cast::<u8>(), bytes);
                };
                copy(left.add(from), start);
                copy(right.add(from), start.add(CHUNK));
                self.sum_chunk(&scheme, start, CHUNK, 2, columns);
                copy(start, into.add(from));
            }
        }
    }
}

/// How many times as long as one operation a contribution takes, about (`make bench-threads`).
pub(super) const TIMES: usize = 8;

impl Fold for LevelledSum {
    fn size(&self) -> usize {
        self.components * if self.format == Format::Float { 4 } else { 8 }
    }

    fn family(&self) -> Family {
        Family::Levels
    }

    unsafe fn fold(
        &self,
        team: Team,
        rows: *mut u8,
        ranks: usize,
        n: usize,
    ) -> Result<usize, Fault> {
        let (bytes, n) = (ranks * n * Fold::size(self), n * self.components);
        let rows = Address(rows);
        over_columns(team.at(TIMES), n, bytes, Environment::Vector, |columns| {
            // SAFETY: the same rows, seen as n numbers of the format each; columns that no
            // other thread has.
            unsafe {
                match self.format {
                    Format::Float => self.sum_rows(rows.at(0).cast::<f32>(), ranks, n, columns),
                    _ => self.sum_rows(rows.at(0).cast::<f64>(), ranks, n, columns),
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

    // (Elsewhere the levels may have to rise on the way.)
    fn offload(&self) -> Option<&dyn Offload> {
        self.two_sweeps().then_some(self as &dyn Offload)
    }
}

impl FoldTwo for LevelledSum {
    unsafe fn fold_two(
        &self,
        team: Team,
        left: *const u8,
        right: *const u8,
        into: *mut u8,
        n: usize,
    ) -> Result<(), Fault> {
        let (team, element) = (team.at(TIMES), (Fold::size(self), Environment::Vector));
        // SAFETY: the same rows, seen as n numbers of the format each; columns that no other
        // thread has.
        unsafe {
            columns::fold_two(team, [left, right], into, n, element, |left, right, into, n| {
                let n = n * self.components;
                match self.format {
                    Format::Float => self.sum_two::<f32>(left.cast(), right.cast(), into.cast(), n),
                    _ => self.sum_two::<f64>(left.cast(), right.cast(), into.cast(), n),
                }
            });
        }
        Ok(())
    }
}
