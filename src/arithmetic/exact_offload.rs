//! The exact sum that others add up: numbers in fixed point, cut into limbs, as signed 64-bit
//! integers (Hallberg and Adcroft 2014). A limb leaves room for p carries, so no total of
//! limbs overflows, whatever is added first.
//!
//! Each number has a window of its own, from the lowest bit that any of its contributions has
//! set to the highest one: contributions that are alike need one limb or two, and those
//! that have nothing in common as many as there are, up to the whole range of doubles.
//!
//! Cost, p ranks: 8 bytes a number, and 8 for each limb of 63 - ceil(log2 p) bits; of more than
//! two limbs some 200 ns a number for the result.

use super::exact::ExactSum;
use super::levels::finish::two_to;
use super::levels::scheme::floor_log2;
use super::offload::{Addends, Offload, OperandClass};
use super::superaccumulator::Superaccumulator;
use crate::kernel::column_sum::Summand;
use crate::kernel::Format;

/// Integers that are found of a number: [`OperandClass`], and how far below 2^0 its lowest bit is.
const SURVEYED: usize = 2;

/// No bit is set.
const NONE: i32 = i32::MIN;

/// The exponents of the highest and of the lowest bit that any double has.
const RANGE: (i32, i32) = (1023, -1074);

/// Bits of a limb: so many that p of them are less than 2^63.
fn width(ranks: usize) -> u32 {
    63 - ranks.next_power_of_two().ilog2()
}

/// The limbs from one bit to another.
fn limbs(highest: i32, lowest: i32, ranks: usize) -> usize {
    ((highest - lowest) as u32 / width(ranks) + 1) as usize
}

/// A number in units of 2^lowest, which it is a multiple of, as limbs.
fn cut(number: f64, lowest: i32, width: u32, limbs: &mut [u64]) {
    limbs.fill(0);
    if number == 0.0 {
        return;
    }
    let bits = number.to_bits();
    let (fraction, field) = (bits & ((1 << 52) - 1), (bits >> 52 & 0x7ff) as i32);
    let significand = if field == 0 { fraction } else { fraction | 1 << 52 };
    // (Where its lowest bits are zero, the window may begin above them.)
    let above = field.max(1) - 1075 - lowest;
    let significand = significand >> above.min(0).unsigned_abs();
    let position = above.max(0) as u32;
    let shifted = u128::from(significand) << (position % width);
    for (i, limb) in limbs[(position / width) as usize..].iter_mut().take(3).enumerate() {
        let digit = (shifted >> (width * i as u32)) as u64 & ((1 << width) - 1);
        *limb = if bits >> 63 == 1 { digit.wrapping_neg() } else { digit };
    }
}

/// A format of the results.
trait Rounded: Summand {
    /// integer · 2^exponent, rounded once: a multiple of the format's smallest number.
    fn of_integer(integer: i128, exponent: i32) -> Self;

    /// What an accumulator holds, rounded once.
    fn of_sum(sum: Superaccumulator) -> Self;

    /// What is no sum of finite numbers.
    fn of_special(special: f64) -> Self;
}

impl Rounded for f64 {
    fn of_integer(integer: i128, exponent: i32) -> f64 {
        // (What is subnormal has less bits than are rounded.)
        integer as f64 * two_to(exponent)
    }
    fn of_sum(sum: Superaccumulator) -> f64 {
        sum.to_f64()
    }
    fn of_special(special: f64) -> f64 {
        special
    }
}

impl Rounded for f32 {
    fn of_integer(integer: i128, exponent: i32) -> f32 {
        // Exact in double.
        (f64::from(integer as f32) * two_to(exponent)) as f32
    }
    fn of_sum(sum: Superaccumulator) -> f32 {
        sum.to_f32()
    }
    fn of_special(special: f64) -> f32 {
        if special.is_nan() {
            f32::from_bits(0x7fc0_0000)
        } else {
            special as f32
        }
    }
}

/// The totals of limbs, in units of 2^lowest, as one number.
fn rounded<T: Rounded>(totals: &[u64], lowest: i32, width: u32) -> T {
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
            T::of_sum(sum)
        }
    }
}

