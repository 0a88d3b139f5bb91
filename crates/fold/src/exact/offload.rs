//! The exact sum that others add up: numbers in fixed point, cut into limbs, as signed 64-bit
//! integers (Hallberg and Adcroft 2014). A limb leaves room for p carries, so no total of limbs
//! overflows, whatever is added first.
//!
//! Each number has a window of its own, from the lowest to the highest bit that is set in any of
//! its contributions: contributions of similar magnitude need one limb or two, others up to the
//! whole range of doubles.
//!
//! Cost, p ranks: 8 bytes a number, and 8 for each limb of 63 - ceil(log2 p) bits; where there are
//! more than two limbs, some 200 ns a number for the result.

use super::ExactSum;
use crate::offload::{Addends, OffloadNumber, OperandClass};
use samebits_kernel::binary::{floor_log2, Finite};
use samebits_sum::number::Number;
use samebits_sum::superaccumulator::Superaccumulator;

/// Bits of a limb: so many that p of them are less than 2^63.
fn width(ranks: usize) -> u32 {
    63 - ranks.next_power_of_two().ilog2()
}

fn limbs(highest: i32, lowest: i32, ranks: usize) -> usize {
    ((highest - lowest) as u32 / width(ranks) + 1) as usize
}

/// The exponent of the lowest bit, of which a survey finds the negative.
fn lowest(found: &[i32]) -> i32 {
    found[1].wrapping_neg()
}

impl OffloadNumber for ExactSum {
    const ADDENDS: Addends = Addends::Integers;
    const SURVEYED: usize = 2;

    fn max_addends(&self, ranks: usize) -> usize {
        limbs(1023, -1074, ranks)
    }

    fn survey(bits: u64, others: &mut [i32]) -> i32 {
        let Finite { significand, exponent, .. } = Finite::of(f64::from_bits(bits));
        others[0] = -(exponent + significand.trailing_zeros() as i32);
        floor_log2(bits)
    }

    fn count(&self, ranks: usize, found: &[i32]) -> usize {
        OperandClass::from_integer(found[0]).count(|highest| limbs(highest, lowest(found), ranks))
    }

    fn cut(&self, number: f64, ranks: usize, found: &[i32], limbs: &mut [u64]) {
        limbs.fill(0);
        if number == 0.0 {
            return;
        }
        let (Finite { significand, exponent, negative }, width) =
            (Finite::of(number), width(ranks));
        // Where the significand's lowest bits are zero, the window may begin above them.
        let above = exponent - lowest(found);
        let significand = significand >> above.min(0).unsigned_abs();
        let position = above.max(0) as u32;
        let shifted = u128::from(significand) << (position % width);
        for (i, limb) in limbs[(position / width) as usize..].iter_mut().take(3).enumerate() {
            let digit = (shifted >> (width * i as u32)) as u64 & ((1 << width) - 1);
            *limb = if negative { digit.wrapping_neg() } else { digit };
        }
    }

    fn finish<T: Number>(&self, ranks: usize, found: &[i32], totals: &[u64]) -> T {
        if let Some(special) = OperandClass::from_integer(found[0]).special(totals) {
            return T::canonical(special);
        }
        let (lowest, width) = (lowest(found), width(ranks));
        match *totals {
            [only] => T::of_integer(i128::from(only as i64), lowest),
            [low, high] => {
                T::of_integer(i128::from(low as i64) + (i128::from(high as i64) << width), lowest)
            }
            _ => {
                let mut sum = Superaccumulator::default();
                for (total, exponent) in totals.iter().zip((lowest..).step_by(width as usize)) {
                    sum.add_integer(i128::from(*total as i64), exponent);
                }
                T::of_exact(sum)
            }
        }
    }
}
