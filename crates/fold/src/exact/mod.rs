//! The exact sum of the contributions, rounded once, to nearest even.
//!
//! Cost: p ≤ 2 one addition an element (which *is* the exact sum, rounded once); else the
//! column sums' 12 (p - 1) additions, and for a column that they flag the superaccumulator.
//!
//! The partial of a range of a distributed array is a superaccumulator for each component, in its
//! [short form](Short) where it has one. Cost: that of [`samebits_sum::exact_row`]; a merge adds 4 words,
//! or 68.

mod offload;
pub(super) mod parts;
mod vectors;

use super::share::record::{Elements, Lift, Merge, NOTHING_FOUND};
use super::share::shape::{DataLength, PartialShape, ShortForm};
use super::vectors::fold::{Family, Fold, FoldTwo, Folded};
use super::{
    offload::Offload,
    share::pieces::over_pieces,
    tree::Tree,
    vectors::{columns::over_columns, Partials},
};
use parts::Parts;
use samebits_base::fault::Outcome;
use samebits_base::threads::{Address, Team};
use samebits_kernel::column_sum::{column_sum, CHUNK};
use samebits_kernel::fpenv::Environment;
use samebits_kernel::{lookup, Format, Kernel, Kind, Operator};
use samebits_sum::compensated::{self, MAX_NUMBERS};
use samebits_sum::exact_row::short::{short_sums, LONGEST};
use samebits_sum::number::{for_format, Number, Numbers, OrderFree};
use samebits_sum::superaccumulator::Superaccumulator;
use samebits_sum::{exact_row::Row, share::Share};
use std::ops::Range;

/// The exact sum of real numbers, or of complex ones by component.
#[derive(Clone, Copy, Debug)]
pub struct ExactSum {
    pub(super) numbers: Numbers,
    /// One addition of two rows: all that p ≤ 2 takes.
    pub(super) pair: Tree<Kernel>,
}

impl ExactSum {
    pub fn of(kind: Kind) -> Option<ExactSum> {
        let numbers = Numbers::of(kind)?;
        let pair = Tree(lookup(Kind::Real(numbers.format), Operator::Sum)?);
        Some(ExactSum { numbers, pair })
    }
}

/// About how many times as long as one operation a contribution to three or more takes
/// (`make bench-threads`).
pub(super) const TIMES: usize = 6;

impl Fold for ExactSum {
    fn size(&self) -> usize {
        self.numbers.size()
    }

    fn family(&self) -> Family {
        Family::Exact
    }

    unsafe fn fold(&self, team: Team, rows: *mut u8, ranks: usize, n: usize) -> Folded {
        let (bytes, n) = (ranks * n * Fold::size(self), n * self.numbers.components);
        if ranks <= 2 {
            // SAFETY: the same rows, as n numbers of the format each.
            return unsafe { self.pair.fold(team, rows, ranks, n) };
        }
        let rows = Address(rows);
        over_columns(team.at(TIMES), n, bytes, Environment::Vector, |columns| {
            let rows = rows.at(0);
            // SAFETY: likewise; no other thread has these columns.
            unsafe { for_format!(self.numbers.format, sum_rows(rows.cast(), ranks, n, columns)) }
        });
        Ok(0)
    }

    fn two(&self) -> Option<&dyn FoldTwo> {
        Some(self)
    }

    #[inline(never)] // what it names would be there once more in each crate that inlines it
    fn partials(&self) -> Option<&dyn Partials> {
        Some(self)
    }

    #[inline(never)] // likewise
    fn offload(&self) -> Option<&dyn Offload> {
        Some(self)
    }
}

impl OrderFree for ExactSum {
    fn numbers(&self) -> Numbers {
        self.numbers
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
    ) -> Outcome {
        // SAFETY: the same rows, as numbers of the format.
        unsafe { self.pair.0.fold_two(team, left, right, into, n * self.numbers.components) }
    }
}

/// Sums some of n columns into the first row. Safety: `rows` points to `ranks` rows of n numbers
/// each; the caller alone uses these columns, and has set the environment.
unsafe fn sum_rows<T: Number>(rows: *mut T, ranks: usize, n: usize, columns: Range<usize>) {
    for from in columns.clone().step_by(CHUNK) {
        let (first, length) = (rows.wrapping_add(from), CHUNK.min(columns.end - from));
        let (mut sums, mut inexact) = ([T::NAN; CHUNK], [0u64; CHUNK]);
        // SAFETY: from + length ≤ n: within each of the rows.
        unsafe {
            if column_sum(first, n, ranks, length, &mut sums, &mut inexact) {
                for column in (0..length).filter(|column| inexact[*column] != 0) {
                    let mut accumulator = Superaccumulator::default();
                    for rank in 0..ranks {
                        accumulator.add((*first.add(rank * n + column)).widen());
                    }
                    sums[column] = T::of_exact(accumulator);
                }
            }
            std::ptr::copy_nonoverlapping(sums.as_ptr(), first, length);
        }
    }
}