/// What was found of a number.
struct Found {
    standing: OperandClass,
    lowest: i32,
    limbs: usize,
}

impl Found {
    fn of(found: &[i32], ranks: usize) -> Found {
        let (standing, lowest) = (OperandClass::from_integer(found[0]), found[1].wrapping_neg());
        let limbs = standing.count(|highest| limbs(highest, lowest, ranks));
        Found { standing, lowest, limbs }
    }
}

unsafe fn survey_row<T: Summand>(row: *const T, found: &mut [i32]) {
    for (i, found) in found.chunks_exact_mut(SURVEYED).enumerate() {
        // SAFETY: one of the numbers.
        let number = unsafe { row.add(i).read_unaligned() }.widen();
        let mut lowest = NONE;
        let standing = OperandClass::of(number, |bits| {
            let (zeros, field) = ((bits | 1 << 52).trailing_zeros() as i32, (bits >> 52) as i32);
            lowest = -(field.max(1) - 1075 + zeros);
            floor_log2(bits)
        });
        found[0] = standing.to_integer();
        found[1] = lowest;
    }
}

unsafe fn cut_row<T: Summand>(row: *const T, ranks: usize, found: &[i32], mut addends: &mut [u64]) {
    let width = width(ranks);
    for (i, found) in found.chunks_exact(SURVEYED).enumerate() {
        // SAFETY: one of the numbers.
        let number = unsafe { row.add(i).read_unaligned() }.widen();
        let found = Found::of(found, ranks);
        let (own, behind) = addends.split_at_mut(found.limbs);
        addends = behind;
        match found.standing {
            OperandClass::Finite(_) => cut(number, found.lowest, width, own),
            _ => own.fill(OperandClass::counts(number, Addends::Integers)),
        }
    }
}

unsafe fn finish_row<T: Rounded>(ranks: usize, found: &[i32], mut totals: &[u64], row: *mut T) {
    let width = width(ranks);
    for (i, found) in found.chunks_exact(SURVEYED).enumerate() {
        let found = Found::of(found, ranks);
        let (own, behind) = totals.split_at(found.limbs);
        totals = behind;
        let result = match found.standing.special(own) {
            Some(special) => T::of_special(special),
            None => rounded(own, found.lowest, width),
        };
        // SAFETY: room for this number.
        unsafe { row.add(i).write_unaligned(result) };
    }
}

impl Offload for ExactSum {
    fn addends(&self) -> Addends {
        Addends::Integers
    }

    fn numbers(&self) -> usize {
        self.components()
    }

    fn surveyed(&self) -> usize {
        SURVEYED
    }

    fn most(&self, ranks: usize) -> usize {
        limbs(RANGE.0, RANGE.1, ranks)
    }

    unsafe fn survey(&self, row: *const u8, n: usize, found: &mut [i32]) {
        // SAFETY: the same row, as numbers of the format.
        unsafe {
            match self.format() {
                Format::Float => survey_row::<f32>(row.cast(), &mut found[..SURVEYED * n]),
                _ => survey_row::<f64>(row.cast(), &mut found[..SURVEYED * n]),
            }
        }
    }

    fn count(&self, ranks: usize, found: &[i32]) -> usize {
        Found::of(found, ranks).limbs
    }

    unsafe fn cut(&self, row: *const u8, ranks: usize, found: &[i32], addends: &mut [u64]) {
        // SAFETY: likewise.
        unsafe {
            match self.format() {
                Format::Float => cut_row::<f32>(row.cast(), ranks, found, addends),
                _ => cut_row::<f64>(row.cast(), ranks, found, addends),
            }
        }
    }

    unsafe fn finish(&self, ranks: usize, found: &[i32], totals: &[u64], row: *mut u8) {
        // SAFETY: likewise.
        unsafe {
            match self.format() {
                Format::Float => finish_row::<f32>(ranks, found, totals, row.cast()),
                _ => finish_row::<f64>(ranks, found, totals, row.cast()),
            }
        }
    }
}
