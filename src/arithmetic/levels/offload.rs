//! Pre-rounded sums of two sweeps that others add up: a level's addends are the multiples of
//! its unit that a contribution leaves there, in units, as doubles. Their total is less than
//! 2^52 by the choice of α (`docs/specification.md`, P1), and so is that of some of them: all are
//! integers without rounding, and none is subnormal.
//!
//! Each number has levels of its own, which follow from the largest of its contributions, and
//! the number of ranks.
//!
//! Cost, k levels: 4 + 8 k bytes a number; some operations of integers a level.

use super::fold::{LevelledSum, Number};
use super::scheme::ceil_log2;
use super::sum::LevelAccumulator;
use crate::arithmetic::names::Arithmetic;
use crate::arithmetic::offload::{Addends, Offload, OperandClass};
use crate::kernel::column_sum::Summand;
use crate::kernel::levels::scalar::Rest;
use crate::kernel::Format;

impl LevelledSum {
    fn levels(&self) -> usize {
        match self.arithmetic() {
            Arithmetic::Prerounded2(levels) => levels.into(),
            other => unreachable!("{other:?} is none that others add up"),
        }
    }

    unsafe fn cut_row<T: Number>(
        &self,
        row: *const T,
        ranks: usize,
        found: &[i32],
        mut addends: &mut [u64],
    ) {
        for (i, found) in found.iter().enumerate() {
            // SAFETY: one of the numbers.
            let number = unsafe { row.add(i).read_unaligned() }.widen();
            let standing = OperandClass::from_integer(*found);
            let (own, behind) = addends.split_at_mut(standing.count(|_| self.levels()));
            addends = behind;
            match standing {
                OperandClass::Finite(largest) => {
                    let scheme = self.scheme(ranks as u64, largest);
                    let mut rest = Rest::of(number);
                    for (level, addend) in own.iter_mut().enumerate() {
                        let units = rest.take(scheme.unit(level as i32), scheme.rule());
                        *addend = (units as f64).to_bits();
                    }
                }
                _ => own.fill(OperandClass::counts(number, Addends::Doubles)),
            }
        }
    }

    unsafe fn finish_row<T: Number>(
        &self,
        ranks: usize,
        found: &[i32],
        mut totals: &[u64],
        row: *mut T,
    ) {
        for (i, found) in found.iter().enumerate() {
            let standing = OperandClass::from_integer(*found);
            let (own, behind) = totals.split_at(standing.count(|_| self.levels()));
            totals = behind;
            let largest = match standing {
                OperandClass::Finite(largest) => largest,
                _ => i32::MIN,
            };
            let scheme = self.scheme(ranks as u64, largest);
            let mut sum = LevelAccumulator::default();
            match standing.special(own) {
                Some(special) => sum.add(&scheme, special),
                None => {
                    sum.first = 0;
                    for (total, bits) in sum.totals.iter_mut().zip(own) {
                        *total = f64::from_bits(*bits) as i128;
                    }
                }
            }
            // SAFETY: room for this number.
            unsafe { row.add(i).write_unaligned(T::result(&sum, &scheme)) };
        }
    }
}

unsafe fn survey_row<T: Summand>(row: *const T, found: &mut [i32]) {
    for (i, found) in found.iter_mut().enumerate() {
        // SAFETY: one of the numbers.
        let number = unsafe { row.add(i).read_unaligned() }.widen();
        *found = OperandClass::of(number, ceil_log2).to_integer();
    }
}

impl Offload for LevelledSum {
    fn addends(&self) -> Addends {
        Addends::Doubles
    }

    fn numbers(&self) -> usize {
        self.components()
    }

    fn surveyed(&self) -> usize {
        1
    }

    fn most(&self, _ranks: usize) -> usize {
        self.levels()
    }

    unsafe fn survey(&self, row: *const u8, n: usize, found: &mut [i32]) {
        // SAFETY: the same row, as numbers of the format.
        unsafe {
            match self.format() {
                Format::Float => survey_row::<f32>(row.cast(), &mut found[..n]),
                _ => survey_row::<f64>(row.cast(), &mut found[..n]),
            }
        }
    }

    fn count(&self, _ranks: usize, found: &[i32]) -> usize {
        OperandClass::from_integer(found[0]).count(|_| self.levels())
    }

    unsafe fn cut(&self, row: *const u8, ranks: usize, found: &[i32], addends: &mut [u64]) {
        // SAFETY: likewise.
        unsafe {
            match self.format() {
                Format::Float => self.cut_row::<f32>(row.cast(), ranks, found, addends),
                _ => self.cut_row::<f64>(row.cast(), ranks, found, addends),
            }
        }
    }

    unsafe fn finish(&self, ranks: usize, found: &[i32], totals: &[u64], row: *mut u8) {
        // SAFETY: likewise.
        unsafe {
            match self.format() {
                Format::Float => self.finish_row::<f32>(ranks, found, totals, row.cast()),
                _ => self.finish_row::<f64>(ranks, found, totals, row.cast()),
            }
        }
    }
}