type Components = [Superaccumulator; 2];

impl ExactSum {
    /// What its data consist of.
    fn parts(&self) -> Parts {
        Parts { numbers: self.numbers.components, products: 0 }
    }

    fn write_results<T: Number>(&self, data: &mut [u8]) {
        let (parts, components) = (self.parts(), self.numbers.components);
        let mut sums = [T::NAN; 2];
        for (component, sum) in sums.iter_mut().enumerate().take(components) {
            *sum = match parts.short(component, data) {
                Some(short) => T::of_short(&short),
                None => T::of_exact(parts.sum_of_numbers(component, data)),
            };
        }
        write(&sums[..components], data);
    }
}

/// Writes the results of the components.
fn write<T: Number>(sums: &[T], data: &mut [u8]) {
    let places = data.chunks_exact_mut(size_of::<T>());
    places.zip(sums).for_each(|(to, sum)| sum.write(to));
}

impl Merge for ExactSum {
    fn shape(&self) -> PartialShape {
        let parts = self.parts();
        PartialShape {
            element: self.numbers.size(),
            length: DataLength::Fixed(parts.bytes()),
            depends_on_total: false,
            short: Some(ShortForm { sums: 0, bytes: parts.short_bytes() }),
            surveys: false,
        }
    }

    fn merge(&self, _: Share, into: &mut [u8], _: Share, data: &[u8]) -> Outcome {
        self.parts().merge(into, data);
        Ok(())
    }

    fn merge_all(
        &self,
        _total: u64,
        _joins: &[u8],
        parts: &mut dyn Iterator<Item = (Share, &[u8])>,
        into: &mut [u8],
    ) -> Outcome {
        self.parts().merge_all(&mut parts.map(|(_, data)| data), into);
        Ok(())
    }

    fn finish(&self, _total: u64, data: &mut [u8]) -> Outcome {
        for_format!(self.numbers.format, self.write_results(data));
        Ok(())
    }
}

impl Lift for ExactSum {
    unsafe fn lift(&self, elements: Elements<'_>, _: [i32; 2], data: &mut [u8]) -> Outcome {
        let components = self.numbers.components;
        let n = elements.share.length() as usize * components;
        if n <= LONGEST && elements.buffers.is_none() {
            let row = elements.address;
            // SAFETY: elements of the share, as numbers of the format.
            let sums =
                unsafe { for_format!(self.numbers.format, short_sums(row.cast(), n, components)) };
            if let Some(sums) = sums {
                for (component, short) in sums.iter().enumerate().take(components) {
                    self.parts().write_short(component, short, data);
                }
                return Ok(());
            }
        }
        let add = |sums: &mut Components, elements: *const u8, n: usize| {
            let mut row = Row::new(components, sums);
            // SAFETY: elements of the share, as numbers of the format.
            unsafe { for_format!(self.numbers.format, row.add(elements.cast(), n * components)) }
        };
        let join = |sums: &mut Components, more: Components| {
            sums.iter_mut().zip(more).for_each(|(sum, more)| sum.merge(more));
        };
        // SAFETY: upheld by the caller.
        let sums = unsafe { over_pieces(elements, self.numbers.size(), add, join)? };
        for (component, sum) in sums.into_iter().enumerate().take(components) {
            self.parts().write_numbers(component, &sum, data);
        }
        Ok(())
    }

    unsafe fn reduce(&self, elements: Elements<'_>, data: &mut [u8]) -> Outcome {
        let components = self.numbers.components;
        let (n, row) = (elements.share.length() as usize * components, elements.address);
        let few = elements.buffers.is_none() && n <= MAX_NUMBERS;
        // SAFETY: upheld by the caller: so many numbers of the format.
        unsafe {
            match self.numbers.format {
                Format::Double if few => {
                    write(&compensated::sum::<f64>(row.cast(), n, components)[..components], data)
                }
                Format::Float if few => {
                    write(&compensated::sum::<f32>(row.cast(), n, components)[..components], data)
                }
                _ => {
                    self.lift(elements, NOTHING_FOUND, data)?;
                    Merge::finish(self, elements.share.total, data)?;
                }
            }
        }
        Ok(())
    }
}
