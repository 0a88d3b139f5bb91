//! Sums that anybody may add up, in any order: each contribution is cut into addends, plain
//! doubles or plain 64-bit integers, of which no sum is ever rounded or overflows. So a
//! collective of the MPI library that only knows MPI_SUM, or a network that adds on the way,
//! makes totals of which the result has the bits of the arithmetic (Moody et al. 2003; Hallberg and Adcroft 2014).
//!
//! First the ranks agree on what a number's contributions are like: [`Offload::survey`] writes
//! that as integers, of which all ranks learn the largest. How many addends a number has,
//! and what they are worth, follows from these. What there is beside finite numbers travels
//! in the same integers ([`OperandClass`]).

/// What addends are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addends {
    /// Doubles.
    Doubles,
    /// Signed 64-bit integers.
    Integers,
}

/// An arithmetic whose sums others can add up. All numbers lie in rows, at any address; the
/// environment is the default one. Everything but the contributions is the same on all ranks.
pub trait Offload {
    /// What the addends are.
    fn addends(&self) -> Addends;

    /// Numbers in an element.
    fn numbers(&self) -> usize;

    /// Integers that a survey has for each number.
    fn surveyed(&self) -> usize;

    /// The most addends of a number.
    fn most(&self, ranks: usize) -> usize;

    /// Surveys n numbers of this rank's contribution.
    ///
    /// # Safety
    /// So many numbers lie there; `found` is as long as n of them need.
    unsafe fn survey(&self, row: *const u8, n: usize, found: &mut [i32]);

    /// The addends of a number, of which all ranks have found that.
    fn count(&self, ranks: usize, found: &[i32]) -> usize;

    /// Cuts numbers of this rank's contribution into their addends, which are as many as
    /// [`Offload::count`] says, one number's behind the other's: the bits of each.
    ///
    /// # Safety
    /// As many numbers lie there as were found something of.
    unsafe fn cut(&self, row: *const u8, ranks: usize, found: &[i32], addends: &mut [u64]);

    /// Makes the results, a row of numbers, of the addends' totals.
    ///
    /// # Safety
    /// There is room for as many numbers as were found something of.
    unsafe fn finish(&self, ranks: usize, found: &[i32], totals: &[u64], row: *mut u8);
}

/// What one number's contributions are like. The larger integer wins, so that of all ranks the
/// largest one says it of them together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OperandClass {
    /// There is a NaN.
    Nan,
    /// There is +infinity; whether there is the other one as well, one addend counts.
    PlusInfinity,
    /// There is -infinity, and not the other one.
    MinusInfinity,
    /// There are finite numbers, with such an exponent at most; and nothing beside.
    Finite(i32),
    /// There are zeros only.
    Zero,
    /// There is nothing but -0.0.
    MinusZero,
}

const NAN: i32 = i32::MAX;
const PLUS_INFINITY: i32 = i32::MAX - 1;
const MINUS_INFINITY: i32 = i32::MAX - 2;
const ZERO: i32 = i32::MIN + 1;
const MINUS_ZERO: i32 = i32::MIN;

impl OperandClass {
    /// That of a contribution; `exponent` takes the bits of a positive finite double.
    pub(super) fn of(number: f64, exponent: impl FnOnce(u64) -> i32) -> OperandClass {
        match number {
            _ if number.is_nan() => OperandClass::Nan,
            f64::INFINITY => OperandClass::PlusInfinity,
            f64::NEG_INFINITY => OperandClass::MinusInfinity,
            _ if number != 0.0 => OperandClass::Finite(exponent(number.to_bits() & !(1 << 63))),
            _ if number.is_sign_negative() => OperandClass::MinusZero,
            _ => OperandClass::Zero,
        }
    }

    pub(super) fn to_integer(self) -> i32 {
        match self {
            OperandClass::Nan => NAN,
            OperandClass::PlusInfinity => PLUS_INFINITY,
            OperandClass::MinusInfinity => MINUS_INFINITY,
            OperandClass::Finite(exponent) => exponent,
            OperandClass::Zero => ZERO,
            OperandClass::MinusZero => MINUS_ZERO,
        }
    }

    pub(super) fn from_integer(integer: i32) -> OperandClass {
        match integer {
            NAN => OperandClass::Nan,
            PLUS_INFINITY => OperandClass::PlusInfinity,
            MINUS_INFINITY => OperandClass::MinusInfinity,
            ZERO => OperandClass::Zero,
            MINUS_ZERO => OperandClass::MinusZero,
            exponent => OperandClass::Finite(exponent),
        }
    }

    /// The addends, where finite numbers have so many.
    pub(super) fn count(self, of_finite: impl FnOnce(i32) -> usize) -> usize {
        match self {
            OperandClass::Finite(exponent) => of_finite(exponent),
            OperandClass::PlusInfinity => 1,
            _ => 0,
        }
    }

    /// The bits of the one addend of a contribution where there is +infinity.
    pub(super) fn counts(number: f64, addends: Addends) -> u64 {
        match addends {
            _ if number != f64::NEG_INFINITY => 0,
            Addends::Doubles => 1f64.to_bits(),
            Addends::Integers => 1,
        }
    }

    /// The result where there is more than finite numbers, or less: `totals` are the number's
    /// totals. None where there are finite ones.
    pub(super) fn special(self, totals: &[u64]) -> Option<f64> {
        let nan = f64::from_bits(0x7ff8 << 48);
        Some(match self {
            OperandClass::Nan => nan,
            OperandClass::PlusInfinity if totals[0] != 0 => nan,
            OperandClass::PlusInfinity => f64::INFINITY,
            OperandClass::MinusInfinity => f64::NEG_INFINITY,
            OperandClass::Finite(_) => return None,
            OperandClass::Zero => 0.0,
            OperandClass::MinusZero => -0.0,
        })
    }
}
