//! Sums by levels ([`samebits_sum::levels`]) of the contributions to vectors: N is the number of ranks.
//!
//! Each element is cut up at the largest of its contributions, so its first level is known
//! beforehand and never raised ([`samebits_kernel::level_columns`]). What the kernel does not take
//! goes through a [`LevelAccumulator`], contribution by contribution.
//!
//! Cost: that of the kernel; a column that it leaves open some 20 ns a contribution.

mod offload;
mod partial;
mod vectors;

use crate::vectors::columns::{self, over_columns};
use crate::vectors::fold::{Family, Fold, FoldTwo, Folded};
use crate::{offload::Offload, vectors::Partials};
use samebits_base::fault::Outcome;
use samebits_base::stack::with_room;
use samebits_base::threads::{Address, Team};
use samebits_kernel::binary::ceil_log2;
use samebits_kernel::fpenv::Environment;
use samebits_kernel::level_columns::{level_columns, CHUNK};
use samebits_kernel::Kind;
use samebits_sum::levels::{LevelAccumulator, Scheme};
use samebits_sum::names::Arithmetic;
use samebits_sum::number::{for_format, Number, Numbers, OrderFree};
use std::ops::Range;

/// A pre-rounded or binned sum of real numbers, or of complex ones by component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelledSum {
    arithmetic: Arithmetic,
    pub(super) numbers: Numbers,
}

impl LevelledSum {
    /// None where the arithmetic has no levels or is not defined on the kind of element.
    pub fn of(kind: Kind, arithmetic: Arithmetic) -> Option<LevelledSum> {
        let numbers = Numbers::of(kind)?;
        let defined = matches!(
            arithmetic,
            Arithmetic::Prerounded(1..=4)
                | Arithmetic::Prerounded2(1..=4)
                | Arithmetic::Binned(2..=4)
        );
        defined.then_some(LevelledSum { arithmetic, numbers })
    }

    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// Whether the levels follow from the largest of all summands, which has to be known before
    /// the first one is cut up.
    pub(super) fn two_sweeps(&self) -> bool {
        matches!(self.arithmetic, Arithmetic::Prerounded2(_))
    }

    /// The levels for so many summands; where there are two sweeps none of these exceeds
    /// 2^largest, and i32::MIN says that all are zeros.
    pub(super) fn scheme(&self, summands: u64, largest: i32) -> Scheme {
        match self.arithmetic {
            Arithmetic::Binned(fold) => Scheme::binned(self.numbers.format, fold),
            Arithmetic::Prerounded(levels) => Scheme::prerounded(levels, summands),
            Arithmetic::Prerounded2(levels) => {
                // Zeros fit any levels.
                let largest = if largest == i32::MIN { 0 } else { largest };
                Scheme::prerounded2(levels, summands, largest)
            }
            _ => unreachable!("an arithmetic without levels"),
        }
    }

    /// Sums some of n columns into the first row. Safety: `rows` points to `ranks` rows of n
    /// numbers each; the caller alone uses these columns.
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

    /// Sums `columns` ≤ [`CHUNK`] columns into the first row. Safety: `first` points to them in the
    /// first of `ranks` rows, `pitch` elements apart.
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
        let any = ranks > ladder.max_rows
            || unsafe {
                level_columns(first, pitch, ranks, columns, &ladder, &mut sums, &mut open)
            };
        for column in 0..columns {
            let result = if any && open[column] != 0 {
                // SAFETY: within the rows.
                let number = |rank| unsafe { *first.add(rank * pitch + column) }.widen();
                let finite = (0..ranks).map(number).filter(|number| number.is_finite());
                let largest = match finite.map(|number| number.abs().to_bits()).max() {
                    None | Some(0) => i32::MIN,
                    Some(bits) => ceil_log2(bits),
                };
                let scheme = self.scheme(ranks as u64, largest);
                let mut sum = LevelAccumulator::default();
                (0..ranks).for_each(|rank| sum.add(&scheme, number(rank)));
                T::canonical(sum.to_f64(&scheme))
            } else {
                T::narrowed(sums[column])
            };
            // SAFETY: the first row is ours, and this column of it has been read.
            unsafe { *first.add(column) = result };
        }
    }

    /// into\[i\] = what left\[i\] and right\[i\] sum to. Safety: as for [`FoldTwo::fold_two`].
    unsafe fn sum_two<T: Number>(&self, left: *const T, right: *const T, into: *mut T, n: usize) {
        let scheme = self.scheme(2, 0);
        let mut rows = [T::NAN; 2 * CHUNK];
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

/// About how many times as long as one operation a contribution takes (`make bench-threads`).
pub(super) const TIMES: usize = 8;

impl Fold for LevelledSum {
    fn size(&self) -> usize {
        self.numbers.size()
    }

    fn family(&self) -> Family {
        Family::Levels
    }

    unsafe fn fold(&self, team: Team, rows: *mut u8, ranks: usize, n: usize) -> Folded {
        let Numbers { format, components } = self.numbers;
        let (bytes, n, rows) = (ranks * n * self.numbers.size(), n * components, Address(rows));
        over_columns(team.at(TIMES), n, bytes, Environment::Vector, |columns| {
            let rows = rows.at(0);
            // SAFETY: the same rows, as n numbers of the format each; no other thread has
            // these columns.
            unsafe { for_format!(format, self.sum_rows(rows.cast(), ranks, n, columns)) }
        });
        Ok(0)
    }

    fn two(&self) -> Option<&dyn FoldTwo> {
        Some(self)
    }

    #[inline(never)] // as of exact sums
    fn partials(&self) -> Option<&dyn Partials> {
        Some(self)
    }

    /// With a single sweep the levels may have to rise on the way.
    #[inline(never)] // likewise
    fn offload(&self) -> Option<&dyn Offload> {
        self.two_sweeps().then_some(self as &dyn Offload)
    }
}

impl OrderFree for LevelledSum {
    fn numbers(&self) -> Numbers {
        self.numbers
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
    ) -> Outcome {
        let Numbers { format, components } = self.numbers;
        let (team, element) = (team.at(TIMES), (self.numbers.size(), Environment::Vector));
        // SAFETY: the same rows, as numbers of the format; no other thread has these columns.
        unsafe {
            columns::fold_two(team, [left, right], into, n, element, |left, right, into, n| {
                let n = n * components;
                with_room(|| {
                    for_format!(format, self.sum_two(left.cast(), right.cast(), into.cast(), n));
                });
            });
        }
        Ok(())
    }
}
