//! Pre-rounded sums of two sweeps that others add up: a level's addends are the multiples of its
//! unit that a contribution leaves there, in units, as doubles. Their total is less than 2^52 by
//! the choice of α (`docs/specification.md`, P1), and so is that of some of them: all are integers
//! without rounding, and none is subnormal.
//!
//! Each number has levels of its own, which follow from the largest of its contributions and the
//! number of ranks.
//!
//! Cost, k levels: 4 + 8 k bytes a number; some integer operations a level.

use super::LevelledSum;
use crate::offload::{Addends, OffloadNumber, OperandClass};
use samebits_kernel::binary::ceil_log2;
use samebits_kernel::levels::scalar::Rest;
use samebits_sum::levels::LevelAccumulator;
use samebits_sum::names::Arithmetic;
use samebits_sum::number::Number;

impl OffloadNumber for LevelledSum {
    const ADDENDS: Addends = Addends::Doubles;
    const SURVEYED: usize = 1;

    fn max_addends(&self, _ranks: usize) -> usize {
        match self.arithmetic() {
            Arithmetic::Prerounded2(levels) => levels.into(),
            other => unreachable!("{other:?} is none that others add up"),
        }
    }

    fn survey(bits: u64, _others: &mut [i32]) -> i32 {
        ceil_log2(bits)
    }

    fn count(&self, ranks: usize, found: &[i32]) -> usize {
        OperandClass::from_integer(found[0]).count(|_| self.max_addends(ranks))
    }

    fn cut(&self, number: f64, ranks: usize, found: &[i32], addends: &mut [u64]) {
        let scheme = self.scheme(ranks as u64, found[0]);
        let mut rest = Rest::of(number);
        for (level, addend) in addends.iter_mut().enumerate() {
            let units = rest.take(scheme.unit(level as i32), scheme.rule());
            *addend = (units as f64).to_bits();
        }
    }

    fn finish<T: Number>(&self, ranks: usize, found: &[i32], totals: &[u64]) -> T {
        if let Some(special) = OperandClass::from_integer(found[0]).special(totals) {
            // Sums by levels know no -0.0.
            return T::canonical(special + 0.0);
        }
        let scheme = self.scheme(ranks as u64, found[0]);
        let integers = totals.iter().map(|bits| f64::from_bits(*bits) as i128);
        T::canonical(LevelAccumulator::of_integers(0, integers).to_f64(&scheme))
    }
}
