//! Sums that others may add up, in any order: each contribution is cut into addends, plain
//! doubles or 64-bit integers, of which no sum is ever rounded or overflows. So a collective of
//! the MPI library that only knows MPI_SUM, or a network that adds on the way, makes totals from
//! which the result has the bits of the arithmetic (Moody et al. 2003; Hallberg and Adcroft 2014).
//!
//! First the ranks agree on what the contributions to a number are like: [`Offload::survey`]
//! writes that as integers, of which all ranks learn the largest. From these follow how many
//! addends a number has, and what they are worth. NaN, infinities and signed zeros travel in the
//! same integers ([`OperandClass`]).

use samebits_sum::number::{for_format, Number, OrderFree};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addends {
    Doubles,
    Integers,
}

/// An arithmetic whose sums others can add up. All numbers lie in rows, at any address; the
/// environment is the default one. Everything but the contributions is the same on all ranks.
pub trait Offload {
    fn addends(&self) -> Addends;

    /// Numbers in an element.
    fn numbers(&self) -> usize;

    /// Integers that a survey has for each number.
    fn surveyed(&self) -> usize;

    fn most(&self, ranks: usize) -> usize;

    /// Surveys n numbers of this rank's contribution.
    ///
    /// # Safety
    /// So many numbers lie there; `found` is as long as n of them need.
    unsafe fn survey(&self, row: *const u8, n: usize, found: &mut [i32]);

    /// The addends of a number, given the largest integers that any rank has found of it.
    fn count(&self, ranks: usize, found: &[i32]) -> usize;

    /// Cuts numbers of this rank's contribution into their addends, as many as
    /// [`Offload::count`] says, one number's after the other's: the bits of each.
    ///
    /// # Safety
    /// As many numbers lie there as `found` is for.
    unsafe fn cut(&self, row: *const u8, ranks: usize, found: &[i32], addends: &mut [u64]);

    /// Makes the results, a row of numbers, of the addends' totals.
    ///
    /// # Safety
    /// There is room for as many numbers as `found` is for.
    unsafe fn finish(&self, ranks: usize, found: &[i32], totals: &[u64], row: *mut u8);
}

/// How one number is offloaded. The first of the integers `found` of it is its [`OperandClass`].
pub(super) trait OffloadNumber: OrderFree {
    const ADDENDS: Addends;
    const SURVEYED: usize;

    fn max_addends(&self, ranks: usize) -> usize;

    /// The exponent of a positive finite double with these bits, for its class. Writes the other
    /// integers, which are as low as can be where a number is not finite, or zero.
    fn survey(bits: u64, others: &mut [i32]) -> i32;

    fn count(&self, ranks: usize, found: &[i32]) -> usize;

    /// Cuts a finite number.
    fn cut(&self, number: f64, ranks: usize, found: &[i32], addends: &mut [u64]);

    fn finish<T: Number>(&self, ranks: usize, found: &[i32], totals: &[u64]) -> T;

    unsafe fn survey_row<T: Number>(&self, row: *const T, found: &mut [i32]) {
        found.fill(i32::MIN);
        for (i, found) in found.chunks_exact_mut(Self::SURVEYED).enumerate() {
            let (class, others) = found.split_first_mut().expect("the class");
            // SAFETY: one of the numbers.
            let number = unsafe { row.add(i).read_unaligned() }.widen();
            *class = OperandClass::of(number, |bits| Self::survey(bits, others)).to_integer();
        }
    }

    unsafe fn cut_row<T: Number>(
        &self,
        row: *const T,
        ranks: usize,
        found: &[i32],
        mut addends: &mut [u64],
    ) {
        for (i, found) in found.chunks_exact(Self::SURVEYED).enumerate() {
            // SAFETY: one of the numbers.
            let number = unsafe { row.add(i).read_unaligned() }.widen();
            let own =
                addends.split_off_mut(..self.count(ranks, found)).expect("a number's addends");
            match OperandClass::from_integer(found[0]) {
                OperandClass::Finite(_) => self.cut(number, ranks, found, own),
                _ => own.fill(OperandClass::counts(number, Self::ADDENDS)),
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
        for (i, found) in found.chunks_exact(Self::SURVEYED).enumerate() {
            let own = totals.split_off(..self.count(ranks, found)).expect("a number's totals");
            // SAFETY: room for this number.
            unsafe { row.add(i).write_unaligned(self.finish(ranks, found, own)) };
        }
    }
}

impl<S: OffloadNumber> Offload for S {
    fn addends(&self) -> Addends {
        S::ADDENDS
    }

    fn numbers(&self) -> usize {
        OrderFree::numbers(self).components
    }

    fn surveyed(&self) -> usize {
        S::SURVEYED
    }

    fn most(&self, ranks: usize) -> usize {
        self.max_addends(ranks)
    }

    unsafe fn survey(&self, row: *const u8, n: usize, found: &mut [i32]) {
        let format = OrderFree::numbers(self).format;
        let found = &mut found[..n * S::SURVEYED];
        // SAFETY: the same row, as numbers of the format; likewise below.
        unsafe { for_format!(format, self.survey_row(row.cast(), found)) }
    }

    fn count(&self, ranks: usize, found: &[i32]) -> usize {
        OffloadNumber::count(self, ranks, found)
    }

    unsafe fn cut(&self, row: *const u8, ranks: usize, found: &[i32], addends: &mut [u64]) {
        let format = OrderFree::numbers(self).format;
        // SAFETY: as above.
        unsafe { for_format!(format, self.cut_row(row.cast(), ranks, found, addends)) }
    }

    unsafe fn finish(&self, ranks: usize, found: &[i32], totals: &[u64], row: *mut u8) {
        let format = OrderFree::numbers(self).format;
        // SAFETY: as above.
        unsafe { for_format!(format, self.finish_row(ranks, found, totals, row.cast())) }
    }
}

/// What the contributions to one number are like. That of all ranks together is the one whose
/// integer is the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OperandClass {
    Nan,
    /// There is +infinity; one addend counts the -infinities.
    PlusInfinity,
    /// There is -infinity, but no +infinity.
    MinusInfinity,
    /// All are finite, and this is the largest exponent.
    Finite(i32),
    Zero,
    MinusZero,
}

/// The integers of all classes but [`OperandClass::Finite`], whose integer is the exponent.
const CLASSES: [(OperandClass, i32); 5] = [
    (OperandClass::Nan, i32::MAX),
    (OperandClass::PlusInfinity, i32::MAX - 1),
    (OperandClass::MinusInfinity, i32::MAX - 2),
    (OperandClass::Zero, i32::MIN + 1),
    (OperandClass::MinusZero, i32::MIN),
];

impl OperandClass {
    /// That of a contribution; `exponent` takes the bits of a positive finite double.
    fn of(number: f64, exponent: impl FnOnce(u64) -> i32) -> OperandClass {
        match number {
            _ if number.is_nan() => OperandClass::Nan,
            f64::INFINITY => OperandClass::PlusInfinity,
            f64::NEG_INFINITY => OperandClass::MinusInfinity,
            _ if number != 0.0 => OperandClass::Finite(exponent(number.to_bits() & !(1 << 63))),
            _ if number.is_sign_negative() => OperandClass::MinusZero,
            _ => OperandClass::Zero,
        }
    }

    fn to_integer(self) -> i32 {
        match self {
            OperandClass::Finite(exponent) => exponent,
            _ => CLASSES.iter().find(|(class, _)| *class == self).expect("a class").1,
        }
    }

    pub(super) fn from_integer(integer: i32) -> OperandClass {
        let class = CLASSES.iter().find(|(_, of_class)| *of_class == integer);
        class.map_or(OperandClass::Finite(integer), |(class, _)| *class)
    }

    /// The number of addends; `of_finite` is that of finite numbers, by their exponent.
    pub(super) fn count(self, of_finite: impl FnOnce(i32) -> usize) -> usize {
        match self {
            OperandClass::Finite(exponent) => of_finite(exponent),
            OperandClass::PlusInfinity => 1,
            _ => 0,
        }
    }

    /// The bits of the addend by which a contribution to [`OperandClass::PlusInfinity`] counts.
    fn counts(number: f64, addends: Addends) -> u64 {
        match addends {
            _ if number != f64::NEG_INFINITY => 0,
            Addends::Doubles => 1f64.to_bits(),
            Addends::Integers => 1,
        }
    }

    /// The result given the number's totals, unless it is that of finite numbers.
    pub(super) fn special(self, totals: &[u64]) -> Option<f64> {
        match self {
            OperandClass::PlusInfinity if totals[0] == 0 => Some(f64::INFINITY),
            OperandClass::Nan | OperandClass::PlusInfinity => Some(f64::from_bits(0x7ff8 << 48)),
            OperandClass::MinusInfinity => Some(f64::NEG_INFINITY),
            OperandClass::Finite(_) => None,
            OperandClass::Zero => Some(0.0),
            OperandClass::MinusZero => Some(-0.0),
        }
    }
}
